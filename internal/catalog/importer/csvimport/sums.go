package csvimport

import (
	"regexp"
	"slices"

	"kirana/internal/language"
)

// checkProduct returns the refusal of a row that is a sum or a charge of a bill, else "". A row with a brand or a code is a
// product.
func (r *Reader) checkProduct(name, brand string, get func(Field) string) language.Stored {
	isBranded, plain := brand != "" && brand != name, plainName(name)
	switch {
	case (sumRow.MatchString(name) || balanceRow.MatchString(plain)) && !isBranded, r.isGroupSum(name, get):
		return "This is a sum, not a product."
	case chargeRow.MatchString(plain) && !isBranded && value(get(Barcode)+get(ID)) == "":
		return "This is a charge, a tax or a discount of a bill, not a product."
	}
	return ""
}

// sumRow matches the name of a total row, or of a sum carried to another page.
var sumRow = regexp.MustCompile(`(?i)^(?:balance )?(?:carried|brought) (?:forward|over|down)[ :.=-]*$|^(?:balance )?[cb]/[fdo]\.?$|^kul(?: (?:jod|jodh?|yog|rakam|maal|mal))?[ :.=-]*[\d,.₹]*$|^(?:(?:ग्रँड|ग्रैंड|सब)\s)?टोटल[ :.=-]*[\d,.₹]*$|^કુલ(?: રકમ)?[ :.=-]*[\d,.₹]*$|^(?:(?:(?:grand|gr|g|sub|net|page)\.?[ -]*)?totals?(?: (?:amount|items?|qty|quantity|value|price|products?|stock|mrp))?(?: ?\(\d+[^)]*\))?|sum)[ :.=-]*(?:rs\.? *)?[\d,.₹]*(?:/-)?$` +
	`|^(?:(?:कुल|महा|उप|एकूण)?[\s-]*(?:योग|जोड़|कुल|एकूण|बेरीज)|(?:कुल|एकूण) (?:राशि|रक्कम|मूल्य|किंमत|नग)|सर्व मिळून)[ :.=-]*[\d,.₹]*$`)

// groupSum matches the name of a group's total row: "Dal Total", "Total of Dal".
var groupSum = regexp.MustCompile(`(?i)^(?:(.+?)[\s:-]+(?:sub[ -]?)?total|(?:sub[ -]?)?total(?: of| for)?\s+(.+?))[\s:.=-]*$`)

// isGroupSum reports whether a row without codes has the total of its group or category.
func (r *Reader) isGroupSum(name string, get func(Field) string) bool {
	found := groupSum.FindStringSubmatch(name)
	if found == nil || value(get(Barcode)+get(SKU)) != "" {
		return false
	}
	group := fold(found[1] + found[2])
	return slices.ContainsFunc([]string{r.group, get(Category), get(SubCategory)}, func(category string) bool {
		return fold(line(category)) == group || fold(line(category)) == fold(name)
	})
}

// balanceRow matches the normalized name of a sum below a bill: "Net payable", "Balance due", "Previous balance".
var balanceRow = regexp.MustCompile(`^(?:(?:net|gross|bill|invoice|taxable|final|total|balance)(?:amount|amt|value|payable|due|bill|balance)+|(?:previous|prev|old|opening|closing|outstanding)(?:balance|due|amount|amt)|(?:amount|amt)(?:due|payable|paid|received|inwords.*)|balance|outstanding)(?:rs)?\d*$`)

// chargeRow matches the normalized name of a row of a bill that is no product: "Delivery charges", "Round off", "Output
// CGST @ 9%".
var chargeRow = regexp.MustCompile(`^(?:add|less|plus|output|input)?(?:` +
	`(?:homedelivery|delivery|packing|packaging|forwarding|pf|shipping|transport|transportation|freight|courier|handling|loading|unloading|labour|labor|hamali|cartage|carriage|octroi|service|convenience|platform|carrybag|cod|insurance|other|extra|misc)+(?:charges?|chgs?|fees?|costs?|expenses?)` +
	`|(?:freight|cartage|hamali|octroi|transportation|shipping|postage|courier|loading|unloading|labour|labor)+(?:inward|outward)?` +
	`|round(?:ed|ing)?off(?:amount)?|rounding|(?:bill|cash|trade|special|spl|scheme|invoice)?disc(?:ount)?` +
	`|(?:(?:[cis]|ut)?gst|vat|cess|tcs|tds)(?:payable|amount|amt|tax)?\d*` +
	`|(?:होम)?(?:डिलीवरी|डिलिव्हरी|पैकिंग|पॅकिंग|ट्रांसपोर्ट|लोडिंग|वाहतूक|ढुलाई)(?:चार्ज(?:ेस|ेज)?|खर्च|शुल्क)|वाहतूक|हमाली|भाड़ा|भाडे|ढुलाई|राउंडऑफ` +
	`)$`)

// pageNote matches a line of a page that names no group of products: "Terms & conditions", "Thank you!".
var pageNote = regexp.MustCompile(`(?i)^[*\s]*(?:(?:notes?|n\.?b|terms|phone|ph|mob(?:ile)?|contact|gstin|dated?|address|amount in words)\s*[:.-]` +
	`|terms (?:and|&) conditions|thank(?:s\b| you)|e\.?\s*(?:&|and)\s*o\.?\s*e|prepared by|checked by|authori[sz]ed|cont(?:inue)?d\b|page\b|subject to|visit again|w\.?e\.?f\b` +
	`|(?:all |above )?(?:the )?(?:rates?|prices?) (?:are|is|subject|valid|incl|excl|may))`)

// isPageNote reports whether a line of words is a sum, a charge or a note, and so no group.
func isPageNote(text string) bool {
	plain := plainName(text)
	return sumRow.MatchString(text) || balanceRow.MatchString(plain) || chargeRow.MatchString(plain) || pageNote.MatchString(text)
}
