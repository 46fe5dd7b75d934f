//! The property that a user probably meant.

/// The name in `names` nearest to `unknown`, if one is near enough to be helpful.
pub(super) fn nearest<'a>(unknown: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let unknown = normalise(unknown);
    names
        .filter_map(|name| Some((cost(&unknown, name)?, name)))
        .min_by_key(|&(cost, name)| (cost, name.len()))
        .map(|(_, name)| name)
}

/// How far `name` is from what was typed, none if too far. One that is the other's
/// beginning counts as one typing error, if they share at least half of their length.
fn cost(unknown: &str, name: &str) -> Option<usize> {
    let name = normalise(name);
    let (short, long) = (unknown.len().min(name.len()), unknown.len().max(name.len()));
    if short >= 4 && short * 2 >= long && (name.starts_with(unknown) || unknown.starts_with(&name)) {
        return Some(1);
    }
    let distance = strsim::osa_distance(unknown, &name);
    let tolerated = (unknown.len() / 5).clamp(1, 3);
    (unknown.len() >= 4 && distance <= tolerated).then_some(distance)
}

/// Case and the kind of separator do not count.
fn normalise(name: &str) -> String {
    name.trim().to_ascii_lowercase().replace(['_', '-'], ".")
}
