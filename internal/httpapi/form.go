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
)

// Form is the JSON body of a call. Its fields' tags are the documentation and the
// check in one: label, minLength, maxLength, minimum, maximum, above, minItems (0 or
// 1), maxItems, unit and each (the words for what a list holds and for one of it),
// trim:"no", lines:"several" for a text with line breaks, omitempty for "may be left
// out", empty:"0" for a number that null and "" set to 0. Value is filled, trimmed and within them when the call's function runs. A
// missing body counts as an empty one.
type Form[T any] struct{ DeferredForm[T] }

// Resolve reads the form before the call's function runs, and refuses one that cannot be used.
func (f *Form[T]) Resolve(huma.Context) []error {
	if err := f.Read(); err != nil {
		return []error{err}
	}
	return nil
}

// DeferredForm is a Form that the call's function reads itself, since it must look at
// something else before it refuses.
type DeferredForm[T any] struct {
	Value T
	body  []byte
}

// Schema documents the form as the object it holds.
func (DeferredForm[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "Form")
}

func (f *DeferredForm[T]) setBody(body []byte) { f.body = bytes.Clone(body) }

// Read fills the form's value, or returns why it cannot be used.
func (f *DeferredForm[T]) Read() error {
	if len(f.body) > 0 && !(utf8.Valid(f.body) && json.Valid(f.body)) {
		return errNotJSON
	}
	var found findings
	target{form: &found, value: reflect.ValueOf(&f.Value).Elem()}.read(gjson.ParseBytes(f.body))
	wrong := slices.Compact(found.wrong)
	return cmp.Or(found.refusal, fault.Form(wrong[:min(len(wrong), maxWrong)]))
}

// findings are what is wrong with a form: the refusal of all of it, or one sentence a field.
type findings struct {
	refusal error
	wrong   []fault.Field
}

// target is what JSON is read into: a form, a field in it, or an entry of a list, which
// has the tag of the list.
type target struct {
	form  *findings
	value reflect.Value
	tag   reflect.StructTag
	name  string // of the field
	path  string
	depth int // of the objects and lists around it
	entry bool
}

// fields are the targets in an object.
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

// grow is the target for one more entry of a list.
func (t target) grow() target {
	i := t.value.Len()
	t.value.Set(reflect.Append(t.value, reflect.Zero(t.value.Type().Elem())))
	return target{t.form, t.value.Index(i), t.tag, t.name, t.path + "[" + strconv.Itoa(i) + "]", t.depth, true}
}

// ignore is the target for what is checked and not kept.
func (t target) ignore() target {
	t.value = reflect.ValueOf(new(ignored)).Elem()
	return t
}

// ignored takes any value and keeps none.
type ignored struct{}

func (*ignored) take(gjson.Result, target) string { return "" }

// refuse refuses the form for the target: with the body's fault when it is the body.
func (t target) refuse(body error, sentence string) {
	if t.path != "" {
		body = fault.InField(t.path, sentence, t.label())
	}
	t.form.refusal = cmp.Or(t.form.refusal, body)
}

// report keeps a problem with the target, "" for none: the end of a sentence.
func (t target) report(problem string) {
	if problem != "" {
		t.form.wrong = append(t.form.wrong, fault.Field{Field: t.path, Message: t.label() + " " + problem})
	}
}

var wordStart = regexp.MustCompile("_|([A-Z])")

// label names the target for a person: "pin_code" and "pinCode" are "Pin code".
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

// missing returns the problem of a field that was not sent, or "".
func (t target) missing() string {
	if _, options, _ := strings.Cut(t.tag.Get("json"), ","); t.entry || strings.Contains(options, "omitempty") {
		return ""
	}
	return "is required."
}

// within returns the problem of a size that the tag does not allow, or "".
func (t target) within(size int, verb, unit string) string {
	least, noLeast := strconv.Atoi(cmp.Or(t.tag.Get("minLength"), t.tag.Get("minimum")))
	limit, noLimit := strconv.Atoi(cmp.Or(t.tag.Get("maxLength"), t.tag.Get("maximum")))
	switch {
	case size == 0 && t.tag.Get("above") == "0":
		return "must be more than 0."
	case noLeast == nil && size < least:
		return fmt.Sprintf("must %s at least %d%s.", verb, least, unit)
	case noLimit == nil && size > limit:
		return fmt.Sprintf("can %s at most %d%s.", verb, limit, unit)
	}
	return ""
}
