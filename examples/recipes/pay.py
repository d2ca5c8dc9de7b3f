import http.client, json, os, sys, time, urllib.error, urllib.parse, urllib.request, uuid

API = os.environ.get("SANDGATE_API", "http://127.0.0.1:7263/v1")
# A pending card is looked up like an unknown payment, until the bank has decided.
# A direct debit is pending for days: add "pending" for it, and look it up later.
KNOWN = ["approved", "declined", "error", "voided", "reversed"]


class Unresolved(Exception):
    """The outcome is not known. Search for this id later, and do not pay again until then."""


def call(path, body=None, headers={}):
    """Status (0: no response), seconds to wait, and body (empty: cut off, or not JSON)."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(API + path, data, headers)
    status, wait = 0, 0
    try:
        try:
            response = urllib.request.urlopen(request, timeout=5)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            status, retry_after = response.status, response.headers.get("Retry-After", "")
            wait = int(retry_after) if retry_after.isdigit() else 0
            body = json.load(response)
            return status, wait, body if isinstance(body, dict) else {}
    except (OSError, ValueError, http.client.HTTPException):
        return status, wait, {}


def status_of(transaction):
    return transaction.get("status", {}).get("transaction_status_code", "").lower()


def is_unsure(transaction):
    """09, 68 and 94: the bank asks you to look the payment up."""
    acquirer = transaction.get("status", {}).get("acquirer") or {}
    return acquirer.get("response_code") in ("09", "68", "94")


def is_refused(status, body):
    """A 4xx with the gateway's errors means that nothing was processed, except 408, 409 and 429."""
    return 400 <= status < 500 and status not in (408, 409, 429) and "errors" in body


def search(correlation_id, wait):
    """Finds the transaction with this id; None if the request was not processed."""
    query = urllib.parse.urlencode({"merchant_id": 1, "correlation_id_lookup": correlation_id})
    for seconds in range(1, 9):
        time.sleep(max(seconds, wait))
        status, wait, body = call("/transactions?" + query)
        results = body.get("results") if status == 200 else None
        if results == []:
            return None
        if results and status_of(results[0]) in KNOWN:
            return results[0]
    raise Unresolved(correlation_id)


def file_of(reference):
    """The file that stores the order's correlation id until the outcome is known. It survives a crash. In your shop, use a column of the order table."""
    return os.path.join(os.environ.get("SANDGATE_SCRATCH", "."), urllib.parse.quote(reference, safe="") + ".id")


def begin(file):
    """The id of the order, and its transaction if an earlier run paid."""
    with open(file, "a+") as kept_file:
        kept_file.seek(0)
        kept = kept_file.read()
        correlation_id = kept or str(uuid.uuid4())
        if not kept:
            kept_file.write(correlation_id)
    found = search(correlation_id, 0) if kept else None
    # After 24 hours the gateway forgets the id, so an empty search proves nothing.
    if not found and time.time() - os.path.getmtime(file) > 86400:
        raise Unresolved(correlation_id)
    return correlation_id, found


def outcome_of(reference, cents):
    transaction = {
        "reference": reference,
        "amount_details": {"total_amount": str(cents), "currency": "AUD"},
        "payment_method": {"creditcard": {"pan": "4111111111111111", "expiry_date": "1230", "cvv": "123"}},
    }
    correlation_id, found = begin(file_of(reference))
    if found:
        return found
    for _ in range(3):
        headers = {"Content-Type": "application/json", "X-Correlation-Id": correlation_id}
        sent = {"merchant": {"id": 1}, "transaction": transaction}
        status, wait, body = call("/transactions/purchase", sent, headers)
        if status == 200 and status_of(body) in KNOWN and not is_unsure(body):
            return body
        if is_refused(status, body):
            os.remove(file_of(reference))
            raise RuntimeError(body["errors"])
        found = search(correlation_id, wait)
        if found:
            return found
    raise RuntimeError("Not paid: the gateway does not process payments at the moment")


def pay(reference, cents):
    """In your shop, store the outcome and delete the id in one transaction: a crash in between would pay again."""
    paid = outcome_of(reference, cents)
    os.remove(file_of(reference))
    return paid


if __name__ == "__main__":
    paid = pay(sys.argv[1] if len(sys.argv) > 1 else "Order 1001", 4995)
    print(paid["audit"], status_of(paid))
