package notify

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/audit"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

// pushService is a fake push service that checks requests as RFC 8030 and 8292 demand.
type pushService struct {
	*httptest.Server
	status int
	pushed int
}

func newPushService(t *testing.T) *pushService {
	t.Helper()
	s := &pushService{status: http.StatusCreated}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, want := range map[string]string{
			"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "Urgency": "high", "Topic": "new-orders", "TTL": "900",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		if !strings.HasPrefix(r.Header.Get("Authorization"), "vapid t=") {
			t.Errorf("the message's Authorization is %q, want a VAPID token", r.Header.Get("Authorization"))
		}
		s.pushed++
		w.WriteHeader(s.status)
	}))
	t.Cleanup(s.Close)
	return s
}

func browser(t *testing.T, userID, endpoint string) PushSubscription {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	return PushSubscription{Endpoint: endpoint, UserID: userID, P256dh: encode(key.PublicKey().Bytes()), Auth: encode(make([]byte, 16))}
}

func testPusher(t *testing.T, d *db.DB, client *http.Client) *Pusher {
	t.Helper()
	p, err := newPusher(d, clock.System{}, []byte(strings.Repeat("k", 32)), "https://shop.test", client)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func staffMember(t *testing.T, d *db.DB) string {
	t.Helper()
	userID := shoptest.AddAdministrator(t, d)
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `UPDATE users SET staff_role = 'PACKER' WHERE id = $1`, userID)
	})
	if err != nil {
		t.Fatal(err)
	}
	return userID
}

