package shoptest

import (
	"strconv"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/money"
)

// ManyOrders fills the shop as it is after months of business: n order rows in
// checkouts of five, of n/20 shoppers and 40 products, spread evenly over the 60
// days before Morning, the oldest first. Of each ten rows eight are delivered, one
// waits, one was canceled; each costs ₹50. Row i has the number ORD-(1000000+i).
func ManyOrders(t testing.TB, d *db.DB, n int) {
	t.Helper()
	products := ""
	for i := range 40 {
		name := manyNames[i%len(manyNames)] + " " + strconv.Itoa(1+i/len(manyNames))
		if i > 0 {
			products += ", "
		}
		products += "(" + strconv.Itoa(i) + ", '" + AddProduct(t, d, Product{Name: name, Stock: 100}) + "', '" + name + "')"
	}
	arrange(t, d, `
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO users (id, name, email, password_hash, mobile, role, status, created_at, updated_at)
		SELECT 'manyshopper' || (1000000 + i), 'Shopper Number ' || i, 'shopper' || i || '@many.test', '',
			CAST(9000000000 + CAST(i AS BIGINT) * 7919 AS TEXT), 'USER', 'Active', $2, $2
		FROM n`, n/20, Epoch)
	const days = 60
	for day := range days {
		from, to := n*day/days, n*(day+1)/days
		at := Epoch.Add(-time.Duration(days-day) * 24 * time.Hour)
		arrange(t, d, `
			WITH RECURSIVE n (i) AS (SELECT $1 / 5 UNION ALL SELECT i + 1 FROM n WHERE i < ($2 - 1) / 5)
			INSERT INTO checkouts (id, user_id, payment_method, total, created_at)
			SELECT 'manycheckout' || (1000000 + i), 'manyshopper' || (1000000 + i % $3), 'COD', 25000, $4
			FROM n
			WHERE TRUE
			ON CONFLICT DO NOTHING`, from, to, n/20, at)
		arrange(t, d, `
			WITH RECURSIVE n (i) AS (SELECT CAST($1 AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < $2 - 1),
			p (place, id, name) AS (VALUES `+products+`)
			INSERT INTO orders (id, number, checkout_id, user_id, product_id, name, unit, images, price, discount, quantity, total, address,
				payment_method, payment_status, delivery_status, search, created_at, updated_at)
			SELECT 'manyorder' || (1000000 + n.i), 'ORD-' || (1000000 + n.i), 'manycheckout' || (1000000 + n.i / 5),
				'manyshopper' || (1000000 + (n.i / 5) % $3), p.id, p.name, '1 kg', '[]', 5000, 0, 1, $5, '{}', 'COD',
				CASE n.i % 10 WHEN 8 THEN 'COD' WHEN 9 THEN 'COD' ELSE 'PAID' END,
				CASE n.i % 10 WHEN 8 THEN 'PENDING' WHEN 9 THEN 'CANCELED' ELSE 'DELIVERED' END,
				LOWER('ORD-' || (1000000 + n.i) || ' ' || p.name), $4, $4
			FROM n
			JOIN p ON p.place = n.i % 40`, from, to, n/20, at, money.Rupees(50))
	}
}

var manyNames = []string{
	"Toor Dal", "Basmati Rice", "Mustard Oil", "Wheat Atta", "Curd", "Paneer", "Turmeric Powder", "Jaggery", "Filter Coffee", "Assam Tea",
}
