package shoptest

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/money"
)

// ManyOrders fills the shop with months of business: n lines in orders of five, of n/20
// shoppers and 40 products, spread evenly over the 60 days before Epoch, oldest first. Of every ten
// rows eight are delivered, one is pending, one canceled; each costs ₹50. Row i has the number
// ORD-(1000000+i), the order of rows 5*i to 5*i+4 the number 1000000+i.
func ManyOrders(t testing.TB, d *db.DB, n int) {
	t.Helper()
	if err := FillOrders(t.Context(), d, n, n, Epoch); err != nil {
		t.Fatalf("arrange the test: %v", err)
	}
}

const (
	// manyDays is the number of days that the orders are spread over.
	manyDays = 60
	// manyRows is the number of rows per order.
	manyRows = 5
	// rowsPerTime is the number of rows ordered at the same time; up to twice as many are possible.
	rowsPerTime = 1000
	// fillTimeout bounds one statement that fills a shop.
	fillTimeout = 20 * time.Minute
)

// FillOrders is ManyOrders for the 60 days before until, outside of tests. Only the newest orders, open in number, have
// pending rows; they are NEW, PACKING, PACKED and OUT in turn. In older orders, the pending rows are delivered.
func FillOrders(ctx context.Context, d *db.DB, n, open int, until time.Time) error {
	f := filler{ctx: db.WithTimeout(ctx, fillTimeout), db: d, rows: n, open: open, shoppers: max(1, n/20)}
	if err := f.addProducts(); err != nil {
		return err
	}
	f.exec(`
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO users (id, name, email, password_hash, mobile, role, status, created_at, updated_at)
		SELECT 'manyshopper' || (1000000 + i), 'Shopper Number ' || i, 'shopper' || i || '@many.test', '', `+mobileOf("i")+`, 'USER', 'Active', $2, $2
		FROM n`, f.shoppers, Epoch)
	for day := range manyDays {
		f.fillDay(n/manyRows*day/manyDays*manyRows, n/manyRows*(day+1)/manyDays*manyRows, until.Add(-time.Duration(manyDays-day)*24*time.Hour))
	}
	if rest := n / manyRows * manyRows; rest < n {
		f.fillTime(rest, n, until.Add(-24*time.Hour))
	}
	f.fillWords()
	return f.err
}

// mobileOf returns SQL for the mobile of the shopper with a number.
func mobileOf(number string) string {
	return `CAST(9000000000 + CAST(` + number + ` AS BIGINT) * 7919 % 1000000000 AS TEXT)`
}

// filler fills a shop, and stops at the first failing statement.
type filler struct {
	ctx                  context.Context //nolint:containedctx // it lives as long as one call
	db                   *db.DB
	rows, open, shoppers int
	products             string // SQL rows of place, id and name
	err                  error
}

func (f *filler) exec(statement string, args ...any) {
	if f.err == nil {
		f.err = run(f.ctx, f.db, statement, args...)
	}
}

// execUnchecked runs a statement whose references are known to be valid. PostgreSQL would check
// each one, which takes longer than writing it; only a superuser may skip that.
func (f *filler) execUnchecked(statement string, args ...any) {
	if f.err != nil {
		return
	}
	f.err = f.db.Tx(f.ctx, func(tx *db.Tx) error {
		superuser, err := isSuperuser(f.ctx, f.db)
		if err != nil {
			return err
		}
		if superuser {
			if err := db.Exec(f.ctx, tx, `SET LOCAL session_replication_role = 'replica'`); err != nil {
				return err
			}
		}
		return db.Exec(f.ctx, tx, statement, args...)
	})
}

// isSuperuser reports whether this is a PostgreSQL role that may skip its checks.
func isSuperuser(ctx context.Context, d *db.DB) (bool, error) {
	if !d.MultiNode() {
		return false, nil
	}
	return db.Get[bool](ctx, d, `SELECT rolsuper FROM pg_roles WHERE rolname = current_user`)
}

// addProducts adds the products of the orders.
func (f *filler) addProducts() error {
	var products []string
	for i := range 40 {
		name := manyNames[i%len(manyNames)] + " " + strconv.Itoa(1+i/len(manyNames))
		productID, err := addProduct(f.ctx, f.db, Product{Name: name, Stock: 100})
		if err != nil {
			return err
		}
		products = append(products, fmt.Sprintf("(%d, '%s', '%s')", i, productID, name))
	}
	f.products = "(VALUES " + strings.Join(products, ", ") + ")"
	return nil
}

// fillDay fills a day with rows, up to rowsPerTime of them at the same time, so that a list up to a
// time reads no more of a large shop than of a small one.
func (f *filler) fillDay(from, to int, day time.Time) {
	times := max(1, (to-from)/rowsPerTime)
	for i := range times {
		f.fillTime(from+(to-from)/manyRows*i/times*manyRows, from+(to-from)/manyRows*(i+1)/times*manyRows, day.Add(24*time.Hour*time.Duration(i)/time.Duration(times)))
	}
}

