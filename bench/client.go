package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// client sends requests to a server, with the login of an account if it has tokens.
type client struct {
	url        string
	tokens     map[string]string // of a login, by the keys under which the web app stores them
	compressed bool              // accept gzip, and do not decompress
}

// request is an HTTP request; its body is JSON, or empty.
type request struct{ method, path, body string }

// refusal is a response with a status of 400 or above.
type refusal struct {
	request request
	status  int
	text    string
}

func (r *refusal) Error() string {
	return fmt.Sprintf("%s %s: %d %s", r.request.method, r.request.path, r.status, r.text)
}

var connections = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: maxClients, DisableCompression: true}}

// send sends a request and returns the body and header of its response, and a *refusal for a status of 400 or above.
func (c client) send(ctx context.Context, r request) ([]byte, http.Header, error) {
	sent, err := http.NewRequestWithContext(ctx, r.method, c.url+r.path, strings.NewReader(r.body))
	if err != nil {
		return nil, nil, err
	}
	if r.body != "" {
		sent.Header.Set("Content-Type", "application/json")
	}
	if c.compressed {
		sent.Header.Set("Accept-Encoding", "gzip")
	}
	if token := c.tokens["accessToken"]; token != "" {
		sent.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := connections.Do(sent)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= http.StatusBadRequest {
		err = &refusal{r, response.StatusCode, string(body)}
	}
	return body, response.Header, err
}

// call calls the API and decodes the data of the response. A nil form sends no body; with nil data the response is ignored.
func (c client) call(ctx context.Context, method, path string, form, data any) error {
	var text []byte
	if form != nil {
		text, _ = json.Marshal(form) // cannot fail: maps of texts and numbers
	}
	body, _, err := c.send(ctx, request{method, path, string(text)})
	if err != nil || data == nil {
		return err
	}
	envelope := struct {
		Data any `json:"data"`
	}{data}
	return json.Unmarshal(body, &envelope)
}

// logIn returns a client with the tokens of a new login.
func logIn(ctx context.Context, url, email, password string) client {
	c := client{url: url}
	check(c.call(ctx, http.MethodPost, "/api/user/login", map[string]string{"email": email, "password": password}, &c.tokens))
	return c
}

// register creates a shopper's account and returns its client.
func register(ctx context.Context, url, name string) client {
	account := map[string]string{"name": "Bench", "email": name + "@bench.test", "password": "a long bench password"}
	check(client{url: url}.call(ctx, http.MethodPost, "/api/user/register", account, nil))
	return logIn(ctx, url, account["email"], account["password"])
}
