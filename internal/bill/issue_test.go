package bill_test

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
	"kirana/internal/tax"
)

func TestReconcile_issuesTheKindRequiredByLaw(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		soap, milk := c.product("Soap", "34011190", ""), c.product("Milk", "0401", "")
		business := bill.Buyer{Name: "Tara Caterers", GSTIN: "27CCCFT0000C1ZX", Address: "Pune", State: "Maharashtra"}
		person := bill.Buyer{Name: "Ravi", Address: "Pune", State: "Maharashtra"}
		for _, test := range []struct {
			standing string
			goods    []string
			buyer    bill.Buyer
			want     []bill.Kind
		}{
			{settings.GSTRegistered, []string{soap}, person, []bill.Kind{bill.TaxInvoice}},
			{settings.GSTRegistered, []string{milk}, person, []bill.Kind{bill.Supply}},
			{settings.GSTRegistered, []string{soap, milk}, person, []bill.Kind{bill.InvoiceBill}},
			{settings.GSTRegistered, []string{soap, milk}, business, []bill.Kind{bill.TaxInvoice, bill.Supply}},
			{settings.GSTComposition, []string{soap, milk}, person, []bill.Kind{bill.Supply}},
			{settings.GSTUnregistered, []string{soap, milk}, person, []bill.Kind{bill.CashMemo}},
		} {
			c.shop.Legal.GST = test.standing
			if c.shop.Legal.GSTIN = "27AAAPK0000A1ZX"; test.standing == settings.GSTUnregistered {
				c.shop.Legal.GSTIN = ""
			}
			var goods []bill.Good
			for _, product := range test.goods {
				goods = append(goods, pieces(product, 2, 10000))
			}
			sale := c.sale(goods...)
			sale.Buyer = test.buyer
			var kinds []bill.Kind
			for _, b := range c.leaves(sale) {
				kinds = append(kinds, b.Kind)
				if (b.Document.Seller.Sentence != "") != (test.standing == settings.GSTComposition) {
					t.Errorf("%s has the sentence %q, want one of a composition shop alone", test.standing, b.Document.Seller.Sentence)
				}
				for _, line := range b.Document.Lines {
					if plain := test.standing != settings.GSTRegistered; plain != (line.Rate == nil) || plain && line.Tax() != 0 {
						t.Errorf("%s: a line at %v has %+v, want tax of a registered shop alone", test.standing, line.Rate, line.Split)
					}
					if (line.HSN == "") != (test.standing == settings.GSTUnregistered) {
						t.Errorf("%s: the HSN is %q, want none of an unregistered shop alone", test.standing, line.HSN)
					}
				}
			}
			if !slices.Equal(kinds, test.want) {
				t.Errorf("%s, %d goods, GSTIN %q: %v, want %v", test.standing, len(test.goods), test.buyer.GSTIN, kinds, test.want)
			}
		}
	})
}

