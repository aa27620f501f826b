package search_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"kirana/internal/catalog/search"
)

// shelf lists the products of a small shop: name, unit, category and sub-category, separated by bars.
var shelf = []string{
	"Amul Butter - Salted|500 g|Dairy & Bread|Butter",
	"Amul Taaza Toned Milk|500 ml|Dairy & Bread|Milk",
	"Amul Taaza Toned Milk|1 l|Dairy & Bread|Milk",
	"Amul Kesar Doodh|200 ml|Dairy & Bread|Flavoured Milk",
	"Nandini Curd|500 g|Dairy & Bread|Curd",
	"Amul Malai Paneer|200 g|Dairy & Bread|Paneer",
	"Britannia Butter Cookies|150 g|Biscuits & Snacks|Cookies",
	"Britannia Brown Bread|400 g|Dairy & Bread|Bread",
	"Farm Eggs|6 pcs|Eggs, Meat & Fish|Eggs",
	"Rohu Curry Cut|500 g|Eggs, Meat & Fish|Fish",
	"Tomato - Hybrid|500 g|Fruits & Vegetables|Fresh Vegetables",
	"Kissan Tomato Ketchup|900 g|Sauces|Ketchup",
	"Onion|1 kg|Fruits & Vegetables|Fresh Vegetables",
	"Lady's Finger|250 g|Fruits & Vegetables|Fresh Vegetables",
	"Aashirvaad Atta - Whole Wheat|1 kg|Staples|Atta & Flours",
	"Aashirvaad Atta - Whole Wheat|5 kg|Staples|Atta & Flours",
	"Tata Sampann Toor Dal|1 kg|Staples|Dals",
	"Tata Salt|1 kg|Staples|Salt & Sugar",
	"Madhur Sugar|1 kg|Staples|Salt & Sugar",
	"Brooke Bond Red Label Tea|500 g|Drinks|Tea",
	"Nescafé Classic Coffee|100 g|Drinks|Coffee",
	"Coca-Cola Soft Drink|750 ml|Drinks|Soft Drinks",
	"7 Up Soft Drink|2 l|Drinks|Soft Drinks",
	"Cadbury Dairy Milk Chocolate|50 g|Biscuits & Snacks|Chocolates",
	"Lay's Potato Chips - Magic Masala|52 g|Biscuits & Snacks|Chips",
	"Ghee|1 l|Dairy & Bread|Ghee",
}

func docs(lines ...string) []search.Doc {
	out := make([]search.Doc, len(lines))
	for i, line := range lines {
		part := strings.Split(line, "|")
		out[i] = search.Doc{ID: fmt.Sprintf("%s, %s", part[0], part[1]), Name: part[0], Unit: part[1], Category: part[2], SubCategory: part[3]}
	}
	return out
}

func indexOf(docs []search.Doc) *search.Index {
	x := search.New()
	x.Build(docs)
	return x
}

func ids(hits []search.Hit) []string {
	out := make([]string, len(hits))
	for i, h := range hits {
		out[i] = h.ID
	}
	return out
}

