package notify_test

import (
	"bufio"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/notify"
	"kirana/internal/shoptest"
)

// listen opens the event stream as a user and returns its non-empty lines.
func listen(t *testing.T, server *httptest.Server, userID string) *bufio.Scanner {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/api/order/events", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+userID)
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("the stream: %s, %v, want 200 text/event-stream", response.Status, response.Header)
	}
	return bufio.NewScanner(response.Body)
}

func expectLine(t *testing.T, lines *bufio.Scanner, prefix string) string {
	t.Helper()
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), prefix) {
			return lines.Text()
		}
	}
	t.Fatalf("the stream ended before the line %q: %v", prefix, lines.Err())
	return ""
}

func TestEvents_reachStaffForAllOrdersAndShoppersForTheirOwn(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ravi, meera, asha := shoptest.AddShopper(t, d), shoptest.AddShopper(t, d), shoptest.AddAdministrator(t, d)
		router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
		notify.NewHandler(runHub(t, d), nil).Routes(router)
		server := httptest.NewServer(router)
		t.Cleanup(server.Close)
		desk, phone := listen(t, server, asha), listen(t, server, ravi)
		expectLine(t, desk, "event: resync")
		expectLine(t, phone, "event: resync")
		setOrder(t, d, 1001, 1, meera, "NEW")
		setOrder(t, d, 1002, 1, ravi, "NEW")
		for _, number := range []string{"1001", "1002"} {
			if line := expectLine(t, desk, "data: {\"checkoutId\""); !strings.Contains(line, `"number":`+number) {
				t.Errorf("the desk reads %s, want %s", line, number)
			}
		}
		if line := expectLine(t, phone, "data: {\"checkoutId\""); !strings.Contains(line, `"number":1002`) || strings.Contains(line, meera) {
			t.Errorf("the shopper's event is %s, want order 1002 and nothing of another shopper", line)
		}
		shoptest.As(router, "").Request(t, "GET", "/order/events", "").Expect(t, 401, "Authentication required")
	})
}

func TestEvents_limitTheOpenStreamsOfAShopper(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ravi, meera := shoptest.AddShopper(t, d), shoptest.AddShopper(t, d)
		router := httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler), Identify: shoptest.IdentifyByUserID(d)})
		hub := runHub(t, d)
		notify.NewHandler(hub, nil).Routes(router)
		server := httptest.NewServer(router)
		t.Cleanup(server.Close)
		t.Cleanup(hub.Close) // before the server, which waits for its streams
		for range 10 {
			expectLine(t, listen(t, server, ravi), "event: resync")
		}
		if lines := listen(t, server, ravi); lines.Scan() {
			t.Errorf("the eleventh stream has %q, want it closed", lines.Text())
		}
		expectLine(t, listen(t, server, meera), "event: resync")
	})
}
