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

// ManyOrders fills the shop as it is after months of business: n order rows in
// checkouts of five, of n/20 shoppers and 40 products, spread evenly over the 60
// days before Morning, the oldest first. Of each ten rows eight are delivered, one
// waits, one was canceled; each costs ₹50. Row i has the number ORD-(1000000+i), the
// checkout of rows 5*i to 5*i+4 the number 1000000+i.
func ManyOrders(t testing.TB, d *db.DB, n int) {
	t.Helper()
	if err := FillOrders(t.Context(), d, n, n); err != nil {
		t.Fatalf("arrange the test: %v", err)
	}
}

// manyDays is over how many days the many orders are spread.
const manyDays = 60

// fillTimeout bounds one statement that fills a shop.
const fillTimeout = 10 * time.Minute

// FillOrders does what ManyOrders does, but leaves rows that wait in the newest open
// checkouts only: in every other checkout they are delivered. Who waits is at each stage
// but DONE in turn.
func FillOrders(ctx context.Context, d *db.DB, n, open int) error {
	ctx = db.WithTimeout(ctx, fillTimeout)
	products := []string{}
	for i := range 40 {
		name := manyNames[i%len(manyNames)] + " " + strconv.Itoa(1+i/len(manyNames))
		productID, err := addProduct(ctx, d, Product{Name: name, Stock: 100})
		if err != nil {
			return err
		}
		first, rest, _ := strings.Cut(strings.ToLower(name), " ")
		second, _, _ := strings.Cut(rest, " ")
		products = append(products, fmt.Sprintf("(%d, '%s', '%s', '%s', '%s')", i, productID, name, first, second))
	}
	f := filler{ctx: ctx, db: d, rows: n, open: open, shoppers: max(1, n/20), products: "(VALUES " + strings.Join(products, ", ") + ")"}
	f.exec(`
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO users (id, name, email, password_hash, mobile, role, status, created_at, updated_at)
		SELECT 'manyshopper' || (1000000 + i), 'Shopper Number ' || i, 'shopper' || i || '@many.test', '',
			CAST(9000000000 + CAST(i AS BIGINT) * 7919 AS TEXT), 'USER', 'Active', $2, $2
		FROM n`, f.shoppers, Epoch)
	for day := range manyDays {
		f.fillDay(n*day/manyDays, n*(day+1)/manyDays, Epoch.Add(-time.Duration(manyDays-day)*24*time.Hour))
	}
	f.derive()
	f.fillWords()
	return f.err
}

// filler fills a shop with statements, up to the first that fails.
type filler struct {
	ctx                  context.Context //nolint:containedctx // it lives as long as one call
	db                   *db.DB
	rows, open, shoppers int
	products             string // (place, id, name, first word, second word)
	err                  error
}

func (f *filler) exec(statement string, args ...any) {
	if f.err == nil {
		f.err = run(f.ctx, f.db, statement, args...)
	}
}

func (f *filler) fillDay(from, to int, at time.Time) {
	f.exec(`
		WITH RECURSIVE n (i) AS (SELECT $1 / 5 UNION ALL SELECT i + 1 FROM n WHERE i < ($2 - 1) / 5)
		INSERT INTO checkouts (id, user_id, payment_method, total, created_at)
		SELECT 'manycheckout' || (1000000 + i), 'manyshopper' || (1000000 + i % $3), 'COD', 25000, $4
		FROM n
		WHERE TRUE
		ON CONFLICT DO NOTHING`, from, to, f.shoppers, at)
	f.exec(`
		WITH RECURSIVE n (i) AS (SELECT CAST($1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < $2 - 1),
		p (place, id, name, first, second) AS `+f.products+`,
		r (i, status) AS (
			SELECT i, CASE WHEN i % 10 = 9 THEN 'CANCELED' WHEN i % 10 = 8 AND i / 5 >= $6 THEN 'PENDING' ELSE 'DELIVERED' END FROM n
		)
		INSERT INTO orders (id, number, checkout_id, user_id, product_id, name, unit, images, price, discount, quantity, ordered_quantity, total, address,
			payment_method, payment_status, delivery_status, paid_by, paid_at, search, created_at, updated_at)
		SELECT 'manyorder' || (1000000 + r.i), 'ORD-' || (1000000 + r.i), 'manycheckout' || (1000000 + r.i / 5),
			'manyshopper' || (1000000 + (r.i / 5) % $3), p.id, p.name, '1 kg', '[]', 5000, 0, 1, 1, $5,
			'{"address_line":"' || (r.i / 5 % 300) || ' Lake Road","city":"Pune","state":"Maharashtra","country":"India","pincode":"411001","mobile":"9876543210"}',
			'COD', CASE r.status WHEN 'DELIVERED' THEN 'PAID' ELSE 'COD' END, r.status,
			CASE r.status WHEN 'DELIVERED' THEN 'CASH' ELSE '' END, 
			(SELECT t.created_at FROM checkouts t WHERE r.status = 'DELIVERED' AND t.id = 'manycheckout' || (1000000 + r.i / 5)), LOWER('ORD-' || (1000000 + r.i) || ' ' || p.name), $4, $4
		FROM r
		JOIN p ON p.place = r.i % 40`, from, to, f.shoppers, at, money.Rupees(50), (f.rows-1)/5+1-f.open)
}

