package language

import (
	"encoding/json"
	"testing"
	"time"
)

func TestPhrase_isTranslatedWhenItIsReadFromJSON(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 22, 15, 4, 0, 0, time.UTC)
	for _, test := range []struct {
		phrase        Phrase
		english, want string
	}{
		{Word("packed it"), "packed it", "पैक किया"},
		{
			NewPhrase("packed %s", Join(", ", NewPhrase("%d of %d %s", 1, 2, "Toor Dal"), NewPhrase("%d of %d %s", 3, 3, "Rice"))),
			"packed 1 of 2 Toor Dal, 3 of 3 Rice", "पैक किया: 2 में से 1 Toor Dal, 3 में से 3 Rice",
		},
		{NewPhrase("promised it for %s", Minute(at)), "promised it for 3:04 pm", "समय दिया: दोपहर 3:04 बजे"},
		{NewPhrase("paid back %s", time.Second), "paid back 1s", "1s वापस किए"}, // formatted by its String method
		{Phrase{}, "", ""},
	} {
		text, err := json.Marshal(test.phrase)
		var read Phrase
		if err == nil {
			err = json.Unmarshal(text, &read)
		}
		if column := test.phrase.Store(); column.In(English) != test.english || column.In("hi") != test.want {
			t.Errorf("the column %s reads %q and %q, want %q and %q", column, column.In(English), column.In("hi"), test.english, test.want)
		}
		if err != nil || read.String() != test.english || read.In("hi") != test.want {
			t.Errorf("%s reads %q and %q, %v, want %q and %q", text, read, read.In("hi"), err, test.english, test.want)
		}
	}
	// An older program stored sentences.
	var read Phrase
	if err := json.Unmarshal([]byte(`"gave back ₹40 in cash"`), &read); err != nil || read.In("hi") != "gave back ₹40 in cash" {
		t.Errorf("an old sentence reads %q, %v, want %q", read.In("hi"), err, "gave back ₹40 in cash")
	}
	for _, text := range []string{"Delivered", "50 % off", `{"cod":true}`, `{"format":`, ""} {
		if read := Stored(text).In("hi"); read != text {
			t.Errorf("the text %q reads %q in Hindi, want it unchanged", text, read)
		}
	}
	if err := json.Unmarshal([]byte(`{"format":"%s","args":[[]]}`), &read); err == nil {
		t.Error("a list was accepted as an argument")
	}
}
