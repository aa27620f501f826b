package shoptest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kirana/internal/fault"
)

// Response is the response to a call.
type Response struct {
	Status  int
	Header  http.Header
	Bytes   []byte
	Success bool            `json:"success"`
	Failed  bool            `json:"error"`
	Message string          `json:"message"`
	Code    string          `json:"code"`
	Data    json.RawMessage `json:"data"`
	Errors  []fault.Field   `json:"errors"`

	TotalCount  *int `json:"totalCount"`
	TotalNoPage *int `json:"totalNoPage"`
}

// Client makes calls to a shop with one bearer token.
type Client struct {
	shop  http.Handler
	token string
}

// As returns a client with a bearer token; an empty token is left out.
func As(shop http.Handler, token string) Client { return Client{shop, token} }

// Request makes a call with a JSON body, and headers in pairs of name and value.
func (c Client) Request(t testing.TB, method, path, body string, headers ...string) Response {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, "/api"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	c.shop.ServeHTTP(recorder, request)
	reply := Response{Status: recorder.Code, Header: recorder.Header(), Bytes: recorder.Body.Bytes()}
	if err := json.Unmarshal(reply.Bytes, &reply); err != nil {
		t.Fatalf("%s %s responded with %d and invalid JSON: %v\n%s", method, path, reply.Status, err, reply.Bytes)
	}
	return reply
}

// Decode reads the response's data.
func (r Response) Decode(t testing.TB, data any) {
	t.Helper()
	if err := json.Unmarshal(r.Data, data); err != nil {
		t.Fatalf("decode the data: %v\n%s", err, r.Bytes)
	}
}

// Expect fails the test unless the response has this status and message; "" is any message.
func (r Response) Expect(t testing.TB, status int, message string) Response {
	t.Helper()
	if r.Status != status || (message != "" && r.Message != message) {
		t.Errorf("got %d %q, want %d %q\n%s", r.Status, r.Message, status, message, r.Bytes)
	}
	if success := status < http.StatusBadRequest; r.Success != success || r.Failed == success {
		t.Errorf("%d has success %t and error %t, want %t and %t", r.Status, r.Success, r.Failed, success, !success)
	}
	return r
}

// ExpectField fails the test unless the call refused the form and named this field first.
func (r Response) ExpectField(t testing.TB, field string) {
	t.Helper()
	r.Expect(t, http.StatusBadRequest, "")
	if len(r.Errors) == 0 || r.Errors[0].Field != field || r.Errors[0].Message == "" {
		t.Errorf("got the fields %v, want %s", r.Errors, field)
	}
}
