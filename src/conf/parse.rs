//! Numbers in property values: what `strtol()` and `strtod()` take, without wrapping.
//!
//! Pure functions, any thread. Leading blanks are skipped, `0x` and a leading `0`
//! choose the base of integers, and whatever follows the number is handed back, so
//! that the caller can say that it was ignored.

/// An integer at the start of a value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Integer<'a> {
    /// The number, or none if it exceeds `i64`.
    pub value: Option<i64>,
    /// The number as the user wrote it: sign and digits.
    pub text: &'a str,
    /// What follows.
    pub rest: &'a str,
}

/// Reads the integer at the start of `value`; none if there is no digit.
pub(super) fn integer(value: &str) -> Option<Integer<'_>> {
    let start = skip_blanks(value);
    let (negative, unsigned) = split_sign(start);
    let hexadecimal = strip_hex_prefix(unsigned);
    let (base, digits) = match hexadecimal {
        Some(digits) => (16, digits),
        None if unsigned.starts_with('0') => (8, unsigned),
        None => (10, unsigned),
    };
    let end = digits.find(|c: char| !c.is_digit(base)).unwrap_or(digits.len());
    if end == 0 {
        return None;
    }
    let rest = &digits[end..];
    let magnitude = i64::from_str_radix(&digits[..end], base).ok();
    let value = magnitude.map(|m| if negative { -m } else { m });
    Some(Integer { value, text: &start[..start.len() - rest.len()], rest })
}

/// Reads the number at the start of `value`, decimal or hexadecimal integer;
/// returns it and what follows, or none if there is no number.
pub(super) fn float(value: &str) -> Option<(f64, &str)> {
    let start = skip_blanks(value);
    let (negative, unsigned) = split_sign(start);
    let (magnitude, rest) = match strip_hex_prefix(unsigned) {
        Some(digits) => {
            let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
            let magnitude =
                digits[..end].chars().fold(0.0, |sum, c| sum * 16.0 + f64::from(c.to_digit(16).unwrap_or(0)));
            (magnitude, &digits[end..])
        }
        None if starts_with_ignore_case(unsigned, "infinity") => (f64::INFINITY, &unsigned[8..]),
        None if starts_with_ignore_case(unsigned, "inf") => (f64::INFINITY, &unsigned[3..]),
        None => {
            let end = decimal_length(unsigned)?;
            (unsigned[..end].parse().ok()?, &unsigned[end..])
        }
    };
    Some((if negative { -magnitude } else { magnitude }, rest))
}

/// Length of the decimal number at the start of `text`, none without a digit.
fn decimal_length(text: &str) -> Option<usize> {
    let digits = |at: usize| text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(0);
    let mut end = whole;
    let mut fraction = 0;
    if text[end..].starts_with('.') {
        fraction = digits(end + 1);
        if whole + fraction > 0 {
            end += 1 + fraction;
        }
    }
    if whole + fraction == 0 {
        return None;
    }
    if text[end..].starts_with(['e', 'E']) {
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    Some(end)
}

/// A number as `printf("%g")` prints it: six significant digits, no trailing zeros.
pub(super) fn format_g(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return if value.is_nan() { "nan".to_owned() } else { value.to_string() };
    }
    // The exponent after rounding to six digits decides between the two forms.
    let scientific = format!("{value:.5e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..6).contains(&exponent) {
        let decimals = usize::try_from(5 - exponent).unwrap_or(0);
        trim(&format!("{value:.decimals$}"))
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", trim(mantissa), exponent.abs())
    }
}

fn skip_blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c'])
}

fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// The digits after `0x`, if a hexadecimal digit follows: else the `0` stands alone.
fn strip_hex_prefix(text: &str) -> Option<&str> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    digits.starts_with(|c: char| c.is_ascii_hexdigit()).then_some(digits)
}

fn starts_with_ignore_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Option<(Option<i64>, &str)> {
        integer(text).map(|i| (i.value, i.rest))
    }

    #[test]
    fn integers_as_strtol_reads_them() {
        assert_eq!(int("100"), Some((Some(100), "")));
        assert_eq!(int(" \t+100x"), Some((Some(100), "x")));
        assert_eq!(int("-1"), Some((Some(-1), "")));
        assert_eq!(int("0x1F"), Some((Some(31), "")));
        assert_eq!(int("010"), Some((Some(8), "")));
        assert_eq!(int("08"), Some((Some(0), "8")));
        assert_eq!(int("0x"), Some((Some(0), "x")));
        assert_eq!(int("x100"), None);
        assert_eq!(int(""), None);
        assert_eq!(int("- 1"), None);
        assert_eq!(int("5 min"), Some((Some(5), " min")));
        assert_eq!(
            integer(" 99999999999999999999 ").map(|i| (i.value, i.text)),
            Some((None, "99999999999999999999"))
        );
    }

    #[test]
    fn floats_as_strtod_reads_them() {
        assert_eq!(float("0.5"), Some((0.5, "")));
        assert_eq!(float(" 1e2"), Some((100.0, "")));
        assert_eq!(float("5ms"), Some((5.0, "ms")));
        assert_eq!(float("1e"), Some((1.0, "e")));
        assert_eq!(float("0x10"), Some((16.0, "")));
        assert_eq!(float(".5"), Some((0.5, "")));
        assert_eq!(float("."), None);
        assert_eq!(float("abc"), None);
        assert_eq!(float("-inf"), Some((f64::NEG_INFINITY, "")));
        assert_eq!(float("nan"), None);
    }

    #[test]
    fn percent_g() {
        for (value, text) in [
            (5.0, "5"),
            (0.5, "0.5"),
            (0.123456789, "0.123457"),
            (100_000.5, "100000"),
            (900_000.0, "900000"),
            (999_999.7, "1e+06"),
            (1_234_567.0, "1.23457e+06"),
            (99_999_999.0, "1e+08"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (4.9, "4.9"),
            (-1.0, "-1"),
            (0.0, "0"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(format_g(value), text);
        }
    }
}
