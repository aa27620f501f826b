package order_test

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
)

// raceRounds is how often each race is repeated: its winner is random.
const raceRounds = 20

func TestRace_ofTwoStaffAcceptingAndAShopperCancelingHasOneWinner(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newPaymentShop(t, d, bank)
		sunita, sunitaCtx := staffMember(t, d, "Sunita")
		bala, balaCtx := staffMember(t, d, "Bala")
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 1000})
		accept := order.Move{From: order.StageNew, To: order.StagePacking}
		for round := range raceRounds {
			ravi, paid := s.shopper(t), round%2 == 1
			var id string
			if paid {
				id = s.paysOnline(t, ravi, ravi.addToCart(t, dal, 2))
			} else {
				id = ravi.orders(t, order.Item{ProductID: dal, Quantity: 2})[0].OrderID
			}
			before, mails := shoptest.Stock(t, d, dal), s.count(t, "jobs WHERE kind = 'mail.checkout'")
			errs := atOnce(3, func(i int) error {
				switch i {
				case 0:
					_, err := s.orders.SetStage(sunitaCtx, sunita, id, accept)
					return err
				case 1:
					_, err := s.orders.SetStage(balaCtx, bala, id, accept)
					return err
				}
				return s.orders.Cancel(t.Context(), order.Actor{Kind: order.ByShopper, UserID: ravi.id, Name: "Ravi"}, id)
			})
			won := 0
			for _, err := range errs {
				if err == nil {
					won++
				} else if !fault.Is(err, fault.Conflict) {
					t.Errorf("round %d: %v, want a conflict", round, err)
				}
			}
			canceled, v := errs[2] == nil, s.view(t, id)
			wantStage, wantStock, wantCollect, wantDue := order.StagePacking, before, money.Rupees(200), money.Paise(0)
			if canceled {
				wantStage, wantStock, wantCollect = order.StageDone, before+2, 0
			}
			if paid {
				wantCollect = 0
			}
			if paid && canceled {
				wantDue = money.Rupees(200)
			}
			if won != 1 || v.Stage != wantStage || shoptest.Stock(t, d, dal) != wantStock || v.CollectAmt != wantCollect || v.RefundDue != wantDue {
				t.Errorf("round %d: %v; canceled %v, %s, %d in stock, %v to collect, %v due; want one action to win",
					round, errs, canceled, v.Stage, shoptest.Stock(t, d, dal), v.CollectAmt, v.RefundDue)
			}
			if n := s.count(t, "jobs WHERE kind = 'mail.checkout'") - mails; n != 1 && !paid {
				t.Errorf("round %d: %d mails wait, want 1", round, n)
			}
			if n := s.count(t, "jobs WHERE kind = 'mail.checkout' AND dedupe_key = '"+id+"'"); n != 1 {
				t.Errorf("round %d: %d mails of the order wait, want 1", round, n)
			}
			entries := 0
			for _, e := range v.Timeline {
				if e.What == "stage" || e.What == "canceled" {
					entries++
				}
			}
			if entries != 1 {
				t.Errorf("round %d: the timeline has %d actions, want 1", round, entries)
			}
		}
		s.assertInvariants(t, dal)
	})
}

func TestRace_ofPackingShortAndDeliveringTakesNoMoneyForMissingPieces(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		bala, balaCtx := staffMember(t, d, "Bala")
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 1000})
		for round := range raceRounds {
			line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 3})[0]
			before := shoptest.Stock(t, d, dal)
			errs := atOnce(2, func(i int) error {
				if i == 0 {
					return k.packs(t, line.OrderID, line.ID, 1)
				}
				_, err := s.orders.SetStage(balaCtx, bala, line.OrderID, order.Move{From: order.StageNew, To: order.StageDone})
				return err
			})
			must(t, errs[1])
			wantTotal, wantStock := money.Rupees(100), before+2
			if errs[0] != nil {
				refused(t, errs[0], fault.Conflict, "The order is on its way already. Please change it before it leaves.")
				wantTotal, wantStock = money.Rupees(300), before
			}
			v := s.view(t, line.OrderID)
			if v.Stage != order.StageDone || v.TotalAmt != wantTotal || v.CollectAmt != 0 || v.PaymentStatus != "PAID" || v.RefundDue != 0 || shoptest.Stock(t, d, dal) != wantStock {
				t.Errorf("round %d: packing ended with %v; %d in stock, %+v; want it DONE and PAID with %v",
					round, errs[0], shoptest.Stock(t, d, dal), v, wantTotal)
			}
		}
	})
}

func TestRace_ofRefusingAndClaimingKeepsTheClaimAndPaysNothing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 100})
		for round := range raceRounds {
			ravi := s.shopper(t)
			id := ravi.orders(t, order.Item{ProductID: dal, Quantity: 2})[0].OrderID
			for _, err := range atOnce(2, func(i int) error {
				if i == 0 {
					_, err := s.orders.Refuse(k.ctx, k.actor, id, order.Refusal{Reason: "Sold out."})
					return err
				}
				return s.orders.Claim(t.Context(), order.Actor{Kind: order.ByShopper, UserID: ravi.id}, id, "4321")
			}) {
				must(t, err)
			}
			v := s.view(t, id)
			if v.Stage != order.StageDone || v.Reason != "Sold out." || v.Claim == nil || v.Claim.Reference != "4321" || v.PaymentStatus != "COD" || v.CollectAmt != 0 {
				t.Errorf("round %d: %+v, want the order refused, with the claim 4321", round, v)
			}
			if left := shoptest.Stock(t, d, dal); left != 100 {
				t.Errorf("round %d: %d are in stock, want 100", round, left)
			}
		}
	})
}

func TestRace_ofRefusingAndDeliveringHasOneWinner(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(d)
		k := s.desk(t)
		bala, balaCtx := staffMember(t, d, "Bala")
		dal := shoptest.AddProduct(t, d, shoptest.Product{Price: money.Rupees(100), Stock: 1000})
		for round := range raceRounds {
			line := s.shopper(t).orders(t, order.Item{ProductID: dal, Quantity: 2})[0]
			k.moves(t, line.OrderID, order.StageNew, order.StageOut)
			before, shown := shoptest.Stock(t, d, dal), s.view(t, line.OrderID).Version
			sunita := k.actor
			sunita.Version = shown * (round % 2) // without a version, only the stage decides
			errs := atOnce(2, func(i int) error {
				if i == 0 {
					_, err := s.orders.Refuse(k.ctx, sunita, line.OrderID, order.Refusal{Reason: "Nobody is at home."})
					return err
				}
				_, err := s.orders.SetStage(balaCtx, bala, line.OrderID, order.Move{From: order.StageOut, To: order.StageDone})
				return err
			})
			if (errs[0] == nil) == (errs[1] == nil) {
				t.Fatalf("round %d: %v, want one error", round, errs)
			}
			v := s.view(t, line.OrderID)
			wantStatus, wantStock, wantTotal := payment.Paid, before, money.Rupees(200)
			if errs[0] == nil {
				wantStatus, wantStock, wantTotal = payment.CashOnDelivery, before+2, 0
			} else if !fault.Is(errs[0], fault.Conflict) {
				t.Errorf("round %d: %v, want a conflict", round, errs[0])
			}
			if v.Stage != order.StageDone || v.PaymentStatus != wantStatus || v.TotalAmt != wantTotal || shoptest.Stock(t, d, dal) != wantStock {
				t.Errorf("round %d: %v; %d in stock, %+v; want %s with %v and %d",
					round, errs, shoptest.Stock(t, d, dal), v, wantStatus, wantTotal, wantStock)
			}
		}
	})
}
