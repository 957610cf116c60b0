//! A profile made of what a file was read as, for the next file of its kind.

use std::collections::HashSet;
use std::io::{Read, Seek};

use domain::values::ids::check_visible;

use crate::error::FileError;
use crate::heading::key;
use crate::kind::Kind;
use crate::mapping::{Because, Mapping, Use};
use crate::options::Options;
use crate::profile::{Profile, ProfileColumn};
use crate::sheet::Sheet;

/// Letters of a profile's name.
const NAME_MAX: usize = 60;

/// Whether a profile can be kept under a name.
pub fn is_profile_name(name: &str) -> bool {
    !name.is_empty()
        && check_visible(name).is_ok()
        && name.chars().count() <= NAME_MAX
        && !matches!(name, "auto" | "none")
}

/// What a table is read as, as a profile with this name: recognised by the headings that are taken.
pub fn profile_of<F: Read + Seek + Send>(
    file: F,
    kind: Kind,
    options: &Options,
    name: &str,
) -> Result<Profile, FileError> {
    let mapping = Sheet::open(file, kind, options)?.mapping;
    let base = mapping.profile.clone().unwrap_or_default();
    let mut colunas = said(&mapping);
    colunas.extend(base.colunas.iter().filter(|rule| goes_on(&mapping, rule)).cloned());
    Ok(Profile {
        nome: name.to_owned(),
        titulo: name.to_owned(),
        tipo: kind.name().to_owned(),
        reconhece: vec![recognised_by(&mapping, &base)],
        ignora: ignored(&mapping, &base),
        promocional: mapping.promotional,
        constantes: mapping
            .constants
            .iter()
            .map(|(one, value)| (one.name.to_owned(), value.clone()))
            .collect(),
        colunas,
        ..base
    })
}

/// The headings that are taken; and all by which the profile was recognised, which would know the sheet better otherwise.
fn recognised_by(mapping: &Mapping, base: &Profile) -> Vec<String> {
    let keys: HashSet<String> = mapping.headings.iter().map(|heading| key(heading)).collect();
    let of_base = base.reconhece.iter().filter(|set| set.iter().all(|one| keys.contains(&key(one))));
    let of_base = of_base.max_by_key(|set| set.len()).into_iter().flatten().cloned();
    let mut all: Vec<String> =
        mapping.taken().map(|(place, _)| heading(mapping, place)).chain(of_base).collect();
    let mut seen = HashSet::new();
    all.retain(|one| seen.insert(key(one)));
    all
}

/// A heading as a profile names it: a star of its own would stand for anything.
fn heading(mapping: &Mapping, place: usize) -> String {
    mapping.headings.get(place).map(|heading| heading.replace('*', "")).unwrap_or_default()
}

/// The columns that the profile did not know, those of a member together: the first that is filled counts.
fn said(mapping: &Mapping) -> Vec<ProfileColumn> {
    let mut taken: Vec<_> =
        mapping.taken().filter(|(_, mapped)| mapped.because != Because::Profile).collect();
    taken.sort_by_key(|(_, mapped)| mapped.rank);
    let mut all: Vec<ProfileColumn> = Vec::new();
    for (place, mapped) in taken {
        let unidade = mapped.unit.map(|unit| unit.name().to_owned());
        let found = all.iter_mut().find(|one| one.para == mapped.column.name && one.unidade == unidade);
        match found {
            Some(one) => one.de.push(heading(mapping, place)),
            None => all.push(ProfileColumn {
                de: vec![heading(mapping, place)],
                para: mapped.column.name.to_owned(),
                unidade,
                vazio: mapped.rule.nothing.clone(),
                ..ProfileColumn::default()
            }),
        }
    }
    all
}

/// Whether a rule of the profile holds beside what was said: not for a member that now comes from elsewhere.
fn goes_on(mapping: &Mapping, rule: &ProfileColumn) -> bool {
    mapping.kind.column(&rule.para).is_some_and(|column| column.form.is_many() || !mapping.said(column.name))
}

