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
	"kirana/internal/fault"
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

// drainLimit is how much of a too large upload is still read and discarded: a
// browser that is cut off while it sends shows its own error, not ours.
const drainLimit = 32 << 20

// formOverhead bounds the bytes of a multipart body besides the file.
const formOverhead = 1 << 20

// Upload describes the file of a multipart request, with the refusals of what is no such file.
type Upload struct {
	Field    string
	MaxBytes int64

	NotMultipart, Missing, TooLarge, Incomplete error
}

// ReadUpload calls take with the file of a multipart request, which it reads as a
// stream, no further than the file's field. take bounds the file itself, by TooLarge.
func ReadUpload(r *http.Request, u Upload, take func(file *multipart.Part) error) error {
	body := r.Body
	bounded := *r
	bounded.Body = http.MaxBytesReader(nil, body, u.MaxBytes+formOverhead)
	err := readUpload(&bounded, u, take)
	if fault.Is(err, fault.TooLarge) {
		// The response does not depend on the bytes that are discarded here.
		_, _ = io.CopyN(io.Discard, body, drainLimit)
	}
	return err
}

func readUpload(r *http.Request, u Upload, take func(file *multipart.Part) error) error {
	parts, err := r.MultipartReader()
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
