//! Where results are kept: the folder that the system has for the data of a user.

use std::env;
use std::path::PathBuf;

/// The folder, if the environment tells one.
pub fn usual_folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        set("XDG_DATA_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| set("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("sprague"))
}
