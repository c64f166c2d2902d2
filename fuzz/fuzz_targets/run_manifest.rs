//! Any text as a manifest: it is read or refused, and what is read can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_store::Manifest;

fuzz_target!(|text: &str| {
    // The check is made right, so that what stands behind it is reached.
    let Ok(mut document) = serde_json::from_str::<serde_json::Value>(text) else {
        assert!(Manifest::parse(text.as_bytes()).is_err());
        return;
    };
    if document.is_object() {
        document["check"] = "".into();
        let check = blake3::hash(&serde_json::to_vec(&document).expect("plain data")).to_hex().to_string();
        document["check"] = check.into();
    }
    let Ok(manifest) = Manifest::parse(&serde_json::to_vec(&document).expect("plain data")) else { return };
    assert!(manifest.from <= manifest.to && manifest.rule().is_ok());
    let texts = manifest.sessions.iter().flat_map(|session| [&session.kernel, &session.version, &session.machine]);
    assert!(texts.chain([&manifest.game, &manifest.rule]).all(|text| !text.contains(char::is_control)));
});
