package purchase

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// quantity matches "24", "2 CS", "10+2", "4 BOX + 1 FREE", "2 CS 6 PC", "2 kg 500 g", "25.5 kg", "2 पेटी" and "2x12".
var quantity = regexp.MustCompile(`^(\d+(?:\.\d+)?)\s*(?:[xX×*]\s*(\d+))?\s*([\pL\pM]*)\.?(?:\s*([+&,]?)\s*(\d+(?:\.\d+)?)\s*([\pL\pM]*)\.?)?$`)

// scientific matches a number as spreadsheets shorten it.
var scientific = regexp.MustCompile(`^\d+(?:\.\d+)?[eE]\+?\d+$`)

// inBrackets matches a quantity that is repeated in another unit, "2 BOX (24 PCS)" or "24 PCS (2 BOX)", and one with free
// pieces: "10 (2 free)".
var inBrackets = regexp.MustCompile(`^(\d+)\s*([\pL\pM]*)\.?\s*\(\s*=?\s*(\d+)\s*([\pL\pM]+)\.?\s*\)$`)

// maxUnitLength limits a unit, in characters.
const maxUnitLength = 60

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

func plainUnit(text string) string {
	return csvimport.PortalUnit(strings.ToLower(strings.Trim(text, ". ")))
}

// isUnit reports whether a word is a unit of quantities.
func isUnit(word string) bool {
	_, isKnown := unitKeys[word]
	return isKnown || weightUnits[word] > 0
}

// sizeUnit matches the size of a piece in the column of units: "500 gm", "1 L".
var sizeUnit = regexp.MustCompile(`^\d+(?:\.\d+)?\s*(?:kgs?|g|gms?|grams?|ml|l|lt|ltr|ltrs|lit(?:er|re)s?)$`)

// readQuantity sets quantity and unit of a line from a row's cells, or returns the reason why they have none. A fraction of
// a piece is read as a fraction of a kilogram.
func (l *FileLine) readQuantity(cell, freeCell string, units [2]string) (reason language.Phrase) {
	text := unicodetext.RemoveGrouping(strings.TrimPrefix(cell, "+"))
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") {
		return language.Word("The quantity is below zero: send goods back from the purchase that they came with.")
	}
	if text == "" {
		text = "0"
	}
	if both := inBrackets.FindStringSubmatch(text); both != nil {
		if text = l.readBrackets(both); text == "" {
			return notAQuantity(cell)
		}
	}
	if units[1] != "" {
		text = bothCounts.ReplaceAllString(text, "$1 "+units[0]+" + $2 "+units[1])
	}
	found := quantity.FindStringSubmatch(text)
	if found == nil || scientific.MatchString(text) || found[2] != "" && weightUnits[plainUnit(found[3])] > 0 {
		return notAQuantity(cell)
	}
	l.quantityCell = cell
	count, unit := number(found[1]), plainUnit(found[3])
	if l.ownUnit = unit != ""; !l.ownUnit {
		unit = plainUnit(units[0])
	}
	if last := plainUnit(found[6]); unit == "" && found[4] == "+" && !freeWords[last] {
		unit, found[6] = last, "" // the unit of both: "2+1 CS"
	}
	l.Unit = cut(unit, maxUnitLength)
	if found[2] != "" {
		l.Pack, _ = strconv.Atoi(found[2])
		l.Unit = "pack"
		l.note("%s was read as packs of %s pieces, with the cost of a pack.", quoted(cell), found[2])
	}
	if size := packSizes[unitKey(l.Unit)]; size > 0 {
		if l.Pack = size; !isWhole(count) && isWhole(count*float64(size)) && found[5] == "" {
			count, found[4], found[5], found[6] = math.Trunc(count), "+", strconv.Itoa(int(count*float64(size))%size), "pcs"
		}
	}
	second, isSecond := l.readSecond(&count, found[4], found[5], plainUnit(found[6]))
	if !isSecond {
		return notAQuantity(cell)
	}
	free := l.freePieces(second, freeCell)
	grams := weightUnits[l.Unit]
	if isPiece(l.Unit) {
		if l.Unit, l.Pack = "", 1; !isWhole(count) {
			l.Unit, l.Pack, grams = "kg", 0, weightUnits["kg"]
		}
	}
	if grams == 0 && !isWhole(free) {
		l.note("The free quantity %s is not a number of pieces, so it was left out.", quoted(freeCell))
		free = 0
	}
	return l.setCounts(cell, count, free, grams)
}

// setCounts sets the paid and the free quantity of a line: in grams if the unit is a weight of `grams` grams, otherwise in
// pieces. It returns the reason if the line has no quantity or too large a quantity.
func (l *FileLine) setCounts(cell string, count, free, grams float64) (reason language.Phrase) {
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
		if !isWhole(count) || l.Count > maxPieces || l.Free > maxPieces || l.Loose > maxPieces {
			return notAQuantity(cell)
		}
	}
	if count+free+float64(l.Loose) == 0 {
		return language.Word("The line has no quantity.")
	}
	return reason
}

func notAQuantity(cell string) language.Phrase {
	return language.NewPhrase("%s is not a quantity.", quoted(cell))
}

