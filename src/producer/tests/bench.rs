//! What a call costs. Not a test: run with
//! `cargo test --profile bench-dev --lib -- --ignored --nocapture produce_costs`.

use super::*;
use std::time::{Duration, Instant};

const ROUNDS: u32 = 40;
const MESSAGES: u32 = 50_000;

/// Nanoseconds per call, best round; what was produced is taken and dropped in between.
fn measure(name: &str, settings: TopicSettings, partition: i32, key: Option<&[u8]>) {
    let value = "v".repeat(100);
    let mut world = World::new(settings, 8);
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for _ in 0..MESSAGES {
            let new = NewMessage { key, ..message(partition, &value) };
            world.shared.produce(&world.topic, new).unwrap();
        }
        best = best.min(start.elapsed());
        world.sender.purge(world.now, PurgeFlags { queue: true, in_flight: false }, &mut world.out);
        world.out.deliveries.clear();
        world.mailbox.0.lock().unwrap().clear();
    }
    println!("{name}: {:.1} ns per call", best.as_nanos() as f64 / f64::from(MESSAGES));
}

/// Nanoseconds per message on the broker's and the polling thread together.
fn measure_rest() {
    let value = "v".repeat(100);
    let mut world = World::new(eager(), 1);
    world.up();
    let (mut send, mut serve) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        for _ in 0..MESSAGES {
            world.produce(0, &value).unwrap();
        }
        let start = Instant::now();
        let mut left = MESSAGES as usize;
        while left > 0 {
            world.poll_after(0, 1);
            let request = world.out.requests.remove(0);
            left -= request.message_cnt;
            world.sender.on_written(world.now, request.id, &mut world.out);
            let sent = [("t".to_owned(), 0, Vec::new())];
            world.answer(request.id, request.version, &sent, ErrorCode::NO_ERROR, 0);
        }
        send = send.min(start.elapsed());
        let start = Instant::now();
        let mut bytes = 0;
        for mut delivery in world.out.deliveries.drain(..) {
            while let Some(report) = delivery.get(0) {
                bytes += report.value.map_or(0, <[u8]>::len);
                delivery.mark_served(1);
            }
        }
        serve = serve.min(start.elapsed());
        assert_eq!(bytes, MESSAGES as usize * 100);
    }
    let per = |time: Duration| time.as_nanos() as f64 / f64::from(MESSAGES);
    println!("sender: {:.1} ns per message", per(send));
    println!("reports: {:.1} ns per message", per(serve));
}

#[test]
#[ignore = "a measurement, for optimised builds"]
fn produce_costs() {
    let lingering = TopicSettings { linger_us: 5000, sticky_linger_us: 0, ..TopicSettings::default() };
    measure("fixed partition", lingering.clone(), 3, None);
    measure("key, consistent", lingering.clone(), -1, Some(b"some key"));
    measure("no key, sticky", TopicSettings { sticky_linger_us: 10_000, ..lingering.clone() }, -1, None);
    measure("no key, random", lingering, -1, None);
    measure_rest();
}
