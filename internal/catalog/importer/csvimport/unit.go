package csvimport

import (
	"regexp"
	"strconv"
	"strings"
)

// spelling gives the units of measure one way to be written.
var spelling = map[string]string{
	"kg": "kg", "kgs": "kg", "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg",
	"g": "g", "gm": "g", "gms": "g", "gr": "g", "gram": "g", "grams": "g",
	"mg": "mg", "mgs": "mg",
	"l": "L", "lt": "L", "ltr": "L", "ltrs": "L", "lit": "L", "litre": "L", "litres": "L", "liter": "L", "liters": "L",
	"ml": "ml", "mls": "ml", "millilitre": "ml", "millilitres": "ml", "milliliter": "ml", "milliliters": "ml",
	"pc": "pc", "pcs": "pcs", "pce": "pc", "piece": "pc", "pieces": "pcs", "nos": "pcs",
	"cm": "cm", "cms": "cm", "mm": "mm",
}

const measures = `kilograms?|kilos?|kgs?|milligrams?|mgs?|grams?|gms?|gr|g|millilit(?:re|er)s?|mls?|lit(?:re|er)s?|ltrs?|lit|lt|l`

var (
	written = regexp.MustCompile(`(?i)(\d)\s*(` + measures + `|pieces?|pcs?|pce|nos|cms?|mm)\b\.?`)
	times   = regexp.MustCompile(`(\d)\s*[xX×*]\s*(\d)`)

	inNameMeasure = regexp.MustCompile(`(?i)\b(?:\d{1,3}\s*[x×*]\s*)?\d+(?:\.\d+)?\s*(?:kilograms?|kilos?|kgs?|grams?|gms?|g|millilit(?:re|er)s?|mls?|lit(?:re|er)s?|ltrs?|lit|l)\b`)
	inNamePack    = regexp.MustCompile(`(?i)\b((?:pack|set|box|combo) of \d+)\b`)
	inNameCount   = regexp.MustCompile(`(?i)\b(\d{1,4} ?(?:pieces?|pcs?|nos|units?|tablets?|capsules?|sachets?|tea ?bags|bags|rolls?|pulls|sheets?|wipes|pads|eggs|sticks|bars|pairs?))\b`)
)

// unitText writes a unit the shop's way and keeps all that it says:
// "500gm" is "500 g", "2x200 pulls" is "2 x 200 pulls".
func unitText(s string) string {
	s = strings.Trim(value(s), " ,;-")
	if s == "" {
		return ""
	}
	s = written.ReplaceAllStringFunc(s, func(found string) string {
		parts := written.FindStringSubmatch(found)
		word := strings.ToLower(parts[2])
		if short, ok := spelling[word]; ok {
			word = short
		}
		return parts[1] + " " + word
	})
	// Twice: neighbors in "6x4x200" share a digit.
	for range 2 {
		s = times.ReplaceAllString(s, "$1 x $2")
	}
	if word, alone := spelling[strings.ToLower(s)]; alone {
		s = word
		if s != "pcs" {
			s = "1 " + s
		}
	}
	return s
}

// unitOfName finds what a name says of its unit, empty when nothing certain.
// Milligrams are a strength and no pack; they do not count.
func unitOfName(name string) string {
	var found []string
	for _, at := range inNameMeasure.FindAllStringIndex(name, -1) {
		if limit(name[:at[0]], name[at[1]:]) {
			continue
		}
		if u := unitText(name[at[0]:at[1]]); len(found) == 0 || found[len(found)-1] != u {
			found = append(found, u)
		}
	}
	pack := inNamePack.FindString(name)
	switch {
	case len(found) > 1 && strings.Contains(name, "+"):
		return strings.Join(found, " + ")
	case len(found) > 0 && pack != "":
		return found[len(found)-1] + ", " + capital(pack)
	case len(found) > 0:
		return found[len(found)-1]
	case pack != "":
		return capital(pack)
	}
	if count := inNameCount.FindString(name); count != "" {
		return unitText(count)
	}
	return ""
}

// limit reports whether the text around a weight shows that it says whom the product
// is for ("4-8 kg", "up to 25 kg", "25 kg+"), not what is in the pack.
func limit(before, after string) bool {
	before = strings.ToLower(strings.TrimRight(before, " "))
	for _, word := range []string{"up to", "upto", "above", "below", "under", "over"} {
		if strings.HasSuffix(before, word) {
			return true
		}
	}
	for _, dash := range []string{"-", "–", " to"} {
		if low, ranged := strings.CutSuffix(before, dash); ranged && endsInDigit(strings.TrimRight(low, " ")) {
			return true
		}
		if high, ranged := strings.CutPrefix(strings.TrimLeft(after, " "), dash); ranged && startsWithDigit(strings.TrimLeft(high, " ")) {
			return true
		}
	}
	return strings.HasPrefix(after, "+")
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

func endsInDigit(s string) bool { return s != "" && startsWithDigit(s[len(s)-1:]) }

func capital(s string) string {
	s = strings.ToLower(s)
	return strings.ToUpper(s[:1]) + s[1:]
}

// gramsText writes a weight given in grams: 500 is "500 g", 1500 is "1.5 kg".
// What is no weight, or 0, is empty.
func gramsText(cell string) string {
	cell = value(cell)
	if text := unitText(cell); strings.Trim(text, "0123456789.") != "" {
		return text // the cell says its unit itself
	}
	grams, err := strconv.ParseFloat(cell, 64)
	if err != nil || grams <= 0 || grams > 1e9 {
		return ""
	}
	if grams >= 1000 {
		return strconv.FormatFloat(grams/1000, 'f', -1, 64) + " kg"
	}
	return strconv.FormatFloat(grams, 'f', -1, 64) + " g"
}
