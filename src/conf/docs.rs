//! The property list for people: CONFIGURATION.md and `rd_kafka_conf_properties_show()`.
//!
//! Pure functions over the tables.

use std::fmt::Write;

use super::pending::is_pending;
use super::property::{Importance, Properties, Property, Slot, Who};
use super::{Conf, TopicConf};

/// All properties as Markdown tables, hidden ones left out.
pub fn property_list() -> String {
    let mut text = String::new();
    table::<Conf>(&mut text, "Global configuration properties");
    text.push('\n');
    table::<TopicConf>(&mut text, "Topic configuration properties");
    text.push_str("\nC/P legend: C = Consumer, P = Producer, * = both\n");
    text
}

fn table<C: Properties>(text: &mut String, title: &str) {
    let defaults = C::default();
    let _ = writeln!(text, "## {title}\n");
    line(text, "Property", "C/P", "Range", "Default", "Importance", "Description");
    let _ = writeln!(text, "{:-<41}|:---:|{:-<17}|{:->14}:|{:-<12}|{:-<27}", "", "", "", "", "");
    for row in C::TABLE.iter().filter(|row| !row.hidden) {
        let target = resolve(row);
        let who = match row.who {
            Who::Any => "*",
            Who::Consumer => "C",
            Who::Producer => "P",
        };
        let importance = match row.importance {
            Importance::High => "high",
            Importance::Medium => "medium",
            Importance::Low => "low",
        };
        let description = description(row, target);
        line(text, row.name, who, &range(target), &default_text(target, &defaults), importance, &description);
    }
}

fn line(text: &mut String, name: &str, who: &str, range: &str, default: &str, importance: &str, about: &str) {
    // A bar would end the cell.
    let default = default.replace('|', "\\|");
    let about = about.replace('|', "\\|");
    let _ =
        writeln!(text, "{name:<40} | {who:^3} | {range:<15} | {default:>13} | {importance:<10} | {about}");
}

/// The row that holds the value: itself, or the one it is an alias of.
fn resolve<C: Properties>(row: &'static Property<C>) -> &'static Property<C> {
    row.alias_of().and_then(|name| C::TABLE.iter().find(|target| target.name == name)).unwrap_or(row)
}

fn description<C>(row: &Property<C>, target: &Property<C>) -> String {
    let mut text = String::new();
    if row.deprecated {
        text.push_str("**Deprecated.** ");
    }
    if row.experimental {
        text.push_str("**Experimental.** ");
    }
    if let Some(name) = row.alias_of() {
        let _ = write!(text, "Alias of `{name}`: ");
    }
    text.push_str(target.text);
    if is_pending(target) {
        text.push_str(" **Not effective in this version.**");
    }
    let _ = write!(text, " *Type: {}*", type_name(&target.slot));
    text
}

fn type_name<C>(slot: &Slot<C>) -> &'static str {
    match slot {
        Slot::Integer { .. } => "integer",
        Slot::Float { .. } => "float",
        Slot::Boolean { .. } => "boolean",
        Slot::Text { .. } => "string",
        Slot::Choice { exact: true, .. } => "string",
        Slot::Choice { .. } => "enum value",
        Slot::Flags { .. } => "CSV flags",
        Slot::Patterns { .. } => "pattern list",
        Slot::Pointer | Slot::Internal | Slot::Alias(_) => "see dedicated API",
    }
}

fn range<C>(row: &Property<C>) -> String {
    match &row.slot {
        Slot::Integer { min, max, .. } => format!("{min} .. {max}"),
        Slot::Float { min, max, .. } => format!("{min} .. {max}"),
        Slot::Boolean { .. } => "true, false".to_owned(),
        Slot::Choice { words, .. } => words.join(", "),
        Slot::Flags { words, .. } => {
            words.iter().filter(|flag| flag.available).map(|flag| flag.word).collect::<Vec<&str>>().join(", ")
        }
        _ => String::new(),
    }
}

