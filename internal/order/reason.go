package order

import (
	"strings"

	"kirana/internal/language"
)

// cancelReasons are the reasons that staff can choose, as stored.
var cancelReasons = []language.Phrase{
	language.Word("You asked us to cancel it"),
	language.Word("We are out of stock"),
	language.Word("We could not reach you"),
	language.Word("We do not deliver to your address"),
}

// ReasonPhrase returns a stored reason of a cancellation as a phrase. The reasons that staff can
// choose are translated, even if staff added words of their own, and so are sentences of the
// program.
func ReasonPhrase(stored string) language.Phrase {
	for _, reason := range cancelReasons {
		switch words, begins := strings.CutPrefix(stored, reason.Format); {
		case !begins:
		case words == "":
			return reason
		case strings.HasPrefix(words, ". "):
			return language.NewPhrase("%s. %s", reason, words[len(". "):])
		}
	}
	return language.Word(stored)
}
