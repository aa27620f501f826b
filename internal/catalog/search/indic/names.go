package indic

import (
	"encoding/csv"
	"slices"
	"strings"
	"sync"
)

// columnOf maps a language to the column of words.csv with its words.
var columnOf = map[string]string{
	"hi": "Devanagari", "mr": "Devanagari", "bn": "Bengali", "gu": "Gujarati", "pa": "Gurmukhi", "or": "Odia", "ta": "Tamil", "te": "Telugu", "kn": "Kannada", "ml": "Malayalam",
}

// names maps language and English search words to the thing's name.
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

// Name returns the name of a thing in a language, by its English search words; "" if the table has none.
func Name(lang, thing string) string { return names()[lang][thing] }
