package view_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

// newStockedShop returns a shop with six products, created a second apart; the last one is not published.
func newStockedShop(t *testing.T, d *db.DB) (s shop, dal, milk catalog.SubCategory) {
	t.Helper()
	s = newShop(t, d)
	dal, milk = s.SubCategory(t, "Staples", "Dal"), s.SubCategory(t, "Dairy", "Milk")
	for _, g := range []catalogtest.Product{
		{Name: "Tata Toor Dal", SubCategory: dal, Price: 150, Discount: 20, Stock: 5},
		{Name: "Moong Dal", SubCategory: dal, Price: 120, Stock: 0},
		{Name: "amul Taaza Milk", SubCategory: milk, Price: 60, Discount: 5, Stock: 9},
		{Name: "Amul Gold Milk", SubCategory: milk, Price: 70, Discount: 15, Stock: 2},
		{Name: "Chana Dal", SubCategory: dal, Price: 90, Stock: 1},
		{Name: "Secret Milk", SubCategory: milk, Price: 10, Stock: 3, Unpublished: true},
	} {
		s.Product(t, g)
		s.Clock.Advance(time.Second)
	}
	return s, dal, milk
}

func TestGetAll_searchesFiltersAndSorts(t *testing.T) {
	t.Parallel()
	s, dal, milk := newStockedShop(t, shoptest.SQLite(t))
	for query, want := range map[string]string{
		"":                            "Chana Dal, Amul Gold Milk, amul Taaza Milk, Moong Dal, Tata Toor Dal",
		"?sort=newest":                "Chana Dal, Amul Gold Milk, amul Taaza Milk, Moong Dal, Tata Toor Dal",
		"?sort=relevance":             "Chana Dal, Amul Gold Milk, amul Taaza Milk, Tata Toor Dal, Moong Dal",
		"?sort=name":                  "Amul Gold Milk, amul Taaza Milk, Chana Dal, Moong Dal, Tata Toor Dal",
		"?sort=priceAsc":              "Amul Gold Milk, amul Taaza Milk, Chana Dal, Moong Dal, Tata Toor Dal",
		"?sort=priceDesc":             "Tata Toor Dal, Moong Dal, Chana Dal, Amul Gold Milk, amul Taaza Milk",
		"?sort=discount":              "Tata Toor Dal, Amul Gold Milk, amul Taaza Milk, Chana Dal, Moong Dal",
		"?inStock=true":               "Chana Dal, Amul Gold Milk, amul Taaza Milk, Tata Toor Dal",
		"?inStock=false":              "Chana Dal, Amul Gold Milk, amul Taaza Milk, Moong Dal, Tata Toor Dal",
		"?minPrice=120":               "Moong Dal, Tata Toor Dal",
		"?maxPrice=55":                "Amul Gold Milk, amul Taaza Milk",
		"?minPrice=90.01":             "Moong Dal, Tata Toor Dal",
		"?minPrice=131":               "",
		"?q=dal&sort=name":            "Chana Dal, Moong Dal, Tata Toor Dal",
		"?q=milk+amul&sort=name":      "Amul Gold Milk, amul Taaza Milk",
		"?q=dal":                      "Chana Dal, Tata Toor Dal, Moong Dal", // out of stock last among equal matches
		"?q=moong":                    "Moong Dal",
		"?q=secret":                   "",
		"?q=%25":                      "",
		"?q=%F0%9F%8D%85":             "", // a tomato
		"?q=%20%20":                   "Chana Dal, Amul Gold Milk, amul Taaza Milk, Moong Dal, Tata Toor Dal",
		"?category=" + dal.CategoryID: "Chana Dal, Moong Dal, Tata Toor Dal",
		"?subCategory=" + milk.ID:     "Amul Gold Milk, amul Taaza Milk",
		"?category=" + dal.CategoryID + "&q=milk":      "",
		"?category=65f1a2b3c4d5e6f708192a3b":           "",
		"?category=&page=&q=&sort=&limit=":             "Chana Dal, Amul Gold Milk, amul Taaza Milk, Moong Dal, Tata Toor Dal",
		"?limit=2":                                     "Chana Dal, Amul Gold Milk",
		"?limit=2&page=3":                              "Tata Toor Dal",
		"?limit=2&page=4":                              "",
		"?page=1000000&limit=100":                      "",
		"?inStock=true&sort=priceAsc&maxPrice=100&q=d": "Chana Dal",
	} {
		if got := s.Found(t, "", query); got != want {
			t.Errorf("%s finds %q, want %q", query, got, want)
		}
	}
	if got := s.Found(t, s.Admin, ""); !strings.HasPrefix(got, "Secret Milk, ") {
		t.Errorf("an administrator lists %q, want the hidden Secret Milk first", got)
	}
	if got := s.Found(t, s.Admin, "?q=secret"); got != "Secret Milk" {
		t.Errorf("an administrator finds %q, want %q", got, "Secret Milk")
	}
	if got := s.Found(t, s.Shopper, "?q=secret"); got != "" {
		t.Errorf("a shopper's search for secret finds %q, want nothing", got)
	}
}

