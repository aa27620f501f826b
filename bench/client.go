package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// client calls a shop as one person, or as a visitor without a login.
type client struct {
	url        string
	tokens     map[string]string // of the login, by the names under which the web app keeps them
	compressed bool              // whether it asks for gzip, and leaves the body compressed
}

// request is a call of a path; body is JSON.
type request struct{ method, path, body string }

// refusal is a response that says that a call failed.
type refusal struct {
	request request
	status  int
	text    string
}

func (r *refusal) Error() string {
	return fmt.Sprintf("%s %s: %d %s", r.request.method, r.request.path, r.status, r.text)
}

var connections = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: maxClients, DisableCompression: true}}

// send makes a call and reads the response.
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

// call makes a call of the API with a form and reads its data; nil leaves either out.
func (c client) call(ctx context.Context, method, path string, form, data any) error {
	var text []byte
	if form != nil {
		text, _ = json.Marshal(form) // maps of texts and numbers
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

// logIn returns the client of somebody who has logged in.
func logIn(ctx context.Context, url, email, password string) client {
	c := client{url: url}
	check(c.call(ctx, http.MethodPost, "/api/user/login", map[string]string{"email": email, "password": password}, &c.tokens))
	return c
}

// register makes the account of a shopper and logs in.
func register(ctx context.Context, url, name string) client {
	account := map[string]string{"name": "Bench", "email": name + "@bench.test", "password": "a long bench password"}
	check(client{url: url}.call(ctx, http.MethodPost, "/api/user/register", account, nil))
	return logIn(ctx, url, account["email"], account["password"])
}
