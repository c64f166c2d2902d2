//! Lets a linker that asks for all symbols leave those of the interpreter open: they are there when the module is loaded.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
