package books_test

import (
	"fmt"
	"net/http"
	"testing"

	"kirana/internal/db"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
)

// BenchmarkBooks reads a month of 5,000 bills, and the first and the last page of the register of a year of
// 1,000 and of 95,000 bills.
func BenchmarkBooks(b *testing.B) {
	for name, connect := range map[string]func(testing.TB) *db.DB{"sqlite": shoptest.SQLite, "postgres": shoptest.Postgres} {
		for _, bills := range []int{1_000, 100_000} {
			s := open(b, connect(b), settings.GSTRegistered)
			added := s.addYear(bills)
			calls := map[string]string{
				"first page of a year": "/books/sales?from=2026-04-01&to=2027-03-31",
				"last page of a year":  fmt.Sprintf("/books/sales?from=2026-04-01&to=2027-03-31&page=%d", added/50),
				"list of bills":        "/bills?from=2026-04-01&to=2027-03-31",
			}
			if bills > 1_000 {
				calls["figures of a month of 5,000"] = "/books?from=2026-05-01&to=2026-05-31"
				calls["documents of a box of it"] = "/books/sales?from=2026-05-01&to=2026-05-31&box=4A"
			}
			for what, path := range calls {
				b.Run(fmt.Sprintf("%s/%d bills/%s", name, bills, what), func(b *testing.B) {
					for b.Loop() {
						s.as().Request(b, "GET", path, "").Expect(b, http.StatusOK, "")
					}
				})
			}
		}
	}
}

// addYear adds bills of five lines over ten months from May on: a tenth of bills each month, but 5,000 in May if there
// are more than 1,000. It returns how many it added.
func (s *shop) addYear(bills int) (added int) {
	s.t.Helper()
	for month := range 10 {
		count := bills / 10
		if bills > 1_000 && month == 0 {
			count = 5_000
		}
		s.addBills(month*bills/10, count, s.clock.Now().AddDate(0, month-5, 0))
		added += count
	}
	s.exec(`ANALYZE bills`)
	return added
}
