package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"unicode/utf8"

	"kirana/internal/fault"
)

const (
	// maxDepth is how deep objects and lists may nest in a request.
	maxDepth = 32
	// maxList is how many values of a list are read. What a form allows is less and
	// is said by its tags, but is looked at once the list is in memory: two megabytes
	// can hold a million empty entries, each as large there as a full one.
	maxList = 1000
)

var errNotStrict = errors.New("not strict JSON")

// bodyForm is a Form to the reading of its body.
type bodyForm interface {
	fields() reflect.Type
	refuse(refusal error)
}

// readStrict reads one JSON value: UTF-8 without replacement, no control
// characters in texts but line breaks and tabs, no deeper than maxDepth, no list
// of a form longer than maxList, and nothing after it.
func readStrict(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errNotStrict
	}
	r := reading{tokens: json.NewDecoder(bytes.NewReader(data))}
	r.tokens.UseNumber()
	form, isForm := v.(bodyForm)
	if isForm {
		r.form = form.fields()
	}
	if err := r.all(); err != nil {
		if refusal := fault.Of(err); refusal != nil && isForm {
			form.refuse(refusal)
			return nil
		}
		return errNotStrict
	}
	// Unmarshal refuses anything behind the first value.
	return json.Unmarshal(data, v)
}

// reading goes through a request's tokens before any of it is kept.
type reading struct {
	tokens *json.Decoder
	form   reflect.Type // nil when the request is read into no form
	within []nest
}

// nest is an object or a list that is being read.
type nest struct {
	list  bool
	key   string // the name of the value that is read, in an object
	named bool   // the next token is that value
	count int    // the values so far, in a list
}

func (r *reading) all() error {
	for {
		token, err := r.tokens.Token()
		if err != nil {
			return errNotStrict
		}
		if err := r.one(token); err != nil {
			return err
		}
		if len(r.within) == 0 {
			return nil
		}
	}
}

func (r *reading) one(token json.Token) error {
	if token == json.Delim('}') || token == json.Delim(']') {
		r.within = r.within[:len(r.within)-1]
		return nil
	}
	text, isText := token.(string)
	if len(r.within) > 0 {
		switch in := &r.within[len(r.within)-1]; {
		case in.list:
			if in.count++; in.count == maxList+1 {
				if err := r.refuseList(); err != nil {
					return err
				}
			}
		case !in.named:
			if !printable(text) {
				return errUnprintable
			}
			in.key, in.named = text, true
			return nil
		default:
			in.named = false
		}
	}
	if isText && !printable(text) {
		return r.refuseText()
	}
	if opening, ok := token.(json.Delim); ok {
		r.within = append(r.within, nest{list: opening == '['})
		if len(r.within) > maxDepth {
			return errNotStrict
		}
	}
	return nil
}

// refuseList refuses the list that is being read if the form keeps it. Others are
// passed over without a trace.
func (r *reading) refuseList() error {
	list, exact := placeOf(r.form, r.within[:len(r.within)-1])
	if !exact || list.path == "" || list.kind() != reflect.Slice {
		return nil
	}
	if most, ok := bound(list.tag, "maxItems"); ok {
		return fault.InField(list.path, tooMany, list.label(), most, unitOf(list.tag, most))
	}
	return fault.InField(list.path, "This list is too long.")
}

var errUnprintable = fault.New(fault.Invalid, "invalid_input", "The request has characters that cannot be used.")

// refuseText names the field with the text, as far as the form knows it.
func (r *reading) refuseText() error {
	text, _ := placeOf(r.form, r.within)
	if text.path == "" {
		return errUnprintable
	}
	return fault.InField(text.path, unprintable, text.label())
}

const unprintable = "%s has characters that cannot be used."

func printable(s string) bool {
	for _, r := range s {
		if (r < ' ' && r != '\n' && r != '\r' && r != '\t') || r == 0x7f || r == utf8.RuneError {
			return false
		}
	}
	return true
}
