package admin_test

import (
	"net/http"
	"slices"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestPublish_showsAndHidesManyAtOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		a, b, c := s.Product(t, catalogtest.Product{Name: "A", Stock: 1}), s.Product(t, catalogtest.Product{Name: "B", Stock: 1}), s.Product(t, catalogtest.Product{Name: "C", Unpublished: true})
		hide := object{"ids": []any{b.ID, object{"_id": c.ID}, b.ID}, "publish": false}
		hidden := catalogtest.Read[[]catalog.Product](t, s.Call(t, s.Admin, "PUT", "/product/publish", hide).Expect(t, http.StatusOK, ""))
		if catalogtest.Names(hidden) != "B, C" || hidden[0].Publish || hidden[0].Category.Name == "" {
			t.Errorf("the response is %+v, want B and C hidden, with their categories", hidden)
		}
		if got := s.Found(t, "", ""); got != "A" {
			t.Errorf("shoppers see %q, want %q", got, "A")
		}
		// Products already hidden are not edited, so an open edit of one is not a conflict.
		if !hidden[1].UpdatedAt.Equal(c.UpdatedAt) || !hidden[0].UpdatedAt.After(b.UpdatedAt) {
			t.Errorf("B was edited at %v and C at %v, want B alone edited now", hidden[0].UpdatedAt, hidden[1].UpdatedAt)
		}
		s.Call(t, s.Admin, "PUT", "/product/publish", object{"ids": []string{a.ID, b.ID, c.ID}, "publish": "true"}).Expect(t, http.StatusOK, "")
		elsewhere := shop{s.Elsewhere(t)}
		for where, shop := range map[string]shop{"here": s, "elsewhere": elsewhere} {
			if found := shop.View.Snapshot().Find(view.Query{}).Products; len(found) != 3 {
				t.Errorf("%s shoppers see %q, want three products", where, catalogtest.Names(found))
			}
		}
	})
}

func TestPublish_isAllOrNone(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		a, gone := s.Product(t, catalogtest.Product{Name: "A"}), s.Product(t, catalogtest.Product{Name: "Gone"})
		s.Call(t, s.Admin, "DELETE", "/product/delete/"+gone.ID, nil).Expect(t, http.StatusOK, "")
		const unknown = "65f1a2b3c4d5e6f708192a3b"
		refused := s.Call(t, s.Admin, "PUT", "/product/publish", object{"ids": []string{a.ID, unknown, gone.ID}, "publish": false})
		refused.ExpectField(t, "ids[1]")
		if len(refused.Errors) != 2 || refused.Errors[1].Field != "ids[2]" {
			t.Errorf("the errors are %v, want ids[1] and ids[2]", refused.Errors)
		}
		if p, err := s.View.Snapshot().Product(a.ID, false); err != nil || !p.Publish {
			t.Errorf("after the refusal the product is published: %t, %v, want true", p.Publish, err)
		}
		many := slices.Repeat([]string{a.ID}, 101)
		for field, body := range map[string]any{
			"ids":     object{"ids": many, "publish": true},
			"ids[0]":  object{"ids": []string{"short"}, "publish": true},
			"ids[1]":  object{"ids": []any{a.ID, ""}, "publish": true},
			"publish": object{"ids": []string{a.ID}},
		} {
			s.Call(t, s.Admin, "PUT", "/product/publish", body).ExpectField(t, field)
		}
		for _, body := range []any{object{"ids": []string{}, "publish": true}, object{"publish": true}, object{"ids": nil, "publish": true}} {
			s.Call(t, s.Admin, "PUT", "/product/publish", body).ExpectField(t, "ids")
		}
		s.Call(t, s.Admin, "PUT", "/product/publish", object{"ids": many[:100], "publish": false}).Expect(t, http.StatusOK, "")
		s.Call(t, s.Shopper, "PUT", "/product/publish", object{"ids": []string{a.ID}, "publish": true}).Expect(t, http.StatusForbidden, "Do not have Permission")
		s.Call(t, "", "PUT", "/product/publish", nil).Expect(t, http.StatusUnauthorized, "Authentication required")
	})
}

func TestUpdateProduct_refusesAStaleEditInTheList(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 10})
		// Two administrators see the list; one hides the product, the other sets its price.
		s.Call(t, s.Admin, "PUT", "/product/publish", object{"ids": []string{dal.ID}, "publish": false}).Expect(t, http.StatusOK, "")
		refused := s.Change(t, dal.ID, object{"updatedAt": dal.UpdatedAt, "price": 70}).Expect(t, http.StatusConflict, "")
		conflict := catalogtest.Read[admin.Conflict](t, refused)
		if conflict.Current.Publish || conflict.Current.Price != money.Rupees(50) || conflict.Yours.Price != money.Rupees(70) {
			t.Errorf("the conflict is %+v, want it hidden at ₹50 now, and ₹70 as yours", conflict)
		}
		// Edits of single fields keep the other fields.
		for _, edit := range []object{{"stock": 4}, {"price": 65.5}, {"publish": true}} {
			now, err := s.View.Snapshot().Product(dal.ID, true)
			if err != nil {
				t.Fatal(err)
			}
			s.Change(t, dal.ID, edit.With(object{"updatedAt": now.UpdatedAt})).Expect(t, http.StatusOK, "")
		}
		if now, err := s.View.Snapshot().Product(dal.ID, false); err != nil || now.Stock != 4 || now.Price.Number() != "65.5" || now.Name != "Toor Dal" || len(now.Images) != 1 {
			t.Errorf("the product is %+v, %v, want Toor Dal at ₹65.50 with 4 in stock and one picture", now, err)
		}
	})
}
