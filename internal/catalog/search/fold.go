package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kirana/internal/catalog/search/indic"
)

// token is one folded word of a text with its role.
type token struct {
	text  string
	role  role
	title bool // before the first comma or dash, in the part that names the thing
	// meaning marks an added translation of a word in an Indian script.
	meaning bool
}

// role is the function of a word in a name.
type role uint8

const (
	beside role = iota // a brand, flavor or ingredient: the first two words of "Britannia Butter Cookies - Salted"
	formed             // the thing, sold in a form: "turmeric" in "Turmeric Powder", "tea" in "Tea Bags"
	head               // the thing itself: "butter" in "Amul Butter - Salted"
)

// forms are words for the form of a thing, such as "powder".
var forms = map[string]bool{
	"bag": true, "bags": true, "bar": true, "bars": true, "block": true, "bottle": true, "box": true, "can": true, "combo": true,
	"cubes": true, "jar": true, "leaves": true, "pack": true, "packet": true, "pouch": true, "powder": true, "refill": true, "sachet": true,
	"slices": true, "sticks": true, "tin": true, "tray": true, "tub": true,
}

// joining words end the part of a name that names the thing ("Body Wash for Men"). Queries do not require them.
var joining = map[string]bool{
	"a": true, "an": true, "and": true, "by": true, "for": true, "from": true, "in": true, "n": true,
	"of": true, "on": true, "or": true, "the": true, "to": true, "with": true, "without": true,
}

// coordinating words join two words into one thing: "Strawberries and Cream Tea" is a tea.
var coordinating = map[string]bool{"and": true, "n": true, "or": true}

// fold returns the words of a text normalized for comparison: in lower case, without accents and apostrophes, split at
// other punctuation. "500ml" becomes "500" and "ml"; "a2" and "b12" stay whole.
func fold(text string) []token {
	var (
		out      []token
		word     strings.Builder
		previous rune
		first    = true // in the part of the text that names the thing
	)
	closeWord := func() {
		if word.Len() == 0 {
			return
		}
		folded := strings.TrimRight(word.String(), ".")
		word.Reset()
		if first && endsTitle(folded, out) {
			markHead(out)
			first = false
		}
		for _, part := range measures(folded) {
			out = append(out, token{text: part, title: first})
		}
	}
	runes := []rune(decompose(text))
	for i, r := range runes {
		if digit, ok := indic.Digit(r); ok {
			r = rune(digit)
		}
		switch {
		case r >= 0x300 && r <= 0x36f, r == '\'', r == '’', r == '`', indic.IsJoiner(r):
			continue
		case r == 'ß':
			word.WriteString("ss")
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			word.WriteRune(unicode.ToLower(r))
		case r == '.' && unicode.IsDigit(previous) && i+1 < len(runes) && unicode.IsDigit(runes[i+1]):
			word.WriteRune(r)
		default:
			closeWord()
			if first && len(out) > 0 && endsPart(r, previous) {
				markHead(out)
				first = r == '/'
			}
		}
		previous = r
	}
	closeWord()
	if first {
		markHead(out)
	}
	return out
}

// endsTitle reports whether a word ends the part of a name that names the thing: "for" does, "in" of "2 in 1" does not.
// before are the preceding words.
func endsTitle(word string, before []token) bool {
	afterNumber := len(before) > 0 && isNumber(before[len(before)-1].text)
	return joining[word] && !coordinating[word] && !afterNumber
}

// decompose returns text in NFKD, which separates letters from their accents. ASCII text needs no work.
func decompose(text string) string {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return norm.NFKD.String(text)
		}
	}
	return text
}

// endsPart reports whether a mark ends the part of a name that names the thing. A hyphen within a word does not.
func endsPart(r, previous rune) bool {
	switch r {
	case ',', '(', '/', '|', ':', ';', '–', '—':
		return true
	}
	return r == '-' && unicode.IsSpace(previous)
}

// markHead gives the role head to the last word that is not a measure.
func markHead(tokens []token) {
	for i := len(tokens) - 1; i >= 0; i-- {
		if isNumber(tokens[i].text) || isUnit(tokens[i].text) {
			continue
		}
		tokens[i].role = head
		if forms[tokens[i].text] && i > 0 && tokens[i-1].role == beside {
			tokens[i-1].role = formed
		}
		return
	}
}

func texts(tokens []token) []string {
	out := make([]string, len(tokens))
	for i, t := range tokens {
		out[i] = t.text
	}
	return out
}

// singulars returns the texts of tokens in singular.
func singulars(tokens []token) []string {
	out := texts(tokens)
	for i, word := range out {
		out[i] = singular(word)
	}
	return out
}

// irregular maps irregular plurals and other spellings to their singular.
var irregular = func() map[string]string {
	words := map[string]string{"leaves": "leaf", "loaves": "loaf", "halves": "half", "knives": "knife", "wives": "wife"}
	for word, first := range spellings {
		words[word] = stem(first)
	}
	return words
}()

// spellings maps a spelling in Latin letters to the usual one: "aata" to "atta". Synonyms with the same phonetic key
// are spellings of one word.
var spellings = func() map[string]string {
	usual := map[string]string{}
	for _, group := range synonyms {
		first := map[string]string{}
		for _, word := range group {
			key := indic.Key(word)
			switch {
			case key == "":
			case first[key] == "":
				first[key] = word
			default:
				usual[word] = first[key]
			}
		}
	}
	return usual
}()

// singular returns the form that a word and its plural share: "tomato" for tomatoes, "cooky" for cookie, "chees" for
// cheese. The form is only compared and need not be a word.
func singular(word string) string {
	if form, ok := irregular[word]; ok {
		return form
	}
	return stem(word)
}

// stem removes a plural ending.
func stem(word string) string {
	n := len(word)
	switch {
	case n < 4:
		return word
	case n > 4 && strings.HasSuffix(word, "ies"):
		return word[:n-3] + "y"
	case n > 4 && strings.HasSuffix(word, "ie"):
		return word[:n-2] + "y"
	case strings.HasSuffix(word, "ss"), strings.HasSuffix(word, "us"), strings.HasSuffix(word, "is"):
		return word
	}
	word = strings.TrimSuffix(word, "s")
	for _, ending := range []string{"oe", "se", "xe", "ze", "che", "she"} {
		if len(word) > 3 && strings.HasSuffix(word, ending) {
			return word[:len(word)-1]
		}
	}
	return word
}
