//! Turns a resolved schema into the text of a Rust module.

use crate::schema::{Default, Field, Message, Struct, Type, Versions};
use std::fmt::Write;

/// `TopicId` to `topic_id`.
pub fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_digit()) {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
        before = c;
    }
    out
}

fn ident(field: &Field) -> String {
    let name = snake(&field.name);
    match name.as_str() {
        "type" | "match" | "ref" | "async" | "where" | "use" | "move" => format!("r#{name}"),
        _ => name,
    }
}

/// Versions for a reader: `3-13`, `3+` up to the newest of `whole`, `5`.
fn versions_text(versions: Versions, whole: Versions) -> String {
    match versions {
        Versions { low, high } if high == whole.high => format!("{low}+"),
        Versions { low, high } if low == high => low.to_string(),
        Versions { low, high } => format!("{low}-{high}"),
    }
}

/// The test for "`version` is in `inner`", given that it is in `outer`; `true` and
/// `false` where no test is needed.
fn condition(inner: Versions, outer: Versions) -> String {
    let inner = inner.intersect(outer);
    if inner.is_empty() {
        return "false".to_owned();
    }
    match (inner.low <= outer.low, inner.high >= outer.high) {
        (true, true) => "true".to_owned(),
        (true, false) => format!("version <= {}", inner.high),
        (false, true) => format!("version >= {}", inner.low),
        _ if inner.low == inner.high => format!("version == {}", inner.low),
        _ => format!("({}..={}).contains(&version)", inner.low, inner.high),
    }
}

/// The opposite of a test made by [`condition`].
fn negated(test: &str) -> String {
    match test.split_once(' ') {
        Some((version, test)) if test.starts_with(">= ") => format!("{version} < {}", &test[3..]),
        Some((version, test)) if test.starts_with("<= ") => format!("{version} > {}", &test[3..]),
        _ => format!("!({test})"),
    }
}

/// What is emitted for one struct.
struct Context<'a> {
    message: &'a Message,
    of: &'a Struct,
    /// `true`, `false` or the name of the local variable.
    flexible: &'static str,
}

impl<'a> Context<'a> {
    fn new(message: &'a Message, of: &'a Struct) -> Context<'a> {
        let flexible = match condition(message.flexible, of.versions).as_str() {
            "true" => "true",
            "false" => "false",
            _ => "flexible",
        };
        Context { message, of, flexible }
    }

    fn flexible(&self, field: &Field) -> &'static str {
        if field.flexible { self.flexible } else { "false" }
    }

    /// Smallest number of bytes a value takes in any of `versions`.
    fn min_size(&self, ty: &Type, versions: Versions) -> usize {
        let sizes = versions.iter().map(|version| min_size(self.message, ty, version));
        sizes.min().unwrap_or(1).max(1)
    }
}

fn min_size(message: &Message, ty: &Type, version: i16) -> usize {
    let flexible = message.flexible.contains(version);
    match ty {
        Type::Bool => 1,
        Type::Number(name) => name[1..].parse::<usize>().map_or(8, |bits| bits / 8),
        Type::Uuid => 16,
        Type::String => 2 - usize::from(flexible),
        Type::Bytes | Type::Records | Type::Array(_) => 4 - 3 * usize::from(flexible),
        Type::Struct(name) => {
            let Some(of) = message.structs.iter().find(|s| s.name == *name) else { return 1 };
            let fields = of.fields.iter().filter(|f| f.versions.contains(version) && f.tag.is_none());
            let size: usize = fields
                .map(|f| match f.ty {
                    Type::Struct(_) if !f.nullable.is_empty() => 1,
                    _ => min_size(message, &f.ty, version),
                })
                .sum();
            size + usize::from(flexible)
        }
    }
}

fn rust_type(ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Number(name) => (*name).to_owned(),
        Type::Uuid => "Uuid".to_owned(),
        Type::String => "String".to_owned(),
        Type::Bytes => "Vec<u8>".to_owned(),
        Type::Records => "Records".to_owned(),
        Type::Struct(name) => name.clone(),
        Type::Array(element) => format!("Vec<{}>", rust_type(element)),
    }
}

fn is_nullable(field: &Field) -> bool {
    !field.nullable.is_empty()
}

/// True if `derive(Default)` gives the default of the schema.
fn has_derived_default(field: &Field) -> bool {
    match field.default {
        Default::Zero => !is_nullable(field),
        Default::Null => true,
        Default::Literal(_) => false,
    }
}

