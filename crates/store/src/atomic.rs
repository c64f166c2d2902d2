//! The only way in which files are written: whenever the machine stops, the whole file is there or none of it.
//!
//! A temporary file in the same folder is written and synced, read back and compared, renamed, and the folder is
//! synced. After a failed sync the file is given up, because the result of a later sync would mean nothing. An older
//! generation is removed only after all of this. The code that made the folder must make sure that the folder itself
//! survives ([`crate::folder::Folder::create`]): syncing a folder does not sync its parent.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::disk::{Disk, Output};
use crate::error::StoreError;

/// How the names of unfinished files end.
pub const UNFINISHED: &str = ".tmp";

/// Writes the parts, one after the other, as one file.
pub fn write(disk: &dyn Disk, path: &Path, parts: &[&[u8]]) -> Result<(), StoreError> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(UNFINISHED);
    let temporary = PathBuf::from(temporary);
    let written = fill(disk, &temporary, parts).and_then(|()| compare(disk, &temporary, parts));
    if let Err(error) = written {
        // the error that matters is the first
        let _ = disk.remove(&temporary);
        return Err(error);
    }
    if let Err(error) = disk.rename(&temporary, path) {
        let _ = disk.remove(&temporary);
        return Err(StoreError::io("rename", &temporary)(error));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    disk.sync_folder(folder).map_err(StoreError::io("sync", folder))
}

fn fill(disk: &dyn Disk, path: &Path, parts: &[&[u8]]) -> Result<(), StoreError> {
    let mut file = disk.create(path).map_err(StoreError::io("create", path))?;
    for part in parts {
        write_all(file.as_mut(), part).map_err(StoreError::io("write", path))?;
    }
    file.sync().map_err(StoreError::io("sync", path))
}

fn write_all(file: &mut dyn Output, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn compare(disk: &dyn Disk, path: &Path, parts: &[&[u8]]) -> Result<(), StoreError> {
    const PIECE: usize = 1 << 18;
    let mut file = disk.open(path).map_err(StoreError::io("read back", path))?;
    let mut piece = vec![0; PIECE];
    for part in parts {
        for expected in part.chunks(PIECE) {
            let found = &mut piece[..expected.len()];
            file.read_exact(found).map_err(StoreError::io("read back", path))?;
            if found != expected {
                return Err(StoreError::damaged(path, "it does not read back as it was written"));
            }
        }
    }
    match file.read(&mut piece) {
        Ok(0) => Ok(()),
        Ok(_) => Err(StoreError::damaged(path, "it is longer than what was written")),
        Err(error) => Err(StoreError::io("read back", path)(error)),
    }
}
