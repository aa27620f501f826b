package indic

import (
	"encoding/csv"
	"slices"
	"strings"
	"sync"
)

// columnOf is the column of the words of a language.
var columnOf = map[string]string{
	"hi": "Devanagari", "mr": "Devanagari", "bn": "Bengali", "gu": "Gujarati", "pa": "Gurmukhi", "or": "Odia", "ta": "Tamil", "te": "Telugu", "kn": "Kannada", "ml": "Malayalam",
}

// names are the names of things by language and English search words.
var names = sync.OnceValue(func() map[string]map[string]string {
	rows, err := csv.NewReader(strings.NewReader(wordsFile)).ReadAll()
	if err != nil {
		panic(err) // the table is part of the program, and a test reads it
	}
	found := map[string]map[string]string{}
	for lang, column := range columnOf {
		words, own := slices.Index(rows[0], column), slices.Index(rows[0], "name "+lang)
		found[lang] = map[string]string{}
		for _, row := range rows[1:] {
			name, _, _ := strings.Cut(row[words], "|")
			if own >= 0 && row[own] != "" {
				name = row[own]
			}
			found[lang][row[0]] = name
		}
	}
	return found
})

// Name returns what a thing, by its English search words, is called in a language; "" where the table has no word.
func Name(lang, thing string) string { return names()[lang][thing] }
