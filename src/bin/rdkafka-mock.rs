//! `rdkafka-mock`: a mock Kafka cluster as a program, for tests of any Kafka client.
//!
//! Prints the bootstrap servers, then obeys commands on standard input and, if
//! wanted, on a control port. All threads but the main one serve control connections.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};

use rdkafka::mock::partition_log::Retention;
use rdkafka::mock::{MockCluster, console};

const USAGE: &str = "\
rdkafka-mock: a mock Kafka cluster on 127.0.0.1 for tests of Kafka clients

usage: rdkafka-mock [options]

  --brokers N                number of brokers, ids from 1 on (default 3)
  --port BASE                listen on ports BASE, BASE+1, ... (default: free ones)
  --topic NAME:PARTITIONS[:REPLICATION]
                             create a topic; may be given several times. Topics also
                             appear when clients look them up
  --rtt MS                   delay every response
  --retention-bytes N        bytes kept per partition (default 5 MiB)
  --retention-batches N      batches kept per partition (default 100000)
  --control PORT             also take commands on this port of 127.0.0.1 (0: a free one)
  --no-stdin                 take no commands from standard input; run until killed
  --verbose                  write what the brokers complain about to standard error
  --help, --version

The first line of output is bootstrap.servers=HOST:PORT,...; with --control a second
one is control=HOST:PORT. Then each line of input is a command. It is answered with
data lines, if any, and a last line that starts with \"ok\" or \"error\". The program
ends at \"quit\" or at the end of input.

commands:
";

/// Longest command line taken.
const MAX_LINE_BYTES: u64 = 64 * 1024;

struct Options {
    brokers: u16,
    base_port: u16,
    topics: Vec<(String, i32, i32)>,
    rtt_ms: i32,
    retention: Retention,
    control: Option<u16>,
    stdin: bool,
    verbose: bool,
}

enum Invocation {
    Run(Options),
    Print(String),
}

fn parse<T: std::str::FromStr>(option: &str, value: Option<String>) -> Result<T, String> {
    let value = value.ok_or_else(|| format!("{option} needs a value"))?;
    value.parse().map_err(|_| format!("{option}: \"{value}\" is not a number that fits"))
}

fn parse_topic(value: Option<String>) -> Result<(String, i32, i32), String> {
    let value = value.ok_or("--topic needs a value")?;
    let mut parts = value.split(':');
    let name = parts.next().filter(|name| !name.is_empty());
    let partitions = parts.next().and_then(|n| n.parse().ok());
    let replication = parts.next().map_or(Some(1), |n| n.parse().ok());
    match (name, partitions, replication, parts.next()) {
        (Some(name), Some(partitions), Some(replication), None) => {
            Ok((name.to_owned(), partitions, replication))
        }
        _ => Err(format!("--topic: \"{value}\" is not NAME:PARTITIONS[:REPLICATION]")),
    }
}

fn options(mut args: impl Iterator<Item = String>) -> Result<Invocation, String> {
    let mut options = Options {
        brokers: 3,
        base_port: 0,
        topics: Vec::new(),
        rtt_ms: 0,
        retention: Retention::default(),
        control: None,
        stdin: true,
        verbose: false,
    };
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--brokers" => options.brokers = parse(&arg, args.next())?,
            "--port" => options.base_port = parse(&arg, args.next())?,
            "--topic" => options.topics.push(parse_topic(args.next())?),
            "--rtt" => options.rtt_ms = parse(&arg, args.next())?,
            "--retention-bytes" => options.retention.bytes = parse(&arg, args.next())?,
            "--retention-batches" => options.retention.batches = parse(&arg, args.next())?,
            "--control" => options.control = Some(parse(&arg, args.next())?),
            "--no-stdin" => options.stdin = false,
            "--verbose" => options.verbose = true,
            "--help" => return Ok(Invocation::Print(format!("{USAGE}{}", console::help()))),
            "--version" => {
                return Ok(Invocation::Print(format!("rdkafka-mock {}\n", env!("CARGO_PKG_VERSION"))));
            }
            _ => return Err(format!("unknown option \"{arg}\", see --help")),
        }
    }
    if options.base_port != 0 && options.base_port.checked_add(options.brokers).is_none() {
        return Err("--port: not enough ports above it".to_owned());
    }
    Ok(Invocation::Run(options))
}

