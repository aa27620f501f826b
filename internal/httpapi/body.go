package httpapi

import (
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"kirana/internal/fault"
)

const (
	jsonType  = "application/json"
	otherType = "other" // any content type that is not JSON
)

var errNotJSONType = fault.New(fault.WrongType, "", "Send the request as application/json.")

// bodyFormats are how Huma reads a request's body and writes a response's, by content type.
func bodyFormats() map[string]huma.Format {
	type body interface {
		decode(data []byte)
		refuse(refusal *fault.Error)
	}
	decode := func(data []byte, form any) error {
		form.(body).decode(data)
		return nil
	}
	refuse := func(_ []byte, form any) error {
		form.(body).refuse(errNotJSONType)
		return nil
	}
	return map[string]huma.Format{jsonType: {Marshal: writeJSON, Unmarshal: decode}, otherType: {Marshal: writeJSON, Unmarshal: refuse}}
}

// bodyContext gives Huma one of two content types, so that it finds a format for each.
type bodyContext struct{ humaContext }

type humaContext huma.Context // a field of this name leaves the method Context alone

// Unwrap returns the context inside.
func (c bodyContext) Unwrap() huma.Context { return c.humaContext }

// Header returns a header of the request.
func (c bodyContext) Header(name string) string {
	value := c.humaContext.Header(name)
	if name != "Content-Type" || value == "" {
		return value
	}
	contentType, _, err := mime.ParseMediaType(value)
	if err == nil && (contentType == jsonType || strings.HasSuffix(contentType, "+json")) {
		return jsonType
	}
	return otherType
}

// checkParameters holds the texts of a request's path and query to what a body's
// texts are held to: a database takes no NUL, and only UTF-8. Headers are not kept as
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
	next(bodyContext{hc})
}
