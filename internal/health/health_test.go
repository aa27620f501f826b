package health_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/health"
	"kirana/internal/language"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

type service struct {
	*health.Service

	clock    *clock.Manual
	db       *db.DB
	pictures error
}

func newService(d *db.DB) *service {
	s := &service{clock: shoptest.Clock(), db: d}
	s.Service = health.New(d, s.clock, slog.New(slog.DiscardHandler), func(context.Context) error { return s.pictures })
	return s
}

// expectReady fails the test unless /readyz responds as given.
func (s *service) expectReady(t *testing.T, status int, database, pictures string) {
	t.Helper()
	recorder := httptest.NewRecorder()
	s.ServeReady(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", http.NoBody))
	var body struct {
		Data struct{ Database, Pictures string }
	}
	if err := json.Unmarshal(recorder.Body.Bytes(), &body); err != nil {
		t.Fatal(err)
	}
	if recorder.Code != status || body.Data.Database != database || body.Data.Pictures != pictures {
		t.Errorf("responds with %d %s, want %d, the database %q and the pictures %q", recorder.Code, recorder.Body, status, database, pictures)
	}
}

func (s *service) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	err := s.db.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestReady_returnsOKWhilePicturesAreUnreachable(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newService(d)
		s.expectReady(t, http.StatusServiceUnavailable, "cannot be reached", "cannot be reached") // before the first probe
		s.Probe(t.Context())
		s.expectReady(t, http.StatusOK, "ok", "ok")
		s.pictures = errors.New("the disk is gone")
		s.Probe(t.Context())
		s.expectReady(t, http.StatusOK, "ok", "cannot be reached")
		since := s.clock.Now()
		for _, c := range []struct {
			wait    time.Duration
			ongoing bool
		}{{4 * time.Minute, false}, {time.Minute, true}} {
			s.clock.Advance(c.wait)
			s.Probe(t.Context())
			if at, ongoing := s.PicturesOutage(); ongoing != c.ongoing || !at.Equal(since) {
				t.Errorf("after %s more: outage %t since %v, want %t since %v", c.wait, ongoing, at, c.ongoing, since)
			}
		}
		s.pictures = nil
		s.Probe(t.Context())
		if at, ongoing := s.PicturesOutage(); ongoing || !at.IsZero() {
			t.Errorf("with the pictures back: outage %t since %v, want none", ongoing, at)
		}
	})
}

func TestReady_saysWhyTheDatabaseCannotBeWritten(t *testing.T) {
	t.Parallel()
	proxy, url := shoptest.NewProxy(t, shoptest.PostgresURL(t))
	s := newService(shoptest.OpenWithin(t, url, "", 300*time.Millisecond))
	for _, outage := range []struct {
		begin func()
		says  string
	}{{proxy.Cut, "cannot be reached"}, {proxy.Freeze, "does not respond in time"}} {
		s.Probe(t.Context())
		s.expectReady(t, http.StatusOK, "ok", "ok")
		outage.begin()
		s.Probe(t.Context())
		s.expectReady(t, http.StatusServiceUnavailable, outage.says, "ok")
		proxy.Restore()
	}
}

func TestReady_doesNotTrustAnOldProbe(t *testing.T) {
	t.Parallel()
	s := newService(shoptest.SQLite(t))
	s.Probe(t.Context())
	s.clock.Advance(11 * time.Second)
	s.expectReady(t, http.StatusServiceUnavailable, "does not respond in time", "ok")
}

func TestReady_saysThatTheDiskIsFullAsLongAsWritesFail(t *testing.T) {
	t.Parallel()
	s := newService(shoptest.OpenWithin(t, "", t.TempDir(), time.Minute))
	s.exec(t, `PRAGMA max_page_count = 1`) // SQLite raises it to the current size
	err := s.db.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `INSERT INTO jobs (id, kind, payload, due_at, created_at) VALUES ('1', 'test', $1, $2, $2)`, strings.Repeat("x", 1<<20), shoptest.Epoch)
	})
	if db.ReasonOf(err) != db.Full || !fault.Is(err, fault.Unavailable) {
		t.Errorf("a write to a full disk: %v, want unavailable as full", err)
	}
	s.Probe(t.Context())
	s.expectReady(t, http.StatusServiceUnavailable, "has no space left", "ok")
	s.Probe(t.Context())
	s.expectReady(t, http.StatusOK, "ok", "ok")
}

