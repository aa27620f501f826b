package csvimport

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	inNameMeasure = regexp.MustCompile(`(?i)\b(?:\d{1,3}\s*[x×*]\s*)?\d+(?:\.\d+)?\s*(?:kilograms?|kilos?|kgs?|grams?|gms?|g|millilit(?:re|er)s?|mls?|lit(?:re|er)s?|ltrs?|lit|l)\b`)
	inNamePack    = regexp.MustCompile(`(?i)\b((?:pack|set|box|combo) of \d+)\b`)
	inNameCount   = regexp.MustCompile(`(?i)\b((?:\d{1,3} x )?\d{1,4} ?(?:pieces?|pcs?|nos|units?|tablets?|capsules?|sachets?|tea ?bags|bags|rolls?|pulls|sheets?|wipes|pads|eggs|sticks|bars|pairs?))\b`)

	// "5G" is a network, and so is "5g" in the name of a phone.
	network = regexp.MustCompile(`\b[2-6]G\b`)
	phone   = regexp.MustCompile(`(?i)\b(?:(?:smart)?phones?|mobiles?|sim|routers?|dongles?|hotspots?|tablet pc|\d+ ?gb)\b`)
	small5g = regexp.MustCompile(`\b[2-6]g\b`)
)

// unitText formats a unit and keeps the words that it does not know: "500gm" becomes "500 g", "2x200 pulls" becomes "2 x 200 pulls".
func unitText(s string) string {
	s = dotted.ReplaceAllString(PortalUnit(strings.Trim(value(s), " ,;-")), "$1$2$3")
	switch {
	case s == "":
		return ""
	case bareDozen.MatchString(s):
		return "12 pcs"
	case spokenUnits[strings.ToLower(s)] != "":
		return spokenUnits[strings.ToLower(s)]
	}
	s = quarters.ReplaceAllStringFunc(s, func(found string) string {
		n, _ := strconv.Atoi(strings.Fields(found)[0])
		return strconv.Itoa(n*250) + " g"
	})
	s = pieceCount.ReplaceAllString(s, "$1 pcs")
	s = oneLanguage(writeQuantities(s))
	single := bareUnit(s)
	if word, alone := spelling[single]; alone {
		switch {
		case single == "pcs", single == "pieces", single == "nos":
			return "pcs"
		case word == "pcs":
			return onePiece
		}
		return "1 " + word
	}
	return s
}

// spokenUnits are sizes that are a whole cell: in a name पाव means bread.
var spokenUnits = map[string]string{
	"पाव": "250 g", "अर्धा": "0.5 kg", "आधा": "0.5 kg", "half": "0.5 kg",
	"सौ ग्राम": "100 g", "दो सौ ग्राम": "200 g", "ढाई सौ ग्राम": "250 g", "पाँच सौ ग्राम": "500 g", "पांच सौ ग्राम": "500 g",
	"शंभर ग्रॅम": "100 g", "दोनशे ग्रॅम": "200 g", "अडीचशे ग्रॅम": "250 g", "पाचशे ग्रॅम": "500 g",
}

// oneLanguage returns one half of a size whose halves are the same in two languages: "1 kg / 1 kg".
func oneLanguage(size string) string {
	halves := strings.FieldsFunc(size, func(r rune) bool { return strings.ContainsRune("/|()", r) })
	if len(halves) == 2 && strings.EqualFold(bareUnit(strings.TrimSpace(halves[0])), bareUnit(strings.TrimSpace(halves[1]))) {
		return strings.TrimSpace(halves[0])
	}
	return size
}

var (
	// dotted matches a measure with a point behind each letter: "1 K.G.".
	dotted = regexp.MustCompile(`(?i)^([\d.,]*\s*)\b([kgm])\.\s?([gml])\.?$`)
	// portalUnit matches a unit quantity code of the tax portal with its name: "NOS-NUMBERS".
	portalUnit = regexp.MustCompile(`(?i)^(bag|bal|bdl|bkl|bou|box|btl|bun|can|cbm|ccm|cms|ctn|doz|drm|gms|grs|kgs|klr|ltr|mlt|mtr|mts|nos|oth|pac|pcs|pkt|prs|qtl|rol|set|tbs|tgm|thd|ton|tub|ugs|unt|yds)-[a-z ]{3,}$`)
)

// PortalUnit returns the code of a unit as the tax portal writes it, "NOS" of "NOS-NUMBERS"; other units are unchanged.
func PortalUnit(unit string) string { return portalUnit.ReplaceAllString(unit, "$1") }

// quarters matches a number of quarter kilograms.
var quarters = regexp.MustCompile(`(?i)^[1-3] (?:पाव|pao|paav|pav)$`)

// bareUnit returns a unit without "per" and punctuation: "kg" for "per Kg.".
func bareUnit(unit string) string {
	return strings.Trim(strings.TrimPrefix(strings.ToLower(unit), "per "), "./ ")
}

