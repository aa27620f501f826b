package httpapi

import (
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
type Form[T any] struct {
	Value   T
	decoded bool
	refusal error
}

// Schema documents the form as the object it holds.
func (Form[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "Form")
}

// decode leaves the refusal to Resolve, whose errors Huma keeps as they are.
func (f *Form[T]) decode(body []byte) {
	f.decoded, f.refusal = true, errNotJSON
	if len(body) == 0 || utf8.Valid(body) && json.Valid(body) {
		wrong, err := target{value: reflect.ValueOf(&f.Value).Elem()}.read(gjson.ParseBytes(body))
		wrong = slices.Compact(wrong)
		f.refusal = cmp.Or(err, fault.Form(wrong[:min(len(wrong), maxWrong)]))
	}
}

// Resolve refuses a form that cannot be used.
func (f *Form[T]) Resolve(huma.Context) []error {
	if !f.decoded {
		f.decode(nil)
	}
	if f.refusal == nil {
		return nil
	}
	return []error{f.refusal}
}

// DeferredForm is a Form of which the call's function reads the refusal itself: one that
// must look at something else before it refuses.
type DeferredForm[T any] struct{ form Form[T] }

// Schema documents the form as the object it holds.
func (f DeferredForm[T]) Schema(r huma.Registry) *huma.Schema { return f.form.Schema(r) }

func (f *DeferredForm[T]) decode(body []byte) { f.form.decode(body) }

// Read returns the form's value, or why it cannot be used.
func (f *DeferredForm[T]) Read() (T, error) {
	if !f.form.decoded {
		f.form.decode(nil)
	}
	return f.form.Value, f.form.refusal
}

// target is what JSON is read into: a form, a field in it, or an entry of a list, which
// has the tag of the list.
type target struct {
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
			fields = append(fields, target{t.value.FieldByIndex(field.Index), field.Tag, name, path, t.depth + 1, false})
		}
	}
	return fields
}

// grow is the target for one more entry of a list.
func (t target) grow() target {
	i := t.value.Len()
	t.value.Set(reflect.Append(t.value, reflect.Zero(t.value.Type().Elem())))
	return target{t.value.Index(i), t.tag, t.name, t.path + "[" + strconv.Itoa(i) + "]", t.depth + 1, true}
}

// refuse names the field in the refusal of a body, where there is one to name.
func (t target) refuse(err *fault.Error) error {
	switch {
	case err == nil:
		return nil
	case t.path != "" && err == errUnprintable:
		return fault.InField(t.path, msgUnprintable, t.label())
	case t.path != "" && err == errDuplicate:
		return fault.InField(t.path, "%s was sent more than once.", t.label())
	}
	return err
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
