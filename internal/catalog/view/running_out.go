package view

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kirana/internal/catalog"
)

// salesWindow is the period of sales that predicts how long stock lasts: four whole weeks, so that each weekday has the same
// weight.
const salesWindow = 28 * 24 * time.Hour

// RunningOut is a product with the number of days that its stock lasts.
type RunningOut struct {
	Product  catalog.Product `json:"product"`
	Sold     int             `json:"sold" doc:"Pieces sold in the last 28 days."`
	DaysLeft float64         `json:"daysLeft" doc:"Days until the stock is sold out at the rate of the last 28 days. 0: out of stock."`
}

// RunningOut returns the published products whose stock lasts at most this number of days at the pace of the last four weeks,
// the first to run out first. It leaves out products without sales.
func (v *View) RunningOut(ctx context.Context, days int) ([]RunningOut, error) {
	now := v.clock.Now()
	sold, err := v.ReadSales(ctx, v.db, now.Add(-salesWindow))
	if err != nil {
		return nil, err
	}
	snapshot := v.Snapshot()
	running := []RunningOut{}
	for product := range snapshot.Visible() {
		pieces := sold[product.ID]
		if pieces == 0 {
			continue
		}
		left := float64(product.Available()) * sellingDays(product, now) / float64(pieces)
		if left <= float64(days) {
			running = append(running, RunningOut{Product: snapshot.ForStaff(*product), Sold: pieces, DaysLeft: left})
		}
	}
	slices.SortFunc(running, func(a, b RunningOut) int {
		return cmp.Or(cmp.Compare(a.DaysLeft, b.DaysLeft), cmp.Compare(b.Sold, a.Sold), cmp.Compare(a.Product.ID, b.Product.ID))
	})
	return running, nil
}

// sellingDays returns the number of days in salesWindow on which a product existed, at least 1.
func sellingDays(product *catalog.Product, now time.Time) float64 {
	return min(salesWindow, max(now.Sub(product.CreatedAt), 24*time.Hour)).Hours() / 24
}

// SalesPace returns the pieces sold per day of each product with sales in the last four weeks.
func (v *View) SalesPace(ctx context.Context) (map[string]float64, error) {
	now := v.clock.Now()
	sold, err := v.ReadSales(ctx, v.db, now.Add(-salesWindow))
	pace := make(map[string]float64, len(sold))
	for productID, pieces := range sold {
		if product := v.Snapshot().find(productID); product != nil {
			pace[productID] = float64(pieces) / sellingDays(product, now)
		}
	}
	return pace, err
}
