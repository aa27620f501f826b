package search

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"kirana/internal/catalog/search/indic"
)

// term is a word of products or of synonyms.
type term struct {
	text     string
	runes    []rune
	postings []posting // ordered by slot
	// same lists the synonyms: "milk" for "doodh". A synonym of several terms is a phrase: all must occur.
	same [][]*term
}

// posting records that a product uses a term, and where.
type posting struct {
	slot  int32
	field field // the heaviest field with the word
	// bonus is added to the match; detail breaks ties between equal matches.
	bonus, detail uint8
}

// entry is a term with copies of the values that scans over the vocabulary compare first.
type entry struct {
	letters uint32
	length  uint16 // in letters
	shared  uint16 // leading letters in common with the previous entry
	term    *term
}

// vocabulary holds all terms, by text, in alphabetical order and by singular.
type vocabulary struct {
	byText     map[string]*term
	bySingular map[string][]*term
	sorted     []entry
	keys       []keyedTerm          // sorted
	scripts    int                  // number of words in Indian scripts
	phrases    map[string][][]*term // meanings of two typed words: "lady finger"
	bulk       bool                 // sorted and keys are not maintained until sort is called
	newTerms   []term               // current slab of terms, in bulk mode
	newRunes   []rune               // current slab of their letters
}

func newVocabulary() *vocabulary {
	v := &vocabulary{
		byText:     map[string]*term{},
		bySingular: map[string][]*term{},
		phrases:    map[string][][]*term{},
		bulk:       true,
	}
	for _, group := range synonyms {
		expand := make([][]*term, len(group))
		for i, words := range group {
			for _, word := range strings.Fields(words) {
				expand[i] = append(expand[i], v.term(word))
			}
		}
		for i, meaning := range expand {
			synonyms := slices.Concat(expand[:i], expand[i+1:])
			v.addMeanings(group[i], meaning, synonyms)
		}
	}
	v.sort()
	return v
}

// addMeanings adds synonyms to a word or a phrase.
func (v *vocabulary) addMeanings(words string, meaning []*term, synonyms [][]*term) {
	if len(meaning) == 1 {
		meaning[0].same = append(meaning[0].same, synonyms...)
		return
	}
	v.phrases[words] = append(v.phrases[words], synonyms...)
}

// term returns the term of a word, adding it if it is new.
func (v *vocabulary) term(word string) *term {
	if t, ok := v.byText[word]; ok {
		return t
	}
	t := v.newTerm(word)
	word = t.text
	v.byText[word] = t
	form := singular(word)
	v.bySingular[form] = append(v.bySingular[form], t)
	e := entry{letters: letters(t.runes), length: uint16(min(len(t.runes), math.MaxUint16)), term: t}
	if indic.Of(word) != indic.None {
		v.scripts++
	}
	if v.bulk {
		v.sorted = append(v.sorted, e)
		return t
	}
	at, _ := v.find(word)
	v.sorted = slices.Insert(v.sorted, at, e)
	for _, k := range keysOf(t) {
		at, _ := slices.BinarySearchFunc(v.keys, k, keyedTerm.compare)
		v.keys = slices.Insert(v.keys, at, k)
	}
	v.setShared(at)
	v.setShared(at + 1)
	return t
}

// newTerm returns a new term. In bulk mode it allocates from slabs, so that terms are not scattered among garbage of
// the build.
func (v *vocabulary) newTerm(word string) *term {
	if !v.bulk {
		word = strings.Clone(word)
		return &term{text: word, runes: []rune(word)}
	}
	if len(v.newTerms) == cap(v.newTerms) {
		v.newTerms = make([]term, 0, termsPerSlab)
	}
	if cap(v.newRunes)-len(v.newRunes) < len(word) { // a word has no more letters than bytes
		v.newRunes = make([]rune, 0, max(len(word), lettersPerSlab))
	}
	from := len(v.newRunes)
	for _, r := range word {
		v.newRunes = append(v.newRunes, r)
	}
	v.newTerms = append(v.newTerms, term{text: strings.Clone(word), runes: v.newRunes[from:len(v.newRunes):len(v.newRunes)]})
	return &v.newTerms[len(v.newTerms)-1]
}

