package purchase_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/purchase"
	"kirana/internal/shoptest"
)

func TestSupplier_isValidatedAndHasAUniqueName(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		id := s.supplier("Mahalaxmi Traders", "")
		for field, body := range map[string]string{
			"name": `{"name":"mahalaxmi traders"}`, "gstin": `{"name":"A","gstin":"27AAPFM2217K1Z2"}`, "state": `{"name":"A","state":"Atlantis"}`,
		} {
			s.owner.Request(t, "POST", "/suppliers", body).ExpectField(t, field)
		}
		s.owner.Request(t, "POST", "/suppliers", `{"name":"A","gstin":"27AAPFM2217K1Z1","state":"Gujarat"}`).ExpectField(t, "gstin")
		s.owner.Request(t, "PUT", "/suppliers/"+id, `{"gstin":"27AAPFM2217K1Z1","mobile":"9000000099"}`).Expect(t, http.StatusOK, "")
		s.owner.Request(t, "PUT", "/suppliers/65f1a2b3c4d5e6f708192a3b", `{"mobile":"1"}`).Expect(t, http.StatusNotFound, "")
		var list []struct{ Name, Mobile, State string }
		s.owner.Request(t, "GET", "/suppliers", "").Expect(t, http.StatusOK, "").Decode(t, &list)
		if len(list) != 1 || list[0].Mobile != "9000000099" || list[0].State != "27" {
			t.Errorf("the suppliers are %+v, want 1 supplier, mobile 9000000099 and state 27", list)
		}
		packer := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		for _, path := range []string{"/suppliers", "/purchases", "/stock/value", "/stock/expiring", "/stock/reorder"} {
			packer.Request(t, "GET", path, "").Expect(t, http.StatusForbidden, "Do not have Permission")
		}
	})
}

func TestBook_updatesStockCostsAndPricesAndMakesThePurchaseImmutable(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier := s.supplier("Mahalaxmi Traders", maharashtra)
		oil, atta := s.add("Mustard Oil", 19500, 4), s.add("Chakki Atta", 28900, 0)
		body := func(bill, paper string) string {
			return fmt.Sprintf(`{"supplier":%q,"bill":%q,"date":"2026-01-10","paperTotal":%s,"lines":[
				{"productId":%q,"pieces":24,"free":2,"cost":148,"rate":5,"mrp":198,"price":182,"bestBefore":"2026-09-30"},
				{"productId":%q,"pieces":20,"cost":205,"rate":5}]}`, supplier, bill, paper, oil, atta)
		}
		p := s.draft(body("MT/1182", "8035"))
		if p.State != "DRAFT" || p.Taxable != 7652 || p.CGST != 191.3 || p.RoundOff != 0.4 || p.Total != 8035 || p.Difference != "" || p.Pieces != 46 || p.DueAt != "2026-01-25" {
			t.Fatalf("the draft is %+v", p)
		}
		for _, same := range []string{"mt / 1182", "ＭＴ／１１８２", "MT/\u200b1182", "MT/११८२"} {
			s.owner.Request(t, "POST", "/purchases", body(same, "8035")).Expect(t, http.StatusConflict, "MT/1182 of Mahalaxmi Traders is already in a draft, of 10 January.")
		}
		s.owner.Request(t, "PUT", "/purchases/"+p.ID, body("MT/1182", "8000")).Expect(t, http.StatusOK, "")
		s.owner.Request(t, "POST", "/purchases/"+p.ID+"/book", `{}`).Expect(t, http.StatusConflict, "The lines come to ₹34.60 more than the paper says.")
		if got := s.product(oil); got.Stock != 4 || got.Cost != nil {
			t.Errorf("a refused booking left %+v, want stock 4 and no cost", got)
		}
		s.owner.Request(t, "PUT", "/purchases/"+p.ID, body("MT/1182", "8035")).Expect(t, http.StatusOK, "")
		if p = s.book(p); p.State != "OPEN" || p.Due != 8035 {
			t.Errorf("the booked purchase is %+v, want state OPEN and due 8035", p)
		}
		// All 26 pieces cost ₹3,552; the 4 pieces that were in stock have no known cost.
		if got := s.product(oil); got.Stock != 30 || got.Cost == nil || *got.Cost != 13_661_538 || got.Price != 19800 || got.Discount != 1600 {
			t.Errorf("the oil's product is %+v, want stock 30, cost 13661538, price 19800 and discount 1600", got)
		}
		if got := s.product(atta); got.Stock != 20 || got.Cost == nil || *got.Cost != 20_500_000 || got.Price != 28900 {
			t.Errorf("the atta's product is %+v, want stock 20, cost 20500000 and price 28900", got)
		}
		note, err := db.Get[string](t.Context(), d, `SELECT note FROM stock_movements WHERE product_id = $1 AND reason = 'received'`, oil)
		if err != nil || note != "Mahalaxmi Traders MT/1182" {
			t.Errorf("the note in the ledger is %q, %v, want %q", note, err, "Mahalaxmi Traders MT/1182")
		}
		for _, call := range []string{"PUT /purchases/" + p.ID, "POST /purchases/" + p.ID + "/book", "DELETE /purchases/" + p.ID, "POST /purchases"} {
			method, path, _ := strings.Cut(call, " ")
			s.owner.Request(t, method, path, body("MT/1182", "8035")).Expect(t, http.StatusConflict, "MT/1182 of Mahalaxmi Traders is booked already, on 10 January.")
		}
		_, err = s.Purchases.Book(t.Context(), purchase.Staff{}, p.ID, false)
		if message, _ := fault.Of(err).In("hi"); !strings.Contains(message, "10 जनवरी") {
			t.Errorf("in Hindi the refusal says %q, want the month in Hindi", message)
		}
		s.owner.Request(t, "POST", "/purchases", strings.Replace(body("MT/1182", "8035"), "2026-01-10", "2026-04-01", 1)).Expect(t, http.StatusCreated, "")
		for _, statement := range []string{`UPDATE purchases SET total = 0`, `DELETE FROM purchases`, `UPDATE purchase_lines SET cost = 0`, `DELETE FROM purchase_lines`} {
			err := d.Tx(t.Context(), func(tx *db.Tx) error { return db.Exec(t.Context(), tx, statement+` WHERE id <> ''`) })
			if err == nil {
				t.Errorf("%s succeeded, want it refused", statement)
			}
		}
	})
}