func TestGetAll_countsWhenPagesAreRequested(t *testing.T) {
	t.Parallel()
	s, _, milk := newStockedShop(t, shoptest.SQLite(t))
	for query, want := range map[string]string{
		"": "none", "?page=1": "5 in 1", "?limit=2": "5 in 3", "?limit=5": "5 in 1", "?sort=name": "5 in 1", "?q=milk&limit=1": "2 in 2",
		"?subCategory=" + milk.ID: "2 in 1", "?minPrice=1000": "0 in 0", "?limit=2&page=9": "5 in 3",
	} {
		if got := catalogtest.Count(s.Call(t, "", "GET", "/product/getAll"+query, nil)); got != want {
			t.Errorf("%s counts %s, want %s", query, got, want)
		}
	}
}

func TestGetAll_refusesInvalidParameters(t *testing.T) {
	t.Parallel()
	s, _, _ := newStockedShop(t, shoptest.SQLite(t))
	for query, field := range map[string]string{
		"page=0": "page", "page=-1": "page", "page=x": "page", "page=1.5": "page", "page=99999999999999999999": "page",
		"limit=0": "limit", "limit=101": "limit", "limit=x": "limit", "sort=cheapest": "sort", "sort=PriceAsc": "sort",
		"inStock=yes": "inStock", "minPrice=x": "minPrice", "minPrice=-1": "minPrice", "maxPrice=1.234": "maxPrice", "maxPrice=1e2": "maxPrice",
		"category=short": "category", "category=%27%3BDROP": "category", "subCategory=UPPERCASE0000": "subCategory",
	} {
		s.Call(t, "", "GET", "/product/getAll?"+query, nil).ExpectField(t, field)
	}
}

func TestSearch_takesItsParametersFromTheBody(t *testing.T) {
	t.Parallel()
	s, _, _ := newStockedShop(t, shoptest.SQLite(t))
	ask := func(body any) (string, string) {
		reply := s.Call(t, "", "POST", "/product/get", body).Expect(t, http.StatusOK, "")
		return catalogtest.Names(catalogtest.Read[[]catalog.Product](t, reply)), catalogtest.Count(reply)
	}
	for _, c := range []struct {
		body        any
		want, total string
	}{
		{nil, "Chana Dal, Amul Gold Milk, amul Taaza Milk, Moong Dal, Tata Toor Dal", "5 in 1"},
		{object{"page": "2", "limit": "2", "search": ""}, "amul Taaza Milk, Moong Dal", "5 in 3"},
		{object{"search": " toor "}, "Tata Toor Dal", "1 in 1"},
		{object{"search": "secret", "page": nil}, "", "0 in 0"},
	} {
		if got, total := ask(c.body); got != c.want || total != c.total {
			t.Errorf("%v finds %q (%s), want %q (%s)", c.body, got, total, c.want, c.total)
		}
	}
	for body, field := range map[string]string{`{"page":0}`: "page", `{"limit":101}`: "limit", `{"limit":"x"}`: "limit", `{"search":["a"]}`: "search"} {
		s.Call(t, "", "POST", "/product/get", body).ExpectField(t, field)
	}
}

func TestByCategory_listsTheProductsOfTheCategory(t *testing.T) {
	t.Parallel()
	s, dal, milk := newStockedShop(t, shoptest.SQLite(t))
	const unknown = "65f1a2b3c4d5e6f708192a3b"
	const category, sub = "/product/getProductByCategory", "/product/getProductByCategoryAndSubCategory"
	for _, c := range []struct {
		path        string
		body        object
		want, total string
	}{
		{category, object{"id": dal.CategoryID}, "Chana Dal, Moong Dal, Tata Toor Dal", "none"},
		{category, object{"id": object{"_id": dal.CategoryID}, "limit": 1, "page": "2"}, "Moong Dal", "3 in 3"},
		{category, object{"id": unknown}, "", "none"},
		{sub, object{"categoryId": milk.CategoryID, "subCategoryId": milk.ID}, "Amul Gold Milk, amul Taaza Milk", "none"},
		{sub, object{"categoryId": milk.CategoryID, "subCategoryId": milk.ID, "page": 1}, "Amul Gold Milk, amul Taaza Milk", "2 in 1"},
		{sub, object{"categoryId": dal.CategoryID, "subCategoryId": milk.ID}, "", "none"}, // not a sub-category of this category
		{sub, object{"categoryId": unknown, "subCategoryId": unknown}, "", "none"},
	} {
		reply := s.Call(t, "", "POST", c.path, c.body).Expect(t, http.StatusOK, "")
		if got := catalogtest.Names(catalogtest.Read[[]catalog.Product](t, reply)); got != c.want || catalogtest.Count(reply) != c.total {
			t.Errorf("%s %v lists %q (%s), want %q (%s)", c.path, c.body, got, catalogtest.Count(reply), c.want, c.total)
		}
		if string(reply.Data) == "null" {
			t.Error("an empty list is null")
		}
	}
	for _, c := range []struct {
		path, body, field string
	}{
		{category, `{}`, "id"},
		{category, `{"id":"short"}`, "id"},
		{category, `{"id":"` + dal.CategoryID + `","limit":0}`, "limit"},
		{sub, `{"categoryId":"` + dal.CategoryID + `"}`, "subCategoryId"},
		{sub, `{"categoryId":"x","subCategoryId":"` + dal.ID + `"}`, "categoryId"},
	} {
		s.Call(t, "", "POST", c.path, c.body).ExpectField(t, c.field)
	}
}

