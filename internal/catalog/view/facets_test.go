package view_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

// teas is a price list with facets.
var teas = []string{
	"Name,Brand,Category,Sub Category,MRP,Sale Price,Pack Size,Type",
	"Assam Tea,Wagh,Drinks,Tea,100,90,250 g,Leaf",
	"Assam Tea,Wagh,Drinks,Tea,190,190,500 g,Leaf",
	"Green Tea,Wagh,Drinks,Tea,40,,100 g,Green",
	"Dust Tea,Taj,Drinks,Tea,250,125,500 g,Dust",
	"Tea Combo,Taj,Drinks,Tea,600,,500 g,Leaf",
}

// facets returns the facets of a listing, each value as "value count".
func (s shop) facets(t *testing.T, query string) map[string]string {
	t.Helper()
	reply := s.Call(t, "", "GET", "/product/getAll"+query, nil).Expect(t, http.StatusOK, "")
	var body struct {
		Facets view.Facets `json:"facets"`
	}
	if err := json.Unmarshal(reply.Bytes, &body); err != nil {
		t.Fatal(err)
	}
	text := func(values []view.FacetValue) string {
		var parts []string
		for _, v := range values {
			parts = append(parts, fmt.Sprint(v.Value, " ", v.Count))
		}
		return strings.Join(parts, ", ")
	}
	var discounts, prices []string
	for _, v := range body.Facets.Discounts {
		discounts = append(discounts, fmt.Sprint(v.Percent, " ", v.Count))
	}
	for _, v := range body.Facets.Prices {
		prices = append(prices, fmt.Sprint(v.Count))
	}
	return map[string]string{
		"brands": text(body.Facets.Brands), "types": text(body.Facets.Types), "sizes": text(body.Facets.Sizes), "origins": text(body.Facets.Origins),
		"discounts": strings.Join(discounts, ", "), "prices": strings.Join(prices, ", "),
	}
}

func TestGetAll_narrowsByFacetsAndCountsThem(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.Import(t, catalogtest.PriceList(t, teas...), importer.Options{Stock: 7})
	for query, want := range map[string]string{
		"?sort=popular":                         "Taj Dust Tea, Wagh Assam Tea, Wagh Assam Tea, Wagh Green Tea, Taj Tea Combo",
		"?sort=popular&brand=Taj":               "Taj Dust Tea, Taj Tea Combo",
		"?sort=popular&brand=Taj&brand=Wagh":    "Taj Dust Tea, Wagh Assam Tea, Wagh Assam Tea, Wagh Green Tea, Taj Tea Combo",
		"?sort=popular&type=Leaf&size=500+g":    "Wagh Assam Tea, Taj Tea Combo",
		"?sort=popular&minDiscount=10":          "Taj Dust Tea, Wagh Assam Tea",
		"?sort=popular&minDiscount=25&brand=No": "",
		"?q=tea&brand=Taj&sort=popular":         "Taj Dust Tea, Taj Tea Combo",
	} {
		if got := s.Found(t, "", query); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
	for query, want := range map[string]map[string]string{
		"?facets=true": {
			"brands": "Wagh 3, Taj 2", "types": "Leaf 3, Dust 1, Green 1", "sizes": "500 g 3, 100 g 1, 250 g 1",
			"discounts": "5 2, 10 2, 25 1, 50 1", "prices": "1, 3, 0, 1",
		},
		// Each facet counts the products that the other facets accept, so that another brand can be added.
		"?facets=true&brand=Taj": {
			"brands": "Wagh 3, Taj 2", "types": "Dust 1, Leaf 1", "sizes": "500 g 2",
			"discounts": "5 1, 10 1, 25 1, 50 1", "prices": "0, 1, 0, 1",
		},
		"?facets=true&brand=Gone&maxPrice=50": {
			"brands": "Wagh 1, Gone 0", "types": "", "sizes": "", "discounts": "5 0, 10 0, 25 0, 50 0", "prices": "0, 0, 0, 0",
		},
		"?q=dust&facets=true": {
			"brands": "Taj 1", "types": "Dust 1", "sizes": "500 g 1", "discounts": "5 1, 10 1, 25 1, 50 1", "prices": "0, 1, 0, 0",
		},
	} {
		got := s.facets(t, query)
		for facet, values := range want {
			if got[facet] != values {
				t.Errorf("%s: %s are %s, want %s", query, facet, got[facet], values)
			}
		}
	}
	s.Call(t, "", "GET", "/product/getAll?minDiscount=100", nil).Expect(t, http.StatusBadRequest, "")
	if body := s.Call(t, "", "GET", "/product/getAll?limit=1", nil).Bytes; strings.Contains(string(body), `"facets"`) {
		t.Error("facets come without being requested")
	}
}

func TestGetAll_filtersWithSeparatorsDoNotShareACacheEntry(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.Import(t, catalogtest.PriceList(t, teas...), importer.Options{Stock: 7})
	for _, separator := range []string{"\t", "\n", " ", "\" \"", "\"] [\"", ","} {
		for _, one := range []string{"Taj" + separator + "Wagh", "Taj" + separator, "\"Taj\"" + separator + "\"Wagh\""} {
			if got := s.Found(t, "", "?sort=popular&brand="+url.QueryEscape(one)); got != "" {
				t.Errorf("the brand %q finds %s, want nothing", one, got)
			}
		}
		if got := s.Found(t, "", "?sort=popular&size=Taj"+url.QueryEscape(separator)+"&type=x"); got != "" {
			t.Errorf("the size Taj%q with the type x finds %s, want nothing", separator, got)
		}
	}
	if got, want := s.Found(t, "", "?sort=popular&brand=Taj&brand=Wagh"), "Taj Dust Tea, Wagh Assam Tea, Wagh Assam Tea, Wagh Green Tea, Taj Tea Combo"; got != want {
		t.Errorf("two brands find %s after strangers' filters, want %s", got, want)
	}
	if got, want := s.Found(t, "", "?sort=popular&brand=Taj"), "Taj Dust Tea, Taj Tea Combo"; got != want {
		t.Errorf("a brand finds %s, want %s", got, want)
	}
}

func TestGetAll_narrowsAndSortsByOrigin(t *testing.T) {
	t.Parallel()
	s := newShop(t, shoptest.SQLite(t))
	s.Import(t, catalogtest.PriceList(t, "Name,Category,MRP,Country of origin", "Apple,Fruits,10,New Zealand", "Banana,Fruits,20,India", "Cherry,Fruits,30,", "Dates,Fruits,40,India"), importer.Options{Stock: 7})
	for query, want := range map[string]string{
		"?sort=name&origin=India":                    "Banana, Dates",
		"?sort=name&origin=India&origin=New+Zealand": "Apple, Banana, Dates",
		"?sort=name&origin=Peru":                     "",
		"?sort=origin&limit=2&page=2":                "Apple, Cherry",
	} {
		if got := s.Found(t, "", query); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
	for query, want := range map[string]string{"?facets=true": "India 2, New Zealand 1", "?facets=true&origin=India&maxPrice=25": "India 1, New Zealand 1"} {
		if got := s.facets(t, query)["origins"]; got != want {
			t.Errorf("%s: the origins are %s, want %s", query, got, want)
		}
	}
}

func TestHome_beginsWithTheMostPopularProducts(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shoptest.ManyOrders(t, d, 200) // five of each of 40 products, one in ten canceled
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, append(teas, "Toned Milk,Taj,Dairy,Milk,30,,1 L,")...), importer.Options{Stock: 7})
		popular, everyday := s.popular(t)
		if len(popular) != 12 || everyday {
			t.Fatalf("%d products are popular, everyday needs: %t, want 12 and false", len(popular), everyday)
		}
		for _, name := range popular {
			if strings.Contains(name, "Tea") || strings.Contains(name, "Toned") {
				t.Errorf("%s is popular, want no product that was never sold", name)
			}
		}
	})
}

