package httpapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"kirana/internal/fault"
)

const (
	// maxDepth is how deep objects and lists may nest in a request.
	maxDepth = 32
	// maxList is how many entries of a list are read where its tag says nothing: two
	// megabytes can hold a million empty ones, each as large in memory as a full one.
	maxList = 1000
)

// The refusals of a whole body. None repeats what was sent.
var (
	errNotJSON     = fault.New(fault.Invalid, "", "The request is not valid JSON.")
	errNotObject   = fault.New(fault.Invalid, "not_an_object", "The request must be a JSON object.")
	errUnprintable = fault.New(fault.Invalid, "invalid_input", "The request has characters that cannot be used.")
	errDuplicate   = fault.New(fault.Invalid, "invalid_input", "The request has a field more than once.")
)

const msgUnprintable = "%s has characters that cannot be used."

// scanner reads a body's tokens before any of it is kept, and refuses what
// encoding/json lets through or cannot name: invalid UTF-8, names that stand twice,
// texts with control characters, deep nesting, lists and objects where the form has
// none, and lists longer than the form's.
type scanner struct {
	tokens   *json.Decoder
	depth    int
	badEntry error // of a list: that the list is too long comes before it
}

func scan(data []byte, form *rules) error {
	if !utf8.Valid(data) {
		return errNotJSON
	}
	s := scanner{tokens: json.NewDecoder(bytes.NewReader(data))}
	s.tokens.UseNumber()
	if err := s.value(form, ""); err != nil {
		return err
	}
	return s.badEntry
}

// value scans the next value: of the field at path, or of no field inside it.
func (s *scanner) value(r *rules, path string) error {
	token, err := s.tokens.Token()
	if err != nil {
		return errNotJSON
	}
	opening, _ := token.(json.Delim)
	text, _ := token.(string)
	list, isEntry := strings.CutSuffix(path, "]")
	switch {
	case !printable(text):
		return refuse(r, path, msgUnprintable, errUnprintable)
	case token == nil:
	case r.element != nil && opening != '[':
		return refuse(r, path, "%s must be a list.", nil)
	case r.fields != nil && opening != '{' && isEntry:
		s.badEntry = refuse(r, list[:strings.LastIndexByte(list, '[')], "%s has an entry that cannot be used.", nil)
		r = r.unknown
	case r.fields != nil && opening != '{':
		return refuse(r, path, "%s must be an object with fields.", errNotObject)
	}
	if opening == 0 {
		return nil
	}
	if s.depth++; s.depth > maxDepth {
		return errNotJSON
	}
	if opening == '{' {
		err = s.object(r, path)
	} else {
		err = s.list(r, path)
	}
	s.depth--
	if err != nil {
		return err
	}
	_, err = s.tokens.Token() // the closing bracket
	return err
}

func (s *scanner) object(r *rules, path string) error {
	seen := map[string]bool{}
	for s.tokens.More() {
		token, err := s.tokens.Token()
		name, _ := token.(string)
		if err != nil {
			return errNotJSON
		} else if !printable(name) {
			return errUnprintable
		}
		field, at := r.unknown, path
		if known, found := r.field(name); found {
			field, name, at = known, known.name, join(path, known.name)
		}
		if seen[name] {
			return refuse(field, at, "%s was sent more than once.", errDuplicate)
		}
		seen[name] = true
		if err := s.value(field, at); err != nil {
			return err
		}
	}
	return nil
}

func (s *scanner) list(r *rules, path string) error {
	limit, hasLimit := r.bound("maxItems")
	for i := 0; s.tokens.More(); i++ {
		element, at := r.unknown, path
		if r.element != nil {
			element, at = r.element, entry(path, i)
			if hasLimit && i == limit {
				return fault.InField(path, "%s can have at most %d %s.", r.label, limit, cmp.Or(r.tag.Get("unit"), "items"))
			} else if i == maxList {
				return fault.InField(path, "This list is too long.")
			}
		}
		if err := s.value(element, at); err != nil {
			return err
		}
	}
	return nil
}

// refuse names the field at path in a sentence; at no field it refuses with whole.
func refuse(r *rules, path, sentence string, whole *fault.Error) error {
	if path == "" {
		return whole
	}
	return fault.InField(path, sentence, r.label)
}

// printable reports whether a text has no control characters but line breaks and
// tabs. A lone surrogate has become utf8.RuneError.
func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return (r < ' ' && r != '\n' && r != '\r' && r != '\t') || r == 0x7f || r == utf8.RuneError
	})
}
