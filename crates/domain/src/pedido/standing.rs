//! Where an order, or an item of one, stands: one of interface A's statuses, and what the store's own system
//! says beyond it.
//!
//! `docs/decisions/0028-order-status-sub-statuses-partial-shipping.md` has the table and says why.

use super::status::{IllegalMovement, Movement, StatusPedido};

use StatusPedido::{AguardandoPagamento, Cancelado, Entregue, Enviado, Faturado, Pago};

/// Which statuses each sub-status lies in, by interface B's numbers.
const SUB_SITUACOES: [(i16, &[StatusPedido]); 12] = [
    (10, &[AguardandoPagamento, Pago]),
    (12, &[AguardandoPagamento, Pago, Faturado]),
    (13, &[AguardandoPagamento, Pago]),
    (14, &[AguardandoPagamento, Pago]),
    (15, &[Pago, Faturado]),
    (16, &[Pago, Faturado]),
    (17, &[Pago, Faturado]),
    (19, &[Pago, Faturado, Enviado]),
    (20, &[Enviado, Entregue]),
    (21, &[Enviado, Entregue, Cancelado]),
    (22, &[Enviado, Entregue, Cancelado]),
    (23, &[Pago, Faturado, Enviado, Entregue, Cancelado]),
];

/// A step between two of interface A's statuses, or after the last one, by its number in interface B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SubSituacao(i16);

impl SubSituacao {
    /// Every one, by number.
    pub fn all() -> impl Iterator<Item = Self> {
        SUB_SITUACOES.iter().map(|(code, _)| Self(*code))
    }

    /// The one with this number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::all().find(|sub| sub.0 == code)
    }

    /// Its number.
    pub const fn code(self) -> i16 {
        self.0
    }

    /// The statuses that it lies in.
    pub fn statuses(self) -> &'static [StatusPedido] {
        SUB_SITUACOES.iter().find(|(code, _)| *code == self.0).map_or(&[], |(_, statuses)| statuses)
    }
}

/// Where an order, or an item of one, stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    /// As interface A shows it.
    pub status: StatusPedido,
    /// What the store's own system says beyond it: one that lies in the status.
    pub sub: Option<SubSituacao>,
}

/// Where something is to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Into a status; what is there already stays as it is, whatever was said beyond it.
    Status(StatusPedido),
    /// Into a status and nothing beyond it.
    Plain(StatusPedido),
    /// Into a sub-status, within the status that it has.
    Sub(SubSituacao),
    /// Nowhere: something is only noted.
    Here,
}

impl From<StatusPedido> for Standing {
    fn from(status: StatusPedido) -> Self {
        Self { status, sub: None }
    }
}

impl Standing {
    /// A status and a sub-status, if that lies in it.
    pub fn new(status: StatusPedido, sub: Option<SubSituacao>) -> Option<Self> {
        sub.is_none_or(|sub| sub.statuses().contains(&status)).then_some(Self { status, sub })
    }

    /// The number that interface B shows.
    pub fn code(self) -> i16 {
        self.sub.map_or(self.status.code(), SubSituacao::code)
    }

    /// As it is stored: the status's number, and the sub-status's in the hundreds.
    pub fn stored(self) -> i16 {
        self.sub.map_or(0, SubSituacao::code) * 100 + self.status.code()
    }

    /// Out of what is stored.
    pub fn from_stored(stored: i16) -> Option<Self> {
        let status = StatusPedido::from_code(stored.rem_euclid(100))?;
        match stored.div_euclid(100) {
            0 => Some(status.into()),
            sub => Self::new(status, Some(SubSituacao::from_code(sub)?)),
        }
    }

    /// Everything that can be stored, in no order.
    pub fn all() -> impl Iterator<Item = Self> {
        let of_status = |status: &StatusPedido| {
            let (status, subs) = (*status, SubSituacao::all().map(Some));
            std::iter::once(None).chain(subs).filter_map(move |sub| Self::new(status, sub))
        };
        StatusPedido::ALL.iter().flat_map(of_status)
    }

    /// Those that interface A shows as one of these statuses.
    pub fn of_statuses(statuses: &[StatusPedido]) -> Vec<Self> {
        Self::all().filter(|standing| statuses.contains(&standing.status)).collect()
    }

    /// Those that interface B shows with this number.
    pub fn shown_as(code: i16) -> Vec<Self> {
        Self::all().filter(|standing| standing.code() == code).collect()
    }

    /// Where a move leads from here, and the states that it passes over.
    pub fn move_on(self, to: Target, has_motivo: bool) -> Result<(Self, Vec<StatusPedido>), IllegalMovement> {
        let status = match to {
            Target::Here => return Ok((self, Vec::new())),
            Target::Status(status) | Target::Plain(status) => status,
            Target::Sub(sub) => {
                let refused = || IllegalMovement::OutOfPlace {
                    de: self.status,
                    sub: sub.code(),
                    statuses: sub.statuses().to_vec(),
                };
                return Ok((Self::new(self.status, Some(sub)).ok_or_else(refused)?, Vec::new()));
            }
        };
        match (self.status.move_on(status, has_motivo)?, to) {
            (Movement::Same, Target::Status(_)) => Ok((self, Vec::new())),
            (Movement::Same, _) => Ok((status.into(), Vec::new())),
            (Movement::Progress { pulados }, _) => Ok((status.into(), pulados)),
        }
    }

    /// True when it has come further on the usual way than a status. Nothing is further than cancelled.
    pub(super) fn is_beyond(self, status: StatusPedido) -> bool {
        // the statuses are declared in the order of the way, the end by cancelling last
        self.status > status
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_read_again_and_shown_once() {
        let all: Vec<Standing> = Standing::all().collect();
        assert_eq!(all.len(), 6 + SUB_SITUACOES.iter().map(|(_, statuses)| statuses.len()).sum::<usize>());
        for standing in &all {
            assert_eq!(Standing::from_stored(standing.stored()), Some(*standing));
            assert!(Standing::shown_as(standing.code()).contains(standing));
            assert!(Standing::of_statuses(&[standing.status]).contains(standing));
        }
        let shown: usize = (1..=23).map(|code| Standing::shown_as(code).len()).sum();
        assert_eq!(shown, all.len());
        for wrong in [0, 3, 1608, 1602, 116, 2400, -1, i16::MIN, i16::MAX] {
            assert_eq!(Standing::from_stored(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sub_statuses_follow_each_other_freely_within_their_status() {
        let sub = |code| Target::Sub(SubSituacao::from_code(code).unwrap());
        let paid = Standing::from(Pago);
        let (separated, _) = paid.move_on(sub(16), false).unwrap();
        assert_eq!((separated.status, separated.code()), (Pago, 16));
        assert_eq!(separated.move_on(sub(15), false).unwrap().0.code(), 15);
        // a repeat of interface A's leaves it; the store's own status takes it back; a move clears it
        assert_eq!(separated.move_on(Target::Status(Pago), false).unwrap().0, separated);
        assert_eq!(separated.move_on(Target::Plain(Pago), false).unwrap().0, paid);
        let (sent, skipped) = separated.move_on(Target::Status(Enviado), false).unwrap();
        assert_eq!((sent, skipped), (Enviado.into(), vec![Faturado]));
        assert_eq!(separated.move_on(Target::Here, false).unwrap().0, separated);
        let refused = Standing::from(AguardandoPagamento).move_on(sub(16), true).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "A situação 16 só cabe a quem está em Pago ou Faturado, e não em AguardandoPagamento."
        );
    }
}
