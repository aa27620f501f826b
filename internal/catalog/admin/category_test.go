package admin_test

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestCategories_ofAnEmptyShopAreEmptyLists(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for _, call := range [][2]string{{"GET", "/category/get"}, {"POST", "/subCategory/get"}, {"GET", "/product/getAll"}, {"GET", "/product/home"}, {"POST", "/product/get"}} {
		if reply := s.Call(t, "", call[0], call[1], nil).Expect(t, http.StatusOK, ""); string(reply.Data) != "[]" {
			t.Errorf("%s of an empty shop returns %s, want []", call[1], reply.Data)
		}
	}
}

func TestCategories_areSortedByPositionThenCreation(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		order := func() string {
			var names []string
			for _, category := range catalogtest.Read[[]catalog.Category](t, s.Call(t, "", "GET", "/category/get", nil)) {
				names = append(names, category.Name)
			}
			return strings.Join(names, ", ")
		}
		made := map[string]catalog.Category{}
		for _, name := range []string{"Fruit", "Dairy", "Snacks"} {
			made[name] = catalogtest.Read[catalog.Category](t, s.Call(t, s.Admin, "POST", "/category/add-category", object{"name": name}).Expect(t, http.StatusCreated, "Category added successfully"))
		}
		if got := order(); got != "Fruit, Dairy, Snacks" {
			t.Errorf("as made they come as %s, want Fruit, Dairy, Snacks", got)
		}
		s.Call(t, s.Admin, "POST", "/category/add-category", object{"name": "Spices", "position": "2"}).Expect(t, http.StatusCreated, "")
		s.Call(t, s.Admin, "PUT", "/category/update", object{"id": made["Snacks"].ID, "position": 0}).Expect(t, http.StatusOK, "Category updated successfully")
		if got := order(); got != "Snacks, Fruit, Dairy, Spices" {
			t.Errorf("after they were dragged they come as %s, want Snacks, Fruit, Dairy, Spices", got)
		}
		snacks := catalogtest.Read[[]catalog.Category](t, s.Call(t, "", "GET", "/category/get", nil))[0]
		if snacks.Name != "Snacks" || snacks.ID != made["Snacks"].ID || !snacks.UpdatedAt.After(made["Snacks"].UpdatedAt) {
			t.Errorf("the dragged category is %+v, before it %+v, want Snacks with the same ID, updated since", snacks, made["Snacks"])
		}
	})
}

func TestCategories_haveGaplessPositionsAfterConcurrentMoves(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		var made []catalog.Category
		for _, name := range []string{"A", "B", "C", "D"} {
			made = append(made, s.Category(t, name))
		}
		move := func(body object) string {
			var names string
			for _, category := range catalogtest.Read[[]catalog.Category](t, s.Call(t, s.Admin, "PUT", "/category/move", body).Expect(t, http.StatusOK, "Category updated successfully")) {
				names += category.Name
			}
			return names
		}
		if got := move(object{"id": made[3].ID, "before": made[1].ID}); got != "ADBC" {
			t.Errorf("moved before another: %s, want ADBC", got)
		}
		if got := move(object{"id": made[0].ID}); got != "DBCA" {
			t.Errorf("moved to the end: %s, want DBCA", got)
		}
		if got := move(object{"id": made[0].ID, "before": made[3].ID}); got != "ADBC" {
			t.Errorf("with the first category moved to the front the order is %s, want ADBC", got)
		}
		s.Call(t, s.Admin, "PUT", "/category/move", object{"id": made[0].ID, "before": made[0].ID}).Expect(t, http.StatusBadRequest, "")
		s.Call(t, s.Admin, "PUT", "/category/move", object{"id": id.New()}).Expect(t, http.StatusNotFound, "Category not found")

		var moving sync.WaitGroup
		for _, category := range made {
			moving.Go(func() {
				move(object{"id": category.ID, "before": made[(slices.IndexFunc(made, func(c catalog.Category) bool { return c.ID == category.ID })+1)%len(made)].ID})
			})
		}
		moving.Wait()
		for i, category := range catalogtest.Read[[]catalog.Category](t, s.Call(t, "", "GET", "/category/get", nil)) {
			if category.Position != i+1 {
				t.Errorf("after four moves at once %s has the position %d, want %d", category.Name, category.Position, i+1)
			}
		}
	})
}

