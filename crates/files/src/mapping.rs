//! What each column of a table is: by what was said of it, by a profile, by its name, or by a synonym.

use std::collections::BTreeMap;

use crate::error::FileError;
use crate::heading::{key, shown};
use crate::kind::{Column, Form, Kind};
use crate::options::{self, Options};
use crate::profile::{self, Profile, ProfileColumn};
use crate::recognising::{capital, chosen, looks_like, mending, places, starred};
use crate::units::{Unit, with_unit};

/// Where a column's meaning comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// It was said.
    Said,
    /// The profile.
    Profile,
    /// It has the member's name.
    Name,
    /// It has another name for the member.
    Synonym,
}

/// A column that is taken.
#[derive(Debug, Clone)]
pub struct Mapped {
    /// The member.
    pub column: &'static Column,
    /// Why.
    pub because: Because,
    /// The unit that its heading or the profile names.
    pub unit: Option<Unit>,
    /// Of several columns of one value the filled one with the lowest rank counts.
    pub rank: usize,
    /// What the profile says of it.
    pub rule: Rule,
}

/// What a profile says of a column.
#[derive(Debug, Clone, Default)]
pub struct Rule {
    pub separator: Option<String>,
    pub words: BTreeMap<String, String>,
    pub nothing: Vec<String>,
    pub attribute: Option<Attribute>,
    pub of_quantity: bool,
}

/// The name of the attribute whose value a column holds.
#[derive(Debug, Clone)]
pub enum Attribute {
    /// It is this.
    Named(String),
    /// It stands in another column.
    In(usize),
}

/// What is done with a column.
#[derive(Debug, Clone)]
pub enum Use {
    /// It is taken.
    Taken(Box<Mapped>),
    /// It is not to be taken, which was said or stands in the profile.
    Ignored(Because),
    /// It belongs to another column, or to a mended file.
    Helper,
    /// Nobody knows.
    Unknown,
}

/// What each column of a table is.
#[derive(Debug, Clone)]
pub struct Mapping {
    pub kind: Kind,
    /// The headings, as people are told of them.
    pub headings: Vec<String>,
    pub uses: Vec<Use>,
    pub profile: Option<Profile>,
    /// The profile is the application's own.
    pub own: bool,
    /// Members that no column has, or not in every row.
    pub constants: Vec<(&'static Column, String)>,
    /// `precoPor` is a promotional price, see [`Profile::promocional`].
    pub promotional: bool,
    /// Columns of what tells things apart.
    pub keys: Vec<usize>,
    /// Columns, and the words in them that leave a row out.
    pub leaves: Vec<(usize, Vec<String>)>,
}

impl Mapping {
    /// What the columns with these headings are.
    pub fn of(headings: &[String], kind: Kind, options: &Options) -> Result<Self, FileError> {
        let keys: Vec<String> = headings.iter().map(|heading| key(heading)).collect();
        let profile = chosen(&keys, kind, options)?;
        if let Some(why) = profile.as_ref().and_then(|profile| profile.recusa.clone()) {
            return Err(FileError::Refused(why));
        }
        let mut mapping = Self {
            kind,
            headings: headings.iter().map(|heading| shown(heading)).collect(),
            uses: keys.iter().map(|_| Use::Unknown).collect(),
            promotional: profile.as_ref().is_some_and(|profile| profile.promocional),
            constants: Vec::new(),
            keys: Vec::new(),
            leaves: Vec::new(),
            own: profile.as_ref().is_some_and(|one| options.own.contains(one)),
            profile,
        };
        mapping.pass_over_mending(&keys);
        mapping.take_said(&keys, options)?;
        mapping.take_profile(&keys);
        mapping.take_names(headings, &keys)?;
        mapping.set_constants(options)?;
        mapping.keys = mapping
            .taken()
            .filter(|(_, mapped)| mapped.column.name == kind.key())
            .map(|(place, _)| place)
            .collect();
        let rules = mapping.profile.iter().flat_map(|profile| &profile.deixa);
        let leaves = rules.flat_map(|rule| {
            places(&keys, &rule.coluna).into_iter().map(|place| (place, rule.palavras.clone()))
        });
        mapping.leaves = leaves.collect();
        Ok(mapping)
    }

    /// A file of refused rows has why and where in front.
    fn pass_over_mending(&mut self, keys: &[String]) {
        self.uses.iter_mut().take(mending(keys)).for_each(|one| *one = Use::Helper);
    }

    fn no_column(&self, heading: &str) -> FileError {
        FileError::NoColumn { heading: heading.to_owned(), headings: self.headings.clone() }
    }

    /// The columns with a heading. A star that the file's own heading has stands for nothing else.
    fn places_said(&self, keys: &[String], heading: &str) -> Vec<usize> {
        match self.headings.iter().any(|one| *one == shown(heading)) {
            true => places(keys, &heading.replace('*', "")),
            false => places(keys, heading),
        }
    }

