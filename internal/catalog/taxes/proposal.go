package taxes

import (
	"bytes"
	_ "embed" // the list of words
	"encoding/csv"
	"slices"
	"strings"
	"sync"

	"kirana/internal/catalog/drawing"
)

// wordsFile maps phrases of product names to the HSN and condition of such goods. Its fourth column limits
// the sub-categories in which the phrase counts. A phrase without an HSN hides the shorter phrases in it:
// "coconut milk" must not match "milk".
//
//go:embed words.csv
var wordsFile []byte

// Match is the HSN and condition of the phrase that a product's words match.
type Match struct {
	HSN       string
	Condition string
	Phrase    string
}

// The values of the fourth column. In other sub-categories the phrase may be a flavor or an ingredient.
const (
	whereFresh = "fresh" // in a sub-category of fruit and vegetables, or if the rest of the name is vague
	wherePlace = "place" // in a sub-category whose name has a phrase of the same heading
)

type phrase struct {
	Match

	where string
}

var phrases = sync.OnceValue(func() map[string]phrase {
	records, err := csv.NewReader(bytes.NewReader(wordsFile)).ReadAll()
	if err != nil {
		panic(err) // the file is part of the program
	}
	known := map[string]phrase{}
	for _, record := range records[1:] {
		known[strings.Join(wordsOf(record[0]), " ")] = phrase{Match{HSN: record[1], Condition: record[2], Phrase: record[0]}, record[3]}
	}
	return known
})

// wordsOf returns all words of a text, in the form in which phrases are compared.
func wordsOf(text string) []string {
	words, _ := drawing.Words(strings.Map(func(r rune) rune {
		if strings.ContainsRune(",&/()-", r) {
			return ' '
		}
		return r
	}, text), "")
	return words
}

// maxPhraseWords is the number of words in the longest phrase.
const maxPhraseWords = 5

// hit is a phrase found in the words of a name.
type hit struct {
	phrase

	from, to int // indices of the words, to exclusive
}

// find returns the phrases in words from left to right without overlap. At each word it prefers the longest phrase.
func find(words []string) (hits []hit) {
	for from := 0; from < len(words); {
		next := from + 1
		for to := min(len(words), from+maxPhraseWords); to > from; to-- {
			if p, known := phrases()[strings.Join(words[from:to], " ")]; known {
				hits, next = append(hits, hit{p, from, to}), to
				break
			}
		}
		from = next
	}
	return hits
}

// Thing holds the texts of a product that decide its tax.
type Thing struct {
	Name, Brand, SubCategory, Category string
}

// Propose returns the match of a thing by its words. ok is false if there is none or it is uncertain.
func Propose(t Thing) (m Match, ok bool) {
	if strings.ContainsRune(t.Name, '+') || strings.Contains(strings.ToLower(t.Name), "combo") { // several things
		return Match{}, false
	}
	head, variant := drawing.Words(t.Name, t.Brand)
	isVague := !slices.ContainsFunc(head, isSpecific)
	// Read "Powder - Coriander" as coriander powder. A single word of the variant is a flavor, unless the head is vague.
	for _, name := range [][]string{slices.Concat(variant, head), head} {
		hits := find(name)
		if len(hits) == 0 {
			continue
		}
		last := hits[len(hits)-1]
		if inVariant := last.to <= len(name)-len(head); inVariant && last.to-last.from == 1 && !isVague {
			continue
		}
		return last.Match, last.HSN != "" && placeOf(t).fits(last, name, variant)
	}
	return Match{}, false
}

// place describes the sub-category of a thing: its domain, whether its goods are fresh, and its words with the phrases in them.
type place struct {
	domain string
	fresh  bool
	words  []string
	hits   []hit
}

func placeOf(t Thing) place {
	words, domain := wordsOf(t.SubCategory), drawing.DomainOf(t.SubCategory, "")
	switch category := drawing.DomainOf(t.Category, ""); {
	case slices.Contains(words, "grocery"): // may hold soap, too
		domain = ""
	case domain == "" && category != "food":
		domain = category
	}
	return place{domain, drawing.IsFresh(t.SubCategory, t.Category), words, find(words)}
}

