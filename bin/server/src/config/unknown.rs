//! Unknown names of settings, with suggestions.

use super::settings::{FILE_ENV, SETTINGS};

/// What every variable of this program begins with, but for the database's.
const PREFIX: &str = "ENTREPOSTO_";

/// The error for an unknown key of the file.
pub fn key(key: &str) -> String {
    let names = SETTINGS.iter().map(|s| s.key);
    match nearest(key, names.map(|name| (name, name))) {
        Some(name) => format!("there is no such setting; is {name} meant?"),
        None => "there is no such setting; `server config` lists them".to_owned(),
    }
}

/// The warnings for environment variables that look like settings and are none.
pub fn variables(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut unknown: Vec<String> = names.into_iter().filter(|name| is_unknown(name)).collect();
    unknown.sort();
    unknown.iter().map(|name| format!("environment {name}: {}", variable(name))).collect()
}

fn is_unknown(name: &str) -> bool {
    name.starts_with(PREFIX)
        && name != FILE_ENV
        && !SETTINGS.iter().any(|s| s.env == name)
        && !of_a_service(name)
}

/// Kubernetes tells every container of the services beside it, in variables that begin with their names: a
/// service named `entreposto` must not keep its own server from starting.
fn of_a_service(name: &str) -> bool {
    ["_SERVICE_HOST", "_SERVICE_PORT"].iter().any(|part| name.contains(part))
        || name.ends_with("_PORT")
        || name.split("_PORT_").nth(1).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn variable(name: &str) -> String {
    let meant = name.trim_start_matches(PREFIX).to_lowercase();
    let names = SETTINGS.iter().map(|s| (s.key, s.env)).chain([("config", FILE_ENV)]);
    match nearest(&meant, names) {
        Some(env) => format!("there is no such setting; is {env} meant?"),
        None => "there is no such setting; `server config` lists them".to_owned(),
    }
}

/// The name whose key is nearest, if one is near.
pub(super) fn nearest<'n>(meant: &str, names: impl Iterator<Item = (&'n str, &'n str)>) -> Option<&'n str> {
    let near = names.map(|(key, name)| (strsim::damerau_levenshtein(meant, key), key.len(), name));
    let (distance, length, name) = near.min()?;
    (distance <= 1.max(length / 3)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        assert!(key("boddy_limit").contains("is body_limit meant?"));
        assert!(key("zebra").contains("server config"));
        let problems = |name: &str| variables([name.to_owned()]).join("");
        for (name, meant) in [
            ("ENTREPOSTO_LISTN_A", "ENTREPOSTO_LISTEN_A"),
            ("ENTREPOSTO_DATABASE_URL", "DATABASE_URL"),
            ("ENTREPOSTO_CONFG", "ENTREPOSTO_CONFIG"),
        ] {
            let problem = problems(name);
            assert!(problem.contains(&format!("environment {name}")), "{problem}");
            assert!(problem.contains(&format!("is {meant} meant?")), "{problem}");
        }
    }

    #[test]
    fn settings_other_programs_and_services_are_left_alone() {
        for name in [
            "ENTREPOSTO_LISTEN_A",
            "ENTREPOSTO_CONFIG",
            "PATH",
            "ENTREPOSTO_SERVICE_HOST",
            "ENTREPOSTO_SERVICE_PORT_HTTP",
            "ENTREPOSTO_PORT",
            "ENTREPOSTO_B_PORT_8081_TCP_ADDR",
        ] {
            assert_eq!(variables([name.to_owned()]), Vec::<String>::new(), "{name}");
        }
    }
}
