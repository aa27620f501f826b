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

// brandsFile has the brands that shoppers search for, the kinds of products of each, and its sound where that differs from its
// letters.
//
//go:embed brands.csv
var brandsFile string

// brand is a known brand.
type brand struct {
	words []string // of its name
	kinds []string // of its products; each in a shop without the one before
}

// brandTable has all brands by the first word of their names, the longest name first, and by the keys of their sounds.
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

// soundOf returns the keys of words in Latin letters, one space between them.
func soundOf(words []string) string {
	keys := make([]string, len(words))
	for i, word := range words {
		keys[i] = indic.Key(word)
	}
	return strings.Join(keys, " ")
}

// brandSounding returns the brand that the words at the beginning of a list sound like, the longest name first, and how many
// words that is; nil for none.
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

// maxBrandWords is the most words of a brand's name.
const maxBrandWords = 4

// brandAt returns the brand with whose name words begin; nil for none.
func brandAt(words []string) *brand {
	for _, b := range brands().byFirst[words[0]] {
		if len(b.words) <= len(words) && slices.Equal(words[:len(b.words)], b.words) {
			return b
		}
	}
	return nil
}

// unsoldBrand returns the brand that words name and the shop does not have, and the words beside it; nil for none.
func (c *contents) unsoldBrand(words []string) (b *brand, others []string) {
	for i := range words {
		if b := brandAt(words[i:]); b != nil && !c.sells(b) {
			return b, slices.Concat(words[:i], words[i+len(b.words):])
		}
	}
	return nil, nil
}

// sells reports whether names of products have all words of a brand, by itself or by another name.
func (c *contents) sells(b *brand) bool {
	named := func(t *term) bool { return t.inNames() }
	word := func(text string) bool { return slices.ContainsFunc(c.words.bySingular[singular(text)], named) }
	if !slices.ContainsFunc(b.words, func(text string) bool { return !word(text) }) || word(strings.Join(b.words, "")) {
		return true
	}
	var others [][]*term
	if t := c.words.byText[b.words[0]]; t != nil && len(b.words) == 1 {
		others = t.same
	} else {
		others = c.words.phrases[strings.Join(b.words, " ")]
	}
	return slices.ContainsFunc(others, func(phrase []*term) bool {
		return !slices.ContainsFunc(phrase, func(t *term) bool { return !t.inNames() })
	})
}

// mainShare is the least share of a kind's best matches that makes a sub-category one of its shelf.
const mainShare = 0.25

// shelf returns the sub-categories of a brand's products, by index.
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

// AppendSameShelf appends substitutes for a thing that a text names and the shop does not have: products of the kind of a known
// brand, with the other words of the text where there are such, or of the department of a known thing.
func (x *Index) AppendSameShelf(to []Match, text string) []Match {
	x.mu.RLock()
	defer x.mu.RUnlock()
	q := x.contents.parse(text)
	b, others := x.contents.unsoldBrand(q.all)
	if b == nil {
		if usual := usualDepartment(q); usual != nil {
			to, _ = x.find(usual.names[0], to)
		}
		return to
	}
	for _, kind := range b.kinds {
		for _, text := range []string{strings.Join(append(others, kind), " "), kind} {
			if found, missing := x.find(text, to); missing == 0 && len(found) > len(to) {
				return found
			}
		}
	}
	return to
}
