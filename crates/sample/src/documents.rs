//! Made-up documents with right check digits: taxpayer numbers, GTINs, invoice keys.

use crate::dice::Dice;

/// An individual taxpayer number: 11 digits.
pub fn cpf(dice: &mut Dice) -> String {
    let mut digits = dice.digits(9);
    // nine equal digits would make one of the numbers that are always refused
    if digits.iter().all(|d| digits.first() == Some(d)) {
        digits = vec![1, 2, 3, 4, 5, 6, 7, 8, 9];
    }
    for _ in 0..2 {
        // weights …, 4, 3, 2 from the left end
        let sum =
            weighted_sum(&digits, |position_from_right| u32::try_from(position_from_right).unwrap_or(0) + 2);
        digits.push(mod_11(sum));
    }
    text(&digits)
}

/// A company taxpayer number of the first establishment: 14 digits.
pub fn cnpj(dice: &mut Dice) -> String {
    let mut digits = dice.digits(8);
    digits.extend([0, 0, 0, 1]);
    for _ in 0..2 {
        let sum = weighted_sum(&digits, cycle_2_to_9);
        digits.push(mod_11(sum));
    }
    text(&digits)
}

/// A GTIN-13 of a Brazilian company.
pub fn gtin(dice: &mut Dice) -> String {
    let mut digits = vec![7, 8, 9];
    digits.extend(dice.digits(9));
    let sum = weighted_sum(&digits, |position| if position.is_multiple_of(2) { 3 } else { 1 });
    digits.push(u8::try_from((10 - sum % 10) % 10).unwrap_or(0));
    text(&digits)
}

/// The key of an electronic invoice: 44 digits.
///
/// `uf` is the state's IBGE code, `year_month` as in 2605, `cnpj` the issuer's, all digits.
pub fn nfe(dice: &mut Dice, uf: u8, year_month: u32, cnpj: &str, series: u32, number: u32) -> String {
    let fixed = format!("{uf:02}{year_month:04}{cnpj:0>14}55{series:03}{number:09}1");
    let mut digits: Vec<u8> = fixed.bytes().map(|b| b.wrapping_sub(b'0')).collect();
    digits.extend(dice.digits(8));
    let sum = weighted_sum(&digits, cycle_2_to_9);
    digits.push(mod_11(sum));
    text(&digits)
}

fn weighted_sum(digits: &[u8], weight: impl Fn(usize) -> u32) -> u32 {
    digits.iter().rev().enumerate().map(|(position, digit)| u32::from(*digit) * weight(position)).sum()
}

fn cycle_2_to_9(position_from_right: usize) -> u32 {
    u32::try_from(position_from_right % 8).unwrap_or(0) + 2
}

fn mod_11(sum: u32) -> u8 {
    match sum % 11 {
        0 | 1 => 0,
        rest => u8::try_from(11 - rest).unwrap_or(0),
    }
}

fn text(digits: &[u8]) -> String {
    digits.iter().map(|d| char::from(b'0' + d)).collect()
}
