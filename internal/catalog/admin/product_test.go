package admin_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

// form returns the body of a complete new product, with numbers as texts.
func (s shop) form(t *testing.T) object {
	t.Helper()
	dal := s.SubCategory(t, "Staples", "Dal")
	return object{
		"name": " Toor Dal ", "image": s.Pictures[:5], "category": object{"_id": dal.CategoryID, "name": "Staples"}, "subCategory": dal.ID,
		"unit": "1 kg", "stock": "12", "price": "149.50", "discount": "10", "discription": "Split pigeon peas.",
		"more_details": object{"Shelf life": "6 months"}, "publish": true,
	}
}

func TestCreateProduct_publishesTheProduct(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		made := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "POST", "/product/create", s.form(t)).Expect(t, http.StatusCreated, "Product created successfully!"))
		if made.Name != "Toor Dal" || made.Stock != 12 || made.Price != 14950 || made.Discount != 1000 || !made.Publish || len(made.DisplayImages) != 5 || !made.OwnImages ||
			made.Category.Name != "Staples" || made.SubCategory.Name != "Dal" || made.Description != "Split pigeon peas." ||
			len(made.Details) != 1 || made.Details[0] != (catalog.Detail{Name: "Shelf life", Text: "6 months"}) {
			t.Errorf("created %+v, want what the form has", made)
		}
		reply := s.Call(t, "", "POST", "/product/getProductById", object{"productId": made.ID}).Expect(t, http.StatusOK, "")
		for _, part := range []string{`"price":149.5`, `"discount":10`, `"stock":12`, `"more_details":{"Shelf life":"6 months"}`, `"createdAt":"2026-01-15T09:00:00Z"`} {
			if !strings.Contains(string(reply.Data), part) {
				t.Errorf("the product lacks %s: %s", part, reply.Data)
			}
		}
		if got := shoptest.Stock(t, d, made.ID); got != 12 {
			t.Errorf("the stock is %d, want 12", got)
		}
	})
}

func TestCreateProduct_ofOneKeyAddsOneProduct(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		create := func(key string, form object) shoptest.Response {
			return s.Call(t, s.Admin, "POST", "/product/create", form, "Idempotency-Key", key)
		}
		form := s.form(t)
		made := catalogtest.Read[catalog.Product](t, create("k", form).Expect(t, http.StatusCreated, ""))
		again := catalogtest.Read[catalog.Product](t, create("k", form).Expect(t, http.StatusCreated, "Product created successfully!"))
		if again.ID != made.ID || again.Stock != 12 {
			t.Errorf("repeated with its key, the product is %s with stock %d, want %s with 12", again.ID, again.Stock, made.ID)
		}
		create("k", form.With(object{"price": "150"})).Expect(t, http.StatusConflict, "This Idempotency-Key was already used for a different product.")
		if other := catalogtest.Read[catalog.Product](t, create("another", form).Expect(t, http.StatusCreated, "")); other.ID == made.ID {
			t.Error("another key returns the same product, want a new one")
		}
		create(strings.Repeat("k", 256), form).ExpectField(t, "Idempotency-Key")
	})
}

func TestCreateProduct_appliesDefaultsToEmptyFields(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for _, change := range []object{{"discount": nil}, {"discount": ""}, {"more_details": nil}, {"publish": nil}, {"stock": 0}} {
		made := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "POST", "/product/create", s.form(t).With(change)).Expect(t, http.StatusCreated, ""))
		if _, ok := change["discount"]; ok && made.Discount != 0 {
			t.Errorf("with %v the discount is %s, want none", change, made.Discount)
		}
		if !made.Publish {
			t.Errorf("with %v the product is a draft, want it published", change)
		}
	}
	body := `{"name":"A","discount":null,"more_details":null,"publish":null,`
	dal := s.SubCategory(t, "Staples", "Dal")
	body += fmt.Sprintf(`"image":["%s"],"category":%q,"subCategory":%q,"unit":"1","stock":1,"price":1,"discription":"d"}`, strings.Join(s.Pictures[:5], `","`), dal.CategoryID, dal.ID)
	s.Call(t, s.Admin, "POST", "/product/create", body).Expect(t, http.StatusCreated, "")
}

