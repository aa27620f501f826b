package purchase

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// quantity matches "24", "2 CS", "10+2", "4 BOX + 1 FREE", "25.5 kg", "2 पेटी" and "2x12".
var quantity = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*(?:[xX×*]\s*(\d+))?\s*([\pL\pM]*)\.?(?:\s*\+\s*(\d+(?:\.\d+)?)\s*([\pL\pM]*)\.?)?$`)

// pieceUnits are the units that count pieces.
var pieceUnits = map[string]bool{
	"": true, "pc": true, "pcs": true, "pce": true, "piece": true, "pieces": true, "no": true, "nos": true, "each": true, "ea": true, "unit": true, "units": true, "u": true,
	"नग": true, "पीस": true, "अदद": true,
}

// dozens are the units of 12 pieces.
var dozens = map[string]bool{"dz": true, "dzn": true, "doz": true, "dozen": true, "dozens": true, "दर्जन": true, "डझन": true}

const dozen = 12

// freeWords mark a number as free pieces.
var freeWords = map[string]bool{"": true, "f": true, "fr": true, "free": true, "फ्री": true, "मुफ्त": true, "मोफत": true}

// weightUnits maps units of weight to grams.
var weightUnits = map[string]float64{
	"kg": 1000, "kgs": 1000, "kilo": 1000, "kilos": 1000, "kilogram": 1000, "kilograms": 1000, "g": 1, "gm": 1, "gms": 1, "gram": 1, "grams": 1, "qtl": 100_000, "quintal": 100_000, "quintals": 100_000,
	"किलो": 1000, "किग्रा": 1000, "ग्राम": 1, "ग्रॅम": 1, "क्विंटल": 100_000,
}

// packOfPieces matches a unit such as "1x12".
var packOfPieces = regexp.MustCompile(`^1\s*[x×*]\s*(\d{1,4})$`)

// packIn returns the pieces that a unit names, 0 if it names none.
func packIn(unit string) int {
	if found := packOfPieces.FindStringSubmatch(unit); found != nil {
		pieces, _ := strconv.Atoi(found[1])
		return pieces
	}
	return 0
}

func plainUnit(text string) string { return strings.ToLower(strings.Trim(text, ". ")) }

// readQuantity sets quantity and unit of a line from a row's cells, or returns the reason why they have none. A fraction of
// a piece is read as a fraction of a kilogram.
func (l *FileLine) readQuantity(cell, freeCell, unitCell string) (reason language.Phrase) {
	text := unicodetext.RemoveGrouping(strings.TrimPrefix(cell, "+"))
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		return language.Word("The quantity is below zero: send goods back from the purchase that they came with.")
	}
	if text == "" {
		text = "0"
	}
	found := quantity.FindStringSubmatch(text)
	if found == nil {
		return language.NewPhrase("%s is not a quantity.", quoted(cell))
	}
	count, unit := number(found[1]), plainUnit(found[3])
	if l.ownUnit = unit != ""; !l.ownUnit {
		unit = plainUnit(unitCell)
	}
	l.Unit = unit
	if found[2] != "" {
		l.Pack, _ = strconv.Atoi(found[2])
		l.Unit = "pack"
		l.note("%s was read as packs of %s pieces, with the cost of a pack.", quoted(cell), found[2])
	}
	free := l.freePieces(found[4], found[5], freeCell)
	if dozens[l.Unit] {
		l.Pack = dozen
	}
	grams := weightUnits[l.Unit]
	if pieceUnits[l.Unit] {
		if l.Unit, l.Pack = "", 1; !isWhole(count) {
			l.Unit, l.Pack, grams = "kg", 0, weightUnits["kg"]
		}
	}
	if grams == 0 && !isWhole(free) {
		l.note("The free quantity %s is not a number of pieces, so it was left out.", quoted(freeCell))
		free = 0
	}
	if grams > 0 {
		weight := int(math.Round(count * grams))
		l.Grams, l.Free = &weight, int(math.Round(free*grams))
		if isWhole(count) {
			l.Count = int(count)
		}
		if weight > maxGrams || l.Free > maxGrams {
			return language.NewPhrase("%s is too much for one line.", quoted(cell))
		}
	} else {
		l.Count, l.Free = int(count), int(free)
		if !isWhole(count) || l.Count > maxPieces || l.Free > maxPieces {
			return language.NewPhrase("%s is not a quantity.", quoted(cell))
		}
	}
	if count+free == 0 {
		return language.Word("The line has no quantity.")
	}
	return reason
}

// freePieces returns the free quantity behind a plus, or that in its own column. It notes what is doubtful.
func (l *FileLine) freePieces(plus, plusUnit, cell string) float64 {
	free, unit := number(plus), plainUnit(plusUnit)
	if plus != "" && !freeWords[unit] && unit != l.Unit {
		l.note("What stands behind the plus was read as free: %s.", quoted(strings.TrimSpace(plus+" "+plusUnit)))
	}
	if cell != "" && strings.Trim(cell, "0. ") != "" {
		found := quantity.FindStringSubmatch(cell)
		if found == nil || found[2] != "" || found[4] != "" {
			l.note("The free quantity %s is not a number of pieces, so it was left out.", quoted(cell))
		} else if unit = plainUnit(found[3]); unit != "" && !pieceUnits[unit] && !freeWords[unit] && unit != l.Unit {
			l.note("The free quantity %s is not a number of pieces, so it was left out.", quoted(cell))
		} else {
			free += number(found[1])
		}
	}
	if free > 0 && l.isPacked() && (unit == "" || !pieceUnits[unit]) {
		l.note("The free quantity of a pack was read as %s single pieces.", strconv.FormatFloat(free, 'f', -1, 64))
	}
	return free
}

// isPacked reports whether the line is in a unit of several pieces.
func (l *FileLine) isPacked() bool { return !pieceUnits[l.Unit] && weightUnits[l.Unit] == 0 }

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
	case p.IsSoldByWeight() && l.Grams != nil:
		return true
	case p.IsSoldByWeight() && l.Unit == "":
		return l.Match == LastTime
	case l.Grams != nil && (l.Count == 0 || l.Free%int(weightUnits[l.Unit]) != 0):
		return false // a fraction of a piece
	}
	return l.Pack > 0 && l.Count <= maxPieces/l.Pack
}

// line converts a sure line of a file to a line of a draft: cases become pieces, or grams of goods sold by weight.
func (l FileLine) line() Line {
	line := Line{ProductID: l.Proposals[0].ProductID, Rate: l.Rate, MRP: l.MRP, BestBefore: l.BestBefore, Words: l.Words, WithTax: l.WithTax}
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
