//! The names of the server: where it can be reached, and so the only Hosts that it answers to.
//!
//! A name that another site points at this machine is none of them, which is what keeps such a site out. Numbers cannot
//! be pointed anywhere.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// The names with their port, the best for others first.
pub fn names(address: SocketAddr, wanted: &[String]) -> Vec<String> {
    let (ip, port) = (address.ip(), address.port());
    let mut names: Vec<String> = wanted.iter().map(|name| with_port(name, port)).collect();
    let mut loopback = vec![format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    // who listens by the old protocol is not reached by the new one
    loopback.extend(ip.is_ipv6().then(|| format!("[::1]:{port}")));
    if ip.is_unspecified() {
        names.extend(addresses(ip).into_iter().map(|ip| SocketAddr::new(ip, port).to_string()));
        names.extend(host_name().map(|name| format!("{name}:{port}")));
        names.extend(loopback);
    } else if ip.is_loopback() {
        names.push(address.to_string());
        names.extend(loopback);
    } else {
        names.push(address.to_string());
        names.extend(host_name().map(|name| format!("{name}:{port}")));
    }
    let mut seen = Vec::new();
    names.retain(|name| {
        let fresh = !seen.contains(name);
        seen.push(name.clone());
        fresh
    });
    names
}

/// All forms in which a Host may say these names: the usual port can be left out.
pub fn hosts(names: &[String]) -> Vec<String> {
    let bare = names.iter().filter_map(|name| name.strip_suffix(":80"));
    bare.map(str::to_owned).chain(names.iter().cloned()).collect()
}

/// A name that a person gave, with the port that it has or ours.
fn with_port(name: &str, port: u16) -> String {
    let has_port = name.rsplit_once(':').is_some_and(|(host, port)| {
        port.bytes().all(|byte| byte.is_ascii_digit()) && (!host.contains(':') || host.ends_with(']'))
    });
    match name.parse::<IpAddr>() {
        Ok(ip) => SocketAddr::new(ip, port).to_string(),
        Err(_) if has_port => name.to_owned(),
        Err(_) => format!("{name}:{port}"),
    }
}

/// The addresses of this machine for others, that of the usual way out first.
fn addresses(listening: IpAddr) -> Vec<IpAddr> {
    let mut found: Vec<IpAddr> = usual_address().into_iter().collect();
    for interface in if_addrs::get_if_addrs().unwrap_or_default() {
        let ip = interface.ip();
        let usable = match ip {
            IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
            // addresses of one link need its name, which no browser takes
            IpAddr::V6(ip) => listening.is_ipv6() && !ip.is_loopback() && !ip.is_unicast_link_local(),
        };
        if usable && !found.contains(&ip) {
            found.push(ip);
        }
    }
    found
}

/// The address by which this machine would ask another one; nothing is sent.
fn usual_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified() && ip != IpAddr::V6(Ipv6Addr::UNSPECIFIED)).then_some(ip)
}

/// The name of this machine, where it is one that fits into an address.
fn host_name() -> Option<String> {
    let name = gethostname::gethostname().into_string().ok()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    (!name.is_empty() && name.chars().all(plain)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_for_others_goes_by_its_numbers_and_never_by_a_foreign_name() {
        let all = names("0.0.0.0:8080".parse().expect("an address"), &[]);
        assert!(all.contains(&"127.0.0.1:8080".to_owned()), "{all:?}");
        assert!(!all.iter().any(|name| name.starts_with("0.0.0.0")), "{all:?}");
        let own = names("127.0.0.1:80".parse().expect("an address"), &[]);
        assert_eq!(own, ["127.0.0.1:80", "localhost:80"]);
        assert!(hosts(&own).contains(&"localhost".to_owned()));
    }

    #[test]
    fn given_names_get_our_port_where_they_have_none() {
        for (name, expected) in [
            ("lab.example", "lab.example:8080"),
            ("lab.example:443", "lab.example:443"),
            ("192.0.2.7", "192.0.2.7:8080"),
            ("2001:db8::1", "[2001:db8::1]:8080"),
            ("[2001:db8::1]:99", "[2001:db8::1]:99"),
        ] {
            assert_eq!(with_port(name, 8080), expected);
        }
    }
}
