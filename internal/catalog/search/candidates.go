package search

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"kirana/internal/catalog/search/indic"
)

// What a match weighs by how it was found. The weight of a word is added to what its field gives (see field.go): an
// ingredient by its very name (100) ranks behind the thing by another name for it (94 + 16).
const (
	asWritten     = 106 // the very word in an Indian script, before what it means
	literal       = 100 // in singular or plural
	joined        = 95  // "cocacola" for "coca cola" and back
	synonym       = 94
	sounds        = 92 // another spelling of the word, or the same in another script
	begins        = 56 // plus up to 4 for the share that is typed, and up to 8 for how common the word is
	innerPrefix   = 50 // a word before the last one, half typed
	synonymPrefix = 46 // another word for one that is half typed
	endsWord      = 43 // "brush" for "toothbrush"
	misspelled    = 40
	missing       = 36 // "gee" for "ghee"
	fuzzyPrefix   = 25 // misspelled and half typed
	twoErrors     = 15
)

// synonymOutsideTitle is the share of a synonym's weight that remains where it does not name the thing: "sweet" for "mithai" means
// sweets, not sweet corn.
const synonymOutsideTitle = 0.5

// candidate is one meaning of a typed word: a term, or several that must all occur.
type candidate struct {
	terms    []*term
	weight   float32
	nameOnly bool
	synonym  bool // another word for what was typed
}

// at is the weight of a match in a field.
func (c *candidate) at(f field) float32 {
	weight := c.weight * fieldWeights[f]
	if c.synonym && !f.isTitle() {
		weight *= synonymOutsideTitle
	}
	return weight
}

// expansion is all that one typed word may mean.
type expansion struct {
	candidates []candidate
	frequency  int
	// named is true when product names have the word, so that products whose category alone has it are not meant:
	// "eggs" does not ask for fish from "Eggs, Meat & Fish".
	named bool
}

func (m *expansion) add(weight float32, terms ...*term) {
	m.candidates = append(m.candidates, candidate{terms: terms, weight: weight})
}

func (m *expansion) addSynonym(weight float32, terms ...*term) {
	m.candidates = append(m.candidates, candidate{terms: terms, weight: weight, synonym: true})
}

// expand returns for each typed word what it likely means, and a function that returns what it may mean at all. A word
// that products use is taken as it is; half a word may always be a whole one misspelled. Words are compared with all
// others only when that counts; near returns what a word is if it is misspelled.
func (c *contents) expand(words []word, near func(w word) []candidate) (likely []expansion, possible func() []expansion) {
	likely = make([]expansion, len(words))
	for i, w := range words {
		c.addExact(&likely[i], w)
		c.addAlike(&likely[i], w)
	}
	for i := range len(words) - 1 {
		c.addCompounds(&likely[i], &likely[i+1], words[i].text, words[i+1])
	}
	exact := make([]expansion, len(words))
	fuzzy := make([]func() []candidate, len(words))
	for i, w := range words {
		m := &likely[i]
		for _, found := range m.candidates {
			m.frequency += found.frequency()
		}
		if m.named = slices.ContainsFunc(m.candidates, candidate.named); !m.named {
			m.frequency += c.addSuffixMatches(m, w)
		}
		exact[i] = expansion{candidates: slices.Clip(m.candidates), frequency: m.frequency}
		known := m.frequency == 0 && synonymWords[w.text] // and not sold: no misspelling of something else
		fuzzy[i] = sync.OnceValue(func() []candidate {
			if known {
				return nil
			}
			return near(w)
		})
		if m.frequency > 0 && (synonymWords[w.text] || slices.ContainsFunc(m.candidates, candidate.whole)) {
			continue
		}
		for _, found := range fuzzy[i]() {
			if exact[i].frequency == 0 || found.weight == misspelled {
				m.addFound(found)
			}
		}
	}
	return likely, func() []expansion {
		for i := range exact {
			for _, found := range fuzzy[i]() {
				exact[i].addFound(found)
			}
		}
		return exact
	}
}

// addFound adds a candidate and the products that it leads to.
func (m *expansion) addFound(found candidate) {
	m.candidates = append(m.candidates, found)
	m.frequency += found.frequency()
}

// frequency is the number of products it may lead to.
func (c candidate) frequency() int {
	least := len(c.terms[0].postings)
	for _, t := range c.terms[1:] {
		least = min(least, len(t.postings))
	}
	return least
}

// whole reports whether the candidate is all that was typed and no more, in singular, plural, one word or two.
func (c candidate) whole() bool { return c.weight >= joined && c.frequency() > 0 }

// named reports whether the candidate is the very word, or its plural, and in the name of a product.
func (c candidate) named() bool { return c.weight >= literal && c.terms[0].inNames() }

// addExact adds a word as it is typed: itself, its singular or plural, other words for it, and what it begins.
func (c *contents) addExact(m *expansion, w word) {
	exact := c.words.byText[w.text]
	if exact != nil && len(exact.postings) > 0 {
		if w.prefix {
			m.candidates = append(m.candidates, candidate{terms: []*term{exact}, weight: begins, nameOnly: true})
		} else {
			m.add(literal, exact)
		}
	}
	whole := exact != nil
	for _, t := range c.words.bySingular[singular(w.text)] {
		if t != exact {
			m.add(literal, t)
		}
		c.addSynonyms(m, t, synonym)
		whole = true
	}
	if !whole {
		c.words.addParts(m, w.text)
	}
	if !w.last {
		return
	}
	prefixed := c.words.withPrefix(w.text)
	most := 0
	for _, e := range prefixed {
		most = max(most, len(e.term.postings))
	}
	commonest := math.Log1p(float64(most))
	m.candidates = slices.Grow(m.candidates, len(prefixed))
	for _, e := range prefixed {
		if e.term == exact {
			continue
		}
		found := candidate{terms: []*term{e.term}, weight: begins, nameOnly: len(w.runes) < 3}
		if !w.prefix {
			found.weight += 4 * float32(len(w.runes)) / float32(e.length)
			found.weight += float32(8 * math.Log1p(float64(len(e.term.postings))) / commonest)
		}
		m.candidates = append(m.candidates, found)
		if len(w.runes) >= 3 && !whole {
			c.addSynonyms(m, e.term, synonymPrefix)
		}
	}
}

