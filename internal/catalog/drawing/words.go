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

// entry is a row of words.csv: the picture for a phrase.
type entry struct {
	phrase   string // singular words in lower case, separated by spaces
	picture  string // a silhouette, a file of pictures/, or swallow
	tint     string // from tints.csv, or categoryTint; with a "+" at its end, a flavor in the name replaces it
	label    string
	domain   string // domain of its categories, such as food; "": any
	priority int    // of several hits, the lowest wins
	length   int    // number of words in phrase
}

// swallow marks a phrase without a picture. It hides its words from other phrases: "tea tree".
const swallow = "-"

// Priorities of the table.
const (
	form    = 1 // a form that decides: shampoo, pickle
	thing   = 2 // the thing itself: toor dal, milk
	produce = 3 // first in categories of fruit and vegetables, late elsewhere
	vessel  = 4 // a container of many things: gel, kit
	place   = 5 // the name of a category or sub-category
	weak    = 6 // a word that says little: oil, bar
	wide    = 7 // the name of a category with many kinds of things
)

// phrases maps phrases to entries. longest maps a word to the number of words of the longest phrase that begins with it.
type phrases struct {
	entries map[string][]entry // several if the meaning depends on the domain
	longest map[string]int
}

func newPhrases() *phrases { return &phrases{entries: map[string][]entry{}, longest: map[string]int{}} }

func (p *phrases) add(e entry) {
	p.entries[e.phrase] = append(p.entries[e.phrase], e)
	first, _, _ := strings.Cut(e.phrase, " ")
	p.longest[first] = max(p.longest[first], e.length)
}

// wordTable is the parsed words.csv.
type wordTable struct {
	names      *phrases
	weakNames  *phrases
	produce    *phrases
	categories *phrases
	wide       *phrases
	flavors    *phrases
	units      *phrases
	synonyms   map[string]string // for words that the table lacks
	contexts   *lru.Cache[contextKey, context]
}

var table = sync.OnceValue(readTable)

func readTable() *wordTable {
	w := &wordTable{
		names: newPhrases(), weakNames: newPhrases(), produce: newPhrases(), categories: newPhrases(), wide: newPhrases(),
		flavors: newPhrases(), units: newPhrases(), synonyms: map[string]string{},
	}
	w.contexts, _ = lru.New[contextKey, context](maxContexts) // fails only for size 0
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
		w.phrasesIn(row[1], priority).add(e)
		for word := range strings.FieldsSeq(e.phrase) {
			known[word] = true
		}
	}
	for _, group := range search.Synonyms() {
		w.addSynonyms(group, known)
	}
	return w
}

// phrasesIn returns the phrases that a row belongs to, by its columns where and priority. It panics if where is unknown.
func (w *wordTable) phrasesIn(where string, priority int) *phrases {
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

// addSynonyms maps the words of a group that are not in the table to the first word of the group
// that is in it.
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

// folded normalizes a phrase like a name.
func folded(phrase string) string {
	var texts []string
	for _, t := range wordsOf(phrase) {
		texts = append(texts, t.text)
	}
	return strings.Join(texts, " ")
}

// hit is a phrase found at word index at.
type hit struct {
	entry

	at int
}

// find returns the phrases in words, the longest first, with their meaning in a domain. Phrases do not overlap.
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

// meaning returns the entry of a phrase for a domain.
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
