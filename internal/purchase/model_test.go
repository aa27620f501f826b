package purchase_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/shoptest"
)

// model applies random operations to one product.
type model struct {
	shop
	random    *rand.Rand
	productID string
	supplier  string
	taken     []stock.Line // reservations of orders that can be canceled
	booked    []bought
	bills     int
}

func (m *model) tx(act func(ctx context.Context, tx *db.Tx) error) {
	m.t.Helper()
	err := m.DB.Tx(m.t.Context(), func(tx *db.Tx) error { return act(m.t.Context(), tx) })
	if err != nil && !fault.Is(err, fault.Conflict) { // out of stock
		m.t.Fatal(err)
	}
}

// accept fails the test unless the response is a success, or the refusal (409 or 404) of goods that are sold already.
func (m *model) accept(r shoptest.Response) {
	m.t.Helper()
	if r.Status != http.StatusOK && r.Status != http.StatusConflict && r.Status != http.StatusNotFound {
		m.t.Fatalf("response %d: %s", r.Status, r.Bytes)
	}
}

func (m *model) lotsInOrder() []stock.Lot {
	m.t.Helper()
	lots, err := stock.Lots(m.t.Context(), m.DB, m.productID)
	if err != nil {
		m.t.Fatal(err)
	}
	return lots[m.productID]
}

func (m *model) acts() map[string]func() {
	return map[string]func(){
		"sale": func() {
			line := stock.Line{ProductID: m.productID, LineID: id.New(), Quantity: 1 + m.random.IntN(6)}
			before := m.lotsInOrder()
			m.tx(func(ctx context.Context, tx *db.Tx) error {
				_, err := m.Stock.Reserve(ctx, tx, []stock.Line{line})
				if err == nil {
					m.taken = append(m.taken, line)
				}
				return err
			})
			m.checkOldestFirst(before)
		},
		"cancel": func() {
			if len(m.taken) == 0 {
				return
			}
			i := m.random.IntN(len(m.taken))
			m.tx(func(ctx context.Context, tx *db.Tx) error {
				return m.Stock.Release(ctx, tx, m.taken[i:i+1], stock.Cancellation)
			})
			m.taken = slices.Delete(m.taken, i, i+1)
		},
		"purchase": func() {
			m.bills++
			bestBefore := ""
			if m.random.IntN(4) > 0 {
				bestBefore = m.Clock.Now().AddDate(0, 0, m.random.IntN(9)).Format(time.DateOnly)
			}
			m.booked = append(m.booked, m.book(m.draft(fmt.Sprintf(`{"supplier":%q,"bill":"%d","lines":[{"productId":%q,"pieces":%d,"free":%d,"cost":%d,"bestBefore":%q}]}`,
				m.supplier, m.bills, m.productID, 1+m.random.IntN(12), m.random.IntN(2), 10+m.random.IntN(30), bestBefore))))
		},
		"purchase return": func() {
			if len(m.booked) > 0 {
				p := m.booked[m.random.IntN(len(m.booked))]
				r := m.owner.Request(m.t, "POST", "/purchases/"+p.ID+"/return", fmt.Sprintf(`{"reason":"weevils","lines":[{"_id":%q,"pieces":1}]}`, p.Lines[0].ID))
				if r.Status != http.StatusBadRequest { // unless everything was returned already
					m.accept(r)
				}
			}
		},
		"write-off": func() {
			for _, l := range m.lotsInOrder() {
				if l.BestBefore != "" && l.Remaining > 0 {
					m.accept(m.owner.Request(m.t, "POST", "/stock/writeoff", fmt.Sprintf(`{"lot":%q,"pieces":%d,"reason":"spoiled"}`, l.ID, 1+m.random.IntN(l.Remaining))))
					return
				}
			}
		},
		"count": func() {
			count := m.random.IntN(30)
			m.tx(func(ctx context.Context, tx *db.Tx) error {
				_, _, err := stock.Adjust(ctx, tx, m.Clock.Now(), stock.Adjustment{ProductID: m.productID, Count: &count, Reason: stock.Counted})
				return err
			})
		},
		"edit": func() {
			change := 1 + m.random.IntN(4)
			if m.random.IntN(2) == 0 {
				change = -change
			}
			m.tx(func(ctx context.Context, tx *db.Tx) error {
				return stock.AdjustMany(ctx, tx, m.Clock.Now(), map[string]int{m.productID: change}, "")
			})
		},
		"day": func() {
			m.Clock.Advance(24 * time.Hour)
			if err := m.Purchases.Sweep(m.t.Context()); err != nil {
				m.t.Fatal(err)
			}
		},
	}
}

// checkOldestFirst checks that a sale took pieces of a lot only after all lots sold before it were empty.
func (m *model) checkOldestFirst(before []stock.Lot) {
	m.t.Helper()
	remainingBefore := map[string]int{}
	for _, l := range before {
		remainingBefore[l.ID] = l.Remaining
	}
	earlier := 0
	for _, l := range m.lotsInOrder() {
		if l.Remaining < remainingBefore[l.ID] && earlier > 0 {
			m.t.Errorf("pieces of the lot of %q were taken while %d of earlier lots are left", l.BestBefore, earlier)
		}
		earlier += l.Remaining
	}
}

// check compares the stock with the sums of the ledger and of the lots.
func (m *model) check(act string) {
	m.t.Helper()
	sum, err := db.Get[int](m.t.Context(), m.DB, `SELECT CAST(COALESCE(SUM(change), 0) AS BIGINT) FROM stock_movements WHERE product_id = $1`, m.productID)
	if err != nil {
		m.t.Fatal(err)
	}
	p, lots, expired := m.product(m.productID), 0, 0
	all := m.lotsInOrder()
	for _, l := range all {
		if l.Remaining < 0 || l.BestBefore != "" && l.Remaining > l.Pieces {
			m.t.Errorf("after %s a lot is %+v", act, l)
		}
		lots += l.Remaining
		if l.Expired {
			expired += l.Remaining
		}
	}
	if p.Stock != sum || len(all) > 0 && lots != p.Stock || p.Stock < 0 {
		m.t.Fatalf("after %s the stock is %d, the ledger %d, the lots %d: %+v", act, p.Stock, sum, lots, all)
	}
	if act == "day" && expired != p.Expired {
		m.t.Errorf("after %s %d pieces are expired, the product has %d", act, expired, p.Expired)
	}
}

func TestStock_equalsItsLedgerAndLotsAfterEachOperation(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for seed := range uint64(shoptest.Rounds(3, 30)) {
			s := newShop(t, d)
			t.Log("seed", seed)
			m := &model{shop: s, random: rand.New(rand.NewPCG(seed, 7)), productID: s.add(fmt.Sprint("Dahi ", seed), 5000, 5), supplier: s.supplier(fmt.Sprint("Dairy ", seed), "")}
			acts := m.acts()
			names := make([]string, 0, len(acts))
			for name := range acts {
				names = append(names, name)
			}
			slices.Sort(names)
			for range 40 {
				m.Clock.Advance(time.Second)
				name := names[m.random.IntN(len(names))]
				acts[name]()
				m.check(name)
			}
		}
	})
}
