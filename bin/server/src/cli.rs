//! The command line: what can be asked for, and who does it.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Arg, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use crate::commands::{app, demo, events, migrate, serve, store, token};
use crate::config::settings::SETTINGS;
use crate::config::{self, Config, Flags};
use crate::quantity::Span;
use crate::usage::UsageError;
use crate::{log, output, seed};

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
    /// Serve a filled demonstration from ./data/demo
    Demo(demo::DemoArgs),
    /// Fill the database with made-up data and print its keys
    Seed(seed::SeedArgs),
    /// Create, list, rotate and revoke keys
    #[command(subcommand)]
    Token(TokenCommand),
    /// List and create applications
    #[command(subcommand)]
    App(AppCommand),
    /// Show and change what is set for a store
    #[command(subcommand)]
    Store(store::StoreCommand),
    /// Look after the event log
    #[command(subcommand)]
    Events(EventsCommand),
    /// Apply the pending migrations
    Migrate {
        /// Change nothing: list what is pending and fail when anything is
        #[arg(long)]
        check: bool,
    },
    /// Print the effective configuration and where each value came from
    Config,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Keys.
#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    /// Create a key and print it, once
    #[command(subcommand)]
    Create(TokenCreate),
    /// List the keys (never the keys themselves)
    List,
    /// Replace a key: print the new one and let the old one end
    Rotate {
        /// Number of the key, as `token list` shows it
        id: i64,
        /// How long the old key still works
        #[arg(long, default_value = "24h", value_parser = span)]
        overlap: Span,
    },
    /// End a key now
    Revoke {
        /// Number of the key, as `token list` shows it
        id: i64,
    },
}

/// Kinds of keys.
#[derive(Debug, Subcommand)]
pub enum TokenCreate {
    /// A key of interface A, for an application
    App(TokenCreateApp),
    /// A key of interface B, for one store of an application
    Store(TokenCreateStore),
}

/// `token create app`.
#[derive(Debug, Args)]
pub struct TokenCreateApp {
    /// The application; created when there is none of this name
    #[arg(long)]
    pub name: String,
    /// What the key is for
    #[arg(long, default_value = "")]
    pub label: String,
    /// How long it works, e.g. 90d; without it, until it is revoked
    #[arg(long, value_parser = span)]
    pub expires: Option<Span>,
}

/// `token create store`.
#[derive(Debug, Args)]
pub struct TokenCreateStore {
    /// The application
    #[arg(long)]
    pub app: String,
    /// The store: the usuarioId that the application gave it
    #[arg(long, value_name = "USUARIO_ID")]
    pub user: String,
    /// What the key is for
    #[arg(long, default_value = "")]
    pub label: String,
    /// How long it works, e.g. 90d; without it, until it is revoked
    #[arg(long, value_parser = span)]
    pub expires: Option<Span>,
}

/// Applications.
#[derive(Debug, Subcommand)]
pub enum AppCommand {
    /// List the applications
    List,
    /// Create an application
    Create {
        /// Its name, unique
        name: String,
    },
}

/// The event log.
#[derive(Debug, Subcommand)]
pub enum EventsCommand {
    /// Delete old events; says first what would go, and for whom it would be missing
    Prune(PruneArgs),
}

/// `events prune`.
#[derive(Debug, Args)]
pub struct PruneArgs {
    /// Keep what was recorded in this time, e.g. 90d
    #[arg(long, value_name = "DURATION", value_parser = span)]
    pub older_than: Span,
    /// Delete also what a consumer or a notification has not finished with
    #[arg(long)]
    pub even_unread: bool,
    /// Do it without asking (needed where there is no terminal to ask on)
    #[arg(long)]
    pub yes: bool,
    /// Only say what would go
    #[arg(long, conflicts_with = "yes")]
    pub dry_run: bool,
}

fn span(text: &str) -> Result<Span, String> {
    text.parse().map_err(|reason: String| format!("the value {reason}"))
}

/// The whole command line, settings included.
fn command() -> clap::Command {
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
    let matches = command().get_matches();
    let done = match Cli::from_arg_matches(&matches) {
        Ok(cli) => run(cli, &flags(&matches)),
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

fn run(cli: Cli, flags: &Flags) -> Result<()> {
    match cli.command.unwrap_or(Command::Serve) {
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut command(), "server", &mut script);
            output::line(String::from_utf8_lossy(&script).trim_end())
        }
        Command::Config => {
            let values = Config::values(flags)?;
            Config::from_values(&values)?;
            output::line(config::render(&values).trim_end())
        }
        other => {
            let mut flags = flags.clone();
            if matches!(other, Command::Store(_)) {
                // this command's --timezone is the store's
                flags.values.remove("timezone");
            }
            let config = Config::load(&flags)?;
            let _log = log::start(&config);
            run_configured(other, config)
        }
    }
}

fn run_configured(command: Command, config: Config) -> Result<()> {
    match command {
        Command::Serve | Command::Completions { .. } | Command::Config => serve::run(config),
        Command::Demo(args) => demo::run(config, &args),
        Command::Seed(args) => seed::run(&config, &args),
        Command::Token(what) => token::run(&config, what),
        Command::App(what) => app::run(&config, what),
        Command::Store(what) => store::run(&config, what),
        Command::Events(EventsCommand::Prune(args)) => events::prune(&config, &args),
        Command::Migrate { check } => migrate::run(&config, check),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_sound() {
        super::command().debug_assert();
    }
}
