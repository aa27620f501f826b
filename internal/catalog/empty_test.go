package catalog_test

import (
	"net/http"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestUpdate_leavesEmptyWhatAPriceListLeftEmpty(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		bare := shoptest.AddProduct(t, d, shoptest.Product{Name: "Bare"})
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `UPDATE products SET images = '[]', unit = '', description = '' WHERE id = $1`, bare)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		s.refresh(t)
		update := func(productID string, form object) shoptest.Response {
			t.Helper()
			return s.call(t, s.admin, "PUT", "/product/update/"+productID, form)
		}
		renamed := read[catalog.Product](t, update(bare, object{"name": "Bare Dal", "unit": "", "discription": ""}).Expect(t, http.StatusOK, ""))
		if renamed.Name != "Bare Dal" || renamed.Unit != "" || renamed.OwnImages {
			t.Errorf("renamed to %+v", renamed)
		}
		update(bare, object{"unit": "1 kg", "discription": "Good.", "image": s.pictures[:1]}).Expect(t, http.StatusOK, "")
		for field, sentence := range map[string]string{"unit": "Unit is required.", "discription": "Description is required.", "image": "Please upload at least one image"} {
			empty := any("")
			if field == "image" {
				empty = []string{}
			}
			reply := update(bare, object{field: empty}).Expect(t, http.StatusBadRequest, sentence)
			if len(reply.Errors) != 1 || reply.Errors[0].Field != field {
				t.Errorf("%s: %+v", field, reply.Errors)
			}
		}
	})
}

func TestProducts_withoutPicturesShowTheDrawnOne(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		bare := shoptest.AddProduct(t, d, shoptest.Product{Name: "Bare"})
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			_, err := db.Exec(t.Context(), tx, `UPDATE products SET images = '[]' WHERE id = $1`, bare)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		s.refresh(t)
		update := func(form object) shoptest.Response {
			t.Helper()
			return s.call(t, s.admin, "PUT", "/product/update/"+bare, form)
		}
		listed := read[[]catalog.Product](t, s.call(t, "", "GET", "/product/getAll?q=bare", nil).Expect(t, http.StatusOK, ""))
		if len(listed) != 1 || len(listed[0].DisplayImages) != 1 || listed[0].DisplayImages[0] != listed[0].Picture.URL || listed[0].OwnImages {
			t.Fatalf("listed %+v", listed)
		}
		drawn := listed[0].DisplayImages

		// Sent back, the drawn picture is no picture of its own, and no error.
		edited := read[catalog.Product](t, update(object{"unit": "2 kg", "image": drawn}).Expect(t, http.StatusOK, ""))
		if edited.OwnImages || len(edited.DisplayImages) != 1 {
			t.Errorf("edited to %+v", edited)
		}
		if reply := update(object{"image": []string{}}).Expect(t, http.StatusBadRequest, "Please upload at least one image"); len(reply.Errors) != 1 || reply.Errors[0].Field != "image" {
			t.Errorf("answered %+v", reply.Errors)
		}
		edited = read[catalog.Product](t, update(object{"image": append(drawn, s.pictures[0])}).Expect(t, http.StatusOK, ""))
		if len(edited.DisplayImages) != 1 || edited.DisplayImages[0] != s.pictures[0] || !edited.OwnImages {
			t.Errorf("edited to %+v", edited)
		}
		update(object{"image": drawn}).Expect(t, http.StatusBadRequest, "Please upload at least one image")
	})
}

func TestCategories_withoutPicturesShowTheDrawnOne(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dairy := read[catalog.Category](t, s.call(t, s.admin, "POST", "/category/add-category", object{"name": "Dairy", "image": s.pictures[0]}).Expect(t, http.StatusCreated, ""))
		drawn := read[catalog.Category](t, s.call(t, s.admin, "PUT", "/category/update", object{"id": dairy.ID, "image": ""}).Expect(t, http.StatusOK, ""))
		if drawn.OwnImages || drawn.DisplayImage == "" {
			t.Errorf("updated to %+v", drawn)
		}
		again := read[catalog.Category](t, s.call(t, s.admin, "PUT", "/category/update", object{"id": dairy.ID, "image": drawn.DisplayImage}).Expect(t, http.StatusOK, ""))
		if again.OwnImages {
			t.Errorf("the drawn picture sent back became its own: %+v", again)
		}
		for _, c := range read[[]catalog.Category](t, s.call(t, "", "GET", "/category/get", nil).Expect(t, http.StatusOK, "")) {
			if c.DisplayImage == "" || c.OwnImages {
				t.Errorf("listed %+v", c)
			}
		}
		s.call(t, s.admin, "POST", "/subCategory/create", object{"name": "Milk", "category": dairy.ID, "image": drawn.DisplayImage}).ExpectField(t, "image")
	})
}
