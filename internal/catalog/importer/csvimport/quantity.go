package csvimport

import (
	"regexp"
	"strconv"
	"strings"

	"kirana/internal/unicodetext"
)

// spelling maps unit words to their standard form.
var spelling = map[string]string{
	"kg": "kg", "kgs": "kg", "kilo": "kg", "kilos": "kg", "kilogram": "kg", "kilograms": "kg",
	"g": "g", "gm": "g", "gms": "g", "gr": "g", "gram": "g", "grams": "g",
	"mg": "mg", "mgs": "mg",
	"l": "L", "lt": "L", "ltr": "L", "ltrs": "L", "lit": "L", "litre": "L", "litres": "L", "liter": "L", "liters": "L",
	"ml": "ml", "mls": "ml", "millilitre": "ml", "millilitres": "ml", "milliliter": "ml", "milliliters": "ml",
	"pc": "pcs", "pcs": "pcs", "pce": "pcs", "piece": "pcs", "pieces": "pcs", "nos": "pcs",
	"cm": "cm", "cms": "cm", "mm": "mm",
}

// hindiUnits replaces Hindi and Marathi measures. Longer words come before their prefixes.
var hindiUnits = strings.NewReplacer(
	"एक किलो", " 1 kg ", "दो किलो", " 2 kg ", "दोन किलो", " 2 kg ", "एक लीटर", " 1 L ", "एक लिटर", " 1 L ",
	"पाव किलो", " 250 g ", "पाव लिटर", " 250 ml ", "पाव लीटर", " 250 ml ", "अर्धा", "half", "अर्धी", "half", "पाऊण किलो", " 750 g ", "पौन किलो", " 750 g ", "पौना किलो", " 750 g ",
	"सवा किलो", " 1.25 kg ", "दीड किलो", " 1.5 kg ", "डेढ़ किलो", " 1.5 kg ", "डेढ़ किलो", " 1.5 kg ", "अडीच किलो", " 2.5 kg ", "ढाई किलो", " 2.5 kg ",
	"दीड लिटर", " 1.5 L ", "डेढ़ लीटर", " 1.5 L ", "डेढ़ लीटर", " 1.5 L ", "किलोग्रॅम", " kg ", "कि.ग्रॅ.", " kg ", "किग्रॅ", " kg ", "ग्रॅम", " g ", "ग्रॅ.", " g ", "ग्रॉम", " g ",
	"मिलिलिटर", " ml ", "मिलीलिटर", " ml ", "मि.लि.", " ml ", "लि.", " L ", "डझन", " dozen ", "अदद", " pcs ", "पॅकेट", " packet ", "पैकेट", " packet ", "पाकीट", " packet ",
	"किलोग्राम", " kg ", "किग्रा", " kg ", "कि.ग्रा.", " kg ", "किलो", " kg ", "मिलीलीटर", " ml ", "मिली", " ml ", "मि.ली.", " ml ",
	"ग्राम", " g ", "ग्रा.", " g ", "लीटर", " L ", "लिटर", " L ", "ली.", " L ", "दर्जन", " dozen ", "पीस", " pcs ", "नग", " pcs ",
	"आधा", "half",
)

const (
	decimalNumber = `\d+(?:\.\d+)?`
	measures      = `kilograms?|kilos?|kgs?|milligrams?|mgs?|grams?|gms?|gr|g|millilit(?:re|er)s?|mls?|lit(?:re|er)s?|ltrs?|lit|lt|l`
	packUnits     = `kg|mg|g|ml|L`
)

