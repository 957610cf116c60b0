//! What `server import` says: what a file is read as, and what came of it.

use anyhow::Result;
use files::{Explained, Profile, Report};
use serde_json::json;

use crate::output;

/// Causes that are printed.
const CAUSES: usize = 50;
/// Refusals that are printed one by one.
const TOLD: usize = 100;

/// Prints what came of a file.
pub fn report(report: &Report, dry_run: bool, as_json: bool) -> Result<()> {
    if as_json {
        return output::line(&serde_json::to_string(report)?);
    }
    if let (Some(profile), Some(line)) = (&report.profile, report.heading_line) {
        output::aside(&format!("read as {profile}, heading in line {line}"));
    }
    if let Some(zone) = &report.timezone {
        output::aside(&format!("dates without an offset are in {zone}"));
    }
    if !report.ignored.is_empty() {
        output::aside(&format!("columns that mean nothing here: {}", report.ignored.join(", ")));
    }
    report.told.iter().for_each(|told| output::aside(told));
    report.wrong.iter().take(TOLD).for_each(|wrong| output::aside(&wrong.to_string()));
    if let Some(more) = report.wrong_things.checked_sub(TOLD as u64).filter(|more| *more > 0) {
        output::aside(&format!("and {more} more; by cause:"));
        report.causes.iter().take(CAUSES).for_each(|cause| output::aside(&cause.to_string()));
    }
    if !report.notices.is_empty() {
        output::aside("taken otherwise than the file says:");
        report.notices.iter().take(CAUSES).for_each(|cause| output::aside(&cause.to_string()));
    }
    let tried = if dry_run { "would be " } else { "" };
    output::line(&format!(
        "{tried}created: {}, {tried}as the file says: {}, refused: {}",
        report.created, report.stored, report.refused
    ))?;
    match report.written_to_line {
        Some(line) => output::line(&format!("written up to line {line}")),
        None => Ok(()),
    }
}

/// Prints what a file would be read as.
pub fn explained(explained: &Explained, as_json: bool) -> Result<()> {
    if as_json {
        return output::line(&serde_json::to_string(explained)?);
    }
    output::line(&format!("source: {}", explained.source))?;
    if explained.heading_line > 0 {
        output::line(&format!("heading: line {}", explained.heading_line))?;
    }
    output::line(&format!("profile: {}", explained.profile.as_deref().unwrap_or("none")))?;
    for column in &explained.columns {
        let member = column.member.as_deref().unwrap_or("-");
        let unit = column.unit.as_ref().map(|unit| format!(" ({unit})")).unwrap_or_default();
        let samples = column.samples.join(" | ");
        output::line(&format!("{} -> {member}{unit} [{}]: {samples}", column.heading, column.because))?;
    }
    for (member, value) in &explained.constants {
        output::line(&format!("{member} = {value} in every row"))?;
    }
    if let Some(of_type) = &explained.channel_type {
        output::line(&format!(
            "canalId: the store's one active channel of type {of_type}, or --set canalId=…"
        ))?;
    }
    if !explained.missing.is_empty() {
        output::line(&format!("missing: {}", explained.missing.join(", ")))?;
    }
    explained.warnings.iter().for_each(|warning| output::aside(warning));
    Ok(())
}

/// Prints the profiles, those of an application first.
pub fn profiles(own: &[Profile], as_json: bool) -> Result<()> {
    let all = own.iter().map(|one| (one, "own")).chain(files::profiles().iter().map(|one| (one, "shipped")));
    if as_json {
        let all: Vec<_> = all
            .map(|(one, whose)| json!({ "nome": one.nome, "titulo": one.titulo, "tipo": one.tipo, "de": whose }))
            .collect();
        return output::line(&serde_json::to_string(&all)?);
    }
    for (one, whose) in all {
        output::line(&format!("{}\t{}\t{}\t{whose}", one.nome, one.tipo, one.titulo))?;
    }
    Ok(())
}
