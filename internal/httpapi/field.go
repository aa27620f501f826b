package httpapi

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tidwall/gjson"

	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// Field is one value of a form. Clients may send a number or flag as text, with digits of any script. null and "" count as
// not sent, except that "" is a value of a Text. Without Set, Value is zero.
type Field[T string | int | money.Paise | bool] struct {
	Value T
	Set   bool // the client sent it
}

// The types of fields.
type (
	// Text is trimmed unless its tag has trim:"no".
	Text = Field[string]
	// Int is a 32-bit integer.
	Int = Field[int]
	// Rupees is sent in rupees; Value is in paise.
	Rupees = Field[money.Paise]
	// Flag is true or false.
	Flag = Field[bool]
)

// take decodes the value. It returns the problem as the rest of a sentence after the field's label, or "".
func (f *Field[T]) take(sent gjson.Result, t target) string {
	isText, isNumber := sent.Type == gjson.String, sent.Type == gjson.Number
	text := strings.Clone(sent.String()) // a copy, so that the body can be freed; 1e3 in a Text becomes "1000"
	number := unicodetext.Digits(strings.TrimSpace(text))
	_, isString := any(f.Value).(string)
	if f.Set = number != "" || isText && isString; !f.Set {
		return t.missing()
	}
	switch value := any(&f.Value).(type) {
	case *string:
		if !isText && !isNumber {
			return "must be text."
		}
		if *value = text; t.tag.Get("trim") != "no" {
			*value = unicodetext.Visible(text)
			if unicodetext.Lines(*value) && t.tag.Get("lines") != "several" {
				return "must be on one line."
			}
		}
		if *value == "" {
			return t.missing()
		}
		return t.within(utf8.RuneCountInString(*value), "have", " characters")
	case *int:
		whole, fraction, dotted := strings.Cut(number, ".") // 3.0 is 3
		n, err := strconv.ParseInt(whole, 10, 32)
		if err != nil || dotted != (fraction != "") || strings.Trim(fraction, "0") != "" {
			return "must be a whole number."
		}
		*value = int(n)
		return t.within(*value, "be", "")
	case *money.Paise:
		amount, err := money.Parse(number)
		if err != nil {
			return fmt.Sprintf("must be an amount in rupees from 0 to %s, with at most two decimals.", money.Max)
		}
		*value = amount
		return t.within(int(amount), "be", "")
	case *bool:
		if *value = text == "true"; !*value && text != "false" {
			return "must be true or false."
		}
	}
	return ""
}

// Schema describes the field in the API document. Numbers may be sent as text.
func (Field[T]) Schema(r huma.Registry) *huma.Schema {
	schema := &huma.Schema{Type: r.Schema(reflect.TypeFor[T](), true, "").Type}
	if schema.Type == huma.TypeInteger || schema.Type == huma.TypeNumber {
		schema = &huma.Schema{OneOf: []*huma.Schema{schema, {Type: huma.TypeString}}}
	}
	return schema
}

// Ref identifies a record by its id, or by an object with its _id.
type Ref struct{ Field[string] }

// take decodes an id, or an object with an id.
func (r *Ref) take(sent gjson.Result, t target) string {
	value := sent
	if sent.IsObject() {
		value = sent.Get("_id")
	}
	r.Value = strings.Clone(value.Str)
	if r.Set = sent.Type != gjson.Null && (value.Type != gjson.String || value.Str != ""); !r.Set {
		return t.missing()
	} else if !id.Valid(r.Value) {
		return "is not a valid id."
	}
	return ""
}

// Schema describes the field in the API document: an id, or an object with one.
func (Ref) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{
		{Type: huma.TypeString, Description: "an id"},
		{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"_id": {Type: huma.TypeString}}, AdditionalProperties: true},
	}}
}
