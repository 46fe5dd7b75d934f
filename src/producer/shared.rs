//! What all threads of a producing handle share: settings, limits, flush state.

/// Shared state of the producer.
pub struct ProducerShared {}

impl ProducerShared {
    /// Messages whose report waits for the application.
    pub fn waiting_report_cnt(&self) -> usize {
        0
    }

    /// Notes that the application was warned of waiting reports; false if it was
    /// before and has not served them all since.
    pub fn mark_reports_warned(&self) -> bool {
        true
    }

    /// The call that serves delivery reports: depends on whether the application
    /// has a callback or takes events.
    pub fn report_call_name(&self) -> &'static str {
        "rd_kafka_poll()"
    }
}
