package indic

import (
	"slices"
	"strings"
	"unicode"
)

// maxSpellings limits the transliterations, and the keys, that Latin returns for a word.
const maxSpellings = 2

// Latin returns the words of Indian scripts in a name as people type them in Latin letters, and their English meanings:
// "chini", "cheenee" and "sugar" for चीनी.
func Latin(name string) []string {
	words := withoutStopWords(strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !IsJoiner(r) }))
	var out []string
	add := func(spellings []string) {
		for _, spelling := range spellings[:min(len(spellings), maxSpellings)] {
			if !slices.Contains(out, spelling) {
				out = append(out, spelling)
			}
		}
	}
	for len(words) > 0 {
		used := 1
		if Of(words[0]) != None {
			english, n := Meaning(words)
			add(strings.Fields(english))
			used = max(n, 1)
			for _, word := range words[:used] {
				add(Keys(word))
				add(spellingsOf(word).readings)
			}
		}
		words = words[used:]
	}
	return out
}
