//! Comparison of a turn: once a day all listings are read, so that what was changed at the channel is seen.

use std::collections::HashMap;

use connector::Stop;
use domain::conexao::ModoConexao;
use domain::values::dates::Instante;
use store::channels::{self, AtChannel};

use crate::listings::at_channel;
use crate::turn::{Halt, Turn};

/// Between two comparisons.
const EVERY_SECONDS: i64 = 24 * 3600;
/// Pages of listings at most.
const PAGES_MAX: usize = 20_000;
/// A comparison that misses more listings than this, and more than a fifth, is thrown away: a list that was cut off is
/// no reason to call listings lost.
const MISSED_MAX: usize = 20;

impl Turn<'_> {
    /// Reads all listings, when that is due; what the channel shows otherwise than it accepted is due.
    pub fn compare(&mut self) -> Result<bool, Halt> {
        let now = Instante::now();
        if self.conexao.devida.conferencia > now {
            return Ok(false);
        }
        let key = self.key;
        let bound = self.read(|conn| channels::bound(conn, key))?;
        let mut unseen: HashMap<String, i64> =
            bound.into_iter().map(|(sku, externo)| (externo, sku)).collect();
        let known = unseen.len();
        let mut page = None::<String>;
        for _ in 0..PAGES_MAX {
            self.renew()?;
            let listed = self.connector.list(&mut self.session, page.as_deref())?;
            let seen: Vec<(i64, AtChannel)> = listed
                .rows
                .iter()
                .filter_map(|listing| Some((unseen.remove(&listing.id)?, at_channel(listing))))
                .collect();
            let resend = self.conexao.settings.modo == ModoConexao::Total;
            self.write(move |tx| channels::saw(tx, key, &seen, resend))?;
            page = listed.next;
            if page.is_none() {
                break;
            }
        }
        if page.is_some() {
            return Err(Stop::Unreadable("the list of listings does not end".to_owned()).into());
        }
        if unseen.len() > MISSED_MAX && unseen.len() > known / 5 {
            let text = format!("the list of listings lacks {} of {known}", unseen.len());
            return Err(Stop::Unreadable(text).into());
        }
        // looked for by their codes, which finds them or says that they are gone
        let lost: Vec<i64> = unseen.into_values().collect();
        self.write(move |tx| channels::lost(tx, key, &lost))?;
        let mut after = self.conexao.clone();
        after.devida.conferencia = Instante::now().plus_seconds(EVERY_SECONDS);
        self.save(after, None)?;
        Ok(true)
    }
}
