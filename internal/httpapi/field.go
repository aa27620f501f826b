package httpapi

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/id"
	"kirana/internal/money"
)

// Text is a text of a form. A number counts as its digits (mobile, pincode);
// null counts as absent. It is trimmed unless its tag says trim:"no".
type Text struct {
	Value string
	Set   bool // it was sent, even if empty
	bad   bool
}

// UnmarshalJSON never fails: a wrong type is reported by the form's check.
func (t *Text) UnmarshalJSON(b []byte) error {
	value, kind := scalar(b)
	switch kind {
	case kindNull:
	case kindText, kindNumber:
		t.Value, t.Set = value, true
	default:
		t.Set, t.bad = true, true
	}
	return nil
}

// Schema documents it as text.
func (Text) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeString} }

// Int is a whole number of a form, or the text of one; null and ” are absent.
type Int struct {
	Value int
	Set   bool
	bad   bool
}

// UnmarshalJSON never fails: a wrong type is reported by the form's check.
func (n *Int) UnmarshalJSON(b []byte) error {
	value, kind := scalar(b)
	value = strings.TrimSpace(value)
	if kind == kindNull || (kind == kindText && value == "") {
		return nil
	}
	n.Set = true
	if kind == kindNumber && strings.ContainsAny(value, "eE") {
		// A JSON number may be written with an exponent; a person's text may not.
		f, _ := strconv.ParseFloat(value, 64) // out of range is infinite
		n.Value, n.bad = int(f), f != math.Trunc(f) || math.Abs(f) > math.MaxInt32
		return nil
	}
	whole, fraction, dotted := strings.Cut(value, ".")
	if dotted && strings.Trim(fraction, "0") == "" && fraction != "" {
		value = whole // 3.0 is 3
	}
	parsed, err := strconv.ParseInt(value, 10, 32)
	n.Value, n.bad = int(parsed), kind == kindOther || err != nil
	return nil
}

// Schema documents it as a number, with its text allowed.
func (Int) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeInteger}, {Type: huma.TypeString}}}
}

// Rupees is an amount of a form in rupees, or the text of one; null and ” are absent.
type Rupees struct {
	Value money.Paise
	Set   bool
	bad   bool
}

// UnmarshalJSON never fails: a wrong amount is reported by the form's check.
func (a *Rupees) UnmarshalJSON(b []byte) error {
	value, kind := scalar(b)
	if kind == kindNull || (kind == kindText && strings.TrimSpace(value) == "") {
		return nil
	}
	a.Set = true
	if kind == kindNumber && strings.ContainsAny(value, "eE") {
		// A JSON number may be written with an exponent; a person's text may not.
		f, _ := strconv.ParseFloat(value, 64) // out of range is infinite, and no amount
		paise, err := money.FromFloat(f)
		a.Value, a.bad = paise, err != nil
		return nil
	}
	parsed, err := money.Parse(value)
	a.Value, a.bad = parsed, kind == kindOther || err != nil
	return nil
}

// Schema documents it as a number, with its text allowed.
func (Rupees) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeNumber}, {Type: huma.TypeString}}}
}

// Ref names a record: by its id, or by the whole record with its _id. null and
// ” are absent.
type Ref struct {
	Value string
	Set   bool
	bad   bool
}

// UnmarshalJSON never fails: a malformed id is reported by the form's check.
func (r *Ref) UnmarshalJSON(b []byte) error {
	value, kind := scalar(b)
	if kind == kindOther {
		var record struct {
			ID *string `json:"_id"`
		}
		if json.Unmarshal(b, &record) != nil || record.ID == nil {
			r.Set, r.bad = true, true
			return nil //nolint:nilerr // the form's check refuses it with the field's name
		}
		value, kind = *record.ID, kindText
	}
	if kind == kindNull || value == "" {
		return nil
	}
	r.Value, r.Set, r.bad = value, true, kind != kindText || !id.Valid(value)
	return nil
}

// Schema documents it as an id or a record.
func (Ref) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeString, Description: "an id"},
		{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"_id": {Type: huma.TypeString}}, AdditionalProperties: true},
	}}
}

// Flag is a yes or no of a form, or the text of one; null and ” are absent.
type Flag struct {
	Value bool
	Set   bool
	bad   bool
}

// UnmarshalJSON never fails: a wrong value is reported by the form's check.
func (f *Flag) UnmarshalJSON(b []byte) error {
	value := strings.Trim(string(bytes.TrimSpace(b)), `"`)
	if value == "" || value == "null" {
		return nil
	}
	f.Set = true
	f.Value, f.bad = value == "true", value != "true" && value != "false"
	return nil
}

// Schema documents it as a boolean.
func (Flag) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeBoolean} }

type jsonKind int

const (
	kindNull jsonKind = iota
	kindText
	kindNumber
	kindOther
)

// scalar reads a JSON value that is a text or a number as its text.
func scalar(b []byte) (string, jsonKind) {
	b = bytes.TrimSpace(b)
	switch {
	case bytes.Equal(b, []byte("null")):
		return "", kindNull
	case len(b) > 0 && b[0] == '"':
		var s string
		if json.Unmarshal(b, &s) != nil {
			return "", kindOther
		}
		return s, kindText
	case len(b) > 0 && (b[0] == '-' || (b[0] >= '0' && b[0] <= '9')):
		return string(b), kindNumber
	}
	return "", kindOther
}
