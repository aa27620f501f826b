package purchase_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/purchase"
	"kirana/internal/shoptest"
)

func TestRegister_addsUpAndNeverChangesAClosedMonth(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		here, tea, soap := s.supplier("Mahalaxmi", maharashtra), s.add("Tea", 30000, 0), s.add("Soap", 5000, 0)
		p := s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","date":"2026-01-10","roundOff":"-0.4","lines":[{"productId":%q,"pieces":10,"cost":100,"rate":5},{"productId":%q,"pieces":10,"cost":20,"rate":18}]}`, here, tea, soap)))
		s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"2","date":"2026-01-11","lines":[{"productId":%q,"pieces":1,"cost":10}]}`, s.supplier("Nobody’s GSTIN", ""), soap)))
		s.owner.Request(t, "POST", "/purchases/"+p.ID+"/return", `{"reason":"torn","lines":[{"_id":"`+p.Lines[1].ID+`","pieces":5}]}`).Expect(t, http.StatusOK, "")
		sums := func(first, last string) (credited, rows int) {
			input, err := purchase.InputTax(t.Context(), d, first, last)
			if err != nil {
				t.Fatal(err)
			}
			entries, err := purchase.Register(t.Context(), d, first, last)
			if err != nil {
				t.Fatal(err)
			}
			var tax, total, lines money.Paise
			for _, e := range entries {
				total += e.Total.Paise() - e.RoundOff.Paise()
				lines += e.Split.Total()
				if e.Credit {
					tax += e.Tax()
				}
			}
			if tax != input.Tax() || total != lines {
				t.Errorf("the register's tax is %d and its total %d, the total of its lines %d; the credit is %+v, want the credit's tax, and a total equal to that of the lines", tax, total, lines, input)
			}
			return int(input.Tax()), len(entries)
		}
		if credited, rows := sums("2026-01-01", "2026-01-31"); credited != 5000+3600-1800 || rows != 4 {
			t.Errorf("credited are %d in %d rows, want %d and 4", credited, rows, 5000+3600-1800)
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `INSERT INTO closed_months (month, begins, ends, closed_at, closed_by) VALUES ('2025-12', $1, $2, $2, 'o')`, s.Clock.Now().AddDate(0, -2, 0), s.Clock.Now().AddDate(0, -1, 0))
		})
		if err != nil {
			t.Fatal(err)
		}
		s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"3","date":"2025-12-30","lines":[{"productId":%q,"pieces":10,"cost":100,"rate":5}]}`, here, tea)))
		if credited, rows := sums("2025-12-01", "2025-12-31"); credited != 0 || rows != 0 {
			t.Errorf("a closed month changed: %d in %d rows, want 0 and 0", credited, rows)
		}
		if credited, _ := sums("2026-01-01", "2026-01-31"); credited != 5000+5000+3600-1800 {
			t.Errorf("the bill of a closed month counts now: %d, want %d", credited, 5000+5000+3600-1800)
		}
		var page struct {
			Sums struct{ Month struct{ Tax float64 } }
		}
		if err := json.Unmarshal(s.owner.Request(t, "GET", "/purchases", "").Expect(t, http.StatusOK, "").Bytes, &page); err != nil {
			t.Fatal(err)
		}
		if page.Sums.Month.Tax != 50+50+36-18 {
			t.Errorf("above the list the tax of the month is %v, unlike in the register, want %v", page.Sums.Month.Tax, 50+50+36-18)
		}
	})
}

func TestRegister_keepsGSTINAndStateOfTheDayOfBooking(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier, tea := s.supplier("Mahalaxmi", maharashtra), s.add("Tea", 30000, 0)
		p := s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","date":"2026-01-10","lines":[{"productId":%q,"pieces":10,"cost":100,"rate":5}]}`, supplier, tea)))
		s.owner.Request(t, "PUT", "/suppliers/"+supplier, `{"gstin":"`+gujarat+`","state":"24"}`).Expect(t, http.StatusOK, "")
		s.owner.Request(t, "POST", "/purchases/"+p.ID+"/return", `{"reason":"torn","lines":[{"_id":"`+p.Lines[0].ID+`","pieces":5}]}`).Expect(t, http.StatusOK, "")
		entries, err := purchase.Register(t.Context(), d, "2026-01-01", "2026-01-31")
		if err != nil || len(entries) != 2 {
			t.Fatalf("the register is %+v, %v, want 2 entries", entries, err)
		}
		for _, e := range entries {
			if e.GSTIN != maharashtra || e.State != "27" {
				t.Errorf("the %s names %s of %s, want %s and 27", e.Kind, e.GSTIN, e.State, maharashtra)
			}
		}
	})
}

