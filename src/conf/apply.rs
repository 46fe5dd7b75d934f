//! Set, get, dup and dump, driven by the rows of a table.
//!
//! Pure functions over a configuration struct; the texts of errors are librdkafka's.

use super::parse;
use super::property::{FlagWord, IgnoredSuffix, Properties, Property, Slot};
use super::{DumpLine, PointerText, SetError, suggest};
use crate::sys::regex::Regex;

/// What replaces secrets in logs.
const REDACTED: &str = "[redacted]";

/// Names from the Java client that stand for something done otherwise here.
const HINTS: [(&str, &str); 2] = [
    (
        "ssl.truststore.location",
        "Java TrustStores are not supported, use `ssl.ca.location` and a certificate file instead. \
         See https://github.com/confluentinc/librdkafka/wiki/Using-SSL-with-librdkafka for more information.",
    ),
    (
        "sasl.jaas.config",
        "Java JAAS configuration is not supported, \
         see https://github.com/confluentinc/librdkafka/wiki/Using-SASL-with-librdkafka for more information.",
    ),
];

/// Sets the property of row `index`.
pub(super) fn set<C: Properties>(conf: &mut C, index: usize, value: Option<&str>) -> Result<(), SetError> {
    let row = &C::TABLE[index];
    if row.windows_only {
        return Err(SetError::Invalid(format!(
            "Configuration property \"{}\" not supported in this build: configuration only valid on Windows",
            row.name
        )));
    }
    // An empty value is none, as in librdkafka.
    let value = value.filter(|value| !value.is_empty());
    let rest = set_slot(conf, row, value).map_err(SetError::Invalid)?;
    let marks = conf.marks_mut();
    marks.set_explicit(index, true);
    marks.ignored.retain(|ignored| ignored.name != row.name);
    if let (Some(value), Some(rest)) = (value, rest) {
        marks.ignored.push(IgnoredSuffix { name: row.name, value: value.to_owned(), rest });
    }
    Ok(())
}

/// Why `name` can not be set, given the names that can.
pub(super) fn unknown(name: &str, names: impl Iterator<Item = &'static str>) -> SetError {
    if let Some((_, hint)) = HINTS.iter().find(|(java, _)| *java == name) {
        return SetError::Invalid((*hint).to_owned());
    }
    let text = format!("No such configuration property: \"{name}\"");
    SetError::Unknown(match suggest::nearest(name, names) {
        Some(nearest) => format!("{text}, did you mean \"{nearest}\"?"),
        None => text,
    })
}

/// Sets the value of one row; returns the end of the value that was ignored.
fn set_slot<C>(conf: &mut C, row: &Property<C>, value: Option<&str>) -> Result<Option<String>, String> {
    let name = row.name;
    match &row.slot {
        Slot::Integer { min, max, word, set, .. } => {
            let (number, rest) = integer(name, value, *min, *max, *word)?;
            set(conf, number);
            Ok(rest)
        }
        Slot::Float { min, max, set, .. } => {
            let (number, rest) = float(name, value, *min, *max)?;
            set(conf, number);
            Ok(rest)
        }
        Slot::Boolean { set, .. } => boolean(name, value).map(|value| set(conf, value)).map(|()| None),
        Slot::Text { required, set, .. } => {
            if *required && value.is_none() {
                return Err(format!("Invalid value for configuration property \"{name}\": (null)"));
            }
            set(conf, value);
            Ok(None)
        }
        Slot::Choice { words, exact, set, .. } => {
            choose(name, value, words, *exact, |word| set(conf, word)).map(|()| None)
        }
        Slot::Flags { words, get, set } => {
            let bits = flags(name, value, words, get(conf))?;
            set(conf, bits);
            Ok(None)
        }
        Slot::Patterns { set, .. } => {
            set(conf, check_patterns(value)?);
            Ok(None)
        }
        Slot::Pointer => {
            Err(format!("Property \"{name}\" must be set through dedicated .._set_..() function"))
        }
        Slot::Internal => Err(format!("Internal property \"{name}\" not settable")),
        Slot::Alias(_) => Err(format!("No such configuration property: \"{name}\"")),
    }
}

/// The names of a table that users may know.
pub(super) fn names<C: Properties>() -> impl Iterator<Item = &'static str> {
    C::TABLE.iter().filter(|row| !row.hidden).map(|row| row.name)
}

