//! The list of brokers that a client starts from: `bootstrap.servers` and
//! `rd_kafka_brokers_add()`. Pure functions.

use super::socket::system_family;
use crate::base::log::{Level, LogLine};
use crate::conf::AddressFamily;
use crate::sys::net;
use std::net::SocketAddr;

/// Port of a server whose entry names none.
pub const DEFAULT_PORT: u16 = 9092;

/// Host names or addresses (without brackets) and ports, in the order of the list.
/// Reading ends at the first entry that is not acceptable, with a line that says
/// why; what stands before it is used, as in librdkafka.
///
/// An entry is `[PROTOCOL://][host][:port]`, an IPv6 address in brackets if a port
/// follows. `protocol` is `security.protocol`, which entries may only repeat.
pub fn parse(list: &str, protocol: &str) -> (Vec<(String, u16)>, Option<LogLine>) {
    let mut out = Vec::new();
    for (at, entry) in entries(list) {
        match parse_entry(entry, protocol) {
            Ok(server) => out.push(server),
            Err(reason) => {
                let text = format!("Broker name \"{}\" parse error: {reason}", &list[at..]);
                return (out, Some(LogLine::new(Level::Warning, "BROKER", text)));
            }
        }
    }
    (out, None)
}

/// `client.dns.lookup=resolve_canonical_bootstrap_servers_only`: every address of
/// every server, by its canonical name. A server that can not be resolved, or whose
/// addresses have no names, stays as it is. Blocks for the look-ups.
pub fn canonical(servers: Vec<(String, u16)>, family: AddressFamily) -> Vec<(String, u16)> {
    let family = system_family(family);
    let resolve = |host: &str, port| net::resolve(host, port, family).unwrap_or_default();
    canonical_by(servers, resolve, net::canonical_name)
}

fn canonical_by(
    servers: Vec<(String, u16)>,
    resolve: impl Fn(&str, u16) -> Vec<SocketAddr>,
    name: impl Fn(&SocketAddr) -> Option<String>,
) -> Vec<(String, u16)> {
    let mut out: Vec<(String, u16)> = Vec::new();
    for (host, port) in servers {
        let mut names: Vec<String> = resolve(&host, port).iter().filter_map(&name).collect();
        if names.is_empty() {
            names.push(host);
        }
        for name in names {
            if !out.iter().any(|known| known.1 == port && known.0 == name) {
                out.push((name, port));
            }
        }
    }
    out
}

/// Entries between commas, without blanks around them, and where each begins.
fn entries(list: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    list.split(',').filter_map(move |raw| {
        let start = at;
        at += raw.len() + 1;
        let blanks = raw.len() - raw.trim_start().len();
        let entry = raw.trim();
        (!entry.is_empty()).then_some((start + blanks, entry))
    })
}

fn parse_entry(entry: &str, protocol: &str) -> Result<(String, u16), String> {
    let rest = match entry.split_once("://") {
        Some((scheme, rest)) => {
            let known = ["plaintext", "ssl", "sasl_plaintext", "sasl_ssl"];
            let scheme_text = scheme.to_ascii_uppercase();
            if !known.iter().any(|word| word.eq_ignore_ascii_case(scheme)) {
                return Err(format!("unsupported protocol \"{scheme_text}\""));
            }
            if !scheme.eq_ignore_ascii_case(protocol) {
                return Err(format!(
                    "protocol \"{scheme_text}\" does not match security.protocol setting \"{protocol}\""
                ));
            }
            rest
        }
        None => entry,
    };
    // A path behind the address is no part of it.
    let rest = rest.split('/').next().unwrap_or_default();
    let (host, port) = split_port(rest)?;
    let host = if host.is_empty() { "localhost" } else { host };
    Ok((host.to_owned(), port))
}

fn split_port(text: &str) -> Result<(&str, u16), String> {
    if let Some(inside) = text.strip_prefix('[') {
        let Some((host, after)) = inside.split_once(']') else {
            return Err("missing ] behind IPv6 address".to_owned());
        };
        return match after.strip_prefix(':') {
            Some(port) => Ok((host, parse_port(port)?)),
            None if after.is_empty() => Ok((host, DEFAULT_PORT)),
            None => Err(format!("unexpected \"{after}\" behind IPv6 address")),
        };
    }
    match text.split_once(':') {
        // More than one colon: an IPv6 address without port.
        Some((_, after)) if after.contains(':') => Ok((text, DEFAULT_PORT)),
        Some((host, port)) => Ok((host, parse_port(port)?)),
        None => Ok((text, DEFAULT_PORT)),
    }
}

/// librdkafka takes any text for a port, wrapped to 16 bits; a wrong port is an error here.
fn parse_port(port: &str) -> Result<u16, String> {
    let digits = !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    port.parse().ok().filter(|_| digits).ok_or_else(|| format!("port \"{port}\" is not in 0..65535"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(list: &str) -> Vec<(String, u16)> {
        let (servers, line) = parse(list, "plaintext");
        assert_eq!(line, None, "{list}");
        servers
    }

    fn bad(list: &str) -> (usize, String) {
        let (servers, line) = parse(list, "plaintext");
        let line = line.unwrap_or_else(|| panic!("{list} was accepted"));
        assert_eq!((line.level, line.facility), (Level::Warning, "BROKER"));
        (servers.len(), line.text)
    }

    #[test]
    fn hosts_and_ports() {
        let of = |host: &str, port| vec![(host.to_owned(), port)];
        assert_eq!(good("a"), of("a", 9092));
        assert_eq!(good(" a:1 "), of("a", 1));
        assert_eq!(good(":5"), of("localhost", 5));
        assert_eq!(good("[::1]"), of("::1", 9092));
        assert_eq!(good("[::1]:7"), of("::1", 7));
        assert_eq!(good("fe80::1"), of("fe80::1", 9092));
        assert_eq!(good("PLAINTEXT://h:65535"), of("h", 65535));
        assert_eq!(good("plaintext://h/"), of("h", 9092));
        assert_eq!(good("localhost:0"), of("localhost", 0));
        assert_eq!(good("a,,b:2,").len(), 2);
        assert_eq!(good("").len(), 0);
    }

    #[test]
    fn canonical_names_replace_what_they_stand_for() {
        let servers = [("alias", 1), ("gone", 2), ("alias", 1)];
        let servers = servers.map(|(host, port)| (host.to_owned(), port)).to_vec();
        let resolve = |host: &str, port| match host {
            "alias" => vec![SocketAddr::from(([10, 0, 0, 1], port)), SocketAddr::from(([10, 0, 0, 2], port))],
            _ => Vec::new(),
        };
        let name = |addr: &SocketAddr| Some(format!("b{}.kafka", addr.to_string().split(['.', ':']).nth(3)?));
        let wanted = [("b1.kafka", 1), ("b2.kafka", 1), ("gone", 2)];
        assert_eq!(canonical_by(servers, resolve, name), wanted.map(|(host, port)| (host.to_owned(), port)));
    }

    #[test]
    fn wrong_entries_are_named_with_what_follows() {
        assert_eq!(
            bad("a,ssl://b:1,c"),
            (
                1,
                "Broker name \"ssl://b:1,c\" parse error: protocol \"SSL\" does not match security.protocol \
                 setting \"plaintext\""
                    .to_owned()
            )
        );
        assert_eq!(bad("foo://x:1").1, "Broker name \"foo://x:1\" parse error: unsupported protocol \"FOO\"");
        for list in ["localhost:99999", "a:-1", "a:zz", "a:", "[::1", "[::1]x", "[::1]:x"] {
            assert_eq!(bad(list).0, 0, "{list}");
        }
    }
}