func TestCreateProduct_refusesInvalidForms(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	form := s.form(t)
	milk := s.SubCategory(t, "Dairy", "Milk")
	const nobody = "65f1a2b3c4d5e6f708192a3b"
	many := object{}
	for i := range catalog.MaxDetails + 1 {
		many[fmt.Sprint("Field ", i)] = "x"
	}
	for _, c := range []struct {
		change object
		field  string
	}{
		{object{"name": nil}, "name"},
		{object{"name": strings.Repeat("द", 201)}, "name"},
		{object{"unit": nil}, "unit"},
		{object{"unit": strings.Repeat("a", 61)}, "unit"},
		{object{"discription": ""}, "discription"},
		{object{"discription": strings.Repeat("a", 5001)}, "discription"},
		{object{"image": nil}, "image"},
		{object{"image": s.Pictures[:4]}, "image"},
		{object{"image": s.Pictures}, "image"},
		{object{"image": append(append([]string{}, s.Pictures[:4]...), "https://evil.example/x.png")}, "image"},
		{object{"image": append(append([]string{}, s.Pictures[:4]...), "/media/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png")}, "image"},
		{object{"image": append(append([]string{}, s.Pictures[:4]...), "")}, "image"},
		{object{"image": "one"}, "image"},
		{object{"category": nil}, "category"},
		{object{"category": nobody}, "category"},
		{object{"category": "nonsense"}, "category"},
		{object{"subCategory": nil}, "subCategory"},
		{object{"subCategory": nobody}, "subCategory"},
		{object{"subCategory": milk.ID}, "subCategory"}, // of another category
		{object{"stock": nil}, "stock"},
		{object{"stock": ""}, "stock"},
		{object{"stock": -1}, "stock"},
		{object{"stock": "1.5"}, "stock"},
		{object{"stock": 1_000_001}, "stock"},
		{object{"price": nil}, "price"},
		{object{"price": 0}, "price"},
		{object{"price": "-5"}, "price"},
		{object{"price": "1.999"}, "price"},
		{object{"price": 1e12}, "price"},
		{object{"price": "cheap"}, "price"},
		{object{"discount": 149.50}, "discount"},
		{object{"discount": 200}, "discount"},
		{object{"discount": -1}, "discount"},
		{object{"more_details": "text"}, "more_details"},
		{object{"more_details": object{"Nested": object{"a": 1}}}, "more_details"},
		{object{"more_details": object{" ": "x"}}, "more_details"},
		{object{"more_details": object{"\u200b\u202e": "x"}}, "more_details"},
		{object{"more_details": object{"Shelf\nlife": "x"}}, "more_details"},
		{object{"name": "\u202e\u200b"}, "name"},
		{object{"name": "x\ny"}, "name"},
		{object{"image": strings.Split(strings.Repeat(s.Pictures[0]+" ", 2000), " ")}, "image"},
		{object{"more_details": object{strings.Repeat("a", 61): "x"}}, "more_details"},
		{object{"more_details": object{"a": strings.Repeat("a", 1001)}}, "more_details"},
		{object{"more_details": many}, "more_details"},
		{object{"publish": "perhaps"}, "publish"},
	} {
		reply := s.Call(t, s.Admin, "POST", "/product/create", form.With(c.change))
		if reply.Status != http.StatusBadRequest || len(reply.Errors) == 0 || reply.Errors[0].Field != c.field {
			t.Errorf("with %.80v returned %d %.200s, want 400 for %s", c.change, reply.Status, reply.Bytes, c.field)
		}
	}
	s.Call(t, s.Admin, "POST", "/product/create", form.With(object{"image": s.Pictures[:4]})).Expect(t, http.StatusBadRequest, "Please upload exactly 5 images")
	if got := s.Found(t, s.Admin, ""); got != "" {
		t.Errorf("after the refusals the shop has %s, want no product", got)
	}
}

