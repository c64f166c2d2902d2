pub(crate) fn is_removed(_: &str) -> bool { false }
