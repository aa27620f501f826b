package httpapi

import (
	"encoding/json"
	"errors"
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
func (f *Field[T]) UnmarshalJSON(data []byte) (err error) {
	text := string(data)
	isNumber := data[0] == '-' || (data[0] >= '0' && data[0] <= '9')
	if data[0] == '"' {
		_ = json.Unmarshal(data, &text) // a valid JSON text always fits
	} else if text == "null" {
		return nil
	}
	number := strings.TrimSpace(text)
	if isNumber && strings.ContainsAny(number, "eE") { // which a text may not have
		value, _ := strconv.ParseFloat(number, 64) // out of range is infinite, and no decimal
		number = strconv.FormatFloat(value, 'f', -1, 64)
	}
	refusal := ""
	f.Set = number != ""
	switch into := any(&f.Value).(type) {
	case *string:
		*into, f.Set, refusal = text, true, "must be text."
		if data[0] != '"' && !isNumber {
			err = errors.ErrUnsupported
		}
	case *int:
		refusal = "must be a whole number."
		whole, fraction, dotted := strings.Cut(number, ".") // 3.0 is 3
		if dotted && strings.Trim(fraction, "0") == "" && fraction != "" {
			number = whole
		}
		var n int64
		n, err = strconv.ParseInt(number, 10, 32)
		*into = int(n)
	case *money.Paise:
		refusal = fmt.Sprintf("must be an amount in rupees from 0 to %s, with at most two decimals.", money.Max)
		*into, err = money.Parse(number)
	case *bool:
		refusal, f.Set = "must be true or false.", text != ""
		*into = text == "true"
		if !*into && text != "false" {
			err = errors.ErrUnsupported
		}
	}
	if err != nil && f.Set {
		f.refusal = refusal
	}
	return nil
}

// Schema documents the field; a number may be sent as its text.
func (Field[T]) Schema(huma.Registry) *huma.Schema {
	orText := func(jsonType string) *huma.Schema {
		return &huma.Schema{OneOf: []*huma.Schema{{Type: jsonType}, {Type: huma.TypeString}}}
	}
	switch any(*new(T)).(type) {
	case int:
		return orText(huma.TypeInteger)
	case money.Paise:
		return orText(huma.TypeNumber)
	case bool:
		return &huma.Schema{Type: huma.TypeBoolean}
	}
	return &huma.Schema{Type: huma.TypeString}
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
		if f.Set && f.refusal == "" && *value == 0 && r.tag.Get("above") == "0" {
			return "must be more than 0."
		}
	}
	least, hasLeast := r.bound("minLength", "minimum")
	limit, hasLimit := r.bound("maxLength", "maximum")
	switch {
	case f.refusal != "":
		return f.refusal
	case missing && r.optional:
	case missing:
		return "is required."
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
	record, isRecord := value.(map[string]any)
	if isRecord {
		value = record["_id"]
	}
	recordID, isText := value.(string)
	switch {
	case value == nil && !isRecord, isText && recordID == "":
	case isText && id.Valid(recordID):
		f.Value, f.Set = recordID, true
	default:
		f.Set, f.refusal = true, "is not a valid id."
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
