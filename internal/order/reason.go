package order

import (
	"strings"

	"kirana/internal/language"
)

// cancelReasons are the reasons from which staff choose, as they are stored.
var cancelReasons = []language.Phrase{
	language.Word("You asked us to cancel it"),
	language.Word("We are out of stock"),
	language.Word("We could not reach you"),
	language.Word("We do not deliver to your address"),
}

// SpokenReason returns the stored reason of a cancellation for a reader: one that staff chose, which words of their own may
// follow, or a sentence of the program, is translated.
func SpokenReason(stored string) language.Phrase {
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