// statuses is SQL for the delivery status of the rows from $1 to before $2, as common table
// expressions; $3 is the first order that may have pending rows.
const statuses = `
		WITH RECURSIVE n (i) AS (SELECT CAST($1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < CAST($2 AS INTEGER) - 1),
		r (i, checkout, status) AS (
			SELECT i, i / 5, CASE WHEN i % 10 = 9 THEN 'CANCELED' WHEN i % 10 = 8 AND i / 5 >= $3 THEN 'PENDING' ELSE 'DELIVERED' END FROM n
		)`

// fillTime writes the rows and orders of one time, and derives the orders' columns from their rows. The first row of
// each order is delivered.
func (f *filler) fillTime(from, to int, at time.Time) {
	if from >= to {
		return
	}
	firstOpen := (f.rows-1)/manyRows + 1 - f.open
	f.exec(statuses+`
		INSERT INTO checkouts (id, user_id, payment_method, total, created_at, number, pincode, stage_at, updated_at, item_count, due_total, collect, sold,
			paid_at, paid_by, searchable, has_pending, has_delivered, has_canceled, stage)
		SELECT 'manycheckout' || (1000000 + checkout), 'manyshopper' || (1000000 + checkout % $4), 'COD', 25000, $5, 1000000 + checkout, '411001', $5, $5,
			kept, kept * 5000, pending * 5000, kept * 5000, $5, 'CASH', TRUE, pending > 0, TRUE, canceled > 0,
			CASE WHEN pending = 0 THEN 'DONE' ELSE
				CASE (1000000 + checkout) / 2 % 4 WHEN 0 THEN 'NEW' WHEN 1 THEN 'PACKING' WHEN 2 THEN 'PACKED' ELSE 'OUT' END END
		FROM (
			SELECT checkout, COUNT(*) FILTER (WHERE status <> 'CANCELED') AS kept, COUNT(*) FILTER (WHERE status = 'PENDING') AS pending,
				COUNT(*) FILTER (WHERE status = 'CANCELED') AS canceled
			FROM r
			GROUP BY checkout
		) c`, from, to, firstOpen, f.shoppers, at)
	f.execUnchecked(statuses+`,
		p (place, id, name) AS `+f.products+`
		INSERT INTO orders (id, number, checkout_id, user_id, product_id, name, unit, images, price, discount, quantity, ordered_quantity, total, address,
			payment_method, payment_status, delivery_status, paid_by, paid_at, search, created_at, updated_at)
		SELECT 'manyorder' || (1000000 + r.i), 'ORD-' || (1000000 + r.i), 'manycheckout' || (1000000 + r.checkout),
			'manyshopper' || (1000000 + r.checkout % $4), p.id, p.name, '1 kg', '[]', 5000, 0, 1, 1, $6,
			'{"address_line":"' || (r.checkout % 300) || ' Lake Road","city":"Pune","state":"Maharashtra","country":"India","pincode":"411001","mobile":"9876543210"}',
			'COD', CASE r.status WHEN 'DELIVERED' THEN 'PAID' ELSE 'COD' END, r.status,
			CASE r.status WHEN 'DELIVERED' THEN 'CASH' ELSE '' END,
			(SELECT t.created_at FROM checkouts t WHERE r.status = 'DELIVERED' AND t.id = 'manycheckout' || (1000000 + r.checkout)), LOWER('ORD-' || (1000000 + r.i) || ' ' || p.name), $5, $5
		FROM r
		JOIN p ON p.place = r.i % 40`, from, to, firstOpen, f.shoppers, at, money.Rupees(50))
}

// fillWords indexes the words of the orders as the shop does: their numbers, the customer with
// every ending of the mobile, the address and the products.
func (f *filler) fillWords() {
	insert := func(word, condition string) {
		f.execUnchecked(`
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < CAST($1 AS INTEGER) - 1)
		INSERT INTO checkout_words (word, checkout_id)
		SELECT `+word+`, 'manycheckout' || (1000000 + i) FROM n WHERE `+condition+` ON CONFLICT DO NOTHING`, (f.rows-1)/manyRows+1)
	}
	shopper := fmt.Sprintf("i %% %d", f.shoppers)
	for _, word := range []string{"CAST(1000000 + i AS TEXT)", "'shopper'", "'number'", "CAST(" + shopper + " AS TEXT)", "'lake'", "'road'", "'pune'", "'411001'", "CAST(i % 300 AS TEXT)", "'ord'"} {
		insert(word, "TRUE")
	}
	for length := 4; length <= 10; length++ {
		insert(fmt.Sprintf(`SUBSTR(%s, %d)`, mobileOf(shopper), 11-length), "TRUE")
	}
	for row := range manyRows {
		insert(fmt.Sprintf("CAST(1000000 + i * %d + %d AS TEXT)", manyRows, row), fmt.Sprintf("i * %d + %d < %d", manyRows, row, f.rows))
	}
	for place, name := range manyNames { // the ten rows of two orders have ten different names
		for word := range strings.FieldsSeq(strings.ToLower(name)) {
			insert("'"+word+"'", fmt.Sprintf("i %% 2 = %d AND i * %d + %d < %d", place/manyRows, manyRows, place%manyRows, f.rows))
		}
	}
}

var manyNames = []string{
	"Toor Dal", "Basmati Rice", "Mustard Oil", "Wheat Atta", "Curd", "Paneer", "Turmeric Powder", "Jaggery", "Filter Coffee", "Assam Tea",
}
