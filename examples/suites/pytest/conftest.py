"""A world of its own for each test, in the sandbox that `npx sandgate exec` starts."""

import json
import os
import re
import urllib.request
import uuid

import pytest

import checkout

# The shop is impatient here.
checkout.TIME_OUT = 3
checkout.PAUSE = 0.1


class World:
    def __init__(self, url):
        self.url = url
        self.api = url + "/v1"

    def control(self, method, path, body=None):
        """A call of the control API, such as control("POST", "/clock/advance", {"by": "3d"})."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        url = self.url + "/_sandbox" + path
        request = urllib.request.Request(url, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)


@pytest.fixture
def sandbox(request):
    name = re.sub("[^a-z0-9]+", "-", request.node.name.lower())[:30]
    world = World(f"{os.environ['SANDGATE_URL']}/w/{name}-{uuid.uuid4().hex[:8]}")
    # The report names the test of each finding.
    world.control("POST", "/reset", {"label": request.node.nodeid})
    return world
