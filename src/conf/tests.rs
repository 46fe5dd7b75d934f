//! Tests of set, get, dup and dump through the string interface.

use super::*;

fn set(conf: &mut Conf, name: &str, value: &str) -> Result<(), SetError> {
    conf.set(name, Some(value))
}

fn invalid(text: &str) -> Result<(), SetError> {
    Err(SetError::Invalid(text.to_owned()))
}

fn unknown(text: &str) -> Result<(), SetError> {
    Err(SetError::Unknown(text.to_owned()))
}

fn text(value: &str) -> Option<String> {
    Some(value.to_owned())
}

#[test]
fn every_row_resolves_and_reads_back_its_own_value() {
    let conf = Conf::new();
    let topic = TopicConf::new();
    for (name, value) in conf.dump(&|_| None) {
        let mut copy = Conf::new();
        if !["builtin.features", "ssl.ca.certificate.stores", "client.rack", "debug"].contains(&name) {
            copy.set(name, Some(&value)).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(copy.is_explicit(name), "{name}");
        }
        assert_eq!(copy.get(name), Some(value), "{name}");
    }
    for (name, value) in topic.dump(&|_| None) {
        let mut copy = TopicConf::new();
        copy.set(name, Some(&value)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(copy.get(name), Some(value), "{name}");
    }
    for row in Conf::TABLE {
        assert!(
            Conf::find(row.name).is_some_and(|index| Conf::TABLE[index].alias_of().is_none()),
            "{}",
            row.name
        );
    }
    for row in TopicConf::TABLE {
        assert!(TopicConf::find(row.name).is_some(), "{}", row.name);
    }
    assert_eq!(Conf::TABLE.iter().filter(|row| !row.own).count(), 185);
    assert_eq!(TopicConf::TABLE.len(), 22);
}

/// A topic property on the global object is taken without complaint and reads back
/// in its canonical form.
#[test]
fn h01_topic_properties_through_the_global_object() {
    for row in TopicConf::TABLE.iter().filter(|row| Conf::find(row.name).is_none()) {
        let mut conf = Conf::new();
        assert_eq!(conf.get(row.name), None, "{}", row.name);
        let Some(value) = TopicConf::new().get(row.name) else { continue };
        assert_eq!(conf.set(row.name, Some(&value)), Ok(()), "{}", row.name);
        assert_eq!(conf.get(row.name), Some(value), "{}", row.name);
        assert!(conf.default_topic.as_ref().is_some_and(|topic| topic.is_explicit(row.name)));
    }
    let mut conf = Conf::new();
    assert_eq!(set(&mut conf, "auto.offset.reset", "earliest"), Ok(()));
    assert_eq!(conf.get("auto.offset.reset"), text("smallest"));
    assert_eq!(set(&mut conf, "topic.acks", "all"), Ok(()));
    assert_eq!(conf.get("acks"), text("-1"));
    assert_eq!(conf.get("partitioner"), text("consistent_random"));
}

#[test]
fn numbers() {
    let mut conf = Conf::new();
    for (value, result, after) in [
        ("0x100", Ok(()), "256"),
        (" 100", Ok(()), "100"),
        (
            "010",
            invalid(
                "Configuration property \"socket.timeout.ms\" value 8 is outside allowed range 10..300000\n",
            ),
            "100",
        ),
        ("x100", invalid("Invalid value for configuration property \"socket.timeout.ms\""), "100"),
        (
            "",
            invalid("Integer configuration property \"socket.timeout.ms\" cannot be set to empty value"),
            "100",
        ),
    ] {
        assert_eq!(set(&mut conf, "socket.timeout.ms", value), result, "{value}");
        assert_eq!(conf.get("socket.timeout.ms"), text(after), "{value}");
    }
    for (value, after) in [("0.5", "0.5"), ("1e2", "100"), ("0.123456789", "0.123457")] {
        assert_eq!(set(&mut conf, "linger.ms", value), Ok(()));
        assert_eq!(conf.get("queue.buffering.max.ms"), text(after));
    }
    assert_eq!(conf.linger_us(), 123);
    assert_eq!(
        set(&mut conf, "linger.ms", "99999999"),
        invalid(
            "Configuration property \"queue.buffering.max.ms\" value 1e+08 is outside allowed range 0..900000\n"
        )
    );
    assert!(set(&mut conf, "linger.ms", "nan").is_err());
    assert!(set(&mut conf, "linger.ms", "inf").is_err());
}

/// The end of a value that is no number is ignored, and remembered; what does not fit
/// is refused with the number that was meant.
#[test]
fn h15_ignored_suffixes_and_wrapped_numbers() {
    let mut conf = Conf::new();
    assert_eq!(set(&mut conf, "message.timeout.ms", "5 min"), Ok(()));
    assert_eq!(set(&mut conf, "linger.ms", "5ms"), Ok(()));
    assert_eq!(set(&mut conf, "statistics.interval.ms", "1s"), Ok(()));
    assert_eq!(conf.get("message.timeout.ms"), text("5"));
    assert_eq!(conf.get("linger.ms"), text("5"));
    assert_eq!(conf.get("statistics.interval.ms"), text("1"));
    let rest = |ignored: &[IgnoredSuffix]| -> Vec<(&'static str, String)> {
        ignored.iter().map(|ignored| (ignored.name, ignored.rest.clone())).collect()
    };
    assert_eq!(
        rest(conf.ignored_suffixes()),
        [("queue.buffering.max.ms", "ms".to_owned()), ("statistics.interval.ms", "s".to_owned())]
    );
    assert_eq!(
        conf.default_topic.as_deref().map(|topic| rest(topic.ignored_suffixes())),
        Some(vec![("message.timeout.ms", " min".to_owned())])
    );
    assert_eq!(set(&mut conf, "linger.ms", "6 "), Ok(()));
    assert_eq!(rest(conf.ignored_suffixes()).len(), 1);

    for (name, value, max) in [
        ("queue.buffering.max.messages", "99999999999", "0..2147483647"),
        ("message.max.bytes", "4294968296", "1000..1000000000"),
        ("message.max.bytes", "99999999999999999999999", "1000..1000000000"),
        ("message.max.bytes", "-4294966296", "1000..1000000000"),
    ] {
        let before = conf.get(name);
        assert_eq!(
            set(&mut conf, name, value),
            invalid(&format!(
                "Configuration property \"{name}\" value {value} is outside allowed range {max}\n"
            ))
        );
        assert_eq!(conf.get(name), before);
    }
}

/// A misspelt name is answered with the one that was probably meant, a bad word in a
/// list changes nothing.
#[test]
fn h16_suggestions_and_bad_debug_words() {
    let mut conf = Conf::new();
    for (name, nearest) in [
        ("bootstrap.server", "bootstrap.servers"),
        ("sasl.user", "sasl.username"),
        ("acks.all", "acks"),
        ("Socket.Timeout.ms", "socket.timeout.ms"),
        ("socket_timeout_ms", "socket.timeout.ms"),
        ("mesage.timeout.ms", "message.timeout.ms"),
        ("compresion.codec", "compression.codec"),
    ] {
        assert_eq!(
            set(&mut conf, name, "x"),
            unknown(&format!("No such configuration property: \"{name}\", did you mean \"{nearest}\"?"))
        );
    }
    for name in ["nosuch", "", "x", "key.serializer", "java.thing"] {
        assert_eq!(
            set(&mut conf, name, "1"),
            unknown(&format!("No such configuration property: \"{name}\""))
        );
    }
    assert_eq!(set(&mut conf, "debug", "broker"), Ok(()));
    assert_eq!(
        set(&mut conf, "debug", "metadata,foo,topic"),
        invalid("Invalid value \"foo\" for configuration property \"debug\"")
    );
    assert_eq!(conf.get("debug"), text("broker"));
}

#[test]
fn debug_adds_up_in_bit_order() {
    let mut conf = Conf::new();
    for (value, after) in [
        ("topic", "topic"),
        ("broker", "broker,topic"),
        ("-broker", "topic"),
        (",,+msg, BROKER,-,", "broker,topic,msg"),
        ("-all", ""),
    ] {
        assert_eq!(set(&mut conf, "debug", value), Ok(()), "{value}");
        assert_eq!(conf.get("debug"), text(after), "{value}");
    }
    assert_eq!(set(&mut conf, "debug", "all"), Ok(()));
    assert!(
        conf.get("debug")
            .is_some_and(|all| all.starts_with("generic,broker") && all.ends_with("telemetry,all"))
    );
}

#[test]
fn texts_and_words() {
    let mut conf = Conf::new();
    assert_eq!(conf.set("client.id", None), Ok(()));
    assert_eq!(set(&mut conf, "client.id", "x"), Ok(()));
    assert_eq!(set(&mut conf, "client.id", ""), Ok(()));
    assert_eq!(conf.get("client.id"), text("rdkafka"));
    assert_eq!(conf.get("group.id"), None);
    assert_eq!(set(&mut conf, "security.protocol", " SASL_SSL"), Ok(()));
    assert_eq!(conf.security_protocol, SecurityProtocol::SaslSsl);
    for (name, value, error) in [
        (
            "security.protocol",
            "ssl ",
            "Invalid value \"ssl \" for configuration property \"security.protocol\"",
        ),
        (
            "security.protocol",
            "",
            "Configuration property \"security.protocol\" cannot be set to empty value",
        ),
        (
            "compression.codec",
            "inherit",
            "Invalid value \"inherit\" for configuration property \"compression.codec\"",
        ),
        ("partitioner", "MURMUR2", "Invalid value for configuration property \"partitioner\": MURMUR2"),
        ("partitioner", "", "Invalid value for configuration property \"partitioner\": (null)"),
        ("sasl.mechanisms", "", "Invalid value for configuration property \"sasl.mechanisms\": (null)"),
        ("error_cb", "1", "Property \"error_cb\" must be set through dedicated .._set_..() function"),
        ("ssl_ca", "1", "Internal property \"ssl_ca\" not settable"),
        (
            "socket.keepalive.enable",
            "yes",
            "Expected bool value for \"socket.keepalive.enable\": true or false",
        ),
        ("topic.blacklist", "a,^[", "Failed to parse pattern \"^[\": Invalid regular expression"),
        ("builtin.features", "foo", "Invalid value \"foo\" for configuration property \"builtin.features\""),
    ] {
        assert_eq!(set(&mut conf, name, value), invalid(error));
    }
    assert!(
        matches!(set(&mut conf, "sasl.jaas.config", "x"), Err(SetError::Invalid(hint)) if hint.contains("https://"))
    );
}

#[test]
fn a_copy_has_the_same_values_and_a_filter_leaves_some_out() {
    let mut conf = Conf::new();
    for (name, value) in [("socket.timeout.ms", "1000"), ("linger.ms", "7"), ("acks", "1"), ("group.id", "g")]
    {
        assert_eq!(set(&mut conf, name, value), Ok(()));
    }
    let copy = conf.clone();
    assert_eq!(copy.dump(&|_| None), conf.dump(&|_| None));
    let copy = conf.dup_filter(&["socket", "linger.ms"]);
    assert_eq!(copy.get("socket.timeout.ms"), text("60000"));
    assert!(!copy.is_explicit("socket.timeout.ms"));
    assert_eq!(copy.get("linger.ms"), text("5"));
    assert_eq!(copy.get("acks"), text("1"));
    assert_eq!(conf.dup_filter(&["default_topic_conf"]).get("acks"), None);
}

#[test]
fn secrets_stay_out_of_logs() {
    let mut conf = Conf::new();
    assert_eq!(set(&mut conf, "sasl.password", "hush"), Ok(()));
    assert_eq!(set(&mut conf, "client.id", "c"), Ok(()));
    let shown = format!("{conf:?}");
    assert!(shown.contains("[redacted]") && !shown.contains("hush") && shown.contains("\"c\""), "{shown}");
}

#[test]
fn topic_blacklist_is_a_list_of_patterns() {
    let mut conf = Conf::new();
    assert_eq!(set(&mut conf, "topic.blacklist", "^a,,b$"), Ok(()));
    let matches =
        |conf: &Conf, name| conf.topic_blacklist_patterns().iter().any(|pattern| pattern.is_match(name));
    assert!(matches(&conf, "abc") && matches(&conf, "xb") && !matches(&conf, "bx"));
    assert_eq!(set(&mut conf, "topic.blacklist", ","), Ok(()));
    assert_eq!(conf.get("topic.blacklist"), None);
    assert!(!matches(&conf, "abc"));
}

#[test]
fn broker_threads() {
    let mut conf = Conf::new();
    assert_eq!([1, 3, 16].map(|cores| conf.broker_thread_count(cores)), [Some(2), Some(3), Some(4)]);
    assert!(!conf.dump(&|_| None).iter().any(|(name, _)| *name == "broker.threads"));
    assert_eq!(set(&mut conf, "broker.threads", "0"), Ok(()));
    assert_eq!(conf.broker_thread_count(16), None);
    assert_eq!(set(&mut conf, "broker.threads", "7"), Ok(()));
    assert_eq!(conf.broker_thread_count(1), Some(7));
    assert!(conf.dump(&|_| None).contains(&("broker.threads", "7".to_owned())));
    assert!(set(&mut conf, "broker.threads", "65").is_err());
}

/// Values that are near to what properties take.
fn value_like() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let words: Vec<&str> =
        Conf::TABLE.iter().filter_map(|row| row.alias_of()).chain(["all", "gzip", "true"]).collect();
    prop_oneof![
        any::<String>(),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| number.to_string()),
        "[ \t]*[-+]?(0x)?[0-9a-fA-F]{0,24}[.eE]?[-+]?[0-9]{0,3}[a-z ]{0,3}",
        "[-+, ]{0,2}(msg|broker|all|foo)[-+, ]{0,3}(msg|eos)?",
        "[\\^$.\\[\\](){}*+?|\\\\,a-c]{0,12}",
        proptest::sample::select(words).prop_map(str::to_owned),
    ]
}

