package catalog_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

func TestGetAll_showsTheAdministratorWhatWantsAnEye(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for i, g := range []productInput{
		{name: "Toor Dal", stock: 0},
		{name: "Moong Dal", stock: 1},
		{name: "Urad Dal", stock: 5},
		{name: "Chana Dal", stock: 6},
		{name: "Old Dal", stock: 0, unpublished: true},
		{name: "New Dal", stock: 9, unpublished: true},
	} {
		s.clock.Advance(time.Duration(i) * time.Second)
		s.product(t, g)
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
		if got := s.found(t, s.admin, query); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
	if got := count(s.call(t, s.admin, "GET", "/product/getAll?stock=low", nil)); got != "2 in 1" {
		t.Errorf("the filter alone counts %s", got)
	}
	// Others may ask the same of what they see.
	for query, want := range map[string]string{"?publish=false": "", "?stock=out": "Toor Dal", "?publish=true&stock=low": "Urad Dal, Moong Dal"} {
		for _, token := range []string{"", s.shopper} {
			if got := s.found(t, token, query); got != want {
				t.Errorf("%s shows a shopper %q, want %q", query, got, want)
			}
		}
	}
	for query, field := range map[string]string{"publish=yes": "publish", "publish=1": "publish", "stock=0": "stock", "stock=Low": "stock", "stock=high": "stock"} {
		s.call(t, s.admin, "GET", "/product/getAll?"+query, nil).ExpectField(t, field)
	}
}

func TestGetAll_pagesThroughManyProductsByAnyOrder(t *testing.T) {
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
			reply := s.call(t, s.admin, "GET", fmt.Sprintf("/product/getAll?limit=100&page=%d&sort=%s", page, sort), nil)
			for _, p := range read[[]catalog.Product](t, reply) {
				if last != nil && !inOrder(*last, p) {
					t.Errorf("by %s, %s stands before %s", sort, last.Name, p.Name)
				}
				seen[p.ID], last = true, &p
			}
		}
		if len(seen) != 2001 {
			t.Errorf("by %s, the pages show %d products of 2001", sort, len(seen))
		}
	}
}

func TestPublish_showsAndHidesManyAtOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		a, b, c := s.product(t, productInput{name: "A", stock: 1}), s.product(t, productInput{name: "B", stock: 1}), s.product(t, productInput{name: "C", unpublished: true})
		hide := object{"ids": []any{b.ID, object{"_id": c.ID}, b.ID}, "publish": false}
		hidden := read[[]catalog.Product](t, s.call(t, s.admin, "PUT", "/product/publish", hide).Expect(t, http.StatusOK, ""))
		if names(hidden) != "B, C" || hidden[0].Publish || hidden[0].Category.Name == "" {
			t.Errorf("returns %+v", hidden)
		}
		if got := s.found(t, "", ""); got != "A" {
			t.Errorf("shoppers see %q", got)
		}
		// What was hidden already is not edited: an open edit of it is no conflict.
		if !hidden[1].UpdatedAt.Equal(c.UpdatedAt) || !hidden[0].UpdatedAt.After(b.UpdatedAt) {
			t.Errorf("edited at %v and %v", hidden[0].UpdatedAt, hidden[1].UpdatedAt)
		}
		s.call(t, s.admin, "PUT", "/product/publish", object{"ids": []string{a.ID, b.ID, c.ID}, "publish": "true"}).Expect(t, http.StatusOK, "")
		elsewhere := s.elsewhere(t)
		for where, shop := range map[string]shop{"here": s, "elsewhere": elsewhere} {
			if found := shop.view.Snapshot().Find(view.Query{}).Products; len(found) != 3 {
				t.Errorf("%s shoppers see %q", where, names(found))
			}
		}
	})
}

func TestPublish_isAllOrNone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		a, gone := s.product(t, productInput{name: "A"}), s.product(t, productInput{name: "Gone"})
		s.call(t, s.admin, "DELETE", "/product/delete/"+gone.ID, nil).Expect(t, http.StatusOK, "")
		const unknown = "65f1a2b3c4d5e6f708192a3b"
		refused := s.call(t, s.admin, "PUT", "/product/publish", object{"ids": []string{a.ID, unknown, gone.ID}, "publish": false})
		refused.ExpectField(t, "ids[1]")
		if len(refused.Errors) != 2 || refused.Errors[1].Field != "ids[2]" {
			t.Errorf("names %v", refused.Errors)
		}
		if p, err := s.view.Snapshot().Product(a.ID, false); err != nil || !p.Publish {
			t.Errorf("a refusal hid the product: %v", err)
		}
		many := slices.Repeat([]string{a.ID}, 101)
		for field, body := range map[string]any{
			"ids":     object{"ids": many, "publish": true},
			"ids[0]":  object{"ids": []string{"short"}, "publish": true},
			"ids[1]":  object{"ids": []any{a.ID, ""}, "publish": true},
			"publish": object{"ids": []string{a.ID}},
		} {
			s.call(t, s.admin, "PUT", "/product/publish", body).ExpectField(t, field)
		}
		for _, body := range []any{object{"ids": []string{}, "publish": true}, object{"publish": true}, object{"ids": nil, "publish": true}} {
			s.call(t, s.admin, "PUT", "/product/publish", body).ExpectField(t, "ids")
		}
		s.call(t, s.admin, "PUT", "/product/publish", object{"ids": many[:100], "publish": false}).Expect(t, http.StatusOK, "")
		s.call(t, s.shopper, "PUT", "/product/publish", object{"ids": []string{a.ID}, "publish": true}).Expect(t, http.StatusForbidden, "Do not have Permission")
		s.call(t, "", "PUT", "/product/publish", nil).Expect(t, http.StatusUnauthorized, "Authentication required")
	})
}

func TestUpdateProduct_inTheListRefusesWhatSomeoneElseChanged(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		made := s.product(t, productInput{name: "Toor Dal", stock: 10})
		// Both see the list; one hides the product there, the other sets its price.
		s.call(t, s.admin, "PUT", "/product/publish", object{"ids": []string{made.ID}, "publish": false}).Expect(t, http.StatusOK, "")
		refused := s.change(t, made.ID, object{"updatedAt": made.UpdatedAt, "price": 70}).Expect(t, http.StatusConflict, "")
		both := read[admin.Conflict](t, refused)
		if both.Current.Publish || both.Current.Price != money.Rupees(50) || both.Yours.Price != money.Rupees(70) {
			t.Errorf("shows %+v", both)
		}
		// One field at a time leaves the others alone.
		for _, edit := range []object{{"stock": 4}, {"price": 65.5}, {"publish": true}} {
			now, err := s.view.Snapshot().Product(made.ID, true)
			if err != nil {
				t.Fatal(err)
			}
			s.change(t, made.ID, edit.with(object{"updatedAt": now.UpdatedAt})).Expect(t, http.StatusOK, "")
		}
		if now, err := s.view.Snapshot().Product(made.ID, false); err != nil || now.Stock != 4 || now.Price.Number() != "65.5" || now.Name != "Toor Dal" || len(now.Images) != 1 {
			t.Errorf("left %+v, %v", now, err)
		}
	})
}
