//! Puts the headers together: cbindgen turns src/ffi into declarations, in one pass per
//! kind of item since each needs another style; templates hold what has no counterpart
//! in Rust (includes, macros).

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config, DocumentationStyle, Language, Style};

const HEAD: &str = include_str!("templates/rdkafka_head.h");
const PRODUCEV: &str = include_str!("templates/rdkafka_producev.h");
const TAIL: &str = include_str!("templates/rdkafka_tail.h");
const MOCK_HEAD: &str = include_str!("templates/rdkafka_mock_head.h");
const MOCK_TAIL: &str = include_str!("templates/rdkafka_mock_tail.h");

/// Sections of rdkafka.h that come first, in this order; the others follow by name.
const ORDER: [&str; 17] = [
    "version",
    "error",
    "names",
    "conf",
    "topic_conf",
    "partitioner",
    "handle",
    "topic",
    "producer",
    "message",
    "headers",
    "topic_partition",
    "metadata",
    "queue",
    "event",
    "log",
    "interceptor",
];

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The text of each header, by file name.
pub fn headers(root: &Path) -> Result<Vec<(&'static str, String)>> {
    let ffi = root.join("src/ffi");
    let source = Source { renames: renames(&ffi)?, types: ffi.join("types") };
    let version = package_version(root)?;

    let mut text = HEAD.replace("@OWN_VERSION@", &version);
    text += &source.constants()?;
    text += &source.types("enums.rs", Style::Both)?;
    text += &source.types("resp_err.rs", Style::Both)?;
    text += &aliases(&fs::read_to_string(ffi.join("types/resp_err.rs"))?)?;
    text += &source.structs()?;
    text += &source.types("callbacks.rs", Style::Tag)?.replace("(*rd_kafka_", "(rd_kafka_");
    text += PRODUCEV;
    let (mock, plain): (Vec<_>, Vec<_>) =
        sections(&ffi)?.into_iter().partition(|s| s.name.starts_with("mock"));
    for section in plain {
        text += &source.functions(&section)?;
    }
    text += TAIL;

    let mut mock_text = MOCK_HEAD.to_owned();
    mock_text += &source.types("mock.rs", Style::Tag)?;
    for section in mock {
        mock_text += &source.functions(&section)?;
    }
    mock_text += MOCK_TAIL;
    Ok(vec![("rdkafka.h", tidy(&text)), ("rdkafka_mock.h", tidy(&mock_text))])
}

/// Source files under one section heading.
struct Section {
    name: String,
    title: String,
    files: Vec<PathBuf>,
}

/// The files of src/ffi that export functions, in the order of the header.
fn sections(ffi: &Path) -> Result<Vec<Section>> {
    let mut found: Vec<Section> = Vec::new();
    for path in rust_files(ffi)? {
        let text = fs::read_to_string(&path)?;
        if !text.contains("#[unsafe(no_mangle)]") {
            continue;
        }
        let relative = path.strip_prefix(ffi)?.with_extension("");
        let name = relative.iter().next().map_or(String::new(), |part| part.to_string_lossy().into_owned());
        match found.iter_mut().find(|section| section.name == name) {
            Some(section) => section.files.push(path),
            None => {
                let title = text.lines().next().unwrap_or("").trim_start_matches("//!").trim().to_owned();
                found.push(Section { name, title, files: vec![path] });
            }
        }
    }
    let rank = |section: &Section| ORDER.iter().position(|n| *n == section.name).unwrap_or(ORDER.len());
    found.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
    Ok(found)
}

fn rust_files(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut entries: Vec<PathBuf> =
        fs::read_dir(dir)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

/// Names that stand for something else in the headers.
fn renames(ffi: &Path) -> Result<HashMap<String, String>> {
    let mut map = HashMap::new();
    let mut add = |from: &str, to: &str| {
        map.insert(from.to_owned(), to.to_owned());
    };
    add("RespErr", "rd_kafka_resp_err_t");
    // The rows of `by_value!`.
    for line in fs::read_to_string(ffi.join("types/mod.rs"))?.lines() {
        let line = line.trim().trim_end_matches(',');
        if let Some((alias, name)) = line.split_once(" = ")
            && name.starts_with("rd_kafka_")
            && alias.chars().all(char::is_alphanumeric)
        {
            add(alias, name);
        }
    }
    for name in public_names(&fs::read_to_string(ffi.join("types/callbacks.rs"))?, &["type"]) {
        add(&name, &format!("{name} *"));
    }
    for name in ["sockaddr", "addrinfo"] {
        add(name, &format!("struct {name}"));
    }
    for name in struct_tags(&fs::read_to_string(ffi.join("types/structs.rs"))?) {
        add(&name, &format!("struct {name}"));
    }
    Ok(map)
}

/// Structs without a `_t` name: C code has to say `struct`.
fn struct_tags(text: &str) -> Vec<String> {
    public_names(text, &["struct"])
}

/// Names of the public items of these kinds in `text`.
fn public_names(text: &str, kinds: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    for line in text.lines() {
        for kind in kinds {
            if let Some(rest) = line.strip_prefix(&format!("pub {kind} ")) {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                names.push(rest[..end].to_owned());
            }
        }
    }
    names
}

/// `#define`s for the second names of error codes, from the lines
/// `pub const OTHER: RespErr = RespErr::named(rd_kafka_resp_err_t::NAME);`.
fn aliases(text: &str) -> Result<String> {
    let mut out = String::new();
    for rest in text.split("\npub const ").skip(1) {
        let (item, _) = rest.split_once(';').ok_or("constant without end")?;
        let (alias, value) = item.split_once(':').ok_or("alias without type")?;
        let (_, name) = value.rsplit_once("::").ok_or("alias without value")?;
        let name = name.trim_end_matches(')');
        writeln!(out, "/** Another name of `{name}`. */\n#define {alias} {name}\n")?;
    }
    Ok(out)
}

fn package_version(root: &Path) -> Result<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let line = manifest
        .lines()
        .find_map(|line| line.strip_prefix("version = "))
        .ok_or("no version in Cargo.toml")?;
    Ok(line.trim().trim_matches('"').to_owned())
}