fn default_value(field: &Field) -> String {
    let inner = match (&field.default, &field.ty) {
        (Default::Null, _) => return "None".to_owned(),
        (Default::Literal(text), Type::String) => format!("{text}.to_owned()"),
        (Default::Literal(text), _) => text.clone(),
        (_, Type::Bool) => "false".to_owned(),
        (_, Type::Number("f64")) => "0.0".to_owned(),
        (_, Type::Number(_)) => "0".to_owned(),
        (_, Type::Uuid) => "[0; 16]".to_owned(),
        (_, Type::String) => "String::new()".to_owned(),
        (_, Type::Bytes | Type::Array(_)) => "Vec::new()".to_owned(),
        (_, Type::Records) => "Records::default()".to_owned(),
        (_, Type::Struct(name)) => format!("{name}::default()"),
    };
    if is_nullable(field) { format!("Some({inner})") } else { inner }
}

/// The test for "the field differs from its default".
fn is_set(field: &Field) -> String {
    let value = format!("self.{}", ident(field));
    match (&field.default, &field.ty, is_nullable(field)) {
        (Default::Null, ..) => format!("{value}.is_some()"),
        (Default::Literal(text), Type::String, true) => format!("{value}.as_deref() != Some({text})"),
        (_, Type::String, true) => format!("{value}.as_deref() != Some(\"\")"),
        (_, Type::Array(_) | Type::Bytes, true) => {
            format!("!{value}.as_ref().is_some_and(Vec::is_empty)")
        }
        (Default::Zero, Type::Bool, false) => value,
        (Default::Literal(_), Type::Bool, false) => format!("!{value}"),
        (Default::Zero, Type::String | Type::Array(_) | Type::Bytes | Type::Records, false) => {
            format!("!{value}.is_empty()")
        }
        _ => format!("{value} != {}", default_value(field)),
    }
}

/// Statement body that writes a value. `place` is how to reach it; `by_ref` when that
/// is a reference already.
fn write_value(ty: &Type, flexible: &str, place: &str, by_ref: bool) -> String {
    let borrow = if by_ref { place.to_owned() } else { format!("&{place}") };
    match ty {
        Type::Bool | Type::Number(_) => {
            let deref = if by_ref { "*" } else { "" };
            format!("w.{}({deref}{place})", rust_type(ty))
        }
        Type::Uuid => format!("w.uuid({borrow})"),
        Type::String => format!("w.string({borrow}, {flexible})"),
        Type::Bytes => format!("w.bytes({borrow}, {flexible})"),
        Type::Records => format!("w.records({borrow}, {flexible})"),
        Type::Struct(_) => format!("{place}.encode(w, version)"),
        Type::Array(element) => {
            let inner = write_value(element, flexible, "v", true);
            format!("w.array({borrow}, {flexible}, |w, v| {inner})")
        }
    }
}

fn write_field(cx: &Context, field: &Field) -> String {
    let (place, flexible) = (format!("self.{}", ident(field)), cx.flexible(field));
    if !is_nullable(field) {
        return write_value(&field.ty, flexible, &place, false);
    }
    let null = condition(field.nullable, field.versions);
    match &field.ty {
        Type::String => format!("w.nullable_string({place}.as_deref(), {flexible}, {null})"),
        Type::Bytes => format!("w.nullable_bytes({place}.as_deref(), {flexible}, {null})"),
        Type::Records => format!("w.nullable_records({place}.as_ref(), {flexible}, {null})"),
        Type::Array(element) => {
            let inner = write_value(element, flexible, "v", true);
            format!("w.nullable_array({place}.as_deref(), {flexible}, {null}, |w, v| {inner})")
        }
        _ => {
            let inner = write_value(&field.ty, flexible, "v", true);
            format!("w.nullable_struct({place}.as_ref(), {null}, |w, v| {inner})")
        }
    }
}

/// Expression of type `Result<value>` that reads a value.
fn read_value(cx: &Context, ty: &Type, versions: Versions, flexible: &str) -> String {
    match ty {
        Type::Bool | Type::Number(_) => format!("r.{}()", rust_type(ty)),
        Type::Uuid => "r.uuid()".to_owned(),
        Type::String => format!("r.string({flexible})"),
        Type::Bytes => format!("r.bytes({flexible})"),
        Type::Records => format!("r.records({flexible})"),
        Type::Struct(name) => format!("{name}::decode(r, version)"),
        Type::Array(element) => {
            let inner = read_value(cx, element, versions, flexible);
            format!("r.array({flexible}, {}, |r| {inner})", cx.min_size(element, versions))
        }
    }
}

