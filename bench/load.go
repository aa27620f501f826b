package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// load lets every client repeat its work for one round and returns how much was
// done a second. The first failure ends the round: a fast refusal is no work.
func load(ctx context.Context, work func(ctx context.Context, client int) error) (float64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var done atomic.Int64
	started := time.Now()
	end := started.Add(roundTime)
	var group sync.WaitGroup
	for client := range clients {
		group.Go(func() {
			for time.Now().Before(end) && ctx.Err() == nil {
				if err := work(ctx, client); err != nil {
					cancel(err)
					return
				}
				done.Add(1)
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return 0, err
	}
	return float64(done.Load()) / time.Since(started).Seconds(), nil
}

var browser = &http.Client{Transport: &http.Transport{
	MaxIdleConnsPerHost: clients, DisableCompression: true,
	DialContext: (&net.Dialer{}).DialContext,
}}

// get fetches a page as a browser does, compressed, and throws it away.
func get(ctx context.Context, url string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := browser.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: %s", url, response.Status)
	}
	return nil
}

// endpoint is a call of the API, as who has the token; "" is nobody.
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
	answer := struct {
		Success bool            `json:"success"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	}{}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return fmt.Errorf("%s %s: %s: %w", to.method, to.url, response.Status, err)
	}
	if !answer.Success {
		return fmt.Errorf("%s %s: %s: %s", to.method, to.url, response.Status, answer.Message)
	}
	if data == nil {
		return nil
	}
	return json.Unmarshal(answer.Data, data)
}
