//! Numbers, amounts and instants as people write them.

use chrono::{DateTime, Datelike};
use chrono_tz::Tz;
use domain::values::dates::{Instante, Zone};
use domain::values::money::Dinheiro;

use crate::lang::Lang;

const MONTHS: [[&str; 12]; 2] = [
    ["jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"],
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
];
const WEEKDAYS: [[&str; 7]; 2] = [
    ["segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado", "domingo"],
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
];

fn of_lang<const N: usize>(lang: Lang, names: &'static [[&'static str; N]; 2], n: u32) -> &'static str {
    let [pt, en] = names;
    let names = if lang == Lang::Pt { pt } else { en };
    names.get(n as usize).copied().unwrap_or_default()
}

/// How far what may be very many is counted.
pub const MANY: i64 = 1000;

/// `987`, or `1.000+` for what was counted up to [`MANY`].
pub fn count_to_many(lang: Lang, n: i64) -> String {
    count(lang, n) + if n < MANY { "" } else { "+" }
}

/// `1.234`.
pub fn count(lang: Lang, n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if n < 0 {
        text.push('−');
    }
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push_str(lang.say(".", ","));
        }
        text.push(digit);
    }
    text
}

/// `+3`, `−2`, `0`.
pub fn change(lang: Lang, n: i64) -> String {
    if n > 0 { format!("+{}", count(lang, n)) } else { count(lang, n) }
}

/// `1.234,56`; what an amount has below a cent is shown too.
pub fn money(lang: Lang, amount: Dinheiro) -> String {
    let all = amount.ten_thousandths();
    let sign = if all < 0 { "−" } else { "" };
    let (whole, rest) = (all.unsigned_abs() / 10_000, all.unsigned_abs() % 10_000);
    let decimals = if rest % 100 == 0 { format!("{:02}", rest / 100) } else { format!("{rest:04}") };
    let whole = count(lang, i64::try_from(whole).unwrap_or(i64::MAX));
    format!("{sign}{whole}{}{decimals}", lang.say(",", "."))
}

/// `1234,56`, to be typed over; empty for nothing.
pub fn amount(lang: Lang, amount: Dinheiro) -> String {
    if amount == Dinheiro::ZERO { String::new() } else { money(lang, amount).replace(lang.say(".", ","), "") }
}

/// `123.456.789-09`, `12.ABC.345/01DE-35`; as it stands where it is neither.
pub fn document(text: &str) -> String {
    let separators: &[(usize, char)] = match text.len() {
        11 => &[(3, '.'), (6, '.'), (9, '-')],
        14 => &[(2, '.'), (5, '.'), (8, '/'), (12, '-')],
        _ => &[],
    };
    let mut shown = String::with_capacity(text.len() + separators.len());
    for (place, letter) in text.chars().enumerate() {
        shown.extend(separators.iter().filter(|(at, _)| *at == place).map(|(_, mark)| *mark));
        shown.push(letter);
    }
    shown
}

/// Two hexadecimal digits for each byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `12 kB`, `1,2 GB`.
pub fn bytes(lang: Lang, n: u64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"];
    let (mut value, mut unit) = (n as f64, 0);
    while value >= 1000.0 && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    let decimals = usize::from(unit > 0 && value < 10.0);
    let text = format!("{value:.decimals$}").replace('.', lang.say(",", "."));
    format!("{text} {}", units.get(unit).copied().unwrap_or_default())
}

fn local(at: Instante, zone: Zone) -> DateTime<Tz> {
    at.utc().with_timezone(&zone)
}

/// `21 nov`.
pub fn day(lang: Lang, at: Instante, zone: Zone) -> String {
    let date = local(at, zone);
    format!("{} {}", date.day(), of_lang(lang, &MONTHS, date.month0()))
}

/// `21 nov 2026, 14:59`.
pub fn moment(lang: Lang, at: Instante, zone: Zone) -> String {
    let date = local(at, zone);
    format!("{} {}, {}", day(lang, at, zone), date.year(), date.format("%H:%M"))
}