func TestBook_asksAboutADayInTheFuture(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		p := s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","date":"2062-01-10","paperTotal":100,"lines":[{"productId":%q,"pieces":1,"cost":148,"rate":0}]}`,
			s.supplier("Mahalaxmi", maharashtra), s.add("Mustard Oil", 19500, 0)))
		book := func(body string) shoptest.Response {
			return s.owner.Request(t, "POST", "/purchases/"+p.ID+"/book", body)
		}
		book(`{}`).Expect(t, http.StatusConflict, "The day of the bill, 10 January 2062, is in the future. The lines come to ₹48 more than the paper says.")
		book(`{"acceptDifference":true}`).Expect(t, http.StatusOK, "")
	})
}

func TestBook_namesMissingAndWrongFields(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier, oil := s.supplier("Mahalaxmi Traders", maharashtra), s.add("Mustard Oil", 19500, 0)
		for field, line := range map[string]string{
			"lines[0].pieces": `"cost":5`, "lines[0].cost": `"pieces":2,"rate":5`, "lines[0].rate": `"pieces":2,"cost":5`, "lines[0].price": `"pieces":2,"cost":5,"rate":5,"mrp":100,"price":101`,
		} {
			p := s.draft(fmt.Sprintf(`{"supplier":%q,"bill":%q,"lines":[{"productId":%q,%s}]}`, supplier, field, oil, line))
			s.owner.Request(t, "POST", "/purchases/"+p.ID+"/book", `{}`).ExpectField(t, field)
		}
		for field, body := range map[string]string{
			"supplier": `{"supplier":"65f1a2b3c4d5e6f708192a3b"}`, "date": `{"supplier":"` + supplier + `","date":"20.1.2026"}`,
			"lines[0].productId":  `{"supplier":"` + supplier + `","lines":[{"productId":"65f1a2b3c4d5e6f708192a3b","pieces":1}]}`,
			"lines[0].bestBefore": `{"supplier":"` + supplier + `","lines":[{"productId":"` + oil + `","bestBefore":"soon"}]}`,
		} {
			s.owner.Request(t, "POST", "/purchases", body).ExpectField(t, field)
		}
		p := s.draft(`{"supplier":"` + supplier + `"}`)
		s.owner.Request(t, "POST", "/purchases/"+p.ID+"/book", `{}`).ExpectField(t, "lines")
		s.owner.Request(t, "PUT", "/purchases/"+p.ID, `{"supplier":"`+supplier+`","lines":[{"productId":"`+oil+`","pieces":2,"cost":5,"rate":5}]}`).Expect(t, http.StatusOK, "")
		s.owner.Request(t, "POST", "/purchases/"+p.ID+"/book", `{}`).ExpectField(t, "bill")
		s.owner.Request(t, "DELETE", "/purchases/"+p.ID, "").Expect(t, http.StatusOK, "")
		s.owner.Request(t, "GET", "/purchases/"+p.ID, "").Expect(t, http.StatusNotFound, "")
	})
}

