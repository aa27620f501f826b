package purchase_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/purchase"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// shop is a shop in Maharashtra that is registered for the tax.
type shop struct {
	*testshop.Shop
	t     *testing.T
	owner shoptest.Client
}

func newShop(t *testing.T, d *db.DB) shop {
	t.Helper()
	s := shop{testshop.New(t, d), t, shoptest.Client{}}
	s.owner = shoptest.As(s, shoptest.AddAdministrator(t, d))
	s.legal("REGISTERED")
	return s
}

func (s shop) legal(gst string) {
	s.t.Helper()
	err := s.DB.Tx(s.t.Context(), func(tx *db.Tx) error {
		return db.Exec(s.t.Context(), tx, `INSERT INTO settings (id, value, version, updated_at) VALUES (1, $1, 1, $2) ON CONFLICT (id) DO UPDATE SET value = excluded.value`,
			`{"legal":{"gst":"`+gst+`","state":"Maharashtra","gstin":"27AAAPK0000A1ZX"}}`, s.Clock.Now())
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.Settings.Forget()
}

// bought is a purchase as the API has it.
type bought struct {
	ID         string  `json:"_id"`
	State      string  `json:"state"`
	Total      float64 `json:"total"`
	Taxable    float64 `json:"taxable"`
	CGST       float64 `json:"cgst"`
	IGST       float64 `json:"igst"`
	RoundOff   float64 `json:"roundOff"`
	Due        float64 `json:"due"`
	DueAt      string  `json:"dueAt"`
	Pieces     int     `json:"pieces"`
	Returned   float64 `json:"returned"`
	Difference string  `json:"difference"`
	Lines      []struct {
		ID    string  `json:"_id"`
		Value float64 `json:"value"`
	} `json:"lines"`
	Returns []struct {
		Bill  string  `json:"bill"`
		Total float64 `json:"total"`
	} `json:"returns"`
}

func (s shop) supplier(name, gstin string) string {
	s.t.Helper()
	var made struct {
		ID string `json:"_id"`
	}
	s.owner.Request(s.t, "POST", "/suppliers", fmt.Sprintf(`{"name":%q,"gstin":%q,"daysToPay":15}`, name, gstin)).Expect(s.t, http.StatusCreated, "").Decode(s.t, &made)
	return made.ID
}

func (s shop) draft(body string) (p bought) {
	s.t.Helper()
	s.owner.Request(s.t, "POST", "/purchases", body).Expect(s.t, http.StatusCreated, "").Decode(s.t, &p)
	return p
}

func (s shop) book(p bought) (booked bought) {
	s.t.Helper()
	s.owner.Request(s.t, "POST", "/purchases/"+p.ID+"/book", `{}`).Expect(s.t, http.StatusOK, "").Decode(s.t, &booked)
	return booked
}

// product is what a booking writes into a product.
type product struct {
	Stock    int             `db:"stock"`
	Cost     *money.UnitCost `db:"cost"`
	Price    money.Paise     `db:"price"`
	Discount money.Paise     `db:"discount"`
	Expired  int             `db:"expired"`
}

func (s shop) product(productID string) product {
	s.t.Helper()
	p, err := db.Get[product](s.t.Context(), s.DB, `SELECT stock, cost, price, discount, expired FROM products WHERE id = $1`, productID)
	if err != nil {
		s.t.Fatal(err)
	}
	return p
}

func (s shop) add(name string, price money.Paise, pieces int) string {
	s.t.Helper()
	productID := shoptest.AddProduct(s.t, s.DB, shoptest.Product{Name: name, Price: price, Stock: pieces})
	if err := s.View.Refresh(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	return productID
}

const maharashtra, gujarat = "27AAPFM2217K1Z1", "24AAPFM2217K1Z7"

func TestSupplier_isCheckedAndNamedOnce(t *testing.T) {
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
			t.Errorf("the suppliers are %+v", list)
		}
		packer := shoptest.As(s, shoptest.AddStaff(t, d, "PACKER"))
		for _, path := range []string{"/suppliers", "/purchases", "/stock/value", "/stock/expiring", "/stock/reorder"} {
			packer.Request(t, "GET", path, "").Expect(t, http.StatusForbidden, "Do not have Permission")
		}
	})
}

