package order_test

import (
	"strings"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/khata"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

// entriesOf returns a customer's khata entries, oldest first. It fails the test unless the balance
// is their sum.
func entriesOf(t *testing.T, d *db.DB, userID string) (entries []khata.Entry) {
	t.Helper()
	entries, err := db.All[khata.Entry](t.Context(), d, `SELECT id, user_id, kind, amount, paid_by, reason FROM khata_entries WHERE user_id = $1 ORDER BY created_at, id`, userID)
	must(t, err)
	var sum money.Paise
	for _, e := range entries {
		sum += e.Amount
	}
	balance, err := db.Get[money.Paise](t.Context(), d, `SELECT CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM khata_accounts WHERE user_id = $1`, userID)
	if must(t, err); balance != sum {
		t.Errorf("the balance is %v, want the sum of the entries, %v", balance, sum)
	}
	return entries
}

func TestKhata_addsAnOrderAtTheDoorAndCreditsReturns(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(100), Stock: 10})
		id := ravi.orders(t, ravi.addToCart(t, dal, 3))[0].OrderID
		if _, err := s.orders.SetPaidBy(k.ctx, k.actor, id, order.ByKhata, ""); fault.Of(err) == nil || fault.Of(err).Code != "khata_later" {
			t.Errorf("put an order on the khata before it is delivered: %v, want khata_later", err)
		}
		undo, err := s.orders.SetStage(k.ctx, k.actor, id, order.Move{From: order.StageNew, To: order.StageDone, PaidBy: order.ByKhata})
		must(t, err)
		if v := s.view(t, id); v.PaidBy != order.ByKhata || v.CollectAmt != 0 || v.PaymentStatus != payment.Paid {
			t.Errorf("the order on the khata is %+v, want it PAID, nothing to collect", v)
		}
		must(t, s.orders.Undo(k.ctx, k.actor, id, undo.ID))
		if v := s.view(t, id); v.PaidBy != "" || v.CollectAmt != money.Rupees(300) {
			t.Errorf("the order after its undo is %+v, want ₹300 to collect", v)
		}
		_, err = s.orders.SetStage(k.ctx, k.actor, id, order.Move{From: order.StageNew, To: order.StageDone, PaidBy: order.ByKhata})
		must(t, err)
		_, err = s.orders.Return(k.ctx, k.actor, id, order.Returns{Lines: []order.Return{{LineID: s.view(t, id).Lines[0].ID, Quantity: 1}}, GivenBack: order.GivenBack{How: "KHATA"}})
		must(t, err)
		if v := s.view(t, id); v.RefundDue != 0 || v.TotalAmt != money.Rupees(200) {
			t.Errorf("the order after a return is %+v, want ₹200 and nothing due", v)
		}
		var got []string
		for _, e := range entriesOf(t, d, ravi.id) {
			got = append(got, string(e.Kind)+" "+e.Amount.String())
		}
		if want := "SALE ₹300, CORRECTION −₹300, SALE ₹300, RETURN −₹100"; strings.Join(got, ", ") != want {
			t.Errorf("the khata is %v, want %s", got, want)
		}
	})
}

func TestKhata_refusesACanceledOrder(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 10})
		id := ravi.orders(t, ravi.addToCart(t, dal, 3))[0].OrderID
		k.setPaidBy(t, id, order.ByUPI)
		k.refuses(t, id)
		must(t, s.orders.SetGivenBack(k.ctx, k.actor, id, order.GivenBack{How: "CASH"}))
		before := s.view(t, id)
		_, err := s.orders.SetPaidBy(k.ctx, k.actor, id, order.ByKhata, "")
		if f := fault.Of(err); f == nil || f.Code != "nothing_to_pay" {
			t.Errorf("put a canceled order on the khata: %v, want nothing_to_pay", err)
		}
		if after := s.view(t, id); after.Version != before.Version || len(entriesOf(t, d, ravi.id)) != 0 {
			t.Errorf("the refused move left %+v, want version %d and no entry", after, before.Version)
		}
	})
}

func TestKhata_overTheLimitNeedsAPartPaymentOrTheOwner(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		setShop(t, d, `{"khata":{"limit":180}}`)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(703), Stock: 10})
		id := ravi.orders(t, ravi.addToCart(t, dal, 1))[0].OrderID
		move := order.Move{From: order.StageNew, To: order.StageDone, PaidBy: order.ByKhata}
		_, err := s.orders.SetStage(k.ctx, k.actor, id, move)
		if f := fault.Of(err); f == nil || f.Code != "khata_limit" || f.Message != "Take ₹523 now, ₹180 on the khata. Ravi Kulkarni owes ₹0 of ₹180." {
			t.Errorf("SetStage() over the limit = %v, want khata_limit with ₹523 to take now", err)
		}
		if v := s.view(t, id); v.Stage != order.StageNew {
			t.Errorf("the refused move left the order %s, want %s", v.Stage, order.StageNew)
		}
		for taken, field := range map[money.Paise]string{money.Rupees(704): "taken"} {
			move.Khata = order.KhataPay{Taken: taken, TakenBy: order.ByCash}
			if _, err := s.orders.SetStage(k.ctx, k.actor, id, move); fault.Of(err) == nil || fault.Of(err).Fields[0].Field != field {
				t.Errorf("SetStage() with %v taken = %v, want the field %s refused", taken, err, field)
			}
		}
		move.Khata = order.KhataPay{Taken: money.Rupees(523), TakenBy: order.ByCash}
		_, err = s.orders.SetStage(k.ctx, k.actor, id, move)
		must(t, err)
		entries := entriesOf(t, d, ravi.id)
		if len(entries) != 2 || entries[0].Amount != money.Rupees(703) || entries[1].Kind != khata.Payment || entries[1].Amount != -money.Rupees(523) || entries[1].By != "CASH" {
			t.Errorf("the entries are %+v, want the sale of ₹703 and a payment of ₹523 in cash", entries)
		}
		if got := paidWords(s.view(t, id)); got != "KHATA ₹180, CASH ₹523" {
			t.Errorf("the order was paid by %s, want KHATA ₹180, CASH ₹523", got)
		}
		// Only the owner may exceed the limit.
		second := ravi.orders(t, ravi.addToCart(t, dal, 1))[0].OrderID
		manager := order.Actor{Kind: order.ByStaff, UserID: shoptest.AddStaff(t, d, "MANAGER"), Name: "Manoj", StaffRole: account.Manager}
		move.Khata = order.KhataPay{Override: true}
		if _, err := s.orders.SetStage(k.ctx, manager, second, move); fault.Of(err) == nil || fault.Of(err).Code != "needs_owner" {
			t.Errorf("a manager's override: %v, want needs_owner", err)
		}
		_, err = s.orders.SetStage(k.ctx, k.actor, second, move)
		must(t, err)
		if entries := entriesOf(t, d, ravi.id); len(entries) != 3 {
			t.Errorf("the entries after the owner's override are %+v, want three", entries)
		}
	})
}

