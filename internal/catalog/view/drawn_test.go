package view_test

import (
	"net/http"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestProducts_withoutImagesShowADrawing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		bare := shoptest.AddProduct(t, d, shoptest.Product{Name: "Bare"})
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET images = '[]' WHERE id = $1`, bare)
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Refresh(t)
		update := func(form object) shoptest.Response {
			t.Helper()
			return s.Call(t, s.Admin, "PUT", "/product/update/"+bare, form)
		}
		listed := catalogtest.Read[[]catalog.Product](t, s.Call(t, "", "GET", "/product/getAll?q=bare", nil).Expect(t, http.StatusOK, ""))
		if len(listed) != 1 || len(listed[0].DisplayImages) != 1 || listed[0].DisplayImages[0] != listed[0].Picture.URL || listed[0].OwnImages {
			t.Fatalf("listed %+v, want one product with its drawn picture alone", listed)
		}
		drawn := listed[0].DisplayImages

		// A client that sends the drawn picture back sets no image, and gets no error.
		edited := catalogtest.Read[catalog.Product](t, update(object{"unit": "2 kg", "image": drawn}).Expect(t, http.StatusOK, ""))
		if edited.OwnImages || len(edited.DisplayImages) != 1 {
			t.Errorf("edited to %+v, want the drawn picture still, not its own", edited)
		}
		if reply := update(object{"image": []string{}}).Expect(t, http.StatusBadRequest, "Please upload at least one image"); len(reply.Errors) != 1 || reply.Errors[0].Field != "image" {
			t.Errorf("the errors are %+v, want one, of image", reply.Errors)
		}
		edited = catalogtest.Read[catalog.Product](t, update(object{"image": append(drawn, s.Pictures[0])}).Expect(t, http.StatusOK, ""))
		if len(edited.DisplayImages) != 1 || edited.DisplayImages[0] != s.Pictures[0] || !edited.OwnImages {
			t.Errorf("edited to %+v, want the uploaded picture alone", edited)
		}
		update(object{"image": drawn}).Expect(t, http.StatusBadRequest, "Please upload at least one image")
	})
}

func TestCategories_withoutImagesShowADrawing(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dairy := catalogtest.Read[catalog.Category](t, s.Call(t, s.Admin, "POST", "/category/add-category", object{"name": "Dairy", "image": s.Pictures[0]}).Expect(t, http.StatusCreated, ""))
		drawn := catalogtest.Read[catalog.Category](t, s.Call(t, s.Admin, "PUT", "/category/update", object{"id": dairy.ID, "image": ""}).Expect(t, http.StatusOK, ""))
		if drawn.OwnImages || drawn.DisplayImage == "" {
			t.Errorf("updated to %+v, want a drawn picture", drawn)
		}
		again := catalogtest.Read[catalog.Category](t, s.Call(t, s.Admin, "PUT", "/category/update", object{"id": dairy.ID, "image": drawn.DisplayImage}).Expect(t, http.StatusOK, ""))
		if again.OwnImages {
			t.Errorf("the drawn picture sent back is the category's own in %+v, want it drawn still", again)
		}
		for _, c := range catalogtest.Read[[]catalog.Category](t, s.Call(t, "", "GET", "/category/get", nil).Expect(t, http.StatusOK, "")) {
			if c.DisplayImage == "" || c.OwnImages {
				t.Errorf("listed %+v, want a drawn picture", c)
			}
		}
		s.Call(t, s.Admin, "POST", "/subCategory/create", object{"name": "Milk", "category": dairy.ID, "image": drawn.DisplayImage}).ExpectField(t, "image")
		s.Call(t, s.Admin, "POST", "/subCategory/create", object{"name": "Milk", "category": dairy.ID, "image": s.Pictures[0]}).Expect(t, http.StatusCreated, "")
		subCategories := func() []catalog.SubCategory {
			return catalogtest.Read[[]catalog.SubCategory](t, s.Call(t, "", "POST", "/subCategory/get", nil).Expect(t, http.StatusOK, ""))
		}
		milk := subCategories()[0]
		if !milk.OwnImages || milk.DisplayImage != s.Pictures[0] {
			t.Errorf("listed %+v, want the uploaded picture as its own", milk)
		}
		s.Call(t, s.Admin, "PUT", "/subCategory/update", object{"id": milk.ID, "image": ""}).Expect(t, http.StatusOK, "")
		if milk = subCategories()[0]; milk.OwnImages || milk.DisplayImage == "" {
			t.Errorf("listed %+v, want a drawn picture", milk)
		}
	})
}