func TestBook_changesStockCostAndPricesAtOnceAndStays(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier := s.supplier("Mahalaxmi Traders", maharashtra)
		oil, atta := s.add("Mustard Oil", 19500, 4), s.add("Chakki Atta", 28900, 0)
		body := func(bill, paper string) string {
			return fmt.Sprintf(`{"supplier":%q,"bill":%q,"date":"2026-01-20","paperTotal":%s,"lines":[
				{"productId":%q,"pieces":24,"free":2,"cost":148,"rate":5,"mrp":198,"price":182,"bestBefore":"2026-09-30"},
				{"productId":%q,"pieces":20,"cost":205,"rate":5}]}`, supplier, bill, paper, oil, atta)
		}
		p := s.draft(body("MT/1182", "8035"))
		if p.State != "DRAFT" || p.Taxable != 7652 || p.CGST != 191.3 || p.RoundOff != 0.4 || p.Total != 8035 || p.Difference != "" || p.Pieces != 46 || p.DueAt != "2026-02-04" {
			t.Fatalf("the draft is %+v", p)
		}
		s.owner.Request(t, "POST", "/purchases", body("mt / 1182", "8035")).Expect(t, http.StatusConflict, "MT/1182 of Mahalaxmi Traders stands in a draft already, of 20 January.")
		s.owner.Request(t, "PUT", "/purchases/"+p.ID, body("MT/1182", "8000")).Expect(t, http.StatusOK, "")
		s.owner.Request(t, "POST", "/purchases/"+p.ID+"/book", `{}`).Expect(t, http.StatusConflict, "The lines come to ₹34.60 more than the paper says.")
		if got := s.product(oil); got.Stock != 4 || got.Cost != nil {
			t.Errorf("a refused booking left %+v", got)
		}
		s.owner.Request(t, "PUT", "/purchases/"+p.ID, body("MT/1182", "8035")).Expect(t, http.StatusOK, "")
		if p = s.book(p); p.State != "OPEN" || p.Due != 8035 {
			t.Errorf("the booked purchase is %+v", p)
		}
		// All 26 pieces cost ₹3,552; the 4 that were there have no known cost.
		if got := s.product(oil); got.Stock != 30 || got.Cost == nil || *got.Cost != 13_661_538 || got.Price != 19800 || got.Discount != 1600 {
			t.Errorf("the oil is %+v", got)
		}
		if got := s.product(atta); got.Stock != 20 || got.Cost == nil || *got.Cost != 20_500_000 || got.Price != 28900 {
			t.Errorf("the atta is %+v", got)
		}
		note, err := db.Get[string](t.Context(), d, `SELECT note FROM stock_movements WHERE product_id = $1 AND reason = 'received'`, oil)
		if err != nil || note != "Mahalaxmi Traders MT/1182" {
			t.Errorf("the ledger says %q, %v", note, err)
		}
		for _, call := range []string{"PUT /purchases/" + p.ID, "POST /purchases/" + p.ID + "/book", "DELETE /purchases/" + p.ID, "POST /purchases"} {
			method, path, _ := strings.Cut(call, " ")
			s.owner.Request(t, method, path, body("MT/1182", "8035")).Expect(t, http.StatusConflict, "MT/1182 of Mahalaxmi Traders is booked already, on 20 January.")
		}
		s.owner.Request(t, "POST", "/purchases", strings.Replace(body("MT/1182", "8035"), "2026-01-20", "2026-04-01", 1)).Expect(t, http.StatusCreated, "")
		for _, statement := range []string{`UPDATE purchases SET total = 0`, `DELETE FROM purchases`, `UPDATE purchase_lines SET cost = 0`, `DELETE FROM purchase_lines`} {
			err := d.Tx(t.Context(), func(tx *db.Tx) error { return db.Exec(t.Context(), tx, statement+` WHERE id <> ''`) })
			if err == nil {
				t.Errorf("%s is taken", statement)
			}
		}
	})
}

func TestBook_namesWhatIsMissing(t *testing.T) {
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

func TestCost_isWithTaxWhereItIsNotCreditedAndAnAverageOtherwise(t *testing.T) {
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
			s.legal(c.gst)
			tea := s.add(name, 30000, 0)
			p := s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"1","lines":[{"productId":%q,"pieces":10,%s}]}`, s.supplier(name, c.gstin), tea, c.line)))
			if got := s.product(tea); got.Cost == nil || *got.Cost != c.want || p.IGST != c.igst {
				t.Errorf("%s: %+v, %+v", name, got, p)
			}
		}
		s := newShop(t, d)
		supplier, tea := s.supplier("Average", ""), s.add("Tea", 30000, 0)
		for i, cost := range []int{100, 130} {
			s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"%d","lines":[{"productId":%q,"pieces":10,"cost":%d}]}`, supplier, i, tea, cost)))
		}
		if got := s.product(tea); *got.Cost != 11_500_000 {
			t.Errorf("the average is %d", *got.Cost)
		}
	})
}

