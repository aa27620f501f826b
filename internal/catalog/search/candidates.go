package search

import (
	"math"
	"slices"
	"strings"
)

// What a match is worth by how it was found. The worth of a word is added to what its place gives (see place.go): an
// ingredient by its very name (100) stands behind the thing by another name for it (94 + 16).
const (
	literal      = 100 // in singular or plural
	joined       = 95  // "cocacola" for "coca cola" and back
	synonym      = 94
	begins       = 56 // plus up to 4 for the share that is typed, and up to 8 for how common the word is
	beginsInside = 50 // a word before the last one, half typed
	beginsOther  = 46 // another word for one that is half typed
	endsWord     = 43 // "brush" for "toothbrush"
	misspelt     = 40
	missing      = 36 // "gee" for "ghee"
	startWrong   = 25 // misspelt and half typed
	twiceWrong   = 15
)

// asIngredient is what remains of a synonym's worth where it does not say what the thing is: "sweet" for "mithai" means
// sweets, not sweet corn.
const asIngredient = 0.5

// candidate is something that a typed word may mean: a term, or several that must occur together.
type candidate struct {
	terms    []*term
	worth    float32
	nameOnly bool
	another  bool // another word for what was typed
}

// at is the worth of being found there.
func (c candidate) at(p posting) float32 {
	worth := c.worth * weights[p.place]
	if c.another && !p.place.isThing() {
		worth *= asIngredient
	}
	return worth
}

// meaning is all that one typed word may mean.
type meaning struct {
	candidates []candidate
	frequency  int
	// named tells that product names have the word, so that products whose category alone has it are not meant:
	// "eggs" does not ask for fish from "Eggs, Meat & Fish".
	named bool
}

func (m *meaning) add(worth float32, terms ...*term) {
	m.candidates = append(m.candidates, candidate{terms: terms, worth: worth})
}

func (m *meaning) another(worth float32, terms ...*term) {
	m.candidates = append(m.candidates, candidate{terms: terms, worth: worth, another: true})
}

// Shops misspell too: a word of at most a few products passes for a misspelling of one that is so many times as common.
const (
	few   = 5
	often = 8
)

// meanings gives for each typed word what it likely means, and what it may mean at all. A word that products use is
// taken as it is, unless a far more common one is a letter away; half a word may always be a whole one misspelt.
func (c *contents) meanings(words []word) (likely, possible []meaning) {
	likely, possible = make([]meaning, len(words)), make([]meaning, len(words))
	for i, w := range words {
		c.spelt(&likely[i], w)
	}
	for i := range len(words) - 1 {
		c.together(&likely[i], &likely[i+1], words[i].text, words[i+1])
	}
	for i, w := range words {
		known := 0
		for _, found := range likely[i].candidates {
			known += found.frequency()
		}
		if likely[i].named = slices.ContainsFunc(likely[i].candidates, candidate.named); !likely[i].named {
			known += c.endsOf(&likely[i], w)
		}
		whole := synonymWords[w.text] || slices.ContainsFunc(likely[i].candidates, candidate.whole)
		near := c.near(w)
		likely[i].frequency, possible[i].frequency = known, known
		possible[i].candidates = slices.Concat(likely[i].candidates, near)
		for _, found := range near {
			n := found.frequency()
			possible[i].frequency += n
			if known == 0 || found.worth == misspelt && (!whole || passes(w, known, n)) {
				likely[i].candidates = append(likely[i].candidates, found)
				likely[i].frequency += n
			}
		}
	}
	return likely, possible
}

// passes tells whether a word that few products have is rather the misspelling of a word that many have.
func passes(w word, known, other int) bool {
	return known <= few && other > often*known && !synonymWords[w.text]
}

// frequency is the number of products it may lead to.
func (c candidate) frequency() int {
	least := len(c.terms[0].postings)
	for _, t := range c.terms[1:] {
		least = min(least, len(t.postings))
	}
	return least
}

// whole tells whether it is all that was typed and no more, in singular, plural, one word or two.
func (c candidate) whole() bool { return c.worth >= joined && c.frequency() > 0 }

// named tells whether it is the very word, or its plural, and in the name of a product.
func (c candidate) named() bool { return c.worth >= literal && c.terms[0].inNames() }

