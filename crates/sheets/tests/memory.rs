//! The memory that hostile files cost, measured: the allocator counts, and nothing else runs beside it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[allow(dead_code)]
#[path = "it/support.rs"]
mod support;

use peak_alloc::PeakAlloc;

use support::{count, ods, xlsx};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Mebibytes that one file may cost beside itself.
const MOST: f32 = 256.0;

fn cost(what: &str, file: &[u8]) -> f32 {
    let before = ALLOCATOR.current_usage_as_mb();
    ALLOCATOR.reset_peak_usage();
    let end = count(file).map_or_else(|error| error.to_string(), |rows| format!("{rows} rows"));
    let cost = ALLOCATOR.peak_usage_as_mb() - before;
    assert!(cost < MOST, "{what}: {cost} MiB, {end}");
    cost
}

#[test]
// one test: what runs beside it would be counted, too
fn hostile_files_cost_less_than_256_mib() {
    let cell = "<row><c><v>1</v></c></row>";
    let strings = |text: &str, times: usize| {
        let strings = format!("<sst>{}</sst>", text.repeat(times));
        xlsx(&[("A", "visible", cell)], &[("xl/sharedStrings.xml", strings.as_bytes())])
    };
    let mebibyte = format!("<si><t>{}</t></si>", "a".repeat(1 << 20));
    // 400 MB of shared strings in 400 KB
    cost("shared strings, refused before", &strings(&mebibyte, 400));
    cost("shared strings, refused while they are read", &strings(&mebibyte, 100));
    cost("shared strings, as many as are read", &strings(&mebibyte, 95));
    cost("empty shared strings", &strings("<si/>", 5 << 20));
    let far = r#"<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>"#;
    assert!(cost("a cell in the last corner", &xlsx(&[("A", "visible", far)], &[])) < 4.0);
    let styles = format!("<s><cellXfs>{}</cellXfs></s>", "<xf/>".repeat(1 << 20));
    cost("styles", &xlsx(&[("A", "visible", cell)], &[("xl/styles.xml", styles.as_bytes())]));
    let sheet = format!("<row><c t=\"str\"><v>{}</v></c></row>", "x".repeat(7 << 20)).repeat(2);
    cost("long rows", &xlsx(&[("A", "visible", &sheet)], &[]));
    let wide = format!("<row>{}</row>", "<c><v>1</v></c>".repeat(1 << 18));
    cost("a wide row", &xlsx(&[("A", "visible", &wide)], &[]));
    let names = (0..60).map(|number| format!("<a{number}{}>", "x".repeat(2000))).collect::<String>();
    cost("long names", &xlsx(&[("A", "visible", &names)], &[]));
    let row = "<table:table-row table:number-rows-repeated=\"100\"><table:table-cell office:value-type=\"string\" \
        table:number-columns-repeated=\"1000\"><text:p>TEXT</text:p></table:table-cell></table:table-row>";
    for text in ["x", &"x".repeat(8000)] {
        let table = format!("<table:table table:name=\"A\">{}</table:table>", row.replace("TEXT", text));
        cost("repeated rows", &ods("", &table));
    }
    cost("an open quote", format!("a;b\n\"{}", "x\n".repeat(5 << 20)).as_bytes());
    cost("separators", ";".repeat(5 << 20).as_bytes());
    cost("lines", format!("a{}b", "\n".repeat(2 << 20)).as_bytes());
    let item = format!("<item><id>{}</id></item>", "x".repeat(7 << 20));
    cost("long items", format!("<rss>{}</rss>", item.repeat(4)).as_bytes());
    let item = format!(
        "<item>{}</item>",
        (0..900).map(|number| format!("<a{number}>1</a{number}>")).collect::<String>()
    );
    cost("wide items", format!("<rss>{}</rss>", item.repeat(20)).as_bytes());
    let late = (0..20_000).map(|number| format!("<item><b{number}>1</b{number}></item>")).collect::<String>();
    cost(
        "names that come late",
        format!("<rss>{}{late}</rss>", "<item><id>1</id></item>".repeat(100)).as_bytes(),
    );
    // a table that is long costs no more than a short one
    let row = "00123;Pano de prato;\"1.234,50\";3;7891000315507\n";
    let table = format!("sku;nome;preco;estoque;gtin\n{}", row.repeat(50_000));
    assert!(cost("a long table", table.as_bytes()) < 8.0);
}