fn read_field(cx: &Context, field: &Field) -> String {
    let flexible = cx.flexible(field);
    if !is_nullable(field) {
        return read_value(cx, &field.ty, field.versions, flexible);
    }
    let null = condition(field.nullable, field.versions);
    match &field.ty {
        Type::String => format!("r.nullable_string({flexible}, {null})"),
        Type::Bytes => format!("r.nullable_bytes({flexible}, {null})"),
        Type::Records => format!("r.nullable_records({flexible}, {null})"),
        Type::Array(element) => {
            let inner = read_value(cx, element, field.versions, flexible);
            let min_size = cx.min_size(element, field.versions);
            format!("r.nullable_array({flexible}, {null}, {min_size}, |r| {inner})")
        }
        _ => {
            let inner = read_value(cx, &field.ty, field.versions, flexible);
            format!("r.nullable_struct({null}, |r| {inner})")
        }
    }
}

/// Expression that makes up a value, for tests.
fn random_value(ty: &Type) -> String {
    match ty {
        Type::Bool | Type::Number(_) => format!("g.{}()", rust_type(ty)),
        Type::Uuid => "g.uuid()".to_owned(),
        Type::String => "g.string()".to_owned(),
        Type::Bytes => "g.bytes()".to_owned(),
        Type::Records => "g.records()".to_owned(),
        Type::Struct(name) => format!("{name}::random(g, version)"),
        Type::Array(element) => format!("g.array(|g| {})", random_value(element)),
    }
}

/// Statements behind tests; neighbours with the same test share it.
#[derive(Default)]
struct Block {
    text: String,
    open: String,
}

impl Block {
    /// `if test { statement }`, without the test where it always holds.
    fn when(&mut self, test: &str, statement: &str) {
        if test == "false" {
            return;
        }
        if self.open != test {
            self.close();
            if test != "true" {
                let _ = writeln!(self.text, "if {test} {{");
                test.clone_into(&mut self.open);
            }
        }
        let _ = writeln!(self.text, "{statement}");
    }

    fn close(&mut self) {
        if !self.open.is_empty() {
            self.text.push_str("}\n");
            self.open.clear();
        }
    }

    fn finish(mut self) -> String {
        self.close();
        self.text
    }
}

fn tagged_fields(of: &Struct) -> Vec<&Field> {
    let mut fields: Vec<&Field> = of.fields.iter().filter(|f| f.tag.is_some()).collect();
    fields.sort_by_key(|f| f.tag);
    fields
}

fn encode_body(cx: &Context) -> String {
    let mut out = Block::default();
    for field in cx.of.fields.iter().filter(|f| f.tag.is_none()) {
        let test = condition(field.versions, cx.of.versions);
        let mut statement = format!("{};", write_field(cx, field));
        if test == "true" || field.ignorable {
            out.when(&test, &statement);
        } else {
            let (set, name) = (is_set(field), &field.name);
            statement = format!("if {test} {{ {statement} }} else if {set} {{ w.unsupported(\"{name}\"); }}");
            out.when("true", &statement);
        }
    }
    let tagged = tagged_fields(cx.of);
    for field in &tagged {
        let test = condition(field.tagged, cx.of.versions);
        if test != "true" && !field.ignorable {
            let test = format!("{} && {}", negated(&test), is_set(field));
            out.when(&test, &format!("w.unsupported(\"{}\");", field.name));
        }
    }
    if tagged.is_empty() {
        out.when(cx.flexible, "w.no_tagged_fields();");
    } else {
        out.when(cx.flexible, "let mark = w.start_tagged_fields();");
    }
    for field in tagged {
        let test = condition(field.tagged, cx.of.versions.intersect(cx.message.flexible));
        let test = match test.as_str() {
            "true" => is_set(field),
            _ => format!("{test} && {}", is_set(field)),
        };
        let (tag, content) = (field.tag.unwrap_or_default(), write_field(cx, field));
        let statement = format!("if {test} {{ w.tagged_field(mark, {tag}, |w| {content}); }}");
        out.when(cx.flexible, &statement);
    }
    out.finish()
}

