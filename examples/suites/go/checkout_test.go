package checkout

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"
)

const card = `{"creditcard":{"pan":"4111111111111111","expiry_date":"1230","cvv":"123"}}`
const account = `{"directdebit":{"bsb":"032-056","account_number":"123456","account_name":"J Citizen"}}`

type transaction struct {
	Audit  int
	Status struct {
		Code string `json:"transaction_status_code"`
	}
}

type reply struct {
	transaction
	Results []transaction
	Errors  json.RawMessage
}

// Pending is not final, but the gateway has the payment.
func (one transaction) isKnown() bool {
	switch one.Status.Code {
	case "approved", "declined", "error", "pending", "voided", "reversed":
		return true
	}
	return false
}

var client = http.Client{Timeout: 3 * time.Second}

// Your own code goes here; this one pays once, whatever happens to the responses. Keep the id with the
// order before you send it: it is sent again with the same one.
func pay(api, reference, method, id string) (transaction, error) {
	for attempt := 1; attempt <= 3; attempt++ {
		status, paid := purchase(api, reference, method, id)
		if status == 200 && paid.isKnown() {
			return paid.transaction, nil
		}
		// 4xx with the gateway's own errors: not processed. 408, 409 and 429 do not say that.
		mayBeProcessed := status == 408 || status == 409 || status == 429
		if status >= 400 && status < 500 && !mayBeProcessed && paid.Errors != nil {
			return paid.transaction, fmt.Errorf("refused: %s", paid.Errors)
		}
		time.Sleep(time.Second)
		found, err := ask(api + "/transactions?merchant_id=1&correlation_id_lookup=" + id)
		if err != nil || len(found) > 0 {
			return append(found, transaction{})[0], err
		}
	}
	return transaction{}, fmt.Errorf("%s: the gateway takes no payments at the moment", reference)
}

func purchase(api, reference, method, id string) (int, reply) {
	body := fmt.Sprintf(`{"merchant":{"id":1},"transaction":{"reference":"%s","amount_details":{"total_amount":"1995","currency":"AUD"},"payment_method":%s}}`, reference, method)
	request, _ := http.NewRequest("POST", api+"/transactions/purchase", bytes.NewBufferString(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Correlation-Id", id)
	return send(request)
}

// What a lookup or a search finds, once it has a response and is decided. Only a search that worked can be empty.
func ask(url string) ([]transaction, error) {
	for asked := 1; asked <= 8; asked++ {
		request, _ := http.NewRequest("GET", url, nil)
		status, found := send(request)
		if status == 200 && found.Results != nil && (len(found.Results) == 0 || found.Results[0].isKnown()) {
			return found.Results, nil
		}
		if status == 200 && found.isKnown() {
			return []transaction{found.transaction}, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("not known yet: ask again later, and do not pay again before")
}

// The status is 0 without a response, and the body empty if it was cut off.
func send(request *http.Request) (int, reply) {
	response, err := client.Do(request)
	if err != nil {
		return 0, reply{}
	}
	defer response.Body.Close()
	var read reply
	if json.NewDecoder(response.Body).Decode(&read) != nil {
		return response.StatusCode, reply{}
	}
	return response.StatusCode, read
}

func expect(t *testing.T, one transaction, status string) {
	t.Helper()
	if one.Status.Code != status {
		t.Errorf("%d is %s, not %s", one.Audit, one.Status.Code, status)
	}
}

func TestACardIsCharged(t *testing.T) {
	sandbox := Sandbox(t)
	paid, _ := pay(sandbox.API, "order-1", card, "id-1")
	expect(t, paid, "approved")
}

func TestALostResponseIsSearchedFor(t *testing.T) {
	sandbox := Sandbox(t)
	sandbox.Load("lost-responses")
	paid, err := pay(sandbox.API, "order-2", card, "id-2")
	if err != nil {
		t.Fatal(err)
	}
	expect(t, paid, "approved")
}

func TestADirectDebitThatComesBackIsNoticed(t *testing.T) {
	sandbox := Sandbox(t)
	paid, _ := pay(sandbox.API, "order-3", account, "id-3")
	expect(t, paid, "pending")
	// On a weekend, it is lodged on the next banking day, and returned two days later.
	sandbox.Advance("4 banking days")
	found, err := ask(fmt.Sprintf("%s/transactions/%d", sandbox.API, paid.Audit))
	if err != nil {
		t.Fatal(err)
	}
	expect(t, found[0], "declined")
}
