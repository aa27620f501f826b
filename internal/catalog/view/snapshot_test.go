package view

import (
	"errors"
	"slices"
	"testing"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
	"kirana/internal/httpapi"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

func TestSnapshot_neverChangesOnceItIsRead(t *testing.T) {
	t.Parallel()
	products := manyProducts(1000)
	first, _ := emptySnapshot(search.New()).merge(update{products: copies(products...), complete: true})
	shown := func() string {
		body, err := httpapi.Encode(first.Find(Query{Sort: ByName}))
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	before := shown()
	sold, edited, deleted := products[10], products[600], products[999]
	sold.Stock, sold.UpdatedAt = 0, sold.UpdatedAt.Add(time.Hour)
	edited.Name, edited.SubCategoryID, edited.EditedAt, edited.UpdatedAt = "Milk", "s0", shoptest.Epoch.Add(time.Hour), shoptest.Epoch.Add(time.Hour)
	deleted.DeletedAt, deleted.UpdatedAt = &edited.UpdatedAt, edited.UpdatedAt
	second := first.withStock([]catalog.Product{sold})
	third, r := second.merge(update{products: copies(edited, deleted)})
	if shown() != before {
		t.Error("a snapshot changed after it was read")
	}
	if p, _ := second.Product(sold.ID, true); p.Stock != 0 || second.version == first.version {
		t.Errorf("the sold-out product has %d pieces in version %d after %d, want none in another version",
			p.Stock, second.version, first.version)
	}
	if p, _ := third.Product(edited.ID, true); p.Name != "Milk" || len(third.bySubCategory["s0"]) != len(first.bySubCategory["s0"])+1 {
		t.Errorf("the edited product is %s in a sub-category of %d, want Milk, one more than %d",
			p.Name, len(third.bySubCategory["s0"]), len(first.bySubCategory["s0"]))
	}
	if _, err := third.Product(deleted.ID, true); err == nil || len(r.removed) != 1 || len(r.changed) != 1 {
		t.Errorf("the deleted product: %v, reindexed %+v, want no product, one removed and one changed", err, r)
	}
}

func TestSnapshot_sharesUnchangedPartsWithTheNextOne(t *testing.T) {
	t.Parallel()
	products := manyProducts(1000)
	first, _ := emptySnapshot(search.New()).merge(update{products: copies(products...), complete: true})
	sold := products[10]
	sold.Stock, sold.UpdatedAt = 4, sold.UpdatedAt.Add(time.Hour)
	second := first.withStock([]catalog.Product{sold})
	copied := 0
	for i := range first.products {
		if first.products[i] != second.products[i] {
			copied++
		}
	}
	if copied != 1 {
		t.Errorf("a sale copied %d blocks of %d, want 1", copied, len(first.products))
	}
	if second.version != first.version || second.stockVersion == first.stockVersion {
		t.Error("a change of stock alone is to show within a second, and not at once")
	}
	all, _ := second.merge(update{products: copies(products...), complete: true})
	if all.find(products[500].ID) != first.find(products[500].ID) || all.find(sold.ID).Stock != 4 {
		t.Error("reading the whole catalog again replaced products that did not change, or by older ones")
	}
}

func TestResponseCache_evictsTheLeastRecentlyUsed(t *testing.T) {
	t.Parallel()
	s := emptySnapshot(search.New())
	const room = 3*(entryOverhead+100) + 100
	cache := newResponseCache(shoptest.Clock(), room)
	prepared := 0
	get := func(key string) {
		t.Helper()
		_, err := cache.get(s, key, func() any {
			prepared++
			return httpapi.OK("", key)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	expectPrepared := func(want int, when string) {
		t.Helper()
		if prepared != want {
			t.Errorf("%s, %d responses were prepared, want %d", when, prepared, want)
		}
	}
	for _, key := range []string{"a", "b", "c", "a"} {
		get(key)
	}
	expectPrepared(3, "with room for three")
	get("d") // b was used least recently
	get("a")
	get("c")
	expectPrepared(4, "after a fourth")
	get("b")
	expectPrepared(5, "asked for what was forgotten")
	next := *s
	next.version++
	s = &next
	get("b")
	expectPrepared(6, "after a change")
	if cache.entries.Len() != 1 {
		t.Errorf("keeps %d responses, of which only one shows the change, want 1", cache.entries.Len())
	}
}

func TestReplacements_areInStockAndSortedBySubCategorySizeNameAndPrice(t *testing.T) {
	t.Parallel()
	product := func(id, shelf, name, unit string, price money.Paise, stock int) catalog.Product {
		return catalog.Product{
			ID: id, CategoryID: "dairy", SubCategoryID: shelf, Name: name, Unit: unit, Price: price, Stock: stock,
			Publish: true, CreatedAt: shoptest.Epoch, EditedAt: shoptest.Epoch, UpdatedAt: shoptest.Epoch,
		}
	}
	hidden := product("hidden", "milk", "Toned Milk", "500 ml", 2700, 9)
	hidden.Publish = false
	soldOut := product("later", "milk", "Toned Milk", "500 ml", 2700, 9)
	soldOut.SoldOutUntil = &shoptest.Epoch
	elsewhere := product("oil", "oils", "Toned Milk", "500 ml", 2700, 9)
	elsewhere.CategoryID = "staples"
	s, _ := emptySnapshot(search.New()).merge(update{complete: true, products: copies(
		product("gone", "milk", "Toned Milk", "500 ml", 2700, 0),
		product("litre", "milk", "Toned Milk", "1 l", 2700, 9),
		product("dear", "milk", "Full Cream Milk", "500 ML", 3600, 9),
		product("near", "milk", "Cow Milk", "500ml", 2800, 1),
		product("slim", "milk", "Slim Toned Milk", "500 ml", 4000, 9),
		product("curd", "curd", "Toned Milk Curd", "500 ml", 2700, 9),
		product("ghee", "ghee", "Ghee", "1 kg", 70000, 9),
		product("empty", "milk", "Toned Milk", "500 ml", 2700, 0), hidden, soldOut, elsewhere,
	)})
	found, err := s.Replacements("gone")
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(found))
	for i, p := range found {
		ids[i] = p.ID
	}
	if want := []string{"slim", "near", "dear", "litre", "curd", "ghee"}; !slices.Equal(ids, want) {
		t.Errorf("offers %v, want %v", ids, want)
	}
	for _, unseen := range []string{"hidden", "none"} {
		if _, err := s.Replacements(unseen); !errors.Is(err, catalog.ErrNoProduct) {
			t.Errorf("replacements of %s: %v, want ErrNoProduct", unseen, err)
		}
	}
}

//nolint:paralleltest // it counts what the whole process allocates
func TestReplacements_areCached(t *testing.T) {
	products := manyProducts(1000)
	s, _ := emptySnapshot(search.New()).merge(update{products: copies(products...), complete: true})
	h := &Handler{view: &View{}, cache: newResponseCache(shoptest.Clock(), maxCacheBytes)}
	h.view.current.Store(s)
	in := &struct {
		ProductID string `path:"id"`
	}{products[0].ID}
	allocated := testing.AllocsPerRun(20, func() {
		if _, err := h.replacements(t.Context(), in); err != nil {
			t.Fatal(err)
		}
	})
	if allocated > 10 {
		t.Errorf("a kept response takes %v allocations, want at most 10", allocated)
	}
}
