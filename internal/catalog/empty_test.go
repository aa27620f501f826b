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
		renamed := read[catalog.Product](t, update(bare, object{"name": "Bare Dal", "unit": "", "discription": "", "image": []string{}}).Expect(t, http.StatusOK, ""))
		if renamed.Name != "Bare Dal" || renamed.Unit != "" || len(renamed.Images) != 0 {
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
