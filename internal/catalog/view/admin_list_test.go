package view_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestGetAll_filtersProductsThatNeedAttentionForAdministrators(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for i, g := range []catalogtest.Product{
		{Name: "Toor Dal", Stock: 0},
		{Name: "Moong Dal", Stock: 1},
		{Name: "Urad Dal", Stock: 5},
		{Name: "Chana Dal", Stock: 6},
		{Name: "Old Dal", Stock: 0, Unpublished: true},
		{Name: "New Dal", Stock: 9, Unpublished: true},
	} {
		s.Clock.Advance(time.Duration(i) * time.Second)
		s.Product(t, g)
	}
	for query, want := range map[string]string{
		"?publish=true":                "Chana Dal, Urad Dal, Moong Dal, Toor Dal",
		"?publish=false":               "New Dal, Old Dal",
		"?publish=":                    "New Dal, Old Dal, Chana Dal, Urad Dal, Moong Dal, Toor Dal",
		"?stock=out":                   "Old Dal, Toor Dal",
		"?stock=low":                   "Urad Dal, Moong Dal",
		"?stock=out&publish=true":      "Toor Dal",
		"?stock=low&publish=false":     "",
		"?sort=stock":                  "Old Dal, Toor Dal, Moong Dal, Urad Dal, Chana Dal, New Dal",
		"?sort=stock&limit=2&page=2":   "Moong Dal, Urad Dal",
		"?q=old&publish=false":         "Old Dal",
		"?q=old&publish=true":          "",
		"?stock=out&inStock=true":      "",
		"?publish=false&sort=name&q=d": "New Dal, Old Dal",
	} {
		if got := s.Found(t, s.Admin, query); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
	if got := catalogtest.Count(s.Call(t, s.Admin, "GET", "/product/getAll?stock=low", nil)); got != "2 in 1" {
		t.Errorf("the filter alone counts %s, want 2 in 1", got)
	}
	// Shoppers may send the same filters, which match only products that shoppers see.
	for query, want := range map[string]string{"?publish=false": "", "?stock=out": "Toor Dal", "?publish=true&stock=low": "Urad Dal, Moong Dal"} {
		for _, token := range []string{"", s.Shopper} {
			if got := s.Found(t, token, query); got != want {
				t.Errorf("%s shows a shopper %q, want %q", query, got, want)
			}
		}
	}
	for query, field := range map[string]string{"publish=yes": "publish", "publish=1": "publish", "stock=0": "stock", "stock=Low": "stock", "stock=high": "stock"} {
		s.Call(t, s.Admin, "GET", "/product/getAll?"+query, nil).ExpectField(t, field)
	}
}

func TestGetAll_pagesThroughManyProductsInAnyOrder(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	shoptest.ManyProducts(t, d, 2000)
	s := newShop(t, d)
	orders := map[string]func(a, b catalog.Product) bool{
		"name":      func(a, b catalog.Product) bool { return strings.ToLower(a.Name) <= strings.ToLower(b.Name) },
		"stock":     func(a, b catalog.Product) bool { return a.Stock <= b.Stock },
		"priceAsc":  func(a, b catalog.Product) bool { return a.Payable() <= b.Payable() },
		"priceDesc": func(a, b catalog.Product) bool { return a.Payable() >= b.Payable() },
		"newest":    func(a, b catalog.Product) bool { return !a.CreatedAt.Before(b.CreatedAt) },
	}
	for sort, inOrder := range orders {
		seen := map[string]bool{}
		var last *catalog.Product
		for page := 1; page <= 21; page++ {
			reply := s.Call(t, s.Admin, "GET", fmt.Sprintf("/product/getAll?limit=100&page=%d&sort=%s", page, sort), nil)
			for _, p := range catalogtest.Read[[]catalog.Product](t, reply) {
				if last != nil && !inOrder(*last, p) {
					t.Errorf("sorted by %s, %s is before %s, want the reverse", sort, last.Name, p.Name)
				}
				seen[p.ID], last = true, &p
			}
		}
		if len(seen) != 2001 {
			t.Errorf("by %s, the pages show %d products, want 2001", sort, len(seen))
		}
	}
}

func TestList_findsProductsWithoutPictureOrUnit(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.Product(t, catalogtest.Product{Name: "Whole"})
	bare := shoptest.AddProduct(t, s.DB, shoptest.Product{Name: "Bare"})
	err := s.DB.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `UPDATE products SET images = '[]', unit = '', stock = 3 WHERE id = $1`, bare)
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Refresh(t)
	for query, want := range map[string]string{"?without=picture": "Bare", "?without=unit": "Bare", "?stock=some": "Bare", "?without=&sort=name": "Bare, Whole"} {
		if got := s.Found(t, s.Admin, query); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
	s.Call(t, s.Admin, "GET", "/product/getAll?without=price", nil).Expect(t, http.StatusBadRequest, "The value of without must be picture, unit, hsn or rate.")
}