func TestCategories_haveUniqueNamesInAnyCase(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		fruit := s.Category(t, "Fruit & Veg")
		dairy := s.Category(t, "Dairy")
		const taken = "A category with this name already exists."
		for _, name := range []string{"Fruit & Veg", "FRUIT & VEG", " fruit  &  veg ", "Fru\u200bit & Veg", "Ｆruit\u00a0& Veg"} {
			s.Call(t, s.Admin, "POST", "/category/add-category", object{"name": name}).Expect(t, http.StatusConflict, taken)
			s.Call(t, s.Admin, "PUT", "/category/update", object{"id": dairy.ID, "name": name}).Expect(t, http.StatusConflict, taken)
		}
		s.Call(t, s.Admin, "PUT", "/category/update", object{"id": fruit.ID, "name": "FRUIT & VEG"}).Expect(t, http.StatusOK, "")

		statuses := make([]int, 6)
		var all sync.WaitGroup
		for i := range statuses {
			all.Go(func() {
				statuses[i] = s.Call(t, s.Admin, "POST", "/category/add-category", object{"name": "Snacks"}).Status
			})
		}
		all.Wait()
		created := 0
		for _, status := range statuses {
			if status == http.StatusCreated {
				created++
			} else if status != http.StatusConflict {
				t.Errorf("one of many at once returned %d, want %d", status, http.StatusConflict)
			}
		}
		if created != 1 {
			t.Errorf("%d of many categories at once were created, want 1", created)
		}
	})
}

func TestCategories_refuseInvalidForms(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	dairy := s.Category(t, "Dairy")
	for _, c := range []struct {
		method, path string
		body         object
		field        string
	}{
		{"POST", "/category/add-category", object{}, "name"},
		{"POST", "/category/add-category", object{"name": strings.Repeat("दू", 51)}, "name"},
		{"POST", "/category/add-category", object{"name": "A", "image": "https://evil.example/x.png"}, "image"},
		{"POST", "/category/add-category", object{"name": "A", "image": "/media/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png"}, "image"},
		{"POST", "/category/add-category", object{"name": "A", "image": "/media/../kirana.DB"}, "image"},
		{"POST", "/category/add-category", object{"name": "A", "position": -1}, "position"},
		{"PUT", "/category/update", object{"name": "A"}, "id"},
		{"PUT", "/category/update", object{"id": "short"}, "id"},
		{"PUT", "/category/update", object{"id": dairy.ID, "name": " "}, "name"},
		{"DELETE", "/category/delete", object{}, "id"},
		{"POST", "/subCategory/create", object{"name": "A", "image": s.Pictures[0]}, "category"},
		{"POST", "/subCategory/create", object{"name": "A", "category": dairy.ID}, "image"},
		{"POST", "/subCategory/create", object{"image": s.Pictures[0], "category": dairy.ID}, "name"},
		{"POST", "/subCategory/create", object{"name": "A", "image": s.Pictures[0], "category": "65f1a2b3c4d5e6f708192a3b"}, "category"},
	} {
		s.Call(t, s.Admin, c.method, c.path, c.body).ExpectField(t, c.field)
	}
	const nobody = "65f1a2b3c4d5e6f708192a3b"
	s.Call(t, s.Admin, "PUT", "/category/update", object{"id": nobody, "name": "A"}).Expect(t, http.StatusNotFound, "Category not found")
	s.Call(t, s.Admin, "DELETE", "/category/delete", object{"id": nobody}).Expect(t, http.StatusNotFound, "Category not found")
	s.Call(t, s.Admin, "PUT", "/subcategory/update", object{"id": nobody, "name": "A"}).Expect(t, http.StatusNotFound, "Subcategory not found")
	s.Call(t, s.Admin, "DELETE", "/subCategory/delete", object{"id": nobody}).Expect(t, http.StatusNotFound, "Subcategory not found")
	if got := len(s.View.Snapshot().Categories()); got != 1 {
		t.Errorf("%d categories exist after refusals, want 1", got)
	}
}

