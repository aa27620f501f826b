package demo

import (
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/money"
)

func load(t *testing.T) Catalog {
	t.Helper()
	catalog, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalog
}

func products(c Catalog) []Product {
	var all []Product
	for _, category := range c.Categories {
		for _, placed := range category.InOrder() {
			all = append(all, placed.Product)
		}
	}
	return all
}

func TestLoad_hasAtLeast260ProductsIn44SubCategories(t *testing.T) {
	t.Parallel()
	catalog := load(t)
	subCategories, inSubCategories := 0, 0
	for _, category := range catalog.Categories {
		subCategories += len(category.SubCategories)
		for _, sub := range category.SubCategories {
			inSubCategories += len(sub.Products)
		}
	}
	if len(catalog.Categories) < 12 || subCategories < 44 || inSubCategories < 260 {
		t.Errorf("got %d categories, %d sub-categories, %d products; want at least 12, 44, 260",
			len(catalog.Categories), subCategories, inSubCategories)
	}
	if got := len(products(catalog)); got != inSubCategories {
		t.Errorf("%d products in their order, want the %d in sub-categories", got, inSubCategories)
	}
}

func TestLoad_keepsTheCategoriesInTheirOrder(t *testing.T) {
	t.Parallel()
	want := []string{
		"Vegetables", "Fruits", "Dairy & Eggs", "Atta, Rice & Dal", "Oil & Ghee", "Masala",
		"Snacks & Biscuits", "Bread & Bakery", "Tea & Drinks", "Bath & Body", "Cleaning", "Pooja Needs",
	}
	var got []string
	for _, category := range load(t).Categories {
		got = append(got, category.Name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the categories (-want +got):\n%s", diff)
	}
}

func TestLoad_hasSoldOutAndLowStockProducts(t *testing.T) {
	t.Parallel()
	out, few, inPaise, discounted := 0, 0, 0, 0
	for _, p := range products(load(t)) {
		switch {
		case p.Stock == 0:
			out++
		case p.Stock <= 5:
			few++
		}
		if p.Price%money.Rupees(1) != 0 {
			inPaise++
		}
		if p.Discount > 0 {
			discounted++
		}
	}
	if out < 5 || out > 12 || few < 6 || few > 15 {
		t.Errorf("%d products are sold out and %d nearly, want 5 to 12 and 6 to 15", out, few)
	}
	if inPaise == 0 || discounted < 100 {
		t.Errorf("%d prices have paise and %d discounts, want some and at least 100", inPaise, discounted)
	}
}

func TestLoad_describesEveryProduct(t *testing.T) {
	t.Parallel()
	for _, p := range products(load(t)) {
		if sentences := strings.Count(p.Description+" ", ". "); sentences < 1 || sentences > 3 || !strings.HasSuffix(p.Description, ".") {
			t.Errorf("%s: want one to three sentences, got %q", p.Name, p.Description)
		}
		if len(p.Details) < 2 || len(p.Details) > 5 {
			t.Errorf("%s has %d details, want 2 to 5", p.Name, len(p.Details))
		}
	}
}

func TestLoad_namesFitTheDrawnLabel(t *testing.T) {
	t.Parallel()
	for _, p := range products(load(t)) {
		if len(p.Pictures) > 0 {
			continue
		}
		label, _, _ := strings.Cut(p.Name, ",")
		if n := utf8.RuneCountInString(label); n > 18 {
			t.Errorf("the packet's label %q has %d letters, want at most 18", label, n)
		}
	}
}

func TestInOrder_beginsWithAVariedRow(t *testing.T) {
	t.Parallel()
	for _, category := range load(t).Categories {
		row := category.InOrder()
		if len(row) < 10 {
			t.Errorf("the row of %s has %d products, want at least 10", category.Name, len(row))
			continue
		}
		for i, name := range category.featured {
			if row[i].Product.Name != name {
				t.Errorf("%s: position %d is %q, want %q", category.Name, i, row[i].Product.Name, name)
			}
		}
		pictures, soldOut, subCategories := map[string]bool{}, 0, map[string]bool{}
		for _, placed := range row[:10] {
			subCategories[placed.SubCategory] = true
			if placed.Product.Stock == 0 {
				soldOut++
			}
			if len(placed.Product.Pictures) == 0 {
				continue
			}
			picture := placed.Product.Pictures[0]
			if pictures[picture] {
				t.Errorf("the row of %s shows %s twice", category.Name, picture)
			}
			pictures[picture] = true
		}
		if soldOut > 0 || len(subCategories) < 3 {
			t.Errorf("the row of %s has %d products sold out and %d sub-categories, want none and at least 3",
				category.Name, soldOut, len(subCategories))
		}
	}
}

const tomatoYAML = `name: Vegetables
subcategories:
  - name: Daily
    details: {Storage: Cool, Country of origin: India}
    products:
      - {name: Tomato, unit: 1 kg, price: 49.50, discount: 0.5, stock: 3, description: Red., details: {Storage: Dry}}
`

func TestParse_keepsPaiseAndLetsAProductOverrideItsSubCategory(t *testing.T) {
	t.Parallel()
	category, err := parse([]byte(tomatoYAML))
	if err != nil {
		t.Fatal(err)
	}
	tomato := category.SubCategories[0].Products[0]
	if tomato.Price != 4950 || tomato.Discount != 50 {
		t.Errorf("price %d and discount %d paise, want 4950 and 50", tomato.Price, tomato.Discount)
	}
	if got := tomato.Details; len(got) != 2 || got[0] != (Detail{"Storage", "Dry"}) || got[1] != (Detail{"Country of origin", "India"}) {
		t.Errorf("the details are %v, want Storage and Country of origin", got)
	}
}

func TestParse_refusesUnknownFieldsAndWrongTypes(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a misspelled field": strings.Replace(tomatoYAML, "stock:", "stok:", 1),
		"a price in words":   strings.Replace(tomatoYAML, "49.50", "fifty", 1),
		"a list of details":  strings.Replace(tomatoYAML, "{Storage: Dry}", "[Dry]", 1),
		"a nested detail":    strings.Replace(tomatoYAML, "Storage: Dry", "Storage: [Dry]", 1),
	} {
		if _, err := parse([]byte(text)); err == nil {
			t.Errorf("a catalog with %s was accepted", name)
		}
	}
}

