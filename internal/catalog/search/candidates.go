package search

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"kirana/internal/catalog/search/indic"
)

// Weights of a match by how the word was found. They are scaled by the weight of the field, and the field's bonus is added
// (see field.go): an ingredient by its exact name (100) ranks behind the thing itself by a synonym (94 + 16).
const (
	asWritten     = 106 // the word in its Indian script, before its translation
	literal       = 100 // the same word, in singular or plural
	joined        = 95  // "cocacola" for "coca cola" and back
	synonym       = 94
	sounds        = 92 // another spelling, or the same word in another script
	begins        = 56 // plus up to 4 for the typed share of the word, and up to 8 for how common the word is
	innerPrefix   = 50 // half typed, though more words follow
	synonymPrefix = 46 // a synonym of a half typed word
	endsWord      = 43 // "brush" for "toothbrush"
	misspelled    = 40
	missing       = 36 // "gee" for "ghee"
	fuzzyPrefix   = 25 // misspelled and half typed
	twoErrors     = 15
)

// synonymOutsideTitle scales a synonym that does not name the thing: "sweet" for "mithai" means sweets, not sweet corn.
const synonymOutsideTitle = 0.5

// candidate is one meaning of a typed word: a term, or several terms that must all occur.
type candidate struct {
	terms    []*term
	weight   float32
	nameOnly bool
	synonym  bool // a synonym of the typed word
}

// at returns the weight of a match in a field.
func (c *candidate) at(f field) float32 {
	weight := c.weight * fieldWeights[f]
	if c.synonym && !f.isTitle() {
		weight *= synonymOutsideTitle
	}
	return weight
}

// expansion lists the candidates of one typed word.
type expansion struct {
	candidates []candidate
	frequency  int
	// named is true if product names have the word. Products with the word only in their category then do not match:
	// "eggs" does not find fish from "Eggs, Meat & Fish".
	named bool
}

func (e *expansion) add(weight float32, terms ...*term) {
	e.candidates = append(e.candidates, candidate{terms: terms, weight: weight})
}

func (e *expansion) addSynonym(weight float32, terms ...*term) {
	e.candidates = append(e.candidates, candidate{terms: terms, weight: weight, synonym: true})
}

// expand returns the likely meanings of each typed word, and a function that returns all possible ones. A word that
// products use is not corrected; a half typed word may also be a misspelled whole one. near returns the corrections of
// a word; expand calls it only when needed, because it scans the vocabulary.
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
		if m.named = slices.ContainsFunc(m.candidates, candidate.inName); !m.named {
			m.frequency += c.addSuffixMatches(m, w)
		}
		exact[i] = expansion{candidates: slices.Clip(m.candidates), frequency: m.frequency}
		known := m.frequency == 0 && synonymWords[w.text] // a synonym of something unsold: not a misspelling of another word
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

// addFound adds a candidate and its number of products.
func (e *expansion) addFound(found candidate) {
	e.candidates = append(e.candidates, found)
	e.frequency += found.frequency()
}

// frequency returns the number of products that the candidate may lead to.
func (c candidate) frequency() int {
	minimum := len(c.terms[0].postings)
	for _, t := range c.terms[1:] {
		minimum = min(minimum, len(t.postings))
	}
	return minimum
}

// whole reports whether the candidate is exactly what was typed, in singular or plural, as one word or two.
func (c candidate) whole() bool { return c.weight >= joined && c.frequency() > 0 }

// inName reports whether the candidate is the typed word or its plural, and a product's name has it.
func (c candidate) inName() bool { return c.weight >= literal && c.terms[0].inNames() }

// addExact adds the candidates of a correctly typed word: its singular and plural, its synonyms, and the words that it
// begins.
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
	highest := 0
	for _, e := range prefixed {
		highest = max(highest, len(e.term.postings))
	}
	commonest := math.Log1p(float64(highest))
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

// addAlike adds a word in its Indian script and the words that sound like it. It adds only words in Indian scripts for
// a word that the shop has.
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

// addSynonyms adds the synonyms of a term, in singular and plural.
func (c *contents) addSynonyms(m *expansion, t *term, weight float32) {
	for _, phrase := range t.same {
		if len(phrase) > 1 {
			m.addSynonym(weight, phrase...)
			continue
		}
		for _, form := range c.words.bySingular[singular(phrase[0].text)] {
			m.addSynonym(weight, form)
		}
	}
}

// addParts splits a word in two: "cocacola" finds "coca cola", "7up" finds "7 up".
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

// addCompounds joins two typed words: "coca cola" finds "cocacola", "lady finger" finds okra.
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

// addSuffixMatches adds longer words with this ending and returns how many products have one: if no name has "brush",
// it finds toothbrushes.
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

// fuzzy returns the corrections of a misspelled word, and the completions of a half typed word that others follow.
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

// shortWord is the length in letters up to which a word is corrected to things only: brand, flavor and city names
// resemble almost any four letters.
const shortWord = 4

// addFuzzy adds the words within a number of errors of the typed one. It returns the longer words in use whose
// beginning is one error away.
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
