package language

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Join returns phrases in one.
func Join(separator string, phrases ...Phrase) Phrase {
	args := make([]any, len(phrases))
	for i, phrase := range phrases {
		args[i] = phrase
	}
	return Phrase{Format: strings.Join(slices.Repeat([]string{"%s"}, len(phrases)), separator), Args: args}
}

// stored is a phrase with arguments as JSON. An argument is text, a whole number or a stored phrase.
type stored struct {
	Format string `json:"format"`
	Args   []any  `json:"args,omitempty"`
	Case   string `json:"case,omitempty"`
}

func (p Phrase) stored() stored {
	args := make([]any, len(p.Args))
	for i, arg := range p.Args {
		switch arg := arg.(type) {
		case Phrase:
			args[i] = arg.stored()
		case int, int64:
			args[i] = arg
		default:
			args[i] = fmt.Sprint(arg)
		}
	}
	return stored{p.Format, args, p.Case}
}

// MarshalJSON writes a phrase, so that it is translated when it is read: one without arguments as its text.
func (p Phrase) MarshalJSON() ([]byte, error) {
	if len(p.Args) == 0 && p.Case == "" {
		return json.Marshal(p.Format)
	}
	return json.Marshal(p.stored())
}

// UnmarshalJSON reads what MarshalJSON has written, and any text.
func (p *Phrase) UnmarshalJSON(text []byte) error {
	*p = Phrase{}
	if bytes.HasPrefix(text, []byte(`"`)) {
		return json.Unmarshal(text, &p.Format)
	}
	var read struct {
		stored

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