func TestUpdateProduct_changesTheSentFieldsOnly(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		made := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "POST", "/product/create", s.form(t)).Expect(t, http.StatusCreated, ""))
		changed := catalogtest.Read[catalog.Product](t, s.Change(t, made.ID, object{"price": 199, "unit": nil, "stock": nil, "role": "ADMIN", "_id": "x"}).Expect(t, http.StatusOK, "Product updated successfully!"))
		if changed.ID != made.ID || changed.Price != money.Rupees(199) || changed.Discount != made.Discount || changed.Stock != 12 || changed.Name != made.Name ||
			len(changed.DisplayImages) != 5 || len(changed.Details) != 1 || !changed.UpdatedAt.After(made.UpdatedAt) || !changed.CreatedAt.Equal(made.CreatedAt) {
			t.Errorf("changed to %+v, want ₹199, a later time, and the rest as in %+v", changed, made)
		}
		milk := s.SubCategory(t, "Dairy", "Milk")
		changed = catalogtest.Read[catalog.Product](t, s.Change(t, made.ID, object{
			"name": "Milk", "image": s.Pictures[5:], "category": milk.CategoryID, "subCategory": object{"_id": milk.ID},
			"stock": "0", "discount": 0, "more_details": object{}, "publish": false,
		}).Expect(t, http.StatusOK, ""))
		if changed.Name != "Milk" || len(changed.DisplayImages) != 1 || changed.Category.Name != "Dairy" || changed.Stock != 0 || changed.Discount != 0 || len(changed.Details) != 0 || changed.Publish {
			t.Errorf("changed to %+v, want Milk in Dairy with one picture, a draft without stock, discount and details", changed)
		}
		if got := shoptest.Stock(t, d, made.ID); got != 0 {
			t.Errorf("the stock is %d, want 0", got)
		}
	})
}

func TestUpdateProduct_clearsADiscountThatIsSentEmpty(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for _, empty := range []any{nil, "", " "} {
		made := s.Product(t, catalogtest.Product{Name: fmt.Sprintf("Dal %v", empty), Discount: 10})
		kept := catalogtest.Read[catalog.Product](t, s.Change(t, made.ID, object{"unit": "2 kg"}).Expect(t, http.StatusOK, ""))
		cleared := catalogtest.Read[catalog.Product](t, s.Change(t, made.ID, object{"discount": empty}).Expect(t, http.StatusOK, ""))
		if kept.Discount != money.Rupees(10) || cleared.Discount != 0 {
			t.Errorf("the discount is %s without a change and %s after %v, want ₹10 and none", kept.Discount, cleared.Discount, empty)
		}
	}
}

func TestUpdateProduct_refusesInvalidForms(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	made := catalogtest.Read[catalog.Product](t, s.Call(t, s.Admin, "POST", "/product/create", s.form(t)).Expect(t, http.StatusCreated, ""))
	milk := s.SubCategory(t, "Dairy", "Milk")
	for _, c := range []struct {
		body  object
		field string
	}{
		{object{"name": " "}, "name"},
		{object{"image": []string{}}, "image"},
		{object{"image": s.Pictures}, "image"},
		{object{"image": []string{"https://evil.example/x.png"}}, "image"},
		{object{"price": 10}, "discount"}, // equals its discount
		{object{"discount": "149.5"}, "discount"},
		{object{"stock": -1}, "stock"},
		{object{"category": milk.CategoryID}, "subCategory"},
		{object{"subCategory": milk.ID}, "subCategory"},
		{object{"updatedAt": "yesterday"}, "updatedAt"},
	} {
		s.Change(t, made.ID, c.body).ExpectField(t, c.field)
	}
	s.Change(t, made.ID, object{"image": []string{}}).Expect(t, http.StatusBadRequest, "Please upload at least one image")
	s.Change(t, "short", object{"name": "A"}).Expect(t, http.StatusBadRequest, "")
	s.Change(t, "65f1a2b3c4d5e6f708192a3b", object{"name": "A"}).Expect(t, http.StatusNotFound, "Product not found")
	now, err := s.View.Snapshot().Product(made.ID, false)
	if err != nil || !now.UpdatedAt.Equal(made.UpdatedAt) {
		t.Errorf("the refused edits left %+v, %v, want no edit", now, err)
	}
}