func TestProductByID_isHiddenWhileUnpublished(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		hidden := s.Product(t, catalogtest.Product{Name: "Secret Milk", Unpublished: true})
		body := object{"productId": hidden.ID}
		s.Call(t, "", "POST", "/product/getProductById", body).Expect(t, http.StatusNotFound, "Product not found")
		s.Call(t, s.Shopper, "POST", "/product/getProductById", body).Expect(t, http.StatusNotFound, "Product not found")
		s.Call(t, s.Admin, "POST", "/product/getProductById", body).Expect(t, http.StatusOK, "")
		s.Call(t, "", "POST", "/product/getProductById", object{"productId": "65f1a2b3c4d5e6f708192a3b"}).Expect(t, http.StatusNotFound, "Product not found")
		s.Call(t, "", "POST", "/product/getProductById", object{"productId": "short"}).ExpectField(t, "productId")
		s.Call(t, "", "POST", "/product/getProductById", nil).ExpectField(t, "productId")
	})
}

func TestHome_hasARowPerCategoryWithProductsInStockFirst(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.Category(t, "Empty")
	milk := s.SubCategory(t, "Dairy", "Milk")
	s.Product(t, catalogtest.Product{Name: "Hidden", SubCategory: s.SubCategory(t, "Hidden", "All"), Unpublished: true})
	for i := range 15 {
		s.Product(t, catalogtest.Product{Name: fmt.Sprintf("Milk %02d", i), SubCategory: milk, Stock: i % 2})
		s.Clock.Advance(time.Second)
	}
	s.Product(t, catalogtest.Product{Name: "Dal", Stock: 1})
	reply := s.Call(t, "", "GET", "/product/home", nil).Expect(t, http.StatusOK, "")
	rows := catalogtest.Read[[]view.HomeRow](t, reply)
	if len(rows) != 2 || rows[0].Category.Name != "Dairy" || rows[1].Category.Name != "Staples" {
		t.Fatalf("home has the rows %+v, want Dairy and Staples", rows)
	}
	if got, want := catalogtest.Names(rows[0].Products), "Milk 01, Milk 03, Milk 05, Milk 07, Milk 09, Milk 11, Milk 13, Milk 00, Milk 02, Milk 04, Milk 06, Milk 08"; got != want {
		t.Errorf("the row of Dairy has %s, want %s", got, want)
	}
	if strings.Contains(string(reply.Bytes), "Sold by weight") {
		t.Error("carries the long texts")
	}
	if rows[0].Products[0].Category.Name != "Dairy" || rows[0].Products[0].SubCategory.ID != milk.ID {
		t.Errorf("the first product is %+v, want its category Dairy and sub-category Milk", rows[0].Products[0])
	}
}

func TestSearch_findsByTheNewNameOfACategory(t *testing.T) {
	t.Parallel()
	s, dal, milk := newStockedShop(t, shoptest.SQLite(t))
	pulses, larder := "Lentils", "Larder"
	if _, err := s.Service.UpdateSubCategory(t.Context(), dal.ID, admin.SubCategoryForm{Name: &pulses}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Service.UpdateCategory(t.Context(), milk.CategoryID, admin.CategoryForm{Name: &larder}); err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]string{
		"lentils":          "Chana Dal, Moong Dal, Tata Toor Dal",
		"larder&also=true": "Amul Gold Milk, amul Taaza Milk",
		"toor":             "Tata Toor Dal",
	} {
		if got := s.Found(t, "", "?sort=name&q="+words); got != want {
			t.Errorf("%s finds %q, want %q", words, got, want)
		}
	}
	if found := s.View.Snapshot().Find(view.Query{Words: "dairy", Also: true}).Products; len(found) != 0 {
		t.Errorf("a search for the category's old name finds %s, want nothing", catalogtest.Names(found))
	}
}

