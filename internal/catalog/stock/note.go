package stock

import "kirana/internal/language"

// usualNotes are the notes offered for write-offs and those of the program, as stored.
var usualNotes = []language.Phrase{
	language.Word("past its day"),
	language.Word("broken"),
	language.Word("spoiled"),
	language.Word("gone"),
	language.Word(beyondStock),
	language.Word("changed in bulk"),
	language.Word("change in bulk undone"),
}

const beyondStock = "sold at the counter beyond the stock"

// NotePhrase returns a stored note as a phrase. Only the usual notes are translated, not texts that staff typed.
func NotePhrase(stored string) language.Phrase {
	for _, usual := range usualNotes {
		if stored == usual.Format {
			return usual
		}
	}
	return language.NewPhrase("%s", stored)
}
