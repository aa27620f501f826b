package language

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Join joins the non-empty phrases with a separator, which must not contain a %.
func Join(separator string, phrases ...Phrase) Phrase {
	phrases = slices.DeleteFunc(slices.Clone(phrases), func(p Phrase) bool { return p.Format == "" })
	args := make([]any, len(phrases))
	for i, phrase := range phrases {
		args[i] = phrase
	}
	return Phrase{Format: strings.Join(slices.Repeat([]string{"%s"}, len(phrases)), separator), Args: args}
}

// storedPhrase is a phrase with arguments as JSON. An argument is text, a whole number or a stored phrase.
type storedPhrase struct {
	Format string `json:"format"`
	Args   []any  `json:"args,omitempty"`
	Case   string `json:"case,omitempty"`
}

func (p Phrase) toStored() storedPhrase {
	args := make([]any, len(p.Args))
	for i, arg := range p.Args {
		switch arg := arg.(type) {
		case Phrase:
			args[i] = arg.toStored()
		case int, int64:
			args[i] = arg
		default:
			args[i] = fmt.Sprint(arg)
		}
	}
	return storedPhrase{p.Format, args, p.Case}
}

// Stored is a sentence in a text column: a phrase as JSON, or a plain text that is not translated, such as one
// that an older program stored.
type Stored string

// phrasePrefix is the beginning of a phrase's JSON.
const phrasePrefix = `{"format":`

// Store encodes the phrase for a text column; "" for the empty phrase.
func (p Phrase) Store() Stored {
	if p.Format == "" {
		return ""
	}
	text, err := json.Marshal(p.toStored())
	if err != nil {
		panic(err) // texts and numbers are always encodable
	}
	return Stored(text)
}

// Phrase returns the sentence as a phrase.
func (s Stored) Phrase() Phrase {
	var p Phrase
	if !strings.HasPrefix(string(s), phrasePrefix) || json.Unmarshal([]byte(s), &p) != nil {
		return NewPhrase("%s", string(s))
	}
	return p
}

// In returns the sentence in a language.
func (s Stored) In(lang string) string { return s.Phrase().In(lang) }

// MarshalJSON encodes a phrase for translation when it is read. A phrase without arguments becomes its text.
func (p Phrase) MarshalJSON() ([]byte, error) {
	if len(p.Args) == 0 && p.Case == "" {
		return json.Marshal(p.Format)
	}
	return json.Marshal(p.toStored())
}

// UnmarshalJSON decodes the JSON of MarshalJSON, and any string.
func (p *Phrase) UnmarshalJSON(text []byte) error {
	*p = Phrase{}
	if bytes.HasPrefix(text, []byte(`"`)) {
		return json.Unmarshal(text, &p.Format)
	}
	var read struct {
		storedPhrase

		Args []json.RawMessage `json:"args"`
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	p.Format, p.Case = read.Format, read.Case
	for _, raw := range read.Args {
		var number int64
		var word string
		var phrase Phrase
		switch {
		case json.Unmarshal(raw, &number) == nil:
			p.Args = append(p.Args, number)
		case json.Unmarshal(raw, &word) == nil:
			p.Args = append(p.Args, word)
		default:
			if err := json.Unmarshal(raw, &phrase); err != nil {
				return err
			}
			p.Args = append(p.Args, phrase)
		}
	}
	return nil
}
