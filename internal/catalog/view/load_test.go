package view

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

// unindexedView returns a view after Load, without an index.
func unindexedView(t *testing.T, d *db.DB) *View {
	t.Helper()
	v := New(d, shoptest.Clock(), slog.New(slog.DiscardHandler))
	v.maxIndexedAtOpen = 0
	if err := v.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	return v
}

// found returns the names that a search finds, in order.
func found(v *View, words string) string {
	var names []string
	for _, p := range v.Snapshot().Find(Query{Words: words, Page: 1, Limit: 10}).Products {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// rename changes a product's name as other writers do.
func rename(t *testing.T, d *db.DB, productID, name string) {
	t.Helper()
	commit(t, d, func(tx *db.Tx) {
		products, err := catalog.LockProducts(t.Context(), tx, []string{productID})
		if err != nil {
			t.Fatal(err)
		}
		product := products[productID]
		product.Name, product.UpdatedAt = name, catalog.NextVersion(shoptest.Epoch, product.UpdatedAt)
		product.EditedAt = product.UpdatedAt
		if err := catalog.SaveProducts(t.Context(), tx, product); err != nil {
			t.Fatal(err)
		}
	})
}

func TestLoad_findsBeginningsOfNamesUntilTheIndexIsBuilt(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for _, name := range []string{"Amul Butter", "Butter Cookies", "Peanut Spread"} {
			shoptest.AddProduct(t, d, shoptest.Product{Name: name})
		}
		v := unindexedView(t, d)
		before := v.Snapshot().Version()
		for words, want := range map[string]string{"butt": "Butter Cookies, Amul Butter", "BUTTER C": "Butter Cookies", "buter": "", "utter": "", "a": "Amul Butter"} {
			if got := found(v, words); got != want {
				t.Errorf("%q finds %q without the index, want %q", words, got, want)
			}
		}
		select {
		case <-v.IndexReady():
			t.Error("is indexed before the index is built")
		default:
		}
		v.BuildIndex(t.Context())
		<-v.IndexReady()
		if got := found(v, "buter"); !strings.Contains(got, "Butter Cookies") {
			t.Errorf("a misspelled word finds %q with the index, want Butter Cookies", got)
		}
		if v.Snapshot().Version() == before {
			t.Error("responses prepared without the index are still served")
		}
	})
}

func TestBuildIndex_indexesConcurrentChanges(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		early := shoptest.AddProduct(t, d, shoptest.Product{Name: "Amul Butter"})
		late := shoptest.AddProduct(t, d, shoptest.Product{Name: "Peanut Spread"})
		v := unindexedView(t, d)
		rename(t, d, early, "Besan Ladoo")
		refresh(t, v)
		if got := found(v, "besan"); got != "Besan Ladoo" {
			t.Errorf("besan finds %q after an edit without the index, want %q", got, "Besan Ladoo")
		}
		v.onIndexBuilt = func() {
			rename(t, d, late, "Masala Oats")
			shoptest.AddProduct(t, d, shoptest.Product{Name: "Ragi Chakli"})
			refresh(t, v)
			setPriceOf(t, d, early, money.Rupees(61))
			refresh(t, v)
		}
		v.BuildIndex(t.Context())
		for words, want := range map[string]string{"masla oats": "Masala Oats", "chakli ragi": "Ragi Chakli", "ladoo besan": "Besan Ladoo", "peanut": "", "butter": ""} {
			if got := found(v, words); got != want {
				t.Errorf("%q finds %q, want %q", words, got, want)
			}
		}
		expectPrice(t, v, early, money.Rupees(61))
	})
}

func setPriceOf(t *testing.T, d *db.DB, productID string, price money.Paise) {
	t.Helper()
	commit(t, d, func(tx *db.Tx) { setPrice(t, tx, productID, price) })
}

func TestBuildIndex_endsWithItsContext(t *testing.T) {
	t.Parallel()
	d := shoptest.SQLite(t)
	shoptest.AddProduct(t, d, shoptest.Product{Name: "Amul Butter"})
	v := unindexedView(t, d)
	ended, end := context.WithCancel(t.Context())
	end()
	v.BuildIndex(ended)
	if got := found(v, "butt"); got != "Amul Butter" {
		t.Errorf("butt finds %q after the building ended early, want %q", got, "Amul Butter")
	}
}

func TestFind_pagesOfASearchAreSlicesOfTheWholeList(t *testing.T) {
	t.Parallel()
	s, _ := emptySnapshot(search.New()).merge(update{products: copies(manyProducts(2_000)...), complete: true})
	soldOut := map[int32]*catalog.Product{}
	for i, ref := range s.newest {
		s.search.Put(s.document(ref))
		if i%3 == 0 {
			product := *s.products.at(ref)
			product.Stock = 0
			soldOut[ref] = &product
		}
	}
	s.products = s.products.with(soldOut)
	for _, words := range []string{"d", "dal", "dal 17", "!"} {
		all := s.Find(Query{Words: words})
		for page, limit := 1, 24; page <= 12; page++ {
			got := s.Find(Query{Words: words, Page: page, Limit: limit})
			want := all.Products[min((page-1)*limit, len(all.Products)):min(page*limit, len(all.Products))]
			same := slices.EqualFunc(got.Products, want, func(a, b catalog.Product) bool { return a.ID == b.ID })
			if got.Total != len(all.Products) || !same {
				t.Errorf("page %d of %q: %d products of %d differ from those of the whole list of %d", page, words, len(got.Products), got.Total, len(all.Products))
			}
		}
	}
}
