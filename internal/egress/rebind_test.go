package egress

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// rebinding returns a resolver of a DNS server whose first response is a public address and whose later ones are loopback
// addresses.
func rebinding(t *testing.T) *net.Resolver {
	t.Helper()
	socket, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	var answers atomic.Int32
	go func() {
		for {
			packet := make([]byte, 512)
			n, peer, err := socket.ReadFrom(packet)
			if err != nil {
				return
			}
			var message dnsmessage.Message
			if err := message.Unpack(packet[:n]); err != nil {
				t.Errorf("unpack a query: %v", err)
				return
			}
			question := message.Questions[0]
			message.Response, message.Authoritative, message.Additionals = true, true, nil
			if question.Type == dnsmessage.TypeA {
				address := [4]byte{127, 0, 0, 1}
				if answers.Add(1) == 1 {
					address = [4]byte{93, 184, 215, 14}
				}
				message.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: question.Name, Type: dnsmessage.TypeA, Class: dnsmessage.ClassINET},
					Body:   &dnsmessage.AResource{A: address},
				}}
			}
			reply, err := message.Pack()
			if err != nil {
				t.Errorf("pack a response: %v", err)
				return
			}
			_, _ = socket.WriteTo(reply, peer)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", socket.LocalAddr().String())
	}}
}

func TestClient_refusesDNSRebinding(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a server on this machine was called")
	}))
	t.Cleanup(server.Close)
	const host = "hook.example.com"
	address := "http://" + net.JoinHostPort(host, server.URL[len("http://127.0.0.1:"):])
	dialer := newDialer(5*time.Second, IsPublic)
	dialer.Resolver = rebinding(t)

	// The address seen by a check before connecting.
	ips, err := dialer.Resolver.LookupNetIP(t.Context(), "ip4", host)
	if err != nil || len(ips) != 1 || !IsPublic(ips[0]) {
		t.Fatalf("the first lookup: %v, %v, want one public address", ips, err)
	}
	response, err := newClient(dialer, "http").Get(address)
	if err == nil {
		_ = response.Body.Close()
	}
	if !errors.Is(err, ErrNotPublic) {
		t.Errorf("the call after the second lookup: %v, want ErrNotPublic", err)
	}
}
