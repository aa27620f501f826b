package search

import (
	_ "embed"
	"encoding/csv"
	"strings"
	"sync"
	"unicode"

	"kirana/internal/catalog/search/indic"
)

// things maps each word of a group of synonyms to the first of the group that indic.Name can translate. Groups without
// one are omitted.
var things = sync.OnceValue(func() map[string]string {
	found := map[string]string{}
	for _, group := range synonyms {
		for _, thing := range group {
			if indic.Name("hi", thing) == "" {
				continue
			}
			for _, word := range group {
				if found[word] == "" {
					found[word] = thing
				}
			}
			break
		}
	}
	return found
})

// conjunctions are the joining words that are translated, by language.
var conjunctions = map[string]map[string]string{
	"hi": {"and": "और", "&": "और", "with": "के साथ"}, "mr": {"and": "आणि", "&": "आणि", "with": "सह"},
}

//go:embed departments.csv
var departmentsFile string

// departmentNames are names of departments, which are not search words, by language and English name.
var departmentNames = sync.OnceValue(func() map[string]map[string]string {
	rows, err := csv.NewReader(strings.NewReader(departmentsFile)).ReadAll()
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
	}
	found := map[string]map[string]string{}
	for at, lang := range rows[0][1:] {
		found[lang] = map[string]string{}
		for _, row := range rows[1:] {
			found[lang][row[0]] = row[at+1]
		}
	}
	return found
})

// Translate translates a product or category name word by word; brands, numbers and units stay. It returns false if a
// word before the first comma is unknown, or if nothing is translated. The name stays in English from a later part
// with an unknown word on.
func Translate(name, lang string) (string, bool) {
	words := strings.Fields(name)
	var out []string
	translated := false
	part, partWords := 0, words // index in out and words after the last comma
	for len(words) > 0 {
		text, used, isTranslated := translateFirst(words, lang)
		if used == 0 {
			if part == 0 {
				return "", false
			}
			out = append(out[:part], partWords...) // keep the variety in English: "Onion, Nashik Red"
			break
		}
		out, words, translated = append(out, text), words[used:], translated || isTranslated
		if strings.HasSuffix(text, ",") {
			part, partWords = len(out), words
		}
	}
	text := strings.Join(out, " ")
	return text, translated && text != strings.Join(strings.Fields(name), " ")
}

// maxThing limits the words of a thing or a brand.
const maxThing = 4

// translateFirst translates the longest known phrase at the beginning of words, and returns how many words it used, 0
// for none.
func translateFirst(words []string, lang string) (text string, used int, translated bool) {
	if conjunction := conjunctions[lang][strings.ToLower(words[0])]; conjunction != "" {
		return conjunction, 1, true
	}
	for n := min(maxThing, len(words)); n > 0; n-- {
		if strings.ContainsAny(strings.Join(words[:n-1], ""), ",;:/()") || n > 1 && words[n-1] == "&" {
			continue // a mark between the words ends the phrase
		}
		before, core, after := parts(strings.Join(words[:n], " "))
		folded := strings.ToLower(core)
		if own := nameOf(folded, lang); own != "" {
			return before + own + after, n, true
		}
		if isBrand(strings.Fields(folded)) {
			return before + core + after, n, false
		}
	}
	_, core, _ := parts(words[0])
	folded := strings.ToLower(core)
	if core == "" || isMeasure(folded) {
		return words[0], 1, false
	}
	return "", 0, false
}

// parts separates the marks around a text from it.
func parts(text string) (before, core, after string) {
	core = strings.TrimLeftFunc(text, isMark)
	before = text[:len(text)-len(core)]
	trimmed := strings.TrimRightFunc(core, isMark)
	return before, trimmed, core[len(trimmed):]
}

func isMark(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

// nameOf returns the name of a thing in a language, by its English word in singular or plural.
func nameOf(thing, lang string) string {
	if own := departmentNames()[lang][thing]; own != "" {
		return own
	}
	for _, word := range []string{thing, singular(thing)} {
		if own := indic.Name(lang, word); own != "" && !isUnit(word) {
			return own
		}
		if known := things()[word]; known != "" && !isUnit(word) {
			return indic.Name(lang, known)
		}
	}
	return ""
}

func isBrand(words []string) bool {
	for _, b := range brands().byFirst[words[0]] {
		if strings.Join(b.words, " ") == strings.Join(words, " ") {
			return true
		}
	}
	return false
}

// isMeasure reports whether a word is a number, a unit or both: "5", "kg", "500ml", "2x".
func isMeasure(word string) bool {
	for _, part := range measures(word) {
		if !isNumber(part) && !isUnit(part) && part != "x" {
			return false
		}
	}
	return true
}
