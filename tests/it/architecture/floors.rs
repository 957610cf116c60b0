//! No floor looks up: the drawing of the house, and what each file imports held against it.

use std::collections::BTreeSet;

use super::debts::{Finding, hold};
use super::names::{Needs, needs};
use super::sources::{TREE, Tree};

/// Floors as they stand, the ground below. A room is a file or a folder; it may name rooms of lower floors,
/// and none of its own floor or of a higher one.
const HOUSES: &[House] = &[
    House {
        folder: "crates/db/src",
        floors: "
            lib
            database divide fresh
            replicas
            postgres sqlite
            rows tables unit
            backend
            claim gather locks schema_state work
            commits config
            fair
            address division error in_time recall statement threads
        ",
        today: &[],
    },
    House {
        folder: "crates/store/src",
        floors: "
            lib
            archive check store
            gatherers partitions
            commit
            sales avisos
            catalogue
            accounts
            eventos ledger
            base
        ",
        today: &[],
    },
    House {
        folder: "crates/store/src/catalogue",
        floors: "
            mod
            tabelas_preco
            ofertas produtos
            atacados categorias estoque sku_canais
            skus
            centros
            canais categorias_loja grupos atributos fabricantes
            naming
        ",
        today: &[],
    },
    House {
        folder: "crates/store/src/sales",
        floors: "
            mod
            pedidos
            compradores contagens
        ",
        today: &[],
    },
    House {
        folder: "crates/store/src/avisos",
        floors: "
            mod
            entregas
            fila notificacoes pruning
            destinos readers
        ",
        today: &[],
    },
    House {
        folder: "crates/http-kit/src",
        floors: "
            lib
            listener
            kit
            api_keys compress large_answers page unread
            refusals
            body interface path query
            rate_limit
            canonicalize cors
            docs request_id
            error
            etag fault owner protection routes then
            coding in_flight mount vary
        ",
        today: &[],
    },
    House {
        folder: "crates/api-a/src",
        floors: "
            lib
            resources
            envelope
            context
            state
            idempotencia lote
            outcome
            answer doc interface
            error query
        ",
        today: &[],
    },
    House {
        folder: "crates/api-b/src",
        floors: "
            lib
            resources
            answer
            context
            doc interface state
            error ready_lists
        ",
        today: &[],
    },
    House {
        folder: "crates/delivery/src",
        floors: "
            lib
            engine
            report share
            hosts http
            assembly config
            call signature
        ",
        today: &[],
    },
    House {
        folder: "crates/entreposto/src",
        floors: "
            lib
            builder
            service
            error group housekeeping http offers signals
        ",
        today: &[],
    },
    House {
        folder: "crates/sample/src",
        floors: "
            lib
            writer
            examples
            steps
            orders
            catalogue people
            documents
            dice error goods plan progress words
        ",
        today: &[],
    },
    House {
        folder: "crates/files/src",
        floors: "
            lib
            import
            input output writing
            rows table
            bounded entry error values
            kind
        ",
        today: &[],
    },
    House {
        folder: "bin/server/src",
        floors: "
            lib main
            cli
            commands
            serve
            app
            listeners
            database descriptors log tls
            config made_up
            admin interfaces owners tipos_canal
            figures metrics profile progress quantity setting signals usage
            archive_file file_kinds lines log_filter
            advice output
        ",
        today: &[],
    },
];

struct House {
    folder: &'static str,
    floors: &'static str,
    /// A room, and what stands for it until it is there.
    today: &'static [(&'static str, &'static str)],
}

#[test]
fn no_floor_looks_up() {
    let found: Vec<Finding> = HOUSES.iter().flat_map(|house| house.check(&TREE)).collect();
    hold("floors", &found);
}

