package checkout

import (
	"bytes"
	"encoding/json"
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

var client = http.Client{Timeout: 3 * time.Second}

// Your own code goes here; this one only pays.
func pay(api, reference, method, id string) (paid transaction, err error) {
	body := fmt.Sprintf(`{"merchant":{"id":1},"transaction":{"reference":"%s","amount_details":{"total_amount":"1995","currency":"AUD"},"payment_method":%s}}`, reference, method)
	request, _ := http.NewRequest("POST", api+"/transactions/purchase", bytes.NewBufferString(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Correlation-Id", id)
	return paid, read(request, &paid)
}

func get(t *testing.T, url string, answer any) {
	t.Helper()
	request, _ := http.NewRequest("GET", url, nil)
	if err := read(request, answer); err != nil {
		t.Fatal(err)
	}
}

func read(request *http.Request, answer any) error {
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != 200 {
		return fmt.Errorf("status %d", response.StatusCode)
	}
	return json.NewDecoder(response.Body).Decode(answer)
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

func TestALostAnswerIsSearchedFor(t *testing.T) {
	sandbox := Sandbox(t)
	sandbox.Load("lost-answers")
	paid, err := pay(sandbox.API, "order-2", card, "id-2")
	if err != nil {
		var found struct{ Results []transaction }
		get(t, sandbox.API+"/transactions?merchant_id=1&correlation_id_lookup=id-2", &found)
		paid = found.Results[0]
	}
	expect(t, paid, "approved")
}

func TestADirectDebitThatComesBackIsNoticed(t *testing.T) {
	sandbox := Sandbox(t)
	paid, _ := pay(sandbox.API, "order-3", account, "id-3")
	expect(t, paid, "pending")
	sandbox.Advance("3 banking days")
	get(t, fmt.Sprintf("%s/transactions/%d", sandbox.API, paid.Audit), &paid)
	expect(t, paid, "declined")
}
