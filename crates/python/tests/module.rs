//! The module that the interpreter loads, as cargo builds it beside the tests. That it exists makes `cargo test` build
//! it from what the other tests need too; `make python-test` packs it into a wheel and tests it in an interpreter.
#![cfg(target_os = "linux")]

use std::path::PathBuf;

fn module() -> Vec<u8> {
    let here: PathBuf = std::env::current_exe().expect("a test");
    let path = here.with_file_name("libsprague_python.so");
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn names(module: &[u8], name: &str) -> bool {
    module.windows(name.len()).any(|window| window == name.as_bytes())
}

#[test]
fn the_module_has_its_entry_and_needs_no_library_of_the_interpreter() {
    let module = module();
    assert!(names(&module, "\0PyInit__native\0"), "the interpreter finds the module by this name");
    assert!(!names(&module, "\0libpython3"), "the interpreter that loads it is any from 3.11 on");
}