// isUnitWord reports whether a cell is a measure or packaging without an amount.
func isUnitWord(cell string) bool {
	word := bareUnit(strings.TrimSpace(hindiUnits.Replace(cell)))
	return spelling[word] != "" || packWord.MatchString(word)
}

var packWord = regexp.MustCompile(`^(?:packets?|packs?|pkts?|units?|each|bags?|box(?:es)?|tins?|bottles?|jars?|pouch(?:es)?|cartons?)$`)

// findSize takes a column "Qty" for the size if its cells are sizes of small packs, and for the amount if the units beside
// it are: nobody counts a stock in grams.
func (c *columns) findSize(o Options, sample [][]string) {
	i := slices.Index(c.plain, "qty")
	unit, hasUnit := c.at[Unit]
	stock, hasStock := c.at[Stock]
	isStock := hasStock && stock == i
	_, hasAmount := c.at[amount]
	_, mapped := o.Map[Stock]
	_, unitMapped := o.Map[Unit]
	if i < 0 || hasAmount || mapped || unitMapped || c.profile != nil {
		return
	}
	into := Unit
	isSmall := false
	if hasUnit {
		_, isSmall = measuresIn(sample, unit)
	}
	switch {
	case isSmall && onlyNumbers(sample, i):
		into = amount
	case hasUnit || !isStock || !areSizes(sample, i) || c.isMultiplied(i, sample):
		return
	}
	if isStock {
		delete(c.at, Stock)
	}
	c.at[into] = i
}

// areSizes reports whether all cells of the column are weights or volumes and one is in grams or milliliters.
func areSizes(sample [][]string, column int) bool {
	isSmall := false
	for _, row := range sample {
		found := plainSize.FindStringSubmatch(unitText(row[column]))
		if found == nil && value(row[column]) != "" {
			return false
		}
		isSmall = isSmall || found != nil && (found[1] == "g" || found[1] == "ml")
	}
	return isSmall
}

// plainSize matches the weight or volume of one pack.
var plainSize = regexp.MustCompile(`^\d+(?:\.\d+)? (kg|g|ml|L)$`)

// contradict reports whether two sizes are different weights, or different volumes.
func contradict(a, b string) bool {
	first, second := plainSize.FindStringSubmatch(a), plainSize.FindStringSubmatch(b)
	isWeight := func(measure string) bool { return strings.HasSuffix(measure, "g") }
	return first != nil && second != nil && isWeight(first[1]) == isWeight(second[1]) && SizeKey(a) != SizeKey(b)
}

// countsPieces reports whether numbers beside a column of units are a stock: its units have no numbers, none is of a small
// pack, and one is a piece or a packet.
func countsPieces(sample [][]string, unit int) bool {
	isPiece, isSmall := measuresIn(sample, unit)
	return isPiece && !isSmall
}

// measuresIn reports whether a column of units without numbers has pieces or packets, and whether it has grams or
// milliliters.
func measuresIn(sample [][]string, unit int) (isPiece, isSmall bool) {
	for _, row := range sample {
		word := bareUnit(strings.TrimSpace(hindiUnits.Replace(PortalUnit(value(row[unit])))))
		switch measure := spelling[word]; {
		case strings.ContainsAny(word, digits):
			return false, false
		case measure == "g" || measure == "ml" || measure == "mg":
			isSmall = true
		case measure == "pcs" || packWord.MatchString(word):
			isPiece = true
		}
	}
	return isPiece, isSmall
}

// maxKeptUnits bounds the cache of units. Lists repeat few units many times.
const maxKeptUnits = 10_000

// unitOfCell returns unitText of a cell, cached.
func (r *Reader) unitOfCell(cell string) string {
	unit, kept := r.units[cell]
	if kept {
		return unit
	}
	if unit = unitText(cell); len(r.units) < maxKeptUnits && len(cell) <= MaxUnit {
		if r.units == nil {
			r.units = map[string]string{}
		}
		r.units[strings.Clone(cell)] = unit
	}
	return unit
}

// headingMeasure returns the measure at the end of a heading: kg for "Weight (kg)" and "Weight in kg"; "" if there are
// several.
func headingMeasure(heading string) string {
	if _, measures := measuresOf(heading); len(measures) == 1 {
		return measures[0]
	}
	return ""
}

// withoutMeasure returns the normalized heading without the measures at its end; "" if it has none.
func withoutMeasure(heading string) string {
	name, measures := measuresOf(heading)
	if len(measures) == 0 {
		return ""
	}
	return plainName(strings.Join(name, ""))
}

// measuresOf splits a heading into its words and the measures at its end.
func measuresOf(heading string) (name, measures []string) {
	name = headingWordsOf(heading)
	for len(name) > 1 {
		last := name[len(name)-1]
		switch measure := spelling[last]; {
		case slices.Contains([]string{"in", "or", "में"}, last):
		case measure == "":
			return name, measures
		case !slices.Contains(measures, measure):
			measures = append(measures, measure)
		}
		name = name[:len(name)-1]
	}
	return name, measures
}