// paidWords lists how an order was paid.
func paidWords(v order.View) string {
	var words []string
	for _, p := range v.Payments {
		words = append(words, p.By+" "+p.Amount.String())
	}
	return strings.Join(words, ", ")
}

func TestKhata_undoReversesWhatWasTakenAtTheDoor(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(703), Stock: 10})
		id := ravi.orders(t, ravi.addToCart(t, dal, 1))[0].OrderID
		move := order.Move{From: order.StageNew, To: order.StageDone, PaidBy: order.ByKhata, Khata: order.KhataPay{Taken: money.Rupees(523), TakenBy: order.ByCash}}
		undo, err := s.orders.SetStage(k.ctx, k.actor, id, move)
		must(t, err)
		s.clock.Advance(time.Second)
		must(t, s.orders.Undo(k.ctx, k.actor, id, undo.ID))
		s.clock.Advance(time.Second)
		_, err = s.orders.SetStage(k.ctx, k.actor, id, move)
		must(t, err)
		var balance, cash money.Paise
		for _, e := range entriesOf(t, d, ravi.id) {
			balance += e.Amount
			if e.Kind == khata.Payment {
				cash -= e.Amount
			}
		}
		if balance != money.Rupees(180) || cash != money.Rupees(523) {
			t.Errorf("the entries have %v paid in cash and %v owed, want ₹523 and ₹180", cash, balance)
		}
		if got := paidWords(s.view(t, id)); got != "KHATA ₹180, CASH ₹523" {
			t.Errorf("the order was paid by %s, want KHATA ₹180, CASH ₹523", got)
		}
	})
}

func TestKhata_correctedToCashReversesWhatWasTakenAtTheDoor(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(703), Stock: 10})
		id := ravi.orders(t, ravi.addToCart(t, dal, 1))[0].OrderID
		_, err := s.orders.SetStage(k.ctx, k.actor, id, order.Move{
			From: order.StageNew, To: order.StageDone, PaidBy: order.ByKhata, Khata: order.KhataPay{Taken: money.Rupees(523), TakenBy: order.ByCash},
		})
		must(t, err)
		expect := func(when string, owed, taken int64, payments string) {
			t.Helper()
			var balance, cash money.Paise
			for _, e := range entriesOf(t, d, ravi.id) {
				if balance += e.Amount; e.Kind == khata.Payment {
					cash -= e.Amount
				}
			}
			if got := paidWords(s.view(t, id)); got != payments || balance != money.Rupees(owed) || cash != money.Rupees(taken) {
				t.Errorf("%s, the order of ₹703 was paid by %s, %v is owed and %v was paid on the khata, want %s, ₹%d and ₹%d", when, got, balance, cash, payments, owed, taken)
			}
		}
		for range 2 {
			s.clock.Advance(time.Second)
			undo, err := s.orders.SetPaidBy(k.ctx, k.actor, id, order.ByCash, "")
			must(t, err)
			expect("corrected", 0, 0, "CASH ₹703")
			s.clock.Advance(time.Second)
			must(t, s.orders.Undo(k.ctx, k.actor, id, undo.ID))
			expect("with that undone", 180, 523, "KHATA ₹180, CASH ₹523")
		}
	})
}

func TestPayments_keepWhatWasTakenAtTheDoorAfterAReturn(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k, ravi := s.desk(t), s.shopper(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(703), Stock: 10})
		id := ravi.orders(t, ravi.addToCart(t, dal, 1))[0].OrderID
		_, err := s.orders.SetStage(k.ctx, k.actor, id, order.Move{
			From: order.StageNew, To: order.StageDone, PaidBy: order.ByKhata, Khata: order.KhataPay{Taken: money.Rupees(523), TakenBy: order.ByCash},
		})
		must(t, err)
		_, err = s.orders.Return(k.ctx, k.actor, id, order.Returns{Lines: []order.Return{{LineID: s.view(t, id).Lines[0].ID, Quantity: 1}}})
		must(t, err)
		if got := paidWords(s.view(t, id)); got != "KHATA ₹180, CASH ₹523" {
			t.Errorf("the returned order was paid by %s, want KHATA ₹180, CASH ₹523", got)
		}
	})
}