func TestUpdateProduct_refusesToOverwriteALaterEdit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		made := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 10})
		seen := object{"updatedAt": made.UpdatedAt}
		s.Change(t, made.ID, seen.With(object{"price": 60})).Expect(t, http.StatusOK, "")
		refused := s.Change(t, made.ID, seen.With(object{"price": 70, "name": "Arhar Dal"})).Expect(t, http.StatusConflict, "")
		both := catalogtest.Read[admin.Conflict](t, refused)
		if both.Current.Price != money.Rupees(60) || both.Current.Name != "Toor Dal" || both.Yours.Price != money.Rupees(70) || both.Yours.Name != "Arhar Dal" || both.Yours.Category.Name != "Staples" {
			t.Errorf("the conflict is %+v, want Toor Dal at ₹60 now, and Arhar Dal in Staples at ₹70 as yours", both)
		}
		s.Change(t, made.ID, object{"updatedAt": both.Current.UpdatedAt, "price": 70}).Expect(t, http.StatusOK, "")
		s.Change(t, made.ID, object{"price": 80}).Expect(t, http.StatusOK, "") // without updatedAt the edit overwrites
	})
}

func TestUpdateProduct_showsTheStocksOfAConflictAsTheFormDoes(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		conflictOf := func(p catalog.Product, change object) (both admin.Conflict) {
			t.Helper()
			s.Change(t, p.ID, object{"price": 60}).Expect(t, http.StatusOK, "")
			refused := s.Change(t, p.ID, object{"updatedAt": p.UpdatedAt, "price": 70}.With(change)).Expect(t, http.StatusConflict, "")
			return catalogtest.Read[admin.Conflict](t, refused)
		}
		dal, onion, milk := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 10}), s.Product(t, catalogtest.Product{Name: "Onion", Stock: 10}), s.Product(t, catalogtest.Product{Name: "Milk", Stock: 10})
		onion = catalogtest.Read[catalog.Product](t, s.Change(t, onion.ID, object{"soldBy": "WEIGHT"}).Expect(t, http.StatusOK, ""))
		s.exec(t, `UPDATE products SET expired = 4 WHERE name <> 'Milk'`)
		if both := conflictOf(dal, nil); both.Current.Stock != 6 || both.Yours.Stock != 6 {
			t.Errorf("of 10 pieces with 4 expired shows %d and %d, want 6 and 6", both.Current.Stock, both.Yours.Stock)
		}
		if both := conflictOf(onion, nil); both.Current.Stock != 6 || *both.Current.StockGrams != 10_000 || *both.Yours.StockGrams != 10_000 {
			t.Errorf("of 10 kg with 4 expired shows %d, %d g and %d g, want 6, 10000 and 10000", both.Current.Stock, *both.Current.StockGrams, *both.Yours.StockGrams)
		}
		tomorrow := s.Clock.Now().AddDate(0, 0, 1).Format(time.DateOnly)
		milk = catalogtest.Read[catalog.Product](t, s.Change(t, milk.ID, object{"soldOutUntil": tomorrow}).Expect(t, http.StatusOK, ""))
		if both := conflictOf(milk, object{"stock": 7}); both.Current.Stock != 0 || both.Yours.Stock != 7 || both.Yours.SoldOutUntil != nil {
			t.Errorf("a sold-out product is shown as %d in stock, yours as %d, marked %v; want 0, 7 and no mark",
				both.Current.Stock, both.Yours.Stock, both.Yours.SoldOutUntil)
		}
		if both := conflictOf(milk, object{"stock": 0}); both.Yours.Stock != 0 || both.Yours.SoldOutUntil == nil {
			t.Errorf("the conflict of an untouched sold-out product has %+v as yours, want no stock and the mark", both.Yours)
		}
	})
}

