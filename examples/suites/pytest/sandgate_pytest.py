"""A pytest plugin: gives each test its own world of a Sandgate sandbox, and fails a test that causes a finding.

Put this file beside your conftest.py, and write there: pytest_plugins = ["sandgate_pytest"]

The sandbox is that of SANDGATE_URL, or one that SANDGATE_PROGRAM (npx sandgate) starts.
sandgate_fail_on in pytest.ini, or SANDGATE_FAIL_ON: error (the default), warning or never.
"""

import json
import os
import re
import shlex
import subprocess
import urllib.request
import uuid

import pytest


class World:
    """A gateway with its own data, clock and rules."""

    def __init__(self, url):
        self.url = url
        self.api = url + "/v1"

    def advance(self, by):
        """Moves the clock: "3 banking days", "2h"."""
        return self.control("POST", "/clock/advance", {"by": by})

    def load(self, scenario):
        """Loads a scenario: the name of a shipped one, or a document."""
        return self.control("POST", "/scenarios", scenario)

    def control(self, method, path, body=None):
        """A call of the control API, such as control("GET", "/transactions")."""
        return call(self.url + "/_sandbox" + path, method, body)

    def findings(self, fail_on):
        """What the report finds wrong with the client, each as text with its story."""
        levels = {"error": ["error"], "warning": ["error", "warning"], "never": []}
        if fail_on not in levels:
            raise pytest.UsageError(f"Invalid sandgate_fail_on '{fail_on}': use error, warning or never")
        found = self.control("GET", "/report")["findings"]
        return [story(one) for one in found if one["severity"] in levels[fail_on]]


def story(finding):
    steps = [f"  {one['at'][11:23]}  {one.get('kind', '')}  {one['text']}" for one in finding["steps"]]
    head = f"{finding['severity'].upper()} {finding['code']}: {finding['subject']}"
    return "\n".join([head, *steps, f"  {finding['message']}", f"  Instead: {finding['advice']}"])


def call(url, method, body=None):
    headers = {"Content-Type": "application/json"}
    if os.environ.get("SANDGATE_CONTROL_TOKEN"):
        headers["Authorization"] = "Bearer " + os.environ["SANDGATE_CONTROL_TOKEN"]
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def pytest_addoption(parser):
    parser.addini("sandgate_fail_on", "which findings fail a test: error, warning or never")


@pytest.fixture(scope="session")
def sandgate_url():
    url = os.environ.get("SANDGATE_URL")
    if url:
        yield url
        return
    program = shlex.split(os.environ.get("SANDGATE_PROGRAM") or "npx sandgate")
    options = ["start", "--memory", "--port", "0", "--json", "--quiet"]
    with subprocess.Popen([*program, *options], stdout=subprocess.PIPE, text=True) as process:
        ready = process.stdout.readline()
        if not ready:
            raise RuntimeError(f"{' '.join(program)} did not start; its message is above")
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
    fail_on = os.environ.get("SANDGATE_FAIL_ON") or pyfuncitem.config.getini("sandgate_fail_on")
    found = world.findings(fail_on or "error")
    if found:
        failure = pytest.fail.Exception("\n\n".join(found), pytrace=False)
        # Old versions of pytest can only raise here, and new ones warn of that.
        if not hasattr(outcome, "force_exception"):
            raise failure
        outcome.force_exception(failure)