func TestQuery_bestMatchFirst(t *testing.T) {
	t.Parallel()
	x := indexOf(docs(shelf...))
	for _, tc := range []struct{ promise, query, first string }{
		{"the name itself", "onion", "Onion, 1 kg"},
		{"brand and word", "amul butter", "Amul Butter - Salted, 500 g"},
		{"in any order", "butter amul", "Amul Butter - Salted, 500 g"},
		{"the thing before products of its flavor", "butter", "Amul Butter - Salted, 500 g"},
		{"the thing before products made of it", "tomato", "Tomato - Hybrid, 500 g"},
		{"capitals, accents and marks are ignored", "NESCAFE, classic!", "Nescafé Classic Coffee, 100 g"},
		{"typed accents are ignored", "tömato", "Tomato - Hybrid, 500 g"},
		{"apostrophes are ignored", "lays", "Lay's Potato Chips - Magic Masala, 52 g"},
		{"a plural for a singular", "tomatoes", "Tomato - Hybrid, 500 g"},
		{"a singular for a plural", "cookie", "Britannia Butter Cookies, 150 g"},
		{"a wrong letter", "tomoto", "Tomato - Hybrid, 500 g"},
		{"a missing letter", "panee", "Amul Malai Paneer, 200 g"},
		{"a missing letter inside", "paner", "Amul Malai Paneer, 200 g"},
		{"a missing letter of a word of four", "gee", "Ghee, 1 l"},
		{"an extra letter", "suggar", "Madhur Sugar, 1 kg"},
		{"swapped letters", "oinon", "Onion, 1 kg"},
		{"swapped first letters", "noion", "Onion, 1 kg"},
		{"two errors in a long word", "brittania bred", "Britannia Brown Bread, 400 g"},
		{"one letter", "o", "Onion, 1 kg"},
		{"half a word", "ketch", "Kissan Tomato Ketchup, 900 g"},
		{"a word and a half", "brown br", "Britannia Brown Bread, 400 g"},
		{"half a word misspelled", "chocalat", "Cadbury Dairy Milk Chocolate, 50 g"},
		{"half a word misspelled early", "kethc", "Kissan Tomato Ketchup, 900 g"},
		{"half words", "choc cadb", "Cadbury Dairy Milk Chocolate, 50 g"},
		{"the literal word before another for it", "doodh", "Amul Kesar Doodh, 200 ml"},
		{"Hindi", "pyaz", "Onion, 1 kg"},
		{"Hindi, half typed", "tamat", "Tomato - Hybrid, 500 g"},
		{"Hindi, misspelled", "pyaaaz", "Onion, 1 kg"},
		{"Devanagari", "प्याज", "Onion, 1 kg"},
		{"Hindi and a brand", "tata namak", "Tata Salt, 1 kg"},
		{"another English word", "yoghurt", "Nandini Curd, 500 g"},
		{"another word for two words", "bhindi", "Lady's Finger, 250 g"},
		{"a brand in one word", "cocacola", "Coca-Cola Soft Drink, 750 ml"},
		{"a number and a word as one", "7up", "7 Up Soft Drink, 2 l"},
		{"the right size", "milk 500 ml", "Amul Taaza Toned Milk, 500 ml"},
		{"the right size, written as one", "toned milk 1l", "Amul Taaza Toned Milk, 1 l"},
		{"the right size, in another unit", "5000g atta", "Aashirvaad Atta - Whole Wheat, 5 kg"},
		{"the size alone", "5kg", "Aashirvaad Atta - Whole Wheat, 5 kg"},
		{"a size that the shop does not have", "onion 7 kg", "Onion, 1 kg"},
		{"the unit half typed", "onion 1 k", "Onion, 1 kg"},
		{"joining words are optional", "chips with the masala", "Lay's Potato Chips - Magic Masala, 52 g"},
		{"the sub-category", "fish", "Rohu Curry Cut, 500 g"},
		{"most words, if no product has all", "amul paneer tikka", "Amul Malai Paneer, 200 g"},
		{"one word of two, if the other is nonsense", "xqzvk ketchup", "Kissan Tomato Ketchup, 900 g"},
		{"stop words are optional", "tata ka namak", "Tata Salt, 1 kg"},
		{"a stop word that is being typed", "atta ki", "Aashirvaad Atta - Whole Wheat, 1 kg"},
		{"another spelling", "aata", "Aashirvaad Atta - Whole Wheat, 1 kg"},
		{"half typed in Devanagari", "टमा", "Tomato - Hybrid, 500 g"},
		{"a size in Tamil", "கோதுமை மாவு 5 கிலோ", "Aashirvaad Atta - Whole Wheat, 5 kg"},
		{"Tamil in Latin letters", "vengayam", "Onion, 1 kg"},
		{"a brand in Devanagari, by its sound", "नेसकैफे", "Nescafé Classic Coffee, 100 g"},
	} {
		hits := x.Query(tc.query)
		if len(hits) == 0 || hits[0].ID != tc.first {
			t.Errorf("%s: %q finds %q, want %q first", tc.promise, tc.query, ids(hits), tc.first)
		}
	}
}

func TestQuery_findsNothingElse(t *testing.T) {
	t.Parallel()
	x := indexOf(docs(shelf...))
	for _, tc := range []struct {
		promise, query string
		want           []string
	}{
		{"nonsense", "xqzvk", nil},
		{"long nonsense", strings.Repeat("xqzvk", 60), nil},
		{"much nonsense", "xqzvk wvvqx ketchup", nil},
		{"nonsense and a word: only names with the word", "xqzvk sugar", []string{"Madhur Sugar, 1 kg"}},
		{"a wrong letter in a word of three", "dil", nil},
		{"an extra letter in a word of three", "teaa", nil},
		{"a known word is no misspelling of another", "salt", []string{"Tata Salt, 1 kg", "Madhur Sugar, 1 kg", "Amul Butter - Salted, 500 g"}},
		{"a word of product names does not match categories", "eggs", []string{"Farm Eggs, 6 pcs"}},
		{"all words count", "tomato ketchup", []string{"Kissan Tomato Ketchup, 900 g"}},
		{"Hindi after the literal word", "doodh", []string{
			"Amul Kesar Doodh, 200 ml", "Amul Taaza Toned Milk, 1 l", "Amul Taaza Toned Milk, 500 ml", "Cadbury Dairy Milk Chocolate, 50 g",
		}},
	} {
		got := ids(x.Query(tc.query))
		slices.Sort(got)
		slices.Sort(tc.want)
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q finds %q, want %q", tc.promise, tc.query, got, tc.want)
		}
	}
}

