//! Tests of the checks that `rd_kafka_new()` and `rd_kafka_topic_new()` make.

use super::*;
use crate::base::log::Level;
use ClientType::{Consumer, Producer};

fn conf(settings: &[(&str, &str)]) -> Conf {
    let mut conf = Conf::new();
    for (name, value) in settings {
        conf.set(name, Some(value)).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    conf
}

fn finalize(client: ClientType, settings: &[(&str, &str)]) -> Result<Conf, String> {
    conf(settings).finalize(client).map(|done| done.conf).map_err(|error| error.reason)
}

/// Lines of a client that has a bootstrap server.
fn lines(client: ClientType, settings: &[(&str, &str)]) -> Vec<String> {
    let mut conf = conf(settings);
    assert_eq!(conf.set("bootstrap.servers", Some("localhost")), Ok(()));
    let done = conf.finalize(client).unwrap_or_else(|error| panic!("{error}"));
    assert!(done.lines.iter().all(|line| line.level == Level::Warning && line.facility == "CONFWARN"));
    done.lines.into_iter().map(|line| line.text).collect()
}

/// Explicit settings that contradict each other are refused, a default gives way.
#[test]
fn h11_linger_and_message_timeout() {
    for (linger, timeout) in [
        ("linger.ms", "message.timeout.ms"),
        ("queue.buffering.max.ms", "delivery.timeout.ms"),
        ("linger.ms", "topic.delivery.timeout.ms"),
    ] {
        let error = finalize(Producer, &[(linger, "300000"), (timeout, "300000")]).err();
        assert_eq!(error.as_deref(), Some("`message.timeout.ms` must be greater than `linger.ms`"));
    }
    for (timeout, linger) in [("1", 0.9), ("5", 4.9), ("6", 5.0), ("0", 5.0)] {
        let done = finalize(Producer, &[("message.timeout.ms", timeout)]);
        assert_eq!(done.map(|conf| conf.queue_buffering_max_ms), Ok(linger));
    }
    let done = finalize(Producer, &[("linger.ms", "300000")]);
    assert_eq!(done.map(|conf| conf.queue_buffering_max_ms), Ok(300_000.0));
    assert!(finalize(Producer, &[("linger.ms", "900000"), ("message.timeout.ms", "0")]).is_ok());
    assert!(finalize(Consumer, &[("linger.ms", "10"), ("message.timeout.ms", "5")]).is_ok());
}

#[test]
fn h11_linger_and_the_timeout_of_a_topic() {
    let mut topic = TopicConf::new();
    assert_eq!(topic.set("message.timeout.ms", Some("3")), Ok(()));
    for (linger, ok) in [("2", true), ("5", false)] {
        let done = finalize(Producer, &[("linger.ms", linger)]).unwrap();
        assert_eq!(topic.finalize(&done, Producer).is_ok(), ok, "{linger}");
    }
    let done = finalize(Producer, &[]).unwrap();
    let topic = topic.finalize(&done, Producer).unwrap().conf;
    assert_eq!(topic.linger_us(&done), 2900);
    assert_eq!(TopicConf::new().linger_us(&done), 5000);
}

/// The user learns of every end of a value that was dropped.
#[test]
fn h15_ignored_suffixes_are_warned_about() {
    let found = lines(
        Producer,
        &[("message.timeout.ms", "500 min"), ("linger.ms", "5ms"), ("statistics.interval.ms", "1s")],
    );
    let expected = |name: &str, value: &str, taken: &str, rest: &str| {
        format!(
            "Configuration property {name} was set to \"{value}\": only \"{taken}\" is used, \"{rest}\" is ignored, \
             the value has to be a plain number"
        )
    };
    assert_eq!(
        found,
        [
            expected("queue.buffering.max.ms", "5ms", "5", "ms"),
            expected("statistics.interval.ms", "1s", "1", "s"),
            expected("message.timeout.ms", "500 min", "500", " min"),
        ]
    );
    let mut topic = TopicConf::new();
    assert_eq!(topic.set("request.timeout.ms", Some("5s")), Ok(()));
    let done = topic.finalize(&finalize(Producer, &[]).unwrap(), Producer).unwrap();
    assert_eq!(done.lines.len(), 1);
}

#[test]
fn refusals() {
    for (client, settings, text) in [
        (
            Consumer,
            &[("fetch.min.bytes", "0")][..],
            "Configuration property \"fetch.min.bytes\" value is outside allowed range 1..100000000",
        ),
        (
            Producer,
            &[("partition.assignment.strategy", "foo")],
            "Unsupported partition.assignment.strategy: foo",
        ),
        (
            Producer,
            &[("reconnect.backoff.ms", "1000"), ("reconnect.backoff.max.ms", "500")],
            "`reconnect.backoff.max.ms` must be >= `reconnect.backoff.ms`",
        ),
        (
            Consumer,
            &[("max.poll.interval.ms", "1000"), ("session.timeout.ms", "2000")],
            "`max.poll.interval.ms`must be >= `session.timeout.ms`",
        ),
        (Consumer, &[("fetch.max.bytes", "1000")], "`fetch.max.bytes` must be >= `message.max.bytes`"),
        (
            Consumer,
            &[("fetch.max.bytes", "3999489"), ("receive.message.max.bytes", "4000000")],
            "`receive.message.max.bytes` must be >= `fetch.max.bytes` + 512",
        ),
        (
            Consumer,
            &[("group.protocol", "consumer"), ("session.timeout.ms", "2000")],
            "`session.timeout.ms` is not supported for `group.protocol=consumer` or share consumer. \
             It is defined broker side",
        ),
        (
            Producer,
            &[("https.ca.location", "/"), ("https.ca.pem", "x")],
            "`https.ca.location` and `https.ca.pem` are mutually exclusive",
        ),
        (
            Producer,
            &[("https.ca.location", "/no/such/file")],
            "`https.ca.location` must be an existing file or directory",
        ),
        (
            Producer,
            &[("enable.gapless.guarantee", "true")],
            "`enable.gapless.guarantee` requires `enable.idempotence` to be enabled",
        ),
        (
            Producer,
            &[("enable.idempotence", "true"), ("acks", "1")],
            "`acks` must be set to `all` when `enable.idempotence` is true",
        ),
        (
            Producer,
            &[("enable.idempotence", "true"), ("max.in.flight", "6")],
            "`max.in.flight` must be set <= 5 when `enable.idempotence` is true",
        ),
        (
            Producer,
            &[("enable.idempotence", "true"), ("retries", "0")],
            "`retries` must be set >= 1 when `enable.idempotence` is true",
        ),
        (
            Producer,
            &[("enable.idempotence", "true"), ("queuing.strategy", "lifo")],
            "`queuing.strategy` must be set to `fifo` when `enable.idempotence` is true",
        ),
        (
            Producer,
            &[("transactional.id", "t"), ("enable.idempotence", "false")],
            "`transactional.id` requires `enable.idempotence=true`",
        ),
        (
            Producer,
            &[("transactional.id", "t"), ("socket.timeout.ms", "100000")],
            "`socket.timeout.ms` must be set <= `transaction.timeout.ms` + 100",
        ),
        (
            Producer,
            &[("transactional.id", "t"), ("message.timeout.ms", "300000")],
            "`message.timeout.ms` must be set <= `transaction.timeout.ms`",
        ),
    ] {
        assert_eq!(finalize(client, settings).err().as_deref(), Some(text), "{settings:?}");
    }
    assert!(finalize(Producer, &[("fetch.min.bytes", "0")]).is_ok());
    assert!(finalize(Consumer, &[("partition.assignment.strategy", "range, roundrobin")]).is_ok());
    assert!(finalize(Consumer, &[("partition.assignment.strategy", "range,cooperative-sticky")]).is_err());
    assert!(
        finalize(Consumer, &[("fetch.max.bytes", "3999488"), ("receive.message.max.bytes", "4000000")])
            .is_ok()
    );
}

/// Ignoring these would lose protection or messages: no client without the feature.
#[test]
fn missing_features_are_refused_where_ignoring_them_is_unsafe() {
    for setting in [("security.protocol", "ssl"), ("enable.idempotence", "true"), ("transactional.id", "t")] {
        let error = finalize(Producer, &[setting]).err().unwrap_or_default();
        assert!(error.contains(setting.0) && error.contains("not supported"), "{error}");
    }
    assert!(finalize(Consumer, &[("enable.idempotence", "true")]).is_ok());
    assert!(finalize(Producer, &[("security.protocol", "ssl"), ("test.mock.num.brokers", "1")]).is_ok());
}

#[test]
fn values_that_follow_from_others() {
    let done = finalize(Consumer, &[("message.max.bytes", "200000000")]).unwrap();
    assert_eq!((done.fetch_max_bytes, done.receive_message_max_bytes), (200_000_000, 200_000_512));
    let done = finalize(Consumer, &[("topic.metadata.refresh.interval.ms", "1000")]).unwrap();
    assert_eq!(done.metadata_max_age_ms, 3000);
    let done =
        finalize(Producer, &[("retry.backoff.ms", "50"), ("debug", "msg"), ("log_level", "3")]).unwrap();
    assert_eq!((done.topic_metadata_refresh_fast_interval_ms, done.log_level), (50, 7));
    assert!(done.allow_auto_create_topics);
    assert!(!finalize(Consumer, &[]).unwrap().allow_auto_create_topics);
    for (linger, sticky) in [("50", 100), ("0.4", 0), ("1.8", 3), ("900000", 900_000)] {
        let done = finalize(Producer, &[("linger.ms", linger)]).unwrap();
        assert_eq!(done.sticky_partitioning_linger_ms, sticky);
    }
    let names = [("client.software.name", "--a b@"), ("client.software.version", "1@2")];
    let done = finalize(Producer, &names).unwrap();
    assert_eq!((&*done.client_software_name, done.client_software_version.as_deref()), ("a-b", Some("1-2")));
}

#[test]
fn lines_for_the_operator() {
    assert_eq!(lines(Producer, &[]), Vec::<String>::new());
    let no_servers = conf(&[]).finalize(Producer).unwrap().lines;
    assert_eq!(no_servers.len(), 1);
    assert_eq!((no_servers[0].level, no_servers[0].facility), (Level::Notice, "CONFWARN"));
    assert_eq!(
        lines(Consumer, &[("linger.ms", "4"), ("acks", "1")]),
        [
            "Configuration property queue.buffering.max.ms is a producer property \
             and will be ignored by this consumer instance",
            "Configuration property request.required.acks is a producer property \
             and will be ignored by this consumer instance",
        ]
    );
    let found = lines(
        Producer,
        &[("socket.blocking.max.ms", "1"), ("retry.backoff.ms", "2000"), ("sasl.mechanism", "PLAIN")],
    );
    assert_eq!(found.len(), 3);
    assert!(found[0].starts_with("Configuration property socket.blocking.max.ms is deprecated: "));
    assert!(found[1].starts_with("Configuration `retry.backoff.ms` with value 2000 is greater than"));
    assert!(found[2].starts_with("Configuration property `sasl.mechanism` set to `PLAIN` but"));
    let found = lines(Consumer, &[("socket.timeout.ms", "1000")]);
    assert!(found[0].starts_with("Configuration property `fetch.wait.max.ms` (500) should be set lower"));
}

#[test]
fn a_replaced_default_topic_configuration_is_warned_about() {
    let mut conf = conf(&[("bootstrap.servers", "localhost")]);
    conf.set_default_topic(Some(Box::default()));
    assert_eq!(conf.finalize(Producer).unwrap().lines, []);
    assert_eq!(conf.set("acks", Some("1")), Ok(()));
    conf.set_default_topic(None);
    let lines = conf.finalize(Producer).unwrap().lines;
    assert!(lines.len() == 1 && lines[0].text.contains("were overwritten"), "{lines:?}");
}
