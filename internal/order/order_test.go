package order_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/shoptest"
)

// staffMember adds an owner with this name, and returns the actor and a context for their calls.
func staffMember(t *testing.T, d *db.DB, name string) (order.Actor, context.Context) {
	t.Helper()
	id := shoptest.AddAdministrator(t, d)
	return order.Actor{Kind: order.ByStaff, UserID: id, Name: name, StaffRole: account.Owner}, audit.WithActor(t.Context(), audit.Actor{UserID: id, Name: name})
}

var owner = order.Viewer{UserID: "owner", StaffRole: "OWNER"}

func (s *shop) view(t *testing.T, orderID string) order.View {
	t.Helper()
	view, err := s.orders.ByName(t.Context(), owner, orderID)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func TestOrder_numbersCountUpFromOneThousandAndOne(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(120), Stock: 10})
		ravi := s.shopper(t)
		for _, want := range []int64{1001, 1002} {
			lines := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2})
			view := s.view(t, lines[0].OrderID)
			if view.Number != want || lines[0].OrderNumber != want || view.Stage != order.StageNew || view.ItemCount != 2 ||
				view.TotalAmt != money.Rupees(240) || view.CollectAmt != money.Rupees(240) || view.PaymentStatus != "COD" {
				t.Errorf("order %d is %+v, want it NEW with 2 pieces, ₹240 to collect", want, view)
			}
		}
	})
}

func TestSetStage_movesAnOrderFromNewToDone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		milk := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(30), Stock: 10})
		sunita, ctx := staffMember(t, d, "Sunita")
		id := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1}, order.Item{ProductID: milk, Quantity: 2})[0].OrderID
		stages := []order.Stage{order.StageNew, order.StagePacking, order.StagePacked, order.StageOut, order.StageDone}
		for i, to := range stages[1:] {
			if _, err := s.orders.SetStage(ctx, sunita, id, order.Move{From: stages[i], To: to}); err != nil {
				t.Fatal(err)
			}
			s.clock.Advance(time.Minute)
		}
		view := s.view(t, id)
		if view.Stage != order.StageDone || view.CollectAmt != 0 || view.TotalAmt != money.Rupees(180) || view.PaidBy != order.ByCash || view.PaymentStatus != "PAID" {
			t.Errorf("at the end the order is %+v, want DONE and PAID by cash, ₹180", view)
		}
		for _, line := range view.Lines {
			if line.DeliveryStatus != order.Delivered || line.PaymentStatus != "PAID" {
				t.Errorf("a line is %s, %s, want %s and PAID", line.DeliveryStatus, line.PaymentStatus, order.Delivered)
			}
		}
		var texts []string
		for _, e := range view.Timeline {
			texts = append(texts, e.Who+" "+e.Text)
		}
		want := "Ravi Kulkarni placed the order; Sunita accepted it; Sunita packed it; Sunita sent it out; Sunita delivered it"
		if got := strings.Join(texts, "; "); got != want {
			t.Errorf("the timeline reads %s, want %s", got, want)
		}
		// when a line is pending again, the order returns to its earlier stage
		if _, err := s.orders.SetDelivery(ctx, sunita.UserID, view.Lines[0].ID, order.Pending); err != nil {
			t.Fatal(err)
		}
		if again := s.view(t, id); again.Stage != order.StageOut || again.CollectAmt != money.Rupees(120) {
			t.Errorf("with a pending line the order is %s, to collect %v, want OUT, ₹120", again.Stage, again.CollectAmt)
		}
	})
}

func TestTimeline_isInTheLanguageOfTheReader(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		sunita, ctx := staffMember(t, d, "Sunita")
		dal := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(120), Stock: 10})
		lines := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 2})
		id := lines[0].OrderID
		if _, err := s.orders.SetStage(ctx, sunita, id, order.Move{From: order.StageNew, To: order.StagePacking}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.orders.SetLines(ctx, sunita, id, []order.Pack{{LineID: lines[0].ID, Quantity: 1}}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.orders.Refuse(ctx, sunita, id, order.Refusal{Reason: "Canceled by the shop."}); err != nil {
			t.Fatal(err)
		}
		s.executes(t, `UPDATE checkout_events SET details = '{"text":"placed it long ago"}' WHERE what = 'placed'`)
		for lang, want := range map[string]string{
			"en": "Canceled by the shop.: placed it long ago; accepted it; packed 1 of 2 Toor Dal; canceled the order: Canceled by the shop.",
			"hi": "दुकान ने रद्द किया।: placed it long ago; ऑर्डर लिया; पैक किया: 2 में से 1 Toor Dal; ऑर्डर रद्द किया: दुकान ने रद्द किया।",
		} {
			view, err := s.orders.ByName(language.In(ctx, lang), owner, id)
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, e := range view.Timeline {
				texts = append(texts, e.Text)
			}
			if got := view.Reason + ": " + strings.Join(texts, "; "); got != want {
				t.Errorf("%s: %s, want %s", lang, got, want)
			}
		}
	})
}