func TestReturn_settlesStockDuesAndTheLine(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		poha := s.add("Poha", 6000, 3)
		p := s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"BA-1","paperTotal":526,"discount":1,"lines":[{"productId":%q,"pieces":10,"free":2,"cost":50.2,"rate":5,"bestBefore":"2026-06-30"}]}`, s.supplier("Balaji", maharashtra), poha)))
		if p.Total != 526 || p.RoundOff != -0.06 {
			t.Fatalf("the purchase is %+v", p)
		}
		path := "/purchases/" + p.ID
		s.owner.Request(t, "POST", path+"/pay", `{"amount":527,"by":"UPI"}`).Expect(t, http.StatusConflict, "₹526 is to be paid.")
		for range 2 { // the second press pays nothing
			s.owner.Request(t, "POST", path+"/pay", `{"amount":100,"by":"UPI","reference":"77","key":"k"}`).Expect(t, http.StatusOK, "").Decode(t, &p)
		}
		if p.State != "PART" || p.Due != 426 {
			t.Errorf("partly paid is %+v", p)
		}
		line := p.Lines[0].ID
		s.owner.Request(t, "POST", path+"/return", `{"reason":"weevils","lines":[{"_id":"`+line+`","pieces":13}]}`).ExpectField(t, "lines[0].pieces")
		s.owner.Request(t, "POST", path+"/return", `{"reason":"weevils","key":"r","lines":[{"_id":"`+line+`","pieces":5}]}`).Expect(t, http.StatusOK, "").Decode(t, &p)
		if got := s.product(poha); got.Stock != 10 || len(p.Returns) != 1 || p.Returns[0].Bill != "DN/25-26/0001" {
			t.Errorf("after a return %+v, %+v", got, p)
		}
		s.owner.Request(t, "POST", path+"/return", `{"reason":"weevils","lines":[{"_id":"`+line+`","pieces":7}]}`).Expect(t, http.StatusOK, "").Decode(t, &p)
		if p.Returned != 526 || p.Due != -100 || p.State != "PAID" {
			t.Errorf("all sent back is %+v", p)
		}
		if got := s.product(poha); got.Stock != 3 {
			t.Errorf("left are %+v", got)
		}
	})
}

// lots returns what remains of a product's lots, by day.
func (s shop) lots(productID string) map[string]int {
	s.t.Helper()
	lots, err := stock.Lots(s.t.Context(), s.DB, productID)
	if err != nil {
		s.t.Fatal(err)
	}
	left := map[string]int{}
	for _, l := range lots[productID] {
		left[l.BestBefore] += l.Remaining
	}
	return left
}

func TestExpiring_isSetApartMarkedDownAndWrittenOff(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		day := func(days int) string { return s.Clock.Now().AddDate(0, 0, days).Format(time.DateOnly) }
		supplier, dahi := s.supplier("Dairy", ""), s.add("Dahi", 5000, 0)
		receive := func(bill string, pieces int, best string) {
			s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":%q,"lines":[{"productId":%q,"pieces":%d,"cost":42,"bestBefore":%q}]}`, supplier, bill, dahi, pieces, best)))
		}
		receive("1", 10, day(2))
		receive("2", 10, day(20))
		var list []struct {
			Lot         string  `json:"lot"`
			Left        int     `json:"left"`
			DaysLeft    int     `json:"daysLeft"`
			Value       float64 `json:"value"`
			WouldBeLeft int     `json:"wouldBeLeft"`
		}
		read := func(days string) {
			list = nil
			s.owner.Request(t, "GET", "/stock/expiring?days="+days, "").Expect(t, http.StatusOK, "").Decode(t, &list)
		}
		read("7")
		if len(list) != 1 || list[0].Left != 10 || list[0].DaysLeft != 2 || list[0].Value != 420 || list[0].WouldBeLeft != 10 {
			t.Fatalf("expiring are %+v", list)
		}
		near := list[0].Lot
		s.owner.Request(t, "POST", "/stock/markdown", `{"lot":"`+near+`","price":50}`).ExpectField(t, "price")
		s.owner.Request(t, "POST", "/stock/markdown", `{"lot":"`+near+`","price":42}`).Expect(t, http.StatusOK, "")
		if got := s.product(dahi); got.Price != 5000 || got.Discount != 800 {
			t.Errorf("marked down is %+v", got)
		}
		s.owner.Request(t, "POST", "/stock/writeoff", `{"lot":"`+near+`","pieces":11,"reason":"leaks"}`).Expect(t, http.StatusConflict, "Only 10 of Dahi left in stock.")
		s.owner.Request(t, "POST", "/stock/writeoff", `{"lot":"`+near+`","pieces":4,"reason":"leaks"}`).Expect(t, http.StatusOK, "")
		if left := s.lots(dahi); left[day(2)] != 6 || left[day(20)] != 10 {
			t.Errorf("left are %v", left)
		}
		// its day passes: the price goes back, and the web shop sells the rest alone
		s.Clock.Advance(72 * time.Hour)
		if err := s.Purchases.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.product(dahi); got.Discount != 0 || got.Expired != 6 || got.Stock != 16 {
			t.Errorf("past its day it is %+v", got)
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := s.Stock.Reserve(t.Context(), tx, []stock.Line{{ProductID: dahi, OrderID: "o", Quantity: 11}})
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "Only 10 of Dahi left") {
			t.Errorf("what is past its day is sold: %v", err)
		}
		s.owner.Request(t, "POST", "/stock/markdown", `{"lot":"`+near+`","price":30}`).Expect(t, http.StatusConflict, "Dahi is past its day, it can only be written off.")
		s.owner.Request(t, "POST", "/stock/writeoff", `{"lot":"`+near+`","pieces":6,"reason":"past"}`).Expect(t, http.StatusOK, "")
		if got := s.product(dahi); got.Expired != 0 || got.Stock != 10 {
			t.Errorf("written off leaves %+v", got)
		}
		read("30")
		if len(list) != 1 || list[0].Left != 10 {
			t.Errorf("later expiring are %+v", list)
		}
	})
}