fn decode_body(cx: &Context) -> String {
    let mut out = Block::default();
    for field in cx.of.fields.iter().filter(|f| f.tag.is_none()) {
        let test = condition(field.versions, cx.of.versions);
        out.when(&test, &format!("m.{} = {}?;", ident(field), read_field(cx, field)));
    }
    let tagged = tagged_fields(cx.of);
    if tagged.is_empty() {
        out.when(cx.flexible, "r.skip_tagged_fields()?;");
        return out.finish();
    }
    let mut arms = String::new();
    for field in tagged {
        let tag = field.tag.unwrap_or_default();
        let guard = match condition(field.tagged, cx.of.versions.intersect(cx.message.flexible)).as_str() {
            "true" => String::new(),
            test => format!(" if {test}"),
        };
        let _ = writeln!(arms, "{tag}{guard} => m.{} = {}?,", ident(field), read_field(cx, field));
    }
    let end = format!("r.tagged_fields(|tag, r| {{ match tag {{ {arms} _ => {{}} }} Ok(()) }})?;");
    out.when(cx.flexible, &end);
    out.finish()
}

fn random_body(cx: &Context) -> String {
    let mut out = Block::default();
    for field in &cx.of.fields {
        let versions = if field.tag.is_some() { field.tagged } else { field.versions };
        let test = condition(versions, cx.of.versions);
        let mut value = random_value(&field.ty);
        if is_nullable(field) {
            value = format!("g.nullable({}, |g| {value})", condition(field.nullable, field.versions));
        }
        out.when(&test, &format!("m.{} = {value};", ident(field)));
    }
    out.finish()
}

/// `name` where `body` uses it as a word, `_name` otherwise.
fn parameter(name: &str, body: &str) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let used = body.split(|c: char| !word(c)).any(|part| part == name);
    if used { name.to_owned() } else { format!("_{name}") }
}

fn field_doc(field: &Field, of: &Struct, message: &Message) -> String {
    let mut doc = format!("Field `{}`", field.name);
    if field.versions != of.versions {
        let _ = write!(doc, ", versions {}", versions_text(field.versions, message.versions));
    }
    if field.nullable == field.versions {
        doc += ", nullable";
    } else if is_nullable(field) {
        let _ = write!(doc, ", nullable in versions {}", versions_text(field.nullable, message.versions));
    }
    if let Some(tag) = field.tag {
        let _ = write!(doc, ", tag {tag}");
    }
    doc + "."
}

fn emit_struct(out: &mut String, message: &Message, of: &Struct) {
    let cx = Context::new(message, of);
    let name = &of.name;
    let what = if *name == message.name { "Message" } else { "Struct" };
    let derived = of.fields.iter().all(has_derived_default);
    let _ = writeln!(out, "/// {what} `{name}`, versions {}-{}.", of.versions.low, of.versions.high);
    let _ = writeln!(out, "#[derive(Debug, Clone, PartialEq{})]", if derived { ", Default" } else { "" });
    let _ = writeln!(out, "pub struct {name} {{");
    for field in &of.fields {
        let ty = rust_type(&field.ty);
        let ty = if is_nullable(field) { format!("Option<{ty}>") } else { ty };
        let _ = writeln!(out, "/// {}\npub {}: {ty},", field_doc(field, of, message), ident(field));
    }
    out.push_str("}\n\n");
    if !derived {
        let _ = writeln!(out, "impl Default for {name} {{ fn default() -> Self {{ {name} {{");
        for field in &of.fields {
            let _ = writeln!(out, "{}: {},", ident(field), default_value(field));
        }
        out.push_str("} } }\n\n");
    }
    emit_message_impl(out, &cx);
    let random = random_body(&cx);
    let (g, version) = (parameter("g", &random), parameter("version", &random));
    let _ = writeln!(
        out,
        "#[cfg(test)]\nimpl crate::protocol::testing::Random for {name} {{
            fn random({g}: &mut crate::protocol::testing::Gen, {version}: i16) -> Self {{
                #[allow(unused_mut)]
                let mut m = Self::default(); {random} m
            }} }}\n"
    );
}

fn emit_message_impl(out: &mut String, cx: &Context) {
    let name = &cx.of.name;
    let local = match cx.flexible {
        "flexible" => format!("let flexible = {};\n", condition(cx.message.flexible, cx.of.versions)),
        _ => String::new(),
    };
    let used = |body: String| if body.contains("flexible") { local.clone() + &body } else { body };
    let (encode, decode) = (used(encode_body(cx)), used(decode_body(cx)));
    let _ = writeln!(
        out,
        "impl Message for {name} {{
            const NAME: &'static str = \"{name}\";

            fn encode(&self, {w}: &mut Writer, {ev}: i16) {{ {encode} }}

            fn decode({r}: &mut Reader<'_>, {dv}: i16) -> Result<Self, DecodeError> {{
                let {muta}m = Self::default(); {decode} Ok(m)
            }} }}\n",
        w = parameter("w", &encode),
        ev = parameter("version", &encode),
        r = parameter("r", &decode),
        dv = parameter("version", &decode),
        muta = if decode.contains("m.") { "mut " } else { "" },
    );
}

