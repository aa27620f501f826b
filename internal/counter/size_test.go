package counter

import (
	"encoding/json"
	"fmt"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/id"
	"kirana/internal/money"
)

// maxCatalogBytes is the maximum size of a catalog of 30,000 products, uncompressed.
const maxCatalogBytes = 6 << 20

func TestCatalog_of30000ProductsHasAtMost6MB(t *testing.T) {
	t.Parallel()
	c := Catalog{Products: make([]CatalogProduct, 30_000)}
	for i := range c.Products {
		p := catalog.Product{
			ID: id.New(), Name: fmt.Sprintf("Aashirvaad Shudh Chakki Atta Superior %05d", i), Unit: "500 g", Price: money.Paise(12345 + i), Discount: money.Paise(1000 + i), Stock: i,
		}
		p.Barcode, p.ItemCode = fmt.Sprintf("89010%08d", i), ""
		if i%20 == 0 {
			p.MoreBarcodes, p.ItemCode = catalog.Codes{fmt.Sprintf("89020%08d", i)}, fmt.Sprint(i)
		}
		c.Products[i] = catalogProduct(&p, i%60)
	}
	text, err := json.Marshal(c)
	if err != nil || len(text) > maxCatalogBytes {
		t.Errorf("the catalog has %d bytes, %v, want at most %v", len(text), err, maxCatalogBytes)
	}
	t.Logf("the catalog has %d bytes", len(text))
}
