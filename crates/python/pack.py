#!/usr/bin/env python3
"""Packs the module that cargo built for the tests into a wheel: pack.py MODULE FOLDER.

The wheel for people is built by maturin (`make wheel`), which compiles everything once more, optimised and stripped.
The tests take the module that `cargo test` has built already, which saves the minutes of a second build. Name, version,
dependencies and entry points are those of pyproject.toml and Cargo.toml.
"""

import base64
import hashlib
import pathlib
import sys
import sysconfig
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent


def main() -> None:
    module, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    version = tomllib.loads((HERE / "../../Cargo.toml").read_text())["workspace"]["package"]["version"]
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag, info = f"cp311-abi3-{platform}", f"sprague-{version}.dist-info"
    files = {
        f"sprague/{path.relative_to(HERE / 'python/sprague')}": path.read_bytes()
        for path in sorted((HERE / "python/sprague").rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    files["sprague/_native.abi3.so"] = module.read_bytes()
    requires = [f"Requires-Dist: {name}" for name in project["dependencies"]]
    files[f"{info}/METADATA"] = "\n".join(
        ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version}", *requires, ""]
    ).encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: pack.py\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    )
    scripts = "".join(f"{name}={place}\n" for name, place in project["scripts"].items())
    files[f"{info}/entry_points.txt"] = f"[console_scripts]\n{scripts}".encode()
    record = "".join(f"{name},sha256={digest(content)},{len(content)}\n" for name, content in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("sprague-*.whl"):
        old.unlink()
    wheel = folder / f"sprague-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    print(wheel)


def digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main()
