package drawing

import (
	"slices"
	"strings"
	"unicode"
)

// token is a word of a name.
type token struct {
	text  string // lower case, singular, as in the table
	shown string // as a label shows it
	head  bool   // before the first comma, dash or joining word, and not in brackets
	aside bool   // after a joining word: "With Jeera"
}

// joining words end the part of a name that names the thing.
var joining = map[string]bool{"with": true, "for": true, "in": true, "from": true}

// vague words do not identify a thing: "Powder - Jeera".
var vague = map[string]bool{
	"and": true, "of": true, "the": true, "a": true, "n": true, "pack": true, "combo": true, "set": true, "new": true, "premium": true,
	"pure": true, "fresh": true, "frozen": true, "natural": true, "organic": true, "special": true, "classic": true, "original": true, "regular": true,
	"certified": true, "powder": true, "whole": true, "select": true, "spice": true, "roasted": true, "salted": true, "toasted": true,
	"g": true, "kg": true, "gm": true, "ml": true, "l": true, "ltr": true, "pc": true, "rs": true, "off": true, "get": true, "buy": true, "free": true,
}

// wordsOf returns the words of a text. Words consist of letters and digits.
func wordsOf(text string) []token {
	var out []token
	head, aside, brackets := true, false, 0
	runes := []rune(text)
	for i := 0; i < len(runes); {
		r := runes[i]
		if !wordRune(r) {
			switch {
			case r == '(' || r == '[':
				brackets++
			case r == ')' || r == ']':
				brackets = max(brackets-1, 0)
			case brackets == 0 && ends(runes, i) && len(out) > 0:
				head, aside = false, false
			}
			i++
			continue
		}
		start := i
		for i < len(runes) && (wordRune(runes[i]) || apostrophe(runes, i)) {
			i++
		}
		shown := strings.Map(withoutApostrophe, string(runes[start:i]))
		lower := strings.ToLower(shown)
		if joining[lower] && len(out) > 0 {
			head, aside = false, true
		}
		out = append(out, token{text: singular(lower), shown: titled(shown), head: head && brackets == 0, aside: aside})
	}
	return out
}

func withoutApostrophe(r rune) rune {
	if r == '\'' || r == '’' {
		return -1
	}
	return r
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func apostrophe(runes []rune, i int) bool {
	return (runes[i] == '\'' || runes[i] == '’') && i+1 < len(runes) && unicode.IsLetter(runes[i+1])
}

// ends reports whether a mark ends the head of a name. A hyphen inside a word does not.
func ends(runes []rune, i int) bool {
	switch runes[i] {
	case ',', '|', ':', ';', '–', '—':
		return true
	case '+': // "A+" is a name
		return i > 0 && unicode.IsSpace(runes[i-1])
	case '-':
		return i > 0 && unicode.IsSpace(runes[i-1]) || i+1 < len(runes) && unicode.IsSpace(runes[i+1])
	}
	return false
}

// titled capitalizes the first letter of a word.
func titled(word string) string {
	runes := []rune(word)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}

// singular removes a plural ending. The result is only compared, never shown.
func singular(word string) string {
	n := len(word)
	switch {
	case n < 4 || strings.HasSuffix(word, "ss"):
		return word
	case n > 4 && strings.HasSuffix(word, "ies"):
		return word[:n-3] + "y"
	case n > 4 && strings.HasSuffix(word, "ie"): // "cookie" becomes "cooky", like "cookies"
		return word[:n-2] + "y"
	case n > 4 && strings.HasSuffix(word, "oes"), n > 4 && strings.HasSuffix(word, "xes"), n > 5 && strings.HasSuffix(word, "shes"),
		n > 5 && strings.HasSuffix(word, "ches"), n > 5 && strings.HasSuffix(word, "sses"):
		return word[:n-2]
	}
	return strings.TrimSuffix(word, "s")
}

// withoutBrand returns a name without a leading brand. A name that consists of the brand stays.
func withoutBrand(name, brand []token) []token {
	same := func(a, b token) bool { return a.text == b.text }
	if len(brand) == 0 || len(brand) >= len(name) || !slices.EqualFunc(name[:len(brand)], brand, same) {
		return name
	}
	return slices.Clone(name[len(brand):])
}

// withHead extends the head to the whole name if the head has only vague words: "Organic - Toor Dal", or "Tata, Salt" without
// its brand.
func withHead(name []token) []token {
	if slices.ContainsFunc(name, func(t token) bool { return t.head && !vague[t.text] }) {
		return name
	}
	name = slices.Clone(name)
	for i := range name {
		name[i].head = !name[i].aside
	}
	return name
}

// Words returns the words of a name, singular and in lower case, without a leading brand. head names the thing; variant
// follows a comma or dash, or is in brackets. Words after a joining word, such as "with", are left out. Words of Indian
// scripts are translated to English if the dictionary has them.
func Words(name, brand string) (head, variant []string) {
	for _, word := range translateIndic(withoutBrand(wordsOf(name), wordsOf(brand))) {
		switch {
		case word.head:
			head = append(head, word.text)
		case !word.aside:
			variant = append(variant, word.text)
		}
	}
	return head, variant
}

// IsVague reports whether a word does not identify a thing: a number, or a word such as "premium".
func IsVague(word string) bool { return vague[word] || strings.ContainsAny(word, "0123456789") }
