//! The command line: the list of commands, and what they share.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::UNIX_EPOCH;

use anyhow::{Result, bail};
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::{
    app, backup, check, completions, config, connectors, console, demo, events, export, health, import, man,
    migrate, order, restore, secrets, seed, serve, store, titular, token,
};
use crate::config::settings::SETTINGS;
use crate::config::{Config, Flags};
use crate::serve::Session;
use crate::usage::UsageError;
use crate::{log, output};

/// Entreposto: one door between a store and its marketplaces.
#[derive(Debug, Parser)]
#[command(name = "server", version, max_term_width = 100, after_help = SETTINGS_HELP)]
struct Cli {
    /// TOML file with settings (also ENTREPOSTO_CONFIG; ./entreposto.toml is read when it exists)
    #[arg(long, global = true, value_name = "FILE", help_heading = "Settings")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

const SETTINGS_HELP: &str = "Every command takes the settings as flags, e.g. --database-url; \
    `server serve --help` lists them, `server config` shows what holds.";

/// Whose help lists the settings.
const LISTING: &[&str] = &["serve", "config"];

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
    Console(console::ConsoleCommand),
    #[command(subcommand)]
    Events(events::EventsCommand),
    #[command(subcommand)]
    Order(order::OrderCommand),
    #[command(subcommand)]
    Titular(titular::TitularCommand),
    Migrate(migrate::MigrateArgs),
    Import(import::ImportArgs),
    Export(export::ExportArgs),
    Backup(backup::BackupArgs),
    Restore(restore::RestoreArgs),
    Copy(restore::CopyArgs),
    Check(check::CheckArgs),
    #[command(subcommand)]
    Secrets(secrets::SecretsCommand),
    Config(config::ConfigArgs),
    /// Ask the running server whether it is ready; exit code 1 when it is not
    Health,
    Completions(completions::CompletionsArgs),
    Connectors(connectors::ConnectorsArgs),
    Man(man::ManArgs),
}

/// The whole command line, settings included.
fn command_line() -> clap::Command {
    with_settings(Cli::command())
}

/// Gives a command and those below it the settings as flags.
fn with_settings(command: clap::Command) -> clap::Command {
    let below: Vec<String> = command.get_subcommands().map(|c| c.get_name().to_owned()).collect();
    let own: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    let hide = !LISTING.contains(&command.get_name());
    let command = below.iter().fold(command, |command, name| command.mut_subcommand(name, with_settings));
    SETTINGS.iter().filter(|s| !own.iter().any(|id| id == s.key)).fold(command, |command, s| {
        command.arg(
            Arg::new(s.key)
                .long(s.flag)
                .value_name(s.value_name)
                .help(s.help)
                .long_help(format!("{} [env: {}] [default: {}]", s.help, s.env, s.default))
                .help_heading("Settings")
                .allow_hyphen_values(true)
                .hide(hide),
        )
    })
}

/// The settings given as flags, before or behind the names of commands: what stands further behind holds.
fn flags(matches: &ArgMatches) -> Flags {
    let mut flags = Flags::default();
    let mut level = Some(matches);
    while let Some(matches) = level {
        for s in SETTINGS.iter() {
            if let Ok(Some(text)) = matches.try_get_one::<String>(s.key) {
                flags.values.insert(s.key, text.clone());
            }
        }
        if let Ok(Some(file)) = matches.try_get_one::<PathBuf>("config") {
            flags.file = Some(file.clone());
        }
        level = matches.subcommand().map(|(_, inner)| inner);
    }
    flags
}

/// What shells say of a process that SIGPIPE has ended.
const CLOSED_PIPE: u8 = 141;

/// Runs the program on this process's arguments: code 0 done, 1 failed, 2 wrongly asked, 141 nobody reads.
pub fn main() -> ExitCode {
    let matches = command_line().get_matches();
    let done = match Cli::from_arg_matches(&matches) {
        Ok(cli) => run(cli.command.unwrap_or(Command::Serve), flags(&matches)),
        Err(e) => e.exit(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // as quiet as a program that the signal of a closed pipe ends
        Err(error) if output::is_unread(&error) => ExitCode::from(CLOSED_PIPE),
        Err(error) => {
            output::aside(&format!("error: {error:#}"));
            ExitCode::from(if error.is::<UsageError>() { 2 } else { 1 })
        }
    }
}

fn run(command: Command, mut flags: Flags) -> Result<()> {
    match command {
        Command::Serve => serving(flags, |config, session| serve::run(&config, session)),
        Command::Demo(args) => serving(flags, |config, session| demo::run(config, &args, session)),
        Command::Seed(args) => configured(&flags, |config| seed::run(&config, &args)),
        Command::Token(what) => configured(&flags, |config| token::run(&config, what)),
        Command::App(what) => configured(&flags, |config| app::run(&config, what)),
        Command::Store(what) => {
            flags.values.remove(store::OWN_FLAG);
            configured(&flags, |config| store::run(&config, what))
        }
        Command::Console(what) => configured(&flags, |config| console::run(&config, what)),
        Command::Events(what) => configured(&flags, |config| events::run(&config, &what)),
        Command::Order(what) => configured(&flags, |config| order::run(&config, &what)),
        Command::Titular(what) => configured(&flags, |config| titular::run(&config, &what)),
        Command::Migrate(args) => configured(&flags, |config| migrate::run(&config, &args)),
        Command::Import(args) => configured(&flags, |config| import::run(&config, &args)),
        Command::Export(args) => configured(&flags, |config| export::run(&config, &args)),
        Command::Backup(args) => configured(&flags, |config| backup::run(&config, &args)),
        Command::Restore(args) => configured(&flags, |config| restore::run(&config, &args)),
        Command::Copy(args) => configured(&flags, |config| restore::copy(&config, &args)),
        Command::Check(args) => configured(&flags, |config| check::run(&config, &args)),
        Command::Secrets(what) => configured(&flags, |config| secrets::run(&config, &what)),
        Command::Config(args) => config::run(&flags, &args),
        Command::Health => configured(&flags, |config| health::run(&config)),
        Command::Man(args) => man::run(&args, command_line()),
        Command::Completions(args) => completions::run(&args, command_line()),
        Command::Connectors(args) => connectors::run(&args),
    }
}

/// Nothing can be dated before 1970.
fn check_clock() -> Result<()> {
    // the program's own clock panics there
    if UNIX_EPOCH.elapsed().is_err() {
        bail!("the clock of this machine shows a time before 1970: set it, then start again");
    }
    Ok(())
}

/// Runs a command that needs the configuration, with a log.
fn configured(flags: &Flags, command: impl FnOnce(Config) -> Result<()>) -> Result<()> {
    check_clock()?;
    let config = Config::load(flags)?;
    let _log = log::start(&config);
    command(config)
}

/// The same for a command that serves.
fn serving(flags: Flags, command: impl FnOnce(Config, Session) -> Result<()>) -> Result<()> {
    check_clock()?;
    let config = Config::load(&flags)?;
    let log = log::start(&config);
    command(config, Session::begin(flags, log)?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_sound() {
        super::command_line().debug_assert();
    }
}
