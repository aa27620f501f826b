package httpapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// Field is one value of a form as clients send it: a number or flag may be its text;
// null and ” count as absent (” is a value of a Text only). Value is zero unless Set.
type Field[T string | int | money.Paise | bool] struct {
	Value   T
	Set     bool // it was sent
	refusal string
}

// The kinds of fields.
type (
	// Text is trimmed unless its tag says trim:"no".
	Text = Field[string]
	// Int is a whole number of 32 bits.
	Int = Field[int]
	// Rupees is an amount in rupees; its Value is in paise.
	Rupees = Field[money.Paise]
	// Flag is true or false.
	Flag = Field[bool]
)

// UnmarshalJSON never fails: check refuses what cannot be used, by the field's name.
func (f *Field[T]) UnmarshalJSON(data []byte) error {
	text, isText, isNumber := string(data), data[0] == '"', strings.ContainsRune("-0123456789", rune(data[0]))
	if text == "null" {
		return nil
	} else if isText {
		_ = json.Unmarshal(data, &text) // a valid JSON text always fits
	}
	number, refusal, usable := strings.TrimSpace(text), "", false
	if isNumber && strings.ContainsAny(number, "eE") { // which a text may not have
		value, _ := strconv.ParseFloat(number, 64) // out of range is infinite, and no decimal
		number = strconv.FormatFloat(value, 'f', -1, 64)
	}
	f.Set = number != ""
	switch into := any(&f.Value).(type) {
	case *string:
		refusal = "must be text."
		*into, f.Set, usable = text, true, isText || isNumber
	case *int:
		refusal = "must be a whole number."
		whole, fraction, dotted := strings.Cut(number, ".") // 3.0 is 3
		n, err := strconv.ParseInt(whole, 10, 32)
		*into, usable = int(n), err == nil && dotted == (fraction != "") && strings.Trim(fraction, "0") == ""
	case *money.Paise:
		refusal = fmt.Sprintf("must be an amount in rupees from 0 to %s, with at most two decimals.", money.Max)
		amount, err := money.Parse(number)
		*into, usable = amount, err == nil
	case *bool:
		refusal = "must be true or false."
		*into, f.Set, usable = text == "true", text != "", text == "true" || text == "false"
	}
	if f.Set && !usable {
		f.refusal = refusal
	}
	return nil
}

// Schema documents the field; a number may be sent as its text.
func (Field[T]) Schema(huma.Registry) *huma.Schema {
	text := &huma.Schema{Type: huma.TypeString}
	switch any(*new(T)).(type) {
	case int:
		return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeInteger}, text}}
	case money.Paise:
		return &huma.Schema{OneOf: []*huma.Schema{{Type: huma.TypeNumber}, text}}
	case bool:
		return &huma.Schema{Type: huma.TypeBoolean}
	}
	return text
}

// check cleans a text and returns what is wrong with the field, as the end of a
// sentence that begins with its label, or "".
func (f *Field[T]) check(r *rules) string {
	size, verb, unit, missing := 0, "be", "", !f.Set
	switch value := any(&f.Value).(type) {
	case *string:
		if r.tag.Get("trim") != "no" {
			*value = unicodetext.Visible(*value)
			if r.tag.Get("lines") != "several" && unicodetext.Lines(*value) {
				return "must stand on one line."
			}
		}
		size, verb, unit, missing = utf8.RuneCountInString(*value), "have", " characters", *value == ""
	case *int:
		size = *value
	case *money.Paise:
		size = int(*value)
	}
	least, hasLeast := r.bound("minLength", "minimum")
	limit, hasLimit := r.bound("maxLength", "maximum")
	switch {
	case f.refusal != "":
		return f.refusal
	case missing && r.optional:
	case missing:
		return "is required."
	case size == 0 && r.tag.Get("above") == "0":
		return "must be more than 0."
	case hasLeast && size < least:
		return fmt.Sprintf("must %s at least %d%s.", verb, least, unit)
	case hasLimit && size > limit:
		return fmt.Sprintf("can %s at most %d%s.", verb, limit, unit)
	}
	return ""
}

// Ref names a record by its id, or by the whole record with its _id.
type Ref struct{ Field[string] }

// UnmarshalJSON never fails: check refuses what is no id, by the field's name.
func (f *Ref) UnmarshalJSON(data []byte) error {
	var value any
	_ = json.Unmarshal(data, &value) // anything fits
	if record, isRecord := value.(map[string]any); isRecord {
		value = cmp.Or(record["_id"], any(false)) // a record without its id is no id
	}
	f.Value, _ = value.(string)
	if f.Set = value != nil && value != ""; f.Set && !id.Valid(f.Value) {
		f.refusal = "is not a valid id."
	}
	return nil
}

// Schema documents an id or a record with one.
func (Ref) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeString, Description: "an id"},
		{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"_id": {Type: huma.TypeString}}, AdditionalProperties: true},
	}}
}
