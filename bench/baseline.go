package main

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// baselineServer only writes recorded responses. It runs in a process of its own, like the shop: within the clients'
// process it would share their scheduler and need fewer thread switches.
type baselineServer struct {
	url     string
	process *exec.Cmd
	stdin   io.Closer
}

// recordedResponses is the number of recorded responses per kind of request.
const recordedResponses = 64

// recordedResponse is a response of the shop.
type recordedResponse struct {
	Body   []byte
	Header http.Header
}

// newBaselineServer starts a server that writes recorded responses of the shop to a read's requests, in turn.
func newBaselineServer(ctx context.Context, shopURL string, r read) (*baselineServer, error) {
	var responses []recordedResponse
	for n := range recordedResponses {
		body, header, err := exchange(ctx, shopURL, r.target(n))
		if err != nil {
			return nil, err
		}
		header.Set("Content-Length", strconv.Itoa(len(body)))
		responses = append(responses, recordedResponse{body, header})
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	b := &baselineServer{process: exec.CommandContext(ctx, program, "baseline")}
	b.process.Stderr = os.Stderr
	in, err := b.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := b.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := b.process.Start(); err != nil {
		return nil, err
	}
	b.stdin = in
	if err := gob.NewEncoder(in).Encode(responses); err != nil {
		b.close()
		return nil, err
	}
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.close()
		return nil, fmt.Errorf("the baseline server does not start: %w", err)
	}
	b.url = strings.TrimSpace(url)
	return b, nil
}

func (b *baselineServer) close() {
	_ = b.stdin.Close()
	_ = b.process.Wait()
}

// serveBaseline runs a baselineServer: it reads the responses from standard input, prints its URL and serves until the
// input ends.
func serveBaseline(ctx context.Context) error {
	in := bufio.NewReader(os.Stdin)
	var responses []recordedResponse
	if err := gob.NewDecoder(in).Decode(&responses); err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	var served counter
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		response := responses[served.next()%len(responses)]
		for name, values := range response.Header {
			w.Header()[name] = values
		}
		_, _ = w.Write(response.Body)
	})}
	go func() {
		_, _ = io.Copy(io.Discard, in)
		_ = server.Close()
	}()
	fmt.Println("http://" + listener.Addr().String())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
