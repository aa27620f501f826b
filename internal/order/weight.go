package order

import (
	"regexp"
	"strconv"
	"strings"

	"kirana/internal/unicodetext"
)

// weightPattern matches a unit that is just a weight: "500 g", "1.5kg".
var weightPattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?(g|gm|gram|grams|kg)$`)

// maxGrams bounds the weight of a unit, a ton, so that computations fit 64 bits.
const maxGrams = 1_000_000

// gramsOf parses the weight of a unit; ok is false for any other unit.
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