// addAlike adds the word as it stands in an Indian script, and words that sound alike: of one that the shop has, those in other
// scripts.
func (c *contents) addAlike(m *expansion, w word) {
	if t := c.words.byText[w.written]; t != nil && w.written != w.text && len(t.postings) > 0 {
		m.add(asWritten, t)
	}
	if w.key == "" && c.words.scripts == 0 || w.prefix {
		return
	}
	for _, k := range c.words.withKey(cmp.Or(w.key, indic.Key(w.text))) {
		if t := k.term; t.text != w.text && t.text != w.written && len(t.postings) > 0 && (w.key != "" || indic.Of(t.text) != indic.None) {
			m.add(sounds, t)
		}
	}
}

// addSynonyms adds the other words for the same thing, in singular and plural.
func (c *contents) addSynonyms(m *expansion, t *term, weight float32) {
	for _, phrase := range t.same {
		if len(phrase) > 1 {
			m.addSynonym(weight, phrase...)
			continue
		}
		for _, other := range c.words.bySingular[singular(phrase[0].text)] {
			m.addSynonym(weight, other)
		}
	}
}

// addParts finds "cocacola" as "coca cola" and "7up" as "7 up".
func (v *vocabulary) addParts(m *expansion, word string) {
	for at := range word {
		if at == 0 {
			continue
		}
		short := at < 2 || len(word)-at < 2 || len(word) < 5
		if short && isNumber(word[:at]) == isNumber(word[at:]) {
			continue
		}
		front, back := v.byText[word[:at]], v.byText[word[at:]]
		if front != nil && back != nil && front != back {
			m.add(joined, front, back)
		}
	}
}

// addCompounds finds two typed words as one: "coca cola" as "cocacola", "lady finger" as okra.
func (c *contents) addCompounds(a, b *expansion, first string, second word) {
	if t := c.words.byText[first+second.text]; t != nil {
		a.add(joined, t)
		b.add(joined, t)
	}
	for _, phrase := range c.words.phrases[first+" "+second.text] {
		a.addSynonym(synonym, phrase...)
		b.addSynonym(synonym, phrase...)
	}
}

// addSuffixMatches finds the longer words that end so, and returns how many products have one: where no name has "brush", a
// toothbrush is meant.
func (c *contents) addSuffixMatches(m *expansion, w word) (found int) {
	if len(w.runes) < 4 {
		return 0
	}
	set := letters(w.runes)
	for _, e := range c.words.sorted {
		if set&^e.letters == 0 && len(e.term.text) >= len(w.text)+3 && strings.HasSuffix(e.term.text, w.text) && len(e.term.postings) > 0 {
			m.add(endsWord, e.term)
			found += len(e.term.postings)
		}
	}
	return found
}

// fuzzy returns the candidates of a word that is misspelled, or half typed though others follow.
func (c *contents) fuzzy(w word) []candidate {
	var m expansion
	n := len(w.runes)
	if n < 3 || strings.ContainsAny(w.text, "0123456789") {
		return nil
	}
	if !w.last {
		for _, e := range c.words.withPrefix(w.text) {
			if e.term.text != w.text {
				m.add(innerPrefix, e.term)
			}
		}
	}
	if n == 3 {
		c.addFuzzy(&m, w, 1, func(length int) bool { return length == 4 }, missing)
		return m.candidates
	}
	before := len(m.candidates)
	beginnings := c.addFuzzy(&m, w, 1, func(length int) bool { return length >= 4 }, misspelled)
	if len(m.candidates) == before && n >= 8 {
		c.addFuzzy(&m, w, 2, func(length int) bool { return length >= 6 }, twoErrors)
	}
	if w.last {
		for _, t := range beginnings {
			m.add(fuzzyPrefix, t)
		}
	}
	return m.candidates
}

// shortWord is the most letters of a word that is corrected to things only: among the brands, flavors and cities of the names, one
// resembles almost any four letters.
const shortWord = 4

// addFuzzy adds the words within some errors of the typed one, and returns the longer ones that products use and whose
// beginning is within one.
func (c *contents) addFuzzy(m *expansion, w word, errors int, fits func(length int) bool, weight float32) (beginnings []*term) {
	newNearWords(c.words.sorted, w.runes, errors, !w.last).each(func(e entry, wrong, beginning int) {
		if len(w.runes) <= shortWord && !e.term.isTitleWord() {
			return
		}
		if beginning == 1 && int(e.length) > len(w.runes) && len(e.term.postings) > 0 {
			beginnings = append(beginnings, e.term)
		}
		if wrong == 0 || wrong > errors || !fits(int(e.length)) {
			return
		}
		for _, t := range c.words.bySingular[singular(e.term.text)] {
			m.add(weight, t)
		}
		c.addSynonyms(m, e.term, weight-8)
	})
	return beginnings
}
