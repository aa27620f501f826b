package language

import (
	"regexp"
	"strings"
)

// unitForms are the words of units of goods as people write them, by what the catalogs call them ("packet|unit").
var unitForms = func() map[string]string {
	forms := map[string]string{}
	for word, written := range map[string]string{
		"piece": "piece pieces pc pcs nos", "packet": "packet packets pkt pkts", "pack": "pack packs", "pouch": "pouch pouches sachet sachets",
		"dozen": "dozen dozens", "bunch": "bunch bunches", "bundle": "bundle bundles", "bottle": "bottle bottles", "box": "box boxes carton cartons",
		"jar": "jar jars", "tin": "tin tins", "can": "can cans", "cup": "cup cups", "tub": "tub tubs", "bag": "bag bags", "roll": "roll rolls",
		"strip": "strip strips", "tray": "tray trays", "set": "set sets", "pair": "pair pairs", "combo": "combo", "multipack": "multipack",
		"litre": "litre litres liter liters", "gram": "gram grams",
	} {
		for form := range strings.FieldsSeq(written) {
			forms[form] = word
		}
	}
	return forms
}()

// measures are the words of units that every language writes alike.
var measures = map[string]bool{"g": true, "gm": true, "kg": true, "mg": true, "ml": true, "l": true, "ltr": true, "x": true}

var latinWord = regexp.MustCompile(`[A-Za-z]+`)

// Unit returns the unit of goods in a language: "1 पैकेट" of "1 packet". One with a word that is not known stays as it is.
func Unit(lang, unit string) string {
	if lang == English {
		return unit
	}
	for _, word := range latinWord.FindAllString(unit, -1) {
		if word = strings.ToLower(word); unitForms[word] == "" && !measures[word] {
			return unit
		}
	}
	return latinWord.ReplaceAllStringFunc(unit, func(word string) string {
		if form := unitForms[strings.ToLower(word)]; form != "" {
			return Phrase{Format: form, Case: "unit"}.In(lang)
		}
		return word
	})
}
