package httpapi

import (
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// APIVersion is the semantic version of the API; docs/api-changes.md lists the changes of each.
const APIVersion = "1.2.0"

// Deprecation announces that a call will be removed.
type Deprecation struct {
	Since   time.Time
	Sunset  time.Time // when it may be removed
	Instead string    // the call to make in its place: "GET /order/checkouts"
}

// announce sets the headers of RFC 9745 and RFC 8594 on every answer of a deprecated call.
func (d *Deprecation) announce(hc huma.Context, next func(huma.Context)) {
	hc.SetHeader("Deprecation", "@"+strconv.FormatInt(d.Since.Unix(), 10))
	hc.SetHeader("Sunset", d.Sunset.UTC().Format(http.TimeFormat))
	hc.SetHeader("Link", `</api/docs>; rel="deprecation"; type="text/html"`)
	next(hc)
}

func (d *Deprecation) description() string {
	return " Deprecated: " + d.Instead + " takes its place; this call may be gone from " + d.Sunset.UTC().Format(time.DateOnly) + " on."
}