// bothCounts matches a number of cases and one of pieces below a heading with both units: "2+6", "2/6".
var bothCounts = regexp.MustCompile(`^(\d+)\s*[+/-]\s*(\d+)$`)

// readBrackets returns the quantity before the brackets, with the free pieces in them, and sets the pack that both
// quantities give; "" if they contradict each other.
func (l *FileLine) readBrackets(both []string) string {
	count, unit, repeated, other := number(both[1]), plainUnit(both[2]), number(both[3]), plainUnit(both[4])
	outside := both[1] + " " + both[2]
	if freeWords[other] {
		return outside + " + " + both[3] + " " + other
	}
	switch isPacked := !isPiece(unit) && weightUnits[unit] == 0; {
	case isPacked && isPiece(other) && count > 0 && isWhole(repeated/count):
		l.Pack = int(repeated / count)
		return outside
	case isPiece(unit) && !isPiece(other) && weightUnits[other] == 0 && repeated > 0 && isWhole(count/repeated):
		return outside
	}
	return ""
}

// secondNumber is the second number of a quantity such as "2 CS + 6 PC", with its unit.
type secondNumber struct {
	text, unit string
}

// readSecond adds the second number of "2 CS + 6 PC" or "2 kg 500 g" to the quantity, or returns it if it is free. ok is
// false for texts without a meaning.
func (l *FileLine) readSecond(count *float64, sign, text, unit string) (free secondNumber, ok bool) {
	if text == "" {
		return free, true
	}
	first, second := weightUnits[l.Unit], weightUnits[unit]
	switch {
	case freeWords[unit] && unit != "":
	case sign != "+" && (unit == "" || !l.ownUnit):
		return free, false
	case unit == "":
		l.freeAfterPlus = true
	case first > 0 && second > 0 && second < first:
		*count += number(text) * second / first
		return free, true
	case l.isPacked() && isPiece(unit) && isWhole(number(text)):
		l.Loose = int(number(text))
		return free, true
	case sign != "+" || unitKey(unit) != unitKey(l.Unit):
		return free, false
	}
	return secondNumber{text, unit}, true
}

// freePieces returns the free quantity: the one after a plus and the one in its own column, added. It notes doubtful values.
func (l *FileLine) freePieces(plus secondNumber, cell string) float64 {
	free, unit := number(plus.text), plus.unit
	if cell != "" && strings.Trim(cell, "0. ") != "" {
		found := quantity.FindStringSubmatch(cell)
		if found == nil || found[2] != "" || found[5] != "" {
			l.note("The free quantity %s is not a number of pieces, so it was left out.", quoted(cell))
		} else if unit = plainUnit(found[3]); !isPiece(unit) && !freeWords[unit] && unitKey(unit) != unitKey(l.Unit) {
			l.note("The free quantity %s is not a number of pieces, so it was left out.", quoted(cell))
		} else {
			free += number(found[1])
		}
	}
	if free > 0 && l.isPacked() && !l.freeAfterPlus && (unit == "" || !isPiece(unit)) {
		l.noteFreeOfPack(strconv.FormatFloat(free, 'f', -1, 64))
	}
	return free
}

func (l *FileLine) noteFreeOfPack(free string) {
	l.note("The free quantity of a pack was read as %s single pieces.", free)
}

// isPacked reports whether the line is in a unit of several pieces.
func (l *FileLine) isPacked() bool { return !isPiece(l.Unit) && weightUnits[l.Unit] == 0 }

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
		return l.sameUnit
	case p.IsSoldByWeight() && l.Loose > 0:
		return false // pieces of goods without pieces
	case l.Grams != nil && (l.Count == 0 || l.Free%int(weightUnits[l.Unit]) != 0):
		return false // a fraction of a piece
	}
	return l.Pack > 0 && l.Count <= (maxPieces-l.Loose)/l.Pack
}

// line converts a sure line of a file to a line of a draft: cases become pieces, or grams of goods sold by weight.
func (l FileLine) line() Line {
	line := Line{ProductID: l.Proposals[0].ProductID, Rate: l.Rate, MRP: l.MRP, BestBefore: l.BestBefore, Words: l.Words, WithTax: l.WithTax}
	weight, isWeighed := int(weightUnits[l.Unit]), l.Proposals[0].Product.StepGrams > 0
	if line.Unit = l.Unit; l.Unit != "" && !(isWeighed && l.Grams != nil) {
		line.Pack = l.Pack
	}
	switch {
	case isWeighed && l.Grams != nil:
		line.Grams, line.Free = l.Grams, l.Free
		if l.Cost != nil {
			cost := (*l.Cost*gramsPerKilogram + money.Paise(weight)/2) / money.Paise(weight)
			line.Cost = &cost
		}
		return line
	case isWeighed:
		grams := (l.Count*l.Pack + l.Loose) * gramsPerKilogram
		line.Grams, line.Free = &grams, l.Free*gramsPerKilogram
	case l.Grams != nil:
		line.Pieces, line.Free = l.Count*l.Pack, l.Free/weight
	default:
		line.Pieces, line.Free = l.Count*l.Pack+l.Loose, l.Free
	}
	if l.Cost != nil {
		cost := money.CostOf(*l.Cost, l.Pack).Paise()
		line.Cost = &cost
	}
	return line
}
