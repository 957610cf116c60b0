//! Stacked bars as SVG. Colours come from the style sheet, so that they follow the scheme.

use maud::{Markup, html};

use crate::lang::Lang;
use crate::view::format;

const WIDTH: f64 = 700.0;
const HEIGHT: f64 = 180.0;
const LEFT: f64 = 46.0;
const FLOOR: f64 = 152.0;
const CEILING: f64 = 8.0;

/// A bar: its label, and the height of each layer from the bottom.
pub struct Bar {
    /// Under the bar.
    pub label: String,
    /// Where a click on it leads.
    pub address: String,
    /// From the bottom.
    pub layers: Vec<i64>,
}

impl Bar {
    fn sum(&self) -> i64 {
        self.layers.iter().sum()
    }
}

/// Bars with a legend: the words of the layers from the bottom.
pub fn stacked(lang: Lang, title: &str, bars: &[Bar], words: &[&str]) -> Markup {
    let top = ceiling(bars.iter().map(Bar::sum).max().unwrap_or(0));
    let step = (WIDTH - LEFT) / bars.len().max(1) as f64;
    let height = |n: i64| (FLOOR - CEILING) * n as f64 / top as f64;
    let every = bars.len().div_ceil(6).max(1);
    html! {
        svg.chart viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="group" aria-label=(title) {
            @for part in 0..=2_i64 {
                @let y = FLOOR - (FLOOR - CEILING) * part as f64 / 2.0;
                line.axis x1=(LEFT) x2=(WIDTH) y1=(y) y2=(y) {}
                text x=(LEFT - 6.0) y=(y + 4.0) text-anchor="end" { (format::count(lang, top * part / 2)) }
            }
            @for (n, bar) in bars.iter().enumerate() {
                @let x = LEFT + step * n as f64 + step * 0.15;
                a href=(bar.address) aria-label={ (bar.label) ": " (format::count(lang,
                    bar.sum())) } tabindex="-1" {
                    rect.gap x=(LEFT + step * n as f64) y=(CEILING) width=(step) height=(FLOOR - CEILING) {}
                    @for (layer, units) in bar.layers.iter().enumerate() {
                        @let below: i64 = bar.layers.iter().take(layer).sum();
                        @if *units > 0 {
                            rect.{ "s" (layer + 1) } x={ (round(x)) } y=(round(FLOOR - height(below + units)))
                                width=(round(step * 0.7)) height=(round(height(*units))) {}
                        }
                    }
                    title { (bar.label) ": " (format::count(lang, bar.sum())) }
                }
                @if n % every == 0 { text x=(round(x)) y=(FLOOR + 18.0) { (bar.label) } }
            }
        }
        div.legend {
            @for (layer, word) in words.iter().enumerate() { span { i.{ "s" (layer + 1) } {} (word) } }
        }
    }
}

fn round(n: f64) -> f64 {
    (n * 10.0).round() / 10.0
}

/// A round number that is even and at least `n`.
fn ceiling(n: i64) -> i64 {
    let mut unit = 1_i64;
    loop {
        for step in [2, 4, 10] {
            if n <= step * unit {
                return step * unit;
            }
        }
        unit = unit.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_ends_with_a_round_number_that_can_be_halved() {
        assert_eq!([0, 1, 3, 5, 11, 63, 400, 401].map(ceiling), [2, 2, 4, 10, 20, 100, 400, 1000]);
    }

    #[test]
    fn a_bar_is_as_high_as_its_number_and_no_text_gets_out() {
        let bar = Bar { label: "<b>".into(), address: "/x".into(), layers: vec![1, 3] };
        let svg = stacked(Lang::Pt, "t", &[bar], &["a", "b"]).into_string();
        assert!(svg.contains(r#"height="36""#) && svg.contains(r#"height="108""#), "{svg}");
        assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"), "{svg}");
    }
}
