"""Pays an order once, whatever becomes of the gateway's answers."""

import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
import uuid


class Unclear(Exception):
    """No answer, a broken one, or a 5XX: the money may have moved."""


def pay(api, reference, cents, payment_method):
    for _ in range(3):
        correlation_id = str(uuid.uuid4())
        amount = {"total_amount": str(cents), "currency": "AUD"}
        transaction = {"reference": reference, "amount_details": amount, "payment_method": payment_method}
        body = {"merchant": {"id": 1}, "transaction": transaction}
        try:
            return call(api + "/transactions/purchase", body, {"X-Correlation-Id": correlation_id})
        except Unclear:
            found = search(api, correlation_id)
        if found:
            return found
    raise RuntimeError(reference + ": the gateway takes no payments at the moment")


def search(api, correlation_id):
    query = urllib.parse.urlencode({"merchant_id": 1, "correlation_id_lookup": correlation_id})
    results = call(api + "/transactions?" + query)["results"]
    return results[0] if results else None


def status_of(api, audit):
    return call(f"{api}/transactions/{audit}")["status"]["transaction_status_code"]


def call(url, body=None, headers=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code < 500:
            raise
        raise Unclear from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise Unclear from error
