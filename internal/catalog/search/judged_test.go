package search_test

import (
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog/search"
	"kirana/internal/demo"
)

// judged is a query with the shopper's intent: the name of a right product has one of the words of name and none of
// not, and its sub-category is one of shelf; an empty list allows any.
type judged struct{ query, name, shelf, not string }

func (j judged) right(d search.Doc) bool {
	has := func(text, list string) bool {
		return slices.ContainsFunc(strings.Split(list, "|"), func(word string) bool {
			return strings.Contains(strings.ToLower(text), word)
		})
	}
	return (j.name == "" || has(d.Name, j.name)) && (j.shelf == "" || has(d.SubCategory, j.shelf)) && (j.not == "" || !has(d.Name, j.not))
}

// onDemoShop holds for the first product that the demo shop shows.
var onDemoShop = []judged{
	// the thing itself before what is made of it, tastes of it or is named after it
	{query: "milk", shelf: "milk", not: "badam|chaas|lassi"},
	{query: "butter", shelf: "butter & cheese", name: "butter"},
	{query: "cheese", shelf: "butter & cheese", name: "cheese"},
	{query: "paneer", shelf: "curd & paneer", name: "paneer"},
	{query: "bread", shelf: "bread & pav", name: "bread"},
	{query: "tea", shelf: "tea", name: "tea"},
	{query: "coffee", shelf: "coffee", name: "coffee"},
	{query: "rice", shelf: "rice", name: "rice", not: "oil"},
	{query: "dal", shelf: "dal & pulses", name: "dal"},
	{query: "oil", shelf: "oil", name: "oil"},
	{query: "ghee", shelf: "ghee", name: "ghee", not: "wick"},
	{query: "salt", name: "salt", shelf: "salt", not: "salted"},
	{query: "sugar", name: "sugar"},
	{query: "honey", shelf: "honey", name: "honey"},
	{query: "tomato", shelf: "daily vegetables"},
	{query: "potato", shelf: "roots", name: "potato,"},
	{query: "onion", shelf: "daily vegetables|roots"},
	{query: "garlic", name: "garlic,"},
	{query: "lemon", shelf: "lemon|citrus", name: "lemon"},
	{query: "apple", shelf: "everyday fruits", name: "apple,"},
	{query: "banana", shelf: "everyday fruits", name: "banana,"},
	{query: "mango", shelf: "mangoes", name: "mango,"},
	{query: "coconut", shelf: "coconut", name: "coconut"},
	{query: "water", shelf: "water", name: "drinking water"},
	{query: "juice", shelf: "juices", name: "juice"},
	{query: "soap", shelf: "soap", name: "soap"},
	{query: "chocolate", name: "chocolate bar"},
	{query: "cake", name: "cake,"},
	{query: "peanuts", name: "peanuts"},
	{query: "jeera", name: "jeera, whole"},
	{query: "rose", name: "red rose"},
	// an Indian word as the English one, and the other way round
	{query: "gobi", name: "gobhi"},
	{query: "cauliflower", name: "gobhi"},
	{query: "aloo", name: "potato,"},
	{query: "pyaz", shelf: "daily vegetables|roots", name: "onion"},
	{query: "tamatar", name: "tomato,"},
	{query: "adrak", name: "ginger,"},
	{query: "nimbu", shelf: "lemon|citrus", name: "lemon"},
	{query: "dahi", name: "dahi"},
	{query: "curd", shelf: "curd", name: "curd|dahi"},
	{query: "doodh", shelf: "milk", name: "milk", not: "badam"},
	{query: "atta", shelf: "atta", name: "atta"},
	{query: "flour", shelf: "atta"},
	{query: "makhan", shelf: "butter & cheese", name: "butter"},
	{query: "namak", name: "namak"},
	{query: "cheeni", name: "sugar"},
	{query: "haldi", name: "haldi"},
	{query: "jaggery", name: "gud"},
	{query: "kela", name: "banana,"},
	{query: "seb", name: "apple,"},
	{query: "aam", name: "mango,"},
	{query: "almond", name: "badam,"},
	{query: "pani", name: "drinking water"},
	{query: "sabun", shelf: "soap"},
	{query: "jhadu", name: "jhadu"},
	{query: "incense", name: "agarbatti"},
	{query: "biscuit", name: "biscuit"},
	{query: "shimla mirch", name: "capsicum"},
	{query: "moongphali", name: "peanut"},
	{query: "mithai", shelf: "mithai"},
	// half typed, misspelled, turned round
	{query: "pan", name: "paneer"},
	{query: "mil", shelf: "milk"},
	{query: "cho", name: "choco"},
	{query: "tomat", name: "tomato,"},
	{query: "oinon", name: "onion,"},
	{query: "panner", name: "paneer", shelf: "paneer"},
	{query: "chese", name: "cheese"},
	{query: "buiscuit", name: "biscuit"},
	{query: "cream milk full", name: "full cream milk"},
	{query: "green tea", name: "green tea"},
	{query: "mango juice", name: "mango juice"},
	{query: "coconut oil", name: "coconut oil"},
	{query: "hair oil", name: "hair oil"},
	{query: "brush", name: "toothbrush"},
	{query: "melon", name: "melon"},
}