func TestCheck_namesTheBrokenRule(t *testing.T) {
	t.Parallel()
	for broken, change := range map[string]func(*Category){
		"above its discount":    func(c *Category) { c.SubCategories[0].Products[0].Discount = 4950 },
		"no picture":            func(c *Category) { c.SubCategories[0].Products[0].Pictures = []string{"none.webp"} },
		"no name of its own":    func(c *Category) { c.SubCategories = append(c.SubCategories, c.SubCategories[0]) },
		"is empty":              func(c *Category) { c.SubCategories[0].Products = nil },
		"is in no sub-category": func(c *Category) { c.featured = []string{"Onion"} },
		"is featured twice":     func(c *Category) { c.featured = []string{"Tomato", "Tomato"} },
		"unit and a descripti":  func(c *Category) { c.SubCategories[0].Products[0].Unit = "" },
		"a negative stock":      func(c *Category) { c.SubCategories[0].Products[0].Stock = -1 },
	} {
		category, err := parse([]byte(tomatoYAML))
		if err != nil {
			t.Fatal(err)
		}
		change(&category)
		err = Catalog{Categories: []Category{category}}.check(fstest.MapFS{})
		if err == nil || !strings.Contains(err.Error(), broken) {
			t.Errorf("want a fault about %q, got %v", broken, err)
		}
	}
}

func TestLoad_twelveProductsHaveAllTheirPictures(t *testing.T) {
	t.Parallel()
	const maxPictures = 5 // per product
	full := 0
	for _, p := range products(load(t)) {
		switch len(p.Pictures) {
		case maxPictures:
			full++
		case 0, 1:
		default:
			t.Errorf("%s has %d pictures, want none, one or a full set", p.Name, len(p.Pictures))
		}
	}
	if full != 12 {
		t.Errorf("%d products have %d pictures, want 12", full, maxPictures)
	}
}