func headingWordsOf(heading string) []string {
	if !ascii([]byte(heading)) {
		heading = hindiUnits.Replace(heading)
	}
	return strings.FieldsFunc(strings.ToLower(heading), func(r rune) bool { return !isNameRune(r) })
}

// bareSize matches a number without a measure: "2.5", ".5", "½".
var bareSize = regexp.MustCompile(`^[\d.½¼¾][\d\s.,/½¼¾-]*$`)

// withMeasure appends the heading's measure to a number, and returns "" for 0. It joins several measures if anyOf is
// set: "kg/L". Any other text is unchanged.
func withMeasure(cell, heading string, anyOf bool) string {
	measure, text := headingMeasure(heading), number(cell)
	if _, measures := measuresOf(heading); anyOf && len(measures) > 1 {
		measure = strings.Join(measures, "/")
	}
	switch {
	case measure == "" || !bareSize.MatchString(text):
		return cell
	case strings.Trim(text, "0.,") == "":
		return "" // not a size
	}
	return text + " " + measure
}

// onePiece is the unit of products sold by the piece.
const onePiece = "1 pc"

// UnitOfName returns the unit in a product's name, "" if uncertain. Milligrams are a strength, not a size, and are
// ignored.
func UnitOfName(name string) string {
	if ascii([]byte(name)) && !strings.ContainsAny(name, digits) && !hasPart(name) {
		return ""
	}
	name = network.ReplaceAllString(name, "")
	if small5g.MatchString(name) && phone.MatchString(name) {
		name = small5g.ReplaceAllString(name, "")
	}
	name = writeQuantities(name)
	var found []string
	sum := sumSign.MatchString(name)
	for _, at := range inNameMeasure.FindAllStringIndex(name, -1) {
		if isNotPackSize(name[:at[0]], name[at[1]:]) {
			continue
		}
		if u := unitText(name[at[0]:at[1]]); sum || len(found) == 0 || found[len(found)-1] != u {
			found = append(found, u)
		}
	}
	pack := inNamePack.FindString(name)
	switch {
	case sum && (pack != "" || ofSeveral.MatchString(name)) && !(len(found) == 1 && strings.Contains(found[0], " x ")):
		return "" // ambiguous: which part the pack or the multiplier belongs to
	case len(found) > 1 && sum:
		return strings.Join(found, " + ")
	case len(found) > 0 && pack != "":
		return writePacks(found[len(found)-1] + ", " + capital(pack))
	case len(found) > 0:
		return found[len(found)-1]
	case pack != "":
		return capital(pack)
	}
	count := inNameCount.FindStringIndex(name)
	if count == nil || sum || isNotPackSize(name[:count[0]], "") {
		return ""
	}
	return unitText(name[count[0]:count[1]])
}

// sumSign matches a plus between products, but not the open end of a range: "25 kg+".
var sumSign = regexp.MustCompile(`\+\s*[\pL\d]`)

// ofSeveral matches words which say that an amount is that of one of several packets: "each", "buy 2".
var ofSeveral = regexp.MustCompile(`(?i)\beach\b|\bbuy \d`)

// isNotPackSize reports whether an amount is not that of the pack: the weight of a baby or a dog ("4-8 kg", "up to 25 kg",
// "25 kg+"), or a choice ("500 g/1 kg").
func isNotPackSize(before, after string) bool {
	before = strings.ToLower(strings.TrimRight(before, " "))
	for _, word := range []string{"up to", "upto", "above", "below", "under", "over"} {
		if strings.HasSuffix(before, word) {
			return true
		}
	}
	// "500 g/1 kg" is a choice, and "24/7 kg" is not a weight.
	if strings.HasSuffix(before, "/") {
		return true
	}
	for _, dash := range []string{"-", "–", " to"} {
		if low, ranged := strings.CutSuffix(before, dash); ranged && endsInDigit(strings.TrimRight(low, " ")) {
			return true
		}
		if high, ranged := strings.CutPrefix(strings.TrimLeft(after, " "), dash); ranged && startsWithDigit(strings.TrimLeft(high, " ")) {
			return true
		}
	}
	// "25 kg+" is for large dogs, "72 ml+100 g" is a sum.
	return strings.HasPrefix(after, "+") && !inNameMeasure.MatchString(after) && !plusProduct.MatchString(after)
}

// plusProduct matches a product added to the pack.
var plusProduct = regexp.MustCompile(`^\+\s*\pL{3}`)

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

func endsInDigit(s string) bool { return s != "" && startsWithDigit(s[len(s)-1:]) }

func capital(s string) string {
	s = strings.ToLower(s)
	return strings.ToUpper(s[:1]) + s[1:]
}

// gramsText formats a number of grams as a unit: 500 is "500 g", 1500 is "1.5 kg"; "" for 0 and an empty cell. Other
// texts are formatted by unitText.
func gramsText(cell string) string {
	cell = value(cell)
	if text := unitText(cell); strings.Trim(text, "0123456789.") != "" {
		return text // the cell has its own unit
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
