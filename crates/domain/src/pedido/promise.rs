//! Until when an order was promised.

use super::{Frete, Pedido};
use crate::values::dates::Instante;

/// Seconds of a day.
const DAY: i64 = 86_400;

impl Pedido {
    /// Until when it is promised to be delivered: by the first of its freights that says so.
    pub fn promised(&self, paid: Option<Instante>) -> Option<Instante> {
        let from = paid.unwrap_or(self.data);
        self.frete.iter().filter_map(|frete| frete.promised(from)).min()
    }
}

impl Frete {
    /// Until when: the day that was arranged, the day that was foretold, or the days from the payment on.
    fn promised(&self, paid: Instante) -> Option<Instante> {
        let days = i64::from(self.prazo_preparacao.max(0)) + i64::from(self.prazo_entrega.max(0));
        let counted = (days > 0).then(|| paid.plus_seconds(days * DAY));
        self.data_agendamento.or(self.data_prevista_entrega).or(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freight_is_promised_by_its_day_or_its_days() {
        let at = |day: i64| Instante::from_micros(day * DAY * 1_000_000);
        let days = Frete { prazo_preparacao: 1, prazo_entrega: 2, ..Frete::default() };
        assert_eq!(days.promised(at(10)), Some(at(13)));
        let foretold = Frete { data_prevista_entrega: Some(at(12)), ..days.clone() };
        assert_eq!(foretold.promised(at(10)), Some(at(12)));
        let arranged = Frete { data_agendamento: Some(at(20)), ..foretold };
        assert_eq!(arranged.promised(at(10)), Some(at(20)));
        assert_eq!(Frete::default().promised(at(10)), None);
        assert_eq!(Frete { prazo_entrega: -3, ..Frete::default() }.promised(at(10)), None);
    }
}
