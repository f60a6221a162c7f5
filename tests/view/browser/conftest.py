"""JupyterLab in a headless Chromium: one of each for all browser tests, on folders of their own."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest

SECONDS = 120  # the most that anything may take on a busy computer
OWN_ADDRESSES = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:http://127.0.0.1:")


def chromium_or_skip() -> str:
    """Return the path of Chromium; without one skip, under CI fail."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        say = pytest.fail if "CI" in os.environ else pytest.skip
        say("Chromium is not installed (on Debian: apt-get install chromium)")
    return found


class Lab:
    """A running JupyterLab.

    Attributes
    ----------
    url : str
        Its address with a slash at the end.
    token : str
        What opens it.
    root : Path
        The folder of its notebooks.
    """

    def __init__(self, url: str, token: str, root: Path) -> None:
        self.url, self.token, self.root = url, token, root

    def write(self, name: str, *cells: str) -> None:
        """Write a notebook of some code cells."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
        notebook.metadata["kernelspec"] = {
            "name": "python3",
            "display_name": "Python 3",
            "language": "python",
        }
        nbformat.write(notebook, self.root / name)

    def ask(self, path: str) -> object:
        """Return what the server answers."""
        request = urllib.request.Request(  # noqa: S310 (an address of this computer)
            f"{self.url}{path}", headers={"Authorization": f"token {self.token}"}
        )
        with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310
            return json.load(answer)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """JupyterLab on this computer alone, with its own token, settings and notebooks."""
    chromium_or_skip()
    base = tmp_path_factory.mktemp("lab")
    root = base / "notebooks"
    root.mkdir()
    kinds = ("CONFIG", "DATA", "RUNTIME")
    own = {f"JUPYTER_{kind}_DIR": str(base / kind.casefold()) for kind in kinds}
    project = str(Path(__file__).resolve().parents[3])
    environment = {
        **os.environ,
        **own,
        "IPYTHONDIR": str(base / "ipython"),
        "JUPYTERLAB_SETTINGS_DIR": str(base / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(base / "workspaces"),
        "PYTHONPATH": project,
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }
    asks = base / "settings" / "@jupyterlab" / "apputils-extension" / "notification.jupyterlab-settings"
    asks.parent.mkdir(parents=True)
    asks.write_text('{"fetchNews": "false", "checkForUpdates": false}')
    port, token = free_port(), secrets.token_hex(16)
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1",
        f"--port={port}", "--ServerApp.port_retries=0", f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={root}", "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly", "--LabApp.expose_app_in_browser=True",
        "--ServerApp.log_level=WARN",
    ]  # fmt: skip
    with (base / "log.txt").open("wb") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=base)
    try:
        found = Lab(f"http://127.0.0.1:{port}/", token, root)
        wait_until_up(found, server, base / "log.txt")
        yield found
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()


def wait_until_up(lab: Lab, server: subprocess.Popen, log: Path) -> None:
    """Return when the server answers."""
    ends = time.monotonic() + SECONDS
    while time.monotonic() < ends and server.poll() is None:
        try:
            lab.ask("api/status")
            return
        except OSError:
            time.sleep(0.1)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text(errors='replace')[-3000:]}")


@pytest.fixture(scope="session")
def browser(lab):
    """A headless Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=chromium_or_skip(), args=["--no-sandbox"])
        yield found
        found.close()


class Tab:
    """A browser window with a notebook of JupyterLab in it, and a kernel of its own.

    Attributes
    ----------
    page : playwright.sync_api.Page
        The window.
    requests : list of str
        Every address that it asked for.
    dialogs : list of str
        What a script of somebody's would say.
    errors : list of str
        What went wrong in the page's programs.
    """

    def __init__(self, lab: Lab, page, name: str) -> None:
        self.lab, self.page, self.name = lab, page, name
        self.requests: list[str] = []
        self.dialogs: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        page.on("dialog", self._dismiss)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.set_default_timeout(1000 * SECONDS)
        lab.write(name, "0")
        page.goto(f"{lab.url}doc/tree/{name}?token={lab.token}")
        page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        self.wait_for_kernel()

    def _dismiss(self, dialog) -> None:
        if dialog.type != "beforeunload":
            self.dialogs.append(dialog.message)
        dialog.accept()

    def wait_for_kernel(self) -> None:
        """Return when the kernel listens."""
        self.page.wait_for_function(
            "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
        )

    def command(self, name: str) -> None:
        """Carry out a command of JupyterLab."""
        self.page.evaluate("name => window.jupyterapp.commands.execute(name)", name)

    def run(self, code: str) -> None:
        """Run code in the notebook's only cell, in place of what it showed before."""
        self.page.evaluate(
            """async code => {
                const notebook = window.jupyterapp.shell.currentWidget.content;
                const cells = notebook.model.sharedModel;
                while (cells.cells.length > 1) cells.deleteCell(1);
                notebook.activeCellIndex = 0;
                notebook.widgets[0].model.sharedModel.setSource(code);
                await window.jupyterapp.commands.execute('notebook:run-cell');
            }""",
            code,
        )

    def show(self, code: str) -> None:
        """Run code that ends in a board, and wait for the board."""
        self.page.evaluate("() => document.querySelector('.vl-play')?.classList.add('earlier')")
        self.run(code)
        self.page.wait_for_selector(".vl-play:not(.earlier)")

    def save(self) -> dict:
        """Save the notebook, and return it as it is on disk."""
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.context.save()")
        return nbformat.read(self.lab.root / self.name, as_version=4)

    def kernel_pid(self) -> int:
        """Return the process of the notebook's kernel."""
        self.run("import os\nfrom pathlib import Path\nPath('pid.txt').write_text(str(os.getpid()))")
        return int((self.lab.root / "pid.txt").read_text())

    def moves(self) -> list[str]:
        """Return the moves that are listed."""
        return self.page.locator(".vl-moves li").all_text_contents()

    def place(self, name: str):
        """Return a place of the board."""
        return self.page.locator(f".vl-play [data-place='{name}']")

    def text(self, name: str) -> str:
        """Return what a part of the board's page says, such as ``'status'``."""
        return self.page.locator(f".vl-{name}").text_content()

    def wait_for_moves(self, n: int) -> None:
        """Return when so many moves are drawn."""
        self.page.wait_for_function("n => document.querySelectorAll('.vl-moves li').length === n", arg=n)

    def wait_for_text(self, name: str, words: str) -> None:
        """Return when a part of the board's page says this."""
        self.page.wait_for_function(
            "([name, words]) => document.querySelector(`.vl-${name}`)?.textContent.includes(words)",
            arg=[name, words],
        )


@pytest.fixture(scope="session")
def new_tab(lab, browser):
    """A function that opens a notebook in a window of its own."""

    @contextmanager
    def opened(name, **options):
        context = browser.new_context(viewport={"width": 1200, "height": 900}, **options)
        try:
            tab = Tab(lab, context.new_page(), name)
            yield tab
        finally:
            context.close()

    return opened


@pytest.fixture(scope="session")
def tab(new_tab):
    """The window that most tests share."""
    with new_tab("desk.ipynb") as found:
        yield found


@pytest.fixture(autouse=True)
def nothing_leaves_this_computer(request):
    """After each test: no program of a page failed, no foreign script ran, no other computer was asked."""
    yield
    if "tab" not in request.fixturenames:
        return
    found = request.getfixturevalue("tab")
    others = [url for url in found.requests if not url.startswith(OWN_ADDRESSES)]
    assert (others, found.dialogs, found.errors) == ([], [], [])
