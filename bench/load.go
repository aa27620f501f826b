package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// roundResult holds the measurements of a round.
type roundResult struct {
	rate float64       // per second
	p99  time.Duration // 99th percentile of the durations
}

// load runs work with concurrent clients for one round. The first failure ends it, since fast refusals would count as
// work.
func load(ctx context.Context, clients int, work func(ctx context.Context, client int) error) (roundResult, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	times := make([][]time.Duration, clients)
	started := time.Now()
	end := started.Add(roundTime)
	var group sync.WaitGroup
	for client := range clients {
		group.Go(func() {
			for began := time.Now(); began.Before(end) && ctx.Err() == nil; {
				if err := work(ctx, client); err != nil {
					cancel(err)
					return
				}
				now := time.Now()
				times[client] = append(times[client], now.Sub(began))
				began = now
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return roundResult{}, err
	}
	took := time.Since(started)
	all := slices.Sorted(slices.Values(slices.Concat(times...)))
	if len(all) == 0 {
		return roundResult{}, errors.New("nothing was done in time")
	}
	return roundResult{rate: float64(len(all)) / took.Seconds(), p99: all[len(all)*99/100]}, nil
}

var browser = &http.Client{Transport: &http.Transport{
	MaxIdleConnsPerHost: maxClients, DisableCompression: true,
	DialContext: (&net.Dialer{}).DialContext,
}}

// endpoint is a call of the API with a token; "" sends none.
type endpoint struct{ method, url, token string }

// call makes one call of the API and reads its data.
func call(ctx context.Context, to endpoint, body, data any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, to.method, to.url, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	if to.token != "" {
		request.Header.Set("Authorization", "Bearer "+to.token)
	}
	response, err := browser.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	envelope := struct {
		Success bool            `json:"success"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	}{}
	if err := json.NewDecoder(response.Body).Decode(&envelope); err != nil {
		return fmt.Errorf("%s %s: %s: %w", to.method, to.url, response.Status, err)
	}
	if !envelope.Success {
		return fmt.Errorf("%s %s: %s: %s", to.method, to.url, response.Status, envelope.Message)
	}
	if data == nil {
		return nil
	}
	return json.Unmarshal(envelope.Data, data)
}

// demoAdmin is the demo shop's administrator.
const demoAdmin, demoAdminPassword = "admin@kirana.test", "kirana-admin-demo"

// logIn logs a user in and returns the access token.
func logIn(ctx context.Context, url, email, password string) (string, error) {
	var tokens struct {
		AccessToken string `json:"accessToken"`
	}
	err := call(ctx, endpoint{http.MethodPost, url + "/api/user/login", ""}, map[string]string{"email": email, "password": password}, &tokens)
	return tokens.AccessToken, err
}