func TestSetStage_refusesASecondMoveFromTheSameStage(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		sunita, sunitaCtx := staffMember(t, d, "Sunita")
		ravi, raviCtx := staffMember(t, d, "Ravi")
		id := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 1})[0].OrderID
		m := order.Move{From: order.StageNew, To: order.StagePacking}
		if _, err := s.orders.SetStage(raviCtx, ravi, id, m); err != nil {
			t.Fatal(err)
		}
		_, err := s.orders.SetStage(sunitaCtx, sunita, id, m)
		refusal := fault.Of(err)
		if refusal == nil || refusal.Kind != fault.Conflict || refusal.Message != "Ravi accepted it at 2:30 pm." {
			t.Errorf("the second move: %v, want the conflict that Ravi accepted it at 2:30 pm", err)
		}
	})
}

func TestUndo_restoresStageRowsStockAndMoney(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(120), Stock: 10})
		rice := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 10})
		sunita, ctx := staffMember(t, d, "Sunita")
		line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
		before := s.view(t, line.OrderID)
		for name, action := range map[string]func() (*order.Undo, error){
			"a stage": func() (*order.Undo, error) {
				return s.orders.SetStage(ctx, sunita, line.OrderID, order.Move{From: "NEW", To: "DONE"})
			},
			"packing fewer pieces": func() (*order.Undo, error) {
				return s.orders.SetLines(ctx, sunita, line.OrderID, []order.Pack{{LineID: line.ID, Quantity: 1}})
			},
			"a refusal": func() (*order.Undo, error) {
				return s.orders.Refuse(ctx, sunita, line.OrderID, order.Refusal{Reason: "Nobody is at home."})
			},
			"a refusal of spoiled goods": func() (*order.Undo, error) {
				return s.orders.Refuse(ctx, sunita, line.OrderID, order.Refusal{Reason: "It fell down.", KeepStock: true})
			},
			"a promised time": func() (*order.Undo, error) {
				return s.orders.SetPromise(ctx, sunita, line.OrderID, s.clock.Now().Add(time.Hour))
			},
			"a delivery paid by UPI": func() (*order.Undo, error) {
				return s.orders.SetStage(ctx, sunita, line.OrderID, order.Move{From: "NEW", To: "DONE", PaidBy: order.ByUPI, Reference: "4321"})
			},
			"an addition": func() (*order.Undo, error) {
				return s.orders.Add(ctx, sunita, line.OrderID, order.Addition{ProductID: rice, Quantity: 2})
			},
			"a replacement": func() (*order.Undo, error) {
				return s.orders.Add(ctx, sunita, line.OrderID, order.Addition{ProductID: rice, Quantity: 2, Replaces: line.ID})
			},
			"a payment by UPI": func() (*order.Undo, error) {
				return s.orders.SetPaidBy(ctx, sunita, line.OrderID, order.ByUPI, "4321")
			},
		} {
			undo, err := action()
			if err != nil || undo == nil {
				t.Fatalf("%s: %v, want it to be undone", name, err)
			}
			s.clock.Advance(10 * time.Second)
			if err := s.orders.Undo(ctx, sunita, line.OrderID, undo.ID); err != nil {
				t.Fatalf("undo %s: %v", name, err)
			}
			after := s.view(t, line.OrderID)
			if after.Stage != before.Stage || after.TotalAmt != before.TotalAmt || after.CollectAmt != before.CollectAmt || after.ItemCount != 3 ||
				after.PaidBy != "" || after.PaymentReference != "" || after.PromisedAt != nil || after.PaymentStatus != "COD" || after.Reason != "" || len(after.Lines) != 1 || after.Lines[0].DeliveryStatus != order.Pending {
				t.Errorf("after undoing %s the order is %+v, want it as before, %+v", name, after, before)
			}
			if a, b := shoptest.Stock(t, d, dal), shoptest.Stock(t, d, rice); a != 7 || b != 10 {
				t.Errorf("after undoing %s %d and %d are in stock, want 7 and 10", name, a, b)
			}
			if err := s.orders.Undo(ctx, sunita, line.OrderID, undo.ID); !fault.Is(err, fault.Conflict) {
				t.Errorf("undo %s twice: %v, want a conflict", name, err)
			}
		}
		undo, err := s.orders.SetStage(ctx, sunita, line.OrderID, order.Move{From: "NEW", To: "PACKING"})
		if err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(10*time.Second + time.Microsecond)
		if err := s.orders.Undo(ctx, sunita, line.OrderID, undo.ID); !fault.Is(err, fault.Conflict) {
			t.Errorf("undo after ten seconds: %v, want a conflict", err)
		}
	})
}
