package httpapi

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/tidwall/gjson"

	"kirana/internal/fault"
)

const (
	// maxDepth is how deep objects and lists may nest in a request.
	maxDepth = 32
	// maxList is how many entries of a list are read where its tag says nothing: two
	// megabytes can hold a million empty ones, each as large in memory as a full one.
	maxList = 1000
	// maxWrong is how many wrong fields are named: nobody corrects more at a time.
	maxWrong = 20
)

// The refusals of a whole body. None repeats what was sent.
var (
	errNotJSONType = fault.New(fault.WrongType, "", "Send the request as application/json.")
	errNotJSON     = fault.New(fault.Invalid, "", "The request is not valid JSON.")
	errNotObject   = fault.New(fault.Invalid, "not_an_object", "The request must be a JSON object.")
	errUnprintable = fault.New(fault.Invalid, "invalid_input", "The request has characters that cannot be used.")
	errDuplicate   = fault.New(fault.Invalid, "invalid_input", "The request has a field more than once.")
)

const msgUnprintable = "%s has characters that cannot be used."

// bodyFormats are how Huma reads a request's body and writes a response's. It looks
// for what follows "+" in a content type; of any other type newError refuses a body.
func bodyFormats() map[string]huma.Format {
	format := huma.Format{Marshal: writeJSON, Unmarshal: func(body []byte, form any) error {
		form.(interface{ decode(body []byte) }).decode(body)
		return nil
	}}
	return map[string]huma.Format{"application/json": format, "json": format}
}

// checkParameters holds the texts of a request's path and query to what a body's
// rules of texts: a database takes no NUL, and only UTF-8. Headers are not kept as
// they come: any value may be an Idempotency-Key.
func (r *Router) checkParameters(hc huma.Context, next func(huma.Context)) {
	for _, parameter := range hc.Operation().Parameters {
		text := hc.Param(parameter.Name)
		if parameter.In == "query" {
			text = hc.Query(parameter.Name)
		}
		label := "The value of " + parameter.Name
		if !printable(text) {
			r.writeRefusal(hc, fault.InField(parameter.Name, msgUnprintable, label))
			return
		}
		if limit := parameter.Schema.MaxLength; limit != nil && utf8.RuneCountInString(text) > *limit {
			r.writeRefusal(hc, fault.InField(parameter.Name, "%s can have at most %d characters.", label, *limit))
			return
		}
	}
	// Huma compares content types letter by letter.
	request, _ := humago.Unwrap(hc)
	mediaType, parameters, _ := strings.Cut(request.Header.Get("Content-Type"), ";")
	request.Header.Set("Content-Type", strings.ToLower(mediaType)+";"+parameters)
	next(hc)
}

// read reads a value into the target, one that does not exist when nothing was sent. It
// returns what is wrong with it, one sentence a field, or a refusal of the whole body.
func (t target) read(sent gjson.Result) ([]fault.Field, error) {
	if t.tag.Get("empty") == "0" && sent.Exists() && strings.TrimSpace(sent.String()) == "" {
		sent = gjson.Parse("0")
	}
	isNull := sent.Type == gjson.Null
	if t.value.Kind() == reflect.Pointer {
		if isNull {
			return nil, nil
		}
		t.value.Set(reflect.New(t.value.Type().Elem()))
		t.value = t.value.Elem()
	}
	field, isField := t.value.Addr().Interface().(interface {
		take(sent gjson.Result, t target) string
	})
	own, isOwn := t.value.Addr().Interface().(json.Unmarshaler)
	if isNull && !isOwn {
		sent = gjson.Result{}
	}
	kind := t.value.Kind()
	switch {
	case isField || isOwn:
	case kind == reflect.Struct && (isNull || sent.IsObject()):
		return t.readObject(sent)
	case kind == reflect.Slice && (isNull || sent.IsArray()):
		return t.readList(sent)
	}
	if err := t.refuse(check(sent, t.depth)); err != nil {
		return nil, err
	}
	problem := ""
	switch {
	case isField:
		problem = field.take(sent, t)
	case isOwn && sent.Exists():
		return nil, own.UnmarshalJSON([]byte(sent.Raw))
	case isOwn:
	case kind == reflect.Slice:
		return nil, fault.InField(t.path, "%s must be a list.", t.label())
	case t.path == "":
		return nil, errNotObject
	case t.entry:
		problem = "has an entry that cannot be used."
		t.path = t.path[:strings.LastIndexByte(t.path, '[')]
	default:
		return nil, fault.InField(t.path, "%s must be an object with fields.", t.label())
	}
	if problem == "" {
		return nil, nil
	}
	return []fault.Field{{Field: t.path, Message: t.label() + " " + problem}}, nil
}

// readObject reads members into the fields that have their names, in letters of any case.
func (t target) readObject(sent gjson.Result) (wrong []fault.Field, err error) {
	fields, seen := t.fields(), map[string]bool{}
	problems := make([][]fault.Field, len(fields))
	for key, value := range sent.All() {
		name, member := key.Str, t
		i := slices.IndexFunc(fields, func(field target) bool { return strings.EqualFold(field.name, name) })
		if i >= 0 {
			name, member = fields[i].name, fields[i]
		}
		switch {
		case !printable(name):
			return nil, errUnprintable
		case seen[name]:
			return nil, member.refuse(errDuplicate)
		case i >= 0:
			problems[i], err = member.read(value)
		default:
			err = t.refuse(check(value, t.depth+1))
		}
		if err != nil {
			return nil, err
		}
		seen[name] = true
	}
	for i, field := range fields {
		if !seen[field.name] {
			problems[i], _ = field.read(gjson.Result{})
		}
		wrong = append(wrong, problems[i]...)
	}
	return wrong, nil
}

// readList reads a list, an entry at a time.
func (t target) readList(sent gjson.Result) (wrong []fault.Field, err error) {
	limit, noLimit := strconv.Atoi(t.tag.Get("maxItems"))
	for _, value := range sent.All() {
		if i := t.value.Len(); noLimit == nil && i == limit {
			return nil, fault.InField(t.path, "%s can have at most %d %s.", t.label(), limit, cmp.Or(t.tag.Get("unit"), "items"))
		} else if i == maxList {
			return nil, fault.InField(t.path, "This list is too long.")
		}
		found, err := t.grow().read(value)
		if err != nil {
			return nil, err
		}
		wrong = append(wrong, found...)
	}
	if t.value.Len() == 0 && t.tag.Get("minItems") == "1" {
		wrong = []fault.Field{{Field: t.path, Message: "Please name at least one " + cmp.Or(t.tag.Get("each"), "item") + "."}}
	}
	return wrong, nil
}

// check refuses what valid JSON can hold and nothing here can keep: control characters,
// names that stand twice, deep nesting.
func check(sent gjson.Result, depth int) *fault.Error {
	switch {
	case !printable(sent.Str):
		return errUnprintable
	case sent.Type != gjson.JSON:
		return nil
	case depth == maxDepth:
		return errNotJSON
	}
	names := map[string]bool{}
	for key, value := range sent.All() {
		if !printable(key.Str) {
			return errUnprintable
		} else if sent.IsObject() && names[key.Str] {
			return errDuplicate
		}
		names[key.Str] = true
		if err := check(value, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// printable reports whether a text has no control characters but line breaks and
// tabs. A lone surrogate has become utf8.RuneError.
func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return (r < ' ' && r != '\n' && r != '\r' && r != '\t') || r == 0x7f || r == utf8.RuneError
	})
}