    fn take_said(&mut self, keys: &[String], options: &Options) -> Result<(), FileError> {
        for heading in &options.ignore {
            let places = self.places_said(keys, heading);
            if places.is_empty() {
                return Err(self.no_column(heading));
            }
            places.into_iter().for_each(|place| self.put(place, Use::Ignored(Because::Said)));
        }
        for (rank, (heading, member)) in options.map.iter().enumerate() {
            let (column, unit) = options::member(self.kind, member)?;
            let places = self.places_said(keys, heading);
            if places.is_empty() {
                return Err(self.no_column(heading));
            }
            for place in places {
                let unit = unit.or_else(|| with_unit(self.headings.get(place)?).map(|(_, unit)| unit));
                let mapped = Mapped { column, because: Because::Said, unit, rank, rule: Rule::default() };
                self.put(place, Use::Taken(Box::new(mapped)));
            }
        }
        Ok(())
    }

    fn take_profile(&mut self, keys: &[String]) {
        let Some(profile) = self.profile.clone() else { return };
        for place in profile.ignora.iter().flat_map(|heading| places(keys, heading)) {
            if matches!(self.uses.get(place), Some(Use::Unknown)) {
                self.put(place, Use::Ignored(Because::Profile));
            }
        }
        for rule in &profile.colunas {
            let Some(column) = self.kind.column(&rule.para) else { continue };
            if self.said(column.name) && !column.form.is_many() {
                continue;
            }
            for (rank, pattern) in rule.de.iter().enumerate() {
                for place in places(keys, pattern) {
                    if matches!(self.uses.get(place), Some(Use::Unknown)) {
                        let mapped = self.by_rule(column, rule, (pattern.as_str(), rank), (place, keys));
                        self.put(place, Use::Taken(Box::new(mapped)));
                    }
                }
            }
        }
    }

    fn by_rule(
        &mut self,
        column: &'static Column,
        rule: &ProfileColumn,
        (pattern, rank): (&str, usize),
        (place, keys): (usize, &[String]),
    ) -> Mapped {
        let heading = self.headings.get(place).cloned().unwrap_or_default();
        let star = starred(pattern, &heading);
        let name_in = rule
            .nome_em
            .as_deref()
            .and_then(|name| keys.iter().position(|one| *one == key(&name.replace('*', &star))));
        if let Some(name) = name_in {
            self.put(name, Use::Helper);
        }
        let named = rule.atributo.as_deref().map(|name| match name {
            "*" => Attribute::Named(capital(&star)),
            name => Attribute::Named(name.to_owned()),
        });
        let unit = with_unit(&heading).map(|(_, unit)| unit);
        Mapped {
            column,
            because: Because::Profile,
            unit: unit.or_else(|| rule.unidade.as_deref().and_then(Unit::from_name)),
            rank,
            rule: Rule {
                separator: rule.separador.clone(),
                words: rule.palavras.clone(),
                nothing: rule.vazio.clone(),
                attribute: named.or(name_in.map(Attribute::In)),
                of_quantity: rule.da_quantidade,
            },
        }
    }

    /// What has the name of a member that no other column is. A profile knows its system's names better.
    fn take_names(&mut self, headings: &[String], keys: &[String]) -> Result<(), FileError> {
        for (place, name) in keys.iter().enumerate() {
            let heading = headings.get(place).map(String::as_str).unwrap_or_default();
            let Some((column, unit)) = self.named(name, heading) else { continue };
            match self.uses.get(place) {
                Some(Use::Unknown) if self.by_name(column.name) => {
                    return Err(FileError::Twice(column.name, 0));
                }
                Some(Use::Unknown) if !self.has(column.name) => {
                    let rule = Rule::default();
                    let mapped = Mapped { column, because: Because::Name, unit, rank: 0, rule };
                    self.put(place, Use::Taken(Box::new(mapped)));
                }
                _ => {}
            }
        }
        if self.profile.is_some() {
            return Ok(());
        }
        let found: Vec<(usize, &str, Option<Unit>)> = keys
            .iter()
            .enumerate()
            .filter(|(place, _)| matches!(self.uses.get(*place), Some(Use::Unknown)))
            .filter_map(|(place, name)| {
                let heading = headings.get(place).map(String::as_str).unwrap_or_default();
                let bare = with_unit(heading);
                let whole = profile::synonym(self.kind, name).map(|member| (place, member, None));
                whole.or_else(|| {
                    let (name, unit) = bare?;
                    Some((place, profile::synonym(self.kind, &name)?, Some(unit)))
                })
            })
            .collect();
        let named = |member: &str| found.iter().any(|(_, found, _)| *found == member);
        self.promotional = named("promocional") && named("precoPor") && !named("precoDe");
        self.promotional &= !self.has("precoPor") && !self.has("precoDe");
        for (place, member, unit) in &found {
            let member = match *member {
                "promocional" if self.promotional => "precoPor",
                "precoPor" if self.promotional => "precoDe",
                member => member,
            };
            let Some(column) = self.kind.column(member).filter(|column| !self.has(column.name)) else {
                continue;
            };
            let unit = unit.filter(|_| matches!(column.form, Form::Weight | Form::Length));
            let nothing =
                if self.promotional && member == "precoPor" { vec!["0".to_owned()] } else { Vec::new() };
            let rule = Rule { nothing, ..Rule::default() };
            let mapped = Mapped { column, because: Because::Synonym, unit, rank: 0, rule };
            self.put(*place, Use::Taken(Box::new(mapped)));
        }
        Ok(())
    }

