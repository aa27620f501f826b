package purchase

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/db"
)

// Reorder is a product to reorder.
type Reorder struct {
	Product  catalog.Product `json:"product"`
	PerDay   float64         `json:"perDay" doc:"Average number of pieces sold per day in the last 28 days."`
	DaysLeft *float64        `json:"daysLeft" doc:"Days until the stock is sold out at this rate. Null: no sales in the last 28 days."`
	PackSize int             `json:"packSize" doc:"Pieces in one pack, at least 1."`
	Packs    int             `json:"packs" doc:"Packs to order to cover two weeks and the minimum stock. 0: already ordered."`
	Ordered  int             `json:"ordered" doc:"Pieces in drafts, including free ones; of a product sold by weight, whole units."`
}

// SchemaName returns the name in the API document.
func (Reorder) SchemaName() string { return "ReorderProduct" }

const (
	reorderBelowDays = 7  // a stock that lasts no longer is reordered
	reorderForDays   = 14 // how long the reordered stock must last
)

// Reorder returns the published products whose stock lasts at most reorderBelowDays or is below the minimum, most urgent
// first.
func (s *Service) Reorder(ctx context.Context) ([]Reorder, error) {
	perDay, err := s.view.SalesPace(ctx)
	if err != nil {
		return nil, fmt.Errorf("read what was sold: %w", err)
	}
	lines, err := db.All[Line](ctx, s.db, `
		SELECT l.product_id, l.pieces, l.grams, l.step_grams, l.free
		FROM purchases p
		JOIN purchase_lines l ON l.purchase_id = p.id
		WHERE p.booked_at IS NULL`)
	if err != nil {
		return nil, fmt.Errorf("read what stands in drafts: %w", err)
	}
	drafts := map[string][]Line{}
	for _, l := range lines {
		drafts[l.ProductID] = append(drafts[l.ProductID], l)
	}
	snapshot := s.view.Snapshot()
	list := []Reorder{}
	for p := range snapshot.Visible() {
		r := Reorder{PerDay: perDay[p.ID], PackSize: max(1, p.PackSize), Ordered: ordered(*p, drafts[p.ID])}
		if r.PerDay > 0 {
			days := float64(p.Fresh()) / r.PerDay
			r.DaysLeft = &days
		}
		if p.Fresh() >= p.MinStock && (r.DaysLeft == nil || *r.DaysLeft > reorderBelowDays) {
			continue
		}
		missing := max(r.PerDay*reorderForDays, float64(p.MinStock)) - float64(p.Fresh()+r.Ordered)
		r.Packs = max(0, int(math.Ceil(missing/float64(r.PackSize))))
		r.Product = snapshot.ForStaff(*p)
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b Reorder) int {
		return cmp.Or(cmp.Compare(a.lasts(), b.lasts()), cmp.Compare(b.PerDay, a.PerDay), cmp.Compare(a.Product.ID, b.Product.ID))
	})
	return list, nil
}

// ordered returns how many pieces of a product the lines have, or whole steps of a product sold by weight.
func ordered(p catalog.Product, lines []Line) int {
	amount := 0
	for _, l := range lines {
		n := l.amount(p, l.quantity())
		if l.Grams != nil && !p.IsSoldByWeight() { // the product's steps have become pieces
			n /= max(1, l.StepGrams)
		}
		amount += n
	}
	return amount / max(1, p.StepGrams)
}

// lasts returns how many days the stock lasts; without sales, a very large number.
func (r Reorder) lasts() float64 {
	if r.DaysLeft == nil {
		return math.MaxFloat64
	}
	return *r.DaysLeft
}
