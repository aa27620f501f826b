package bill_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"kirana/internal/bill"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/tax"
)

var errRolledBack = errors.New("rolled back")

func TestBills_cannotBeChangedInTheDatabase(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		sale := c.sale(pieces(c.product("Soap", "3401", ""), 2, 9000))
		b := c.leaves(sale)[0]
		for _, statement := range []string{
			`UPDATE bills SET document = '{}' WHERE id = $1`,
			`UPDATE bills SET total = total + 1 WHERE id = $1`,
			`UPDATE bills SET number = 'X' WHERE id = $1`,
			`UPDATE bills SET serial = 99 WHERE id = $1`,
			`UPDATE bills SET issued_at = '2020-01-01 00:00:00' WHERE id = $1`,
			`UPDATE bills SET checkout_id = checkout_id WHERE id = $1`,
			`DELETE FROM bills WHERE id = $1`,
		} {
			if err := c.exec(statement, b.ID); err == nil {
				t.Errorf("%s succeeded, want it refused", statement)
			}
		}
		if err := c.exec(`UPDATE products SET name = 'Other', hsn = '0401'`); err != nil {
			t.Fatal(err)
		}
		if now := c.documents(sale)[0]; now.Total != b.Total || !reflect.DeepEqual(now.Document.Lines[0], b.Document.Lines[0]) && now.Document.Lines[0].HSN != "3401" {
			t.Errorf("the bill is %+v, want it unchanged, %+v", now, b)
		}
		if err := c.exec(`UPDATE bills SET canceled_at = '2026-11-26 00:00:00' WHERE id = $1`, b.ID); err != nil {
			t.Fatal(err)
		}
		if err := c.exec(`UPDATE bills SET canceled_at = NULL WHERE id = $1`, b.ID); err == nil {
			t.Error("a canceled bill is valid again")
		}
	})
}

func TestCancel_keepsTheNumber(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		sale := c.sale(pieces(c.product("Soap", "3401", ""), 2, 9000))
		cancel := func() error {
			return d.Tx(t.Context(), func(tx *db.Tx) error {
				_, err := c.bills.Cancel(t.Context(), tx, bill.OrderState{Sale: sale, Shop: c.shop, Reason: "Wrong name.", At: c.clock.Now()})
				return err
			})
		}
		if err := cancel(); !fault.Is(err, fault.Conflict) {
			t.Errorf("cancel an order without a bill: %v, want fault.Conflict", err)
		}
		done := c.reconcile(bill.OrderState{Sale: sale, Pressed: true})
		if again := c.reconcile(bill.OrderState{Sale: sale, Status: done.Status, Pressed: true}); again.Text.Format != "" || len(c.documents(sale)) != 1 {
			t.Errorf("a repeated press: %+v, want no change", again)
		}
		if err := cancel(); err != nil {
			t.Fatal(err)
		}
		c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true, Leaving: true})
		list := c.documents(sale)
		if len(list) != 2 || list[0].CanceledAt == nil || list[0].CancelReason != "Wrong name." || list[0].Number != "GK/26-27/00001" || list[1].Number != "GK/26-27/00002" || list[1].CanceledAt != nil {
			t.Errorf("the bills are %+v, want 00001 canceled for its wrong name, and 00002", list)
		}
		if err := cancel(); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "The goods have left") {
			t.Errorf("cancel after the goods have left: %v, want a conflict", err)
		}
	})
}

func TestReconcile_reissuesBillsOfGoodsChangedBeforeTheyLeft(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		c.clock = clock.NewManual(time.Date(2025, time.September, 21, 23, 59, 0, 0, clock.India))
		soap := c.product("Soap", "34011190", "")
		printed, packed := c.sale(pieces(soap, 2, 9000)), c.sale(pieces(soap, 2, 9000))
		for _, sale := range []bill.Sale{printed, packed} {
			c.reconcile(bill.OrderState{Sale: sale, Pressed: true})
		}
		packed.Goods[0].Pieces, packed.Goods[0].Gross = 1, 4500
		c.reconcile(bill.OrderState{Sale: packed, Status: bill.Issued}) // fewer pieces are packed before the goods leave
		if list := c.documents(packed); len(list) != 1 || list[0].CanceledAt == nil {
			t.Errorf("the bill of an order packed short: %+v, want it canceled", list)
		}
		c.clock.Advance(2 * time.Minute) // the rates change at midnight
		for _, sale := range []bill.Sale{printed, packed} {
			done := c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true, Leaving: true})
			list := c.documents(sale)
			if last := list[len(list)-1]; len(list) != 2 || list[0].CanceledAt == nil || *last.Document.Lines[0].Rate != 500 || last.Total != sale.Goods[0].Gross {
				t.Errorf("%q: the bills are %+v, want the first canceled and one at 5 %%", done.Text, list)
			}
		}
		if list := c.documents(printed); list[0].CancelReason != "The rates have changed since it was printed." {
			t.Errorf("the bill was canceled for %q, want %q", list[0].CancelReason, "The rates have changed since it was printed.")
		}
	})
}

