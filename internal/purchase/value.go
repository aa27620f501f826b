package purchase

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/catalog/stock"
	"kirana/internal/money"
)

// Worth is the stock's value at cost.
type Worth struct {
	Value   money.Paise `json:"value" doc:"Value of the stock at average cost, in rupees."`
	Still   money.Paise `json:"still" doc:"Part of value in products without sales for 60 days, in rupees."`
	Unknown int         `json:"unknown" doc:"Number of products in stock whose cost is unknown."`
}

// SchemaName returns the name in the API document.
func (Worth) SchemaName() string { return "StockWorth" }

// CategoryWorth is the value at cost of one category's stock.
type CategoryWorth struct {
	CategoryID string `json:"categoryId"`
	Name       string `json:"name"`
	Worth
}

// SchemaName returns the name in the API document.
func (CategoryWorth) SchemaName() string { return "CategoryWorth" }

// stillAfter is the time without a sale after which stock counts as unsold (`Still`).
const stillAfter = 60 * 24 * time.Hour

// Value returns the stock's value at cost, in total and by category in category order.
func (s *Service) Value(ctx context.Context) (Worth, []CategoryWorth, error) {
	sold, err := s.view.ReadSales(ctx, s.db, s.clock.Now().Add(-stillAfter))
	if err != nil {
		return Worth{}, nil, fmt.Errorf("read what was sold: %w", err)
	}
	snapshot := s.view.Snapshot()
	var all Worth
	categories := []CategoryWorth{}
	indexOf := map[string]int{}
	for _, category := range snapshot.Categories() {
		indexOf[category.ID] = len(categories)
		categories = append(categories, CategoryWorth{CategoryID: category.ID, Name: category.Name})
	}
	for p := range snapshot.All() {
		if p.Stock <= 0 {
			continue
		}
		worth := Worth{}
		if p.Cost == nil {
			worth.Unknown = 1
		} else {
			worth.Value = p.Cost.Times(p.Stock) + p.Cost.Times(p.LooseGrams)/money.Paise(max(p.StepGrams, 1))
			if sold[p.ID] == 0 && s.clock.Now().Sub(p.CreatedAt) > stillAfter {
				worth.Still = worth.Value
			}
		}
		all.add(worth)
		if i, known := indexOf[p.CategoryID]; known {
			categories[i].add(worth)
		}
	}
	return all, categories, nil
}

func (w *Worth) add(other Worth) {
	w.Value += other.Value
	w.Still += other.Still
	w.Unknown += other.Unknown
}

// Counts are the numbers on the tabs above the lists.
type Counts struct {
	Expiring  int `json:"expiring" doc:"Number of lots that have expired or expire within 7 days."`
	Reorder   int `json:"reorder" doc:"Number of products to reorder."`
	Suppliers int `json:"suppliers"`
}

// SchemaName returns the name in the API document.
func (Counts) SchemaName() string { return "PurchaseCounts" }

// addCounts sets the numbers of the tabs and the stock's value.
func (s *Service) addCounts(ctx context.Context, sums *Sums) error {
	lots, err := stock.AllLots(ctx, s.db)
	if err != nil {
		return err
	}
	expiring, _ := s.expiring(lots, nil, defaultExpiringDays)
	reorder, err := s.Reorder(ctx)
	if err != nil {
		return err
	}
	suppliers, err := s.Suppliers(ctx)
	if err != nil {
		return err
	}
	sums.Counts = Counts{Expiring: len(expiring), Reorder: len(reorder), Suppliers: len(suppliers)}
	sums.AtCost, _, err = s.Value(ctx)
	return err
}
