"""The package as a whole: examples, types, stubs, the notebook, the chapter of the book."""

import doctest
import importlib
import os
import pathlib
import pkgutil
import re
import shutil
import subprocess
import sys

import pytest

import sprague as sp

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
INSTALLED = pathlib.Path(sp.__file__).resolve().parent
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_the_installed_package_is_tested():
    assert ROOT / "crates" not in INSTALLED.parents
    assert (INSTALLED / "py.typed").is_file() and (INSTALLED / "_native.pyi").is_file()


def test_the_examples_of_the_documentation_hold():
    tried = 0
    modules = [found.name for found in pkgutil.iter_modules([str(INSTALLED)])]
    names = ["sprague", *(f"sprague.{name}" for name in modules if name not in ("__main__", "_child", "_native"))]
    for name in names:
        failed, count = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
        assert failed == 0, name
        tried += count
    assert tried > 100


def test_every_public_name_is_documented():
    for name in sp.__all__:
        thing = getattr(sp, name)
        assert thing.__doc__, name
        if isinstance(thing, type):
            for method, function in vars(thing).items():
                if (callable(function) or isinstance(function, property)) and not method.startswith("_"):
                    assert function.__doc__ or name == "GraphPicture", f"{name}.{method}"


def test_types_and_stubs_are_those_of_the_code(tmp_path):
    configuration = tmp_path / "mypy.ini"
    without = "".join(
        f"[mypy-{name}.*]\nignore_missing_imports = true\nfollow_imports = skip\n"
        for name in ("tqdm", "pandas", "polars", "pyarrow", "matplotlib", "networkx", "anywidget", "traitlets")
    )
    configuration.write_text(f"[mypy]\nstrict = true\ncache_dir = {os.devnull}\n{without}")
    shutil.copy(HERE / "typed.py", tmp_path / "user.py")
    for words in (
        ["mypy", "--config-file", str(configuration), "-p", "sprague", "-m", "user"],
        ["mypy.stubtest", "sprague._native", "--mypy-config-file", str(configuration)],
    ):
        done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_script_that_uses_everything_runs_and_suits_pyright(tmp_path):
    shutil.copy(HERE / "typed.py", tmp_path / "user.py")
    done = subprocess.run([sys.executable, "user.py"], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "typed\n", done.stderr
    pytest.importorskip("pyright", reason="pyright is not installed")
    words = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "user.py"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    if "errors" not in done.stdout and "error" not in done.stdout:
        pytest.skip("pyright cannot be run here: " + done.stderr[-200:])
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_notebook_runs_and_draws(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    from nbclient import NotebookClient

    notebook = nbformat.read(ROOT / "docs/notebooks/first-steps.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert all(cell.get("outputs", []) == [] for cell in notebook.cells), "the notebook is kept without outputs"
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute(cwd=str(tmp_path))
    data = [output["data"] for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    pictures = [one["image/svg+xml"] for one in data if "image/svg+xml" in one]
    tables = [one["text/html"] for one in data if "text/html" in one]
    assert len(pictures) == 4 and all("<svg" in picture for picture in pictures)
    assert len(tables) == 2 and "Winning moves" in tables[0]
    assert any("dawsons-chess" in one.get("text/plain", "") for one in data)


@pytest.mark.parametrize("name", ["teacher", "researcher", "contest", "graph-games", "misere"])
def test_the_notebooks_run(name, tmp_path, monkeypatch):
    """Cell by cell, in a shell of IPython and without a kernel of its own; what a cell ends with is shown."""
    nbformat = pytest.importorskip("nbformat")
    from IPython.core.interactiveshell import InteractiveShell

    monkeypatch.chdir(tmp_path)
    notebook = nbformat.read(ROOT / f"docs/notebooks/{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert all(cell.get("outputs", []) == [] for cell in notebook.cells), "the notebook is kept without outputs"
    shell = InteractiveShell()
    shown = 0
    for cell in notebook.cells:
        if cell.cell_type == "code":
            done = shell.run_cell(cell.source, store_history=False)
            done.raise_error()
            if done.result is not None:
                data, _ = shell.display_formatter.format(done.result)
                shown += "text/html" in data or "image/svg+xml" in data
    assert shown >= 1


def test_the_chapter_of_the_book_runs(tmp_path, monkeypatch):
    """Blocks of code are executed in order; those with answers are compared."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/book/src/python.md").read_text(encoding="utf-8")
    names = {}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=FLAGS)
    games = 0
    for kind, code in re.findall(r"^```(python|pycon)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        if kind == "python":
            exec(compile(code, "python.md", "exec"), names)
            for game in re.findall(r"^def .*?(?=^\S|\Z)", code, re.MULTILINE | re.DOTALL):
                games += 1
                lines = [line for line in game.splitlines() if line.strip()]
                assert len(lines) < 15, f"{len(lines)} lines:\n{game}"
        else:
            example = parser.get_doctest(code, names, "python.md", None, None)
            example.globs = names
            assert runner.run(example, clear_globs=False).failed == 0
    assert games == 3, "Node Kayles, Arc Kayles, Cram"
    assert runner.tries > 15


def test_oeis_prefixes_of_the_chapter(tmp_path):
    """Longer prefixes than the chapter shows. Sources: OEIS A002187, A316632, A000035, A000004."""
    text = (ROOT / "docs/book/src/python.md").read_text(encoding="utf-8")
    names = {}
    for code in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        exec(compile(code, "python.md", "exec"), names)
    nx, node_kayles = names["nx"], names["node_kayles"]
    a002187 = "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3"
    a002187 = [int(word) for word in a002187.split()]
    game = node_kayles(nx.path_graph(40))
    assert [game.value(frozenset(range(n))) for n in range(40)] == a002187
    game = names["arc_kayles"](nx.path_graph(40))
    assert [game.value(frozenset(range(n + 1))) for n in range(40)] == a002187
    for rows, expected in [(2, [1, 0, 1, 0, 1, 0]), (3, [2, 1, 1, 0, 3, 3]), (4, [0, 0, 0, 0])]:
        for columns, value in enumerate(expected, start=1):
            board = nx.grid_2d_graph(rows, columns)
            assert node_kayles(board).value(frozenset(board)) == value, (rows, columns)
