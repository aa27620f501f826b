package webhook_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/changes"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/shoptest"
	"kirana/internal/webhook"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// receiver is a program that receives events.
type receiver struct {
	*httptest.Server

	mu       sync.Mutex
	answer   func(body webhook.Body) int
	received []webhook.Body
	headers  []http.Header
	raw      [][]byte
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{answer: func(webhook.Body) int { return http.StatusOK }}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		raw, err := io.ReadAll(request.Body)
		var body webhook.Body
		if err == nil {
			err = json.Unmarshal(raw, &body)
		}
		if err != nil {
			t.Error(err)
		}
		r.mu.Lock()
		r.received, r.headers, r.raw = append(r.received, body), append(r.headers, request.Header), append(r.raw, raw)
		status := r.answer(body)
		r.mu.Unlock()
		w.WriteHeader(status)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) host() string { return strings.TrimPrefix(r.URL, "http://") }

// events returns the deliveries since the last call, as "event object".
func (r *receiver) events() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var events []string
	for _, body := range r.received {
		events = append(events, body.Event+" "+fmt.Sprint(body.Data))
	}
	r.received, r.headers, r.raw = nil, nil, nil
	return events
}

// service returns a service whose records are their own ids.
func service(d *db.DB, c clock.Clock, hosts ...string) *webhook.Service {
	byID := func(_ context.Context, ids []string) (map[string]any, error) {
		found := map[string]any{}
		for _, recordID := range ids {
			found[recordID] = recordID
		}
		return found, nil
	}
	return webhook.New(webhook.Options{
		DB: d, Clock: c, Log: slog.New(slog.DiscardHandler), Key: webhook.Key("a key of the test shop"), Hosts: hosts,
		Readers: webhook.Readers{"product": byID, "order": byID, "customer": byID, "khata": byID, "bill": byID},
	})
}

// exec changes a row and waits until the change can be read: PostgreSQL's oldest open transaction may belong to another
// test's database.
func exec(t *testing.T, d *db.DB, statement string, args ...any) {
	t.Helper()
	if err := d.Tx(t.Context(), func(tx *db.Tx) error { return db.Exec(t.Context(), tx, statement, args...) }); err != nil {
		t.Fatal(err)
	}
	settle(t, d)
}

func settle(t *testing.T, d *db.DB) {
	t.Helper()
	for settled := false; !settled; {
		var err error
		if settled, err = db.Get[bool](t.Context(), d, `SELECT `+d.CompleteTx()+` >= COALESCE(MAX(tx), 0) FROM changes`); err != nil {
			t.Fatal(err)
		}
	}
}

// send sends due deliveries.
func send(t *testing.T, s *webhook.Service, w webhook.CreatedWebhook) {
	t.Helper()
	if err := s.Send(t.Context(), w.ID); err != nil {
		t.Fatal(err)
	}
}

func create(t *testing.T, d *db.DB, s *webhook.Service, address string, events ...string) webhook.CreatedWebhook {
	t.Helper()
	settle(t, d) // earlier changes are not sent
	created, secret, err := s.Create(t.Context(), address, events)
	if err != nil {
		t.Fatal(err)
	}
	return webhook.CreatedWebhook{Webhook: created, Secret: secret}
}

func only(t *testing.T, s *webhook.Service) webhook.Webhook {
	t.Helper()
	webhooks, err := s.List(t.Context())
	if err != nil || len(webhooks) != 1 {
		t.Fatalf("the webhooks are %v, %v, want one", webhooks, err)
	}
	return webhooks[0]
}

const setStock = `UPDATE products SET stock = stock + 1 WHERE id = $1`

