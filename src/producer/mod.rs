//! The producing side: limits, partitioners, accumulator, sender, delivery.
