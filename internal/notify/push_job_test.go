package notify

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/job"
	"kirana/internal/shoptest"
)

// pushes is a shop's pusher with its worker lane.
type pushes struct {
	d     *db.DB
	clock *clock.Manual
	lane  *job.Worker
}

// newPushes subscribes the browsers of a member of staff.
func newPushes(t *testing.T, d *db.DB, client *http.Client, endpoints ...string) pushes {
	t.Helper()
	p := pushes{d: d, clock: shoptest.Clock()}
	p.lane = NewPushLane(d, p.clock, slog.New(slog.DiscardHandler))
	pusher := testPusher(t, d, client)
	pusher.clock = p.clock
	pusher.Handle(p.lane)
	ravi := staffMember(t, d)
	for _, endpoint := range endpoints {
		s := browser(t, ravi, endpoint)
		p.exec(t, `INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth, created_at) VALUES ($1, $2, $3, $4, $5)`,
			s.Endpoint, s.UserID, s.P256dh, s.Auth, p.clock.Now())
	}
	return p
}

func (p pushes) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	err := p.d.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (p pushes) add(t *testing.T) {
	t.Helper()
	err := p.d.Tx(t.Context(), func(tx *db.Tx) error {
		return AddPushes(t.Context(), tx, p.clock.Now(), func(string) Message { return Message{Title: "New order #1001", Tag: "new-orders"} })
	})
	if err != nil {
		t.Fatal(err)
	}
}

// work runs all due jobs and returns their number.
func (p pushes) work(t *testing.T) int {
	t.Helper()
	for n := 0; ; n++ {
		did, err := p.lane.Work(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !did {
			return n
		}
	}
}

func (p pushes) count(t *testing.T, of string) int {
	t.Helper()
	n, err := db.Get[int](t.Context(), p.d, `SELECT COUNT(*) FROM `+of)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAddPushes_sendsToEachBrowserOnceAndDeletesExpiredSubscriptions(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		service := newPushService(t)
		p := newPushes(t, d, service.Client(), service.URL+"/1", service.URL+"/2", service.URL+"/3")
		p.add(t)
		p.add(t) // repeated, as after a crash: adds no second push
		if n := p.work(t); n != 3 || service.pushed != 3 {
			t.Errorf("%d jobs pushed %d times, want 3 and 3", n, service.pushed)
		}
		service.status = http.StatusGone
		p.add(t)
		p.work(t)
		if n := p.count(t, "push_subscriptions"); n != 0 || p.count(t, "jobs") != 0 {
			t.Errorf("%d expired browsers are still subscribed, %d jobs wait, want 0 and 0", n, p.count(t, "jobs"))
		}
		p.add(t)
		if n := p.work(t); n != 0 {
			t.Errorf("expired browsers are woken %d times, want 0", n)
		}
	})
}

func TestPush_givesUpOnAnUnreachableServiceAndReachesTheOthers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		service, away := newPushService(t), newPushService(t)
		address := away.URL
		away.Close()
		p := newPushes(t, d, service.Client(), address+"/1", service.URL+"/2")
		p.add(t)
		attempts := p.work(t)
		if service.pushed != 1 {
			t.Errorf("the browser that can be reached was woken %d times, want 1", service.pushed)
		}
		for range 100 {
			p.clock.Advance(30 * time.Second)
			attempts += p.work(t)
		}
		if attempts != 1+maxPushAttempts || p.count(t, "jobs WHERE given_up_at IS NULL") != 0 {
			t.Errorf("%d attempts, %d jobs still wait, want %d and 0", attempts, p.count(t, "jobs WHERE given_up_at IS NULL"), 1+maxPushAttempts)
		}
		if n := p.count(t, "push_subscriptions"); n != 2 {
			t.Errorf("%d browsers are subscribed, although only the service is unreachable, want 2", n)
		}
	})
}

func TestPush_reportsAFailingServiceUntilItAcceptsAMessage(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		service := newPushService(t)
		p := newPushes(t, d, service.Client(), service.URL+"/1", service.URL+"/2")
		failing := func() FailingBrowsers {
			t.Helper()
			f, err := FindFailingBrowsers(t.Context(), d, p.clock.Now())
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		since := p.clock.Now()
		service.status = http.StatusServiceUnavailable
		p.add(t)
		p.work(t)
		p.clock.Advance(4 * time.Minute)
		p.work(t) // another failed attempt keeps FailingSince
		if f := failing(); f.Count != 0 {
			t.Errorf("failing after four minutes: %+v, want none", f)
		}
		p.clock.Advance(time.Minute)
		if f := failing(); f.Count != 2 || !f.Since.Equal(since) || f.Name == "" {
			t.Errorf("failing after five minutes: %+v, want two since %v, with a name", f, since)
		}
		service.status = http.StatusCreated
		p.add(t)
		p.work(t)
		if f := failing(); f.Count != 0 {
			t.Errorf("failing once messages are accepted again: %+v, want none", f)
		}
	})
}

func TestPush_isNotSentToFormerStaff(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		service := newPushService(t)
		p := newPushes(t, d, service.Client(), service.URL)
		p.add(t)
		p.exec(t, `UPDATE users SET staff_role = '', role = 'USER'`)
		if p.work(t); service.pushed != 0 || p.count(t, "jobs") != 0 {
			t.Errorf("pushed %d times, %d jobs wait, want 0 and 0", service.pushed, p.count(t, "jobs"))
		}
	})
}

func TestPushLane_isNotDelayedByAHangingService(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	hangs := make(chan struct{})
	service := newPushService(t)
	client := *service.Client()
	through := client.Transport
	delivered := make(chan struct{})
	deliver := sync.OnceFunc(func() { close(delivered) })
	client.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Path != "/good" {
			select {
			case <-hangs:
			case <-r.Context().Done():
			}
			return nil, http.ErrHandlerTimeout
		}
		defer deliver()
		return through.RoundTrip(r)
	})
	endpoints := []string{}
	for i := range 2 * maxSubscriptions {
		endpoints = append(endpoints, "https://away.example/"+string(rune('a'+i)))
	}
	p := newPushes(t, d, &client, append(endpoints, service.URL+"/good")...)
	p.add(t)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { p.lane.Run(ctx) })
	defer running.Wait()
	defer stop()
	defer close(hangs)
	select {
	case <-delivered:
	case <-time.After(20 * time.Second):
		t.Fatal("a push waits for services that hang")
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (t roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }
