package search

import (
	"cmp"
	"slices"
	"strings"

	"kirana/internal/catalog/search/indic"
)

// Limits of a query; longer ones are truncated.
const (
	maxRunes = 200 // of the text
	maxWords = 12
)

// word is one typed word.
type word struct {
	text    string
	written string // in its Indian script, or ""
	key     string // phonetic key, to match other spellings; "" for none
	runes   []rune
	last    bool // may be half typed
	prefix  bool // a single letter, certainly half typed
}

// query is a parsed search.
type query struct {
	words      []word     // all must match
	optional   []word     // numbers, and units that are half typed or without a number; products that have them rank first
	quantities []quantity // products that have them rank first
	text       string     // the words as they are looked up
	typed      string     // the words as they were typed, folded
	all        []string   // of text
	brand      *brand     // set if the whole text is the name of a known brand
	head       string     // the thing that the other words describe; "" if unknown
}

// parse parses a query. Amounts and numbers only affect the ranking, unless the query has nothing else.
func (c *contents) parse(text string) query {
	if runes := []rune(text); len(runes) > maxRunes {
		text = string(runes[:maxRunes])
	}
	folded := texts(fold(text))
	folded = withNumbers(folded[:min(len(folded), maxWords)])
	read := c.read(folded)
	read = read[:min(len(read), maxWords)]
	all := make([]string, len(read))
	for i, t := range read {
		all[i] = t.text
	}
	q := query{all: all, text: strings.Join(all, " "), typed: strings.Join(folded, " "), head: strings.Join(indic.Head(folded), " ")}
	if len(all) > 0 {
		if b := brandAt(all); b != nil && len(b.words) == len(all) {
			q.brand = b
		}
	}
	found, used := quantities(all)
	q.quantities = found
	for i, text := range all {
		w := word{text: text, written: read[i].written, key: read[i].key, runes: []rune(text), last: i == len(all)-1}
		switch {
		case used[i], joining[text] && !w.last:
		case isNumber(text), len(all) > 1 && isLoneUnit(text), w.last && i > 0 && isNumber(all[i-1]) && startsUnit(text):
			q.optional = append(q.optional, w)
		default:
			q.words = append(q.words, w)
		}
	}
	if len(q.words) == 0 && len(q.quantities) == 0 {
		q.words, q.optional = nil, nil
		for i, text := range all {
			q.words = append(q.words, word{text: text, runes: []rune(text), last: i == len(all)-1})
		}
	}
	if q.head == "" {
		q.head = thingOf(q.words)
	}
	if len(all) == 1 && len(q.words) == 1 {
		q.words[0].prefix = len(q.words[0].runes) == 1
	}
	return q
}

// Query returns all products that match, the best first, equal ones by name, then by ID.
//
// A product matches if it has all words, in its name or, with less weight, in unit, sub-category, category or Extra.
// The last word may be half typed, a word of three letters may lack one, and a longer word may be misspelled. If no
// product has all words, the matches are the products with the described thing ("namkeen" of "tel wala namkeen"), or
// else with the most words, at least half. If the text names a known brand that the shop does not sell, only products
// of its kind's sub-categories match. A text without letters and digits matches nothing.
func (x *Index) Query(text string) []Hit {
	x.mu.RLock()
	defer x.mu.RUnlock()
	matches, missing := x.find(text, nil)
	slices.SortFunc(matches, func(a, b Match) int { return cmp.Compare(a.Order, b.Order) })
	hits := make([]Hit, len(matches))
	for i, m := range matches {
		hits[i] = Hit{ID: x.contents.docs[m.slot].id, Missing: missing}
	}
	return hits
}

// AppendMatches is like Query without sorting. It appends the matches to a slice, and returns how many typed words each
// of them lacks.
func (x *Index) AppendMatches(to []Match, text string) (matches []Match, missing int) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.find(text, to)
}

func (x *Index) find(text string, to []Match) (matches []Match, missing int) {
	c := x.contents
	q := c.parse(text)
	if q.text == "" {
		return to, 0
	}
	t := x.accumulator(len(c.docs))
	defer x.accumulators.Put(t)

	if b, _ := c.unsoldBrand(q.all); b != nil {
		shelf, from := x.shelf(t, b), len(to)
		to, missing = x.match(t, q, to)
		found := slices.DeleteFunc(to[from:], func(m Match) bool { return !shelf[c.docs[m.slot].subCategory] })
		return to[:from+len(found)], missing
	}
	return x.match(t, q, to)
}

// match appends the matches of a query and returns the number of words that they lack.
func (x *Index) match(t *accumulator, q query, to []Match) (matches []Match, missing int) {
	c := x.contents
	if len(q.words) == 0 {
		return t.appendMatches(to, c, q, c.matchQuantities(t, q.quantities)), 0
	}
	likely, possible := c.expand(q.words, x.fuzzy)
	if t.scoreAll(likely) {
		return t.appendMatches(to, c, q, len(q.words)), 0
	}
	all := possible()
	if t.scoreAll(all) {
		return t.appendMatches(to, c, q, len(q.words)), 0
	}
	if q.head != "" {
		head := c.parse(q.head)
		if found, without := x.match(t, head, to); without == 0 && len(found) > len(to) {
			return found, max(0, len(q.words)-len(head.words))
		}
	}
	words := t.scoreAny(all, len(c.names))
	return t.appendMatches(to, c, q, words), len(q.words) - words
}

// matchQuantities marks the products that have all wanted amounts as found. It returns 0, the number of matched words.
func (c *contents) matchQuantities(t *accumulator, wanted []quantity) int {
	for slot := range c.docs {
		if countCommon(c.docs[slot].quantities, wanted) == len(wanted) {
			t.touched = append(t.touched, int32(slot))
		}
	}
	return 0
}

// countCommon counts the wanted amounts that a product has.
func countCommon(present, wanted []quantity) int {
	n := 0
	for _, w := range wanted {
		for _, has := range present {
			if has == w {
				n++
				break
			}
		}
	}
	return n
}

// Nearest returns up to n words of product names that are spelled most like the last word of text with three or more
// letters: suggestions for a query without results. There may be none.
func (x *Index) Nearest(text string, n int) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var typed []rune
	for _, w := range x.contents.parse(text).words {
		if len(w.runes) >= 3 {
			typed = w.runes
		}
	}
	maxDistance := 3 * len(typed) / 7
	if maxDistance == 0 || len(typed) > maxWordLength {
		return nil
	}
	type neighbor struct {
		term   *term
		errors int
	}
	var near []neighbor
	newNearWords(x.contents.words.sorted, typed, maxDistance, true).each(func(e entry, wrong, _ int) {
		if wrong <= maxDistance && e.length >= 4 && e.term.inNames() {
			near = append(near, neighbor{e.term, wrong})
		}
	})
	slices.SortStableFunc(near, func(a, b neighbor) int {
		return cmp.Or(cmp.Compare(a.errors, b.errors), cmp.Compare(len(b.term.postings), len(a.term.postings)))
	})
	near = near[:min(max(n, 0), len(near))]
	words := make([]string, len(near))
	for i, w := range near {
		words[i] = w.term.text
	}
	return words
}
