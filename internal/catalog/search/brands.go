package search

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"slices"
	"strings"
	"sync"

	"kirana/internal/catalog/search/indic"
)

// brandsFile has a row for each brand that shoppers search for: its name, its kinds of products, and its sound where
// that differs from its letters.
//
//go:embed brands.csv
var brandsFile string

type brand struct {
	words []string // of the name
	kinds []string // of products, by preference: the next kind counts in a shop that has no products of the kinds before it
}

// brandTable finds brands by the first word of their name, the longest name first, and by the keys of their sound.
type brandTable struct {
	byFirst map[string][]*brand
	byKey   map[string]*brand
	begins  map[string]bool // the keys of the first words of each sound
}

var brands = sync.OnceValue(func() *brandTable {
	rows, err := csv.NewReader(strings.NewReader(brandsFile)).ReadAll()
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
	}
	table := &brandTable{map[string][]*brand{}, map[string]*brand{}, map[string]bool{}}
	for _, row := range rows[1:] {
		b := &brand{strings.Fields(row[0]), strings.Split(row[1], "|")}
		same := append(table.byFirst[b.words[0]], b)
		slices.SortStableFunc(same, func(a, b *brand) int { return cmp.Compare(len(b.words), len(a.words)) })
		table.byFirst[b.words[0]] = same
		for _, sound := range append(strings.Split(row[2], "|"), row[0]) {
			words := strings.Fields(sound)
			if key := soundOf(words); key != "" && table.byKey[key] == nil {
				table.byKey[key] = b
			}
			for n := range words {
				table.begins[soundOf(words[:n+1])] = true
			}
		}
	}
	return table
})

// soundOf returns the phonetic keys of words in Latin letters, separated by spaces.
func soundOf(words []string) string {
	keys := make([]string, len(words))
	for i, word := range words {
		keys[i] = indic.Key(word)
	}
	return strings.Join(keys, " ")
}

// brandSounding returns the longest brand name that the beginning of words sounds like, and the number of words used;
// nil and 0 for none.
func brandSounding(words []string) (best *brand, used int) {
	sounds := []string{""}
	for i, word := range words[:min(maxBrandWords, len(words))] {
		var longer []string
		for _, key := range indic.Keys(word) {
			for _, sound := range sounds {
				if sound = strings.TrimSpace(sound + " " + key); brands().begins[sound] {
					longer = append(longer, sound)
				}
			}
		}
		if at := slices.IndexFunc(longer, func(sound string) bool { return brands().byKey[sound] != nil }); at >= 0 {
			best, used = brands().byKey[longer[at]], i+1
		}
		sounds = longer
	}
	return best, used
}

const maxBrandWords = 4

// brandAt returns the longest brand whose name words begin with, or nil.
func brandAt(words []string) *brand {
	for _, b := range brands().byFirst[words[0]] {
		if len(b.words) <= len(words) && slices.Equal(words[:len(b.words)], b.words) {
			return b
		}
	}
	return nil
}

// unsoldBrand returns a brand that words name and the shop does not sell, and the words that are not part of its
// name; nil for none.
func (c *contents) unsoldBrand(words []string) (b *brand, rest []string) {
	for i := range words {
		if b := brandAt(words[i:]); b != nil && !c.sells(b) {
			return b, slices.Concat(words[:i], words[i+len(b.words):])
		}
	}
	return nil, nil
}

// sells reports whether product names have all words of a brand, the words as one, or a synonym of its name.
func (c *contents) sells(b *brand) bool {
	named := func(t *term) bool { return t.inNames() }
	word := func(text string) bool { return slices.ContainsFunc(c.words.bySingular[singular(text)], named) }
	if !slices.ContainsFunc(b.words, func(text string) bool { return !word(text) }) || word(strings.Join(b.words, "")) {
		return true
	}
	var synonyms [][]*term
	if t := c.words.byText[b.words[0]]; t != nil && len(b.words) == 1 {
		synonyms = t.same
	} else {
		synonyms = c.words.phrases[strings.Join(b.words, " ")]
	}
	return slices.ContainsFunc(synonyms, func(phrase []*term) bool {
		return !slices.ContainsFunc(phrase, func(t *term) bool { return !t.inNames() })
	})
}

// mainShare is the minimum share of a kind's best matches, relative to the largest share, at which a sub-category
// counts as one with products of the kind.
const mainShare = 0.25

// shelf reports for each sub-category, by index, whether it holds products of the brand's kind.
func (x *Index) shelf(t *accumulator, b *brand) []bool {
	in := x.contents
	shelf := make([]bool, len(in.subCategories))
	for _, kind := range b.kinds {
		q := in.parse(kind)
		likely, _ := in.expand(q.words, x.fuzzy)
		if !t.scoreAll(likely) {
			continue
		}
		for i, share := range t.mainSubCategories(in, q, len(q.words), t.isTitled(len(q.words))) {
			shelf[i] = share >= mainShare
		}
		t.clear()
		break
	}
	return shelf
}

// AppendSameShelf appends substitutes when the shop does not have what a text names. The substitutes of a known brand
// are products of its kind, matching the other words of the text if possible; those of a known thing are products of
// its department.
func (x *Index) AppendSameShelf(to []Match, text string) []Match {
	x.mu.RLock()
	defer x.mu.RUnlock()
	q := x.contents.parse(text)
	b, rest := x.contents.unsoldBrand(q.all)
	if b == nil {
		if usual := usualDepartment(q); usual != nil {
			to, _ = x.find(usual.names[0], to)
		}
		return to
	}
	for _, kind := range b.kinds {
		for _, text := range []string{strings.Join(append(rest, kind), " "), kind} {
			if found, missing := x.find(text, to); missing == 0 && len(found) > len(to) {
				return found
			}
		}
	}
	return to
}
