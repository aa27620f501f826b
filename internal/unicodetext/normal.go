package unicodetext

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Compose returns a text in Unicode's normal form C without hidden characters: an é of two characters becomes one.
func Compose(s string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if IsHidden(r) {
			return -1
		}
		return r
	}, s))
}

// keyboardPunctuation replaces the punctuation that programs write for the keys ', " and -.
var keyboardPunctuation = strings.NewReplacer(
	"‘", "'", "’", "'", "‚", "'", "‛", "'", "′", "'", "ʹ", "'", "ʻ", "'", "ʼ", "'", "´", "'", "`", "'",
	"“", `"`, "”", `"`, "„", `"`, "‟", `"`, "″", `"`,
	"‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-",
)

// Key returns the form of a text for comparisons: without hidden characters and joiners, in lower
// case, with single spaces, apostrophes, quotes and dashes as on a keyboard, and in form KC, in which
// full-width letters equal ordinary ones.
func Key(s string) string {
	if ascii(s) {
		return strings.ToLower(strings.Join(strings.Fields(keyboardPunctuation.Replace(s)), " "))
	}
	s = strings.Map(func(r rune) rune {
		if isJoiner(r) {
			return -1
		}
		return r
	}, Compose(keyboardPunctuation.Replace(s)))
	return strings.Join(strings.Fields(norm.NFKC.String(strings.ToLower(norm.NFKC.String(s)))), " ")
}

// BillKey returns the form of a bill number for comparisons: Key without blanks, with ASCII digits.
func BillKey(number string) string { return strings.ReplaceAll(Key(Digits(number)), " ", "") }

func isJoiner(r rune) bool { return r == 0x200c || r == 0x200d || r == 0x34f }