// onLargeCatalog holds for the products of a real grocer's list.
var onLargeCatalog = []judged{
	{query: "gobi", name: "cauliflower", shelf: "vegetables|cuts"},
	{query: "cauliflower", name: "cauliflower", shelf: "vegetables|cuts"},
	{query: "aloo", name: "potato|aloo", shelf: "vegetables|exotic|cuts"},
	{query: "potato", name: "potato", shelf: "vegetables|exotic|cuts"},
	{query: "pyaz", name: "onion", shelf: "vegetables|cuts"},
	{query: "onion", name: "onion", shelf: "vegetables|cuts"},
	{query: "tamatar", name: "tomato", shelf: "vegetables|cuts"},
	{query: "tomato", name: "tomato", shelf: "vegetables|cuts"},
	{query: "adrak", name: "ginger", shelf: "herbs|vegetables|masalas|cuts"},
	{query: "lehsun", name: "garlic", shelf: "herbs|vegetables|cuts"},
	{query: "nimbu", name: "lemon", shelf: "herbs|vegetables|fruits"},
	{query: "mushroom", name: "mushroom", shelf: "veggies|vegetables"},
	{query: "bhindi", name: "finger|bhindi|okra", shelf: "vegetables|cuts"},
	{query: "palak", name: "palak|spinach", shelf: "vegetables|cuts|herbs"},
	{query: "apple", name: "apple", shelf: "fruits", not: "pineapple"},
	{query: "banana", name: "banana", shelf: "fruits"},
	{query: "aam", name: "mango", shelf: "fruits"},
	{query: "milk", name: "milk", shelf: "dairy", not: "chocolate|shake|badam|flavour|powder|curd"},
	{query: "doodh", name: "milk|doodh", shelf: "dairy", not: "chocolate|shake|flavour"},
	{query: "dairy milk", name: "dairy milk", shelf: "chocolate"},
	{query: "milk chocolate", name: "chocolate", shelf: "chocolate"},
	{query: "dahi", name: "dahi|curd", shelf: "dairy"},
	{query: "curd", name: "curd", shelf: "dairy"},
	{query: "paneer", name: "paneer", shelf: "dairy"},
	{query: "butter", name: "butter", shelf: "dairy", not: "peanut|buttermilk"},
	{query: "cheese", name: "cheese", shelf: "dairy"},
	{query: "ghee", name: "ghee", shelf: "ghee|dairy"},
	{query: "egg", name: "egg", shelf: "eggs"},
	{query: "bread", name: "bread", shelf: "bread"},
	{query: "tea", name: "tea", shelf: "tea|beverages", not: "teamonk"},
	{query: "chai", name: "tea|chai", shelf: "tea|beverages"},
	{query: "green tea", name: "green tea", shelf: "tea|beverages"},
	{query: "coffee", name: "coffee", shelf: "coffee|beverages"},
	{query: "sugar", name: "sugar", shelf: "sugar", not: "sugarlite|sugar free"},
	{query: "salt", name: "salt", shelf: "salt|staples|masala"},
	{query: "atta", name: "atta", shelf: "atta", not: "barley"},
	{query: "flour", name: "flour|atta", shelf: "atta"},
	{query: "rice", name: "rice", shelf: "rice"},
	{query: "basmati rice", name: "basmati", shelf: "rice|staples"},
	{query: "dal", name: "dal", shelf: "dals|staples"},
	{query: "toor dal", name: "toor", shelf: "dals|staples"},
	{query: "chana", name: "chana", shelf: "dals|staples|cuts"},
	{query: "rajma", name: "rajma", shelf: "dals|staples"},
	{query: "poha", name: "poha", shelf: "rice|staples|ready"},
	{query: "oil", name: "oil", shelf: "edible oils|oils & vinegar|staples"},
	{query: "olive oil", name: "olive oil", shelf: "oil"},
	{query: "haldi", name: "haldi|turmeric", shelf: "masalas|staples"},
	{query: "jeera", name: "jeera|cumin", shelf: "masalas|staples|baking"},
	{query: "honey", name: "honey", shelf: "spreads|honey"},
	{query: "chips", name: "chips", shelf: "snacks"},
	{query: "biscuit", name: "biscuit", shelf: "biscuits"},
	{query: "chocolate", name: "chocolate", shelf: "chocolate"},
	{query: "badam", name: "almond|badam", shelf: "dry fruits|staples"},
	{query: "kaju", name: "cashew|kaju", shelf: "dry fruits|staples"},
	{query: "soap", name: "soap", shelf: "bath"},
	{query: "shampoo", name: "shampoo", shelf: "hair|baby bath"},
	{query: "toothpaste", name: "toothpaste", shelf: "oral"},
	{query: "detergent", name: "detergent", shelf: "detergents"},
	{query: "broom", name: "broom", shelf: "mops"},
	{query: "pan", name: "pan", shelf: "cookware|bakeware"},
	{query: "agarbatti", name: "agarbatti|incense", shelf: "pooja"},
	{query: "water", name: "water", shelf: "water"},
	{query: "mango juice", name: "mango", shelf: "juice|beverages"},
	{query: "mil", name: "milk", shelf: "dairy"},
	{query: "choc", name: "choc", shelf: "chocolate"},
	{query: "biscut", name: "biscuit", shelf: "biscuits"},
	{query: "shampo", name: "shampoo", shelf: "hair|baby bath"},
	{query: "cat food", name: "cat food", shelf: "pet"},
}

