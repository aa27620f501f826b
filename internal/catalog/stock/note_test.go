package stock

import "testing"

func TestNotePhrase_isInTheLanguageOfItsReader(t *testing.T) {
	t.Parallel()
	for stored, want := range map[string]string{
		"past its day": "तारीख निकल गई", "broken": "टूट गया", "spoiled": "खराब हो गया", "gone": "गुम", "changed in bulk": "कई में एक साथ बदला", "change in bulk undone": "कई में किया बदलाव वापस लिया", "गुम": "गुम", "50% broken": "50% broken", "": "",
	} {
		if got := NotePhrase(stored).In("hi"); got != want {
			t.Errorf("%q reads %q, want %q", stored, got, want)
		}
		if got := NotePhrase(stored).In("en"); got != stored {
			t.Errorf("%q reads %q in English, want it unchanged", stored, got)
		}
	}
}