/// The columns that are not taken, and those of other files of the profile. Nobody has said of a column that looks like a
/// price or a stock that it is neither.
fn ignored(mapping: &Mapping, base: &Profile) -> Vec<String> {
    let here = |one: &&String| !mapping.headings.iter().any(|heading| key(heading) == key(one));
    let others = base.ignora.iter().filter(here).cloned();
    let doubtful = mapping.suspicious();
    let is_doubtful = |shown: &String| doubtful.iter().any(|(heading, _)| heading == shown);
    let left_out = |(one, shown): &(&Use, &String)| match one {
        Use::Ignored(_) => true,
        Use::Unknown => !shown.is_empty() && !is_doubtful(shown),
        Use::Taken(_) | Use::Helper => false,
    };
    let all = mapping.uses.iter().zip(&mapping.headings).enumerate();
    let here = all.filter(|(_, one)| left_out(one)).map(|(place, _)| heading(mapping, place));
    here.chain(others).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::explain::{ExplainedColumn, explain};
    use crate::options::ProfileChoice;

    fn read(table: &str, kind: Kind, options: &Options) -> Vec<(String, Option<String>, Option<String>)> {
        let explained = explain(Cursor::new(table.as_bytes()), kind, options).unwrap();
        let told = |one: ExplainedColumn| (one.heading, one.member, one.unit);
        explained.columns.into_iter().map(told).collect()
    }

    fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
        all.iter().map(|(one, other)| ((*one).to_owned(), (*other).to_owned())).collect()
    }

    const BLING: &str = "Código;Descrição;Unidade;NCM;Origem;Preço;Situação;Estoque;Peso bruto (Kg);GTIN/EAN;Outro\n\
        A;Mesa;UN;;0;10,00;Ativo;3;1,5;;7\n";

    #[test]
    fn a_kept_profile_reads_what_was_said() {
        let cases = [
            (
                "Código*;Nome;Código de barras;Valor\nA;Mesa;;10\n",
                Kind::Skus,
                pairs(&[("Valor", "precoPor")]),
                vec![],
            ),
            (
                "sku;nome;Preço;Valor final\nA;M;1;2\n",
                Kind::Skus,
                pairs(&[("Valor final", "precoPor")]),
                vec!["Preço"],
            ),
            (
                "a;b;c;d\nA;M;1;2\n",
                Kind::Skus,
                pairs(&[("a", "sku"), ("d", "precoPor"), ("b", "precoPor")]),
                vec![],
            ),
            ("a;b\nA;1,5\n", Kind::Skus, pairs(&[("a", "sku"), ("b", "peso:kg")]), vec![]),
            (BLING, Kind::Skus, pairs(&[("Outro", "precoPor")]), vec!["Estoque"]),
            (BLING, Kind::Skus, pairs(&[("Descrição", "descricao"), ("Unidade", "nome")]), vec!["GTIN/EAN"]),
            (BLING, Kind::Precos, vec![], vec![]),
            (BLING, Kind::Estoque, pairs(&[("Outro", "estoque")]), vec![]),
        ];
        for (table, kind, map, ignore) in cases {
            let ignore = ignore.into_iter().map(str::to_owned).collect();
            let said = Options { map, ignore, ..Options::default() };
            let made = profile_of(Cursor::new(table.as_bytes()), kind, &said, "minha").unwrap();
            let kept = Profile::from_json(&serde_json::to_string(&made).unwrap()).unwrap();
            for profile in [ProfileChoice::Named("minha".to_owned()), ProfileChoice::Auto] {
                let with = Options { profile, own: vec![kept.clone()], ..Options::default() };
                assert_eq!(read(table, kind, &with), read(table, kind, &said), "{said:?}");
                // and once more of what it reads itself
                let again = profile_of(Cursor::new(table.as_bytes()), kind, &with, "outra").unwrap();
                let with =
                    Options { profile: ProfileChoice::Named("outra".to_owned()), own: vec![again], ..with };
                assert_eq!(read(table, kind, &with), read(table, kind, &said), "{said:?}");
            }
        }
    }

    #[test]
    fn a_kept_profile_is_recognised_by_its_columns_alone() {
        let kept = "Ref;Coisa;Massa;Obs\nA;Mesa;2;x\n";
        let said = Options { map: pairs(&[("Ref", "sku"), ("Coisa", "nome")]), ..Options::default() };
        let made = profile_of(Cursor::new(kept.as_bytes()), Kind::Skus, &said, "minha").unwrap();
        let with = |profile| Options { profile, own: vec![made.clone()], ..Options::default() };
        let auto = with(ProfileChoice::Auto);
        let known_by = |table: &str, options: &Options| {
            explain(Cursor::new(table.as_bytes()), Kind::Skus, options).unwrap().profile
        };
        for table in
            [kept, "Ref;Coisa\nA;Mesa\n", "coisa;;REF\nMesa;;A\n", "erro;linha;Ref;Coisa\nx;1;A;Mesa\n"]
        {
            assert_eq!(known_by(table, &auto).as_deref(), Some("minha"), "{table}");
        }
        // with a column of another sheet it is another sheet
        let wider = "Ref;Coisa;Massa;Obs;Preço\nA;Mesa;2;x;10\n";
        assert_eq!(known_by(wider, &auto), None);
        let named = with(ProfileChoice::Named("minha".to_owned()));
        assert_eq!(known_by(wider, &named).as_deref(), Some("minha"));
        // what it passes over is told, and what was said to be passed over is not
        let left_out = |table: &str, options: &Options| {
            Sheet::open(Cursor::new(table.as_bytes()), Kind::Skus, options).unwrap().mapping.ignored()
        };
        assert_eq!(left_out(kept, &auto), ["Massa", "Obs"]);
        assert_eq!(left_out(wider, &named), ["Massa", "Obs", "Preço"]);
        let passed = Options { ignore: vec!["Obs".to_owned()], ..auto };
        assert_eq!(left_out(kept, &passed), ["Massa"]);
    }

    #[test]
    fn a_table_without_its_codes_is_told_so_whatever_is_said_of_it() {
        let table = Cursor::new("a;b\nA;Mesa\n".as_bytes());
        let said = Options { map: pairs(&[("b", "nome")]), ..Options::default() };
        let missing = profile_of(table.clone(), Kind::Skus, &said, "minha").unwrap_err();
        assert!(matches!(&missing, FileError::Missing { missing, .. } if *missing == ["sku"]), "{missing}");
        assert_eq!(explain(table, Kind::Skus, &said).unwrap().missing, ["sku"]);
    }

    #[test]
    fn names_can_be_asked_for() {
        assert!(is_profile_name("Fornecedor São João"));
        for name in
            ["", " ", "auto", "none", "a\nb", "a\u{200b}b", "a\u{202e}b", "\u{feff}a", &"x".repeat(61)]
        {
            assert!(!is_profile_name(name), "{name:?}");
        }
    }
}