// Peda is a sweet. In Odia, ପଇଡ଼ sounds the same and means a tender coconut.
func TestQuery_doesNotTranslateAnAmbiguousWord(t *testing.T) {
	t.Parallel()
	x := indexOf(docs("Tender Coconut|1 pc|Fruits|Coconuts"))
	if got := ids(x.Query("peda")); len(got) != 0 {
		t.Errorf("peda finds %q, want nothing", got)
	}
	if got := ids(x.Query("ପଇଡ଼")); len(got) != 1 {
		t.Errorf("ପଇଡ଼ finds %q, want Tender Coconut", got)
	}
}

func TestQuery_withoutWordsFindsNothing(t *testing.T) {
	t.Parallel()
	x := indexOf(docs(shelf...))
	for _, q := range []string{"", "   ", "-- !? …", "%", "🍅"} {
		if hits := x.Query(q); len(hits) != 0 {
			t.Errorf("%q finds %d, first %q, want 0", q, len(hits), hits[0].ID)
		}
	}
}

func TestQuery_equalMatchesAreSortedByNameThenID(t *testing.T) {
	t.Parallel()
	x := indexOf([]search.Doc{{ID: "3", Name: "Red Rice"}, {ID: "2", Name: "Red Rice"}, {ID: "1", Name: "Tan Rice"}, {ID: "4", Name: "Fat Rice"}})
	if got, want := ids(x.Query("rice")), []string{"4", "2", "3", "1"}; !slices.Equal(got, want) {
		t.Errorf("rice finds %v, want %v", got, want)
	}
}

func TestPut_showsAtOnce(t *testing.T) {
	t.Parallel()
	x := indexOf(docs(shelf...))

	x.Put(search.Doc{ID: "new", Name: "Zandu Chyawanprash"})
	if got := ids(x.Query("chyavanprash")); !slices.Equal(got, []string{"new"}) {
		t.Fatalf("after Put: %q, want %q", got, []string{"new"})
	}
	x.Put(search.Doc{ID: "new", Name: "Zandu Balm", Extra: "vicks"})
	if got := x.Query("chyawanprash"); len(got) != 0 {
		t.Errorf("the old name finds %q, want nothing", ids(got))
	}
	if got := ids(x.Query("vicks")); !slices.Equal(got, []string{"new"}) {
		t.Errorf("other words: %q, want %q", got, []string{"new"})
	}
	x.Remove("new")
	x.Remove("never there")
	if got := x.Query("zandu"); len(got) != 0 {
		t.Errorf("after Remove zandu finds %q, want nothing", ids(got))
	}
	if x.Len() != len(shelf) {
		t.Errorf("%d products, want %d", x.Len(), len(shelf))
	}
}

// Queries find the same whether products were added one by one or in bulk.
func TestPut_equalsBuild(t *testing.T) {
	t.Parallel()
	all := docs(shelf...)
	built, put := indexOf(all), indexOf(all[:5])
	for i := len(all) - 1; i >= 0; i-- {
		put.Put(all[i])
	}
	for _, q := range []string{"", "m", "milk", "mikl", "amul", "butter 500g", "tomato ketchup", "doodh", "atta whole wheat"} {
		if a, b := built.Query(q), put.Query(q); !slices.Equal(a, b) {
			t.Errorf("%q finds %v in the built index and %v in the other, want the same", q, a, b)
		}
	}
}

func TestBuild_replacesEverything(t *testing.T) {
	t.Parallel()
	x := indexOf(docs(shelf...))
	x.Build([]search.Doc{{ID: "a", Name: "Old Name"}, {ID: "b", Name: "Bun"}, {ID: "a", Name: "New Name"}})
	if got := x.Query("milk"); len(got) != 0 {
		t.Errorf("after Build milk finds %q, want nothing", ids(got))
	}
	if got := ids(x.Query("name")); !slices.Equal(got, []string{"a"}) || len(x.Query("old")) != 0 {
		t.Errorf("name finds %q, want a once: the last document of an ID counts", got)
	}
}

func TestNearest_offersWordsOfTheShop(t *testing.T) {
	t.Parallel()
	x := indexOf(docs(shelf...))
	if got := x.Nearest("kitchap", 1); !slices.Equal(got, []string{"ketchup"}) {
		t.Errorf("the nearest word to kitchap is %q, want ketchup", got)
	}
	for _, q := range []string{"", "x", "xqzvk"} {
		if got := x.Nearest(q, 3); len(got) != 0 {
			t.Errorf("%q: got %q, want none", q, got)
		}
	}
}