func TestReconcile_creditsTheGoodsThatCameBack(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		soap, milk := c.product("Soap", "3402", ""), c.product("Milk", "0401", "")
		random := rand.New(rand.NewPCG(7, 7))
		for round := range 12 {
			price := money.Paise(1 + random.Int64N(9999))
			sale := c.sale(pieces(soap, 7, price*7), pieces(milk, 3, 9900))
			if round%2 == 1 {
				sale.Pincode = "560001"
			}
			b := c.leaves(sale)[0]
			for left := 6; left >= 0; left -= 1 + random.IntN(3) {
				sale.Goods[0].Pieces, sale.Goods[0].Gross = left, price.Times(left)
				c.clock.Advance(time.Minute)
				c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true, Reason: "Returned."})
				rest, total := b.Document.Lines[0].Split, b.Document.Lines[0].Gross
				notes := c.documents(sale)[1:]
				for _, note := range notes {
					if note.Kind != bill.CreditNote || note.CreditFor != b.ID || note.Document.CreditFor != b.Number || note.Document.Reason != "Returned." {
						t.Errorf("the note is %+v, want a credit note for %s, returned", note, b.Number)
					}
					rest, total = rest.Minus(note.Document.Lines[0].Split), total-note.Total
				}
				want := tax.SplitGross(price.Times(left), 1800, 0, round%2 == 1)
				if rest != want || total != price.Times(left) {
					t.Fatalf("at %v, %d stay: %+v over %v, want %+v", price, left, rest, total, want)
				}
				if random.IntN(2) == 0 { // nothing more comes back
					c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true})
					if again := c.documents(sale)[1:]; len(again) != len(notes) {
						t.Fatal("goods were credited although nothing was returned")
					}
				}
			}
			sale.Goods = nil
			c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true})
			if net := net(c.documents(sale)); net != 0 {
				t.Fatalf("everything was returned, and %v is billed, want 0", net)
			}
		}
	})
}

// net returns the total of bills less credit notes, without canceled ones.
func net(documents []bill.Bill) money.Paise {
	var sum money.Paise
	for _, b := range documents {
		switch {
		case b.CanceledAt != nil:
		case b.Kind == bill.CreditNote:
			sum -= b.Total
		default:
			sum += b.Total
		}
	}
	return sum
}

func TestReconcile_undoCancelsIssuedDocuments(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		sale := c.sale(pieces(c.product("Soap", "3401", ""), 2, 9000))
		out := c.clock.Now()
		c.leaves(sale)
		c.clock.Advance(time.Minute)
		back := sale
		back.Goods = []bill.Good{{LineID: sale.Goods[0].LineID, ProductID: sale.Goods[0].ProductID, Pieces: 1, Gross: 4500, MRP: 4500}}
		returned := c.clock.Now()
		c.reconcile(bill.OrderState{Sale: back, Status: bill.Issued, Left: true})
		if got := net(c.documents(sale)); got != 4500 {
			t.Fatalf("the bills after the return add up to %v, want 4500", got)
		}
		c.clock.Advance(time.Second)
		c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true, Undone: &returned})
		if got := net(c.documents(sale)); got != 9000 || len(c.documents(sale)) != 2 {
			t.Errorf("the bills after undoing the return add up to %v, want 9000", got)
		}
		c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Undone: &out})
		if got := net(c.documents(sale)); got != 0 {
			t.Errorf("going out is undone: %v, want 0", got)
		}
		c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true, Leaving: true})
		if got := net(c.documents(sale)); got != 9000 {
			t.Errorf("the goods that left again: %v billed, want ₹90", got)
		}
	})
}

