//! Tells cargo to look again when the page was built: it is embedded where it exists.

fn main() {
    println!("cargo::rerun-if-changed=page/dist");
}
