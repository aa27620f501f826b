package language

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

//go:embed units.json
var unitsFile []byte

// units maps unit words, in each spelling, to their catalog entry ("packet|unit"), or to "" for a measure, which is the
// same in every language. The web app's build reads the same file.
var units = sync.OnceValue(func() map[string]string {
	var file struct {
		Words    map[string]string `json:"words"`
		Measures string            `json:"measures"`
	}
	if err := json.Unmarshal(unitsFile, &file); err != nil {
		panic(fmt.Sprintf("read units.json: %v", err)) // the file is embedded above
	}
	words := map[string]string{}
	for word, forms := range file.Words {
		for form := range strings.FieldsSeq(forms) {
			words[form] = word
		}
	}
	for measure := range strings.FieldsSeq(file.Measures) {
		words[measure] = ""
	}
	return words
})

var latinWord = regexp.MustCompile(`[A-Za-z]+`)

// Unit returns a unit in a language: "1 पैकेट" for "1 packet". A unit with an unknown word is unchanged.
func Unit(lang, unit string) string {
	if lang == English {
		return unit
	}
	for _, word := range latinWord.FindAllString(unit, -1) {
		if _, known := units()[strings.ToLower(word)]; !known {
			return unit
		}
	}
	return latinWord.ReplaceAllStringFunc(unit, func(word string) string {
		if form := units()[strings.ToLower(word)]; form != "" {
			return Phrase{Format: form, Case: "unit"}.In(lang)
		}
		return word
	})
}
