//! Listings of a turn: stock that falls first, then what else a channel should show, and SKUs that have no listing yet.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use connector::{Cause, Items, Listing, Price, Product, Stock, StockKind, Stop, Trouble};
use domain::conexao::{EstadoAnuncio, ModoConexao, SobreErro};
use domain::oferta::Oferta;
use domain::sku::Sku;
use domain::values::dates::Instante;
use domain::values::ids::SkuId;
use domain::values::money::Dinheiro;
use store::channels::{self, Anuncio, AtChannel, NewErro, Settled};
use store::offers::{self, Showcase};
use store::{Conn, StoreError, skus, usuarios};

use crate::retry;
use crate::turn::{Halt, Turn, error};

/// Listings looked at in one step.
const STEP: i64 = 400;

/// A listing with what it should show, worked out at the moment.
struct Job {
    before: Anuncio,
    after: Anuncio,
    oferta: Oferta,
    /// Stock to be sent; on hand where the channel keeps it so.
    units: i64,
    troubles: Vec<Trouble>,
    /// The channel did not answer when it was sent.
    interrupted: bool,
}

impl Job {
    fn id(&self) -> &str {
        self.after.externo.as_deref().unwrap_or_default()
    }

    fn is_bound(&self) -> bool {
        self.after.estado.is_bound() && self.after.externo.is_some()
    }

    fn stock_differs(&self) -> bool {
        self.is_bound() && self.oferta.publicavel && self.after.tem.estoque != Some(self.units)
    }

    /// Fewer than the channel has, or nobody knows how many it has.
    fn falls(&self) -> bool {
        self.stock_differs() && self.after.tem.estoque.is_none_or(|has| self.units < has)
    }

    /// Units of open orders that the channel counts as stock on hand.
    fn held(&self) -> i64 {
        self.units - i64::from(self.oferta.estoque.max(0))
    }

    fn price_differs(&self) -> bool {
        let (de, por) = self.price();
        self.is_bound()
            && self.oferta.publicavel
            && (self.after.tem.preco != Some(por) || self.after.tem_de.unwrap_or(Dinheiro::ZERO) != de)
    }

    /// The "from" price, zero where there is none, and the price.
    fn price(&self) -> (Dinheiro, Dinheiro) {
        let (de, por) = (self.oferta.preco.preco_de, self.oferta.preco.preco_por);
        (if de > por { de } else { Dinheiro::ZERO }, por)
    }

    fn state_differs(&self) -> bool {
        self.is_bound() && self.after.tem.ativo != Some(self.oferta.publicavel)
    }

    /// What was found at the channel is what it has.
    fn bind(&mut self, listing: Listing) {
        let active = listing.active.unwrap_or(true);
        self.after.estado = if active { EstadoAnuncio::Ativo } else { EstadoAnuncio::Pausado };
        (self.after.tem, self.after.tem_em) = (at_channel(&listing), None);
        self.after.externo = Some(listing.id);
        self.after.endereco = listing.url;
        self.after.tem_de = None;
    }

    fn unbind(&mut self, estado: EstadoAnuncio) {
        self.after.estado = estado;
        (self.after.externo, self.after.endereco) = (None, None);
        (self.after.tem, self.after.tem_de) = (AtChannel::default(), None);
    }
}