// Queries run while products change and must always find the unchanged ones.
func TestIndex_isSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	all := docs(shelf...)
	x := indexOf(all)
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range 200 {
				switch worker {
				case 0:
					x.Put(search.Doc{ID: "passing", Name: fmt.Sprintf("Passing Biscuit %d", i)})
				case 1:
					x.Remove("passing")
					if i%50 == 0 {
						x.Build(all)
					}
				default:
					if hits := x.Query("tomato ketchp"); len(hits) != 1 {
						t.Errorf("tomato ketchp finds %q, want one product", ids(hits))
					}
					x.Query("b")
					x.Nearest("biskut", 2)
				}
			}
		})
	}
	group.Wait()
}

func TestCategoryRank_ordersCategoriesLikeAGrocer(t *testing.T) {
	t.Parallel()
	want := []string{"Fruits & Vegetables", "फल", "Bakery, Cakes & Dairy", "Eggs, Meat & Fish", "Foodgrains, Oil & Masala", "Dry Fruits & Nuts", "Beverages", "Snacks & Branded Foods", "Beauty & Hygiene"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortStableFunc(got, func(a, b string) int { return search.CategoryRank(a) - search.CategoryRank(b) })
	if !slices.Equal(got, want) {
		t.Errorf("by rank the categories are %q, want %q", got, want)
	}
}

// A shop may write a name in any script.
func TestQuery_namesInAScriptAreFoundInAnother(t *testing.T) {
	t.Parallel()
	x := indexOf(docs("तूर डाळ|१ किलो|किराणा|डाळी", "Amul Milk|500 ml|Dairy|Milk", "अमूल दूध|५०० मिली|Dairy|Milk", "Toor Dal|500 g|Staples|Dals",
		"मैगी नूडल्स|280 g|नाश्ता|नूडल्स", "सर्फ एक्सेल कपड़े धोने का पाउडर|1 kg|घर|सफ़ाई"))
	for query, want := range map[string][]string{
		"toor dal": {"Toor Dal, 500 g", "तूर डाळ, १ किलो"},
		"तूर डाळ":  {"तूर डाळ, १ किलो", "Toor Dal, 500 g"},
		"துவரம் பருப்பு": {"Toor Dal, 500 g", "तूर डाळ, १ किलो"},
		"तूर डाळ 1 kg":   {"तूर डाळ, १ किलो", "Toor Dal, 500 g"},
		"amul milk":      {"Amul Milk, 500 ml", "अमूल दूध, ५०० मिली"},
		"maggi":          {"मैगी नूडल्स, 280 g"},
		"surf excel":     {"सर्फ एक्सेल कपड़े धोने का पाउडर, 1 kg"},
		"अमूल दूध":       {"अमूल दूध, ५०० मिली", "Amul Milk, 500 ml"},
	} {
		if got := ids(x.Query(query)); !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
}

func TestQuery_ranksABundleOfTheSizeLast(t *testing.T) {
	t.Parallel()
	x := indexOf(docs("Whole Wheat Atta|1 kg|Staples|Atta", "Wheat Atta 5 kg + Sugar 1 kg|5 kg|Staples|Atta", "Whole Wheat Atta|10 kg|Staples|Atta"))
	if got := ids(x.Query("atta 5 kg")); len(got) != 3 || got[2] != "Wheat Atta 5 kg + Sugar 1 kg, 5 kg" {
		t.Errorf("atta 5 kg finds %q, want three products, the bundle last", got)
	}
}

// If the shop lacks a known brand, its name finds only similarly spelled products of the brand's kind.
func TestQuery_correctsUnsoldBrandsWithinTheirKind(t *testing.T) {
	t.Parallel()
	x := indexOf(docs("Magi Noodles|70 g|Snacks|Noodles", "Masala Noodles|70 g|Snacks|Noodles", "Maggo Bulb|1 pc|Home|Bulbs"))
	if got := ids(x.Query("maggi")); !slices.Equal(got, []string{"Magi Noodles, 70 g"}) {
		t.Errorf("maggi finds %q, want what is spelled alike among the noodles", got)
	}
	x = indexOf(docs("Potato Chips|52 g|Snacks|Chips", "Bays Soap|75 g|Bath|Soap"))
	if got := ids(x.Query("lays")); len(got) != 0 {
		t.Errorf("lays finds %q, want nothing", got)
	}
	if got := x.AppendSameShelf(nil, "lays"); len(got) != 1 || got[0].Ref != 0 {
		t.Errorf("%d stand on the sub-category of Lays, want the chips", len(got))
	}
}
