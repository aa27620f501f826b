package drawing

import (
	"slices"
	"strings"

	"kirana/internal/catalog/search/indic"
)

// choose returns the entry for a thing: by its name, or else by its type, sub-category or category, or else by its
// unit.
func (w *wordTable) choose(t Thing, name []token) entry {
	name = w.translate(name)
	c := w.contextOf(t)
	if e, found := w.behindFlavor(name, c); found {
		return e
	}
	readings := [][]token{filter(name, isHead), filter(name, isNoAside), w.translate(wordsOf(t.Brand))}
	if !c.placed {
		readings[1] = name
	}
	for _, words := range readings {
		if e, found := w.entryForName(words, c); found {
			return e
		}
	}
	if c.placed {
		return c.place
	}
	for _, words := range readings { // in an unknown category, a word of another domain is the best hint
		if e, found := c.best(words, w.names.find(words, c.domain)); found {
			return e
		}
	}
	for _, p := range []*phrases{w.weakNames, w.produce} {
		if e, found := c.best(name, p.find(name, c.domain)); found {
			return e
		}
	}
	for _, words := range [][]token{c.words, c.category} {
		if e, found := c.best(words, w.wide.find(words, c.domain)); found {
			return e
		}
	}
	unit := wordsOf(strings.Map(withoutDigits, t.Unit))
	if e, found := c.best(unit, w.units.find(unit, c.domain)); found {
		return e
	}
	return entry{picture: "pouch", tint: categoryTint}
}

// context holds the clues that type, sub-category and category give about a product.
type context struct {
	domain   string  // of the sub-category or category
	fresh    bool    // the sub-category or category has loose fruit and vegetables
	words    []token // name of the sub-category
	category []token // name of the category
	kind     []token // name of the type
	place    entry   // entry of the type, sub-category or category
	placed   bool    // place is set
}

// contextKey is the cache key of a context: the texts that it is made from.
type contextKey struct{ kind, subCategory, category string }

// maxContexts limits the cached contexts. A shop has about a hundred.
const maxContexts = 2_000

// contextOf returns the context of a thing, from a cache: without it, drawing all products at the start takes twice as long.
func (w *wordTable) contextOf(t Thing) context {
	key := contextKey{t.Type, t.SubCategory, t.Category}
	if c, found := w.contexts.Get(key); found {
		return c
	}
	kind, place, category := w.translate(wordsOf(t.Type)), w.translate(wordsOf(t.SubCategory)), w.translate(wordsOf(t.Category))
	c := context{domain: domainOf(place, category), fresh: isFresh(place) || isFresh(category), words: place, category: category, kind: kind}
	c.place, c.placed = w.placeOf(c, kind, place, category)
	w.contexts.Add(key, c)
	return c
}

// placeOf returns the entry of the thing's type, or else of its sub-category, or else of its category. A type or
// sub-category that is named like a thing, such as "Shampoos", has the thing's entry, unless the category has the same
// name.
func (w *wordTable) placeOf(c context, kind, place, category []token) (entry, bool) {
	for _, name := range [][]token{kind, place} {
		if e, found := c.best(name, w.categories.find(name, c.domain)); found {
			return e, true
		}
		if slices.EqualFunc(name, category, func(a, b token) bool { return a.text == b.text }) {
			continue
		}
		things := slices.DeleteFunc(w.names.find(name, c.domain), func(h hit) bool { return h.foreign(c.domain) })
		if e, found := c.best(name, things); found {
			return e, true
		}
	}
	return c.best(category, w.categories.find(category, c.domain))
}

// entryForName returns the entry for the words of a name. In a category of loose fruit and vegetables, produce comes first.
func (w *wordTable) entryForName(words []token, c context) (entry, bool) {
	if c.fresh {
		if e, found := c.best(words, w.produce.find(words, c.domain)); found {
			return e, true
		}
	}
	return c.best(words, w.things(words, c))
}

// things returns the phrases in words without flavors, variants and phrases of other domains.
func (w *wordTable) things(words []token, c context) []hit {
	return slices.DeleteFunc(w.names.find(words, c.domain), func(h hit) bool {
		return h.foreign(c.domain) || w.isFlavor(h, words, c) || c.isVariant(h, words)
	})
}

// behindFlavor returns the thing after a head of one word that can be a flavor: "Coffee - Pure Milk Chocolate" in
// chocolates. At least two words must follow the head, and the thing must end them. A thing of one word must be in the
// sub-category's name.
func (w *wordTable) behindFlavor(name []token, c context) (entry, bool) {
	head := filter(name, isHead)
	hits := w.things(head, c)
	if len(hits) != 1 || len(head) != 1 || len(w.flavors.entries[head[0].text]) == 0 || head[0].text == "honey" || c.hasWord(head[0].text) {
		return entry{}, false
	}
	rest := filter(name, func(t token) bool { return !t.head && !t.aside })
	return c.best(rest, slices.DeleteFunc(w.names.find(rest, c.domain), func(h hit) bool {
		return h.foreign(c.domain) || h.at+h.length < len(rest) || len(rest) == 1 || h.length == 1 && !c.names(h)
	}))
}

