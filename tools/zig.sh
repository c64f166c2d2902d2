# shellcheck shell=bash
# A C compiler for other systems, for the C inside of two crates (SQLite, zstd): zig, from PyPI, in a private environment
# below the target folder. Read by other scripts; `compile_c_for TARGET ZIG_TARGET` names it to cargo.
zig_folder=$(mkdir -p "${CARGO_TARGET_DIR:-target}/tools" && cd "${CARGO_TARGET_DIR:-target}/tools" && pwd)/zig
if ! test -x "$zig_folder/bin/python"; then
  python3 -m venv "$zig_folder"
  "$zig_folder/bin/pip" install --quiet ziglang==0.17.0
fi

compile_c_for() {
  local compiler=$zig_folder/cc-$1
  # zig is told its target here; what build scripts say of it has another form
  cat > "$compiler" << END
#!/usr/bin/env bash
words=()
while test \$# -gt 0; do
  case \$1 in
    --target=*|-march=*|-mmacosx-version-min=*) ;;
    -arch) shift ;;
    *) words+=("\$1") ;;
  esac
  shift
done
exec '$zig_folder/bin/python' -m ziglang cc -target $2 "\${words[@]}"
END
  printf '#!/bin/sh\nexec "%s" -m ziglang ar "$@"\n' "$zig_folder/bin/python" > "$zig_folder/ar"
  chmod +x "$compiler" "$zig_folder/ar"
  export "CC_${1//-/_}=$compiler" "AR_${1//-/_}=$zig_folder/ar"
}
