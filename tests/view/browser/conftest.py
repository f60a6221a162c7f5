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

SECONDS = 40


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
    """A browser window with JupyterLab in it.

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

    def __init__(self, lab: Lab, page) -> None:
        self.lab, self.page = lab, page
        self.requests: list[str] = []
        self.dialogs: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))
        page.on("dialog", self._dismiss)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.set_default_timeout(15_000)

    def _dismiss(self, dialog) -> None:
        if dialog.type != "beforeunload":
            self.dialogs.append(dialog.message)
        dialog.accept()

    def open(self, name: str) -> None:
        """Open a notebook, and wait until its kernel listens."""
        self.page.goto(f"{self.lab.url}doc/tree/{name}?token={self.lab.token}")
        self.page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        self.page.wait_for_function(
            "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
        )

    def command(self, name: str) -> None:
        """Carry out a command of JupyterLab."""
        self.page.evaluate("name => window.jupyterapp.commands.execute(name)", name)

    def run(self) -> None:
        """Run every cell, and wait for the last board."""
        self.command("notebook:run-all-cells")

    def kernel_pid(self) -> int:
        """Return the process of the kernel, as the notebook's first cell wrote it down."""
        return int((self.lab.root / "pid.txt").read_text())

    def __getattr__(self, name: str):
        return getattr(self.page, name)


@pytest.fixture(scope="session")
def new_tab(lab, browser):
    """A function that opens a window: how wide, how large, in which language and colours."""

    @contextmanager
    def opened(**options):
        settings = {"viewport": {"width": 1200, "height": 900}, **options}
        context = browser.new_context(**settings)
        try:
            yield Tab(lab, context.new_page())
        finally:
            context.close()

    return opened