func TestSend_signsEvents(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c, r := shoptest.Clock(), newReceiver(t)
		s := service(d, c, r.host())
		before := shoptest.AddProduct(t, d, shoptest.Product{Stock: 1})
		w := create(t, d, s, r.URL+"/hook?key=1", changes.StockChanged, changes.ProductChanged)
		send(t, s, w)
		if got := r.events(); len(got) > 0 {
			t.Errorf("received %v, want nothing from before the webhook", got)
		}
		exec(t, d, setStock, before)
		send(t, s, w)
		r.mu.Lock()
		if len(r.received) != 1 {
			t.Fatalf("received %v, want one message", r.received)
		}
		signature, raw, body := r.headers[0].Get("Kirana-Signature"), r.raw[0], r.received[0]
		r.mu.Unlock()
		at, v1, ok := strings.Cut(strings.TrimPrefix(signature, "t="), ",v1=")
		mac := hmac.New(sha256.New, []byte(w.Secret))
		mac.Write([]byte(at + "." + string(raw)))
		if !ok || at != fmt.Sprint(c.Now().Unix()) || v1 != hex.EncodeToString(mac.Sum(nil)) {
			t.Errorf("the signature is %q, want the time %d and the secret's HMAC", signature, c.Now().Unix())
		}
		if body.Event != "stock.changed" || body.ID == "" || body.At.IsZero() || body.Data != before {
			t.Errorf("the body is %+v, want stock.changed with an ID, a time and the earlier data", body)
		}
		// The webhook did not subscribe to these events.
		r.events()
		exec(t, d, `UPDATE users SET name = 'x'`)
		send(t, s, w)
		if got := r.events(); len(got) > 0 {
			t.Errorf("received %v, want nothing for events that were not chosen", got)
		}
	})
}

func TestSend_keepsTheOrderOfOneObjectWithoutDelayingOthers(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c, r := shoptest.Clock(), newReceiver(t)
		s := service(d, c, r.host())
		stuck, well := shoptest.AddProduct(t, d, shoptest.Product{Stock: 1}), shoptest.AddProduct(t, d, shoptest.Product{Stock: 1})
		w := create(t, d, s, r.URL, changes.StockChanged, changes.ProductChanged)
		refuse := true
		r.answer = func(body webhook.Body) int {
			if refuse && body.Data == stuck {
				return http.StatusInternalServerError
			}
			return http.StatusNoContent
		}
		exec(t, d, setStock, stuck)
		send(t, s, w)
		exec(t, d, `UPDATE products SET price = price + 1 WHERE id = $1`, stuck)
		exec(t, d, setStock, well)
		send(t, s, w)
		if got := r.events(); !slices.Equal(got, []string{"stock.changed " + stuck, "stock.changed " + well}) {
			t.Errorf("received %v, want %v", got, []string{"stock.changed " + stuck, "stock.changed " + well})
		}
		if w := only(t, s); w.FailingSince != nil || w.Waiting != 2 || !w.Active {
			t.Errorf("the webhook is %+v, want it active, two waiting and not failing yet", w)
		}
		c.Advance(4 * time.Second)
		send(t, s, w)
		if got := r.events(); len(got) > 0 {
			t.Errorf("after 4 s received %v, want no second try yet", got)
		}
		refuse = false
		c.Advance(time.Second)
		send(t, s, w)
		if got := r.events(); !slices.Equal(got, []string{"stock.changed " + stuck, "product.changed " + stuck}) {
			t.Errorf("after 5 s received %v, want both messages of %s", got, stuck)
		}
	})
}

