package customer_test

import (
	"fmt"
	"testing"

	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

// manyCustomers is the number of customers in BenchmarkList, whatever the number of orders.
const manyCustomers = 5000

// BenchmarkList reads the first page of 5,000 customers with 1,000 and with 100,000 orders. Both
// should take the same time.
func BenchmarkList(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *db.DB{"sqlite": shoptest.SQLite, "postgres": shoptest.Postgres} {
		for _, orders := range []int{1_000, 100_000} {
			d := open(b)
			addMany(b, d, orders)
			s := testshop.New(b, d)
			for what, f := range map[string]customer.Filter{
				"last order first": {}, "by sum": {Sort: customer.BySpent}, "by name": {Sort: customer.ByName}, "page 60": {Page: 60},
				"a word": {Search: "number 77"}, "a street": {Search: "lane 4321"}, "no match": {Search: "zzzz"}, "an area": {Pincode: "411004"},
			} {
				f.Sums, f.Limit, f.Page = true, 50, max(f.Page, 1)
				b.Run(fmt.Sprintf("%s/%d orders/%s", name, orders, what), func(b *testing.B) {
					for b.Loop() {
						if _, err := s.Customers.List(b.Context(), f); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

func addMany(b *testing.B, d *db.DB, orders int) {
	b.Helper()
	exec(b, d, `
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1 - 1)
		INSERT INTO users (id, name, email, password_hash, mobile, role, status, created_at, updated_at)
		SELECT 'customer' || (10000 + i), 'Customer Number ' || i, 'customer' || i || '@many.test', '', CAST(9000000000 + CAST(i AS BIGINT) * 7919 AS TEXT),
			'USER', 'Active', $2, $2
		FROM n`, manyCustomers, shoptest.Epoch)
	exec(b, d, `
		INSERT INTO addresses (id, user_id, address_line, city, state, pincode, country, mobile, created_at, updated_at)
		SELECT 'address' || id, id, 'Lane ' || SUBSTR(id, 10), 'Pune', 'Maharashtra', '411004', 'India', mobile, created_at, created_at FROM users`)
	exec(b, d, `
		WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1 - 1)
		INSERT INTO checkouts (id, user_id, payment_method, total, due_total, item_count, stage, pincode, created_at)
		SELECT 'checkout' || (1000000 + i), 'customer' || (10000 + i * 17 % $2), 'COD', 10000 + i, 10000 + i, 3, 'DONE', CAST(411000 + i % 30 AS TEXT), $3
		FROM n`, orders, manyCustomers, shoptest.Epoch)
}