impl House {
    fn check(&self, tree: &Tree) -> Vec<Finding> {
        let roots = tree.crate_roots();
        let inside = |path: &str| self.room(path).is_some();
        let of_house =
            |root: &&str| inside(root) || self.folder.starts_with(root.trim_end_matches("/lib.rs"));
        let needs: Needs = roots.into_iter().filter(of_house).flat_map(|root| needs(tree, root)).collect();
        let rooms: BTreeSet<&str> = needs.keys().filter_map(|file| self.room(file)).collect();
        if rooms.is_empty() {
            return vec![Finding::new(format!("{} is not there", self.folder))];
        }
        let mut found = self.drawn_and_built(&rooms);
        for (from, to) in &needs {
            let Some(here) = self.room(from) else { continue };
            for (file, names) in to {
                let Some(there) = self.room(file).filter(|there| !self.may_name(here, there)) else {
                    continue;
                };
                let names: Vec<String> =
                    names.iter().map(|(name, line)| format!("{name} (line {line})")).collect();
                found.push(Finding::with(format!("{from} names {there}"), names.join("\n")));
            }
        }
        found
    }

    /// The file or folder directly in the house's folder.
    fn room<'p>(&self, path: &'p str) -> Option<&'p str> {
        let inside = path.strip_prefix(self.folder)?.strip_prefix('/')?;
        inside.split('/').next().map(|room| room.trim_end_matches(".rs"))
    }

    /// Every room of the tree has its floor, and every room of the drawing stands.
    fn drawn_and_built(&self, rooms: &BTreeSet<&str>) -> Vec<Finding> {
        let drawn: BTreeSet<&str> = self.drawing().flatten().collect();
        let today: BTreeSet<&str> = self.today.iter().flat_map(|(_, parts)| parts.split(' ')).collect();
        let all = |rooms: Vec<&str>, what: &str| -> Vec<Finding> {
            rooms.iter().map(|room| Finding::new(format!("{}/{room} {what}", self.folder))).collect()
        };
        let without_floor = rooms.iter().filter(|room| !drawn.contains(*room) && !today.contains(*room));
        let not_built = drawn.difference(rooms).filter(|room| **room != "mod");
        [
            all(without_floor.copied().collect(), "has no floor"),
            all(not_built.copied().collect(), "is not there"),
            all(today.difference(rooms).copied().collect(), "is gone: take it out of `today`"),
        ]
        .concat()
    }

    /// The rooms of each floor, from the ground up.
    fn drawing(&self) -> impl Iterator<Item = std::str::SplitWhitespace<'static>> {
        self.floors.lines().rev().map(str::split_whitespace)
    }

    /// Rooms without a floor are told of by themselves.
    fn may_name(&self, here: &str, there: &str) -> bool {
        let today =
            |name: &str| self.today.iter().find(|(_, parts)| parts.split(' ').any(|part| part == name));
        let room = |name| today(name).map_or(name, |(room, _)| *room);
        let floor = |room: &str| self.drawing().position(|mut rooms| rooms.any(|r| r == room));
        let (here, there) = (room(here), room(there));
        here == there || floor(here).zip(floor(there)).is_none_or(|(here, there)| there < here)
    }
}

#[test]
fn a_look_up_a_neighbour_and_what_is_not_drawn_are_seen() {
    let house = House {
        folder: "c/src",
        floors: "lib\nroof\nleft right\nbase",
        today: &[("roof", "tiles"), ("base", "sand")],
    };
    let tree = Tree::of(&[
        ("c/src/lib.rs", "mod base; mod left; mod right; mod tiles; mod shed; pub use left::L;"),
        ("c/src/base.rs", "pub struct B(crate::tiles::T);"),
        ("c/src/left.rs", "use crate::base::B; pub struct L(B);"),
        ("c/src/right/mod.rs", "mod inner;"),
        ("c/src/right/inner.rs", "fn f() { crate::L(); }"),
        ("c/src/tiles.rs", "pub struct T(crate::left::L);"),
        ("c/src/shed.rs", ""),
    ]);
    let mut found: Vec<String> = house.check(&tree).into_iter().map(|f| f.key).collect();
    found.sort();
    let expected = [
        "c/src/base.rs names tiles",
        "c/src/right/inner.rs names left",
        "c/src/roof is not there",
        "c/src/sand is gone: take it out of `today`",
        "c/src/shed has no floor",
    ];
    assert_eq!(found, expected);
    let empty = House { folder: "d/src", ..house };
    assert_eq!(empty.check(&tree), [Finding::new("d/src is not there")]);
}