/// What is left of a value behind the number, if it is more than blanks.
fn ignored(rest: &str) -> Option<String> {
    (!rest.trim().is_empty()).then(|| rest.to_owned())
}

fn integer(
    name: &str,
    value: Option<&str>,
    min: i64,
    max: i64,
    word: Option<(&str, i64)>,
) -> Result<(i64, Option<String>), String> {
    let Some(value) = value else {
        return Err(format!("Integer configuration property \"{name}\" cannot be set to empty value"));
    };
    if let Some((word, number)) = word
        && value.eq_ignore_ascii_case(word)
    {
        return Ok((number, None));
    }
    let Some(parsed) = parse::integer(value) else {
        return Err(format!("Invalid value for configuration property \"{name}\""));
    };
    match parsed.value {
        Some(number) if (min..=max).contains(&number) => Ok((number, ignored(parsed.rest))),
        number => {
            let number = number.map_or_else(|| parsed.text.to_owned(), |number| number.to_string());
            Err(out_of_range(name, &number, &min.to_string(), &max.to_string()))
        }
    }
}

fn float(name: &str, value: Option<&str>, min: f64, max: f64) -> Result<(f64, Option<String>), String> {
    let Some(value) = value else {
        return Err(format!("Float configuration property \"{name}\" cannot be set to empty value"));
    };
    let Some((number, rest)) = parse::float(value) else {
        return Err(format!("Invalid value for configuration property \"{name}\""));
    };
    if !(min..=max).contains(&number) {
        return Err(out_of_range(
            name,
            &parse::format_g(number),
            &parse::format_g(min),
            &parse::format_g(max),
        ));
    }
    Ok((number, ignored(rest)))
}

fn out_of_range(name: &str, number: &str, min: &str, max: &str) -> String {
    format!("Configuration property \"{name}\" value {number} is outside allowed range {min}..{max}\n")
}

fn boolean(name: &str, value: Option<&str>) -> Result<bool, String> {
    let Some(value) = value else {
        return Err(format!("Bool configuration property \"{name}\" cannot be set to empty value"));
    };
    match value.to_ascii_lowercase().as_str() {
        "true" | "t" | "1" => Ok(true),
        "false" | "f" | "0" => Ok(false),
        _ => Err(format!("Expected bool value for \"{name}\": true or false")),
    }
}

fn choose(
    name: &str,
    value: Option<&str>,
    words: &[&str],
    exact: bool,
    set: impl FnOnce(&str) -> bool,
) -> Result<(), String> {
    if exact {
        return match value {
            Some(word) if words.contains(&word) && set(word) => Ok(()),
            _ => Err(format!(
                "Invalid value for configuration property \"{name}\": {}",
                value.unwrap_or("(null)")
            )),
        };
    }
    let Some(value) = value else { return Err(empty(name)) };
    let word = value.trim_start();
    if set(word) { Ok(()) } else { Err(invalid_word(name, word)) }
}

/// The flags after `value` was applied to `bits`. Words add, `-word` removes; on a
/// bad word nothing changes.
fn flags(name: &str, value: Option<&str>, words: &[FlagWord], mut bits: u32) -> Result<u32, String> {
    let Some(value) = value else { return Err(empty(name)) };
    for item in value.split(',') {
        let item = item.trim_start();
        let (remove, word) = match item.strip_prefix('-') {
            Some(word) => (true, word),
            None => (false, item.strip_prefix('+').unwrap_or(item)),
        };
        if word.is_empty() {
            continue;
        }
        match words.iter().find(|flag| flag.word.eq_ignore_ascii_case(word)) {
            None => return Err(invalid_word(name, word)),
            Some(flag) if remove => bits &= !flag.bits,
            Some(flag) if flag.available => bits |= flag.bits,
            Some(flag) => {
                return Err(format!(
                    "Unsupported value \"{}\" for configuration property \"{name}\": not part of this build",
                    flag.word
                ));
            }
        }
    }
    Ok(bits)
}

fn empty(name: &str) -> String {
    format!("Configuration property \"{name}\" cannot be set to empty value")
}

fn invalid_word(name: &str, word: &str) -> String {
    format!("Invalid value \"{word}\" for configuration property \"{name}\"")
}

/// The patterns of a list, empty ones left out.
pub(super) fn patterns(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|pattern| !pattern.is_empty())
}

