package catalog_test

import (
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog/admin"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/testshop"
)

func TestAdmin_recordsWhatAnEditChanged(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := testshop.New(t, d)
		products := admin.New(d, s.Clock, nil, s.View)
		productID := shoptest.AddProduct(t, d, shoptest.Product{Name: "Toor Dal", Price: money.Rupees(150), Stock: 10})
		price, left := money.Rupees(160), 7
		if _, err := products.UpdateProduct(t.Context(), productID, admin.ProductForm{Price: &price, Stock: &left}); err != nil {
			t.Fatal(err)
		}
		if _, err := products.Publish(t.Context(), []string{productID}, false); err != nil {
			t.Fatal(err)
		}
		if err := products.DeleteProduct(t.Context(), productID); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Second)
		grocery, lentils := "Grocery", "Lentils"
		category, err := products.AddCategory(t.Context(), admin.CategoryForm{Name: &grocery})
		if err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Second)
		if _, err := products.UpdateCategory(t.Context(), category.ID, admin.CategoryForm{Name: &lentils}); err != nil {
			t.Fatal(err)
		}
		log, err := db.All[string](t.Context(), d, `SELECT what || '|' || object || '|' || before || '|' || after FROM audit_log ORDER BY created_at, id`)
		if err != nil {
			t.Fatal(err)
		}
		want := "product.update|Toor Dal|price " + money.Rupees(150).String() + ", stock 10|price " + price.String() + ", stock 7\n" +
			"product.update|Toor Dal|published true|published false\nproduct.delete|Toor Dal||\ncategory.create|Grocery||\ncategory.update|Grocery|Grocery|Lentils"
		if got := strings.Join(log, "\n"); got != want {
			t.Errorf("the log is\n%s", got)
		}
	})
}
