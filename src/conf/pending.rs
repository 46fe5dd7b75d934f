//! Properties that are known but without effect, because their feature does not exist yet.
//!
//! They are set, checked and read back like all others, so that programs find them.
//! Whoever builds a feature removes its names here; a test compares the list with the
//! code. What it would be unsafe to ignore is refused by [`super::Conf::finalize`].

use super::property::{Property, Who};

/// What only consumers read has no effect, since they do not receive messages yet; except:
const CONSUMER_EXCEPT: [&str; 1] = ["isolation.level"];

/// Names, and beginnings of names where they end with a dot.
const PENDING: [&str; 12] = [
    "client.rack",
    "enable.gapless.guarantee",
    "enable.idempotence",
    "enable.metrics.push",
    "enable.sasl.",
    "enable.ssl.",
    "enable_sasl_queue",
    "https.",
    "sasl.",
    "ssl.",
    "transaction.timeout.ms",
    "transactional.id",
];

/// How the text of a property begins that never will have an effect.
pub(super) const NO_EFFECT: &str = "Has no effect";

/// True if the feature that reads `property` does not exist yet.
pub(super) fn is_pending<C>(property: &Property<C>) -> bool {
    let listed = |entry: &str| match entry.strip_suffix('.') {
        Some(_) => property.name.starts_with(entry),
        None => property.name == entry,
    };
    !property.text.starts_with(NO_EFFECT)
        && ((property.who == Who::Consumer && !CONSUMER_EXCEPT.contains(&property.name))
            || PENDING.into_iter().any(listed))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use super::*;
    use crate::conf::property::{Properties, Slot};
    use crate::conf::{Conf, TopicConf};

    /// Accessors that stand for a field.
    const ACCESSORS: [(&str, &str); 4] = [
        ("linger_us", "queue_buffering_max_ms"),
        ("message_timeout_us", "message_timeout_ms"),
        ("broker_thread_count", "broker_threads"),
        ("topic_blacklist_patterns", "topic_blacklist"),
    ];

    /// Directories whose names of fields come from elsewhere.
    const ELSEWHERE: [&str; 3] = ["src/conf", "src/protocol", "src/mock"];

    /// Every `.name` in the sources that may read a configuration.
    fn used_names(dir: &Path, names: &mut HashSet<String>) {
        for entry in std::fs::read_dir(dir).expect("sources are there") {
            let path = entry.expect("sources are readable").path();
            if path.is_dir() {
                if !ELSEWHERE.iter().any(|elsewhere| path.ends_with(elsewhere)) {
                    used_names(&path, names);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("sources are readable");
                let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                names.extend(
                    text.split('.')
                        .skip(1)
                        .map(|rest| rest.split(|c| !word(c)).next().unwrap_or_default().to_owned()),
                );
            }
        }
    }

    fn check<C: Properties>(used: &HashSet<String>, wrong: &mut Vec<String>) {
        for row in C::TABLE {
            let settled =
                row.text.starts_with(NO_EFFECT) || row.windows_only || row.name == "builtin.features";
            if settled || matches!(row.slot, Slot::Alias(_) | Slot::Pointer | Slot::Internal) {
                continue;
            }
            let is_used = used.contains(&row.name.replace('.', "_"));
            match (is_pending(row), is_used) {
                (true, false) => println!("known, not yet effective: {}", row.name),
                (true, true) => wrong.push(format!("{} is used: remove it from PENDING", row.name)),
                (false, false) => wrong.push(format!("{} is not used: add it to PENDING", row.name)),
                (false, true) => {}
            }
        }
    }

    /// Lists the properties whose feature does not exist yet.
    #[test]
    fn known_but_not_yet_effective() {
        let mut used = HashSet::new();
        used_names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut used);
        for (accessor, field) in ACCESSORS {
            if used.contains(accessor) {
                used.insert(field.to_owned());
            }
        }
        let mut wrong = Vec::new();
        check::<Conf>(&used, &mut wrong);
        check::<TopicConf>(&used, &mut wrong);
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn every_entry_names_a_property() {
        for entry in PENDING {
            let named = |name: &str| name == entry || (entry.ends_with('.') && name.starts_with(entry));
            let known = Conf::TABLE.iter().any(|row| named(row.name))
                || TopicConf::TABLE.iter().any(|row| named(row.name));
            assert!(known, "{entry}");
        }
    }
}