func TestGetAll_findsByNameAndCountsMatchesByCategoryOnly(t *testing.T) {
	t.Parallel()
	s, _, _ := newStockedShop(t, shoptest.SQLite(t))
	for query, want := range map[string]struct{ count, also int }{
		"?q=dal&limit=1": {3, 0}, "?q=dairy&limit=1": {0, 2}, "?q=dairy&also=true&limit=1": {2, 0}, "?q=toor+staples": {0, 1}, "?q=xqzvk": {0, 0},
	} {
		var response struct{ TotalCount, AlsoCount int }
		reply := s.Call(t, "", http.MethodGet, "/product/getAll"+query, "").Expect(t, http.StatusOK, "")
		if err := json.Unmarshal(reply.Bytes, &response); err != nil || response.TotalCount != want.count || response.AlsoCount != want.also {
			t.Errorf("%s counts %d and %d more, want %v, %v", query, response.TotalCount, response.AlsoCount, want, err)
		}
	}
	s.Call(t, "", http.MethodGet, "/product/getAll?q=dal&also=perhaps", "").ExpectField(t, "also")
}

func TestGetAll_saysWhenNoProductHasAllTheWords(t *testing.T) {
	t.Parallel()
	s, _, _ := newStockedShop(t, shoptest.SQLite(t))
	for words, want := range map[string]bool{"toor+dal": false, "toor+xqzvk": true, "toor+milk": true, "xqzvk": false, "": false} {
		var response struct{ Partial bool }
		reply := s.Call(t, "", http.MethodGet, "/product/getAll?q="+words, "").Expect(t, http.StatusOK, "")
		if err := json.Unmarshal(reply.Bytes, &response); err != nil || response.Partial != want {
			t.Errorf("%q: partial is %v, %v, want %v", words, response.Partial, err, want)
		}
	}
}

func TestGetAll_offersWordsOfTheShopWhenItFindsNothing(t *testing.T) {
	t.Parallel()
	s, _, _ := newStockedShop(t, shoptest.SQLite(t))
	for words, want := range map[string]string{"chono": "[chana]", "chana": "[]", "xqzvk": "[]", "": "[]"} {
		var response struct{ Nearest []string }
		reply := s.Call(t, "", http.MethodGet, "/product/getAll?q="+words, "").Expect(t, http.StatusOK, "")
		if err := json.Unmarshal(reply.Bytes, &response); err != nil || fmt.Sprint(response.Nearest) != want {
			t.Errorf("%q: offers %v, want %s, %v", words, response.Nearest, want, err)
		}
	}
}

func TestGetAll_namesTheSubCategoriesOfASearch(t *testing.T) {
	t.Parallel()
	s, _, milk := newStockedShop(t, shoptest.SQLite(t))
	for query, want := range map[string]string{
		"?q=dal": "Dal in Staples", "?q=milk": "Milk in Dairy", "?q=dal&page=2": "", "?q=milk&subCategory=" + milk.ID: "", "?q=xqzvk": "", "": "",
	} {
		var response struct{ SubCategories []view.SearchSubCategory }
		reply := s.Call(t, "", http.MethodGet, "/product/getAll"+query, "").Expect(t, http.StatusOK, "")
		if err := json.Unmarshal(reply.Bytes, &response); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, found := range response.SubCategories {
			if found.SubCategory.ID == "" || found.Category.ID == "" {
				t.Errorf("%q finds the sub-category %+v, want it with the IDs of it and its category", query, found)
			}
			names = append(names, found.SubCategory.Name+" in "+found.Category.Name)
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%q is in the sub-categories %q, want %q", query, got, want)
		}
	}
}

func TestCalls_refuseInvalidInputWithASentence(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	for _, c := range []struct{ path, body, message string }{
		{"/product/getProductById", `{}`, "Product is required."},
		{"/product/getProductById", `{"productId":"x"}`, "Product is not a valid id."},
		{"/product/getProductByCategory", `{}`, "The id is required."},
		{"/product/getProductByCategoryAndSubCategory", `{"categoryId":"x","subCategoryId":"y"}`, "Category is not a valid id."},
		{"/product/getProductByCategoryAndSubCategory", `{"categoryId":"65f1a2b3c4d5e6f708192a3b"}`, "Sub-category is required."},
		{"/product/publish", `{"ids":"all","publish":true}`, "Products must be a list."},
		{"/product/publish", `{"ids":["x"],"publish":true}`, "The product is not a valid id."},
		{"/product/publish", `{"ids":[` + strings.TrimSuffix(strings.Repeat("{},", 50_000), ",") + `],"publish":true}`, "Products can have at most 1000 items."},
	} {
		method := "POST"
		if c.path == "/product/publish" {
			method = "PUT"
		}
		s.Call(t, s.Admin, method, c.path, c.body).Expect(t, http.StatusBadRequest, c.message)
	}
}