// fits reports whether a hit is certain: its goods belong in the sub-category, and the rest of the name does not contradict it.
func (p place) fits(h hit, name, variant []string) bool {
	if foreign(h.HSN, p.domain) || isRaw(h.HSN) && (p.isPrepared() || h.isPrepared(name) || h.isPrepared(variant)) {
		return false
	}
	agrees := slices.ContainsFunc(p.hits, func(candidate hit) bool { return candidate.HSN != "" && heading(candidate.HSN) == heading(h.HSN) })
	ends := !slices.ContainsFunc(name[h.to:], isSpecific)
	switch h.where {
	case whereFresh:
		return p.fresh || ends && p.domain == "" && !slices.ContainsFunc(name[:h.from], isSpecific)
	case wherePlace:
		return agrees
	}
	return agrees || ends
}

func isSpecific(word string) bool { return !drawing.IsVague(word) }

// heading returns the first four digits of an HSN.
func heading(hsn string) string { return hsn[:min(4, len(hsn))] }

// isRaw reports whether an HSN belongs to raw produce. Prepared produce has an HSN of another chapter.
func isRaw(hsn string) bool { return hsn[:2] <= "12" && hsn[:2] != "04" && hsn[:2] != "11" }

// preparations are words for processed goods.
var preparations = setOf(`roasted salted fried smoked masala flavoured flavored flavour flavor coated caramel cheese chocolate choco brine canned
	tinned water vinegar marinated marinade cooked capsule tablet vati juice paste drink biscuit papad bar spread syrup sandwich nugget kebab kabab tikka
	salami sausage seasoning popcorn premix instant mix herbal chamomile tulsi hibiscus iced kombucha sprout sprouted chip vacuum peri jalapeno barbeque bbq
	honey yummy mexican tandoori ready curry extract crystal candy soap shampoo scrub flake frozen dehydrated puffed popped churna oil butter milk sauce soup
	noodle pasta cookie cooky cake cracker rusk namkeen pickle jam chutney flour atta spicy crunchy bhujia treat dessert tangy chilly wasabi pudding squash
	ketchup powdered preserve vegan`)

// preparedPlaces are words for sub-categories of prepared food. A sub-category with a word of rawPlaces also holds raw goods.
var (
	preparedPlaces = setOf(`snack namkeen tinned canned ready processed juice drink beverage supplement protein marinated bar cereal mukhwas mithai sweet chocolate biscuit frozen`)
	rawPlaces      = setOf(`dry nut seed raw`)
)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// isPrepared reports whether a word outside of the phrase says that the goods are processed.
func (h hit) isPrepared(words []string) bool {
	own := wordsOf(h.Phrase)
	return slices.ContainsFunc(words, func(word string) bool { return preparations[word] && !slices.Contains(own, word) })
}

func (p place) isPrepared() bool {
	return slices.ContainsFunc(p.words, func(word string) bool { return preparedPlaces[word] }) &&
		!slices.ContainsFunc(p.words, func(word string) bool { return rawPlaces[word] })
}

// foreign reports whether goods of an HSN do not belong to a domain of sub-categories. Food is in the
// chapters 2 to 22, and in 25 (salt).
func foreign(hsn, domain string) bool {
	chapter, head := hsn[:2], heading(hsn)
	food := chapter <= "22" || chapter == "25"
	switch domain {
	case "food":
		return !food
	case "home":
		return food || chapter == "33" && head != "3307" && head != "3304"
	case "care":
		return food || chapter >= "40" && !slices.Contains([]string{"48", "56", "82", "96"}, chapter)
	case "health":
		return slices.Contains([]string{"07", "08", "09", "17", "18"}, chapter) || chapter == "04" && head != "0409"
	case "baby":
		return chapter >= "04" && chapter <= "18"
	case "pet":
		return head != "2309"
	}
	return false
}
