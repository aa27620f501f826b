package httpapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/tidwall/gjson"

	"kirana/internal/fault"
	"kirana/internal/language"
)

// Form is the JSON body of a call. The tags of its fields are both documentation and validation: label, minLength, maxLength,
// minimum, maximum, above, minItems (0 or 1), maxItems, unit and each (plural and singular of a list's entries), trim:"no",
// lines:"several" for a text with line breaks, omitempty for an optional field, empty:"0" for a number that null and "" set
// to 0, and null:"empty" for a text that null empties.
//
// The call's function gets a Value that is decoded, trimmed and valid. A missing body counts as an empty object.
type Form[T any] struct{ DeferredForm[T] }

// Resolve decodes the form before the call's function runs. It returns the error of an invalid form.
func (f *Form[T]) Resolve(huma.Context) []error {
	if err := f.Read(); err != nil {
		return []error{err}
	}
	return nil
}

// DeferredForm is a Form that the call's function decodes itself, after other checks.
type DeferredForm[T any] struct {
	Value T
	body  []byte
}

// Schema describes the form in the API document by its object.
func (DeferredForm[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "Form")
}

func (f *DeferredForm[T]) setBody(body []byte) { f.body = bytes.Clone(body) }

// Read decodes the form into Value, or returns why it is invalid.
func (f *DeferredForm[T]) Read() error {
	if len(f.body) > 0 && !(utf8.Valid(f.body) && json.Valid(f.body)) {
		return errNotJSON
	}
	var found findings
	target{form: &found, value: reflect.ValueOf(&f.Value).Elem()}.read(gjson.ParseBytes(f.body))
	wrong := slices.CompactFunc(found.wrong, func(a, b fault.Field) bool { return a.Field == b.Field && a.Message == b.Message })
	return cmp.Or(found.refusal, fault.Form(wrong[:min(len(wrong), maxWrong)]))
}

// findings are the problems of a form: a refusal that ends decoding, or else one sentence for each wrong field.
type findings struct {
	refusal error
	wrong   []fault.Field
}

// target is the destination of a JSON value: a form, one of its fields, or a list entry, which inherits the list's tag.
type target struct {
	form  *findings
	value reflect.Value
	tag   reflect.StructTag
	name  string // of the field
	path  string
	depth int // nesting depth
	entry bool
}

// fields returns the targets of an object's members.
func (t target) fields() []target {
	var fields []target
	for _, field := range reflect.VisibleFields(t.value.Type()) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			path := strings.TrimPrefix(t.path+"."+name, ".")
			fields = append(fields, target{t.form, t.value.FieldByIndex(field.Index), field.Tag, name, path, t.depth, false})
		}
	}
	return fields
}

// grow appends an entry to a list and returns its target.
func (t target) grow() target {
	i := t.value.Len()
	t.value.Set(reflect.Append(t.value, reflect.Zero(t.value.Type().Elem())))
	return target{t.form, t.value.Index(i), t.tag, t.name, t.path + "[" + strconv.Itoa(i) + "]", t.depth, true}
}

// ignore returns a target that validates a value without storing it.
func (t target) ignore() target {
	t.value = reflect.ValueOf(new(ignored)).Elem()
	return t
}

// ignored accepts any value and stores nothing.
type ignored struct{}

func (*ignored) take(gjson.Result, target) string { return "" }

// refuse records the first refusal of the form: the error body if the target is the whole body, otherwise sentence for its
// field.
func (t target) refuse(body error, sentence string) {
	if t.path != "" {
		body = fault.Form([]fault.Field{fieldOf(t.path, sentence, t.label())})
	}
	t.form.refusal = cmp.Or(t.form.refusal, body)
}

// report adds a problem: the rest of a sentence after the target's label. "" adds none.
func (t target) report(problem string) {
	if problem != "" {
		t.form.wrong = append(t.form.wrong, fieldOf(t.path, "%s "+problem, t.label()))
	}
}

var numbers = regexp.MustCompile(`[0-9]+`)

// fieldOf returns a problem as a sentence that begins with label. Its numbers are arguments, for translation.
func fieldOf(path, sentence, label string) fault.Field {
	args := []any{language.Word(label)}
	for _, number := range numbers.FindAllString(sentence, -1) {
		args = append(args, number)
	}
	phrase := &language.Phrase{Format: numbers.ReplaceAllLiteralString(sentence, "%s"), Args: args}
	return fault.Field{Field: path, Message: phrase.String(), Phrase: phrase}
}

var wordStart = regexp.MustCompile("_|([A-Z])")

// label returns the target's name for people: "pin_code" and "pinCode" become "Pin code".
func (t target) label() string {
	if each := t.tag.Get("each"); t.entry && each != "" {
		return each
	}
	words := strings.TrimSpace(strings.ToLower(wordStart.ReplaceAllString(t.name, " $1")))
	if words == "id" {
		words = "the id"
	}
	return cmp.Or(t.tag.Get("label"), strings.ToUpper(words[:1])+words[1:])
}

// missing returns the problem of an absent field, or "".
func (t target) missing() string {
	if _, options, _ := strings.Cut(t.tag.Get("json"), ","); t.entry || strings.Contains(options, "omitempty") {
		return ""
	}
	return "is required."
}

// within returns the problem of a size outside the tag's bounds, or "".
func (t target) within(size int, verb, unit string) string {
	minimum, noMinimum := strconv.Atoi(cmp.Or(t.tag.Get("minLength"), t.tag.Get("minimum")))
	limit, noLimit := strconv.Atoi(cmp.Or(t.tag.Get("maxLength"), t.tag.Get("maximum")))
	switch {
	case size == 0 && t.tag.Get("above") == "0":
		return "must be more than 0."
	case noMinimum == nil && size < minimum:
		return fmt.Sprintf("must %s at least %d%s.", verb, minimum, unit)
	case noLimit == nil && size > limit:
		return fmt.Sprintf("can %s at most %d%s.", verb, limit, unit)
	}
	return ""
}