// isFlavor reports whether a phrase is a flavor or scent, in a category of things with flavors. A phrase in the
// sub-category's name is the thing itself, and so is one at the end of the head, except "chocolate".
func (w *wordTable) isFlavor(h hit, words []token, c context) bool {
	if !c.placed || !strings.HasSuffix(c.place.tint, "+") || h.priority == form || h.picture == swallow || h.phrase == "honey" {
		return false
	}
	flavor := len(w.flavors.entries[h.phrase]) > 0
	return flavor && !c.names(h) && (!endsHead(words, h) || h.phrase == "chocolate")
}

// isVariant reports whether a phrase after the head of the name is a variant ("Mom's Cookies - Milk"), not the thing.
// It is the thing if the category is unknown, if its last word is in the sub-category's or type's name ("Orange - Dark
// Chocolate" in chocolates), or if it has several words in a category without flavors ("Homemade - Garlic Paste").
func (c context) isVariant(h hit, words []token) bool {
	if h.length > 1 && !strings.HasSuffix(c.place.tint, "+") {
		return false
	}
	return c.placed && h.priority == thing && !words[h.at+h.length-1].head && !c.hasWord(lastWord(h.phrase)) && !contains(c.kind, lastWord(h.phrase))
}

func lastWord(phrase string) string { return phrase[strings.LastIndexByte(phrase, ' ')+1:] }

// translate translates words of Indian scripts and replaces words that the table lacks by synonyms.
func (w *wordTable) translate(words []token) []token {
	words = translateIndic(words)
	for i, word := range words {
		if synonym, found := w.synonyms[word.text]; found {
			words[i].text = synonym
		}
	}
	return words
}

// translateIndic translates the words of Indian scripts, and drops their stop words, such as का in सरसों का तेल.
func translateIndic(words []token) []token {
	isForeign := func(t token) bool { return indic.Of(t.text) != indic.None }
	if !slices.ContainsFunc(words, isForeign) {
		return words
	}
	words = slices.DeleteFunc(slices.Clone(words), func(t token) bool { return isForeign(t) && indic.IsStopWord(t.text) })
	texts := make([]string, len(words))
	for i, word := range words {
		texts[i] = word.text
	}
	var out []token
	for i := 0; i < len(words); {
		finds, used := "", 0
		if isForeign(words[i]) {
			finds, used = indic.Meaning(texts[i:])
		}
		if used == 0 {
			out = append(out, words[i])
			i++
			continue
		}
		for text := range strings.FieldsSeq(finds) {
			meaning := words[i+used-1]
			meaning.text = singular(text)
			out = append(out, meaning)
		}
		i += used
	}
	return out
}

func filter(words []token, keep func(token) bool) []token {
	kept := make([]token, 0, len(words))
	for _, word := range words {
		if keep(word) {
			kept = append(kept, word)
		}
	}
	return kept
}

func isHead(t token) bool { return t.head }

func isNoAside(t token) bool { return !t.aside }

// best returns the best of hits: by lowest priority, then in the sub-category's name, then at the end of the head (which
// names the thing), then longest, then last.
func (c context) best(words []token, hits []hit) (entry, bool) {
	var chosen hit
	for _, h := range hits {
		if h.picture != swallow && (chosen.phrase == "" || c.better(words, h, chosen)) {
			chosen = h
		}
	}
	return chosen.entry, chosen.phrase != ""
}

func (c context) better(words []token, a, b hit) bool {
	if a.priority != b.priority {
		return a.priority < b.priority
	}
	if names := c.names(a); names != c.names(b) {
		return names
	}
	if ends := endsHead(words, a); ends != endsHead(words, b) {
		return ends
	}
	if a.length != b.length {
		return a.length > b.length
	}
	return a.at > b.at
}

// names reports whether the sub-category's name has all words of a hit.
func (c context) names(h hit) bool {
	for word := range strings.FieldsSeq(h.phrase) {
		if !c.hasWord(word) {
			return false
		}
	}
	return true
}

// hasWord reports whether the sub-category's name has a word.
func (c context) hasWord(word string) bool { return contains(c.words, word) }

func contains(words []token, word string) bool {
	return slices.ContainsFunc(words, func(t token) bool { return t.text == word })
}

// endsHead reports whether a hit is in the head, and only numbers and vague words follow it there.
func endsHead(words []token, h hit) bool {
	if !words[h.at+h.length-1].head {
		return false
	}
	for _, word := range words[h.at+h.length:] {
		if !word.head {
			return true
		}
		if !vague[word.text] && !strings.ContainsAny(word.text, "0123456789") {
			return false
		}
	}
	return true
}

// freshWords mark names of categories of loose fruit and vegetables, unless the name also has one of preparedWords.
var (
	freshWords    = map[string]bool{"fruit": true, "vegetable": true, "herb": true, "sabzi": true, "sprout": true, "flower": true}
	preparedWords = map[string]bool{"juice": true, "drink": true, "dry": true, "dried": true, "frozen": true, "canned": true, "snack": true, "puree": true, "tinned": true, "oil": true, "spice": true, "tea": true}
)

func isFresh(place []token) bool {
	fresh := false
	for _, word := range place {
		if preparedWords[word.text] {
			return false
		}
		fresh = fresh || freshWords[word.text]
	}
	return fresh
}

func withoutDigits(r rune) rune {
	if r >= '0' && r <= '9' || r == '.' {
		return ' '
	}
	return r
}

// IsFresh reports whether a sub-category or its category holds loose fruit and vegetables.
func IsFresh(subCategory, category string) bool {
	return isFresh(wordsOf(subCategory)) || isFresh(wordsOf(category))
}