var (
	vulgarFraction = regexp.MustCompile(`(?:(\d+)\s*)?([½¼¾⅓⅔⅛])`)
	slashFraction  = regexp.MustCompile(`(?i)(?:\b(\d+)[\s-]+)?\b(\d{1,2})/(\d{1,2})\s*(` + measures + `|dozens?|doz|dz)\b`)
	half           = regexp.MustCompile(`(?i)\bhalf\s+(?:a\s+)?(` + measures + `|dozen)\b`)
	quarter        = regexp.MustCompile(`(?i)\bquarter\s+(?:of\s+)?(?:a\s+)?(` + measures + `)\b`)
	commaNumber    = regexp.MustCompile(`(?i)(\d+),(\d{1,3})(\s*(?:` + measures + `)\b)`)
	barePoint      = regexp.MustCompile(`(?i)(^|[\s(])(\.\d+\s*(?:` + measures + `)\b)`)
	approximately  = regexp.MustCompile(`(?i)\b(approx)\s*\.\s*`) // "Approx .180 g" is not a fraction
	dozens         = regexp.MustCompile(`(?i)(` + decimalNumber + `)\s*(?:dozens?|doz|dzn?)\b\.?`)
	apostrophes    = regexp.MustCompile(`\b(\d{1,4})\s?['’` + "`" + `´]\s?[sS]\b`)
	numberWithUnit = regexp.MustCompile(`(?i)(` + decimalNumber + `)\s*(` + measures + `|pieces?|pcs?|pce|nos|cms?|mm)\b\.?`)
	times          = regexp.MustCompile(`(\d)\s*[xX×*]\s*(\d)`)

	amountTimes = regexp.MustCompile(`\b(` + decimalNumber + `) (` + packUnits + `)\s*[xX×*]\s*(\d{1,3})\b(?: pcs)?`)
	breakdown   = regexp.MustCompile(`^(` + decimalNumber + `) (` + packUnits + `)[ ,]*\((\d{1,3}) x (` + decimalNumber + `) (` + packUnits + `)\)$`)
	packTimes   = regexp.MustCompile(`(?i)^(\d{1,3}) x (` + decimalNumber + ` (?:` + packUnits + `))[ ,(]*(?:pack|set) of (\d{1,3})\)?$`)
	multipack   = regexp.MustCompile(`(?i)^(\d+ x \S.*?)\s*\(?multi ?pack\)?$`)
	strayZero   = regexp.MustCompile(`^(` + decimalNumber + ` (?:` + packUnits + `)) 0$`) // an empty cell exported as 0
	sized       = regexp.MustCompile(`(?i)\b(?:cms?|mm|inch(?:es)?|ft|feet)\b`)
	pieceCount  = regexp.MustCompile(`^(\d{1,4})\s*(?:s|N|U|(?i:nos?|units?|numbers?))\.?$`)
	bareDozen   = regexp.MustCompile(`(?i)^(?:dozens?|doz|dzn?)\.?$`)
)

// writeQuantities formats every amount in a text as number, blank and a standard unit such as g, kg, ml, L or pcs, and
// leaves other words: "1/2 kg", "½ Kg" and "0,5kg" become "0.5 kg", "500gm x 2" becomes "2 x 500 g", "1 dozen" and
// "12's" become "12 pcs".
func writeQuantities(s string) string {
	if !ascii([]byte(s)) {
		s = strings.Join(strings.Fields(hindiUnits.Replace(unicodetext.Digits(s))), " ")
	}
	if !strings.ContainsAny(s, digits+fractions) && !hasPart(s) {
		return s
	}
	for _, r := range rewritings {
		if strings.ContainsAny(s, r.signs) {
			s = r.rewrite(s)
		}
	}
	return writePacks(s)
}

// rewritings are the steps of writeQuantities, in their order. A step runs only on a text with one of its signs, because
// most texts have few of them and the patterns are slow.
var rewritings = []struct {
	signs   string
	rewrite func(string) string
}{
	{"xX×*", func(s string) string {
		// Twice: matches in "6x4x200" overlap.
		return times.ReplaceAllString(times.ReplaceAllString(s, "$1 x $2"), "$1 x $2")
	}},
	{fractions, func(s string) string { return vulgarFraction.ReplaceAllStringFunc(s, writeVulgarFraction) }},
	{"/", func(s string) string { return slashFraction.ReplaceAllStringFunc(s, writeSlashFraction) }},
	{"hHqQ", func(s string) string {
		if !hasPart(s) {
			return s
		}
		return quarter.ReplaceAllString(half.ReplaceAllString(s, "0.5 $1"), "0.25 $1")
	}},
	{",", func(s string) string { return commaNumber.ReplaceAllStringFunc(s, writeCommaNumber) }},
	{".", func(s string) string {
		return barePoint.ReplaceAllString(approximately.ReplaceAllString(s, "$1. "), "${1}0$2")
	}},
	{"dD", func(s string) string { return dozens.ReplaceAllStringFunc(s, writeDozens) }},
	{"'’`´", func(s string) string { return apostrophes.ReplaceAllString(s, "$1 pcs") }},
	{digits, func(s string) string { return numberWithUnit.ReplaceAllStringFunc(s, writeNumberWithUnit) }},
}

const (
	digits    = "0123456789"
	fractions = "½¼¾⅓⅔⅛"
)

// hasPart reports whether a text has half or a quarter of a measure. It looks for the bare words first, which is faster.
func hasPart(s string) bool {
	lower := strings.ToLower(s)
	return strings.Contains(lower, "half") && half.MatchString(s) || strings.Contains(lower, "quarter") && quarter.MatchString(s)
}

