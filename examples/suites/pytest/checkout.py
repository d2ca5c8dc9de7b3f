"""Pays an order once, whatever happens to the gateway's responses."""

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

# In seconds. Tests make both shorter.
TIMEOUT = 5
PAUSE = 1

FINAL = ["approved", "declined", "error", "voided", "reversed"]
# Pending is not final, but the gateway has the payment: do not pay again, look it up later.
KNOWN = [*FINAL, "pending"]


class Unresolved(Exception):
    """The outcome is not known. Ask again later, and do not pay again until then."""


def pay(api, reference, cents, payment_method):
    amount = {"total_amount": str(cents), "currency": "AUD"}
    transaction = {"reference": reference, "amount_details": amount, "payment_method": payment_method}
    # Keep it with the order before you send it, and send it again with the same id.
    correlation_id = str(uuid.uuid4())
    for _ in range(3):
        headers = {"Content-Type": "application/json", "X-Correlation-Id": correlation_id}
        sent = {"merchant": {"id": 1}, "transaction": transaction}
        status, wait, body = call(api + "/transactions/purchase", sent, headers)
        if status == 200 and is_known(body):
            return body
        if is_refused(status, body):
            raise RuntimeError(body["errors"])
        query = urllib.parse.urlencode({"merchant_id": 1, "correlation_id_lookup": correlation_id})
        found = ask(api + "/transactions?" + query, max(PAUSE, wait))
        if found:
            return found[0]
    raise RuntimeError(reference + ": the gateway takes no payments at the moment")


def status_of(api, audit):
    """What happened to a payment, such as a direct debit after some days."""
    return ask(f"{api}/transactions/{audit}", 0)[0]["status"]["transaction_status_code"]


def ask(url, wait):
    """What a lookup or a search finds, once all of it has a known status.

    Asks again while it has not, and if the question itself fails: that says nothing. Only a
    search that worked can be empty.
    """
    for asked in range(1, 9):
        time.sleep(wait)
        status, retry_after, body = call(url)
        found = body.get("results", [body])
        if status == 200 and all(is_known(one) for one in found):
            return found
        wait = max(asked * PAUSE, retry_after)
    raise Unresolved(url)


def call(url, body=None, headers=None):
    """Status (0: no response), seconds to wait, and body (empty: cut off, or not JSON)."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers or {})
    status, wait = 0, 0
    try:
        try:
            response = urllib.request.urlopen(request, timeout=TIMEOUT)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            status, retry_after = response.status, response.headers.get("Retry-After", "")
            wait = int(retry_after) if retry_after.isdigit() else 0
            body = json.load(response)
            return status, wait, body if isinstance(body, dict) else {}
    except (OSError, ValueError, http.client.HTTPException):
        return status, wait, {}


def is_known(transaction):
    return transaction.get("status", {}).get("transaction_status_code", "").lower() in KNOWN


def is_refused(status, body):
    """4xx with the gateway's own errors: not processed. 408, 409 and 429 do not say that."""
    return 400 <= status < 500 and status not in (408, 409, 429) and "errors" in body
