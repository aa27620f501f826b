package tax

import (
	"regexp"
	"strings"

	"kirana/internal/language"
)

const gstinLength = 15

// Formats of the GST portal (developer.gst.gov.in, as in resilient-tech/india-compliance, constants).
var (
	gstinShape = regexp.MustCompile(`^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][0-9A-Z][0-9A-Z]$`) // state, PAN, entity, a letter that is mostly Z, check character
	sellerSign = regexp.MustCompile(`^.{13}Z.$`)                                               // of a selling taxpayer
	otherShape = regexp.MustCompile(`^[0-9]{2}[A-Z]{4}[A-Z0-9][0-9]{4}[A-Z][0-9A-Z]{3}$|` +    // a deductor or a department, by its TAN
		`^[0-9]{4}[A-Z]{3}[0-9]{5}(UN|ON)[0-9A-Z]$`) // a United Nations body
)

// CheckSellerGSTIN describes the error of a shop's GSTIN in a sentence: a wrong format, a wrong check character, or
// another state than the shop's. The zero Phrase means valid. state is any name or code; an unknown one is not compared.
func CheckSellerGSTIN(gstin, state string) language.Phrase {
	if wrong := checkGSTIN(gstin, gstinShape.MatchString(gstin) && sellerSign.MatchString(gstin)); wrong.Format != "" {
		return wrong
	}
	if code := StateCode(state); code != "" && code != gstin[:2] {
		return language.Phrase{Format: "%s is %s, the shop’s address is in %s.", Args: []any{gstin[:2], StateName(gstin[:2]), StateName(code)}}
	}
	return language.Phrase{}
}

// CheckBuyerGSTIN returns the error of a buyer's GSTIN as a sentence; the zero Phrase if it is valid. Any state is
// accepted, as are the formats of deductors and embassies.
func CheckBuyerGSTIN(gstin string) language.Phrase {
	return checkGSTIN(gstin, gstinShape.MatchString(gstin) || otherShape.MatchString(gstin))
}

func checkGSTIN(gstin string, shaped bool) language.Phrase {
	switch {
	case len(gstin) != gstinLength:
		return language.Phrase{Format: "A GSTIN has 15 signs, this has %d.", Args: []any{len([]rune(gstin))}}
	case !shaped:
		return language.Word("A GSTIN looks like 27AAAPK0000A1ZX: the state, ten signs of the PAN, three more.")
	case StateName(gstin[:2]) == "":
		return language.Phrase{Format: "No state has the code %s. Look at your certificate again.", Args: []any{gstin[:2]}}
	case gstin[gstinLength-1] != checkSign(gstin[:gstinLength-1]):
		return language.Word("The last sign does not fit. Look at your certificate again.")
	}
	return language.Phrase{}
}

const gstinSigns = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// checkSign returns the check character of a GSTIN (Luhn, modulo 36): each character's value, doubled at even positions,
// adds its quotient and remainder by 36; the check character makes the sum a multiple of 36.
func checkSign(signs string) byte {
	sum := 0
	for i := range len(signs) {
		product := strings.IndexByte(gstinSigns, signs[i]) * (1 + i%2)
		sum += product/len(gstinSigns) + product%len(gstinSigns)
	}
	return gstinSigns[(len(gstinSigns)-sum%len(gstinSigns))%len(gstinSigns)]
}