impl Turn<'_> {
    /// Sends what must not wait for anything: stock that falls, and listings that are no longer for sale.
    pub fn lower_stock(&mut self) -> Result<bool, Halt> {
        if self.conexao.settings.modo != ModoConexao::Total {
            return Ok(false);
        }
        let mut jobs = self.jobs()?;
        let known = self.conexao.pedidos_lidos;
        self.rise_waits =
            jobs.iter().any(|job| job.stock_differs() && !job.falls() && job.before.quer_em > known);
        jobs.retain(|job| job.falls() || (job.state_differs() && !job.oferta.publicavel));
        let sent = self.send_states(&mut jobs, false).and_then(|()| self.send_stocks(&mut jobs, Job::falls));
        // prices and other states of these listings are sent later in the turn
        self.settle_sent(sent, jobs, 0)
    }

    /// Looks for listings, then sends what differs.
    pub fn listings(&mut self) -> Result<bool, Halt> {
        let mut jobs = self.jobs()?;
        if jobs.is_empty() {
            return Ok(false);
        }
        if jobs.iter().any(|job| !job.is_bound() && job.before.estado != EstadoAnuncio::Ausente) {
            // what was found is kept before anything is sent
            let found = self.find(&mut jobs);
            return self.settle_sent(found, jobs, 0);
        }
        let sent = self.send(&mut jobs);
        self.settle_sent(sent, jobs, 1)
    }

    fn send(&mut self, jobs: &mut [Job]) -> Result<(), Halt> {
        self.find(jobs)?;
        if self.conexao.settings.modo != ModoConexao::Total {
            return Ok(());
        }
        self.publish(jobs)?;
        // stock may only rise once the orders that it may lack are known
        let known = self.conexao.pedidos_lidos;
        let all_read = !self.orders_wait;
        let may_rise = |job: &Job| all_read && job.before.quer_em <= known;
        self.send_stocks(jobs, |job| job.stock_differs() && (may_rise(job) || job.falls()))?;
        self.send_prices(jobs)?;
        self.send_states(jobs, true)?;
        self.send_states(jobs, false)
    }

    /// What is due, with the offers and the units of open orders of one moment: an order that came in between would
    /// be in one and not in the other.
    fn jobs(&self) -> Result<Vec<Job>, Halt> {
        let (key, canal, tipo) = (self.key, &self.canal, &self.tipo);
        let on_hand = self.connector.manifest().stock == StockKind::OnHand;
        self.read(|conn| {
            let Some(loja) = usuarios::uncached(conn, key.loja)? else { return Ok(Vec::new()) };
            let due = channels::due_listings(conn, key, Instante::now(), STEP)?;
            let held = match on_hand && !due.is_empty() {
                true => channels::held_units(conn, key)?,
                false => HashMap::new(),
            };
            let showcase = Showcase { loja, canal, tipo };
            due.into_iter().filter_map(|anuncio| job(conn, &showcase, anuncio, &held).transpose()).collect()
        })
    }

    /// Looks for the listings of SKUs that have none, by their codes.
    fn find(&mut self, jobs: &mut [Job]) -> Result<(), Halt> {
        let most = self.connector.manifest().batches.find;
        let mut unbound: Vec<&mut Job> = jobs.iter_mut().filter(|job| !job.is_bound()).collect();
        for part in batches(&mut unbound, most) {
            self.renew()?;
            let codes: Vec<&str> = part.iter().map(|job| job.oferta.codigo.as_str()).collect();
            let found = match self.connector.find(&mut self.session, &codes) {
                Err(Stop::Refused(_)) if part.len() > 1 => self.find_one_by_one(part)?,
                Err(Stop::Refused(mut troubles)) => {
                    part.iter_mut().for_each(|job| job.troubles.append(&mut troubles));
                    continue;
                }
                other => other.map_err(|stop| self.interrupted(part, part.len() == 1, stop))?,
            };
            let ids: Vec<String> = found.iter().map(|listing| listing.id.clone()).collect();
            let key = self.key;
            let owners = self.read(|conn| channels::owners(conn, key, &ids))?;
            let owners: HashMap<String, SkuId> = owners.into_iter().collect();
            let mut by_code: BTreeMap<String, Vec<Listing>> = BTreeMap::new();
            for listing in found {
                by_code.entry(listing.code.clone()).or_default().push(listing);
            }
            for job in part {
                let mut found = by_code.remove(&job.oferta.codigo).unwrap_or_default();
                match (found.pop(), found.is_empty()) {
                    _ if !job.troubles.is_empty() => {}
                    (Some(listing), true) => match owners.get(&listing.id) {
                        Some(owner) if *owner != job.oferta.sku => {
                            job.unbind(EstadoAnuncio::Ambiguo);
                            let text = format!("o anúncio está vinculado a {}", owner.as_str());
                            job.troubles.push(Trouble::new(Cause::ListingAmbiguous, "", &text));
                        }
                        _ => job.bind(listing),
                    },
                    (Some(_), false) => {
                        job.unbind(EstadoAnuncio::Ambiguo);
                        job.troubles.push(Trouble::new(Cause::ListingAmbiguous, "", ""));
                    }
                    (None, _) if job.before.estado == EstadoAnuncio::Perdido => {
                        job.troubles.push(Trouble::new(Cause::ListingLost, "", ""));
                    }
                    (None, _) => {
                        job.unbind(EstadoAnuncio::Ausente);
                        // what is not for sale needs no listing
                        if job.oferta.publicavel && !self.publishes() {
                            job.troubles.push(Trouble::new(Cause::NotListed, "", ""));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Looks for each alone, since one code of a batch is refused; that one has its trouble.
    fn find_one_by_one(&mut self, part: &mut [&mut Job]) -> Result<Vec<Listing>, Halt> {
        let mut found = Vec::new();
        for job in part {
            self.renew()?;
            match self.connector.find(&mut self.session, &[&job.oferta.codigo]) {
                Ok(mut listings) => found.append(&mut listings),
                Err(Stop::Refused(mut troubles)) => job.troubles.append(&mut troubles),
                Err(stop) => return Err(self.interrupted(std::slice::from_mut(job), true, stop)),
            }
        }
        Ok(found)
    }

    fn publishes(&self) -> bool {
        self.conexao.settings.publicar
            && self.conexao.settings.modo == ModoConexao::Total
            && self.connector.manifest().does.publish
    }

    /// Publishes what is for sale and has no listing, group by group.
    fn publish(&mut self, jobs: &mut [Job]) -> Result<(), Halt> {
        if !self.publishes() {
            return Ok(());
        }
        let mut groups: BTreeMap<String, Vec<&mut Job>> = BTreeMap::new();
        for job in
            jobs.iter_mut().filter(|job| job.after.estado == EstadoAnuncio::Ausente && job.oferta.publicavel)
        {
            let group = match job.oferta.grupo.as_str() {
                "" => format!("\u{0}{}", job.oferta.sku.as_str()),
                group => group.to_owned(),
            };
            groups.entry(group).or_default().push(job);
        }
        let loja = self.key.loja;
        for mut group in groups.into_values() {
            self.renew()?;
            let read = |conn: &mut Conn<'_>| {
                group
                    .iter()
                    .map(|job| skus::find(conn, loja, &job.oferta.sku))
                    .collect::<Result<Vec<Option<Sku>>, StoreError>>()
            };
            let registered: Vec<Option<Sku>> = self.read(read)?;
            let products: Vec<Product<'_>> = group
                .iter()
                .zip(&registered)
                .filter_map(|(job, sku)| Some(Product { sku: sku.as_ref()?, oferta: &job.oferta }))
                .collect();
            if products.len() < group.len() {
                continue;
            }
            let published = match self.connector.publish(&mut self.session, &products) {
                Err(Stop::Refused(troubles)) => group.iter().map(|_| Err(troubles.clone())).collect(),
                // it cannot be split
                other => other.map_err(|stop| self.interrupted(&mut group, true, stop))?,
            };
            for (job, result) in group.iter_mut().zip(published) {
                match result {
                    Ok(listing) => job.bind(listing),
                    Err(mut troubles) => job.troubles.append(&mut troubles),
                }
            }
        }
        Ok(())
    }

    fn send_stocks(&mut self, jobs: &mut [Job], meant: impl Fn(&Job) -> bool) -> Result<(), Halt> {
        let mut jobs: Vec<&mut Job> = jobs.iter_mut().filter(|job| meant(job)).collect();
        if jobs.is_empty() {
            return Ok(());
        }
        if self.connector.manifest().stock == StockKind::OnHand {
            self.refresh_holders(&mut jobs)?;
        }
        let most = self.connector.manifest().batches.stock;
        let connector = self.connector;
        self.in_batches(
            &mut jobs,
            most,
            |turn, part| {
                let items: Vec<Stock<'_>> =
                    part.iter().map(|job| Stock { listing: job.id(), units: job.units }).collect();
                connector.set_stock(&mut turn.session, &items)
            },
            |job| job.after.tem.estoque = Some(job.units),
        )
    }

    /// Makes sure that units of open orders are still on hand at the channel: a parcel that was sent there has taken its
    /// units off. Where the channel shows the stock that it accepted last, none was sent; else the orders that hold the
    /// SKU are read, unless they were read just now, and [`Halt::Anew`] has what is to be sent worked out anew.
    fn refresh_holders(&mut self, jobs: &mut [&mut Job]) -> Result<(), Halt> {
        fn holding_of<'a>(part: &'a [&mut Job]) -> impl Iterator<Item = &'a Job> {
            part.iter().map(|job| &**job).filter(|job| job.held() > 0)
        }
        let mut moved: Vec<String> = Vec::new();
        for part in batches(jobs, self.connector.manifest().batches.find) {
            let codes: Vec<&str> = holding_of(part).map(|job| job.oferta.codigo.as_str()).collect();
            if codes.is_empty() {
                continue;
            }
            self.renew()?;
            let shown = match self.connector.find(&mut self.session, &codes) {
                // nothing is known of any then
                Err(Stop::Refused(_) | Stop::Unreadable(_)) => Vec::new(),
                other => other.map_err(|stop| self.interrupted(part, part.len() == 1, stop))?,
            };
            let shown: HashMap<&str, Option<i64>> =
                shown.iter().map(|listing| (listing.id.as_str(), listing.stock)).collect();
            let stands = |job: &Job| {
                let Anuncio { tem, tem_em, .. } = &job.after;
                tem_em.is_some() && tem.estoque.is_some() && shown.get(job.id()) == Some(&tem.estoque)
            };
            let others = holding_of(part).filter(|job| !stands(job));
            moved.extend(others.map(|job| job.oferta.sku.as_str().to_owned()));
        }
        moved.retain(|sku| self.refreshed.insert(sku.clone()));
        match !moved.is_empty() && self.read_holders(&moved)? {
            true => Err(Halt::Anew),
            false => Ok(()),
        }
    }

    fn send_prices(&mut self, jobs: &mut [Job]) -> Result<(), Halt> {
        let mut jobs: Vec<&mut Job> = jobs.iter_mut().filter(|job| job.price_differs()).collect();
        let most = self.connector.manifest().batches.price;
        let connector = self.connector;
        self.in_batches(
            &mut jobs,
            most,
            |turn, part| {
                let items: Vec<Price<'_>> = part
                    .iter()
                    .map(|job| {
                        let (de, por) = job.price();
                        Price { listing: job.id(), de, por }
                    })
                    .collect();
                connector.set_price(&mut turn.session, &items)
            },
            |job| {
                let (de, por) = job.price();
                (job.after.tem.preco, job.after.tem_de) = (Some(por), Some(de));
            },
        )
    }

    /// Puts listings into sale, or takes them out of it.
    fn send_states(&mut self, jobs: &mut [Job], active: bool) -> Result<(), Halt> {
        if !self.connector.manifest().does.withdraw {
            return Ok(());
        }
        let meant = |job: &&mut Job| job.state_differs() && job.oferta.publicavel == active;
        let mut jobs: Vec<&mut Job> = jobs.iter_mut().filter(meant).collect();
        let most = self.connector.manifest().batches.stock;
        let connector = self.connector;
        self.in_batches(
            &mut jobs,
            most,
            |turn, part| {
                let ids: Vec<&str> = part.iter().map(|job| job.id()).collect();
                connector.set_active(&mut turn.session, &ids, active)
            },
            |job| {
                job.after.tem.ativo = Some(active);
                job.after.estado = if active { EstadoAnuncio::Ativo } else { EstadoAnuncio::Pausado };
            },
        )
    }

    /// Sends jobs in batches. One that is refused as a whole is halved, until each refusal has its item.
    fn in_batches(
        &mut self,
        jobs: &mut [&mut Job],
        most: usize,
        mut send: impl FnMut(&mut Self, &[&mut Job]) -> Result<Items<()>, Stop>,
        accepted: impl Fn(&mut Job),
    ) -> Result<(), Halt> {
        let mut parts = batches(jobs, most);
        parts.reverse();
        while let Some(part) = parts.pop() {
            self.renew()?;
            match send(self, part) {
                Ok(results) => {
                    for (job, result) in part.iter_mut().zip(results) {
                        match result {
                            Ok(()) => accepted(job),
                            Err(mut troubles) => job.troubles.append(&mut troubles),
                        }
                    }
                }
                Err(Stop::Refused(mut troubles)) => match part {
                    [job] => job.troubles.append(&mut troubles),
                    _ => {
                        let (first, second) = part.split_at_mut(part.len() / 2);
                        parts.push(second);
                        parts.push(first);
                    }
                },
                Err(stop) => return Err(self.interrupted(part, part.len() == 1, stop)),
            }
        }
        Ok(())
    }

    /// Stores what became of the jobs. When sending stopped, what the channel has taken until then is not sent again.
    fn settle_sent(&mut self, sent: Result<(), Halt>, mut jobs: Vec<Job>, rest: i64) -> Result<bool, Halt> {
        match sent {
            Ok(()) => self.settle(jobs, rest),
            Err(halt @ (Halt::Anew | Halt::Stop(_))) => {
                jobs.retain(|job| job.interrupted || job.after != job.before || !job.troubles.is_empty());
                self.settle(jobs, rest)?;
                Err(halt)
            }
            Err(other) => Err(other),
        }
    }

    /// Stores what became of the jobs, and their errors; true when there were any. What is left of a job without trouble
    /// is due in `rest` seconds.
    fn settle(&mut self, jobs: Vec<Job>, rest: i64) -> Result<bool, Halt> {
        if jobs.is_empty() {
            return Ok(false);
        }
        let now = Instante::now();
        let total = self.conexao.settings.modo == ModoConexao::Total;
        let mut settled = Vec::with_capacity(jobs.len());
        let mut errors: Vec<(String, Vec<NewErro>)> = Vec::with_capacity(jobs.len());
        for mut job in jobs {
            if job.troubles.iter().any(|trouble| trouble.cause == Cause::ListingLost) && job.is_bound() {
                job.unbind(EstadoAnuncio::Perdido);
            }
            let equal =
                job.is_bound() && !job.stock_differs() && !job.price_differs() && !job.state_differs();
            if equal && total {
                job.after.tem_em = Some(now);
                self.shared.counters.accepted.fetch_add(1, Relaxed);
                if let Some(accepted) = self.shared.accepted.get() {
                    accepted(self.connector.manifest().code, since(job.before.quer_em, now));
                }
            }
            let attempts = job.before.tentativas;
            let again = match job.interrupted {
                true => Some(retry::after_interruption(attempts)),
                false => retry::seconds(&job.troubles, attempts),
            };
            (job.after.devida_em, job.after.tentativas) = match again {
                Some(seconds) => (Some(now.plus_seconds(seconds)), attempts.saturating_add(1)),
                None if job.troubles.is_empty() && self.is_unfinished(&job) => {
                    (Some(now.plus_seconds(rest)), 0)
                }
                None => (None, 0),
            };
            errors.push((job.oferta.sku.as_str().to_owned(), job.troubles.into_iter().map(error).collect()));
            settled.push(Settled { before: job.before, after: job.after });
        }
        let key = self.key;
        self.write(move |tx| {
            channels::settle(tx, key, &settled)?;
            for (sku, errors) in &errors {
                channels::settle_errors(tx, key, (SobreErro::Sku, sku), errors)?;
            }
            Ok(())
        })?;
        Ok(true)
    }

    /// Notes of jobs that the channel was away when they were sent. One that is alone, again and again in vain while the
    /// channel answers other calls, has an error.
    fn interrupted(&mut self, part: &mut [&mut Job], alone: bool, stop: Stop) -> Halt {
        let (cause, text) = match &stop {
            Stop::Unavailable(text) => (Cause::Unavailable, text),
            Stop::Unreadable(text) => (Cause::Unreadable, text),
            Stop::Limited(_) | Stop::NoAccess(_) | Stop::Refused(_) | Stop::NotAllowed => return stop.into(),
        };
        let often = part.iter().all(|job| job.before.tentativas >= retry::INTERRUPTED_MAX);
        let has_failed = alone && often && self.answers();
        for job in part {
            job.interrupted = true;
            job.troubles.extend(has_failed.then(|| Trouble::new(cause, "", text)));
        }
        stop.into()
    }

    /// Whether something is still to be sent of a listing, or the listing to be made.
    fn is_unfinished(&self, job: &Job) -> bool {
        if !job.is_bound() {
            return job.after.estado == EstadoAnuncio::Ausente && job.oferta.publicavel && self.publishes();
        }
        let withdraws = self.connector.manifest().does.withdraw;
        self.conexao.settings.modo == ModoConexao::Total
            && (job.stock_differs() || job.price_differs() || (withdraws && job.state_differs()))
    }
}

fn batches<'a, 'j>(jobs: &'a mut [&'j mut Job], most: usize) -> Vec<&'a mut [&'j mut Job]> {
    retry::batches(jobs, most, |job| job.before.tentativas)
}

/// The time between two instants; none when the clock was set back.
fn since(from: Instante, to: Instante) -> Duration {
    Duration::from_micros(u64::try_from(to.micros() - from.micros()).unwrap_or(0))
}

/// What a channel shows of a SKU.
pub(crate) fn at_channel(listing: &Listing) -> AtChannel {
    AtChannel { estoque: listing.stock, preco: listing.price, ativo: listing.active }
}

/// A due listing with its offer; `None` where the SKU is gone.
fn job(
    conn: &mut Conn<'_>,
    showcase: &Showcase<'_>,
    before: Anuncio,
    held: &HashMap<String, i64>,
) -> Result<Option<Job>, StoreError> {
    let Some(oferta) = offers::find(conn, showcase, &before.sku)? else { return Ok(None) };
    let units = units(&oferta, held);
    Ok(Some(Job { after: before.clone(), before, oferta, units, troubles: Vec::new(), interrupted: false }))
}

/// The stock to be sent: that of the offer, and what open orders of this channel hold there.
fn units(oferta: &Oferta, held: &HashMap<String, i64>) -> i64 {
    i64::from(oferta.estoque.max(0)) + held.get(oferta.sku.as_str()).copied().unwrap_or(0)
}
