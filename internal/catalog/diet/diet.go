// Package diet distinguishes vegetarian from other food by the words of a product's name.
package diet

import (
	"bytes"
	_ "embed" // the list of words
	"encoding/csv"
	"slices"
	"strings"
	"sync"
	"unicode"

	lru "github.com/hashicorp/golang-lru/v2"

	"kirana/internal/catalog/drawing"
)

// Mark is the vegetarian or non-vegetarian mark required on packed food in India (regulation 5(4) of the Food Safety and
// Standards (Labelling and Display) Regulations, 2020): a green circle or a brown triangle in a square. Food with egg is
// not vegetarian; milk and honey are.
type Mark string

// The marks. Unknown is undecided; None is for goods without a mark, such as soap.
const (
	Unknown Mark = ""
	Veg     Mark = "VEG"
	NonVeg  Mark = "NON_VEG"
	None    Mark = "NONE"
)

// kind is the diet of a phrase.
type kind string

const (
	explicit kind = "explicit" // says that the food is vegetarian: "veg", "eggless"
	veg      kind = "veg"
	nonVeg   kind = "nonveg"
	unsure   kind = "unsure" // food made with or without egg
	noFood   kind = "none"
)

// wordsFile lists phrases with their kind. A longer phrase takes precedence over shorter ones inside it: "chicken masala"
// is a spice.
//
//go:embed words.csv
var wordsFile []byte

// phrases returns the kinds by phrase, and for a first word the number of words of the longest phrase that begins with
// it.
var phrases = sync.OnceValues(func() (known map[string]kind, longest map[string]int) {
	records, err := csv.NewReader(bytes.NewReader(wordsFile)).ReadAll()
	if err != nil {
		panic(err) // the file is part of the program
	}
	known, longest = map[string]kind{}, map[string]int{}
	for _, record := range records[1:] {
		words := wordsOf(record[0], "")
		known[strings.Join(words, " ")] = kind(record[1])
		longest[words[0]] = max(longest[words[0]], len(words))
	}
	return known, longest
})

func wordsOf(name, brand string) []string {
	head, variant := drawing.Words(name, brand)
	return slices.Concat(head, variant)
}

// kindsIn returns the kinds of the phrases in a name. Of phrases that begin at the same word, only the longest counts.
func kindsIn(words []string) (kinds []kind) {
	known, longest := phrases()
	for from := 0; from < len(words); {
		next := from + 1
		for to := min(len(words), from+longest[words[from]]); to > from; to-- {
			if k, found := known[strings.Join(words[from:to], " ")]; found {
				kinds, next = append(kinds, k), to
				break
			}
		}
		from = next
	}
	return kinds
}

// Of returns the mark of a product by its name and those of its sub-category and category: Veg, NonVeg, or Unknown if
// uncertain.
func Of(name, brand, subCategory, category string) Mark {
	words := wordsOf(name, brand)
	kinds := kindsIn(words)
	if len(kinds) == 0 || slices.Contains(kinds, noFood) {
		return Unknown
	}
	says := func(k kind) bool { return slices.Contains(kinds, k) }
	switch place := placeOf(subCategory, category); {
	case !place.food:
		return Unknown
	case says(nonVeg) && (says(veg) || says(explicit) || (place.spices || hasSpice(words)) && !place.nonVeg):
		return Unknown // "Soya Chicken", "Egg Fried Rice", "Spice Mix - Chicken 65": a person must decide
	case says(nonVeg):
		return NonVeg
	case says(explicit), says(veg) && !says(unsure) && !place.unsure:
		return Veg
	}
	return Unknown
}

// place holds what the names of a sub-category and its category say about the diet of its products.
type place struct {
	food   bool // the domain is food or unknown
	spices bool // the sub-category sells spices
	nonVeg bool // the sub-category sells food that is not vegetarian
	unsure bool // the sub-category sells only food made with or without egg, such as biscuits
}

// places caches the most recently used places by sub-category and category.
var places, _ = lru.New[[2]string, place](1000) // fails for a size of 0 only

func placeOf(subCategory, category string) place {
	key := [2]string{subCategory, category}
	if known, found := places.Get(key); found {
		return known
	}
	words, domain := wordsOf(subCategory, ""), drawing.DomainOf(subCategory, category)
	kinds := kindsIn(words)
	p := place{
		food: domain == "" || domain == "food", spices: hasSpice(words), nonVeg: slices.Contains(kinds, nonVeg),
		unsure: len(kinds) > 0 && !slices.ContainsFunc(kinds, func(k kind) bool { return k != unsure }),
	}
	places.Add(key, p)
	return p
}

func hasSpice(words []string) bool {
	return slices.Contains(words, "masala") || slices.Contains(words, "spice")
}

// Parse parses a mark of a price list or a form: words, the color of the mark, or abbreviations. A text without letters
// and digits is Unknown. ok is false for other texts.
func Parse(text string) (m Mark, ok bool) {
	words := strings.Join(strings.FieldsFunc(strings.ToLower(text), isBetweenWords), " ")
	if words == "" {
		words = strings.Map(symbolOnly, text)
	}
	m, ok = marksByText[words]
	return m, ok
}

func symbolOnly(r rune) rune {
	if unicode.Is(unicode.So, r) {
		return r
	}
	return -1
}

func isBetweenWords(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
}

var marksByText = map[string]Mark{
	"":    Unknown,
	"veg": Veg, "vegetarian": Veg, "vegan": Veg, "pure veg": Veg, "100 veg": Veg, "100 vegetarian": Veg, "eggless": Veg, "green": Veg, "v": Veg, "शाकाहारी": Veg, "शाकाहार": Veg, "वेज": Veg, "व्हेज": Veg,
	"non veg": NonVeg, "nonveg": NonVeg, "non vegetarian": NonVeg, "nonvegetarian": NonVeg, "egg": NonVeg, "eggetarian": NonVeg, "contains egg": NonVeg,
	"brown": NonVeg, "red": NonVeg, "nv": NonVeg, "n": NonVeg, "मांसाहारी": NonVeg, "नॉन वेज": NonVeg, "नॉनवेज": NonVeg, "नॉन व्हेज": NonVeg,
	"🟢": Veg, "🔴": NonVeg, "🟤": NonVeg,
	"none": None, "no mark": None, "na": None, "n a": None, "not applicable": None, "not food": None, "non food": None,
}
