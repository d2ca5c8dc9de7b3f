"""A pytest plugin: gives each test its own world of a Sandgate sandbox, and fails a test that causes a finding.

Put this file beside your conftest.py, and write there: pytest_plugins = ["sandgate_pytest"]

The sandbox is that of SANDGATE_URL, or one that this plugin starts: with SANDGATE_PROGRAM, or with
the sandgate of the project (node_modules) or of the PATH.
sandgate_fail_on in pytest.ini, or SANDGATE_FAIL_ON: error (the default), warning or never.
"""

import datetime
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request
import uuid

import pytest

LEVELS = {"error": ["error"], "warning": ["error", "warning"], "never": []}


class World:
    """A gateway with its own data, clock and rules."""

    def __init__(self, url):
        self.url = url
        self.api = url + "/v1"

    def advance(self, by):
        """Moves the clock: "3 banking days", "2h"."""
        return self.control("POST", "/clock/advance", {"by": by})

    def load(self, scenario):
        """Loads a scenario: the name of a built-in one, or a document."""
        return self.control("POST", "/scenarios", scenario)

    def control(self, method, path, body=None):
        """A call of the control API, such as control("GET", "/transactions")."""
        return call(self.url + "/_sandbox" + path, method, body)

    def findings(self, fail_on):
        """What the report finds wrong with the client, each as text with its steps."""
        found = self.control("GET", "/report")["findings"]
        return [finding_text(one) for one in found if one["severity"] in LEVELS[fail_on]]


def finding_text(finding):
    steps = [f"  {sydney_time(one['at'])}  {one.get('kind', '')}  {one['text']}" for one in finding["steps"]]
    head = f"{finding['severity'].upper()} {finding['code']}: {finding['subject']}"
    return "\n".join([head, *steps, f"  {finding['message']}", f"  {finding['advice']}"])


def sydney_time(at):
    """An instant as the verdict of exec shows it: 12:00:00.120, in Sydney."""
    try:
        import zoneinfo

        zone = zoneinfo.ZoneInfo("Australia/Sydney")
    except (ImportError, LookupError):
        # Python has no list of time zones here: pip install tzdata.
        return at[11:]
    instant = datetime.datetime.fromisoformat(at.replace("Z", "+00:00"))
    return instant.astimezone(zone).isoformat(timespec="milliseconds")[11:23]


def call(url, method, body=None):
    headers = {"Content-Type": "application/json"}
    if os.environ.get("SANDGATE_CONTROL_TOKEN"):
        headers["Authorization"] = "Bearer " + os.environ["SANDGATE_CONTROL_TOKEN"]
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as refused:
        raise RuntimeError(f"{method} {url}: {refused.code} {refused.read().decode()}") from None


def pytest_addoption(parser):
    parser.addini("sandgate_fail_on", "which findings fail a test: error, warning or never")


def pytest_configure(config):
    fail_on(config)
    # The sandbox is on this machine: no proxy can reach it.
    for name in ["NO_PROXY", "no_proxy"]:
        os.environ[name] = ",".join(filter(None, [os.environ.get(name), "127.0.0.1,localhost,::1"]))
    url = os.environ.get("SANDGATE_URL", "")
    if url and not re.match(r"https?://\w", url):
        raise pytest.UsageError(f"Invalid SANDGATE_URL '{url}': use an address such as http://127.0.0.1:7263")


def fail_on(config):
    value, name = os.environ.get("SANDGATE_FAIL_ON"), "SANDGATE_FAIL_ON"
    if not value:
        value, name = config.getini("sandgate_fail_on") or "error", "sandgate_fail_on"
    if value not in LEVELS:
        raise pytest.UsageError(f"Invalid {name} '{value}': use error, warning or never")
    return value


def program():
    """The command that starts Sandgate, as a list of words."""
    if os.environ.get("SANDGATE_PROGRAM"):
        return shlex.split(os.environ["SANDGATE_PROGRAM"])
    here = pathlib.Path.cwd()
    folders = [str(one / "node_modules" / ".bin") for one in [here, *here.parents]]
    found = shutil.which("sandgate", path=os.pathsep.join([*folders, os.environ.get("PATH", "")]))
    if found is None:
        pytest.exit("There is no sandgate in node_modules or on the PATH: install it, or set SANDGATE_PROGRAM to its path", 4)
    return [found]


@pytest.fixture(scope="session")
def sandgate_url():
    url = os.environ.get("SANDGATE_URL", "").rstrip("/")
    if url:
        try:
            call(url + "/_sandbox/clock", "GET")
        except (OSError, ValueError, RuntimeError) as cause:
            pytest.exit(f"There is no sandbox at SANDGATE_URL '{url}': {cause}", 4)
        yield url
        return
    command = [*program(), "start", "--memory", "--port", "0", "--json", "--quiet"]
    errors = tempfile.TemporaryFile("w+")
    try:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    except OSError as cause:
        pytest.exit(f"Cannot run SANDGATE_PROGRAM '{command[0]}': {cause.strerror}", 4)
    with errors, process:
        ready = process.stdout.readline()
        if not ready:
            process.wait()
            errors.seek(0)
            pytest.exit(f"The sandbox did not start ({' '.join(command)}): {errors.read().strip()}", 4)
        url = json.loads(ready)["url"]
        yield url
        call(url + "/_sandbox/stop", "POST")


@pytest.fixture
def sandbox(request, sandgate_url):
    name = re.sub("[^a-z0-9]+", "-", request.node.name.lower())[:28].strip("-")
    world = World(f"{sandgate_url}/w/{name}-{uuid.uuid4().hex[:8]}")
    # The report names the test of each finding.
    world.control("POST", "/reset", {"label": request.node.nodeid[:300]})
    return world


@pytest.hookimpl(hookwrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    outcome = yield
    world = pyfuncitem.funcargs.get("sandbox")
    # A test that has failed already shows its own reason.
    if outcome.excinfo is not None or not isinstance(world, World):
        return
    found = world.findings(fail_on(pyfuncitem.config))
    if found:
        failure = pytest.fail.Exception("\n\n".join(found), pytrace=False)
        # Old versions of pytest can only raise here, and new ones warn of that.
        if not hasattr(outcome, "force_exception"):
            raise failure
        outcome.force_exception(failure)
