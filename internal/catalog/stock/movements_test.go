package stock_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestStock_equalsTheSumOfItsMovements(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := catalogtest.New(t, d)
		made := 0
		rapid.Check(t, func(r *rapid.T) {
			made++
			want := rapid.IntRange(0, 20).Draw(r, "opening")
			p := s.Product(t, catalogtest.Product{Name: fmt.Sprint("Dal ", made), Stock: want})
			seen := p
			for range rapid.IntRange(1, 8).Draw(r, "steps") {
				n := rapid.IntRange(1, 12).Draw(r, "n")
				line := stock.Line{ProductID: p.ID, LineID: "o", Quantity: n}
				switch rapid.SampledFrom([]string{"reserve", "again", "release", "set", "difference", "import", "look"}).Draw(r, "step") {
				case "reserve":
					if err := s.Reserve(t, line); err == nil {
						want -= n
					} else if want >= n || !fault.Is(err, fault.Conflict) {
						r.Fatalf("reserve %d of %d: %v, want a conflict only without enough", n, want, err)
					}
				case "again":
					if err := s.ReserveAgain(t, line); err == nil {
						want -= n
					} else if want >= n {
						r.Fatalf("reserve %d of %d again: %v, want a refusal only without enough", n, want, err)
					}
				case "release":
					if err := s.Release(t, line); err != nil {
						r.Fatal(err)
					}
					want += n
				case "set":
					if _, err := s.Service.UpdateProduct(t.Context(), p.ID, admin.ProductForm{Stock: &n}); err != nil {
						r.Fatal(err)
					}
					want = n
				case "difference":
					left := want + n - seen.Stock
					_, err := s.Service.UpdateProduct(t.Context(), p.ID, admin.ProductForm{Stock: &n, SeenAt: &seen.UpdatedAt})
					if err == nil {
						want = left
					} else if !fault.Is(err, fault.Conflict) {
						r.Fatal(err)
					}
				case "import":
					row := importer.Row{Key: p.Name, Category: "Staples", SubCategory: "Dal", Name: p.Name, Unit: p.Unit, Price: p.Price, Stock: n, StockKnown: true}
					if err := s.Importer.Upsert(t.Context(), []importer.Row{row}); err != nil {
						r.Fatal(err)
					}
					s.Refresh(t)
					want = n
				case "look":
					var err error
					if seen, err = s.View.Snapshot().Product(p.ID, false); err != nil {
						r.Fatal(err)
					}
				}
				if got := shoptest.Stock(t, d, p.ID); got != want {
					r.Fatalf("the stock is %d, want %d", got, want)
				}
				if shown, err := s.View.Snapshot().Product(p.ID, false); err != nil || shown.Stock != want {
					r.Fatalf("the stock shown is %d, %v, want %d", shown.Stock, err, want)
				}
			}
		})
	})
}