func TestReorder_proposesWholePacksUntilADraftHasThem(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		s.Clock.Advance(40 * 24 * time.Hour)
		shopper := shoptest.AddShopper(t, d)
		supplier, oil, rice := s.supplier("Mahalaxmi", ""), s.add("Oil", 10000, 3), s.add("Rice", 10000, 100)
		for _, productID := range []string{oil, rice} {
			shoptest.AddSale(t, d, shoptest.Sale{UserID: shopper, ProductID: productID, Pieces: 28, At: s.Clock.Now().Add(-48 * time.Hour)})
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET pack_size = 6, created_at = $1, updated_at = $2 WHERE id = $3`, s.Clock.Now().Add(-30*24*time.Hour), s.Clock.Now(), oil)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.View.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		type wanted struct {
			Product struct {
				ID string `json:"_id"`
			} `json:"product"`
			PerDay   float64 `json:"perDay"`
			DaysLeft float64 `json:"daysLeft"`
			Packs    int     `json:"packs"`
			Ordered  int     `json:"ordered"`
		}
		read := func() (list []wanted) {
			s.owner.Request(t, "GET", "/stock/reorder", "").Expect(t, http.StatusOK, "").Decode(t, &list)
			return slices.DeleteFunc(list, func(w wanted) bool { return w.Product.ID != oil && w.Product.ID != rice })
		}
		list := read()
		if i := slices.IndexFunc(list, func(w wanted) bool { return w.Product.ID == oil }); i < 0 || list[i].PerDay != 1 || list[i].DaysLeft != 3 || list[i].Packs != 2 {
			t.Fatalf("to order are %+v", list)
		}
		s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%q,"pieces":12}]}`, supplier, oil))
		for _, w := range read() {
			if w.Product.ID == oil && (w.Ordered != 12 || w.Packs != 0) {
				t.Errorf("ordered is %+v", w)
			}
		}
	})
}

// upload sends a supplier's file.
func (s shop) upload(path, file string) shoptest.Response {
	s.t.Helper()
	body := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"bill.csv\"\r\n\r\n" + file + "\r\n--b--\r\n"
	return s.owner.Request(s.t, "POST", path, body, "Content-Type", "multipart/form-data; boundary=b")
}