struct Source {
    renames: HashMap<String, String>,
    types: PathBuf,
}

impl Source {
    fn config(&self, style: Style) -> Config {
        let mut config = Config {
            language: Language::C,
            style,
            no_includes: true,
            usize_is_size_t: true,
            documentation_style: DocumentationStyle::Doxy,
            line_length: 90,
            tab_width: 8,
            ..Config::default()
        };
        config.export.rename = self.renames.clone();
        config.function.deprecated = Some("RD_DEPRECATED".to_owned());
        config.function.deprecated_with_note = Some("RD_DEPRECATED".to_owned());
        config.function.prefix = Some("RD_EXPORT".to_owned());
        config
    }

    fn generate(&self, config: Config, files: &[PathBuf]) -> Result<String> {
        let mut builder = Builder::new().with_config(config);
        for file in files {
            builder = builder.with_src(file);
        }
        let mut bytes = Vec::new();
        builder.generate()?.write(&mut bytes);
        Ok(String::from_utf8(bytes)?)
    }

    /// The public types of one file.
    fn types(&self, file: &str, style: Style) -> Result<String> {
        let path = self.types.join(file);
        let mut config = self.config(style);
        config.export.include =
            public_names(&fs::read_to_string(&path)?, &["enum", "struct", "union", "type"]);
        for name in &config.export.include {
            config.export.rename.remove(name);
        }
        Ok(self.generate(config, &[path])?.replace(",\n}", "\n}"))
    }

    /// Opaque types and structs, which refer to each other.
    fn structs(&self) -> Result<String> {
        let files = [self.types.join("opaque.rs"), self.types.join("structs.rs")];
        let mut config = self.config(Style::Tag);
        for file in &files {
            config
                .export
                .include
                .extend(public_names(&fs::read_to_string(file)?, &["struct", "union", "type"]));
        }
        for name in &config.export.include {
            config.export.rename.remove(name);
        }
        self.generate(config, &files)
    }

    fn constants(&self) -> Result<String> {
        let path = self.types.join("constants.rs");
        let mut out = String::new();
        // cbindgen leaves out texts.
        let text = fs::read_to_string(&path)?;
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2) {
            if let Some((name, value)) =
                pair[1].strip_prefix("pub const ").and_then(|rest| rest.split_once(": &str = "))
            {
                let comment = pair[0].trim_start_matches("///").trim();
                writeln!(out, "/** {comment} */\n#define {name} {}\n", value.trim_end_matches(';'))?;
            }
        }
        for line in self.generate(self.config(Style::Tag), &[path])?.lines() {
            match line.strip_prefix("#define ").and_then(|rest| rest.split_once(" -")) {
                Some((name, value)) => writeln!(out, "#define {name} (-{value})")?,
                None => writeln!(out, "{line}")?,
            }
        }
        Ok(out)
    }

    /// The functions of one section, in the order of the source.
    fn functions(&self, section: &Section) -> Result<String> {
        let mut config = self.config(Style::Tag);
        config.export.item_types = vec![cbindgen::ItemType::Functions];
        let mut out = format!("\n\n/*\n * {}\n */\n\n", section.title.trim_end_matches('.'));
        for file in &section.files {
            // The modules that a mod.rs names have their own turn.
            config.export.exclude.clear();
            for other in section.files.iter().filter(|other| *other != file) {
                config.export.exclude.extend(exported(&fs::read_to_string(other)?));
            }
            out += &self.generate(config.clone(), std::slice::from_ref(file))?;
            out.push('\n');
        }
        let mut text = String::new();
        for line in out.lines() {
            // Parameters that the Rust code does not use begin with `_`.
            let comment = line.trim_start().starts_with(['/', '*']);
            text += &if comment { line.to_owned() } else { line.replace(" _", " ").replace("*_", "*") };
            text.push('\n');
        }
        Ok(text.replace("Variadic args", "...").replace("* *", "**"))
    }
}

/// Names of the functions that a file exports.
fn exported(text: &str) -> impl Iterator<Item = String> {
    let names = text.lines().filter_map(|line| line.split_once("extern \"C\" fn ")?.1.split('(').next());
    names.map(str::to_owned)
}

/// Removes what cbindgen leaves: blanks at line ends, runs of empty lines, comments of a
/// single line in three.
fn tidy(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim_end) {
        if line.is_empty() && out.last().is_none_or(String::is_empty) {
            continue;
        }
        if line.trim() == "*/" && out.last().is_some_and(|last| last.trim() == "*") {
            out.pop();
        }
        if line.trim() == "*/" && out.len() >= 2 && out[out.len() - 2].trim() == "/**" {
            let body = out.pop().unwrap_or_default();
            let open = out.pop().unwrap_or_default();
            let body = body.trim_start().trim_start_matches('*').trim();
            let one = format!("{} {body} */", open);
            if one.len() <= 90 {
                out.push(one);
                continue;
            }
            let indent = &open[..open.len() - 3];
            out.push(open.clone());
            out.push(format!("{indent} * {body}"));
        }
        out.push(line.to_owned());
    }
    out.join("\n") + "\n"
}
