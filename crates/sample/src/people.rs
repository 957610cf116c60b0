//! Made-up buyers and their addresses.

use domain::pedido::{Comprador, Endereco, Sexo, TipoEndereco};
use domain::values::dates::Instante;

use crate::dice::Dice;
use crate::documents;
use crate::words::{
    CITIES, COMPANY_KINDS, COMPLEMENTS, City, DISTRICTS, FEMALE_NAMES, LANDMARKS, MALE_NAMES, STREETS,
    SURNAMES,
};

/// Microseconds since 1970 of 1950-01-01 and the number of days until 2006.
const BIRTH_FIRST: Instante = Instante::from_micros(-631_152_000_000_000);
const BIRTH_DAYS: i64 = 20_454;

/// A buyer: nine in ten are people.
pub fn buyer(dice: &mut Dice) -> Comprador {
    if dice.percent(10) { company(dice) } else { person(dice) }
}

fn person(dice: &mut Dice) -> Comprador {
    let woman = dice.percent(52);
    let first = dice.pick(if woman { FEMALE_NAMES } else { MALE_NAMES });
    let (middle, last) = (dice.pick(SURNAMES), dice.pick(SURNAMES));
    let nome = if middle == last { format!("{first} {last}") } else { format!("{first} {middle} {last}") };
    let sexo = if woman { Sexo::Feminino } else { Sexo::Masculino };
    let birth = BIRTH_FIRST.plus_seconds(dice.between(0, BIRTH_DAYS) * 86_400);
    Comprador {
        email: format!("comprador.{}@correio.example", dice.hex(8)),
        cpf: documents::cpf(dice),
        sexo: dice.percent(70).then_some(sexo),
        nascimento: dice.percent(60).then_some(birth),
        nome,
        ..Comprador::default()
    }
}

fn company(dice: &mut Dice) -> Comprador {
    let nome = format!("{} {} Ltda.", dice.pick(COMPANY_KINDS), dice.pick(SURNAMES));
    let registration = dice.between(100_000_000, 999_999_999);
    Comprador {
        nome,
        cnpj: documents::cnpj(dice),
        inscricao_estadual: if dice.percent(25) { "ISENTO".into() } else { registration.to_string() },
        email: format!("compras.{}@empresa.example", dice.hex(8)),
        ..Comprador::default()
    }
}

/// A delivery address, mostly with the same address for billing beside it; and the city it is in.
pub fn addresses(dice: &mut Dice) -> (Vec<Endereco>, City) {
    let city = dice.weighted(CITIES);
    let delivery = address(dice, TipoEndereco::Entrega, city);
    let billing = if dice.percent(85) {
        Endereco { tipo_endereco: TipoEndereco::Cobranca, ..delivery.clone() }
    } else {
        address(dice, TipoEndereco::Cobranca, city)
    };
    (vec![delivery, billing], city)
}

fn address(dice: &mut Dice, tipo_endereco: TipoEndereco, city: City) -> Endereco {
    let mut cep = city.cep_prefix.to_owned();
    while cep.len() < 8 {
        cep.push_str(&dice.between(0, 9).to_string());
    }
    Endereco {
        tipo_endereco,
        rua: dice.pick(STREETS).to_owned(),
        numero: dice.between(1, 2999).to_string(),
        complemento: dice.pick(COMPLEMENTS).to_owned(),
        bairro: dice.pick(DISTRICTS).to_owned(),
        referencia: dice.pick(LANDMARKS).to_owned(),
        cidade: city.name.to_owned(),
        estado: city.uf.to_owned(),
        pais: "Brasil".to_owned(),
        cep,
    }
}