func TestMargin_excludesTaxAndUsesTheCostAtTheTimeOfSale(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier, tea := s.supplier("Mahalaxmi", maharashtra), s.add("Tea", 11800, 0)
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET hsn = '0902', gst_rate = 1800, updated_at = $1 WHERE id = $2`, s.Clock.Now().Add(time.Second), tea)
		})
		if err != nil {
			t.Fatal(err)
		}
		sale := shoptest.AddSale(t, d, shoptest.Sale{UserID: shoptest.AddShopper(t, d), ProductID: tea, Pieces: 2, At: s.Clock.Now()})
		s.Clock.Advance(2 * time.Second)
		s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"pieces":10,"cost":30,"rate":18}]}`, supplier, tea)))
		var today struct {
			Margin *struct{ Sold, Cost, Earned, Unknown float64 } `json:"margin"`
		}
		s.owner.Request(t, "GET", "/report/today", "").Expect(t, http.StatusOK, "").Decode(t, &today)
		if today.Margin != nil {
			t.Errorf("the margin of unknown costs is %+v, want no margin", *today.Margin)
		}
		err = d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE orders SET cost = (SELECT cost FROM products WHERE id = product_id), total = 11800 WHERE id = $1`, sale)
		})
		if err != nil {
			t.Fatal(err)
		}
		s.owner.Request(t, "GET", "/report/today", "").Expect(t, http.StatusOK, "").Decode(t, &today)
		if today.Margin == nil || today.Margin.Sold != 100 || today.Margin.Cost != 60 || today.Margin.Earned != 40 {
			t.Fatalf("the margin is %+v, want sold 100, cost 60 and 40 earned", today.Margin)
		}
		var margins struct {
			Earned         float64
			Days, Products []struct{ Name string }
		}
		s.owner.Request(t, "GET", "/stock/margin", "").Expect(t, http.StatusOK, "").Decode(t, &margins)
		if margins.Earned != 40 || len(margins.Days) != 1 || len(margins.Products) != 1 || margins.Products[0].Name != "Tea" {
			t.Errorf("the margins are %+v, want 40 earned, 1 day, 1 product and name Tea", margins)
		}
		hindi := language.Handler(s, func(context.Context) []string { return []string{"en", "hi"} })
		shoptest.As(hindi, shoptest.AddStaff(t, d, "MANAGER")).Request(t, "GET", "/stock/margin", "", "Accept-Language", "hi").Expect(t, http.StatusOK, "").Decode(t, &margins)
		if margins.Days[0].Name != "15 जनवरी" {
			t.Errorf("in Hindi the day is %q, want the month in Hindi", margins.Days[0].Name)
		}
		for role, seen := range map[string]bool{"MANAGER": true, "PACKER": false} {
			staff := shoptest.As(s, shoptest.AddStaff(t, d, role))
			for call, body := range map[string]string{"POST /product/getProductById": `{"productId":"` + tea + `"}`, "GET /product/getAll?q=Tea&limit=5": "", "GET /product/getAll?limit=5": ""} {
				method, path, _ := strings.Cut(call, " ")
				if r := staff.Request(t, method, path, body).Expect(t, http.StatusOK, ""); strings.Contains(string(r.Bytes), `"cost"`) != seen {
					t.Errorf("%s sees a cost in %s: %v, want %v", role, call, !seen, seen)
				}
			}
			staff.Request(t, "GET", "/report/today", "").Expect(t, http.StatusOK, "").Decode(t, &today)
		}
	})
}

func TestMargin_excludesCessAndTaxOnThePrintedPrice(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		shopper := shoptest.AddShopper(t, d)
		for hsn, goods := range map[string]struct{ base, sale string }{
			"8898": {"PRICE", "price = 14000, total = 14000"},
			"8899": {"MRP", "price = 14000, discount = 4000, total = 10000"},
		} {
			product := s.add(hsn, 14000, 0)
			sale := shoptest.AddSale(t, d, shoptest.Sale{UserID: shopper, ProductID: product, Pieces: 1, At: s.Clock.Now()})
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return errors.Join(
					db.Exec(t.Context(), tx, `INSERT INTO tax_rates (id, hsn, condition, rate, cess, treatment, base, from_day, created_at) VALUES ($1, $1, '', 2800, 1200, 'TAXABLE', $2, '2026-01-01', $3)`, hsn, goods.base, s.Clock.Now()),
					db.Exec(t.Context(), tx, `UPDATE products SET hsn = $1, updated_at = $2 WHERE id = $3`, hsn, s.Clock.Now().Add(time.Second), product),
					db.Exec(t.Context(), tx, `UPDATE orders SET cost = 0, `+goods.sale+` WHERE id = $1`, sale))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := s.View.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		var margins struct{ Products []struct{ Name, Sold any } }
		s.owner.Request(t, "GET", "/stock/margin", "").Expect(t, http.StatusOK, "").Decode(t, &margins)
		if got := fmt.Sprint(margins.Products); got != "[{8898 100} {8899 60}]" {
			t.Errorf("the margins of products, sold without tax, are %s, want %q", got, "[{8898 100} {8899 60}]")
		}
	})
}

func TestMargin_usesTheRegistrationOfEachDay(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d) // registered
		tea, shopper := s.add("Tea", 5000, 0), shoptest.AddShopper(t, d)
		yesterday := shoptest.AddSale(t, d, shoptest.Sale{UserID: shopper, ProductID: tea, Pieces: 1, At: s.Clock.Now().AddDate(0, 0, -1)})
		shoptest.AddSale(t, d, shoptest.Sale{UserID: shopper, ProductID: tea, Pieces: 1, At: s.Clock.Now()})
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return errors.Join(
				db.Exec(t.Context(), tx, `UPDATE orders SET cost = 0`),
				db.Exec(t.Context(), tx, `UPDATE products SET hsn = '0902', gst_rate = 2500, updated_at = $1 WHERE id = $2`, s.Clock.Now().Add(time.Second), tea),
				db.Exec(t.Context(), tx, `
					INSERT INTO bills (id, number, path_number, prefix, year, serial, kind, checkout_id, user_id, issued_at, place_of_supply, total, round_off, payable, document)
					SELECT 'memo', 'GK/1', 'GK-1', 'GK', '25-26', 1, 'CASH_MEMO', checkout_id, user_id, created_at, '27', total, 0, total, '{"seller":{"standing":"UNREGISTERED"}}'
					FROM orders WHERE id = $1`, yesterday))
		})
		if err == nil {
			err = s.View.Refresh(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		var margins struct{ Days []struct{ Sold any } }
		s.owner.Request(t, "GET", "/stock/margin?from=2026-01-14", "").Expect(t, http.StatusOK, "").Decode(t, &margins)
		if got := fmt.Sprint(margins.Days); got != "[{50} {40}]" {
			t.Errorf("the margins of days, sold without tax, are %s, want %q", got, "[{50} {40}]")
		}
	})
}

// Only on PostgreSQL: SQLite has one writer at a time.
func TestBook_isNotDatedInAMonthThatIsClosedMeanwhile(t *testing.T) {
	t.Parallel()
	d := shoptest.Postgres(t)
	s := newShop(t, d)
	late := s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"3","date":"2025-12-30","lines":[{"productId":%q,"pieces":10,"cost":100,"rate":5}]}`, s.supplier("Mahalaxmi", maharashtra), s.add("Tea", 30000, 0)))
	var booking sync.WaitGroup
	err := d.Tx(t.Context(), func(tx *db.Tx) error {
		if err := bill.LockMonths(t.Context(), tx); err != nil {
			return err
		}
		if _, err := db.Get[int](t.Context(), tx, `SELECT COUNT(*) FROM closed_months`); err != nil {
			return err
		}
		booking.Go(func() { s.book(late) })
		for waiting := 0; waiting == 0 && !t.Failed(); {
			var err error
			if waiting, err = db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`); err != nil {
				return err
			}
			if booked, err := purchase.Register(t.Context(), d, "2025-12-01", "2025-12-31"); err != nil || len(booked) > 0 {
				t.Errorf("a purchase was booked into a month that is being closed: %v", err)
			}
		}
		return db.Exec(t.Context(), tx, `INSERT INTO closed_months (month, begins, ends, closed_at, closed_by) VALUES ('2025-12', $1, $2, $2, 'o')`, s.Clock.Now().AddDate(0, -2, 0), s.Clock.Now().AddDate(0, -1, 0))
	})
	if err != nil {
		t.Fatal(err)
	}
	booking.Wait()
	if booked, err := purchase.Register(t.Context(), d, "2026-01-01", "2026-01-31"); err != nil || len(booked) != 1 {
		t.Errorf("this month has %d rows: %v, want 1", len(booked), err)
	}
}