/// The module of one message.
pub fn module(message: &Message) -> Result<String, String> {
    for (i, of) in message.structs.iter().enumerate() {
        if message.structs[..i].iter().any(|earlier| earlier.name == of.name) {
            return Err(format!("{}: struct {} is defined twice", message.name, of.name));
        }
    }
    let types = |wanted: fn(&Type) -> bool| {
        let mut fields = message.structs.iter().flat_map(|of| &of.fields);
        fields.any(|f| wanted(&f.ty) || matches!(&f.ty, Type::Array(element) if wanted(element)))
    };
    let mut imports = vec!["DecodeError", "Message", "Reader", "Writer"];
    if types(|ty| *ty == Type::Records) {
        imports.push("Records");
    }
    if types(|ty| *ty == Type::Uuid) {
        imports.push("Uuid");
    }
    if message.is_request {
        imports.extend(["ApiKey", "Request"]);
    }
    let Versions { low, high } = message.versions;
    let mut out = format!(
        "//! `{}`, versions {low}-{high}. Written by tools/protocol-gen: do not edit.\n\n\
         use crate::protocol::{{{}}};\n\n",
        message.name,
        imports.join(", ")
    );
    for of in &message.structs {
        emit_struct(&mut out, message, of);
    }
    if message.is_request {
        let api = message.name.trim_end_matches("Request");
        let flexible = condition(message.flexible, message.versions);
        let _ = writeln!(
            out,
            "impl Request for {name} {{
                const API: ApiKey = ApiKey::{konst};
                const VERSIONS: std::ops::RangeInclusive<i16> = {low}..={high};
                type Response = super::{api}Response;

                fn is_flexible({version}: i16) -> bool {{ {flexible} }} }}",
            name = message.name,
            konst = snake(api).to_ascii_uppercase(),
            version = parameter("version", &flexible),
        );
    }
    Ok(out)
}

/// The `mod.rs` over all modules.
pub fn index(messages: &[Message]) -> String {
    let mut out = "//! Kafka's messages. Written by tools/protocol-gen: do not edit.\n\n\
        #![allow(clippy::field_reassign_with_default)]\n\n"
        .to_owned();
    for message in messages {
        let _ = writeln!(out, "pub mod {};", snake(&message.name));
    }
    out.push('\n');
    for message in messages {
        let _ = writeln!(out, "pub use {}::{};", snake(&message.name), message.name);
    }
    out.push_str(
        "\n/// Calls `$call!(Type, lowest version, highest version);` for each message.\n\
         #[cfg(test)]\nmacro_rules! for_each_message { ($call:ident) => {\n",
    );
    for message in messages {
        let Versions { low, high } = message.versions;
        let _ = writeln!(out, "$call!({}, {low}, {high});", message.name);
    }
    out + "}; }\n#[cfg(test)]\npub(crate) use for_each_message;\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(snake("TopicId"), "topic_id");
        assert_eq!(snake("ISRNodes"), "isrnodes");
        assert_eq!(snake("Enable2Pc"), "enable2_pc");
    }

    #[test]
    fn conditions_are_the_shortest_that_do() {
        let outer = Versions { low: 2, high: 8 };
        let test = |low, high| condition(Versions { low, high }, outer);
        assert_eq!(test(0, 9), "true");
        assert_eq!(test(9, 12), "false");
        assert_eq!(test(4, i16::MAX), "version >= 4");
        assert_eq!(test(0, 5), "version <= 5");
        assert_eq!(test(4, 4), "version == 4");
        assert_eq!(test(4, 5), "(4..=5).contains(&version)");
    }

    #[test]
    fn a_module_holds_what_the_schema_says() {
        let message = crate::example();
        let text = module(&message).unwrap();
        for part in [
            "pub r#type: Option<String>,",
            "limit: 127,",
            "const VERSIONS: std::ops::RangeInclusive<i16> = 1..=4;",
            "w.nullable_string(self.r#type.as_deref(), flexible, version >= 2)",
            "w.unsupported(\"Type\")",
            "if version >= 2 {\nm.items = r.array(flexible, 16, |r| Item::decode(r, version))?;\n}",
            "w.tagged_field(mark, 0, |w| w.string(&self.note, flexible))",
        ] {
            assert!(text.contains(part), "{part} not in\n{text}");
        }
        assert!(!text.contains("Future"));
    }
}
