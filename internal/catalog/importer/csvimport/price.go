package csvimport

import (
	"regexp"
	"strconv"
	"strings"

	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// refusal is the error for a row that is left out: one sentence for the shopkeeper, and the cell that caused it, if
// any.
type refusal struct {
	reason        language.Stored
	column, value string
}

func (r refusal) Error() string { return r.reason.In(language.English) }

func refuse(reason language.Stored) refusal { return refusal{reason: reason} }

func refuseCell(reason language.Stored, column, cell string) refusal {
	return refusal{reason: reason, column: cutAtWord(line(column), maxSampleText), value: cutAtWord(line(cell), maxSampleText)}
}

var (
	beforeAmount = regexp.MustCompile(`(?i)^(?:₹|(?:rs|inr|mrp|m\.r\.p|price)\.?|रु\.?|रू\.?|[:@=.](?:\s|$)|:)\s*`)
	afterAmount  = regexp.MustCompile(`(?i)\s*(?:\(?\s*inc(?:l|lusive|luding)?\.?\s*(?:of\s*)?(?:all\s*)?tax(?:es)?\.?\s*\)?|\bonly\b\.?|/[-=]|₹|(?:rs|inr|rupees)\.?|रुपये|रुपए|रुपया|रु\.?|\beach\b)$`)
	perUnit      = regexp.MustCompile(`(?i)\s*(?:/|\bper\b)\s*((?:\d+(?:\.\d+)?\s*)?(?:` + measures + `|pieces?|pcs?|dozen|doz|dz|packets?|packs?|pkts?|units?|nos?|each))\.?$`)
	thousands    = regexp.MustCompile(`^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$`)
	decimal      = regexp.MustCompile(`^\d+,\d{1,2}$`)
	points       = regexp.MustCompile(`^\d{1,3}(?:\.\d{3})+$`)
	pointsComma  = regexp.MustCompile(`^\d{1,3}(?:\.\d{3})+,\d{1,2}$`)
)

// pricing is the number format of one file's prices.
type pricing struct {
	paise bool
	// commas reads "12,50" as 12.50, as in files that separate cells by semicolons.
	commas bool
	// points reads "1.299" as 1299, as in files that write "1.299,00" or "12,50".
	points bool
	// pointDecimals reports that prices have points before their decimals.
	pointDecimals bool
}

// paiseHeading matches the heading of amounts in paise, rupeeHeading that of rupees with their paise.
var (
	paiseHeading = regexp.MustCompile(`(?i)\bpaise\b|\bpaisa\b|पैसे`)
	rupeeHeading = regexp.MustCompile(`(?i)\brs\b|₹|rupee|\binr\b|रु`)
)

// below returns the format of the amounts below a heading.
func (p pricing) below(heading string) pricing {
	p.paise = p.paise || paiseHeading.MatchString(heading) && !rupeeHeading.MatchString(heading)
	return p
}

// amount parses a price. It returns false and nil for an empty cell.
func (p pricing) amount(column, cell string) (amount money.Paise, ok bool, err error) {
	text := p.plain(cell)
	if text == "" && value(cell) == "" {
		return 0, false, nil
	}
	if p.below(column).paise {
		amount, err = parsePaise(text)
	} else {
		amount, err = money.ParseRounded(text)
	}
	if err != nil || amount > money.Max {
		return 0, false, refuseCell(language.NewPhrase("The column %s does not hold an amount of money: %s.", quoted(column), quoted(cell)).Store(), column, cell)
	}
	return amount, true, nil
}

// plain returns a price's number with a decimal point and without thousands separators.
func (p pricing) plain(cell string) string {
	text, _ := bareAmount(cell)
	switch {
	case thousands.MatchString(text):
		text = strings.ReplaceAll(text, ",", "")
	case pointsComma.MatchString(text):
		text = strings.Replace(strings.ReplaceAll(text, ".", ""), ",", ".", 1)
	case p.commas && decimal.MatchString(text):
		text = strings.Replace(text, ",", ".", 1)
	case p.points && points.MatchString(text):
		text = strings.ReplaceAll(text, ".", "")
	}
	// ".50" alone is half a rupee; "Rs .50" may mean fifty and is refused.
	if strings.HasPrefix(text, ".") && strings.HasPrefix(number(cell), ".") {
		text = "0" + text
	}
	return text
}

// count returns a number of pieces without the separators of its thousands. It reports false for one such as "1.000" in a
// list that may separate thousands by points.
func (p pricing) count(text string) (number string, ok bool) {
	switch {
	case !points.MatchString(text):
		return unicodetext.RemoveGrouping(text), true
	case p.points:
		return strings.ReplaceAll(text, ".", ""), true
	}
	return text, !p.commas || p.pointDecimals
}

// rounds reports whether parsing the price rounds it to whole paise. Floating-point noise of spreadsheets
// (120.10000000000001) does not count.
func (p pricing) rounds(cell string) bool {
	_, fraction, _ := strings.Cut(p.plain(cell), ".")
	if !p.paise {
		fraction = fraction[min(2, len(fraction)):]
	}
	fraction = fraction[:min(4, len(fraction))]
	return strings.Trim(fraction, "0") != "" && fraction != "9999"
}

// maxPriceText is the maximum length in bytes of a price. It bounds bareAmount, which is quadratic.
const maxPriceText = 200

// bareAmount strips the text around a price's number ("MRP: Rs. 1,299 (incl. of all taxes)") and returns the unit it is
// for, if any: kg of "40/kg".
func bareAmount(cell string) (text, per string) {
	if strings.Trim(cell, digits) == "" || pointDecimal.MatchString(cell) { // fast path for most cells
		return cell, ""
	}
	text = strings.TrimSpace(hindiUnits.Replace(strings.ReplaceAll(number(cell), "प्रति", " per ")))
	if len(text) > maxPriceText {
		return text, ""
	}
	for {
		before := text
		text = afterAmount.ReplaceAllString(beforeAmount.ReplaceAllString(text, ""), "")
		if parts := perUnit.FindStringSubmatch(text); parts != nil && per == "" {
			text, per = strings.TrimSuffix(text, parts[0]), unitText(parts[1])
		}
		if text = strings.TrimSpace(text); text == before {
			return text, per
		}
	}
}

// learn detects the number format from a sample of prices.
func (p *pricing) learn(cells []string) {
	commas, pointDecimals := false, false
	for _, cell := range cells {
		text, _ := bareAmount(cell)
		switch {
		case pointsComma.MatchString(text), p.commas && decimal.MatchString(text):
			commas = true
		case pointDecimal.MatchString(text):
			pointDecimals = true
		}
	}
	p.pointDecimals = pointDecimals
	if commas && !pointDecimals {
		p.commas, p.points = true, true
	}
}

var pointDecimal = regexp.MustCompile(`^[\d,]*\.\d{1,2}$`)

// parsePaise parses whole paise, rounding decimals half up.
func parsePaise(text string) (money.Paise, error) {
	whole, fraction, dotted := strings.Cut(text, ".")
	if whole == "" || strings.Trim(whole+fraction, digits) != "" || dotted && fraction == "" {
		return 0, money.ErrFormat
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || n > int64(money.Max) {
		return 0, money.ErrFormat
	}
	if fraction != "" && fraction[0] >= '5' {
		n++
	}
	return money.Paise(n), nil
}

// settle computes price and discount from MRP and sale price. The note says that the sale price became the price, if
// the MRP is missing or lower.
func settle(mrp, sale money.Paise, hasMRP, hasSale bool) (price, discount money.Paise, note Note, err error) {
	switch {
	case !hasMRP && !hasSale:
		return 0, 0, "", refuse("The product has no price.")
	case hasSale && sale == 0, !hasSale && mrp == 0:
		return 0, 0, "", refuse("The price is 0.")
	case !hasSale:
		return mrp, 0, "", nil
	case !hasMRP || mrp == 0:
		return sale, 0, NoteNoMRP, nil
	case sale > mrp:
		return sale, 0, NoteSaleAboveMRP, nil
	}
	return mrp, mrp - sale, "", nil
}

// belowOnePercent matches a number below 1 that may be a fraction: spreadsheets write 10 % as 0.1.
var belowOnePercent = regexp.MustCompile(`^0?[.,]\d*[1-9]\d*$`)

// percentOff returns the discount, rounded half up to whole paise, for a cell in percent.
func percentOff(mrp money.Paise, cell string) (money.Paise, error) {
	text := strings.TrimSpace(strings.TrimSuffix(number(cell), "%"))
	if text == "" {
		return 0, nil
	}
	if decimal.MatchString(text) {
		text = strings.Replace(text, ",", ".", 1)
	}
	// A percentage parses like an amount: 12.5 is 1250 hundredths of a percent.
	hundredths, err := money.ParseRounded(text)
	if err != nil || hundredths > money.Rupees(1000) {
		return 0, money.ErrFormat
	}
	return percentOf(mrp, hundredths), nil
}

// percentOf returns the part of an amount given in hundredths of a percent, rounded half up.
func percentOf(amount, hundredths money.Paise) money.Paise {
	return (amount*hundredths + 5000) / 100_00
}

func quoted(column string) string { return "“" + cutAtWord(line(column), 60) + "”" }