func TestUpdateProduct_keepsReservationsMadeMeanwhile(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		made := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 10})
		if err := s.Reserve(t, stock.Line{ProductID: made.ID, LineID: "o1", Quantity: 4}); err != nil {
			t.Fatal(err)
		}
		// The administrator saw 10 and enters 15: 6 are left and become 11.
		changed := catalogtest.Read[catalog.Product](t, s.Change(t, made.ID, object{"updatedAt": made.UpdatedAt, "stock": 15, "price": 55}).Expect(t, http.StatusOK, ""))
		if changed.Stock != 11 || changed.Price != money.Rupees(55) {
			t.Errorf("the stock is %d at %s, want 11 at ₹55", changed.Stock, changed.Price)
		}
		if err := s.Reserve(t, stock.Line{ProductID: made.ID, LineID: "o2", Quantity: 9}); err != nil {
			t.Fatal(err)
		}
		// The administrator saw 11 and leaves the number: the 2 that are left stay.
		same := catalogtest.Read[catalog.Product](t, s.Change(t, made.ID, object{"updatedAt": changed.UpdatedAt, "stock": 11, "name": "Arhar"}).Expect(t, http.StatusOK, ""))
		if same.Stock != 2 {
			t.Errorf("an untouched number made the stock %d, want 2", same.Stock)
		}
		if err := s.Reserve(t, stock.Line{ProductID: made.ID, LineID: "o3", Quantity: 2}); err != nil {
			t.Fatal(err)
		}
		s.Change(t, made.ID, object{"updatedAt": same.UpdatedAt, "stock": 1}).Expect(t, http.StatusConflict, "")
		// Without updatedAt, the stock is set as sent.
		if set := catalogtest.Read[catalog.Product](t, s.Change(t, made.ID, object{"stock": 7})); set.Stock != 7 || shoptest.Stock(t, d, made.ID) != 7 {
			t.Errorf("without updatedAt the stock is %d, want 7, in the database too", set.Stock)
		}
	})
}

func TestUpdateProduct_takesTheStockThatItShowsWithoutExpiredPieces(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 10})
		s.exec(t, `UPDATE products SET expired = 4`)
		save := func(form object, shown, stored int) catalog.Product {
			t.Helper()
			saved := catalogtest.Read[catalog.Product](t, s.Change(t, dal.ID, form).Expect(t, http.StatusOK, ""))
			if n := shoptest.Stock(t, d, dal.ID); saved.Stock != shown || n != stored {
				t.Errorf("after %v shows %d of %d, want %d of %d", form, saved.Stock, n, shown, stored)
			}
			return saved
		}
		save(object{"stock": 6, "name": "Arhar"}, 6, 10) // untouched
		save(object{"stock": 8}, 8, 12)
		save(object{"stock": 0}, 0, 4)
		save(object{"stock": 0, "price": 55}, 0, 4)
		seen := save(object{"stock": 9}, 9, 13)
		stale := object{"updatedAt": seen.UpdatedAt}
		if err := s.Reserve(t, stock.Line{ProductID: dal.ID, LineID: "o1", Quantity: 6}); err != nil {
			t.Fatal(err)
		}
		s.Change(t, dal.ID, stale.With(object{"stock": 5})).Expect(t, http.StatusConflict, "Orders took some of the stock meanwhile: only 3 left. Please set the stock again.")
		saved := save(stale.With(object{"stock": 9, "price": 56}), 3, 7) // untouched
		if err := s.Reserve(t, stock.Line{ProductID: dal.ID, LineID: "o2", Quantity: 1}); err != nil {
			t.Fatal(err)
		}
		save(object{"updatedAt": saved.UpdatedAt, "stock": 13}, 12, 16)
		refused := s.Change(t, dal.ID, stale.With(object{"stock": 8})).Expect(t, http.StatusConflict, "")
		if both := catalogtest.Read[admin.Conflict](t, refused); both.Current.Stock != 12 || both.Yours.Stock != 8 {
			t.Errorf("the conflict shows %d and %d, want 12 and 8", both.Current.Stock, both.Yours.Stock)
		}
		s.Change(t, dal.ID, object{"stock": catalog.MaxStock}).Expect(t, http.StatusBadRequest, "Stock can be at most 999996.")
		below := -1
		if _, err := s.Service.UpdateProduct(t.Context(), dal.ID, admin.ProductForm{Stock: &below}); err == nil {
			t.Error("a stock of -1 is accepted")
		}
	})
}