func TestImport_takesWhatIsSureAndRemembersWhatIsSaid(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier, oil, atta := s.supplier("Mahalaxmi", maharashtra), s.add("Mustard Oil", 19500, 0), s.add("Chakki Atta", 28900, 0)
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET barcode = '8904004400012', updated_at = $1 WHERE id = $2`, s.Clock.Now().Add(time.Second), atta)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.View.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		file := "Mahalaxmi Traders\nItem,EAN,Qty,Free,Rate,GST%,MRP,Expiry\nCHAKKI ATTA WW,8904004400012,20 PC,,205,5,289,Feb 2027\nMUST OIL KG 1L,,2 CS,2,1776,5,195,30-Sep-2027\nNOBODY KNOWS,,6,,78,,,\nTotal,,,,,,,\n"
		type imported struct {
			Purchase bought `json:"purchase"`
			Lines    []struct {
				Words, Match, BestBefore string
				Count, Pack, Free        int
				Sure                     bool
			} `json:"lines"`
		}
		send := func(file, more string) (done imported) {
			s.upload("/purchases/import?supplier="+supplier+more, file).Expect(t, http.StatusCreated, "").Decode(t, &done)
			return done
		}
		done := send(file, "")
		if len(done.Lines) != 3 || len(done.Purchase.Lines) != 1 || done.Purchase.Total != 4305 {
			t.Fatalf("read as %+v", done)
		}
		if l := done.Lines[0]; !l.Sure || l.Match != "BARCODE" || l.Count != 20 || l.BestBefore != "2027-02-28" {
			t.Errorf("the sure line is %+v", l)
		}
		if l := done.Lines[1]; l.Sure || l.Count != 2 || l.Free != 2 || l.Pack != 0 {
			t.Errorf("the case is %+v", l)
		}
		if l := done.Lines[2]; l.Sure || l.Match != "UNKNOWN" {
			t.Errorf("the unknown line is %+v", l)
		}
		// what is said once is found by itself the next time
		s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%q,"pieces":24,"free":2,"cost":148,"words":"MUST OIL KG 1L","pack":12}]}`, supplier, oil))
		done = send(file, "")
		if l := done.Lines[1]; !l.Sure || l.Match != "LAST_TIME" || l.Pack != 12 || len(done.Purchase.Lines) != 2 {
			t.Errorf("the next time it is %+v", l)
		}
		odd := "Goods,Number,What it cost\nMUST OIL KG 1L,3,148\n"
		s.upload("/purchases/import?supplier="+supplier, odd).Expect(t, http.StatusBadRequest, "No column says how many pieces came. Please say which one it is.")
		send(odd, "&map=pieces%3DNumber,cost%3D%233")
		if done = send(odd, ""); done.Purchase.Pieces != 3 || done.Purchase.Taxable != 444 {
			t.Errorf("with the columns said before it is %+v", done.Purchase)
		}
	})
}

func TestRegister_addsUpAndLeavesClosedMonthsAlone(t *testing.T) {
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
				t.Errorf("the register has %d of tax and comes to %d, its lines to %d; credited are %+v", tax, total, lines, input)
			}
			return int(input.Tax()), len(entries)
		}
		if credited, rows := sums("2026-01-01", "2026-01-31"); credited != 5000+3600-1800 || rows != 4 {
			t.Errorf("credited are %d in %d rows", credited, rows)
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `INSERT INTO closed_months (month, begins, ends, closed_at, closed_by) VALUES ('2025-12', $1, $2, $2, 'o')`, s.Clock.Now().AddDate(0, -2, 0), s.Clock.Now().AddDate(0, -1, 0))
		})
		if err != nil {
			t.Fatal(err)
		}
		s.book(s.draft(fmt.Sprintf(`{"supplier":%q,"bill":"3","date":"2025-12-30","lines":[{"productId":%q,"pieces":10,"cost":100,"rate":5}]}`, here, tea)))
		if credited, rows := sums("2025-12-01", "2025-12-31"); credited != 0 || rows != 0 {
			t.Errorf("a closed month changed: %d in %d rows", credited, rows)
		}
		if credited, _ := sums("2026-01-01", "2026-01-31"); credited != 5000+5000+3600-1800 {
			t.Errorf("the bill of a closed month counts now: %d", credited)
		}
	})
}

func TestMargin_isWithoutTaxAndByTheCostOfItsMoment(t *testing.T) {
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
			t.Errorf("the margin of unknown costs is %+v", *today.Margin)
		}
		err = d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE orders SET cost = (SELECT cost FROM products WHERE id = product_id), total = 11800 WHERE id = $1`, sale)
		})
		if err != nil {
			t.Fatal(err)
		}
		s.owner.Request(t, "GET", "/report/today", "").Expect(t, http.StatusOK, "").Decode(t, &today)
		if today.Margin == nil || today.Margin.Sold != 100 || today.Margin.Cost != 60 || today.Margin.Earned != 40 {
			t.Fatalf("the margin is %+v", today.Margin)
		}
		var margins struct {
			Earned         float64
			Days, Products []struct{ Name string }
		}
		s.owner.Request(t, "GET", "/stock/margin", "").Expect(t, http.StatusOK, "").Decode(t, &margins)
		if margins.Earned != 40 || len(margins.Days) != 1 || len(margins.Products) != 1 || margins.Products[0].Name != "Tea" {
			t.Errorf("the margins are %+v", margins)
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