func TestProbe_logsAClockThatGoesBack(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		var log bytes.Buffer
		c := shoptest.Clock()
		s := health.New(d, c, slog.New(slog.NewTextHandler(&log, nil)), func(context.Context) error { return nil })
		for _, step := range []time.Duration{0, time.Minute, -500 * time.Millisecond} {
			c.Advance(step)
			s.Probe(t.Context())
		}
		if strings.Contains(log.String(), "clock") {
			t.Errorf("logged %s, want nothing of the clock", &log)
		}
		c.Advance(-2 * time.Hour)
		s.Probe(t.Context())
		s.Probe(t.Context())
		if strings.Count(log.String(), "the clock went back") != 1 || !strings.Contains(log.String(), "seconds=7200") {
			t.Errorf("logged %s, want once that the clock went back by 7200 s", &log)
		}
	})
}

func (s *service) expectDamage(t *testing.T, says string) {
	t.Helper()
	damage, found, err := health.DamageOf(t.Context(), s.db)
	if err != nil || found != (says != "") || !strings.Contains(damage.Text.In(language.English), says) {
		t.Errorf("the damage is %+v, %v, want %q", damage, err, says)
	}
	s.Probe(t.Context())
	if ready := s.State().Ready(); ready != (says == "") {
		t.Errorf("ready %t with the damage %q, want it only without damage", ready, says)
	}
	if says != "" {
		s.expectReady(t, http.StatusServiceUnavailable, "ok", "ok")
	}
	if refusal := s.TakesOrders(); (refusal == nil) != (says == "") || (refusal != nil && !fault.Is(refusal, fault.Unavailable)) {
		t.Errorf("orders are refused with %v at the damage %q, want it only with damage", refusal, says)
	}
}

func TestCheck_refusesOrdersWhileSumsAreInconsistent(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newService(d)
		check := func(now bool) {
			t.Helper()
			if err := s.Check(t.Context(), now); err != nil {
				t.Fatal(err)
			}
		}
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Stock: 7})
		shoptest.AddProduct(t, d, shoptest.Product{Name: "Never There", Stock: 0})
		shoptest.ManyOrders(t, d, 2000)
		check(true)
		s.expectDamage(t, "")
		// stock
		s.exec(t, `UPDATE products SET stock = 6 WHERE id = $1`, dal)
		check(false)
		s.expectDamage(t, "") // the next check is a week later
		s.clock.Advance(7 * 24 * time.Hour)
		check(false)
		s.expectDamage(t, "The stock of Toor Dal")
		// a repair is detected within ten minutes
		s.exec(t, `UPDATE products SET stock = 7 WHERE id = $1`, dal)
		s.clock.Advance(10 * time.Minute)
		check(false)
		s.expectDamage(t, "")
		// money
		s.exec(t, `UPDATE checkouts SET due_total = due_total + 1 WHERE number = (SELECT MAX(number) FROM checkouts WHERE NOT unpaid)`)
		check(true)
		s.expectDamage(t, "The sums of order #")
	})
}

func TestCheck_findsADamagedFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	whole := newService(shoptest.OpenWithin(t, "", dir, time.Minute))
	for range 50 {
		shoptest.AddShopper(t, whole.db)
		whole.exec(t, `INSERT INTO jobs (id, kind, payload, due_at, created_at) VALUES (hex(randomblob(16)), 'test', $1, $2, $2)`, strings.Repeat("x", 3000), shoptest.Epoch)
	}
	if err := whole.db.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, db.FileName)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(file) - 40*4096; i < len(file)-30*4096; i++ {
		file[i] ^= 0x5a
	}
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	s := newService(shoptest.OpenWithin(t, "", dir, time.Minute))
	if err := s.Check(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	s.expectDamage(t, "The database file is damaged")
}
