package httpapi

import (
	"cmp"
	"encoding/json"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/fault"
)

// Form is the JSON body of a call. Its fields' tags are the documentation and the
// check in one: label, minLength, maxLength, minimum, maximum, above, minItems (0 or
// 1), maxItems, unit and each (the words for what a list holds and for one of it),
// trim:"no", lines:"several" for a text with line breaks, omitempty for "may be left
// out". Value is filled, trimmed and within them when the call's function runs. A
// missing body counts as an empty one.
type Form[T any] struct {
	Value   T
	refusal *fault.Error // of the whole body
}

// Schema documents the form as the object it holds.
func (Form[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "Form")
}

// decode records errors for Resolve, which can name the field.
func (f *Form[T]) decode(data []byte) {
	err := scan(data, rulesOf(reflect.TypeFor[T]()))
	if err == nil {
		err = json.Unmarshal(data, &f.Value)
	}
	if f.refusal = fault.Of(err); err != nil && f.refusal == nil {
		f.refusal = errNotJSON
	}
}

// Resolve checks the form once it is read.
func (f *Form[T]) Resolve(huma.Context) []error {
	if f.refusal != nil {
		return []error{f.refusal}
	}
	wrong := rulesOf(reflect.TypeFor[T]()).check(reflect.ValueOf(&f.Value).Elem(), "", nil)
	if err := fault.Form(wrong); err != nil {
		return []error{err}
	}
	return nil
}

// maxWrong is how many wrong fields are named: nobody corrects more at a time.
const maxWrong = 20

// rules are the validation rules of one form value, from its type and tags.
type rules struct {
	name, label string
	tag         reflect.StructTag
	optional    bool
	index       []int    // of the field in its struct
	fields      []*rules // of an object
	element     *rules   // of a list
	unknown     *rules   // of what no field takes
}

var rulesByType sync.Map // reflect.Type to *rules

func rulesOf(form reflect.Type) *rules {
	known, found := rulesByType.Load(form)
	if !found {
		known, _ = rulesByType.LoadOrStore(form, newRules(form, "", ""))
	}
	return known.(*rules)
}

func newRules(t reflect.Type, tag reflect.StructTag, label string) *rules {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	r := &rules{tag: tag, label: label, unknown: &rules{label: label}}
	r.unknown.unknown = r.unknown
	switch {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()): // reads itself
	case t.Kind() == reflect.Slice:
		r.element = newRules(t.Elem(), tag, cmp.Or(tag.Get("each"), label))
		r.element.optional = true
	case t.Kind() == reflect.Struct:
		for _, field := range reflect.VisibleFields(t) {
			name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			if !field.IsExported() || name == "" || name == "-" {
				continue
			}
			inner := newRules(field.Type, field.Tag, cmp.Or(field.Tag.Get("label"), labelOf(name)))
			inner.name, inner.index, inner.optional = name, field.Index, strings.Contains(options, "omitempty")
			r.fields = append(r.fields, inner)
		}
	}
	return r
}

// check adds what is wrong with a value to wrong, one sentence a field.
func (r *rules) check(v reflect.Value, path string, wrong []fault.Field) []fault.Field {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return wrong
		}
		v = v.Elem()
	}
	if field, ok := v.Addr().Interface().(interface{ check(r *rules) string }); ok && len(wrong) < maxWrong {
		if problem := field.check(r); problem != "" {
			wrong = append(wrong, fault.Field{Field: path, Message: r.label + " " + problem})
		}
	}
	for _, field := range r.fields {
		wrong = field.check(v.FieldByIndex(field.index), join(path, field.name), wrong)
	}
	if r.tooShort(v) && len(wrong) < maxWrong {
		wrong = append(wrong, fault.Field{Field: path, Message: "Please name at least one " + cmp.Or(r.tag.Get("each"), "item") + "."})
	}
	for i := 0; r.element != nil && i < v.Len(); i++ {
		wrong = r.element.check(v.Index(i), entry(path, i), wrong)
	}
	return wrong
}

// tooShort reports whether a list holds nothing although its minItems is 1; one that
// may be left out may.
func (r *rules) tooShort(v reflect.Value) bool {
	if r.element == nil || v.Len() > 0 || (r.optional && v.IsNil()) {
		return false
	}
	least, found := r.bound("minItems")
	return found && least > 0
}

// bound returns the first of these tags that is there.
func (r *rules) bound(names ...string) (n int, found bool) {
	for _, name := range names {
		if n, err := strconv.Atoi(r.tag.Get(name)); err == nil {
			return n, true
		}
	}
	return 0, false
}

// field returns the rules of a field by its name in letters of any case, which is
// how encoding/json finds it, or those of what no field takes.
func (r *rules) field(name string) (field *rules, known bool) {
	for _, field := range r.fields {
		if strings.EqualFold(field.name, name) {
			return field, true
		}
	}
	return r.unknown, false
}

var wordStart = regexp.MustCompile("_|([A-Z])")

// labelOf names a field for a person: "pin_code" and "pinCode" are "Pin code".
func labelOf(name string) string {
	words := strings.TrimSpace(strings.ToLower(wordStart.ReplaceAllString(name, " $1")))
	if words == "id" {
		return "The id"
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

func join(path, name string) string { return strings.TrimPrefix(path+"."+name, ".") }

func entry(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
