package changes_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/changes"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

const longAgo = "1970-01-01T00:00:00Z"

// follower computes the stock of products from the log alone.
type follower struct {
	d     *db.DB
	next  string
	stock map[string]int
}

// settle waits until every written change can be read: PostgreSQL's oldest open transaction may belong to another test's
// database.
func settle(t *testing.T, d *db.DB) {
	t.Helper()
	for {
		settled, err := db.Get[bool](t.Context(), d, `SELECT `+d.CompleteTx()+` >= COALESCE(MAX(tx), 0) FROM changes`)
		if err != nil {
			t.Fatal(err)
		}
		if settled {
			return
		}
	}
}

// follow reads the next page and its products, and reports whether there were any.
func (f *follower) follow(ctx context.Context, limit int) (bool, error) {
	page, err := changes.Records(ctx, f.d, f.next, limit, changes.ProductChanged, changes.StockChanged)
	if err != nil {
		return false, err
	}
	f.next = page.Next
	for _, productID := range page.IDs {
		stock, err := db.Get[int](ctx, f.d, `SELECT stock FROM products WHERE id = $1 AND deleted_at IS NULL`, productID)
		if errors.Is(err, db.ErrNoRow) {
			delete(f.stock, productID)
			continue
		}
		if err != nil {
			return false, err
		}
		f.stock[productID] = stock
	}
	return len(page.IDs) > 0, nil
}

// stocks returns the stock of each product.
func stocks(t *testing.T, d *db.DB) map[string]int {
	t.Helper()
	rows, err := db.All[struct {
		ID    string `db:"id"`
		Stock int    `db:"stock"`
	}](t.Context(), d, `SELECT id, stock FROM products WHERE deleted_at IS NULL`)
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]int{}
	for _, row := range rows {
		held[row.ID] = row.Stock
	}
	return held
}

// write changes one or two random products and keeps the transaction open for a moment.
func write(ctx context.Context, d *db.DB, ids []string) error {
	return d.Tx(ctx, func(tx *db.Tx) error {
		for range 1 + rand.N(2) {
			productID := ids[rand.N(len(ids))]
			statement := fmt.Sprintf(`UPDATE products SET stock = %d WHERE id = $1`, rand.N(1000))
			if rand.N(8) == 0 {
				statement = `UPDATE products SET deleted_at = CASE WHEN deleted_at IS NULL THEN updated_at END WHERE id = $1`
			}
			if err := db.Exec(ctx, tx, statement, productID); err != nil {
				return err
			}
			if _, err := db.Get[int](ctx, tx, `SELECT COUNT(*) FROM products`); err != nil { // executes deferred statements
				return err
			}
		}
		return nil
	})
}

func TestRecords_missNoChangeDuringConcurrentWrites(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		ids := make([]string, 12)
		for i := range ids {
			ids[i] = shoptest.AddProduct(t, d, shoptest.Product{Name: fmt.Sprint("Product ", i), Stock: 5})
		}
		writing, stop := context.WithCancel(t.Context())
		var writers sync.WaitGroup
		for range 6 {
			writers.Go(func() {
				for range shoptest.Rounds(40, 400) {
					if err := write(t.Context(), d, ids); err != nil {
						t.Error(err)
					}
				}
			})
		}
		go func() {
			writers.Wait()
			stop()
		}()
		f := &follower{d: d, next: longAgo, stock: map[string]int{}}
		for {
			ended := writing.Err() != nil
			if ended {
				settle(t, d)
			}
			more, err := f.follow(t.Context(), 1+rand.N(5))
			if err != nil {
				t.Fatal(err)
			}
			if ended && !more {
				break
			}
		}
		if diff := cmp.Diff(stocks(t, d), f.stock); diff != "" {
			t.Errorf("the reader's stocks (-shop +reader):\n%s", diff)
		}
	})
}

