package httpapi

import (
	"fmt"
	"reflect"
	"strconv"
	"unicode/utf8"

	"kirana/internal/fault"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// maxWrong is how many wrong fields are told: nobody corrects more at a time.
const maxWrong = 20

// checker walks a form and collects what is wrong, one sentence a field, of the
// first maxWrong.
type checker struct {
	wrong []fault.Field
}

func (c *checker) full() bool { return len(c.wrong) >= maxWrong }

func (c *checker) refuse(path, format string, args ...any) {
	if c.full() {
		return
	}
	c.wrong = append(c.wrong, fault.Field{Field: path, Message: fmt.Sprintf(format, args...)})
}

func (c *checker) structure(v reflect.Value, prefix string) {
	t := v.Type()
	for i := range t.NumField() {
		field := t.Field(i)
		name := jsonName(field)
		if name == "-" || !field.IsExported() {
			continue
		}
		if field.Anonymous && field.Tag.Get("json") == "" {
			c.structure(v.Field(i), prefix)
			continue
		}
		c.value(v.Field(i), field.Tag, prefix+name, labelOf(name, field.Tag.Get("label")), mayBeLeftOut(field))
	}
}

func (c *checker) value(v reflect.Value, tag reflect.StructTag, path, label string, optional bool) {
	switch value := v.Addr().Interface().(type) {
	case *Text:
		c.text(value, tag, path, label, optional)
	case *Int:
		c.integer(value, tag, path, label, optional)
	case *Rupees:
		c.rupees(value, tag, path, label, optional)
	case *Ref:
		switch {
		case value.bad:
			c.refuse(path, "%s is not a valid id.", label)
		case !value.Set && !optional:
			c.refuse(path, "%s is required.", label)
		}
	case *Flag:
		if value.bad {
			c.refuse(path, "%s must be true or false.", label)
		} else if !value.Set && !optional {
			c.refuse(path, "%s is required.", label)
		}
	default:
		c.composite(v, tag, path, label)
	}
}

func (c *checker) composite(v reflect.Value, tag reflect.StructTag, path, label string) {
	switch v.Kind() {
	case reflect.Slice:
		c.list(v, tag, path, label)
	case reflect.Struct:
		c.structure(v, path+".")
	case reflect.Pointer:
		if !v.IsNil() && v.Elem().Kind() == reflect.Struct {
			c.structure(v.Elem(), path+".")
		}
	default: // plain values have no limits of their own
	}
}

const tooMany = "%s can have at most %d %s."

func (c *checker) list(v reflect.Value, tag reflect.StructTag, path, label string) {
	if least, ok := bound(tag, "minItems"); ok && v.Len() < least {
		c.refuse(path, "%s must have at least %d %s.", label, least, unitOf(tag, least))
		return
	}
	if most, ok := bound(tag, "maxItems"); ok && v.Len() > most {
		c.refuse(path, tooMany, label, most, unitOf(tag, most))
		return
	}
	for i := range v.Len() {
		if v.Index(i).Kind() != reflect.Struct || c.full() {
			return
		}
		element := path + "[" + strconv.Itoa(i) + "]"
		switch v.Index(i).Addr().Interface().(type) {
		case *Text, *Ref:
			c.value(v.Index(i), tag, element, elementLabel(tag, label), true)
		default:
			c.structure(v.Index(i), element+".")
		}
	}
}

func (c *checker) text(value *Text, tag reflect.StructTag, path, label string, optional bool) {
	if value.bad {
		c.refuse(path, "%s must be text.", label)
		return
	}
	if tag.Get("trim") != "no" {
		value.Value = unicodetext.Visible(value.Value)
		if tag.Get("lines") != "several" && unicodetext.Lines(value.Value) {
			c.refuse(path, "%s must stand on one line.", label)
			return
		}
	}
	length := utf8.RuneCountInString(value.Value)
	if length == 0 {
		if !optional {
			c.refuse(path, "%s is required.", label)
		}
		return
	}
	if least, ok := bound(tag, "minLength"); ok && length < least {
		c.refuse(path, "%s must have at least %d characters.", label, least)
	}
	if most, ok := bound(tag, "maxLength"); ok && length > most {
		c.refuse(path, "%s can have at most %d characters.", label, most)
	}
}

func (c *checker) integer(value *Int, tag reflect.StructTag, path, label string, optional bool) {
	switch least, hasLeast := bound(tag, "minimum"); {
	case value.bad:
		c.refuse(path, "%s must be a whole number.", label)
	case !value.Set && !optional:
		c.refuse(path, "%s is required.", label)
	case value.Set && hasLeast && value.Value < least:
		c.refuse(path, "%s must be at least %d.", label, least)
	default:
		if most, ok := bound(tag, "maximum"); value.Set && ok && value.Value > most {
			c.refuse(path, "%s can be at most %d.", label, most)
		}
	}
}

func (c *checker) rupees(value *Rupees, tag reflect.StructTag, path, label string, optional bool) {
	switch {
	case value.bad:
		c.refuse(path, "%s must be an amount in rupees from 0 to %s, with at most two decimals.", label, money.Max)
	case !value.Set && !optional:
		c.refuse(path, "%s is required.", label)
	case value.Set && tag.Get("above") == "0" && value.Value == 0:
		c.refuse(path, "%s must be more than 0.", label)
	}
}

func bound(tag reflect.StructTag, name string) (int, bool) {
	n, err := strconv.Atoi(tag.Get(name))
	return n, err == nil
}
