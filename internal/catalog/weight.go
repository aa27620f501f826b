package catalog

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"kirana/internal/unicodetext"
)

// weightPattern matches a unit that is a weight only: "500 g", "1.5kg".
var weightPattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?(g|gm|gram|grams|kg)$`)

// MaxGrams limits the weight of a unit to one ton, so that sums of weights fit 64 bits.
const MaxGrams = 1_000_000

// GramsOf parses a unit that is a weight, rounded to grams. ok is false for other units, and for weights of 0 or above
// MaxGrams.
func GramsOf(unit string) (grams int, ok bool) {
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
	if n > MaxGrams {
		return 0, false
	}
	grams = int(n + 0.5)
	return grams, grams > 0
}

// The values of Product.SoldBy.
const (
	ByPiece  = "PIECE"
	ByWeight = "WEIGHT"
)

// IsSoldByWeight reports whether the product is sold by weight.
func (p Product) IsSoldByWeight() bool { return p.StepGrams > 0 }

// Grams returns the stock in grams, for a product sold by weight.
func (p Product) Grams() int { return p.Stock*p.StepGrams + p.LooseGrams }

// Amount returns the stock: grams of a product sold by weight, otherwise pieces.
func (p Product) Amount() int {
	if p.IsSoldByWeight() {
		return p.Grams()
	}
	return p.Stock
}

// WithAmount returns the product with a stock of n, in the unit of Amount.
func (p Product) WithAmount(n int) Product {
	if p.IsSoldByWeight() {
		p.Stock, p.LooseGrams = n/p.StepGrams, n%p.StepGrams
		return p
	}
	p.Stock = n
	return p
}

// FormatStock formats the stock for people: a weight or a number of pieces.
func (p Product) FormatStock() string {
	if p.IsSoldByWeight() {
		return Kilograms(p.Grams())
	}
	return strconv.Itoa(p.Stock)
}

// SellBy sets whether the product is sold ByPiece or ByWeight, in steps of its unit, and keeps Stock: pieces become
// steps. If only the step changes, it keeps the grams in stock, and converts minimum stock and pack size, rounded up, and
// expired steps, rounded down.
// It returns false and changes nothing if the unit is not a weight.
func (p *Product) SellBy(soldBy string) bool {
	if soldBy == ByPiece {
		p.StepGrams = 0
		return true
	}
	step, ok := GramsOf(p.Unit)
	if !ok {
		return false
	}
	grams, before := p.Grams(), p.StepGrams
	if p.StepGrams = step; before > 0 {
		*p = p.WithAmount(grams)
		p.Expired = p.Expired * before / step
		p.MinStock = (p.MinStock*before + step - 1) / step
		p.PackSize = (p.PackSize*before + step - 1) / step
	}
	return true
}

// Measure returns ByWeight or ByPiece.
func (p Product) Measure() string {
	if p.IsSoldByWeight() {
		return ByWeight
	}
	return ByPiece
}

// Kilograms formats a weight: 1350 is "1.35 kg", 350 is "350 g".
func Kilograms(grams int) string {
	if grams < 1000 {
		return fmt.Sprintf("%d g", grams)
	}
	return strconv.FormatFloat(float64(grams)/1000, 'f', -1, 64) + " kg"
}
