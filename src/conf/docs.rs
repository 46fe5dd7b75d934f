//! The property list for people: CONFIGURATION.md and `rd_kafka_conf_properties_show()`.
//!
//! Pure functions over the tables.

use std::fmt::Write;

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
    if let Some(name) = row.alias_of() {
        let _ = write!(text, "Alias of `{name}`: ");
    }
    let _ = write!(text, "{} *Type: {}*", target.text, type_name(&target.slot));
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
        Slot::Flags { words, .. } => words.iter().map(|flag| flag.word).collect::<Vec<&str>>().join(", "),
        _ => String::new(),
    }
}

fn default_text<C: Properties>(row: &'static Property<C>, defaults: &C) -> String {
    C::find(row.name).and_then(|index| super::apply::get(defaults, index, &|_| None)).unwrap_or_default()
}
