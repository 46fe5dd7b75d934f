//! Requests, answers, retries, moves.