// The worked bills were computed by a script that shares no code with the program.
func TestReconcile_issuesBillsEqualToThoseOfAnIndependentScript(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../tax/testdata/bills.json")
	if err != nil {
		t.Fatal(err)
	}
	var worked []struct {
		ID     string    `json:"id"`
		At     time.Time `json:"at"`
		Seller struct{ Standing, GSTIN string }
		Buyer  *struct{ Name, GSTIN string }
		Place  string `json:"placeOfSupply"`
		Lines  []struct {
			Name, HSN, Condition string
			Quantity, Grams      int
			Price, Discount      int64
		}
		CreditFor string `json:"creditFor"`
		Paper     struct {
			Kind                                           bill.Kind
			Total, Taxable, Exempt, CGST, SGST, IGST, Cess int64
			Sentence                                       string
		} `json:"expectedPaper"`
	}
	if err := json.Unmarshal(file, &worked); err != nil {
		t.Fatal(err)
	}
	states := map[string]string{"27": "Maharashtra", "29": "Karnataka", "24": "Gujarat"}
	pincodes := map[string]string{"27": "411004", "29": "560001", "24": "380001"}
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		sales := map[string]bill.Sale{}
		for _, w := range worked {
			c.clock = clock.NewManual(w.At)
			c.shop.Legal.GST, c.shop.Legal.GSTIN = w.Seller.Standing, w.Seller.GSTIN
			var goods []bill.Good
			for _, l := range w.Lines {
				g := pieces(c.product(l.Name, l.HSN, l.Condition), l.Quantity, money.Paise(l.Price*int64(l.Quantity)-l.Discount))
				if g.Name = l.Name; l.Grams > 0 {
					g.Grams, g.Gross = &l.Grams, money.Paise((l.Price*int64(l.Grams)+500)/1000-l.Discount)
				}
				goods = append(goods, g)
			}
			var got bill.Bill
			if w.CreditFor == "" {
				sale := c.sale(goods...)
				sale.Buyer.State, sale.Pincode = states[w.Place], pincodes[w.Place]
				if w.Buyer != nil {
					sale.Buyer.Name, sale.Buyer.GSTIN = w.Buyer.Name, w.Buyer.GSTIN
				}
				sales[w.ID] = sale
				got = c.leaves(sale)[0]
			} else {
				sale := sales[w.CreditFor]
				for i, g := range sale.Goods {
					for _, back := range goods {
						if back.Name == g.Name {
							sale.Goods[i].Pieces, sale.Goods[i].Gross, sale.Goods[i].MRP = g.Pieces-back.Pieces, g.Gross-back.Gross, g.MRP-back.MRP
						}
					}
				}
				c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true})
				documents := c.documents(sale)
				got = documents[len(documents)-1]
			}
			var exempt money.Paise
			var sum tax.Split
			for _, line := range got.Document.Lines {
				if line.Treatment == tax.Exempt && line.Rate != nil {
					exempt += line.Taxable
					continue
				}
				sum = sum.Plus(line.Split)
			}
			p := w.Paper
			want := tax.Split{Taxable: money.Paise(p.Taxable), CGST: money.Paise(p.CGST), SGST: money.Paise(p.SGST), IGST: money.Paise(p.IGST), Cess: money.Paise(p.Cess)}
			if got.Kind != p.Kind || got.Total != money.Paise(p.Total) || exempt != money.Paise(p.Exempt) || sum != want || got.Document.Seller.Sentence != p.Sentence || got.PlaceOfSupply != w.Place {
				t.Errorf("%s: %s over %v, exempt %v, %+v in %s, want %+v", w.ID, got.Kind, got.Total, exempt, sum, got.PlaceOfSupply, p)
			}
		}
	})
}

func TestReconcile_numbersBillsWithoutGapsOnConcurrentCalls(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		soap := c.product("Soap", "3401", "")
		const n = 32
		sales := make([]bill.Sale, n)
		for i := range sales {
			sales[i] = c.sale(pieces(soap, 1, 4500))
		}
		var done sync.WaitGroup
		for i, sale := range sales {
			done.Go(func() {
				err := d.Tx(uncanceled(t), func(tx *db.Tx) error {
					f := bill.OrderState{Sale: sale, Shop: c.shop, Left: true, Leaving: true, At: c.clock.Now()}
					if _, err := c.bills.Reconcile(uncanceled(t), tx, f); err != nil {
						return err
					}
					if i%4 == 0 {
						return errRolledBack // the next bill gets the number
					}
					return nil
				})
				if err != nil && err != errRolledBack { //nolint:errorlint // the very error
					t.Error(err)
				}
			})
		}
		done.Wait()
		numbers, err := db.All[string](t.Context(), d, `SELECT number FROM bills ORDER BY serial`)
		if err != nil || len(numbers) != n*3/4 {
			t.Fatalf("%d bills, %v, want %d", len(numbers), err, n*3/4)
		}
		for i, number := range numbers {
			if want := "GK/26-27/" + pad(i+1); number != want {
				t.Errorf("bill %d is %s, want %s", i, number, want)
			}
		}
	})
}

