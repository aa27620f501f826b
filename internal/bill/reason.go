package bill

import (
	"strings"

	"kirana/internal/language"
)

// returnReasons are the reasons from which staff choose at the counter, as they are stored.
var returnReasons = []language.Phrase{
	language.Word("Damaged or bad"),
	language.Word("Wrong thing"),
	language.Word("Not wanted"),
}

const betweenReasons = ", "

// spokenReason returns a stored reason in a language: a sentence of the program as a whole, and of several reasons each one that
// staff chose. Words of staff stay as they are.
func spokenReason(lang, stored string) string {
	if whole := language.Word(stored).In(lang); whole != stored {
		return whole
	}
	reasons := strings.Split(stored, betweenReasons)
	for i, reason := range reasons {
		for _, usual := range returnReasons {
			if reason == usual.Format {
				reasons[i] = usual.In(lang)
			}
		}
	}
	return strings.Join(reasons, betweenReasons)
}
