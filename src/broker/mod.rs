//! One broker: connection, requests and retries, produce and fetch traffic.