func TestReconcile_beginsASeriesEachFinancialYear(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		soap := c.product("Soap", "3401", "")
		c.shop.Bill.Start = 742
		lastMoment := time.Date(2027, time.March, 31, 23, 59, 59, 999_000_000, clock.India)
		for _, test := range []struct {
			at   time.Time
			want string
		}{
			{lastMoment.Add(-time.Hour), "GK/26-27/00742"},
			{lastMoment, "GK/26-27/00743"},
			{lastMoment.Add(time.Millisecond), "GK/27-28/00001"},
			{lastMoment.Add(time.Hour), "GK/27-28/00002"},
		} {
			c.clock = clock.NewManual(test.at)
			if got := c.leaves(c.sale(pieces(soap, 1, 4500)))[0].Number; got != test.want {
				t.Errorf("at %v: %s, want %s", test.at, got, test.want)
			}
		}
	})
}

func TestReconcile_waitsForMissingTaxData(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		for name, test := range map[string]struct {
			change  func(sale *bill.Sale)
			product string
			want    string
		}{
			"no HSN":        {product: c.product("Toor Dal", "", ""), want: "Toor Dal has no rate. Give it one, then the bill is made."},
			"no condition":  {product: c.product("Rice", "1006", ""), want: "Rice: say how it is sold (loose, prepacked), then the bill is made."},
			"no GSTIN":      {product: c.product("Soap", "3401", ""), change: func(*bill.Sale) { c.shop.Legal.GSTIN = "" }, want: "Enter the shop’s GSTIN in Settings, then the bill is made."},
			"no state":      {product: c.product("Soap", "3401", ""), change: func(s *bill.Sale) { s.Pincode, s.Buyer.State = "999999", "Atlantis" }, want: "The state of the delivery address is not known. Correct it, then the bill is made."},
			"no address":    {product: c.product("Soap", "3401", ""), change: func(s *bill.Sale) { s.Goods[0].Gross, s.Buyer.Address = 60_000_00, "" }, want: "A bill of ₹50,000 or more needs the buyer’s name, address and state."},
			"another state": {product: c.product("Soap", "3401", ""), change: func(s *bill.Sale) { s.Pincode, c.shop.Legal.GST = "403001", settings.GSTComposition }, want: "A composition shop may not send goods to another state."},
		} {
			shop := c.shop
			good := pieces(test.product, 1, 4500)
			good.Name, _, _ = strings.Cut(test.want, " has no")
			good.Name, _, _ = strings.Cut(good.Name, ":")
			sale := c.sale(good)
			if test.change != nil {
				test.change(&sale)
			}
			done := c.reconcile(bill.OrderState{Sale: sale, Left: true, Leaving: true})
			if done.Waits == nil || done.Waits.Reason != test.want || done.Status != bill.Waiting || len(c.documents(sale)) > 0 {
				t.Errorf("%s: %+v, %+v, want it to wait for %v, without a bill", name, done, done.Waits, test.want)
			}
			waits, err := c.bills.WaitsOf(t.Context(), c.shop, []bill.Sale{sale})
			if wait := waits[sale.OrderID]; err != nil || wait == nil || wait.Reason != test.want {
				t.Errorf("%s: it waits for %v, %v, want %v", name, wait, err, test.want)
			}
			c.shop = shop
		}
		// Once the rate is there, the bill is made.
		rice := c.product("Rice", "1006", "")
		sale := c.sale(pieces(rice, 1, 4500))
		c.reconcile(bill.OrderState{Sale: sale, Left: true, Leaving: true})
		if err := c.exec(`UPDATE products SET tax_condition = 'PREPACKED' WHERE id = $1`, rice); err != nil {
			t.Fatal(err)
		}
		if done := c.reconcile(bill.OrderState{Sale: sale, Status: bill.Waiting, Left: true, Pressed: true}); done.Status != bill.Issued {
			t.Errorf("the bill still waits: %+v, want it issued", done.Waits)
		}
	})
}