func TestHome_beginsWithEverydayNeedsUntilEnoughWasSold(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shoptest.ManyOrders(t, d, 100) // 20 orders
		s := newShop(t, d)
		s.Import(t, catalogtest.PriceList(t, append(teas, "Toned Milk,Taj,Dairy,Milk,30,,1 L,", "Sona Onion,,Sabzi,Daily,30,,1 kg,", "Wombat Comb,,Aaa,Combs,30,,,")...), importer.Options{Stock: 7})
		names, everyday := s.popular(t)
		if got := strings.Join(names, ", "); !everyday || !strings.HasPrefix(got, "Taj Toned Milk, Sona Onion") || strings.Contains(got, "Wombat") || strings.Contains(got, "Combo") {
			t.Errorf("home has %s, everyday needs: %t, want Taj Toned Milk and Sona Onion first, true", got, everyday)
		}
	})
}

// A few households do not show what most people buy, however much they order.
func TestHome_beginsWithEverydayNeedsUntilTenPeopleBought(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shoptest.ManyOrders(t, d, 200) // 40 orders
		buyers, err := db.All[string](t.Context(), d, `SELECT DISTINCT user_id FROM orders ORDER BY user_id`)
		if err != nil || len(buyers) < 10 {
			t.Fatalf("%d buyers, %v, want at least 10", len(buyers), err)
		}
		for i, buyer := range buyers[9:] {
			if err := d.Tx(t.Context(), func(tx *db.Tx) error {
				return db.Exec(t.Context(), tx, `UPDATE orders SET user_id = $1 WHERE user_id = $2`, buyers[i%9], buyer)
			}); err != nil {
				t.Fatal(err)
			}
		}
		if _, everyday := newShop(t, d).popular(t); !everyday {
			t.Error("nine buyers say what most people buy")
		}
	})
}

func TestHome_leavesOutProductsSoldForAPaisa(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		shoptest.ManyOrders(t, d, 200)
		before, _ := newShop(t, d).popular(t)
		if err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE orders SET discount = price - 1 WHERE product_id = (SELECT id FROM products WHERE name = $1)`, before[0])
		}); err != nil {
			t.Fatal(err)
		}
		if after, _ := newShop(t, d).popular(t); slices.Contains(after, before[0]) {
			t.Errorf("home has %s, want it left out, as it was sold for a paisa", before[0])
		}
	})
}

// popular returns the names of the home page's first products, and whether it calls them everyday needs.
func (s shop) popular(t *testing.T) (popular []string, everyday bool) {
	t.Helper()
	reply := s.Call(t, "", "GET", "/product/home", nil).Expect(t, http.StatusOK, "")
	var body struct {
		Popular []struct {
			Name string `json:"name"`
		} `json:"popular"`
		Everyday bool `json:"everyday"`
	}
	if err := json.Unmarshal(reply.Bytes, &body); err != nil {
		t.Fatal(err)
	}
	for _, p := range body.Popular {
		popular = append(popular, p.Name)
	}
	return popular, body.Everyday
}