// judge asks every query and gives how many have a right product first, and the share of right ones among the first five.
func judge(t *testing.T, docs []search.Doc, list []judged, hold bool) (first int, ofFive float64) {
	t.Helper()
	x, byID := indexOf(docs), map[string]search.Doc{}
	for _, d := range docs {
		byID[d.ID] = d
	}
	for _, j := range list {
		hits := x.Query(j.query)
		if len(hits) > 0 && j.right(byID[hits[0].ID]) {
			first++
		} else if hold {
			got := "nothing"
			if len(hits) > 0 {
				got = byID[hits[0].ID].Name + " in " + byID[hits[0].ID].SubCategory
			}
			t.Errorf("%q finds %s first, want %q in %q without %q", j.query, got, j.name, j.shelf, j.not)
		}
		five := hits[:min(5, len(hits))]
		right := 0
		for _, hit := range five {
			if j.right(byID[hit.ID]) {
				right++
			}
		}
		ofFive += float64(right) / float64(max(1, len(five))) / float64(len(list))
	}
	return first, ofFive
}

func TestQuery_findsWhatAShopperMeansInTheDemoShop(t *testing.T) {
	t.Parallel()
	catalogue, err := demo.Load()
	if err != nil {
		t.Fatal(err)
	}
	var docs []search.Doc
	for _, category := range catalogue.Categories {
		for _, placed := range category.InOrder() {
			p := placed.Product
			doc := search.Doc{ID: p.Name, Name: p.Name, Unit: p.Unit, Category: category.Name, SubCategory: placed.SubCategory}
			for _, detail := range p.Details {
				if detail.Name == "Also known as" {
					doc.Extra = detail.Text
				}
			}
			docs = append(docs, doc)
		}
	}
	first, ofFive := judge(t, docs, onDemoShop, true)
	t.Logf("%d of %d queries have the right product first; %.0f %% of the first five are right", first, len(onDemoShop), 100*ofFive)
}

func TestQuery_findsWhatAShopperMeansInALargeCatalog(t *testing.T) {
	docs := largeCatalog(t)
	first, ofFive := judge(t, docs, onLargeCatalog, true)
	t.Logf("%d of %d queries have the right product first; %.0f %% of the first five are right", first, len(onLargeCatalog), 100*ofFive)
}
