package books_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
	"kirana/internal/tax"
)

// BenchmarkBooks reads a month of 5,000 bills, and the first and the last page of the register of a year of
// 1,000 and of 100,000 bills.
func BenchmarkBooks(b *testing.B) {
	for name, connect := range map[string]func(testing.TB) *db.DB{"sqlite": shoptest.SQLite, "postgres": shoptest.Postgres} {
		for _, bills := range []int{1_000, 100_000} {
			s := open(b, connect(b), settings.GSTRegistered)
			s.addYear(bills)
			calls := map[string]string{
				"first page of a year": "/books/sales?from=2026-04-01&to=2027-03-31",
				"last page of a year":  fmt.Sprintf("/books/sales?from=2026-04-01&to=2027-03-31&page=%d", bills/50),
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

// addYear adds bills of five lines: 5,000 in May, the others over the months that follow.
func (s *shop) addYear(bills int) {
	s.t.Helper()
	rate := tax.Percent(1800)
	line := bill.Line{Name: "Washing Powder 1 kg", HSN: "34025000", UQC: "NOS", Quantity: tax.Pieces(1), Gross: 11800, Valued: 11800, Treatment: tax.Taxable, Rate: &rate, Split: tax.SplitGross(11800, rate, 0, false)}
	text, err := json.Marshal(bill.Document{
		Seller: bill.Seller{Standing: settings.GSTRegistered, GSTIN: "27AAAPK0000A1ZX", State: "27"},
		Buyer:  bill.Buyer{Name: "Tara Caterers", GSTIN: "27CCCFT0000C1ZX", State: "27"}, Lines: []bill.Line{line, line, line, line, line},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	sale := s.sale("411004", "", s.good("0401", 1, 100))
	for month := range 10 {
		first := month * bills / 10
		count := bills / 10
		if bills > 1_000 && month == 0 {
			count = 5_000
		}
		s.exec(`
			WITH RECURSIVE n (i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $2)
			INSERT INTO bills (id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, issued_at, place_of_supply, total, round_off, payable, document, left_at)
			SELECT 'b' || (1000000 + i), 'GK/26-27/' || i, 'GK-26-27-' || i, 'GK', '26-27', i, 'TAX_INVOICE', $3, $4, $5, '27', 59000, 0, 59000, $6, $5
			FROM n`, first+1, first+count, sale.CheckoutID, s.shopper, s.clock.Now().AddDate(0, month-5, 0), string(text))
	}
	s.exec(`ANALYZE bills`)
}
