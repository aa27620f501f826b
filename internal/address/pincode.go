package address

import (
	"cmp"
	_ "embed" // for pincodes.txt
	"slices"
	"strconv"
	"strings"
	"sync"

	"kirana/internal/unicodetext"
)

// Place is the city and state of a pincode.
type Place struct {
	City  string `json:"city" doc:"City. District for a rural pincode."`
	State string `json:"state"`
}

// pincodesText has a line for each place: state|city|pincodes and ranges of pincodes. It is made by tools/pincodes.
//
//go:embed pincodes.txt
var pincodesText string

// pincodeRange is a range of consecutive pincodes of one place.
type pincodeRange struct {
	from, to int
	place    Place
}

var pincodeRanges = sync.OnceValue(parsePincodes)

// PlaceOf returns the place of an Indian pincode in any spelling, such as "PIN 411 001". It returns
// the zero Place for an unknown pincode and for any other text.
func PlaceOf(text string) Place {
	digits, ok := unicodetext.Pincode(text)
	if !ok {
		return Place{}
	}
	pincode, _ := strconv.Atoi(digits) // six digits
	ranges := pincodeRanges()
	i, found := slices.BinarySearchFunc(ranges, pincode, func(r pincodeRange, pincode int) int {
		switch {
		case r.to < pincode:
			return -1
		case r.from > pincode:
			return 1
		}
		return 0
	})
	if !found {
		return Place{}
	}
	return ranges[i].place
}

// parsePincodes returns the ranges of pincodesText in ascending order. It ignores errors: a test
// checks every range.
func parsePincodes() []pincodeRange {
	var ranges []pincodeRange
	for line := range strings.Lines(pincodesText) {
		state, rest, _ := strings.Cut(strings.TrimSpace(line), "|")
		city, pincodes, _ := strings.Cut(rest, "|")
		for part := range strings.FieldsSeq(pincodes) {
			first, last, several := strings.Cut(part, "-")
			if !several {
				last = first
			}
			from, _ := strconv.Atoi(first)
			to, _ := strconv.Atoi(last)
			ranges = append(ranges, pincodeRange{from, to, Place{City: city, State: state}})
		}
	}
	slices.SortFunc(ranges, func(a, b pincodeRange) int { return cmp.Compare(a.from, b.from) })
	return ranges
}
