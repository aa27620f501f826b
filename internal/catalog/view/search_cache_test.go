package view_test

import (
	"net/http"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestGetAll_showsAnEditInASearchThatWasCached(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s, dal, _ := newStockedShop(t, d)
		const search = "?q=masoor&limit=24"
		if got := s.Found(t, "", search); got != "" {
			t.Fatalf("before the import the search finds %q, want nothing", got)
		}
		product := s.ProductNamed(t, "Chana Dal")
		s.Change(t, product.ID, object{"name": "Masoor Dal"}).Expect(t, http.StatusOK, "Product updated successfully!")
		if got := s.Found(t, "", search); got != "Masoor Dal" {
			t.Errorf("masoor finds %q after a product was renamed, want %q", got, "Masoor Dal")
		}
		s.Product(t, catalogtest.Product{Name: "Masoor Malka", SubCategory: dal, Price: 80, Stock: 1})
		if got := s.Found(t, "", search); got != "Masoor Dal, Masoor Malka" {
			t.Errorf("masoor finds %q after a product was added, want %q", got, "Masoor Dal, Masoor Malka")
		}
		s.Change(t, product.ID, object{"publish": false}).Expect(t, http.StatusOK, "Product updated successfully!")
		if got := s.Found(t, "", search); got != "Masoor Malka" {
			t.Errorf("masoor finds %q after a product was hidden, want %q", got, "Masoor Malka")
		}
	})
}

func TestGetAll_cachesFiltersSeparatelyForAnyText(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.Import(t, catalogtest.PriceList(t, teas...), importer.Options{Stock: 7})
	for _, query := range []string{"?brand=Wagh%09Taj", "?brand=Wagh%22+%22Taj", "?brand=Wagh%0A", "?brand=Wagh&type=Taj"} {
		if got := s.Found(t, "", query+"&limit=24"); got != "" {
			t.Fatalf("%s finds %q, want nothing", query, got)
		}
	}
	if got := catalogtest.Count(s.Call(t, "", "GET", "/product/getAll?brand=Wagh&brand=Taj&limit=24", nil)); got != "5 in 1" {
		t.Errorf("two brands count %s, want 5 in 1", got)
	}
	if got := catalogtest.Count(s.Call(t, "", "GET", "/product/getAll?brand=Wagh&limit=24", nil)); got != "3 in 1" {
		t.Errorf("a brand counts %s, want 3 in 1", got)
	}
}

func TestGetProductById_showsTheStockThatAnOrderLeft(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		product := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 9})
		expect := func(want int) {
			t.Helper()
			reply := s.Call(t, "", "POST", "/product/getProductById", object{"productId": product.ID}).Expect(t, http.StatusOK, "")
			if got := catalogtest.Read[catalog.Product](t, reply); got.Stock != want {
				t.Errorf("the stock shown is %d, want %d", got.Stock, want)
			}
		}
		expect(9)
		if err := s.Reserve(t, stock.Line{ProductID: product.ID, Quantity: 2}); err != nil {
			t.Fatal(err)
		}
		expect(7)
	})
}
