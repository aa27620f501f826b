package drawing

import (
	_ "embed"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"kirana/internal/catalog/search"
)

//go:embed words.csv
var wordsFile string

// entry is a row of words.csv: which picture a phrase leads to.
type entry struct {
	phrase   string // singular words of lower case, one space between them
	picture  string // a silhouette, a file of pictures/, or swallow
	tint     string // of tints.csv; with + behind it a flavor in the name changes it; categoryTint
	label    string
	domain   string // of the categories that it belongs to, such as food; "" is any
	priority int    // of several that are found, the lowest wins
	length   int    // words of the phrase
}

// swallow is the picture of a phrase that only keeps its words from others: "tea tree".
const swallow = "-"

// Priorities of the table.
const (
	form    = 1 // a form that decides: shampoo, pickle
	thing   = 2 // the thing itself: toor dal, milk
	produce = 3 // first in categories of fruit and vegetables, late elsewhere
	vessel  = 4 // what many things come as: gel, kit
	place   = 5 // the name of a category or sub-category
	weak    = 6 // a word that says little: oil, bar
	wide    = 7 // the name of a category that holds many kinds of things
)

// phrases are entries by their phrase, and how many words the longest has that begins with
// a word: most words begin none.
type phrases struct {
	entries map[string][]entry // more than one where it means something else in another domain
	longest map[string]int
}

func newPhrases() *phrases { return &phrases{entries: map[string][]entry{}, longest: map[string]int{}} }

func (p *phrases) add(e entry) {
	p.entries[e.phrase] = append(p.entries[e.phrase], e)
	first, _, _ := strings.Cut(e.phrase, " ")
	p.longest[first] = max(p.longest[first], e.length)
}

// wordTable is words.csv.
type wordTable struct {
	names      *phrases
	weakNames  *phrases
	produce    *phrases
	categories *phrases
	wide       *phrases
	flavors    *phrases
	units      *phrases
	synonyms   map[string]string // of words that the table does not have
	contexts   *lru.Cache[contextKey, context]
}

var table = sync.OnceValue(readTable)

func readTable() *wordTable {
	w := &wordTable{
		names: newPhrases(), weakNames: newPhrases(), produce: newPhrases(), categories: newPhrases(), wide: newPhrases(),
		flavors: newPhrases(), units: newPhrases(), synonyms: map[string]string{},
	}
	w.contexts, _ = lru.New[contextKey, context](maxContexts) // fails for a size of 0 only
	rows, err := csv.NewReader(strings.NewReader(wordsFile)).ReadAll()
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
	}
	known := map[string]bool{}
	for _, row := range rows[1:] {
		priority, err := strconv.Atoi(row[5])
		if err != nil {
			panic(err)
		}
		e := entry{phrase: folded(row[0]), picture: row[2], tint: row[3], label: row[4], priority: priority, domain: row[6]}
		e.length = strings.Count(e.phrase, " ") + 1
		w.of(row[1], priority).add(e)
		for word := range strings.FieldsSeq(e.phrase) {
			known[word] = true
		}
	}
	for _, group := range search.Synonyms() {
		w.addSynonyms(group, known)
	}
	return w
}

// of returns the phrases that a row belongs to.
func (w *wordTable) of(where string, priority int) *phrases {
	switch {
	case where == "name" && priority == weak:
		return w.weakNames
	case where == "name":
		return w.names
	case where == "produce":
		return w.produce
	case where == "category" && priority == wide:
		return w.wide
	case where == "category":
		return w.categories
	case where == "flavour":
		return w.flavors
	case where == "unit":
		return w.units
	}
	panic("words.csv: no such place: " + where)
}

// addSynonyms makes words that the table lacks stand for the first of their group that
// it has.
func (w *wordTable) addSynonyms(group []string, known map[string]bool) {
	var has string
	for _, word := range group {
		if word = folded(word); known[word] {
			has = word
			break
		}
	}
	for _, word := range group {
		if word = folded(word); has != "" && !known[word] && !strings.Contains(word, " ") {
			w.synonyms[word] = has
		}
	}
}

// folded writes a phrase as names are compared.
func folded(phrase string) string {
	var texts []string
	for _, t := range wordsOf(phrase) {
		texts = append(texts, t.text)
	}
	return strings.Join(texts, " ")
}

// hit is a phrase that was found, and at which word.
type hit struct {
	entry

	at int
}

// find returns the phrases among words, the longest first, with their meaning in a
// domain: a word that one has used is not used by another.
func (p *phrases) find(words []token, domain string) []hit {
	longest := 0
	for _, word := range words {
		longest = max(longest, p.longest[word.text])
	}
	if longest == 0 {
		return nil
	}
	var hits []hit
	used := make([]bool, len(words))
	for length := min(longest, len(words)); length > 0; length-- {
		for at := 0; at+length <= len(words); at++ {
			if p.longest[words[at].text] < length || slices.Contains(used[at:at+length], true) {
				continue
			}
			meanings := p.entries[join(words[at:at+length])]
			if len(meanings) == 0 {
				continue
			}
			for i := at; i < at+length; i++ {
				used[i] = true
			}
			hits = append(hits, hit{meaning(meanings, domain), at})
		}
	}
	return hits
}

// meaning returns the entry of a phrase in a domain.
func meaning(meanings []entry, domain string) entry {
	for _, e := range meanings {
		if e.domain == domain {
			return e
		}
	}
	for _, e := range meanings {
		if !e.foreign(domain) {
			return e
		}
	}
	return meanings[0]
}

func join(words []token) string {
	if len(words) == 1 {
		return words[0].text
	}
	var b strings.Builder
	for i, word := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word.text)
	}
	return b.String()
}
