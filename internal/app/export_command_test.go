package app

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestExport_hasUnpublishedProducts(t *testing.T) {
	t.Parallel()
	data := whereDemo(t, "")
	d, err := db.OpenExisting(t.Context(), "", data[1])
	if err != nil {
		t.Fatal(err)
	}
	products, err := db.All[string](t.Context(), d, `SELECT id FROM products`)
	if err != nil || len(products) == 0 {
		t.Fatalf("the demo has %d products, %v, want some", len(products), err)
	}
	shoptest.Unpublish(t, d, products[0])
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(t.TempDir(), "products.csv")
	if code, out, errs := run(t, "", append([]string{"export", "products", table}, data...)...); code != 0 {
		t.Fatalf("export ended with %d, want 0: %s%s", code, out, errs)
	}
	file, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil || len(records) != 1+len(products) {
		t.Errorf("the table has %d rows below its heading, %v, want %d", len(records)-1, err, len(products))
	}
}