// derive writes what follows of the rows into their checkouts.
func (f *filler) derive() {
	f.exec(`
		UPDATE checkouts SET number = CAST(SUBSTR(id, 13) AS BIGINT), pincode = '411001', stage_at = created_at, updated_at = created_at,
			item_count = s.pieces, due_total = s.due, collect = s.collect, sold = s.sold, paid_at = CASE WHEN s.paid > 0 THEN created_at END,
			paid_by = CASE WHEN s.paid > 0 THEN 'CASH' ELSE '' END, searchable = TRUE,
			has_pending = s.waiting > 0, has_delivered = s.delivered > 0, has_canceled = s.canceled > 0,
			stage = CASE WHEN s.waiting = 0 THEN 'DONE' ELSE
				CASE CAST(SUBSTR(id, 13) AS BIGINT) / 2 % 4 WHEN 0 THEN 'NEW' WHEN 1 THEN 'PACKING' WHEN 2 THEN 'PACKED' ELSE 'OUT' END END
		FROM (
			SELECT checkout_id,
				SUM(CASE WHEN delivery_status <> 'CANCELED' THEN 1 ELSE 0 END) AS pieces,
				SUM(CASE WHEN delivery_status <> 'CANCELED' THEN total ELSE 0 END) AS due,
				SUM(CASE WHEN delivery_status = 'PENDING' THEN total ELSE 0 END) AS collect,
				SUM(CASE WHEN delivery_status <> 'CANCELED' THEN total END) AS sold,
				SUM(CASE WHEN delivery_status = 'PENDING' THEN 1 ELSE 0 END) AS waiting,
				SUM(CASE WHEN delivery_status = 'DELIVERED' THEN 1 ELSE 0 END) AS delivered,
				SUM(CASE WHEN delivery_status = 'CANCELED' THEN 1 ELSE 0 END) AS canceled,
				SUM(CASE WHEN payment_status = 'PAID' THEN 1 ELSE 0 END) AS paid
			FROM orders
			WHERE id LIKE 'manyorder%'
			GROUP BY checkout_id
		) AS s
		WHERE s.checkout_id = checkouts.id`)
}

// fillWords makes the checkouts findable as the shop does: by their numbers, by who
// ordered with every ending of the mobile, by the address and by the products.
func (f *filler) fillWords() {
	insert := func(selected string) {
		f.exec(`INSERT INTO checkout_words (word, checkout_id) SELECT DISTINCT ` + selected + ` ON CONFLICT DO NOTHING`)
	}
	const many = ` FROM checkouts c JOIN users u ON u.id = c.user_id WHERE c.id LIKE 'manycheckout%'`
	insert(`CAST(c.number AS TEXT), c.id` + many)
	for _, word := range []string{"'shopper'", "'number'", "SUBSTR(u.name, 16)", "'lake'", "'road'", "'pune'", "'411001'", "CAST(c.number % 300 AS TEXT)"} {
		insert(word + `, c.id` + many)
	}
	for length := 4; length <= 10; length++ {
		insert(fmt.Sprintf(`SUBSTR(u.mobile, %d), c.id`, 11-length) + many)
	}
	const rows = ` FROM orders o WHERE o.id LIKE 'manyorder%'`
	insert(`'ord', o.checkout_id` + rows)
	insert(`SUBSTR(o.number, 5), o.checkout_id` + rows)
	for _, word := range []string{"first", "second"} {
		insert(`p.` + word + `, o.checkout_id FROM ` + `(SELECT * FROM (WITH p (place, id, name, first, second) AS ` + f.products +
			` SELECT * FROM p) q) p JOIN orders o ON o.product_id = p.id WHERE p.` + word + ` <> '' AND o.id LIKE 'manyorder%'`)
	}
}

var manyNames = []string{
	"Toor Dal", "Basmati Rice", "Mustard Oil", "Wheat Atta", "Curd", "Paneer", "Turmeric Powder", "Jaggery", "Filter Coffee", "Assam Tea",
}
