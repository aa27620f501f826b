package httpapi

import (
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kirana/internal/clock"
)

// Time limits of an upload: enough for a slow phone, without holding a connection forever.
const (
	uploadTime   = 2 * time.Minute
	responseTime = 3 * time.Minute // from the start, including the processing of the file
)

// allowUpload replaces the server's deadlines for a call that reads a file.
func allowUpload(hc huma.Context, next func(huma.Context)) {
	_, w := humago.Unwrap(hc)
	connection, now := http.NewResponseController(w), clock.System{}.Now()
	// Ignore the errors: the ResponseRecorder of tests has no deadlines.
	_ = connection.SetReadDeadline(now.Add(uploadTime))
	_ = connection.SetWriteDeadline(now.Add(responseTime))
	next(hc)
}

// documentUpload documents the multipart body of a call that streams it. It runs after the registration, because Huma would
// otherwise read the documented body itself.
func (r *Router) documentUpload(call Route) {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	form := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{call.Upload: file}, Required: []string{call.Upload}}
	op := operationOf(r.huma.OpenAPI().Paths["/api"+call.Path], call.Method)
	op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: form}}}
}

// formOverhead bounds the bytes of a multipart body without the file.
const formOverhead = 1 << 20

// Upload describes the file of a multipart request: its field, its maximum size, and the errors for bad requests.
type Upload struct {
	Field    string
	MaxBytes int64

	NotMultipart, Missing, TooLarge, Incomplete error
}

// ReadUpload streams the file of a multipart request to take, and reads nothing after the file. take must limit the size of
// the file to MaxBytes and return TooLarge above it.
func ReadUpload(r *http.Request, u Upload, take func(file *multipart.Part) error) error {
	bounded := *r
	bounded.Body = http.MaxBytesReader(nil, r.Body, u.MaxBytes+formOverhead)
	parts, err := bounded.MultipartReader()
	if err != nil {
		return u.NotMultipart
	}
	for {
		part, err := parts.NextPart()
		var tooLarge *http.MaxBytesError
		switch {
		case errors.Is(err, io.EOF):
			return u.Missing
		case errors.As(err, &tooLarge):
			return u.TooLarge
		case err != nil:
			return fmt.Errorf("read multipart request: %w: %w", err, u.Incomplete)
		case part.FormName() != u.Field:
			continue
		}
		return take(part)
	}
}