func TestSend_disablesAfterADayAndResumesWhereItStopped(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c, r := shoptest.Clock(), newReceiver(t)
		s := service(d, c, r.host())
		productID := shoptest.AddProduct(t, d, shoptest.Product{Stock: 1})
		w := create(t, d, s, r.URL, changes.StockChanged)
		r.answer = func(webhook.Body) int { return http.StatusFound } // redirects are not followed
		exec(t, d, setStock, productID)
		var pauses []time.Duration
		for only(t, s).Active {
			send(t, s, w)
			if got := r.events(); len(got) != 1 {
				t.Fatalf("a try received %v, want one message", got)
			}
			waiting, _, err := s.Deliveries(t.Context(), w.ID, 1, 1)
			if err != nil {
				t.Fatal(err)
			}
			pauses = append(pauses, waiting[0].DueAt.Sub(c.Now()))
			c.Advance(pauses[len(pauses)-1])
		}
		if len(pauses) < 10 || !slices.IsSorted(pauses) || pauses[len(pauses)-1] != time.Hour {
			t.Errorf("tried after %v, want 10 growing pauses, the last an hour", pauses)
		}
		stopped := only(t, s)
		if n, err := webhook.CountStopped(t.Context(), d); err != nil || n != 1 || stopped.Reason != "it answered 302" {
			t.Errorf("%d are stopped, %q, %v, want 1 and %q", n, stopped.Reason, err, "it answered 302")
		}
		if list, err := s.List(language.In(t.Context(), "hi")); err != nil || list[0].Reason != "जवाब में कोड 302 आया" {
			t.Errorf("the webhook in Hindi is %v, %v, want the reason in Hindi", list, err)
		}
		exec(t, d, setStock, productID)
		send(t, s, w)
		if got := r.events(); len(got) > 0 {
			t.Errorf("received %v while switched off, want nothing", got)
		}
		r.answer = func(webhook.Body) int { return http.StatusOK }
		if on, err := s.SetActive(t.Context(), w.ID, true); err != nil || !on.Active || on.Reason != "" {
			t.Errorf("switched on: %+v, %v, want it active without a reason", on, err)
		}
		send(t, s, w)
		if got := r.events(); len(got) != 2 {
			t.Errorf("received %v once switched on, want two messages", got)
		}
		delivered, total, err := s.Deliveries(t.Context(), w.ID, 1, 10)
		if err != nil || total != 2 || delivered[0].State != webhook.Delivered || delivered[0].Status != 200 {
			t.Fatalf("the deliveries are %+v, %v, want two, the newest delivered with 200", delivered, err)
		}
		if err := s.SendAgain(t.Context(), w.ID, delivered[1].ID); err != nil {
			t.Fatal(err)
		}
		send(t, s, w)
		r.mu.Lock()
		again := len(r.received) == 1 && r.received[0].ID == delivered[1].ID
		r.mu.Unlock()
		if !again {
			t.Errorf("sent again: received %v, want the message %s", r.events(), delivered[1].ID)
		}
		if err := s.SendAgain(t.Context(), w.ID, "none00000000"); !fault.Is(err, fault.NotFound) {
			t.Errorf("send again what is not kept: %v, want not found", err)
		}
	})
}

func TestSend_runsOnOneNodeAtATime(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c, r := shoptest.Clock(), newReceiver(t)
		nodes := []*webhook.Service{service(d, c, r.host()), service(d, c, r.host())}
		w := create(t, d, nodes[0], r.URL, changes.StockChanged)
		var want []string
		for range 20 {
			want = append(want, "stock.changed "+shoptest.AddProduct(t, d, shoptest.Product{Stock: 1}))
		}
		exec(t, d, `UPDATE products SET stock = stock + 1`)
		var all sync.WaitGroup
		for _, node := range nodes {
			all.Go(func() {
				if err := node.Send(t.Context(), w.ID); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		send(t, nodes[1], w)
		got := r.events()
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("received %v, want each of %v once", got, want)
		}
	})
}

func TestRun_doesNotDelayOtherReceiversForAHangingOne(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	hang := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	t.Cleanup(hanging.Close)
	t.Cleanup(func() { close(hang) })
	arrived := make(chan struct{}, 100)
	well := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { arrived <- struct{}{} }))
	t.Cleanup(well.Close)
	s := service(d, clock.System{}, strings.TrimPrefix(hanging.URL, "http://"), strings.TrimPrefix(well.URL, "http://"))
	create(t, d, s, hanging.URL, changes.StockChanged)
	create(t, d, s, well.URL, changes.StockChanged)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		s.Run(ctx)
		close(ended)
	}()
	for range 3 {
		productID := shoptest.AddProduct(t, d, shoptest.Product{Stock: 1})
		exec(t, d, setStock, productID) // the change is not delayed either
		select {
		case <-arrived:
		case <-time.After(9 * time.Second): // the hanging request is still open
			t.Fatal("the other receiver got no event")
		}
	}
	stop()
	<-ended
}

