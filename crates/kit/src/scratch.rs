//! Folders of a test, and what is waited for in them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A path below the system's folder for temporary files, free at first and removed with all that is in it at the end.
#[derive(Debug)]
pub struct Scratch(pub PathBuf);

impl Scratch {
    /// The place of this name; the process number keeps programs of tests apart.
    pub fn new(name: &str) -> Self {
        let place = Self(std::env::temp_dir().join(format!("sprague-{}-{name}", std::process::id())));
        place.clear();
        place
    }

    /// The same with an empty folder in it.
    #[expect(clippy::disallowed_methods, reason = "only tests use it")]
    pub fn folder(name: &str) -> Self {
        let place = Self::new(name);
        std::fs::create_dir_all(&place.0).expect("a folder");
        place
    }

    /// The path as text.
    pub fn text(&self) -> &str {
        self.0.to_str().expect("a path")
    }

    /// A path inside, as text.
    pub fn within(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path").to_owned()
    }

    #[expect(clippy::disallowed_methods, reason = "only tests use it")]
    fn clear(&self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.clear();
    }
}

impl AsRef<Path> for Scratch {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

/// Waits until something holds, and fails after two minutes.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(120), "still waiting for {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}
