package stock

import (
	"maps"

	"kirana/internal/catalog"
)

// amountOf returns the pieces of a line, or its grams where the product is sold by weight.
func amountOf(p catalog.Product, line Line) int {
	switch {
	case !p.IsSoldByWeight():
		return line.Quantity
	case line.Grams > 0:
		return line.Grams
	}
	return line.Quantity * p.StepGrams
}

// amounts adds up the amounts of the lines by product.
func amounts(products map[string]catalog.Product, lines []Line) map[string]int {
	sums := map[string]int{}
	for _, line := range lines {
		sums[line.ProductID] += amountOf(products[line.ProductID], line)
	}
	return sums
}

// weighedEntries converts lines to ledger entries of locked products, in pieces, or whole steps and loose grams. It omits
// lines without an amount. sign is -1 to reserve and +1 to release.
func weighedEntries(products map[string]catalog.Product, lines []Line, reason Reason, sign int) []Entry {
	var ledger []Entry
	now := maps.Clone(products)
	for i, e := range entries(lines, reason, sign) {
		before := now[e.ProductID]
		after := before.WithAmount(before.Amount() + sign*amountOf(before, lines[i]))
		e.Change, e.Grams = after.Stock-before.Stock, after.LooseGrams-before.LooseGrams
		if e.Change != 0 || e.Grams != 0 {
			ledger = append(ledger, e)
		}
		now[e.ProductID] = after
	}
	return ledger
}
