package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

type transaction struct {
	Audit  int
	Status struct {
		Code     string `json:"transaction_status_code"`
		Acquirer struct {
			Code string `json:"response_code"`
		}
	}
}

type reply struct {
	status     int // 0 if there was no response
	retryAfter int
	body       struct { // empty: it was cut off, or not JSON
		transaction
		Results []transaction
		Errors  json.RawMessage
	}
}

var api = "http://127.0.0.1:7263/v1"
var client = http.Client{Timeout: 5 * time.Second}

func init() {
	if address := os.Getenv("SANDGATE_API"); address != "" {
		api = address
	}
}

func call(method, path, id string, body any) (got reply) {
	var sent []byte
	if body != nil {
		sent, _ = json.Marshal(body)
	}
	request, _ := http.NewRequest(method, api+path, bytes.NewReader(sent))
	request.Header.Set("Content-Type", "application/json")
	if id != "" {
		request.Header.Set("X-Correlation-Id", id)
	}
	response, err := client.Do(request)
	if err != nil {
		return got
	}
	defer response.Body.Close()
	got.status = response.StatusCode
	got.retryAfter, _ = strconv.Atoi(response.Header.Get("Retry-After"))
	if read := got.body; json.NewDecoder(response.Body).Decode(&read) == nil {
		got.body = read
	}
	return got
}

// A pending card is looked up like an unknown payment, until the bank has decided.
// A direct debit is pending for days: add "pending" for it, and look it up later.
func isKnown(found transaction) bool {
	switch strings.ToLower(found.Status.Code) {
	case "approved", "declined", "error", "voided", "reversed":
		return true
	}
	return false
}

// 09, 68 and 94: the bank asks you to look the payment up.
func isUnsure(found transaction) bool {
	switch found.Status.Acquirer.Code {
	case "09", "68", "94":
		return true
	}
	return false
}

// A 4xx with the gateway's errors means that nothing was processed, except 408, 409 and 429.
func isRefused(got reply) bool {
	switch got.status {
	case 408, 409, 429:
		return false
	}
	return got.status >= 400 && got.status < 500 && got.body.Errors != nil
}

// Finds the transaction with this id; nil if the request was not processed. With an error, the outcome is not known:
// search for the id later, and do not pay again until then.
func search(id string, wait int) (*transaction, error) {
	for seconds := 1; seconds <= 8; seconds++ {
		if wait < seconds {
			wait = seconds
		}
		time.Sleep(time.Duration(wait) * time.Second)
		got := call("GET", "/transactions?merchant_id=1&correlation_id_lookup="+id, "", nil)
		results := got.body.Results
		if got.status == 200 && results != nil && len(results) == 0 {
			return nil, nil
		}
		if got.status == 200 && len(results) == 1 && isKnown(results[0]) {
			return &results[0], nil
		}
		wait = got.retryAfter
	}
	return nil, errors.New("unresolved: " + id)
}

// The file that stores the order's correlation id until the outcome is known. It survives a crash. In your shop, use a column of the order table.
func fileOf(reference string) string {
	return filepath.Join(os.Getenv("SANDGATE_SCRATCH"), url.QueryEscape(reference)+".id")
}

// The id of the order, and its transaction if an earlier run paid.
func begin(file string) (string, *transaction, error) {
	if kept, _ := os.ReadFile(file); len(kept) > 0 {
		id := string(kept)
		found, err := search(id, 0)
		if err != nil || found != nil {
			return id, found, err
		}
		// After 24 hours the gateway forgets the id, so an empty search proves nothing.
		if info, err := os.Stat(file); err != nil || time.Since(info.ModTime()) > 24*time.Hour {
			return id, nil, errors.New("unresolved: " + id)
		}
		return id, nil, nil
	}
	bits := make([]byte, 16)
	rand.Read(bits)
	id := fmt.Sprintf("%x", bits)
	return id, nil, os.WriteFile(file, []byte(id), 0o600)
}

func outcomeOf(reference string, cents int) (*transaction, error) {
	card := map[string]any{"pan": "4111111111111111", "expiry_date": "1230", "cvv": "123"}
	body := map[string]any{
		"merchant": map[string]any{"id": 1},
		"transaction": map[string]any{
			"reference":      reference,
			"amount_details": map[string]any{"total_amount": fmt.Sprint(cents), "currency": "AUD"},
			"payment_method": map[string]any{"creditcard": card},
		},
	}
	id, found, err := begin(fileOf(reference))
	if err != nil || found != nil {
		return found, err
	}
	for attempt := 1; attempt <= 3; attempt++ {
		got := call("POST", "/transactions/purchase", id, body)
		if got.status == 200 && isKnown(got.body.transaction) && !isUnsure(got.body.transaction) {
			return &got.body.transaction, nil
		}
		if isRefused(got) {
			os.Remove(fileOf(reference))
			return nil, errors.New(string(got.body.Errors))
		}
		found, err := search(id, got.retryAfter)
		if err != nil || found != nil {
			return found, err
		}
	}
	return nil, errors.New("not paid: the gateway does not process payments at the moment")
}

// In your shop, store the outcome and delete the id in one transaction: a crash in between would pay again.
func pay(reference string, cents int) (*transaction, error) {
	paid, err := outcomeOf(reference, cents)
	if err == nil {
		err = os.Remove(fileOf(reference))
	}
	return paid, err
}

func main() {
	order := "Order 1001"
	if len(os.Args) > 1 {
		order = os.Args[1]
	}
	paid, err := pay(order, 4995)
	if err != nil {
		panic(err)
	}
	fmt.Println(paid.Audit, paid.Status.Code)
}