proptest::proptest! {
    /// Whatever is set: no panic, a refusal changes nothing, and what was taken reads
    /// back as something that is taken again and reads back the same.
    #[test]
    fn any_value_for_any_property(index in 0..Conf::TABLE.len() + TopicConf::TABLE.len(), value in value_like()) {
        let name = match index.checked_sub(Conf::TABLE.len()) {
            None => Conf::TABLE[index].name.to_owned(),
            Some(index) => format!("topic.{}", TopicConf::TABLE[index].name),
        };
        let read = |conf: &Conf| {
            let topic = conf.default_topic.as_deref().map(|topic| topic.dump(&|_| None));
            (conf.dump(&|_| None), topic.unwrap_or_else(|| TopicConf::new().dump(&|_| None)))
        };
        let mut conf = Conf::new();
        let before = read(&conf);
        let result = conf.set(&name, Some(&value));
        let after = read(&conf);
        if result.is_err() {
            proptest::prop_assert_eq!(&after, &before);
        }
        let short = name.strip_prefix("topic.").filter(|short| Conf::find(&name).is_none() && TopicConf::find(short).is_some());
        let own = match short {
            Some(short) => conf.default_topic.as_deref().and_then(|topic| topic.get(short)),
            None => conf.get(&name),
        };
        if let (Ok(()), Some(own)) = (result, own)
            && !own.is_empty()
        {
            proptest::prop_assert_eq!(conf.set(&name, Some(&own)), Ok(()));
            proptest::prop_assert_eq!(read(&conf), after);
        }
    }

    /// Names that exist nowhere are answered, with a suggestion that exists.
    #[test]
    fn any_name(name in "\\PC{0,40}|[a-z.]{0,20}(timeout|max|bytes|ms)[a-z.]{0,9}") {
        let known = |name: &str| Conf::is_global(name) || TopicConf::knows(name);
        if let Err(SetError::Unknown(text)) = Conf::new().set(&name, Some("x")) {
            proptest::prop_assert!(!known(&name));
            if let Some((_, rest)) = text.rsplit_once("did you mean \"") {
                proptest::prop_assert!(known(rest.trim_end_matches("\"?")), "{}", text);
            }
        }
    }
}
