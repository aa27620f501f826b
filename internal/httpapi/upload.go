package httpapi

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kirana/internal/clock"
)

// An upload may take its time on a slow phone, but it may not keep a connection for good.
const (
	uploadTime = 2 * time.Minute
	answerTime = 3 * time.Minute // from the start: the file has to be worked on, too
)

// allowUpload gives a call that reads a file other time limits than the server's.
func allowUpload(hc huma.Context, next func(huma.Context)) {
	_, w := humago.Unwrap(hc)
	connection, now := http.NewResponseController(w), clock.System{}.Now()
	// A writer that knows no deadlines (a test's recorder) goes without.
	_ = connection.SetReadDeadline(now.Add(uploadTime))
	_ = connection.SetWriteDeadline(now.Add(answerTime))
	next(hc)
}

// documentUpload describes the multipart body of a call that reads it by itself, as
// a stream. It does so once the call is registered: Huma reads what it knows of.
func (r *Router) documentUpload(call Route) {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	form := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{call.Upload: file}, Required: []string{call.Upload}}
	op := operationOf(r.huma.OpenAPI().Paths["/api"+call.Path], call.Method)
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: form}}}
}
