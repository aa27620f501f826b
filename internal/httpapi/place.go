package httpapi

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"unicode"
)

// place is a field of a form, or an element of one that is a list.
type place struct {
	path    string // as errors name it: "list_items[3].quantity"
	tag     reflect.StructTag
	of      reflect.Type
	element bool
}

func (p place) kind() reflect.Kind { return p.of.Kind() }

func (p place) label() string {
	if p.element {
		return elementLabel(p.tag, labelOf(p.path, p.tag.Get("label")))
	}
	return labelOf(p.path, p.tag.Get("label"))
}

// placeOf finds the deepest field of a form on the way that is read, and tells
// whether it is at the end of that way.
func placeOf(form reflect.Type, way []nest) (found place, exact bool) {
	if form == nil {
		return place{}, false
	}
	found.of = form
	for _, step := range way {
		next, ok := found.in(step)
		if !ok {
			return found, false
		}
		found = next
	}
	return found, true
}

// in is one step further.
func (p place) in(step nest) (place, bool) {
	switch {
	case readsItself(p.of):
	case step.list && p.kind() == reflect.Slice:
		path := p.path + "[" + strconv.Itoa(step.count-1) + "]"
		return place{path: path, tag: p.tag, of: direct(p.of.Elem()), element: true}, true
	case !step.list && p.kind() == reflect.Struct:
		field, ok := fieldNamed(p.of, step.key)
		if !ok {
			break
		}
		name := jsonName(field)
		if p.path != "" {
			name = p.path + "." + name
		}
		return place{path: name, tag: field.Tag, of: direct(field.Type)}, true
	}
	return place{}, false
}

// placeAt finds a field by the path that encoding/json gives it: names with dots
// between, without the places in lists.
func placeAt(form reflect.Type, path string) (place, bool) {
	found := place{of: form}
	for name := range strings.SplitSeq(path, ".") {
		if found.kind() == reflect.Slice {
			found.of = direct(found.of.Elem())
		}
		next, ok := found.in(nest{key: name})
		if !ok {
			return place{}, false
		}
		found = next
	}
	return found, true
}

// fieldNamed finds a field as encoding/json does, whatever the case of its name.
func fieldNamed(t reflect.Type, name string) (reflect.StructField, bool) {
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Anonymous && field.Tag.Get("json") == "" && direct(field.Type).Kind() == reflect.Struct {
			if inner, ok := fieldNamed(direct(field.Type), name); ok {
				return inner, true
			}
			continue
		}
		if own := jsonName(field); field.IsExported() && own != "-" && strings.EqualFold(own, name) {
			return field, true
		}
	}
	return reflect.StructField{}, false
}

func direct(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// readsItself tells types whose insides are their own affair.
func readsItself(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]())
}

// jsonName is a field's name in the API.
func jsonName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	if name == "" {
		return field.Name
	}
	return name
}

// mayBeLeftOut tells whether a form is complete without the field.
func mayBeLeftOut(field reflect.StructField) bool {
	_, options, _ := strings.Cut(field.Tag.Get("json"), ",")
	return strings.Contains(options, "omitempty") || field.Tag.Get("required") == "false"
}

// labelOf names a field for a person: its label, or its name in words.
func labelOf(path, label string) string {
	if label != "" {
		return label
	}
	if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
		path = path[dot+1:]
	}
	path, _, _ = strings.Cut(path, "[")
	words := strings.TrimSpace(inWords(path))
	switch words {
	case "":
		return "This field"
	case "id":
		return "The id"
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// inWords writes "pin_code" and "pinCode" as "pin code".
func inWords(name string) string {
	var words strings.Builder
	for i, r := range name {
		switch {
		case r == '_':
			words.WriteByte(' ')
		case unicode.IsUpper(r) && i > 0:
			words.WriteByte(' ')
			words.WriteRune(unicode.ToLower(r))
		default:
			words.WriteRune(r)
		}
	}
	return words.String()
}

// elementLabel names an element of a list.
func elementLabel(tag reflect.StructTag, list string) string {
	if each := tag.Get("each"); each != "" {
		return each
	}
	return list
}

// unitOf is the word for what a list holds n of.
func unitOf(tag reflect.StructTag, n int) string {
	unit := tag.Get("unit")
	if unit == "" {
		unit = "items"
	}
	if n == 1 {
		return strings.TrimSuffix(unit, "s")
	}
	return unit
}
