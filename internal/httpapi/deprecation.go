package httpapi

import (
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// APIVersion is the semantic version of the API. docs/api-changes.md lists the changes of each version.
const APIVersion = "1.2.0"

// Deprecation announces the removal of a call.
type Deprecation struct {
	Since   time.Time
	Sunset  time.Time // earliest removal
	Instead string    // replacement, such as "GET /order/checkouts"
}

// announce sets the headers of RFC 9745 and RFC 8594 on all responses of a deprecated call.
func (d *Deprecation) announce(hc huma.Context, next func(huma.Context)) {
	hc.SetHeader("Deprecation", "@"+strconv.FormatInt(d.Since.Unix(), 10))
	hc.SetHeader("Sunset", d.Sunset.UTC().Format(http.TimeFormat))
	hc.SetHeader("Link", `</api/docs>; rel="deprecation"; type="text/html"`)
	next(hc)
}

func (d *Deprecation) description() string {
	return " Deprecated: " + d.Instead + " takes its place; this call may be gone from " + d.Sunset.UTC().Format(time.DateOnly) + " on."
}