// spelt finds a word as it is typed: itself, its singular or plural, other words for it, and what it begins.
func (c *contents) spelt(m *meaning, w word) {
	exact := c.words.byText[w.text]
	if exact != nil && len(exact.postings) > 0 {
		if w.begun {
			m.candidates = append(m.candidates, candidate{terms: []*term{exact}, worth: begins, nameOnly: true})
		} else {
			m.add(literal, exact)
		}
	}
	whole := exact != nil
	for _, t := range c.words.bySingular[singular(w.text)] {
		if t != exact {
			m.add(literal, t)
		}
		c.alsoMeans(m, t, synonym)
		whole = true
	}
	if !whole {
		c.split(m, w)
	}
	if !w.last {
		return
	}
	begun := c.words.startingWith(w.text)
	most := 0
	for _, e := range begun {
		most = max(most, len(e.term.postings))
	}
	for _, e := range begun {
		if e.term == exact {
			continue
		}
		found := candidate{terms: []*term{e.term}, worth: begins, nameOnly: len(w.runes) < 3}
		if !w.begun {
			found.worth += 4 * float32(len(w.runes)) / float32(e.length)
			found.worth += float32(8 * math.Log1p(float64(len(e.term.postings))) / math.Log1p(float64(most)))
		}
		m.candidates = append(m.candidates, found)
		if len(w.runes) >= 3 && !whole {
			c.alsoMeans(m, e.term, beginsOther)
		}
	}
}

// alsoMeans adds the other words for the same thing, in singular and plural.
func (c *contents) alsoMeans(m *meaning, t *term, worth float32) {
	for _, phrase := range t.same {
		if len(phrase) > 1 {
			m.another(worth, phrase...)
			continue
		}
		for _, other := range c.words.bySingular[singular(phrase[0].text)] {
			m.another(worth, other)
		}
	}
}

// split finds "cocacola" as "coca cola" and "7up" as "7 up".
func (c *contents) split(m *meaning, w word) {
	for at := range w.text {
		if at == 0 {
			continue
		}
		short := at < 2 || len(w.text)-at < 2 || len(w.text) < 5
		if short && isNumber(w.text[:at]) == isNumber(w.text[at:]) {
			continue
		}
		front, back := c.words.byText[w.text[:at]], c.words.byText[w.text[at:]]
		if front != nil && back != nil && front != back {
			m.add(joined, front, back)
		}
	}
}

// together finds two typed words as one: "coca cola" as "cocacola", "lady finger" as okra.
func (c *contents) together(a, b *meaning, first string, second word) {
	if t := c.words.byText[first+second.text]; t != nil {
		a.add(joined, t)
		b.add(joined, t)
	}
	for _, phrase := range c.words.phrases[first+" "+second.text] {
		a.another(synonym, phrase...)
		b.another(synonym, phrase...)
	}
}

// endsOf finds the longer words that end so, and gives how many products have one: where no name has "brush", a
// toothbrush is meant.
func (c *contents) endsOf(m *meaning, w word) (found int) {
	if len(w.runes) < 4 {
		return 0
	}
	for _, e := range c.words.sorted {
		if len(e.term.text) >= len(w.text)+3 && strings.HasSuffix(e.term.text, w.text) && len(e.term.postings) > 0 {
			m.add(endsWord, e.term)
			found += len(e.term.postings)
		}
	}
	return found
}

// near finds what a word may be when it is not what it seems: misspelt, or half typed though others follow.
func (c *contents) near(w word) []candidate {
	var m meaning
	n := len(w.runes)
	if n < 3 || strings.ContainsAny(w.text, "0123456789") {
		return nil
	}
	if !w.last {
		for _, e := range c.words.startingWith(w.text) {
			if e.term.text != w.text {
				m.add(beginsInside, e.term)
			}
		}
	}
	if n == 3 {
		c.misspelt(&m, w, 1, func(length int) bool { return length == 4 }, missing)
		return m.candidates
	}
	before := len(m.candidates)
	c.misspelt(&m, w, 1, func(length int) bool { return length >= 4 }, misspelt)
	if len(m.candidates) == before && n >= 8 {
		c.misspelt(&m, w, 2, func(length int) bool { return length >= 6 }, twiceWrong)
	}
	if w.last {
		c.startsMisspelt(&m, w)
	}
	return m.candidates
}

// misspelt adds the words within some errors of the typed one.
func (c *contents) misspelt(m *meaning, w word, errors int, fits func(length int) bool, worth float32) {
	set, n := letters(w.runes), len(w.runes)
	for _, e := range c.words.sorted {
		length := int(e.length)
		if length-n > errors || n-length > errors || !mayBeNear(set, e.letters, errors) || !fits(length) {
			continue
		}
		if wrong := spellingErrors(w.runes, e.term.runes, errors); wrong == 0 || wrong > errors {
			continue
		}
		for _, t := range c.words.bySingular[singular(e.term.text)] {
			m.add(worth, t)
		}
		c.alsoMeans(m, e.term, worth-8)
	}
}

// startsMisspelt adds the longer words whose beginning is within one error of the typed one.
func (c *contents) startsMisspelt(m *meaning, w word) {
	set, n := letters(w.runes), len(w.runes)
	for _, e := range c.words.sorted {
		if int(e.length) <= n || !mayStartNear(set, e.letters, 1) || len(e.term.postings) == 0 {
			continue
		}
		if startErrors(w.runes, e.term.runes, 1) == 1 {
			m.add(startWrong, e.term)
		}
	}
}