func TestCost_isAnAverageAndIncludesTaxWithoutInputCredit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for name, c := range map[string]struct {
			gst, gstin, line string
			want             money.UnitCost
			igst             float64
		}{
			"credited":           {"REGISTERED", maharashtra, `"cost":100,"rate":18`, 10_000_000, 0},
			"with tax, credited": {"REGISTERED", maharashtra, `"cost":118,"costIncludesTax":true,"rate":18`, 10_000_000, 0},
			"another state":      {"REGISTERED", gujarat, `"cost":100,"rate":18`, 10_000_000, 180},
			"composition":        {"COMPOSITION", maharashtra, `"cost":100,"rate":18`, 11_800_000, 0},
			"no GSTIN":           {"REGISTERED", "", `"cost":100,"rate":18`, 10_000_000, 0},
		} {
			s := newShop(t, d)
			s.setGST(c.gst)
			tea := s.add(name, 30000, 0)
			p := s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"pieces":10,%s}]}`, s.supplier(name, c.gstin), tea, c.line)))
			if got := s.product(tea); got.Cost == nil || *got.Cost != c.want || p.IGST != c.igst {
				t.Errorf("%s: %+v, %+v, want cost %v and IGST %v", name, got, p, c.want, c.igst)
			}
		}
		s := newShop(t, d)
		supplier, tea := s.supplier("Average", ""), s.add("Tea", 30000, 0)
		for i, cost := range []int{100, 130} {
			s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"%d","lines":[{"productId":%q,"pieces":10,"cost":%d}]}`, supplier, i, tea, cost)))
		}
		if got := s.product(tea); *got.Cost != 11_500_000 {
			t.Errorf("the average is %d, want 11500000", *got.Cost)
		}
	})
}

func TestReturn_lowersTheStockAndTheDueAmount(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		poha := s.add("Poha", 6000, 3)
		p := s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"BA-1","paperTotal":526,"discount":1,"lines":[{"productId":%q,"pieces":10,"free":2,"cost":50.2,"rate":5,"bestBefore":"2026-06-30"}]}`, s.supplier("Balaji", maharashtra), poha)))
		if p.Total != 526 || p.RoundOff != -0.06 {
			t.Fatalf("the purchase is %+v, want total 526 and round off -0.06", p)
		}
		path := "/purchases/" + p.ID
		s.owner.Request(t, "POST", path+"/pay", `{"amount":527,"by":"UPI"}`).Expect(t, http.StatusConflict, "Only ₹526 is due for this purchase.")
		for range 2 { // the repeated call pays nothing
			s.owner.Request(t, "POST", path+"/pay", `{"amount":100,"by":"UPI","reference":"77","key":"k"}`).Expect(t, http.StatusOK, "").Decode(t, &p)
		}
		if p.State != "PART" || p.Due != 426 {
			t.Errorf("the purchase, partly paid, is %+v, want state PART and due 426", p)
		}
		line := p.Lines[0].ID
		s.owner.Request(t, "POST", path+"/return", `{"reason":"weevils","lines":[{"_id":"`+line+`","pieces":13}]}`).ExpectField(t, "lines[0].pieces")
		s.owner.Request(t, "POST", path+"/return", `{"reason":"weevils","key":"r","lines":[{"_id":"`+line+`","pieces":5}]}`).Expect(t, http.StatusOK, "").Decode(t, &p)
		if got := s.product(poha); got.Stock != 10 || len(p.Returns) != 1 || p.Returns[0].Bill != "DN/25-26/0001" {
			t.Errorf("after a return the product is %+v, the purchase %+v, want stock 10, 1 return and bill DN/25-26/0001", got, p)
		}
		s.owner.Request(t, "POST", path+"/return", `{"reason":"weevils","lines":[{"_id":"`+line+`","pieces":7}]}`).Expect(t, http.StatusOK, "").Decode(t, &p)
		if p.Returned != 526 || p.Due != -100 || p.State != "PAID" {
			t.Errorf("the purchase, all of it returned, is %+v, want 526 returned, due -100 and state PAID", p)
		}
		if got := s.product(poha); got.Stock != 3 {
			t.Errorf("the product is %+v, want a stock of 3", got)
		}
	})
}

func TestPay_inCashLowersTheExpectedCashOfTheDay(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		p := s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"pieces":10,"cost":50}]}`, s.supplier("Dairy", ""), s.add("Dahi", 6000, 0))))
		for _, by := range []string{"CASH", "BANK"} {
			s.owner.Request(t, "POST", "/purchases/"+p.ID+"/pay", `{"amount":120,"by":"`+by+`"}`).Expect(t, http.StatusOK, "")
		}
		var day struct{ Expected, Suppliers float64 }
		s.owner.Request(t, "GET", "/report/day", "").Expect(t, http.StatusOK, "").Decode(t, &day)
		if day.Suppliers != 120 || day.Expected != -120 {
			t.Errorf("the day is %+v, want suppliers 120 and expected -120", day)
		}
		s.owner.Request(t, "PUT", "/report/day", `{"counted":0,"byRider":[{"rider":"","counted":0}]}`).Expect(t, http.StatusOK, "")
		s.Clock.Advance(24 * time.Hour)
		s.owner.Request(t, "GET", "/report/day", "").Expect(t, http.StatusOK, "").Decode(t, &day)
		if day.Suppliers != 0 || day.Expected != 0 {
			t.Errorf("the next day is %+v, want suppliers 0 and expected 0", day)
		}
	})
}