func TestRecords_waitForATransactionThatCommitsLate(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	early, late := shoptest.AddProduct(t, d, shoptest.Product{Stock: 1}), shoptest.AddProduct(t, d, shoptest.Product{Stock: 1})
	f := &follower{d: d, next: longAgo, stock: map[string]int{}}
	read := func() {
		t.Helper()
		for more := true; more; {
			var err error
			if more, err = f.follow(t.Context(), 10); err != nil {
				t.Fatal(err)
			}
		}
	}
	settle(t, d)
	read()
	set := func(tx *db.Tx, productID string) error {
		if err := db.Exec(t.Context(), tx, `UPDATE products SET stock = 7 WHERE id = $1`, productID); err != nil {
			return err
		}
		_, err := db.Get[int](t.Context(), tx, `SELECT COUNT(*) FROM products`)
		return err
	}
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		if err := set(tx, late); err != nil {
			return err
		}
		if err := d.Tx(t.Context(), func(tx *db.Tx) error { return set(tx, early) }); err != nil {
			return err
		}
		read()
		if f.stock[late] != 1 {
			t.Errorf("the reader's stocks are %v, want those before the commit", f.stock)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	settle(t, d)
	read()
	if f.stock[late] != 7 || f.stock[early] != 7 {
		t.Errorf("the reader's stocks are %v, want 7 of both products", f.stock)
	}
}

func TestRead_beginsAtATimeAndRefusesInvalidPositions(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		productID := shoptest.AddProduct(t, d, shoptest.Product{Stock: 1})
		at, err := db.Get[time.Time](t.Context(), d, `SELECT changed_at FROM changes WHERE object_id = $1`, productID)
		if err != nil {
			t.Fatal(err)
		}
		for since, want := range map[string][]string{
			at.Add(-time.Minute).Format(time.RFC3339):                                                             {productID},
			strings.Replace(at.Add(-time.Minute).In(time.FixedZone("", 19800)).Format(time.RFC3339), "+", " ", 1): {productID},
			at.Add(time.Hour).Format(time.RFC3339):                                                                nil,
		} {
			settle(t, d)
			page, err := changes.Records(t.Context(), d, since, 10, changes.ProductChanged)
			if err != nil || !slices.Equal(page.IDs, want) {
				t.Errorf("since %s: %v, %v, want %v", since, page.IDs, err, want)
			}
			// Later changes are returned next.
			if err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, `UPDATE products SET price = price + 1 WHERE id = $1`, productID)
			}); err != nil {
				t.Fatal(err)
			}
			settle(t, d)
			if page, err = changes.Records(t.Context(), d, page.Next, 10, changes.ProductChanged); err != nil || !slices.Equal(page.IDs, []string{productID}) {
				t.Errorf("after next: %v, %v, want %v", page.IDs, err, []string{productID})
			}
		}
		for _, since := range []string{"yesterday", "2026-01-15", "123", base64.RawURLEncoding.EncodeToString([]byte("1.a.b.c")), base64.RawURLEncoding.EncodeToString([]byte("2.a.1.1"))} {
			if _, err := changes.Records(t.Context(), d, since, 10, changes.ProductChanged); !fault.Is(err, fault.Invalid) {
				t.Errorf("changes since %q: %v, want it invalid", since, err)
			}
		}
		other := base64.RawURLEncoding.EncodeToString([]byte("1.another0epoch.5.5"))
		if _, err := changes.Records(t.Context(), d, other, 10, changes.ProductChanged); !errors.Is(err, changes.ErrRestarted) {
			t.Errorf("changes since a position in another database: %v, want ErrRestarted", err)
		}
	})
}

func TestLog_namesTheChangesOfAnOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shopper := shoptest.AddShopper(t, d)
		const orderID = "order0000001"
		settle(t, d)
		start, err := changes.Latest(t.Context(), d, d)
		if err != nil {
			t.Fatal(err)
		}
		events := []string{
			changes.OrderPlaced, changes.OrderChanged, changes.OrderStage, changes.OrderDelivered, changes.OrderCanceled, changes.PaymentChanged, changes.CustomerChanged,
		}
		happened := func(statement string, args ...any) []string {
			t.Helper()
			if err := d.Tx(t.Context(), func(tx *db.Tx) error { return db.Exec(t.Context(), tx, statement, args...) }); err != nil {
				t.Fatal(err)
			}
			settle(t, d)
			read, next, err := changes.Read(t.Context(), d, d, changes.Query{Since: start, Limit: 100, Events: events})
			if err != nil {
				t.Fatal(err)
			}
			start = next
			found := map[string]bool{}
			for _, change := range read {
				found[change.Event] = true
			}
			return slices.Sorted(maps.Keys(found))
		}
		for _, step := range []struct {
			statement string
			args      []any
			want      []string
		}{
			{`INSERT INTO checkouts (id, user_id, payment_method, total, due_total, number, stage, created_at, updated_at, unpaid) VALUES ('` + orderID + `', $1, 'ONLINE', 100, 100, 1001, 'NEW', $2, $2, TRUE)`, []any{shopper, shoptest.Epoch}, nil},
			{`UPDATE checkouts SET version = version + 1`, nil, nil}, // unpaid: not in any list
			{`UPDATE checkouts SET unpaid = FALSE, paid_at = $1`, []any{shoptest.Epoch}, []string{"customer.changed", "order.changed", "order.placed", "payment.changed"}},
			{`UPDATE checkouts SET mailed = 'x'`, nil, nil},
			{`UPDATE checkouts SET staff_note = 'x'`, nil, []string{"order.changed"}},
			{`UPDATE checkouts SET stage = 'PACKED'`, nil, []string{"order.changed", "order.stage"}},
			{`UPDATE checkouts SET stage = 'DONE', has_delivered = TRUE`, nil, []string{"order.changed", "order.delivered", "order.stage"}},
			{`UPDATE checkouts SET stage = 'NEW', has_delivered = FALSE`, nil, []string{"order.changed", "order.stage"}},
			{`UPDATE checkouts SET stage = 'DONE', has_canceled = TRUE`, nil, []string{"order.canceled", "order.changed", "order.stage"}},
			{`UPDATE users SET name = 'Ravi' WHERE id = $1`, []any{shopper}, []string{"customer.changed"}},
			{`UPDATE users SET last_login_at = $2 WHERE id = $1`, []any{shopper, shoptest.Epoch}, nil},
		} {
			if got := happened(step.statement, step.args...); !slices.Equal(got, step.want) {
				t.Errorf("%s is logged as %v, want %v", step.statement, got, step.want)
			}
		}
	})
}