fn start(options: &Options) -> Result<MockCluster, String> {
    let port = |i: u16| if options.base_port == 0 { 0 } else { options.base_port + i };
    let ports: Vec<u16> = (0..options.brokers).map(port).collect();
    let verbose = options.verbose;
    let log = Box::new(move |line: rdkafka::base::log::LogLine| {
        if verbose {
            eprintln!("%{}|{}| {}", line.level as u8, line.facility, line.text);
        }
    });
    let cluster = MockCluster::start(&ports, log).map_err(|e| format!("can not start the brokers: {e}"))?;
    let setup = || {
        cluster.set_retention(options.retention)?;
        cluster.broker_set_rtt(-1, options.rtt_ms)?;
        // Clients that look for a controller find one.
        cluster.set_controller_id(1)
    };
    setup().map_err(|e| e.to_string())?;
    for (name, partitions, replication) in &options.topics {
        cluster
            .topic_create(name, *partitions, *replication)
            .map_err(|e| format!("can not create topic \"{name}\": {e}"))?;
    }
    Ok(cluster)
}

/// Obeys the lines of `input` until it ends or asks to quit: then true.
fn obey(cluster: &MockCluster, input: impl Read, mut output: impl Write) -> io::Result<bool> {
    let mut input = BufReader::new(input);
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
            return Ok(false);
        }
        let (text, quit) = match console::run(cluster, &String::from_utf8_lossy(&line)) {
            console::Answer::Text(text) => (text, false),
            console::Answer::Quit(text) => (text, true),
            console::Answer::Nothing => continue,
        };
        output.write_all(text.as_bytes())?;
        output.flush()?;
        if quit {
            return Ok(true);
        }
    }
}

/// Serves control connections, one thread each; sends when one asks to quit.
fn serve_control(listener: TcpListener, cluster: Arc<MockCluster>, quit: mpsc::Sender<()>) {
    let serve = move |stream: TcpStream| {
        let (cluster, quit) = (cluster.clone(), quit.clone());
        std::thread::spawn(move || {
            let _ = stream.set_nodelay(true);
            // A connection that breaks is its peer's affair.
            if obey(&cluster, &stream, &stream).unwrap_or(false) {
                let _ = quit.send(());
            }
        });
    };
    std::thread::spawn(move || listener.incoming().flatten().for_each(serve));
}

fn run(options: &Options) -> Result<(), String> {
    let cluster = Arc::new(start(options)?);
    let mut lines = format!("bootstrap.servers={}\n", cluster.bootstraps());
    let (quit, quitting) = mpsc::channel();
    if let Some(port) = options.control {
        let failed = |e| format!("can not listen on the control port: {e}");
        let listener = TcpListener::bind(("127.0.0.1", port)).map_err(failed)?;
        lines += &format!("control={}\n", listener.local_addr().map_err(failed)?);
        serve_control(listener, cluster.clone(), quit.clone());
    }
    let mut stdout = io::stdout();
    let written = stdout.write_all(lines.as_bytes()).and_then(|()| stdout.flush());
    written.map_err(|e| format!("can not write: {e}"))?;
    if options.stdin {
        std::thread::spawn(move || {
            // At the end of input whoever started this is gone or has had enough.
            let _ = obey(&cluster, io::stdin(), io::stdout());
            let _ = quit.send(());
        });
    }
    // Without anything to wait for but a signal, wait for that.
    while quitting.recv().is_err() {
        std::thread::park();
    }
    Ok(())
}

fn main() -> ExitCode {
    let result = options(std::env::args().skip(1)).and_then(|invocation| match invocation {
        Invocation::Print(text) => io::stdout().write_all(text.as_bytes()).map_err(|e| e.to_string()),
        Invocation::Run(options) => run(&options),
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("rdkafka-mock: {why}");
            ExitCode::FAILURE
        }
    }
}