fn default_text<C: Properties>(row: &'static Property<C>, defaults: &C) -> String {
    C::find(row.name).and_then(|index| super::apply::get(defaults, index, &|_| None)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands before the tables in CONFIGURATION.md.
    const INTRODUCTION: &str = "\
# Configuration properties

Made from the property tables in `src/conf`; do not edit. `UPDATE=1 cargo test configuration_md` writes it anew.

Properties are set with `rd_kafka_conf_set()` and `rd_kafka_topic_conf_set()`. Topic properties may be set on
the global object too: they become the default of all topics. An alias sets and reads the property that it
stands for.

- Numbers may be written as in C (`0x100`). What follows a number is ignored, and `rd_kafka_new()` warns about
  it: `5 min` is 5. A number that does not fit is refused.
- Booleans are `true`, `t`, `1`, `false`, `f`, `0`. Words of a list of choices may be in upper or lower case.
- An empty value, or NULL, sets a text back to its default.
- Flags add up over several calls; `-word` takes one away.
- A name that does not exist is answered with the nearest one that does.

`broker.threads` exists in this library only; all others are librdkafka's, with its defaults.

";

    #[test]
    fn configuration_md_is_fresh() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/CONFIGURATION.md");
        let text = format!("{INTRODUCTION}{}", property_list());
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, &text).expect("CONFIGURATION.md can be written");
        }
        let committed = std::fs::read_to_string(path).unwrap_or_default();
        assert!(committed == text, "CONFIGURATION.md is stale: UPDATE=1 cargo test configuration_md");
    }

    #[test]
    fn every_property_is_documented() {
        fn check<C: Properties>() {
            for row in C::TABLE {
                let documented = row.text.ends_with(['.', ')']);
                assert_eq!(documented, row.alias_of().is_none(), "{}", row.name);
                let cells = property_list()
                    .lines()
                    .filter(|line| line.starts_with(&format!("{} ", row.name)))
                    .count();
                assert_eq!(cells == 0, row.hidden, "{}", row.name);
            }
        }
        check::<Conf>();
        check::<TopicConf>();
    }

    /// Scope, client type, type, range, importance, alias, deprecation, visibility: as in
    /// the data of the interface. Defaults are compared on the built library.
    #[test]
    fn rows_agree_with_the_data_of_the_interface() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/capi-tests/abi/properties.tsv");
        let data = std::fs::read_to_string(path).expect("the interface's data is there");
        let mut expected: Vec<Vec<String>> = data
            .lines()
            .skip(1)
            .map(|line| line.split('\t').map(str::to_owned).collect::<Vec<String>>())
            .map(|f| {
                [&f[1], &f[0], &f[2], &f[3], &f[4], &f[6], &f[7], &f[8], &f[11]].map(String::clone).to_vec()
            })
            .collect();
        let mut found = described::<Conf>("global");
        found.extend(described::<TopicConf>("topic"));
        for row in [&mut expected, &mut found].into_iter().flatten() {
            // What is built in differs; an alias has the words of its target, `inherit` included; the
            // data has words of texts elsewhere.
            if ["builtin.features", "compression.type", "partitioner"].contains(&row[1].as_str()) {
                row[4].clear();
            }
            // Hidden properties have no importance there.
            if row[8] == "y" {
                row[5].clear();
            }
        }
        expected.sort();
        found.sort();
        assert_eq!(found.len(), 207);
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found, expected);
        }
    }

    fn described<C: Properties>(scope: &str) -> Vec<Vec<String>> {
        let yes_or_no = |yes| if yes { "y" } else { "n" };
        let rows = C::TABLE.iter().filter(|row| !row.own);
        rows.map(|row| {
            let target = resolve(row);
            [
                scope,
                row.name,
                match row.who {
                    Who::Any => "*",
                    Who::Consumer => "C",
                    Who::Producer => "P",
                },
                type_name(&target.slot),
                &range(target),
                match row.importance {
                    Importance::High => "high",
                    Importance::Medium => "medium",
                    Importance::Low => "low",
                },
                row.alias_of().unwrap_or("-"),
                yes_or_no(row.deprecated),
                yes_or_no(row.hidden),
            ]
            .map(str::to_owned)
            .to_vec()
        })
        .collect()
    }
}
