//! What the command line says of itself, and of numbers that are none.

use crate::support::program::Program;

#[test]
fn only_those_that_serve_and_show_settings_list_them() {
    let p = Program::new();
    for command in [&["serve"][..], &["config"]] {
        let help = p.ok(&[command, &["--help"]].concat());
        assert!(help.contains("--database-url") && help.contains("--log-format"), "{help}");
    }
    for command in [
        &["token", "list"][..],
        &["token", "rotate"],
        &["app", "create"],
        &["store", "set"],
        &["seed"],
        &["demo"],
        &["events", "prune"],
        &["migrate"],
    ] {
        for help in ["--help", "-h"] {
            let help = p.ok(&[command, &[help]].concat());
            assert!(!help.contains("--log-format") && !help.contains("--body-limit"), "{help}");
        }
    }
    assert!(p.ok(&["--help"]).contains("server serve --help"));
}

#[test]
fn settings_are_taken_before_and_behind_a_command() {
    let p = Program::new();
    let (before, behind) = ("sqlite://./before.db", "sqlite://./behind.db");
    let missing = |arguments: &[&str]| p.failure(1, arguments);
    assert!(missing(&["--database-url", before, "app", "list"]).contains("./before.db"));
    assert!(missing(&["app", "--database-url", before, "list"]).contains("./before.db"));
    let both = ["--database-url", before, "app", "list", "--database-url", behind];
    assert!(missing(&both).contains("./behind.db"), "what stands further behind holds");
}

#[test]
fn numbers_that_are_none_are_told_what_they_should_be() {
    let p = Program::new();
    for (arguments, part) in [
        (&["seed", "--orders", "abc"][..], "it must be a whole number from 0 to 100000000"),
        (&["demo", "--skus", "0"], "it must be a whole number from 1 to 1000000"),
        (&["demo", "--seed", "-"], "it must be a whole number from 0"),
        (&["token", "revoke", "abc"], "it must be the number of a key, as `server token list` shows it"),
        (&["token", "rotate", "abc"], "it must be the number of a key"),
    ] {
        let error = p.failure(2, arguments);
        assert!(error.contains(part) && !error.contains("invalid digit"), "{arguments:?}: {error}");
    }
}

#[test]
fn a_misspelt_variable_is_an_error_that_names_the_right_one() {
    let p =
        Program::new().env("ENTREPOSTO_LISTN_A", "127.0.0.1:1").env("ENTREPOSTO_SERVICE_HOST", "10.0.0.1");
    let error = p.failure(2, &["config"]);
    assert!(
        error.contains("ENTREPOSTO_LISTN_A") && error.contains("is ENTREPOSTO_LISTEN_A meant?"),
        "{error}"
    );
    assert!(!error.contains("SERVICE_HOST"), "{error}");
}
