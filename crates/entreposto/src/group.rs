//! Grouping of interfaces that share a listener.

use std::net::SocketAddr;

/// Groups items by address and keeps their order. Items with port 0 are never grouped: the system assigns a
/// different port to each.
pub fn by_address<T>(items: impl IntoIterator<Item = (SocketAddr, T)>) -> Vec<(SocketAddr, Vec<T>)> {
    let mut groups: Vec<(SocketAddr, Vec<T>)> = Vec::new();
    for (address, item) in items {
        match groups.iter_mut().find(|(known, _)| *known == address && address.port() != 0) {
            Some((_, group)) => group.push(item),
            None => groups.push((address, vec![item])),
        }
    }
    groups
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn equal_addresses_are_one_group_and_zero_ports_are_none() {
        let at = |port: u16| SocketAddr::from(([127, 0, 0, 1], port));
        let groups =
            by_address([(at(1), 'a'), (at(2), 'b'), (at(1), 'c'), (at(0), 'd'), (at(0), 'e'), (at(1), 'f')]);
        let expected =
            vec![(at(1), vec!['a', 'c', 'f']), (at(2), vec!['b']), (at(0), vec!['d']), (at(0), vec!['e'])];
        assert_eq!(groups, expected);
    }
}
