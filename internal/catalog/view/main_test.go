package view

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// loadedView returns a view that has read the whole catalog.
func loadedView(t *testing.T, d *db.DB) *View {
	t.Helper()
	v := New(d, shoptest.Clock(), slog.New(slog.DiscardHandler))
	refresh(t, v)
	return v
}

func refresh(t *testing.T, v *View) {
	t.Helper()
	if err := v.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// setPrice changes a product's price as other writers do.
func setPrice(t *testing.T, tx *db.Tx, productID string, price money.Paise) {
	t.Helper()
	products, err := catalog.LockProducts(t.Context(), tx, []string{productID})
	if err != nil {
		t.Fatal(err)
	}
	product := products[productID]
	product.Price = price
	product.EditedAt = catalog.NextVersion(shoptest.Epoch, product.UpdatedAt)
	product.UpdatedAt = product.EditedAt
	if err := catalog.SaveProducts(t.Context(), tx, product); err != nil {
		t.Fatal(err)
	}
}

func expectPrice(t *testing.T, v *View, productID string, want money.Paise) {
	t.Helper()
	if shown, err := v.Snapshot().Product(productID, false); err != nil || shown.Price != want {
		t.Errorf("%s costs %s, %v, want %s", shown.Name, shown.Price, err, want)
	}
}

// manyProducts returns products as the database returns them, the newest last.
func manyProducts(n int) []catalog.Product {
	products := make([]catalog.Product, n)
	for i := range products {
		at := shoptest.Epoch.Add(time.Duration(i) * time.Second)
		products[i] = catalog.Product{
			ID: fmt.Sprintf("p%06d", i), CategoryID: "c", SubCategoryID: fmt.Sprint("s", i%7), Name: fmt.Sprint("Dal ", i),
			Price: 5000, Stock: 5, Publish: true, CreatedAt: at, EditedAt: at, UpdatedAt: at,
		}
	}
	return products
}

// copies copies each product, since the snapshot takes ownership.
func copies(products ...catalog.Product) []*catalog.Product {
	copied := make([]*catalog.Product, len(products))
	for i, product := range products {
		copied[i] = &product
	}
	return copied
}