func writeVulgarFraction(found string) string {
	parts := vulgarFraction.FindStringSubmatch(found)
	return wholeAndFraction(parts[1], map[string]float64{"½": .5, "¼": .25, "¾": .75, "⅓": 1. / 3, "⅔": 2. / 3, "⅛": .125}[parts[2]])
}

// writeDozens converts dozens to pieces if these are whole.
func writeDozens(found string) string {
	n, err := strconv.ParseFloat(dozens.FindStringSubmatch(found)[1], 64)
	if pieces := n * 12; err == nil && pieces == float64(int64(pieces)) {
		return strconv.FormatInt(int64(pieces), 10) + " pcs"
	}
	return found
}

func writeNumberWithUnit(found string) string {
	parts := numberWithUnit.FindStringSubmatch(found)
	number, word := numberText(parts[1]), strings.ToLower(parts[2])
	if short, ok := spelling[word]; ok {
		word = short
	}
	if word == "pcs" && number == "1" {
		word = "pc"
	}
	return number + " " + word
}

// writePacks formats packs as count x amount: "500 g x 2" and "1 kg (2 x 500 g)" become "2 x 500 g".
func writePacks(s string) string {
	if !strings.ContainsAny(s, digits) {
		return s
	}
	s = swapTimes(s)
	s = multipack.ReplaceAllString(s, "$1")
	s = strayZero.ReplaceAllString(s, "$1")
	if parts := breakdown.FindStringSubmatch(s); parts != nil && parts[2] == parts[5] && isProduct(parts[1], parts[3], parts[4]) {
		return parts[3] + " x " + parts[4] + " " + parts[5]
	}
	if parts := packTimes.FindStringSubmatch(s); parts != nil {
		return timesPack(parts[1], parts[2], parts[3])
	}
	return s
}

// timesPack returns the unit of several packets of count pieces: count times packets. A number of packets equal to
// count only repeats the count, and does not multiply.
func timesPack(count, amount, packets string) string {
	n, _ := strconv.Atoi(count)
	m, _ := strconv.Atoi(packets)
	if m > 1 && n != m {
		n *= m
	}
	return strconv.Itoa(n) + " x " + amount
}

// swapTimes converts "500 g x 2" to "2 x 500 g", except if a measure, number or "x" follows ("1 L x 20 cm"), or a length
// is anywhere ("35 L x 23 B cm").
func swapTimes(s string) string {
	if !strings.ContainsAny(s, "xX×*") {
		return s
	}
	at := amountTimes.FindStringSubmatchIndex(s)
	if at == nil || sized.MatchString(s) {
		return s
	}
	rest := strings.TrimLeft(s[at[1]:], " ")
	if startsWithMeasure.MatchString(rest) {
		return s
	}
	return s[:at[0]] + s[at[6]:at[7]] + " x " + s[at[2]:at[3]] + " " + s[at[4]:at[5]] + s[at[1]:]
}

var startsWithMeasure = regexp.MustCompile(`(?i)^(?:[.\dxX×*]|(?:` + measures + `)\b)`)

func isProduct(total, count, each string) bool {
	t, _ := strconv.ParseFloat(total, 64)
	c, _ := strconv.ParseFloat(count, 64)
	e, _ := strconv.ParseFloat(each, 64)
	return c > 1 && t > 0 && t-c*e < 0.001 && c*e-t < 0.001
}

// writeSlashFraction converts "1 1/2 kg" to "1.5 kg"; other slashes are unchanged.
func writeSlashFraction(found string) string {
	parts := slashFraction.FindStringSubmatch(found)
	n, _ := strconv.Atoi(parts[2])
	m, _ := strconv.Atoi(parts[3])
	if n == 0 || n >= m || m > 10 {
		return found
	}
	return wholeAndFraction(parts[1], float64(n)/float64(m)) + " " + parts[4]
}

func wholeAndFraction(whole string, fraction float64) string {
	n, err := strconv.ParseFloat(whole, 64)
	if err != nil {
		n = 0
	}
	return numberText(strconv.FormatFloat(n+fraction, 'f', 3, 64))
}

// writeCommaNumber removes a comma before three digits as a thousands separator, and makes any other a decimal point.
func writeCommaNumber(found string) string {
	parts := commaNumber.FindStringSubmatch(found)
	if len(parts[2]) == 3 && parts[1][0] != '0' {
		return parts[1] + parts[2] + parts[3]
	}
	return parts[1] + "." + parts[2] + parts[3]
}

// numberText removes leading and trailing zeros of a decimal number: "05.50" becomes "5.5".
func numberText(number string) string {
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	number = strings.TrimLeft(number, "0")
	if number == "" || number[0] == '.' {
		number = "0" + number
	}
	return number
}