/// Checks that all patterns compile; none if the list has none.
fn check_patterns(value: Option<&str>) -> Result<Option<&str>, String> {
    for pattern in patterns(value.unwrap_or_default()) {
        Regex::new(pattern).map_err(|error| format!("Failed to parse pattern \"{pattern}\": {error}"))?;
    }
    Ok(value.filter(|value| patterns(value).next().is_some()))
}

pub(super) fn get<C: Properties>(conf: &C, index: usize, pointer: PointerText<'_>) -> Option<String> {
    let row = &C::TABLE[index];
    match &row.slot {
        Slot::Integer { get, .. } => Some(get(conf).to_string()),
        Slot::Float { get, .. } => Some(parse::format_g(get(conf))),
        Slot::Boolean { get, .. } => Some(get(conf).to_string()),
        Slot::Text { get, .. } | Slot::Patterns { get, .. } => get(conf).map(str::to_owned),
        Slot::Choice { get, .. } => Some(get(conf).to_owned()),
        Slot::Flags { words, get, .. } => Some(flag_words(words, get(conf))),
        Slot::Pointer => pointer(row.name),
        Slot::Internal | Slot::Alias(_) => None,
    }
}

/// The words whose bits are all set, in the order of `words`.
fn flag_words(words: &[FlagWord], bits: u32) -> String {
    let set: Vec<&str> =
        words.iter().filter(|flag| bits & flag.bits == flag.bits).map(|flag| flag.word).collect();
    set.join(",")
}

pub(super) fn dump<C: Properties>(conf: &C, pointer: PointerText<'_>) -> Vec<DumpLine> {
    rows(conf)
        .filter(|&(index, row)| !row.own || conf.marks().is_explicit(index))
        .filter_map(|(index, row)| Some((row.name, get(conf, index, pointer)?)))
        .collect()
}

pub(super) fn dump_explicit<C: Properties>(conf: &C, pointer: PointerText<'_>) -> Vec<DumpLine> {
    rows(conf)
        .filter(|&(index, _)| conf.marks().is_explicit(index))
        .filter_map(|(index, row)| {
            let value = get(conf, index, pointer)?;
            Some((row.name, if row.sensitive { REDACTED.to_owned() } else { value }))
        })
        .collect()
}

/// The rows of a table that are no aliases, with their index.
fn rows<C: Properties>(_: &C) -> impl Iterator<Item = (usize, &'static Property<C>)> {
    C::TABLE.iter().enumerate().filter(|(_, row)| row.alias_of().is_none())
}

pub(super) fn is_explicit<C: Properties>(conf: &C, name: &str) -> bool {
    C::find(name).is_some_and(|index| conf.marks().is_explicit(index))
}

pub(super) fn mark_explicit<C: Properties>(conf: &mut C, name: &str) {
    if let Some(index) = C::find(name) {
        conf.marks_mut().set_explicit(index, true);
    }
}

/// Restores the default of a property and forgets that it was set.
pub(super) fn reset<C: Properties>(conf: &mut C, index: usize) {
    let row = &C::TABLE[index];
    let default = C::default();
    match &row.slot {
        Slot::Integer { get, set, .. } => set(conf, get(&default)),
        Slot::Float { get, set, .. } => set(conf, get(&default)),
        Slot::Boolean { get, set, .. } => set(conf, get(&default)),
        Slot::Text { get, set, .. } | Slot::Patterns { get, set } => set(conf, get(&default)),
        Slot::Choice { get, set, .. } => {
            set(conf, get(&default));
        }
        Slot::Flags { get, set, .. } => set(conf, get(&default)),
        Slot::Pointer | Slot::Internal | Slot::Alias(_) => {}
    }
    let marks = conf.marks_mut();
    marks.set_explicit(index, false);
    marks.ignored.retain(|ignored| ignored.name != row.name);
}

/// A copy without the properties whose name, or the name of an alias, begins with one of `filter`.
pub(super) fn dup_filter<C: Properties + Clone>(conf: &C, filter: &[&str]) -> C {
    let mut copy = conf.clone();
    for row in C::TABLE.iter().filter(|row| filter.iter().any(|prefix| row.name.starts_with(prefix))) {
        if let Some(index) = C::find(row.name) {
            reset(&mut copy, index);
        }
    }
    copy
}
