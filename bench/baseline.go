package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// startBaseline starts a server that only writes the shop's recorded responses to a read, one after another. Like the shop it is
// a separate process: within the clients' process it would share their scheduler and need fewer thread switches.
func startBaseline(ctx context.Context, shopURL, read string) (url string, stop func()) {
	process := exec.CommandContext(ctx, must(os.Executable()), "baseline", shopURL, read)
	process.Stderr = os.Stderr
	out := must(process.StdoutPipe())
	check(process.Start())
	stop = func() {
		_ = process.Process.Kill()
		_ = process.Wait()
	}
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		check(fmt.Errorf("the baseline server of %s does not start: %w", read, err))
	}
	return strings.TrimSpace(url), stop
}

// recordings is the number of recorded responses of a read.
const recordings = 64

// serveBaseline runs in the baseline server's process: it records the responses, prints its URL and serves them.
func serveBaseline(ctx context.Context, shopURL, name string) {
	type response struct {
		body   []byte
		header http.Header
	}
	shop := client{url: shopURL, compressed: true}
	reads := readsOf(ctx, shopURL, 1) // another seed than that of compareReads, whose searches must not be cached yet
	r := reads[slices.IndexFunc(reads, func(r read) bool { return r.name == name })]
	var responses []response
	for n := range recordings {
		body, header, err := shop.send(ctx, r.nth(n))
		check(err)
		header.Set("Content-Length", strconv.Itoa(len(body)))
		responses = append(responses, response{body, header})
	}
	var served atomic.Int64
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		next := responses[served.Add(1)%recordings]
		for name, values := range next.header {
			w.Header()[name] = values
		}
		_, _ = w.Write(next.body)
	})}
	listener := must((&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0"))
	fmt.Println("http://" + listener.Addr().String())
	check(server.Serve(listener))
}
