//! The command line: which commands there are, and what they have in common.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::{app, completions, config, demo, events, migrate, seed, serve, store, titular, token};
use crate::config::settings::SETTINGS;
use crate::config::{Config, Flags};
use crate::log;
use crate::usage::UsageError;

/// Entreposto: one door between a store and its marketplaces.
#[derive(Debug, Parser)]
#[command(name = "server", version, max_term_width = 100)]
struct Cli {
    /// TOML file with settings (also ENTREPOSTO_CONFIG; ./entreposto.toml is read when it exists)
    #[arg(long, global = true, value_name = "FILE", help_heading = "Settings")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve both interfaces (the default)
    Serve,
    Demo(demo::DemoArgs),
    Seed(seed::SeedArgs),
    #[command(subcommand)]
    Token(token::TokenCommand),
    #[command(subcommand)]
    App(app::AppCommand),
    #[command(subcommand)]
    Store(store::StoreCommand),
    #[command(subcommand)]
    Events(events::EventsCommand),
    #[command(subcommand)]
    Titular(titular::TitularCommand),
    Migrate(migrate::MigrateArgs),
    /// Print the effective configuration and where each value came from
    Config,
    Completions(completions::CompletionsArgs),
}

/// The whole command line, settings included.
fn command_line() -> clap::Command {
    SETTINGS.iter().fold(Cli::command(), |command, s| {
        command.arg(
            Arg::new(s.key)
                .long(s.flag)
                .global(true)
                .value_name(s.value_name)
                .help(s.help)
                .long_help(format!("{} [env: {}] [default: {}]", s.help, s.env, s.default))
                .help_heading("Settings")
                .allow_hyphen_values(true)
                .hide_short_help(true),
        )
    })
}

/// The settings given as flags; a global flag is known to the innermost command.
fn flags(matches: &ArgMatches) -> Flags {
    let mut innermost = matches;
    while let Some((_, inner)) = innermost.subcommand() {
        innermost = inner;
    }
    let value = |key: &str| innermost.try_get_one::<String>(key).ok().flatten().cloned();
    Flags {
        file: innermost.try_get_one::<PathBuf>("config").ok().flatten().cloned(),
        values: SETTINGS.iter().filter_map(|s| value(s.key).map(|text| (s.key, text))).collect(),
    }
}

/// Runs the program on this process's arguments: code 0 done, 1 failed, 2 wrongly asked.
pub fn main() -> ExitCode {
    let matches = command_line().get_matches();
    let done = match Cli::from_arg_matches(&matches) {
        Ok(cli) => run(cli.command.unwrap_or(Command::Serve), flags(&matches)),
        Err(e) => e.exit(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // nobody may be reading
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::from(if error.is::<UsageError>() { 2 } else { 1 })
        }
    }
}

fn run(command: Command, mut flags: Flags) -> Result<()> {
    match command {
        Command::Serve => configured(&flags, |config| serve::run(&config)),
        Command::Demo(args) => configured(&flags, |config| demo::run(config, &args)),
        Command::Seed(args) => configured(&flags, |config| seed::run(&config, &args)),
        Command::Token(what) => configured(&flags, |config| token::run(&config, what)),
        Command::App(what) => configured(&flags, |config| app::run(&config, what)),
        Command::Store(what) => {
            flags.values.remove(store::OWN_FLAG);
            configured(&flags, |config| store::run(&config, what))
        }
        Command::Events(what) => configured(&flags, |config| events::run(&config, &what)),
        Command::Titular(what) => configured(&flags, |config| titular::run(&config, &what)),
        Command::Migrate(args) => configured(&flags, |config| migrate::run(&config, &args)),
        Command::Config => config::run(&flags),
        Command::Completions(args) => completions::run(&args, command_line()),
    }
}

/// Runs a command that needs the configuration, with a log.
fn configured(flags: &Flags, command: impl FnOnce(Config) -> Result<()>) -> Result<()> {
    let config = Config::load(flags)?;
    let _log = log::start(&config);
    command(config)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_sound() {
        super::command_line().debug_assert();
    }
}
