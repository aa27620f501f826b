package catalog

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"kirana/internal/unicodetext"
)

// weightPattern matches a unit that is just a weight: "500 g", "1.5kg".
var weightPattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?(g|gm|gram|grams|kg)$`)

// MaxGrams bounds the weight of a unit, a ton, so that computations fit 64 bits.
const MaxGrams = 1_000_000

// GramsOf parses the weight of a unit; ok is false for any other unit.
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

// Weighed reports whether the product is sold by weight.
func (p Product) Weighed() bool { return p.StepGrams > 0 }

// Grams returns the stock of a product sold by weight in grams.
func (p Product) Grams() int { return p.Stock*p.StepGrams + p.LooseGrams }

// Amount returns the stock: pieces, or grams of a product sold by weight.
func (p Product) Amount() int {
	if p.Weighed() {
		return p.Grams()
	}
	return p.Stock
}

// WithAmount returns the product with another stock, as Amount returns it: steps, and the grams beside them.
func (p Product) WithAmount(n int) Product {
	if p.Weighed() {
		p.Stock, p.LooseGrams = n/p.StepGrams, n%p.StepGrams
		return p
	}
	p.Stock = n
	return p
}

// SayStock returns the stock for people: pieces, or the weight of goods sold by weight.
func (p Product) SayStock() string {
	if p.Weighed() {
		return Kilograms(p.Grams())
	}
	return strconv.Itoa(p.Stock)
}

// SellBy makes the product one that is sold by weight, in steps of its unit, or by the piece. As many units
// are in stock as before; other steps hold as many grams, as do minimum stock and pack size, rounded up.
// It reports false for a unit that is no weight.
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
		p.MinStock = (p.MinStock*before + step - 1) / step
		p.PackSize = (p.PackSize*before + step - 1) / step
	}
	return true
}

// Measure returns how the product is sold, as SellBy takes it.
func (p Product) Measure() string {
	if p.Weighed() {
		return ByWeight
	}
	return ByPiece
}

// Kilograms writes a weight as people read it: 1350 is "1.35 kg", 350 is "350 g".
func Kilograms(grams int) string {
	if grams < 1000 {
		return fmt.Sprintf("%d g", grams)
	}
	return strconv.FormatFloat(float64(grams)/1000, 'f', -1, 64) + " kg"
}
