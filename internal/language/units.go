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

// units are the words of units of goods: by form as people write them, what the catalogs call them ("packet|unit"), and "" for a
// measure, which every language writes alike. The web app's build reads the same file.
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

// Unit returns the unit of goods in a language: "1 पैकेट" of "1 packet". One with a word that is not known stays as it is.
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