func TestReconcile_needsNoBuyerForExemptGoods(t *testing.T) {
	t.Parallel()
	c := newBillShop(t, shoptest.SQLite(t))
	sale := c.sale(pieces(c.product("Milk", "0401", ""), 900, 90_000_00), pieces(c.product("Soap", "3401", ""), 10, 40_000_00))
	sale.Buyer = bill.Buyer{}
	if done := c.reconcile(bill.OrderState{Sale: sale, Left: true, Leaving: true}); done.Status != bill.Issued {
		t.Errorf("exempt goods of ₹90,000, taxable ones of ₹40,000: %+v, %+v, want a bill", done, done.Waits)
	}
}

func TestReconcile_issuesNothingWithoutAGSTStatus(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		c.shop.Legal = settings.Legal{}
		sale := c.sale(pieces(c.product("Soap", "3401", ""), 1, 4500))
		if done := c.reconcile(bill.OrderState{Sale: sale, Left: true, Leaving: true}); !reflect.DeepEqual(done, bill.Reconciliation{}) {
			t.Errorf("a shop without a standing: %+v, want nothing done", done)
		}
		// An order whose goods left before the shop had a tax standing gets no bill.
		c.shop.Legal.GST = settings.GSTUnregistered
		if done := c.reconcile(bill.OrderState{Sale: sale, Left: true}); !reflect.DeepEqual(done, bill.Reconciliation{}) || len(c.documents(sale)) > 0 {
			t.Errorf("goods that left before the shop had a standing: %+v, want nothing done", done)
		}
	})
}

func TestReconcile_usesTheTaxDataOfSubCategoriesAndTheOwnersRates(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		plain, own, rated := c.product("Soap", "", ""), c.product("Toothpaste", "33061020", ""), c.product("Gift", "9505", "")
		for _, statement := range []string{
			`UPDATE sub_categories SET hsn = '34011190', gst_rate = 1200`,
			`UPDATE products SET gst_rate = 300 WHERE id = '` + rated + `'`,
			`INSERT INTO tax_rates (id, hsn, condition, rate, cess, treatment, base, from_day, created_at) VALUES ('r1', '33061020', '', 900, 0, 'TAXABLE', 'PRICE', '2026-11-27', '2026-11-26 00:00:00')`,
		} {
			if err := c.exec(statement); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range [][]tax.Percent{{1200, 500, 300}, {1200, 900, 300}} {
			b := c.leaves(c.sale(pieces(plain, 1, 10000), pieces(own, 1, 10000), pieces(rated, 1, 10000)))[0]
			for i, line := range b.Document.Lines {
				if *line.Rate != want[i] {
					t.Errorf("line %d at %s, want %s", i, line.Rate, want[i])
				}
			}
			c.clock.Advance(24 * time.Hour)
		}
	})
}

func TestReconcile_numbersHaveAtMostSixteenCharacters(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		soap := c.product("Soap", "3401", "")
		for _, test := range []struct {
			prefix string
			serial int64
			want   string
		}{{"GK", 641, "GK/26-27/00641"}, {"GKST", 99_999, "GKST/26-27/99999"}, {"GKST", 100_000, "GKST/2627/100000"}, {"B", 1_234_567, "B/26-27/1234567"}} {
			c.shop.Bill = settings.BillSeries{Prefix: test.prefix, Start: test.serial}
			b := c.leaves(c.sale(pieces(soap, 1, 4500)))[0]
			if b.Number != test.want || len(b.Number) > 16 || b.Serial != test.serial || b.PathNumber != strings.ReplaceAll(test.want, "/", "-") {
				t.Errorf("%s (%s), want %s", b.Number, b.PathNumber, test.want)
			}
		}
	})
}

func TestCreditPrefix_differsFromThePrefixOfBills(t *testing.T) {
	t.Parallel()
	for prefix, want := range map[string]string{"B": "BC", "GK": "GKC", "GKS": "GKSC", "GKST": "GKSC", "GKSC": "GKSN"} {
		if got := (settings.BillSeries{Prefix: prefix}).CreditPrefix(); got != want {
			t.Errorf("beside %s: %s, want %s", prefix, got, want)
		}
	}
}

func pad(n int) string { return strings.Repeat("0", 5-len(strconv.Itoa(n))) + strconv.Itoa(n) }