func TestSubCategories_haveUniqueNamesInTheirCategory(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dairy, sweets := s.Category(t, "Dairy"), s.Category(t, "Sweets")
		milk := object{"name": "Milk", "image": s.Pictures[0], "category": object{"_id": dairy.ID, "name": "Dairy"}}
		made := catalogtest.Read[catalog.SubCategory](t, s.Call(t, s.Admin, "POST", "/subCategory/create", milk).Expect(t, http.StatusCreated, "Subcategory added successfully"))
		if made.Category.ID != dairy.ID || made.Category.Name != "Dairy" || made.DisplayImage != s.Pictures[0] {
			t.Errorf("the created sub-category is %+v, want it in Dairy with its picture", made)
		}
		const taken = "A sub-category with this name already exists in this category."
		s.Call(t, s.Admin, "POST", "/subCategory/create", milk.With(object{"name": "MILK"})).Expect(t, http.StatusConflict, taken)
		other := catalogtest.Read[catalog.SubCategory](t, s.Call(t, s.Admin, "POST", "/subCategory/create", milk.With(object{"category": sweets.ID})).Expect(t, http.StatusCreated, ""))
		s.Call(t, s.Admin, "PUT", "/subcategory/update", object{"id": other.ID, "category": dairy.ID}).Expect(t, http.StatusConflict, taken)
		s.Call(t, s.Admin, "PUT", "/subCategory/update", object{"id": other.ID, "name": "Milk sweets"}).Expect(t, http.StatusOK, "Subcategory updated successfully")

		listed := catalogtest.Read[[]catalog.SubCategory](t, s.Call(t, "", "POST", "/subcategory/get", nil))
		if len(listed) != 2 || listed[1].Category.ID != dairy.ID || listed[1].Category.Name != "Dairy" || listed[0].Name != "Milk sweets" || listed[0].Category.Name != "Sweets" {
			t.Errorf("the sub-categories are %+v, want Milk sweets of Sweets, then one of Dairy", listed)
		}
		name := "Desserts"
		if _, err := s.Service.UpdateCategory(t.Context(), sweets.ID, admin.CategoryForm{Name: &name}); err != nil {
			t.Fatal(err)
		}
		if listed = catalogtest.Read[[]catalog.SubCategory](t, s.Call(t, "", "POST", "/subcategory/get", nil)); listed[0].Category.Name != "Desserts" {
			t.Errorf("a renamed category is still called %s, want Desserts", listed[0].Category.Name)
		}
	})
}

func TestSubCategories_moveWithTheirProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		paneer := s.Product(t, catalogtest.Product{Name: "Paneer", SubCategory: s.SubCategory(t, "Dairy", "Fresh")})
		sweets := s.Category(t, "Sweets")
		s.Call(t, s.Admin, "PUT", "/subCategory/update", object{"id": paneer.SubCategory.ID, "category": sweets.ID}).Expect(t, http.StatusOK, "")
		shown := catalogtest.Read[catalog.Product](t, s.Call(t, "", "POST", "/product/getProductById", object{"productId": paneer.ID}))
		if shown.Category.Name != "Sweets" || shown.SubCategory.Name != "Fresh" {
			t.Errorf("the product is in %s, %s, want Sweets and Fresh", shown.Category.Name, shown.SubCategory.Name)
		}
		if got := s.Found(t, "", "?category="+sweets.ID); got != "Paneer" {
			t.Errorf("its new category shows %q, want %q", got, "Paneer")
		}
	})
}

func TestCategories_inUseCannotBeDeletedAndCountTheirUses(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		milk := s.SubCategory(t, "Dairy", "Milk")
		s.SubCategory(t, "Dairy", "Curd")
		first := s.Product(t, catalogtest.Product{Name: "Toned Milk", SubCategory: milk})
		second := s.Product(t, catalogtest.Product{Name: "Full Milk", SubCategory: milk, Unpublished: true})
		s.Call(t, s.Admin, "DELETE", "/category/delete", object{"id": milk.CategoryID}).Expect(t, http.StatusConflict, "This category is still used by 2 sub-categories and 2 products.")
		s.Call(t, s.Admin, "DELETE", "/subCategory/delete", object{"id": milk.ID}).Expect(t, http.StatusConflict, "This sub-category is still used by 2 products.")
		for _, product := range []catalog.Product{first, second} {
			if err := s.Service.DeleteProduct(t.Context(), product.ID); err != nil {
				t.Fatal(err)
			}
		}
		s.Call(t, s.Admin, "DELETE", "/subCategory/delete", object{"id": milk.ID}).Expect(t, http.StatusOK, "Subcategory deleted successfully")
		s.Call(t, s.Admin, "DELETE", "/category/delete", object{"id": milk.CategoryID}).Expect(t, http.StatusConflict, "This category is still used by 1 sub-category and 0 products.")
		if got := len(s.View.Snapshot().SubCategories()); got != 1 {
			t.Errorf("%d sub-categories are shown, want 1", got)
		}
	})
}
