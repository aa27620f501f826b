package bill

import (
	"strings"

	"kirana/internal/language"
)

// returnReasons are the reasons for a return that staff choose at the counter, as stored.
var returnReasons = []language.Phrase{
	language.Word("Damaged or bad"),
	language.Word("Wrong thing"),
	language.Word("Not wanted"),
}

const reasonSeparator = ", "

// translateReason translates a stored reason: a sentence of the program, or each of the returnReasons in a list. Text that
// staff has typed stays unchanged.
func translateReason(lang, stored string) string {
	if whole := language.Word(stored).In(lang); whole != stored {
		return whole
	}
	reasons := strings.Split(stored, reasonSeparator)
	for i, reason := range reasons {
		for _, usual := range returnReasons {
			if reason == usual.Format {
				reasons[i] = usual.In(lang)
			}
		}
	}
	return strings.Join(reasons, reasonSeparator)
}