// Sizes of newTerm's slabs, in terms and in runes.
const (
	termsPerSlab   = 256
	lettersPerSlab = 2048
)

// removeUnused removes a term without products, so that misspellings are not corrected to it. Words of synonyms stay.
func (v *vocabulary) removeUnused(t *term) {
	if len(t.postings) > 0 || synonymWords[t.text] {
		return
	}
	delete(v.byText, t.text)
	if indic.Of(t.text) != indic.None {
		v.scripts--
	}
	for _, k := range keysOf(t) {
		if at, found := slices.BinarySearchFunc(v.keys, k, keyedTerm.compare); found {
			v.keys = slices.Delete(v.keys, at, at+1)
		}
	}
	form := singular(t.text)
	v.bySingular[form] = slices.DeleteFunc(v.bySingular[form], func(indexed *term) bool { return indexed == t })
	if len(v.bySingular[form]) == 0 {
		delete(v.bySingular, form)
	}
	if at, ok := v.find(t.text); ok {
		v.sorted = slices.Delete(v.sorted, at, at+1)
		v.setShared(at)
	}
}

// setShared counts the leading letters that an entry shares with the one before it.
func (v *vocabulary) setShared(at int) {
	if at >= len(v.sorted) {
		return
	}
	shared := 0
	if at > 0 {
		before, word := v.sorted[at-1].term.runes, v.sorted[at].term.runes
		for limit := min(len(before), len(word), math.MaxUint16); shared < limit && before[shared] == word[shared]; {
			shared++
		}
	}
	v.sorted[at].shared = uint16(shared)
}

// sort sorts terms and keys, and ends bulk mode.
func (v *vocabulary) sort() {
	slices.SortFunc(v.sorted, func(a, b entry) int { return strings.Compare(a.term.text, b.term.text) })
	for at := range v.sorted {
		v.setShared(at)
	}
	v.keys = make([]keyedTerm, 0, len(v.sorted))
	for _, e := range v.sorted {
		v.keys = append(v.keys, keysOf(e.term)...)
	}
	slices.SortFunc(v.keys, keyedTerm.compare)
	v.bulk, v.newTerms, v.newRunes = false, nil, nil
}

func (v *vocabulary) find(word string) (int, bool) {
	return slices.BinarySearchFunc(v.sorted, word, func(e entry, w string) int { return strings.Compare(e.term.text, w) })
}

// withPrefix returns the entries of the words that begin with prefix.
func (v *vocabulary) withPrefix(prefix string) []entry {
	from, _ := v.find(prefix)
	if from == len(v.sorted) || !strings.HasPrefix(v.sorted[from].term.text, prefix) {
		return nil
	}
	letters, to := utf8.RuneCountInString(prefix), from+1
	for to < len(v.sorted) && int(v.sorted[to].shared) >= letters {
		to++
	}
	return v.sorted[from:to]
}

// addPosting adds a posting, or replaces the one of the same product.
func (t *term) addPosting(p posting) {
	if n := len(t.postings); n == 0 || t.postings[n-1].slot < p.slot {
		t.postings = append(t.postings, p)
		return
	}
	at, found := t.at(p.slot)
	if found {
		t.postings[at] = p
		return
	}
	t.postings = slices.Insert(t.postings, at, p)
}

func (t *term) removePosting(slot int32) {
	if at, found := t.at(slot); found {
		t.postings = slices.Delete(t.postings, at, at+1)
	}
}

func (t *term) at(slot int32) (int, bool) {
	return slices.BinarySearchFunc(t.postings, slot, func(p posting, s int32) int { return int(p.slot) - int(s) })
}

func (t *term) inNames() bool {
	return slices.ContainsFunc(t.postings, func(p posting) bool { return p.field.inName() })
}

// isTitleWord reports whether the word names a product in its title, or has synonyms.
func (t *term) isTitleWord() bool {
	return synonymWords[t.text] || slices.ContainsFunc(t.postings, func(p posting) bool { return p.field.isTitle() })
}
