package admin_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

func TestNames_areSavedByLanguageFoundAndRecorded(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		flours := s.SubCategory(t, "Staples", "Flours")
		flour := s.Product(t, catalogtest.Product{Name: "Chakki Flour", SubCategory: flours})
		s.Call(t, s.Admin, "PUT", "/category/update", object{"id": flours.CategoryID, "names": object{"hi": "राशन"}}).Expect(t, http.StatusOK, "")
		s.Call(t, s.Admin, "PUT", "/subCategory/update", object{"id": flours.ID, "names": object{"hi": "पिसान"}}).Expect(t, http.StatusOK, "")
		s.Change(t, flour.ID, object{"names": object{"hi": "चक्की वाला ", "mr": "जात्यावरचं"}}).Expect(t, http.StatusOK, "")

		read := func() catalog.Product {
			return catalogtest.Read[catalog.Product](t, s.Call(t, "", "POST", "/product/getProductById", object{"productId": flour.ID}))
		}
		got := read()
		if got.Name != "Chakki Flour" || got.Names.Text() != "hi “चक्की वाला” mr “जात्यावरचं”" || got.Category.Names["hi"] != "राशन" || got.SubCategory.Names["hi"] != "पिसान" {
			t.Errorf("the product is %+v, want Chakki Flour with its names, राशन and पिसान", got)
		}
		for words, more := range map[string]string{"चक्की": "", "जात्यावरचं": "", "chakki flour": "", "पिसान": "&also=true", "राशन": "&also=true"} {
			if found := s.Found(t, "", "?q="+url.QueryEscape(words)+more); !strings.Contains(found, "Chakki Flour") {
				t.Errorf("a search for %s finds %q, want Chakki Flour", words, found)
			}
		}

		// A language not sent is unchanged, an empty name is removed, and invalid languages and names are refused.
		s.Clock.Advance(time.Second)
		s.Change(t, flour.ID, object{"names": object{"mr": ""}}).Expect(t, http.StatusOK, "")
		if got := read(); got.Names.Text() != "hi “चक्की वाला”" {
			t.Errorf("the names are %v, want only the Hindi one", got.Names)
		}
		for _, names := range []any{object{"xx": "Flour"}, object{"hi": "two\nlines"}, object{"hi": strings.Repeat("अ", 201)}, object{"hi": 4}, "चक्की"} {
			s.Change(t, flour.ID, object{"names": names}).Expect(t, http.StatusBadRequest, "")
		}
		if log := catalogtest.Log(t, d, "product.update"); !strings.Contains(log, "names hi “चक्की वाला” mr “जात्यावरचं”|names hi “चक्की वाला”") {
			t.Errorf("the activity log of products has %s, want the removed Marathi name", log)
		}
		if log := catalogtest.Log(t, d, "category.update"); !strings.Contains(log, "names hi “राशन”") {
			t.Errorf("the activity log of categories has %s, want the name राशन", log)
		}
	})
}

func TestNames_areProposedByTheDictionaryAndSavedTogether(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		dal := s.Product(t, catalogtest.Product{Name: "Toor Dal", SubCategory: s.SubCategory(t, "Fruits", "Rice")})
		s.Product(t, catalogtest.Product{Name: "Sonu Special", SubCategory: s.SubCategory(t, "Fruits", "Rice")})
		listed := func() string {
			var texts []string
			for _, u := range catalogtest.Read[[]admin.Unnamed](t, s.Call(t, s.Admin, "GET", "/catalog/names?language=hi", nil)) {
				texts = append(texts, string(u.Kind)+" "+u.Name+" "+u.Proposal)
			}
			return strings.Join(texts, "\n")
		}
		if got, want := listed(), "CATEGORY Fruits फल\nSUB_CATEGORY Rice चावल\nPRODUCT Toor Dal तूर दाल\nPRODUCT Sonu Special "; got != want {
			t.Errorf("missing names are listed as %s, want %s", got, want)
		}
		name := func(names ...object) shoptest.Response {
			return s.Call(t, s.Admin, "PUT", "/catalog/names", object{"language": "hi", "names": names})
		}
		category := object{"kind": "CATEGORY", "_id": dal.Category.ID, "name": "फल"}
		// All or none.
		name(category, object{"kind": "PRODUCT", "_id": id.New(), "name": "कुछ"}).Expect(t, http.StatusNotFound, "Product not found")
		name(category, object{"kind": "SHELF", "_id": dal.ID, "name": "कुछ"}).Expect(t, http.StatusBadRequest, "")
		name(category, object{"kind": "SUB_CATEGORY", "_id": dal.SubCategory.ID, "name": "चावल"}, object{"kind": "PRODUCT", "_id": dal.ID, "name": "अरहर दाल"}).Expect(t, http.StatusOK, "The names are saved.")
		if got := listed(); got != "PRODUCT Sonu Special " {
			t.Errorf("missing names after the refusals are listed as %s, want %q", got, "PRODUCT Sonu Special ")
		}
		got := catalogtest.Read[catalog.Product](t, s.Call(t, "", "POST", "/product/getProductById", object{"productId": dal.ID}))
		if got.Names["hi"] != "अरहर दाल" || got.Category.Names["hi"] != "फल" || got.SubCategory.Names["hi"] != "चावल" {
			t.Errorf("the product is %+v, want the Hindi names अरहर दाल, फल and चावल", got)
		}
		s.Call(t, s.Shopper, "PUT", "/catalog/names", object{}).Expect(t, http.StatusForbidden, "")
		s.Call(t, s.Admin, "GET", "/catalog/names?language=xx", nil).Expect(t, http.StatusBadRequest, "Please choose a language.")
	})
}
