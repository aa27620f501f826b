package order_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// shortTimeout replaces the database's timeout of several seconds.
const shortTimeout = 400 * time.Millisecond

// outage makes a database fail at begin and work again at end.
type outage struct {
	begin, end func()
	readable   bool // during the outage
	reason     db.Reason
}

// expectsOutage fails the test unless orders are refused with Retry-After during the outage, and
// accepted after it.
func (s *shop) expectsOutage(t *testing.T, o outage) {
	t.Helper()
	ravi := s.shopper(t)
	dal := shoptest.AddProduct(t, s.db, shoptest.Product{Stock: 50})
	item := order.Item{ProductID: dal, Quantity: 2}
	pressed := body(ravi.wants(item))
	o.begin()
	for _, refusal := range []shoptest.Response{
		shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", pressed, keyHeader, "press"),
		shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", pressed, keyHeader, "press"),
	} {
		refusal.Expect(t, 503, "The shop cannot reach its data right now. Please try again in a moment.")
		if refusal.Header.Get("Retry-After") == "" || refusal.Code != "database_unavailable" {
			t.Errorf("refused with %v and %s, want Retry-After and database_unavailable", refusal.Header, refusal.Code)
		}
	}
	read := shoptest.As(s, ravi.id).Request(t, "GET", "/order/getOrderDetails", "")
	if o.readable {
		read.Expect(t, 200, "")
	} else {
		read.Expect(t, 503, "")
	}
	_, err := s.orders.Place(t.Context(), ravi.id, "", ravi.wants(item))
	if reason := db.ReasonOf(err); reason != o.reason {
		t.Errorf("the reason is %q, want %q: %v", reason, o.reason, err)
	}
	o.end()
	shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", pressed, keyHeader, "press").Expect(t, 200, "Order Successful")
	if left := shoptest.Stock(t, s.db, dal); left != 48 || s.count(t, "checkouts") != 1 {
		t.Errorf("%d left of 50, %d orders, want 48 and 1", left, s.count(t, "checkouts"))
	}
}

func TestOutage_ofALockedFileRefusesOrdersAndAllowsReads(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := newShop(shoptest.OpenWithin(t, "", dir, shortTimeout))
	intruder, err := sql.Open("sqlite", "file:"+filepath.Join(dir, db.FileName)+"?_txlock=immediate")
	must(t, err)
	t.Cleanup(func() { _ = intruder.Close() })
	var holding *sql.Tx
	s.expectsOutage(t, outage{
		begin: func() {
			holding, err = intruder.BeginTx(context.Background(), nil)
			must(t, err)
		},
		end:      func() { must(t, holding.Rollback()) },
		readable: true, reason: db.Locked,
	})
}

func TestOutage_ofAFullDiskRefusesOrdersAndAllowsReads(t *testing.T) {
	t.Parallel()
	s := newShop(shoptest.OpenWithin(t, "", t.TempDir(), 10*time.Second))
	limitPages := func(pages string) { s.exec(t, `PRAGMA max_page_count = `+pages) }
	s.expectsOutage(t, outage{
		begin: func() {
			limitPages("1") // SQLite raises it to the current size
			for _, size := range []int{100_000, 3000, 300, 30} {
				for fits := true; fits; {
					fits = s.db.Tx(t.Context(), func(tx *db.Tx) error {
						return db.Exec(t.Context(), tx, `INSERT INTO jobs (id, kind, payload, due_at, created_at, given_up_at) VALUES (hex(randomblob(16)), 'test', $1, $2, $2, $2)`,
							strings.Repeat("x", size), shoptest.Epoch)
					}) == nil
				}
			}
		},
		end:      func() { limitPages("1000000") },
		readable: true, reason: db.Full,
	})
}

// newProxiedShop returns a shop that reaches its PostgreSQL server through a proxy.
func newProxiedShop(t *testing.T) (*shop, *shoptest.Proxy) {
	t.Helper()
	proxy, url := shoptest.NewProxy(t, shoptest.PostgresURL(t))
	return newShop(shoptest.OpenWithin(t, url, "", shortTimeout)), proxy
}

func TestOutage_ofAnUnreachableDatabaseRefusesOrders(t *testing.T) {
	t.Parallel()
	s, proxy := newProxiedShop(t)
	s.expectsOutage(t, outage{begin: proxy.Cut, end: proxy.Restore, reason: db.Unreachable})
}

func TestOutage_ofAFrozenDatabaseRefusesOrders(t *testing.T) {
	t.Parallel()
	s, proxy := newProxiedShop(t)
	s.expectsOutage(t, outage{begin: proxy.Freeze, end: proxy.Restore, reason: db.Frozen})
}

// preparedName returns the name under which pgx prepares a statement. Earlier transactions have
// prepared COMMIT, so a connection that commits sends this name.
func preparedName(statement string) string {
	digest := sha256.Sum256([]byte(statement))
	return "stmtcache_" + hex.EncodeToString(digest[:24])
}

func TestOutage_duringACommitIsSafeToRepeatWithTheKey(t *testing.T) {
	t.Parallel()
	s, proxy := newProxiedShop(t)
	ravi := s.shopper(t)
	dal := shoptest.AddProduct(t, s.db, shoptest.Product{Stock: 50})
	pressed := body(ravi.wants(order.Item{ProductID: dal, Quantity: 2}))
	press := func() shoptest.Response {
		return shoptest.As(s, ravi.id).Request(t, "POST", "/order/cod", pressed, keyHeader, "press")
	}
	// when the order is committed but the response is lost
	proxy.FreezeAfter(preparedName("COMMIT"))
	press().Expect(t, 503, "")
	proxy.Restore()
	// then the same request returns the existing order
	press().Expect(t, 200, "Order Successful")
	if left := shoptest.Stock(t, s.db, dal); left != 48 || s.count(t, "checkouts") != 1 {
		t.Errorf("%d left of 50, %d orders, want 48 and 1", left, s.count(t, "checkouts"))
	}
}
