from checkout import pay, status_of

CARD = {"creditcard": {"pan": "4111111111111111", "expiry_date": "1230", "cvv": "123"}}
ACCOUNT = {"directdebit": {"bsb": "032-056", "account_number": "123456", "account_name": "J Citizen"}}


def test_a_card_is_charged(sandbox):
    paid = pay(sandbox.api, "order 1", 1995, CARD)
    assert paid["status"]["transaction_status_code"] == "approved"


def test_a_lost_response_charges_once(sandbox):
    sandbox.control("POST", "/rules", {"outcome": {"fault": {"at": "after", "reset": True}}})
    paid = pay(sandbox.api, "order 2", 1995, CARD)
    assert paid["status"]["transaction_status_code"] == "approved"
    assert len(sandbox.control("GET", "/transactions")["transactions"]) == 1


def test_a_direct_debit_that_comes_back_is_noticed(sandbox):
    paid = pay(sandbox.api, "order 3", 1995, ACCOUNT)
    assert paid["status"]["transaction_status_code"] == "pending"
    # On a weekend, it is lodged on the next banking day, and returned two days later.
    sandbox.advance("4 banking days")
    assert status_of(sandbox.api, paid["audit"]) == "declined"
