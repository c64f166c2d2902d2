#!/usr/bin/env bash
# The kernels of ARM under an emulator: each level against the portable one, and the engines against the naive one.
set -euo pipefail
cd "$(dirname "$0")/.."
CARGO=${CARGO:-cargo}
triple=aarch64-unknown-linux-gnu
if ! command -v aarch64-linux-gnu-gcc > /dev/null || ! command -v qemu-aarch64 > /dev/null; then
  apt="apt-get"
  test "$(id -u)" = 0 || apt="sudo apt-get"
  $apt update
  $apt install -y --no-install-recommends gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
fi
rustup target add $triple
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -L /usr/aarch64-linux-gnu"
export CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc
$CARGO test --locked --target $triple -p sprague-kernels --lib
$CARGO test --locked --target $triple -p sprague --test all -- engine::every_kernel engine::grundys_game_agrees
