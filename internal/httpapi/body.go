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
	"kirana/internal/language"
	"kirana/internal/unicodetext"
)

const (
	// maxDepth bounds the nesting of objects and lists in a request.
	maxDepth = 32
	// maxList is the default maximum of list entries: two megabytes can hold a million empty entries, which take as much
	// memory as full ones.
	maxList = "1000"
	// maxWrong limits the wrong fields that a refusal lists.
	maxWrong = 20
)

// Refusals of a whole body. They do not quote it.
var (
	errNotJSONType = fault.New(fault.WrongType, "not_json_type", "Send the request as application/json.")
	errNotJSON     = fault.New(fault.Invalid, "not_json", "The request is not valid JSON.")
	errNotObject   = fault.New(fault.Invalid, "not_an_object", "The request must be a JSON object.")
	errUnprintable = fault.New(fault.Invalid, "invalid_input", "The request has characters that cannot be used.")
	errDuplicate   = fault.New(fault.Invalid, "invalid_input", "The request has a field more than once.")
)

const msgUnprintable = "%s has characters that cannot be used."

// bodyFormats returns Huma's decoders and encoders of JSON, by content type or its suffix after "+". newError refuses other
// types.
func bodyFormats() map[string]huma.Format {
	format := huma.Format{Marshal: writeJSON, Unmarshal: func(body []byte, form any) error {
		form.(interface{ setBody(body []byte) }).setBody(body)
		return nil
	}}
	return map[string]huma.Format{"application/json": format, "json": format}
}

// checkParameters validates path and query parameters like texts in bodies: databases accept no NUL and only UTF-8. It does
// not check headers: an Idempotency-Key may have any value.
func (r *Router) checkParameters(hc huma.Context, next func(huma.Context)) {
	for _, parameter := range hc.Operation().Parameters {
		text := cmp.Or(hc.Param(parameter.Name), hc.Query(parameter.Name))
		label := language.NewPhrase("The value of %s", parameter.Name)
		if !unicodetext.Printable(text) {
			r.writeRefusal(hc, fault.InField(parameter.Name, msgUnprintable, label))
			return
		}
		if limit := parameter.Schema.MaxLength; limit != nil && utf8.RuneCountInString(text) > *limit {
			r.writeRefusal(hc, fault.InField(parameter.Name, "%s can have at most %d characters.", label, *limit))
			return
		}
	}
	// Huma compares content types case-sensitively.
	request, _ := humago.Unwrap(hc)
	mediaType, parameters, _ := strings.Cut(request.Header.Get("Content-Type"), ";")
	request.Header.Set("Content-Type", strings.ToLower(mediaType)+";"+parameters)
	next(hc)
}

// read decodes a JSON value into the target. An absent member has sent.Exists() == false.
func (t target) read(sent gjson.Result) {
	if t.tag.Get("empty") == "0" && sent.Exists() && strings.TrimSpace(sent.String()) == "" {
		sent = gjson.Parse("0")
	}
	if t.tag.Get("null") == "empty" && sent.Exists() && sent.Type == gjson.Null {
		sent = gjson.Parse(`""`)
	}
	isNull := sent.Type == gjson.Null
	if t.value.Kind() == reflect.Pointer {
		if isNull {
			return
		}
		t.value.Set(reflect.New(t.value.Type().Elem()))
		t.value = t.value.Elem()
	}
	kind := t.value.Kind()
	field, isField := t.value.Addr().Interface().(interface {
		take(sent gjson.Result, t target) string
	})
	own, isOwn := t.value.Addr().Interface().(json.Unmarshaler)
	if isField || isOwn {
		kind = reflect.Invalid // neither list nor object
	}
	if isNull && !isOwn {
		sent = gjson.Result{}
	}
	switch {
	case t.form.refusal != nil:
		return
	case !unicodetext.Printable(sent.Str):
		t.refuse(errUnprintable, msgUnprintable)
	case sent.Type == gjson.JSON && t.depth == maxDepth:
		t.form.refusal = errNotJSON
	case kind == reflect.Slice && (isNull || sent.IsArray()):
		t.readList(sent)
		return
	case kind == reflect.Struct && (isNull || sent.IsObject()):
		t.readObject(sent)
		return
	case sent.Type == gjson.JSON:
		t.ignore().readObject(sent)
	}
	switch {
	case t.form.refusal != nil:
	case isField:
		t.report(field.take(sent, t))
	case isOwn && sent.Exists():
		t.form.refusal = own.UnmarshalJSON([]byte(sent.Raw))
	case isOwn:
	case kind == reflect.Slice:
		t.refuse(errNotObject, "%s must be a list.")
	case t.entry:
		t.path = t.path[:strings.LastIndexByte(t.path, '[')]
		t.report("has an entry that cannot be used.")
	default:
		t.refuse(errNotObject, "%s must be an object with fields.")
	}
}

// readObject decodes members into fields of the same name, ignoring case. It validates and drops unknown members.
func (t target) readObject(sent gjson.Result) {
	t.depth++
	fields, seen := t.fields(), map[string]bool{}
	values := make([]gjson.Result, len(fields))
	for key, value := range sent.All() {
		name, member := key.Str, t.ignore()
		i := slices.IndexFunc(fields, func(field target) bool { return strings.EqualFold(field.name, name) })
		if i >= 0 {
			name, member, values[i] = fields[i].name, fields[i], value
		}
		switch {
		case !unicodetext.Printable(name):
			t.refuse(errUnprintable, msgUnprintable)
		case sent.IsObject() && seen[name]:
			member.refuse(errDuplicate, "%s was sent more than once.")
		case i < 0:
			member.read(value)
		}
		seen[name] = true
	}
	for i, field := range fields {
		field.read(values[i])
	}
}

func (t target) readList(sent gjson.Result) {
	t.depth++
	limit := cmp.Or(t.tag.Get("maxItems"), maxList)
	for _, value := range sent.All() {
		if strconv.Itoa(t.value.Len()) == limit {
			t.refuse(errNotObject, "%s can have at most "+limit+" "+cmp.Or(t.tag.Get("unit"), "items")+".")
			return
		}
		t.grow().read(value)
	}
	if t.value.Len() == 0 && t.tag.Get("minItems") == "1" {
		t.form.wrong = append(t.form.wrong, fieldOf(t.path, "Please name at least one %s.", cmp.Or(t.tag.Get("each"), "item")))
	}
}
