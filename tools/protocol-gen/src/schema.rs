//! Reads a message schema and resolves it: types, version ranges, nested structs.

use serde::Deserialize;
use std::path::Path;

/// A closed range of versions; empty when `low > high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versions {
    pub low: i16,
    pub high: i16,
}

impl Versions {
    const NONE: Versions = Versions { low: 0, high: -1 };

    fn parse(text: &str) -> Result<Versions, String> {
        let number = |part: &str| part.parse::<i16>().map_err(|_| format!("bad versions {text:?}"));
        match text.strip_suffix('+') {
            _ if text == "none" => Ok(Versions::NONE),
            Some(low) => Ok(Versions { low: number(low)?, high: i16::MAX }),
            None => {
                let (low, high) = text.split_once('-').unwrap_or((text, text));
                Ok(Versions { low: number(low)?, high: number(high)? })
            }
        }
    }

    pub fn intersect(self, other: Versions) -> Versions {
        Versions { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    pub fn is_empty(self) -> bool {
        self.low > self.high
    }

    pub fn contains(self, version: i16) -> bool {
        (self.low..=self.high).contains(&version)
    }

    pub fn iter(self) -> impl Iterator<Item = i16> {
        self.low..=self.high
    }
}

/// Type of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    Bool,
    /// Name in Rust: `i8` to `i64`, `u16`, `u32`, `f64`.
    Number(&'static str),
    Uuid,
    String,
    Bytes,
    Records,
    Struct(String),
    Array(Box<Type>),
}

impl Type {
    fn parse(text: &str) -> Type {
        match text {
            "bool" => Type::Bool,
            "int8" => Type::Number("i8"),
            "int16" => Type::Number("i16"),
            "int32" => Type::Number("i32"),
            "int64" => Type::Number("i64"),
            "uint16" => Type::Number("u16"),
            "uint32" => Type::Number("u32"),
            "float64" => Type::Number("f64"),
            "uuid" => Type::Uuid,
            "string" => Type::String,
            "bytes" => Type::Bytes,
            "records" => Type::Records,
            _ => match text.strip_prefix("[]") {
                Some(element) => Type::Array(Box::new(Type::parse(element))),
                None => Type::Struct(text.to_owned()),
            },
        }
    }
}

/// Default value of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Default {
    /// The zero of the type: 0, false, empty.
    Zero,
    Null,
    /// Literal in Rust.
    Literal(String),
}

/// A field of a struct, with versions cut down to those of the struct.
#[derive(Debug, Clone)]
pub struct Field {
    pub name: String,
    pub ty: Type,
    pub versions: Versions,
    pub nullable: Versions,
    pub tag: Option<u32>,
    pub tagged: Versions,
    pub default: Default,
    pub ignorable: bool,
    /// False where the field keeps the old form of lengths in flexible versions.
    pub flexible: bool,
}

/// A struct with the versions it occurs in.
#[derive(Debug, Clone)]
pub struct Struct {
    pub name: String,
    pub versions: Versions,
    pub fields: Vec<Field>,
}

/// A message: its top struct first, then the nested ones.
#[derive(Debug, Clone)]
pub struct Message {
    pub name: String,
    pub is_request: bool,
    pub versions: Versions,
    pub flexible: Versions,
    pub structs: Vec<Struct>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawMessage {
    name: String,
    r#type: String,
    valid_versions: String,
    flexible_versions: String,
    #[serde(default)]
    latest_version_unstable: bool,
    fields: Vec<RawField>,
    #[serde(default)]
    common_structs: Vec<RawStruct>,
}

#[derive(Deserialize)]
struct RawStruct {
    name: String,
    versions: String,
    fields: Vec<RawField>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawField {
    name: String,
    r#type: String,
    versions: String,
    nullable_versions: Option<String>,
    tagged_versions: Option<String>,
    flexible_versions: Option<String>,
    tag: Option<u32>,
    default: Option<serde_json::Value>,
    #[serde(default)]
    ignorable: bool,
    fields: Option<Vec<RawField>>,
}

/// Reads `<dir>/<name>.json`.
pub fn load(dir: &Path, name: &str) -> Result<Message, String> {
    let path = dir.join(format!("{name}.json"));
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Resolves the text of a schema.
pub fn parse(text: &str) -> Result<Message, String> {
    let json: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let raw: RawMessage = serde_json::from_str(&json).map_err(|e| e.to_string())?;
    let mut versions = Versions::parse(&raw.valid_versions)?;
    if raw.latest_version_unstable {
        versions.high -= 1;
    }
    let mut message = Message {
        name: raw.name.clone(),
        is_request: raw.r#type == "request",
        versions,
        flexible: Versions::parse(&raw.flexible_versions)?,
        structs: Vec::new(),
    };
    add_struct(&mut message, &raw.name, &raw.fields, versions)?;
    for common in &raw.common_structs {
        let versions = Versions::parse(&common.versions)?.intersect(versions);
        add_struct(&mut message, &common.name, &common.fields, versions)?;
    }
    Ok(message)
}

fn add_struct(
    message: &mut Message,
    name: &str,
    raw_fields: &[RawField],
    versions: Versions,
) -> Result<(), String> {
    let at = message.structs.len();
    message.structs.push(Struct { name: name.to_owned(), versions, fields: Vec::new() });
    for raw in raw_fields {
        let field = resolve(raw, versions).map_err(|e| format!("{name}.{}: {e}", raw.name))?;
        if field.versions.is_empty() {
            continue;
        }
        if let Some(nested) = &raw.fields {
            let element = match &field.ty {
                Type::Array(element) => element,
                other => other,
            };
            let Type::Struct(nested_name) = element else {
                return Err(format!("{name}.{}: fields in a primitive", raw.name));
            };
            add_struct(message, nested_name, nested, field.versions)?;
        }
        message.structs[at].fields.push(field);
    }
    Ok(())
}

fn resolve(raw: &RawField, versions: Versions) -> Result<Field, String> {
    let range = |text: &Option<String>| match text {
        Some(text) => Versions::parse(text),
        None => Ok(Versions::NONE),
    };
    let ty = Type::parse(&raw.r#type);
    let own = Versions::parse(&raw.versions)?.intersect(versions);
    let nullable = range(&raw.nullable_versions)?.intersect(own);
    let default = resolve_default(raw.default.as_ref(), &ty, nullable)?;
    Ok(Field {
        name: raw.name.clone(),
        versions: own,
        nullable,
        tag: raw.tag,
        tagged: range(&raw.tagged_versions)?.intersect(own),
        default,
        ignorable: raw.ignorable,
        flexible: raw.flexible_versions.as_deref() != Some("none"),
        ty,
    })
}

fn resolve_default(
    value: Option<&serde_json::Value>,
    ty: &Type,
    nullable: Versions,
) -> Result<Default, String> {
    let text = match value {
        // Record data is null unless set.
        None if *ty == Type::Records && !nullable.is_empty() => return Ok(Default::Null),
        None => return Ok(Default::Zero),
        Some(serde_json::Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    if text == "null" {
        return Ok(Default::Null);
    }
    let literal = match ty {
        Type::Number(_) => {
            let number = match text.strip_prefix("0x") {
                Some(hex) => i64::from_str_radix(hex, 16),
                None => text.parse(),
            };
            match number.map_err(|_| format!("bad default {text:?}"))? {
                0 => return Ok(Default::Zero),
                number => number.to_string(),
            }
        }
        Type::Bool if text == "true" => text,
        Type::Bool if text == "false" => return Ok(Default::Zero),
        Type::String if text.is_empty() => return Ok(Default::Zero),
        Type::String => format!("{text:?}"),
        _ => return Err(format!("default {text:?} for a type that has none")),
    };
    Ok(Default::Literal(literal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_parsed_and_cut() {
        let all = Versions::parse("1-4").unwrap();
        assert_eq!(Versions::parse("3+").unwrap().intersect(all), Versions { low: 3, high: 4 });
        assert_eq!(Versions::parse("2").unwrap(), Versions { low: 2, high: 2 });
        assert!(Versions::parse("none").unwrap().is_empty());
        assert!(Versions::parse("x-2").is_err());
    }

    #[test]
    fn fields_are_resolved() {
        let message = crate::example();
        let top = &message.structs[0];
        assert_eq!(top.fields.len(), 3, "a field of later versions is left out");
        assert_eq!(top.fields[0].versions, Versions { low: 1, high: 2 });
        assert_eq!(top.fields[0].nullable, Versions { low: 2, high: 2 });
        assert_eq!(top.fields[1].default, Default::Literal("127".to_owned()));
        assert_eq!(message.structs[1].name, "Item");
        assert_eq!(message.structs[1].versions, Versions { low: 2, high: 4 });
        assert_eq!(message.structs[1].fields[1].tag, Some(0));
    }
}
