//! What is shipped beside the program: settings, pages of the manual, completions, a dashboard, health.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use server::config::settings::SETTINGS;

use crate::support::process::{admin_of, demonstrate};
use crate::support::program::Program;

fn shipped(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy").join(path)
}

#[test]
fn the_packages_settings_are_good() {
    let file = shipped("debian/entreposto.toml");
    let said = Program::new().ok(&["config", "--config", file.to_str().unwrap()]);
    assert!(said.contains("backup_folder = \"/var/backups/entreposto\""), "{said}");
    // what is commented out is a setting as well
    let text = fs::read_to_string(&file).unwrap();
    let keys = text.lines().filter_map(|line| line.trim_start_matches("# ").split_once(" = "));
    let keys: Vec<&str> = keys.map(|(key, _)| key).filter(|key| !key.contains(' ')).collect();
    assert!(keys.len() >= 8, "{keys:?}");
    for key in keys {
        assert!(SETTINGS.iter().any(|setting| setting.key == key), "{key} is no setting");
    }
}

#[test]
fn images_and_manifests_name_settings_that_there_are() {
    let (mut texts, mut named) = (Vec::new(), 0);
    for file in ["Dockerfile", "compose.yaml", "kubernetes/entreposto.yaml", "systemd/entreposto.service"] {
        texts.push(fs::read_to_string(shipped(file)).unwrap());
    }
    for text in texts {
        let words = text.split(|c: char| !(c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit()));
        for word in words.filter(|word| word.starts_with("ENTREPOSTO_") && *word != "ENTREPOSTO_CONFIG") {
            named += 1;
            assert!(SETTINGS.iter().any(|setting| setting.env == word), "{word} is no setting");
        }
    }
    assert!(named >= 8);
}

/// Of a service that cannot start: what passes by itself is tried again without end, wrong settings never.
#[test]
fn the_unit_waits_for_a_database_and_not_for_settings() {
    let unit = fs::read_to_string(shipped("systemd/entreposto.service")).unwrap();
    let has = |line: &str| unit.lines().any(|own| own == line);
    assert!(has("StartLimitIntervalSec=0") && has("Restart=on-failure"), "{unit}");
    assert!(has("RestartPreventExitStatus=2"), "{unit}");
    let p = Program::new().free_ports();
    p.failure(2, &["serve", "--workers", "many"]);
    p.failure(2, &["serve", "--tls-cert", "nowhere.crt", "--tls-key", "nowhere.key"]);
    p.failure(1, &["serve", "--database-url", "postgres://ana@127.0.0.1:9/x"]);
}

#[test]
fn whatever_the_package_is_made_of_is_there() {
    let text = fs::read_to_string(shipped("../bin/server/Cargo.toml")).unwrap();
    let (_, package) = text.split_once("[package.metadata.deb]").unwrap();
    let sources = package.split('"').filter_map(|part| part.strip_prefix("../../"));
    let own: Vec<&str> = sources.filter(|path| !path.starts_with("target/")).collect();
    assert!(own.len() > 9, "{own:?}");
    for path in own {
        assert!(shipped("..").join(path).exists(), "{path} is not there");
    }
    for script in ["preinst", "postinst", "postrm"] {
        let path = shipped("debian").join(script);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o111, 0o111, "{script}");
        assert!(fs::read_to_string(&path).unwrap().contains("\n#DEBHELPER#\n"), "{script}");
    }
}

#[test]
fn every_command_has_a_page_and_is_completed_under_the_packages_name() {
    let p = Program::new();
    fs::create_dir(p.folder.path().join("man")).unwrap();
    p.ok(&["man", "man", "--name", "entreposto"]);
    for (page, part) in [
        ("entreposto.1", "entreposto"),
        ("entreposto-backup.1", "whole database"),
        ("entreposto-token-create-store.1", "interface B"),
    ] {
        let text = fs::read_to_string(p.folder.path().join("man").join(page)).unwrap();
        assert!(text.starts_with(".ie") || text.contains(".TH"), "{text}");
        assert!(text.contains(part), "{page}: {text}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = p.ok(&["completions", shell, "--name", "entreposto"]);
        assert!(script.contains("entreposto") && script.contains("backup"), "{shell}");
    }
}

#[test]
fn health_is_asked_for_without_any_other_program() {
    let p = Program::new().free_ports();
    let (process, rows, _output) = demonstrate(&p);
    let admin = admin_of(&rows);
    let said = p.ok(&["health", "--listen-admin", &admin]);
    assert!(said.starts_with("ready"), "{said}");
    let everywhere = format!("0.0.0.0:{}", admin.rsplit(':').next().unwrap());
    p.ok(&["health", "--listen-admin", &everywhere]);
    drop(process);
    let refused = p.failure(1, &["health", "--listen-admin", &admin]);
    assert!(refused.contains("no server answers at"), "{refused}");
}