// A failing webhook soon has no room for more deliveries, and sends nothing between its attempts.
func TestRun_writesNothingForAFullWebhookThatWaits(t *testing.T) {
	t.Parallel()
	d, r := shoptest.SQLite(t), newReceiver(t)
	arrived := make(chan struct{}, 1)
	r.answer = func(webhook.Body) int { arrived <- struct{}{}; return http.StatusOK }
	s := service(d, clock.System{}, r.host())
	full := create(t, d, s, r.URL, changes.OrderPlaced)
	create(t, d, s, r.URL, changes.StockChanged)
	later := time.Now().UTC().Add(time.Hour)
	waiting := make([]webhook.Delivery, 1000)
	for i := range waiting {
		waiting[i] = webhook.Delivery{
			ID: fmt.Sprint(i), WebhookID: full.ID, Event: changes.OrderPlaced, ObjectID: fmt.Sprint(i), At: later, State: webhook.Waiting, DueAt: later, Since: later,
		}
	}
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Insert(t.Context(), tx, `
			INSERT INTO webhook_deliveries (id, webhook_id, event, object_id, changed_at, state, due_at, since)
			VALUES (:id, :webhook_id, :event, :object_id, :changed_at, :state, :due_at, :since)`, waiting...)
	})
	if err != nil {
		t.Fatal(err)
	}
	exec(t, d, setStock, shoptest.AddProduct(t, d, shoptest.Product{Stock: 1}))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		s.Run(ctx)
		close(ended)
	}()
	<-arrived // the other webhook's round began after that of the full one
	stop()
	<-ended
	lessee, err := db.Get[string](t.Context(), d, `SELECT leased_by FROM webhooks WHERE id = $1`, full.ID)
	if err != nil || lessee != "" {
		t.Errorf("a full webhook was leased by %q, %v, want nobody", lessee, err)
	}
}

func TestCreate_refusesInternalAddresses(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	s := service(d, shoptest.Clock(), "till.lan:9000")
	for address, allowed := range map[string]bool{
		"https://example.com/hook": true, "http://till.lan:9000/hook": true, "https://TILL.lan:9000/": true,
		"http://example.com/hook": false, "https://127.0.0.1/": false, "https://localhost:8080/": false, "https://10.0.0.8/": false, "https://[::1]/": false,
		"https://[::ffff:10.0.0.1]/": false, "https://169.254.169.254/latest/meta-data": false, "https://user:secret@example.com/": false,
		"http://till.lan:9001/": false, "ftp://till.lan:9000/": false, "file:///etc/passwd": false, "": false, "example.com": false,
	} {
		if _, _, err := s.Create(t.Context(), address, []string{changes.OrderPlaced}); (err == nil) != allowed || err != nil && !fault.Is(err, fault.Invalid) {
			t.Errorf("create a webhook at %s: %v, want it allowed: %t", address, err, allowed)
		}
	}
	if _, _, err := s.Create(t.Context(), "https://example.com/", []string{"order.eaten"}); !fault.Is(err, fault.Invalid) {
		t.Errorf("create a webhook of an unknown event: %v, want it invalid", err)
	}
}

func TestTest_reportsTheFailureWithoutTheAddress(t *testing.T) {
	t.Parallel()
	d, r := shoptest.SQLite(t), newReceiver(t)
	known := service(d, shoptest.Clock(), r.host())
	w := create(t, d, known, r.URL+"/?secret=482913", changes.OrderPlaced)
	if result, err := known.Test(t.Context(), w.ID); err != nil || !result.Delivered || result.Status != 200 || r.events()[0] != "test map[]" {
		t.Errorf("test: %+v, %v, want it delivered with 200", result, err)
	}
	// The address was valid when it was added; a name that resolves to a private address is refused on connecting.
	unknown := service(d, shoptest.Clock())
	result, err := unknown.Test(t.Context(), w.ID)
	if err != nil || result.Delivered || result.Failure != "its address is not on the internet" {
		t.Errorf("test a host inside the network: %+v, %v, want that it is not on the internet", result, err)
	}
	r.Close()
	if result, err = known.Test(t.Context(), w.ID); err != nil || result.Failure != "it could not be reached" {
		t.Errorf("test a host that is down: %+v, %v, want that it could not be reached", result, err)
	}
}
