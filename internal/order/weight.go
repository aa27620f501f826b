package order

import (
	"regexp"
	"strconv"
	"strings"

	"kirana/internal/unicodetext"
)

// weightPattern matches a unit that is a weight alone: "500 g", "1.5kg".
var weightPattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?(g|gm|gram|grams|kg)$`)

// maxGrams bounds the weight that a unit can name, a ton: what is computed of it stays
// within 64 bits.
const maxGrams = 1_000_000

// gramsOf returns the weight that a unit names; not ok for a unit that is none.
func gramsOf(unit string) (grams int, ok bool) {
	match := weightPattern.FindStringSubmatch(strings.ToLower(unicodetext.Digits(unicodetext.Visible(unit))))
	if match == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(match[1], 64)
	if err != nil {
		return 0, false
	}
	if match[2] == "kg" {
		n *= 1000
	}
	if n > maxGrams {
		return 0, false
	}
	grams = int(n + 0.5)
	return grams, grams > 0
}