    /// The column that a heading names, with its unit if it is a measure.
    fn named(&self, name: &str, heading: &str) -> Option<(&'static Column, Option<Unit>)> {
        let columns = || self.kind.columns().iter();
        if let Some(column) = columns().find(|column| key(column.name) == name) {
            return Some((column, None));
        }
        let (name, unit) = with_unit(heading)?;
        let measure = |column: &&Column| matches!(column.form, Form::Weight | Form::Length);
        columns().filter(measure).find(|column| key(column.name) == name).map(|column| (column, Some(unit)))
    }

    fn set_constants(&mut self, options: &Options) -> Result<(), FileError> {
        let of_profile = self.profile.iter().flat_map(|profile| profile.constantes.clone());
        for (member, value) in of_profile.chain(options.set.iter().cloned()).collect::<Vec<_>>() {
            let (column, _) = options::member(self.kind, &member)?;
            self.constants.retain(|(other, _)| other.name != column.name);
            self.constants.push((column, value));
        }
        Ok(())
    }

    fn put(&mut self, place: usize, what: Use) {
        if let Some(one) = self.uses.get_mut(place) {
            *one = what;
        }
    }

    /// The columns that are taken, with their places.
    pub fn taken(&self) -> impl Iterator<Item = (usize, &Mapped)> {
        self.uses.iter().enumerate().filter_map(|(place, one)| match one {
            Use::Taken(mapped) => Some((place, &**mapped)),
            Use::Ignored(_) | Use::Helper | Use::Unknown => None,
        })
    }

    /// Whether somebody said which column has the member.
    pub fn said(&self, member: &str) -> bool {
        self.taken().any(|(_, mapped)| mapped.column.name == member && mapped.because == Because::Said)
    }

    fn by_name(&self, member: &str) -> bool {
        self.taken().any(|(_, mapped)| mapped.column.name == member && mapped.because == Because::Name)
    }

    /// Whether a column or a constant has the member.
    pub fn has(&self, member: &str) -> bool {
        self.taken().any(|(_, mapped)| mapped.column.name == member)
            || self.constants.iter().any(|(column, _)| column.name == member)
    }

    /// Members that the rows cannot do without, and that nothing has. A profile may know of another way.
    pub fn missing(&self) -> Vec<&'static str> {
        let summed = self.profile.as_ref().is_some_and(|profile| profile.soma);
        let other_way = |name: &str| summed && name == "total";
        let required = self.kind.columns().iter().filter(|column| column.required);
        required.map(|column| column.name).filter(|name| !self.has(name) && !other_way(name)).collect()
    }

    /// Headings of columns that mean nothing here. Those that an own profile passes over are told as well: whoever
    /// brings the file in may never have seen the profile.
    pub fn ignored(&self) -> Vec<String> {
        let left_out = |one: &Use| match one {
            Use::Unknown => true,
            Use::Ignored(because) => self.own && *because == Because::Profile,
            Use::Taken(_) | Use::Helper => false,
        };
        let left_out = self.uses.iter().zip(&self.headings).filter(|(one, _)| left_out(one));
        left_out.map(|(_, heading)| heading.clone()).filter(|heading| !heading.is_empty()).collect()
    }

    /// Columns that look like a price, a stock or a code and are not taken, with the member that each may be.
    pub fn suspicious(&self) -> Vec<(String, &'static str)> {
        let known = self.profile.is_some() && !self.own;
        if known || self.kind != Kind::Skus {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (place, one) in self.uses.iter().enumerate() {
            let heading = self.headings.get(place).cloned().unwrap_or_default();
            if let (Use::Unknown, Some(member)) = (one, looks_like(&key(&heading)))
                && !self.has(member)
            {
                found.push((heading, member));
            }
        }
        found
    }

    /// The heading that a member came from, or its own name.
    pub fn heading_of(&self, member: &str) -> Option<&str> {
        let mut of_member = self.taken().filter(|(_, mapped)| mapped.column.name == member);
        of_member.next().and_then(|(place, _)| self.headings.get(place)).map(String::as_str)
    }

    /// The profile's columns with a heading, by place.
    pub fn places_of(&self, heading: &str) -> Vec<usize> {
        let keys: Vec<String> = self.headings.iter().map(|heading| key(heading)).collect();
        places(&keys, heading)
    }
}
