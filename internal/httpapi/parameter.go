package httpapi

import (
	"fmt"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"kirana/internal/fault"
)

// checkParameters holds the texts of a request's path and query to what a body's
// texts are held to: a database takes no NUL, and only UTF-8. Headers are not
// kept as they come: any value may be an Idempotency-Key.
func (r *Router) checkParameters(hc huma.Context, next func(huma.Context)) {
	for _, parameter := range hc.Operation().Parameters {
		var text string
		switch parameter.In {
		case "path":
			text = hc.Param(parameter.Name)
		case "query":
			text = hc.Query(parameter.Name)
		}
		if !printable(text) {
			r.writeRefusal(hc, fault.InField(parameter.Name, unprintable, "The value of "+parameter.Name))
			return
		}
	}
	next(hc)
}

// wrongParameter is what is wrong with a parameter, in a sentence.
func wrongParameter(name string, detail *huma.ErrorDetail) fault.Field {
	message := "The value of " + name + " cannot be used."
	var most int
	if n, err := fmt.Sscanf(detail.Message, validation.MsgExpectedMaxLength, &most); n == 1 && err == nil {
		message = fmt.Sprintf("The value of %s can have at most %d characters.", name, most)
	}
	return fault.Field{Field: name, Message: message}
}
