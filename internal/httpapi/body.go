package httpapi

import (
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kirana/internal/fault"
)

var errNotJSONType = fault.New(fault.WrongType, "", "Send the request as application/json.")

// bodyFormats are how Huma reads a request's body and writes a response's. It looks
// for what follows "+" in a content type; of any other type newError refuses a body.
func bodyFormats() map[string]huma.Format {
	decode := func(data []byte, form any) error {
		form.(interface{ decode(data []byte) }).decode(data)
		return nil
	}
	format := huma.Format{Marshal: writeJSON, Unmarshal: decode}
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