/// `21 nov, 14:59` within this year, with the year otherwise.
pub fn short_moment(lang: Lang, at: Instante, zone: Zone) -> String {
    let date = local(at, zone);
    match local(Instante::now(), zone).year() == date.year() {
        true => format!("{}, {}", day(lang, at, zone), date.format("%H:%M")),
        false => moment(lang, at, zone),
    }
}

/// `sábado, 21 de novembro`, shortened.
pub fn weekday(lang: Lang, at: Instante, zone: Zone) -> String {
    let date = local(at, zone);
    let name = of_lang(lang, &WEEKDAYS, date.weekday().num_days_from_monday());
    format!("{name}, {} {}", day(lang, at, zone), date.year())
}

/// `350 ms`, `1,2 s`, `5 min`.
pub fn duration(lang: Lang, ms: i64) -> String {
    match ms {
        0..1_000 => format!("{ms} ms"),
        1_000..90_000 => format!("{}.{} s", ms / 1000, ms % 1000 / 100).replace('.', lang.say(",", ".")),
        90_000..5_400_000 => format!("{} min", ms / 60_000),
        _ => format!("{} h", ms / 3_600_000),
    }
}

/// How long ago, or how far ahead: `há 6 min`, `em 2 h`.
pub fn distance(lang: Lang, at: Instante, now: Instante) -> String {
    let seconds = (at.micros() - now.micros()) / 1_000_000;
    let (n, unit) = match seconds.unsigned_abs() {
        n @ 0..=89 => (n, "s"),
        n @ 90..=5_399 => (n / 60, "min"),
        n @ 5_400..=129_599 => (n / 3600, "h"),
        n => (n / 86_400, lang.say("dias", "days")),
    };
    match (seconds < 0, lang) {
        (true, Lang::Pt) => format!("há {n} {unit}"),
        (true, Lang::En) => format!("{n} {unit} ago"),
        (false, Lang::Pt) => format!("em {n} {unit}"),
        (false, Lang::En) => format!("in {n} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_written_as_people_do() {
        for (stored, shown) in [
            ("52998224725", "529.982.247-25"),
            ("12ABC34501DE35", "12.ABC.345/01DE-35"),
            ("", ""),
            ("***982***", "***982***"),
        ] {
            assert_eq!(document(stored), shown);
        }
    }

    #[test]
    fn numbers_are_grouped_as_the_language_does() {
        assert_eq!(
            [0, 7, 999, 1_000, 1_234_567].map(|n| count(Lang::Pt, n)).join(" "),
            "0 7 999 1.000 1.234.567"
        );
        assert_eq!(count(Lang::En, -12_345), "−12,345");
        assert_eq!([-2, 0, 3].map(|n| change(Lang::Pt, n)).join(" "), "−2 0 +3");
    }

    #[test]
    fn amounts_show_cents_and_what_is_below_them() {
        assert_eq!(money(Lang::Pt, Dinheiro::from_cents(123_456)), "1.234,56");
        assert_eq!(money(Lang::En, Dinheiro::from_cents(-5)), "−0.05");
        assert_eq!(money(Lang::Pt, Dinheiro::from_ten_thousandths(12_345)), "1,2345");
    }

    #[test]
    fn instants_are_of_a_time_zone() {
        let at = Instante::from_micros(1_795_229_940_000_000);
        assert_eq!(moment(Lang::Pt, at, Zone::UTC), "21 nov 2026, 02:59");
        assert_eq!(moment(Lang::En, at, Zone::America__Sao_Paulo), "20 Nov 2026, 23:59");
        assert_eq!(weekday(Lang::Pt, at, Zone::UTC), "sábado, 21 nov 2026");
        assert_eq!(distance(Lang::Pt, at, at.plus_seconds(360)), "há 6 min");
        assert_eq!(distance(Lang::En, at.plus_seconds(7200), at), "in 2 h");
    }

    #[test]
    fn durations_have_units() {
        assert_eq!([350, 1_250, 300_000].map(|ms| duration(Lang::Pt, ms)).join(" "), "350 ms 1,2 s 5 min");
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(bytes(Lang::Pt, 999), "999 B");
        assert_eq!(bytes(Lang::Pt, 1_234_000_000), "1,2 GB");
        assert_eq!(bytes(Lang::En, 45_600_000), "46 MB");
    }
}
