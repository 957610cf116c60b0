//! The guide: what its pages have a reader paste works as it stands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::process::{admin_of, curl_lines, demonstrate};
use crate::support::program::Program;

fn pages() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guia/src")
}

/// The blocks of a language in a page.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == format!("```{language}") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            found.push(block.join("\n"));
        }
    }
    found
}

struct Reader {
    p: Program,
    env: Vec<(String, String)>,
}

impl Reader {
    fn run(&self, page: &str, program: &str, arguments: &[&str], text: &str) {
        let file = self.p.folder.path().join("pasted");
        fs::write(&file, text).unwrap();
        let output = Command::new(program)
            .args(arguments)
            .arg(&file)
            .current_dir(self.p.folder.path())
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .output()
            .unwrap_or_else(|e| panic!("{program}: {e}"));
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{page}\n{text}\n{out}\n{err}");
    }
}

#[test]
fn what_the_guide_has_a_reader_paste_works() {
    let p = Program::new().free_ports();
    let (_process, rows, _output) = demonstrate(&p);
    let lines = curl_lines(&rows);
    let base = |url: &str| url.split('/').take(3).collect::<Vec<_>>().join("/");
    let (first, last) = (lines.first().unwrap(), lines.last().unwrap());
    let bin = p.folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_entreposto-under-test"), bin.join("server")).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let env = [
        ("PATH", path),
        ("URL_A", base(&first.1)),
        ("CHAVE_A", first.0.clone()),
        ("URL_B", base(&last.1)),
        ("CHAVE_B", last.0.clone()),
        ("DATABASE_URL", "sqlite://./data/demo/entreposto.db".to_owned()),
        ("ENTREPOSTO_LISTEN_ADMIN", admin_of(&rows)),
    ];
    let reader = Reader { p, env: env.map(|(name, value)| (name.to_owned(), value)).into() };
    let mut pasted = 0;
    let summary = fs::read_to_string(pages().join("SUMMARY.md")).unwrap();
    for page in summary.split(['(', ')']).filter(|part| part.ends_with(".md")) {
        let text = fs::read_to_string(pages().join(page)).unwrap();
        let python = blocks(&text, "python").join("\n\n");
        if !python.is_empty() {
            reader.run(page, "python3", &[], &python);
            pasted += 1;
        }
        for block in blocks(&text, "bash") {
            reader.run(page, "bash", &["-euo", "pipefail"], &block);
            pasted += 1;
        }
    }
    assert!(pasted >= 15, "{pasted} blocks");
}

#[test]
fn the_programs_in_its_pages_are_those_that_are_run() {
    let mut shown = 0;
    for page in ["leituras.md", "rust.md"] {
        let text = fs::read_to_string(pages().join(page)).unwrap();
        // each stands below the name of its file
        for block in text.split("<!-- ").skip(1) {
            let (file, rest) = block.split_once(" -->\n").unwrap();
            let program = rest.split_once('\n').unwrap().1.split_once("\n```\n").unwrap().0;
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
            assert_eq!(program, fs::read_to_string(path).unwrap().trim_end(), "{page}: copy {file} anew");
            shown += 1;
        }
    }
    assert_eq!(shown, 4);
}

#[test]
fn every_page_is_in_the_summary_and_links_lead_somewhere() {
    let summary = fs::read_to_string(pages().join("SUMMARY.md")).unwrap();
    let all = fs::read_dir(pages()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for name in all.filter(|name| name.ends_with(".md")) {
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name} is in no summary");
        let text = fs::read_to_string(pages().join(&name)).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            let page = link.split('#').next().unwrap();
            assert!(pages().join(page).exists(), "{name} leads to {link}");
        }
    }
}
