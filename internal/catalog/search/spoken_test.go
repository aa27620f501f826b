package search_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog/search"
)

// spokenSeed draws the held-out fifth of the spoken queries.
const spokenSeed = 36

// TestQuery_findsSpokenQueries runs queries as shoppers speak: in nine Indian scripts, in Hindi with stop words, for
// brands that the shop does not have, and with sizes. The column outcome says whether products must be found ("found"), be
// substitutes from the same shelf ("shelf"), or either.
func TestQuery_findsSpokenQueries(t *testing.T) {
	t.Parallel()
	docs := demoDocs(t)
	x := indexOf(docs)
	list, outcomes := readGolden(t, "golden_spoken.csv")
	order := rand.New(rand.NewPCG(spokenSeed, spokenSeed)).Perm(len(list))
	var asked, good [2]int // of the tuned and of the held-out queries
	for position, i := range order {
		g, hidden := list[i], 0
		if position < len(order)/heldOut {
			hidden = 1
		}
		asked[hidden]++
		first, found := firstOf(x, docs, g.query)
		first = first[:min(checkedResults, max(1, countRight(docs, g)), len(first))]
		right := len(first) > 0 && !slices.ContainsFunc(first, func(d search.Doc) bool { return !g.right(d) })
		switch outcomes[i] {
		case "found":
			right = right && found
		case "shelf":
			right = right && !found
		}
		if right {
			good[hidden]++
		} else if hidden == 0 {
			var names []string
			for _, d := range first {
				names = append(names, d.Name+" in "+d.SubCategory)
			}
			t.Logf("%q finds (%v) %s; want %q in %q, %s", g.query, found, cmp.Or(strings.Join(names, "; "), "nothing"), g.name, g.shelf, outcomes[i])
		}
	}
	t.Logf("right products first for %d of %d tuned and %d of %d held-out queries", good[0], asked[0], good[1], asked[1])
	if all := float64(good[0]+good[1]) / float64(asked[0]+asked[1]); all < minRightShare {
		t.Errorf("%.1f %% of the queries have the right products first, want %.0f %%", 100*all, 100*minRightShare)
	}
}

// firstOf returns the products that a query finds, or else its substitutes from the same shelf, the best first.
func firstOf(x *search.Index, docs []search.Doc, query string) (first []search.Doc, found bool) {
	matches, _ := x.AppendMatches(nil, query)
	if found = len(matches) > 0; !found {
		matches = x.AppendSameShelf(nil, query)
	}
	slices.SortFunc(matches, func(a, b search.Match) int { return cmp.Compare(a.Order, b.Order) })
	for _, m := range matches {
		first = append(first, docs[m.Ref])
	}
	return first, found
}

// If no product has all words, the words after ka or wala decide. A phrase that the dictionary has is translated as a whole.
func TestQuery_ranksByTheWordsAfterKaOrWala(t *testing.T) {
	t.Parallel()
	docs := demoDocs(t)
	x := indexOf(docs)
	for query, shelf := range map[string]string{
		"tel wala namkeen":      "Namkeen & Chips",
		"तेल वाला नमकीन":        "Namkeen & Chips",
		"daant ka brush":        "Oral Care & Shaving",
		"kapde dhone ka powder": "Laundry",
		"कपड़े धोने का पाउडर":   "Laundry",
		"namkeen": "Namkeen & Chips",
		"કોથમીર":  "Leafy & Herbs", // coriander leaves; the shop says coriander
	} {
		first, found := firstOf(x, docs, query)
		if !found || first[0].SubCategory != shelf {
			t.Errorf("%q finds (%v) %v first, want a product of %s", query, found, first[:min(1, len(first))], shelf)
		}
	}
}

// Number words before a unit, lone units and containers do not exclude products.
func TestQuery_readsSpokenAmounts(t *testing.T) {
	t.Parallel()
	docs := demoDocs(t)
	x := indexOf(docs)
	for query, name := range map[string]string{
		"ek kilo chini":        "Sugar",
		"do kilo pyaz":         "Onion",
		"do sau gram haldi":    "Haldi",
		"desi ghee aadha kilo": "Ghee",
		"pav kilo paneer":      "Paneer",
		"आधा किलो चीनी":        "Sugar",
		"पाँच किलो आटा":        "Atta",
		"डेढ़ लीटर सरसों का तेल": "Mustard Oil",
		"ஒரு கிலோ வெங்காயம்":     "Onion",
		"kilo aloo":         "Potato",
		"tel ki bottle":     "Oil",
		"doodh ka packet":   "Milk",
		"namak ka packet":   "Namak",
		"hing chhoti dabbi": "Hing",
		"दूध की थैली":       "Milk",
		"pooja ka saman":    "Pooja",
		// Words that name a thing are kept.
		"pav":            "Pav",
		"feeding bottle": "Feeding Bottle",
		"gram flour":     "Besan",
	} {
		first, found := firstOf(x, docs, query)
		if !found || !strings.Contains(first[0].Name, name) {
			t.Errorf("%q finds (%v) %v first, want %s", query, found, first[:min(1, len(first))], name)
		}
	}
}