func TestReconcile_billsGoodsHandedToTheBuyerAgain(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		sale := c.sale(pieces(c.product("Soap", "3401", ""), 2, 9000))
		c.leaves(sale)
		none := sale
		none.Goods = nil
		c.reconcile(bill.OrderState{Sale: none, Status: bill.Issued}) // canceled after the delivery
		c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true})
		if list := c.documents(sale); len(list) != 3 || net(list) != 9000 {
			t.Errorf("%d documents over %v, want 3 over ₹90", len(list), net(list))
		}
	})
}

func TestReconcile_creditsGoodsOfALineWithTwoBills(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		const price = 4500
		sale := c.sale(pieces(c.product("Soap", "3401", ""), 3, 3*price))
		c.leaves(sale)
		for _, stay := range []struct {
			pieces int
			left   bool
			net    int
		}{
			{1, false, 1}, // back in the shop and packed again, with fewer pieces
			{3, false, 1},
			{3, true, 3}, // out again: a second bill of 2 pieces
			{2, true, 2},
			{1, true, 1},
			{3, true, 3}, // a third bill
			{2, true, 2},
			{0, true, 0},
		} {
			sale.Goods[0].Pieces, sale.Goods[0].Gross, sale.Goods[0].MRP = stay.pieces, price*money.Paise(stay.pieces), price*money.Paise(stay.pieces)
			f := bill.OrderState{Sale: sale, Status: bill.Issued, Left: stay.left}
			if stay.pieces == 0 {
				f.Goods = nil
			}
			c.clock.Advance(time.Minute)
			c.reconcile(f)
			list := c.documents(sale)
			var quantity tax.Quantity
			for _, b := range list {
				for _, line := range b.Document.Lines {
					if b.Kind == bill.CreditNote {
						line.Quantity = -line.Quantity
					}
					quantity += line.Quantity
				}
			}
			if got := net(list); got != price*money.Paise(stay.net) || quantity != tax.Pieces(stay.net) {
				t.Errorf("%d pieces stay, out %t: %v for %v billed, want %d pieces", stay.pieces, stay.left, quantity, got, stay.net)
			}
		}
	})
}

func TestReconcile_keepsTheBillsOfAnOrderThatWaitsForAnother(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c := newBillShop(t, d)
		rice := c.product("Rice", "1006", "PREPACKED")
		sale := c.sale(pieces(c.product("Soap", "3401", ""), 2, 9000), pieces(rice, 1, 5000))
		c.leaves(sale)
		less := sale
		less.Goods = sale.Goods[:1]
		c.reconcile(bill.OrderState{Sale: less, Status: bill.Issued, Left: true})
		if err := c.exec(`UPDATE products SET tax_condition = '' WHERE id = $1`, rice); err != nil {
			t.Fatal(err)
		}
		waits := c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true}) // the rice is delivered after all
		if got := net(c.documents(sale)); waits.Status != bill.Waiting || got != 9000 {
			t.Fatalf("the rice delivered after all: %s, %v billed, want it waiting and ₹90", waits.Status, got)
		}
		if err := c.exec(`UPDATE products SET tax_condition = 'PREPACKED' WHERE id = $1`, rice); err != nil {
			t.Fatal(err)
		}
		done := c.reconcile(bill.OrderState{Sale: sale, Status: waits.Status, Left: true, Pressed: true})
		if got := net(c.documents(sale)); done.Status != bill.Issued || got != 14000 {
			t.Errorf("%s: %v is billed, want 14000", done.Status, got)
		}
	})
}

func TestReconcile_creditsNoTaxAfterNovember(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for at, moneyOnly := range map[time.Time]bool{
			time.Date(2027, time.November, 30, 23, 59, 59, 0, clock.India): false,
			time.Date(2027, time.December, 1, 0, 0, 0, 0, clock.India):     true,
		} {
			c := newBillShop(t, d)
			sale := c.sale(pieces(c.product("Soap", "3401", ""), 2, 9000))
			c.leaves(sale)
			c.clock = clock.NewManual(at)
			sale.Goods = nil
			done := c.reconcile(bill.OrderState{Sale: sale, Status: bill.Issued, Left: true})
			note := c.documents(sale)[1]
			if note.Document.MoneyOnly != moneyOnly || (note.Document.Lines[0].Split == tax.Split{}) != moneyOnly || note.Payable != 9000 || strings.Contains(done.Text.String(), "too late") != moneyOnly {
				t.Errorf("at %v: %q %+v, want a note over ₹90, of money only: %t", at, done.Text, note.Document, moneyOnly)
			}
		}
	})
}
