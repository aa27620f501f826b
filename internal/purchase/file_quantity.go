package purchase

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/money"
)

// quantity matches "24", "2 CS", "10+2", "4 BOX + 1 FREE" and "25.5 kg".
var quantity = regexp.MustCompile(`(?i)^(\d+(?:\.\d+)?)\s*([a-z]*)\.?(?:\s*\+\s*(\d+(?:\.\d+)?)\s*[a-z]*)?$`)

// pieceUnits are the units that count pieces.
var pieceUnits = map[string]bool{"": true, "pc": true, "pcs": true, "pce": true, "piece": true, "pieces": true, "no": true, "nos": true, "each": true, "ea": true, "unit": true, "units": true, "u": true}

// weightUnits maps units of weight to grams.
var weightUnits = map[string]float64{
	"kg": 1000, "kgs": 1000, "kilo": 1000, "kilos": 1000, "kilogram": 1000, "kilograms": 1000, "g": 1, "gm": 1, "gms": 1, "gram": 1, "grams": 1, "qtl": 100_000, "quintal": 100_000, "quintals": 100_000,
}

// readQuantity sets quantity and unit of a line from a row's cells, and reports whether they have a valid one. A
// fraction of a piece is read as a fraction of a kilogram.
func (l *FileLine) readQuantity(cell, freeCell, unitCell string) bool {
	found := quantity.FindStringSubmatch(strings.ReplaceAll(cell, ",", ""))
	if found == nil {
		return false
	}
	count, free := number(found[1]), number(found[3])+number(freeCell)
	if l.Unit = strings.ToLower(found[2]); l.Unit == "" {
		l.Unit = strings.ToLower(strings.Trim(unitCell, ". "))
	}
	areWhole := isWhole(count) && isWhole(free)
	grams := weightUnits[l.Unit]
	if pieceUnits[l.Unit] {
		if l.Unit, l.Pack = "", 1; !areWhole {
			l.Unit, l.Pack, grams = "kg", 0, weightUnits["kg"]
		}
	}
	if grams > 0 {
		weight := int(math.Round(count * grams))
		l.Grams, l.Free = &weight, int(math.Round(free*grams))
		if isWhole(count) {
			l.Count = int(count)
		}
		return weight+l.Free > 0 && weight <= maxGrams && l.Free <= maxGrams
	}
	l.Count, l.Free = int(count), int(free)
	return areWhole && l.Count+l.Free > 0 && l.Count <= maxPieces && l.Free <= maxPieces
}

func isWhole(n float64) bool { return n == math.Trunc(n) }

// number parses a number from 0 to below 1e9; anything else is 0.
func number(text string) float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n >= 0 && n < 1e9) {
		return 0
	}
	return n
}

// isSure reports whether a line's quantity is unambiguous. A number without a unit counts pieces; for goods sold by
// weight it is in kilograms once staff has confirmed it for the same text.
func (l FileLine) isSure(p catalog.Product) bool {
	switch {
	case p.Weighed() && l.Grams != nil:
		return true
	case p.Weighed() && l.Unit == "":
		return l.Match == LastTime
	case l.Grams != nil && (l.Count == 0 || l.Free%int(weightUnits[l.Unit]) != 0):
		return false // a fraction of a piece
	}
	return l.Pack > 0
}

// line converts a sure line of a file to a line of a draft: cases become pieces, or grams of goods sold by weight.
func (l FileLine) line() Line {
	line := Line{ProductID: l.Proposals[0].ProductID, Rate: l.Rate, MRP: l.MRP, BestBefore: l.BestBefore, Words: l.Words}
	weight := int(weightUnits[l.Unit])
	if l.Unit != "" && l.Grams == nil {
		line.Pack = l.Pack
	}
	switch isWeighed := l.Proposals[0].Product.StepGrams > 0; {
	case isWeighed && l.Grams != nil:
		line.Grams, line.Free = l.Grams, l.Free
		if l.Cost != nil {
			cost := (*l.Cost*gramsPerKilogram + money.Paise(weight)/2) / money.Paise(weight)
			line.Cost = &cost
		}
		return line
	case isWeighed:
		grams := l.Count * l.Pack * gramsPerKilogram
		line.Grams, line.Free = &grams, l.Free*gramsPerKilogram
	case l.Grams != nil:
		line.Pieces, line.Free = l.Count*l.Pack, l.Free/weight
	default:
		line.Pieces, line.Free = l.Count*l.Pack, l.Free
	}
	if l.Cost != nil {
		cost := money.CostOf(*l.Cost, l.Pack).Paise()
		line.Cost = &cost
	}
	return line
}
