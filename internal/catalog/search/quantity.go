package search

import (
	"strconv"
	"strings"
	"unicode"

	"kirana/internal/catalog/search/indic"
)

// quantity is an amount in milligrams, microliters or pieces: "0.5 kg" and "500 g" are equal.
type quantity struct {
	kind   byte
	amount int64
}

const (
	mass   = 'm'
	volume = 'v'
	count  = 'n'
)

// Kind is the dimension of an amount.
type Kind byte

// The kinds of amounts.
const (
	Mass   Kind = mass
	Volume Kind = volume
	Count  Kind = count
)

// Amount is the content of a packet in milligrams, microliters or pieces, by its kind.
type Amount struct {
	Kind  Kind
	Value int64
}

// Size returns the amount that a unit holds: 1.2 liters for "6 x 200 ml", 500 g for "500 g (6 pcs)". It returns false
// if the unit names no amount.
func Size(unit string) (Amount, bool) {
	found, _ := quantities(texts(fold(unit)))
	if len(found) == 0 {
		return Amount{}, false
	}
	largest := found[0]
	for _, q := range found[1:] {
		if q.kind == largest.kind {
			largest.amount = max(largest.amount, q.amount)
		}
	}
	return Amount{Kind(largest.kind), largest.amount}, largest.amount > 0
}

// EndsWith reports whether a name ends with a unit: "Poha, 1kg" ends with "1 kg", and with "1000 g".
func EndsWith(name, unit string) bool {
	size, ok := Size(unit)
	words := texts(fold(name))
	for i := len(words) - 1; i >= 0; i-- {
		end := strings.Join(words[i:], " ")
		if amount, found := Size(end); found && isNumber(words[i]) {
			return ok && amount == size
		}
	}
	return !ok && strings.HasSuffix(strings.Join(words, " "), strings.Join(texts(fold(unit)), " "))
}

var units = map[string]quantity{
	"mg": {mass, 1}, "g": {mass, 1e3}, "gm": {mass, 1e3}, "gms": {mass, 1e3}, "gram": {mass, 1e3}, "grams": {mass, 1e3},
	"kg": {mass, 1e6}, "kgs": {mass, 1e6}, "kilo": {mass, 1e6}, "kilos": {mass, 1e6},
	"ml": {volume, 1e3}, "l": {volume, 1e6}, "lt": {volume, 1e6}, "ltr": {volume, 1e6}, "ltrs": {volume, 1e6},
	"litre": {volume, 1e6}, "litres": {volume, 1e6}, "liter": {volume, 1e6}, "liters": {volume, 1e6},
	"pc": {count, 1}, "pcs": {count, 1}, "piece": {count, 1}, "pieces": {count, 1}, "nos": {count, 1}, "dozen": {count, 12},
}

// unitName translates a unit in an Indian script; other words stay as they are.
func unitName(word string) string {
	if indic.Of(word) == indic.None {
		return word
	}
	if english, _ := indic.Meaning([]string{word}); isUnit(english) {
		return english
	}
	return word
}

func isUnit(word string) bool {
	_, ok := units[word]
	return ok
}

// isLoneUnit reports whether a word can only be a unit. Gram also names a thing, as in gram flour.
func isLoneUnit(word string) bool {
	return isUnit(word) && len(word) > 1 && !strings.HasPrefix(word, "gram")
}

// startsUnit reports whether a word is a unit or a half typed one, as in "500 m".
func startsUnit(word string) bool {
	switch word {
	case "m", "k", "p", "li", "lit", "litr", "lite", "gr", "gra", "ki", "kil", "pi", "pie", "piec":
		return true
	}
	return isUnit(word)
}

func isNumber(word string) bool {
	for _, r := range word {
		if r != '.' && (r < '0' || r > '9') {
			return false
		}
	}
	return word != ""
}

// measures splits "500ml" and "6x200ml" into numbers and units, and leaves other words whole.
func measures(word string) []string {
	if word[0] < '0' || word[0] > '9' || isNumber(word) {
		return []string{unitName(word)}
	}
	var parts []string
	start, digits := 0, true
	for i, r := range word {
		if isDigit := unicode.IsDigit(r) || r == '.'; isDigit != digits {
			parts = append(parts, unitName(word[start:i]))
			start, digits = i, isDigit
		}
	}
	parts = append(parts, unitName(word[start:]))
	for _, part := range parts {
		if !isNumber(part) && !isUnit(part) && part != "x" {
			return []string{word}
		}
	}
	return parts
}

// quantities returns the amounts in words, and which words are part of one. "6 x 200 ml" is both 200 ml and 1.2 liters.
func quantities(words []string) (found []quantity, used []bool) {
	used = make([]bool, len(words))
	for i := range words {
		first, ok := number(words[i])
		if !ok || used[i] {
			continue
		}
		if i+1 < len(words) {
			if unit, ok := units[words[i+1]]; ok {
				found = append(found, unit.times(first))
				used[i], used[i+1] = true, true
				continue
			}
		}
		if i+3 < len(words) && words[i+1] == "x" {
			second, ok := number(words[i+2])
			unit, known := units[words[i+3]]
			if ok && known {
				found = append(found, unit.times(second), unit.times(first*second))
				used[i], used[i+1], used[i+2], used[i+3] = true, true, true, true
			}
		}
	}
	return found, used
}

func (q quantity) times(n float64) quantity {
	return quantity{q.kind, int64(n*float64(q.amount) + 0.5)}
}

// number parses an amount. A number too large for a packet is not an amount.
func number(word string) (float64, bool) {
	if !isNumber(word) {
		return 0, false
	}
	n, err := strconv.ParseFloat(word, 64)
	return n, err == nil && n > 0 && n < 1e6
}