func TestSend_deliversAndDeletesABrowserThatIsGone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		service := newPushService(t)
		p := testPusher(t, d, service.Client())
		ravi, former := staffMember(t, d), shoptest.AddShopper(t, d)
		for _, s := range []PushSubscription{
			browser(t, ravi, "https://push.example/1"), browser(t, ravi, "https://push.example/1"), browser(t, former, "https://push.example/2"),
		} {
			if err := p.Subscribe(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}
		woken, err := p.Subscriptions(t.Context())
		if err != nil || len(woken) != 1 || woken[0].UserID != ravi {
			t.Fatalf("the subscriptions are %+v, %v, want %s's alone", woken, err, ravi)
		}
		to := woken[0]
		to.Endpoint = service.URL
		message := Message{Title: "New order", Tag: "new-orders"}
		if err := p.Send(t.Context(), to, message); err != nil || service.pushed != 1 {
			t.Errorf("pushed %d times, %v, want 1", service.pushed, err)
		}
		service.status = http.StatusInternalServerError
		if err := p.Send(t.Context(), to, message); err == nil {
			t.Error("a refusal of the push service is no error")
		}
		// when the push service reports the browser as expired
		service.status = http.StatusGone
		if err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE push_subscriptions SET endpoint = $1 WHERE user_id = $2`, service.URL, ravi)
		}); err != nil {
			t.Fatal(err)
		}
		if err := p.Send(t.Context(), to, message); err != nil {
			t.Errorf("send to an expired browser: %v", err)
		}
		if woken, err := p.Subscriptions(t.Context()); err != nil || len(woken) != 0 {
			t.Errorf("the subscriptions are %+v, %v, want none once the browser has expired", woken, err)
		}
	})
}

func TestSubscribe_logsEachSubscriptionAndItsEndOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		p, ravi := testPusher(t, d, nil), staffMember(t, d)
		ctx := audit.WithActor(t.Context(), audit.Actor{UserID: ravi, Name: "Ravi", Address: "192.0.2.1"})
		s := browser(t, ravi, "https://push.example/1")
		for range 2 { // the second call only updates the login
			if err := p.Subscribe(ctx, s); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			if err := p.Unsubscribe(ctx, ravi, s.Endpoint); err != nil {
				t.Fatal(err)
			}
		}
		log, err := db.All[string](t.Context(), d, `SELECT actor_name || ' ' || what || ' ' || address FROM audit_log ORDER BY id`)
		if diff := cmp.Diff([]string{"Ravi push.on 192.0.2.1", "Ravi push.off 192.0.2.1"}, log); err != nil || diff != "" {
			t.Errorf("activity log, error %v (-want +got):\n%s", err, diff)
		}
	})
}

func TestSubscriptions_endWithTheirLogin(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		p, ravi := testPusher(t, d, nil), staffMember(t, d)
		exec := func(statement string, args ...any) {
			t.Helper()
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, statement, args...)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		subscribe := func(loginID, endpoint string) {
			t.Helper()
			s := browser(t, ravi, endpoint)
			s.LoginID = loginID
			if err := p.Subscribe(t.Context(), s); err != nil {
				t.Fatal(err)
			}
		}
		expect := func(when string, want ...string) {
			t.Helper()
			woken, err := p.Subscriptions(t.Context())
			var endpoints []string
			for _, s := range woken {
				endpoints = append(endpoints, s.Endpoint)
			}
			if diff := cmp.Diff(want, endpoints); err != nil || diff != "" {
				t.Errorf("browsers that get pushes %s, error %v (-want +got):\n%s", when, err, diff)
			}
		}
		for _, loginID := range []string{"phone", "desk"} {
			exec(`INSERT INTO logins (id, user_id, created_at) VALUES ($1, $2, $3)`, loginID, ravi, clock.System{}.Now())
			subscribe(loginID, "https://push.example/"+loginID)
		}
		expect("logged in twice", "https://push.example/desk", "https://push.example/phone")
		exec(`UPDATE logins SET ended_at = $1 WHERE id = 'phone'`, clock.System{}.Now())
		expect("logged out on the phone", "https://push.example/desk")
		// after a new login on the phone, its browser is subscribed again
		exec(`INSERT INTO logins (id, user_id, created_at) VALUES ('again', $1, $2)`, ravi, clock.System{}.Now())
		subscribe("again", "https://push.example/phone")
		expect("logged in again", "https://push.example/desk", "https://push.example/phone")
		// browsers of ended logins do not count
		exec(`UPDATE logins SET ended_at = $1 WHERE id = 'again'`, clock.System{}.Now())
		for i := range maxSubscriptions - 1 {
			subscribe("desk", "https://push.example/desk/"+strconv.Itoa(i))
		}
	})
}

func TestSubscribe_refusesInvalidPushSubscriptions(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	p := testPusher(t, d, http.DefaultClient)
	ravi := staffMember(t, d)
	for name, change := range map[string]func(*PushSubscription){
		"plain http":      func(s *PushSubscription) { s.Endpoint = "http://push.example/" },
		"this machine":    func(s *PushSubscription) { s.Endpoint = "https://127.0.0.1/push" },
		"a long endpoint": func(s *PushSubscription) { s.Endpoint += strings.Repeat("x", 2000) },
		"no point":        func(s *PushSubscription) { s.P256dh = "AAAA" },
		"a short secret":  func(s *PushSubscription) { s.Auth = "AAAA" },
	} {
		s := browser(t, ravi, "https://push.example/")
		change(&s)
		if err := p.Subscribe(t.Context(), s); !fault.Is(err, fault.Invalid) {
			t.Errorf("subscribe with %s: %v, want it invalid", name, err)
		}
	}
	for i := range maxSubscriptions + 1 {
		err := p.Subscribe(t.Context(), browser(t, ravi, "https://push.example/"+strings.Repeat("x", i+1)))
		if refused := fault.Is(err, fault.Conflict); refused != (i == maxSubscriptions) {
			t.Errorf("subscribe device %d: %v, want a conflict only over %d", i+1, err, maxSubscriptions)
		}
	}
}

func TestSend_neverCallsThisMachine(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	service := newPushService(t)
	p, err := NewPusher(d, clock.System{}, []byte(strings.Repeat("k", 32)), "https://shop.test")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Send(t.Context(), browser(t, "ravi", service.URL), Message{}); err == nil || service.pushed != 0 {
		t.Errorf("send to this machine: pushed %d times, %v, want never and an error", service.pushed, err)
	}
}
