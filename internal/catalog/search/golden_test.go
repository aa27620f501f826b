package search_test

import (
	"cmp"
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog/search"
	"kirana/internal/demo"
)

// golden is a query with the products that the shopper wants. The name of a right product contains one of the texts of
// name and none of not, and its sub-category contains one of shelf. The texts are separated by bars; "" allows any.
type golden struct{ query, name, shelf, not string }

func (g golden) right(d search.Doc) bool {
	has := func(text, list string) bool {
		return slices.ContainsFunc(strings.Split(list, "|"), func(word string) bool {
			return strings.Contains(strings.ToLower(text), word)
		})
	}
	return (g.name == "" || has(d.Name, g.name)) && (g.shelf == "" || has(d.SubCategory, g.shelf)) && (g.not == "" || !has(d.Name, g.not))
}

// checkedResults is the number of first results that must be right, if that many products are right.
const checkedResults = 3

// minRightShare is the required share of golden queries whose first results are all right.
const minRightShare = 0.95

// Every fifth query is held out: its failures are counted but not logged, so that the search is not tuned for it.
const heldOut = 5

// readGolden reads the golden queries of a file, and the values of its column outcome; "" without that column.
func readGolden(t *testing.T, file string) (list []golden, outcomes []string) {
	t.Helper()
	opened, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	rows, err := csv.NewReader(opened).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		list = append(list, golden{row[0], row[1], row[2], row[3]})
		outcomes = append(outcomes, strings.Join(row[4:], ""))
	}
	return list, outcomes
}

// countRight counts the right products of a query.
func countRight(docs []search.Doc, g golden) int {
	n := 0
	for _, d := range docs {
		if g.right(d) {
			n++
		}
	}
	return n
}

// judge runs all golden queries and requires the share minRightShare to have right results first.
func judge(t *testing.T, docs []search.Doc, file string) {
	t.Helper()
	x, byID := indexOf(docs), map[string]search.Doc{}
	for _, d := range docs {
		byID[d.ID] = d
	}
	var asked, good [2]int // of the tuned and of the held-out queries
	queries, _ := readGolden(t, file)
	for i, g := range queries {
		hidden := 0
		if i%heldOut == heldOut-1 {
			hidden = 1
		}
		asked[hidden]++
		hits := x.Query(g.query)
		hits = hits[:min(checkedResults, max(1, countRight(docs, g)), len(hits))]
		wrong := slices.IndexFunc(hits, func(hit search.Hit) bool { return !g.right(byID[hit.ID]) })
		if wrong < 0 && len(hits) > 0 {
			good[hidden]++
		} else if hidden == 0 {
			var names []string
			for _, hit := range hits {
				names = append(names, byID[hit.ID].Name+" in "+byID[hit.ID].SubCategory)
			}
			t.Logf("%q finds %s; want %q in %q without %q", g.query, cmp.Or(strings.Join(names, "; "), "nothing"), g.name, g.shelf, g.not)
		}
	}
	all := float64(good[0]+good[1]) / float64(asked[0]+asked[1])
	t.Logf("right products first for %d of %d tuned and %d of %d held-out queries, %.1f %%", good[0], asked[0], good[1], asked[1], 100*all)
	if all < minRightShare {
		t.Errorf("%.1f %% of the queries have the right products first, want %.0f %%", 100*all, 100*minRightShare)
	}
}

func TestQuery_findsWhatAShopperMeansInTheDemoShop(t *testing.T) {
	t.Parallel()
	judge(t, demoDocs(t), "golden_demo.csv")
}

// demoDocs returns the products of the demo shop.
func demoDocs(t *testing.T) []search.Doc {
	t.Helper()
	catalogue, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	var docs []search.Doc
	for _, category := range catalogue.Categories {
		for _, placed := range category.InOrder() {
			p := placed.Product
			doc := search.Doc{ID: p.Name, Ref: int32(len(docs)), Name: p.Name, Unit: p.Unit, Category: category.Name, SubCategory: placed.SubCategory}
			for _, detail := range p.Details {
				if detail.Name == "Also known as" {
					doc.Extra = detail.Text
				}
			}
			docs = append(docs, doc)
		}
	}
	return docs
}

func TestQuery_findsWhatAShopperMeansInALargeCatalog(t *testing.T) {
	t.Parallel()
	judge(t, largeCatalog(t), "golden_large.csv")
}

func TestQuery_findsThePacketThatAShopperMeans(t *testing.T) {
	t.Parallel()
	judge(t, catalogWithUnits(t), "golden_units.csv")
}
