package khata

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// balanceColumns are the columns of name, mobile and balance, and the headings of all columns; none in a file without a
// header.
type balanceColumns struct {
	at       []int
	headings []string
}

func (c balanceColumns) heading(column int) string {
	if column < len(c.headings) {
		return c.headings[column]
	}
	return ""
}

// balanceOf returns what a row's customer owes, below 0 for an advance. The side, such as Dr or Cr, can stand in the
// balance's cell or in a column of its own. It refuses a side that does not say who owes, and a payment that the balance
// may not take into account.
func (c balanceColumns) balanceOf(row csvimport.TableRow) (money.Paise, error) {
	cell := strings.TrimSpace(row.Cells[c.at[2]])
	amount, side, ok := parseBalance(cell)
	if !ok || amount == 0 {
		return 0, fault.New(fault.Invalid, "bad_khata_row", "“%s” is not a balance in rupees.", cell)
	}
	for i, beside := range row.Cells {
		if slices.Contains(c.at, i) {
			continue
		}
		heading := c.heading(i)
		if c.isPayment(heading) && strings.ContainsAny(unicodetext.Digits(beside), "123456789") {
			return 0, fault.New(fault.Invalid, "bad_khata_row", "The column “%s” says “%s” beside the balance: write as the balance what is owed now, and leave that column out of the file.", heading, beside)
		}
		own, isSure := sideOf(plainHeading(heading), plainHeading(beside))
		if !isSure || own != 0 && side != 0 && own != side {
			return 0, fault.New(fault.Invalid, "bad_khata_row", "“%s” does not say who owes: write what the customer owes as a number, and an advance with a minus in front.", beside)
		}
		if own != 0 {
			side = own
		}
	}
	switch {
	case side == 0:
		return amount, nil
	case amount < 0:
		return 0, fault.New(fault.Invalid, "bad_khata_row", "“%s” does not say who owes: write what the customer owes as a number, and an advance with a minus in front.", cell)
	}
	return amount * side, nil
}

// The sides of a balance, as its sign: what the customer owes, and an advance.
const (
	debit  money.Paise = 1
	credit money.Paise = -1
)

// sides maps words, as letters in lower case, to the side that they name in any list.
var sides = map[string]money.Paise{
	"dr": debit, "toreceive": debit, "receivable": debit, "youwillget": debit, "youllget": debit, "नावे": debit, "लेना": debit, "येणे": debit,
	"cr": credit, "youwillgive": credit, "youllgive": credit, "advance": credit, "jama": credit, "जमा": credit,
}

// columnSides maps words to the side that they name below sideHeadings only: elsewhere credit can be what is owed.
var columnSides = map[string]money.Paise{"debit": debit, "d": debit, "credit": credit, "c": credit}

// Headings of a column with the side of each balance. A column of otherHeadings may hold other words, too.
var (
	sideHeadings  = []string{"drcr", "crdr", "debitcredit", "creditdebit", "drorcr", "crordr", "balancetype", "side", "नावेजमा", "जमानावे"}
	otherHeadings = []string{"type", "status", "paymentstatus", "nature", "openingbalancetype", "amounttype", "प्रकार", "स्थिति"}
)

// unsureSides are words whose side depends on who writes them.
var unsureSides = []string{"credit", "debit", "topay", "payable", "देना", "देणे"}

// settledWord matches a word of a settled balance; below settledHeadings, yesWords say the same.
var (
	settledWord     = regexp.MustCompile(`^(?:paid|settled|cleared|closed)`)
	settledHeadings = []string{"paid", "settled", "cleared", "closed"}
	yesWords        = []string{"yes", "y", "done", "हाँ", "हां", "हो", "होय"}
)

// sideOf returns the side that a cell names, 0 for none. isSure is false for a word that may or may not change the side.
func sideOf(heading, word string) (side money.Paise, isSure bool) {
	isSide := slices.Contains(sideHeadings, heading)
	switch {
	case word == "dr" || word == "cr":
		return sides[word], true
	case slices.Contains(settledHeadings, heading):
		return 0, !slices.Contains(yesWords, word) && !settledWord.MatchString(word)
	case !isSide && !slices.Contains(otherHeadings, heading):
		return 0, true
	case sides[word] != 0:
		return sides[word], true
	case isSide:
		return columnSides[word], columnSides[word] != 0 || word == ""
	}
	return 0, !slices.Contains(unsureSides, word) && !settledWord.MatchString(word)
}

var (
	// grossHeadings are headings of a sum from which payments may still have to be taken.
	grossHeadings = []string{"amount", "amountrs", "udhar", "udhaar", "उधार", "उधारी", "रकम"}
	// paymentHeadings are headings of what a customer has paid.
	paymentHeadings = []string{"paid", "paidamount", "amountpaid", "received", "receivedamount", "amountreceived", "payment", "payments", "deposit", "credit", "jama", "जमा"}
	advanceHeadings = []string{"advance", "advanceamount", "advancepaid", "advancereceived", "अग्रिम"}
)

// isPayment reports whether a column has payments that the balance may not take into account.
func (c balanceColumns) isPayment(heading string) bool {
	plain, balance := plainHeading(heading), plainHeading(c.heading(c.at[2]))
	return slices.Contains(advanceHeadings, plain) || slices.Contains(grossHeadings, balance) && slices.Contains(paymentHeadings, plain)
}

var (
	rupeeWords = regexp.MustCompile(`(?i)₹|\b(?:rs|inr)\.?|रु\.|/-`)
	// thousandths matches a number whose point may separate thousands: "1.450" may be ₹1,450.
	thousandths = regexp.MustCompile(`\.\d{3}`)
)

// parseBalance parses rupees as spreadsheets write them, with the side beside the number: "1,450.50 Dr". It refuses commas
// and points that may or may not separate thousands: "12,50" may be ₹12.50 or ₹1,250.
func parseBalance(cell string) (amount, side money.Paise, ok bool) {
	text := rupeeWords.ReplaceAllString(unicodetext.Digits(cell), " ")
	word := plainHeading(text)
	if side = sides[word]; word != "" && side == 0 {
		return 0, 0, false
	}
	number := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	if side != 0 {
		number = strings.Trim(number, ".")
	}
	amount, err := money.ParseSigned(unicodetext.RemoveGrouping(number))
	return amount, side, err == nil && !thousandths.MatchString(number)
}