func TestDeleteProduct_removesItFromTheShopAndEveryCart(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		gone, stays := s.Product(t, catalogtest.Product{Name: "Toor Dal", Stock: 3}), s.Product(t, catalogtest.Product{Name: "Moong Dal", Stock: 3})
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `
				INSERT INTO cart_lines (id, user_id, product_id, quantity, created_at, updated_at)
				VALUES ('line1', $1, $2, 1, $4, $4), ('line2', $1, $3, 1, $4, $4)`, s.Shopper, gone.ID, stays.ID, shoptest.Epoch)
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Call(t, s.Admin, "DELETE", "/product/delete/"+gone.ID, nil).Expect(t, http.StatusOK, "Product deleted successfully!")
		s.Call(t, s.Admin, "DELETE", "/product/delete/"+gone.ID, nil).Expect(t, http.StatusNotFound, "Product not found")
		s.Call(t, s.Admin, "DELETE", "/product/delete/short", nil).Expect(t, http.StatusBadRequest, "")
		s.Call(t, s.Admin, "POST", "/product/getProductById", object{"productId": gone.ID}).Expect(t, http.StatusNotFound, "Product not found")
		s.Change(t, gone.ID, object{"name": "Again"}).Expect(t, http.StatusNotFound, "Product not found")
		if got := s.Found(t, s.Admin, ""); got != "Moong Dal" {
			t.Errorf("after the deletion the shop has %s, want Moong Dal", got)
		}
		if got := s.Found(t, "", "?q=toor"); got != "" {
			t.Errorf("a search for toor finds %s, want nothing", got)
		}
		lines, err := db.All[string](t.Context(), d, `SELECT id FROM cart_lines`)
		if err != nil || len(lines) != 1 || lines[0] != "line2" {
			t.Errorf("carts hold %v, %v, want line2 alone", lines, err)
		}
	})
}

func TestAdministratorsCalls_areRefusedToOthers(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for _, call := range [][2]string{
		{"POST", "/category/add-category"},
		{"PUT", "/category/update"},
		{"DELETE", "/category/delete"},
		{"POST", "/subCategory/create"},
		{"PUT", "/subcategory/update"},
		{"DELETE", "/subCategory/delete"},
		{"POST", "/product/create"},
		{"PUT", "/product/update/65f1a2b3c4d5e6f708192a3b"},
		{"DELETE", "/product/delete/65f1a2b3c4d5e6f708192a3b"},
	} {
		s.Call(t, "", call[0], call[1], `{"broken`).Expect(t, http.StatusUnauthorized, "Authentication required")
		s.Call(t, s.Shopper, call[0], call[1], `{"broken`).Expect(t, http.StatusForbidden, "Do not have Permission")
	}
}

func TestUpdate_allowsFieldsToStayEmptyAfterAnImport(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		bare := shoptest.AddProduct(t, d, shoptest.Product{Name: "Bare"})
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET images = '[]', unit = '', description = '' WHERE id = $1`, bare)
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Refresh(t)
		update := func(productID string, form object) shoptest.Response {
			t.Helper()
			return s.Call(t, s.Admin, "PUT", "/product/update/"+productID, form)
		}
		renamed := catalogtest.Read[catalog.Product](t, update(bare, object{"name": "Bare Dal", "unit": "", "discription": ""}).Expect(t, http.StatusOK, ""))
		if renamed.Name != "Bare Dal" || renamed.Unit != "" || renamed.OwnImages {
			t.Errorf("renamed to %+v, want Bare Dal without unit and pictures of its own", renamed)
		}
		update(bare, object{"unit": "1 kg", "discription": "Good.", "image": s.Pictures[:1]}).Expect(t, http.StatusOK, "")
		for field, sentence := range map[string]string{"unit": "Unit is required.", "discription": "Description is required.", "image": "Please upload at least one image"} {
			empty := any("")
			if field == "image" {
				empty = []string{}
			}
			reply := update(bare, object{field: empty}).Expect(t, http.StatusBadRequest, sentence)
			if len(reply.Errors) != 1 || reply.Errors[0].Field != field {
				t.Errorf("the errors of an empty %s are %+v, want one, of that field", field, reply.Errors)
			}
		}
	})
}
