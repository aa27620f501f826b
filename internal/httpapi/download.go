package httpapi

import (
	"context"
	"io"
	"mime"
	"net/http"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Download is a file that a call streams.
type Download struct {
	Name        string // suggested file name; "" for none
	ContentType string
	Write       func(ctx context.Context, w io.Writer) error
}

// HandleDownload registers a call that returns a file. An error of Download.Write aborts the connection, so that the client
// does not take a partial file for the whole.
func HandleDownload[I any](r *Router, route Route, fn func(ctx context.Context, in *I) (Download, error)) {
	op := r.operation(route)
	file := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	content := map[string]*huma.MediaType{}
	for _, contentType := range route.Files {
		mediaType, _, _ := strings.Cut(contentType, ";")
		content[mediaType] = file
		if mediaType == "application/json" && route.JSON != nil {
			content[mediaType] = &huma.MediaType{Schema: r.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(route.JSON), true, "Envelope")}
		}
	}
	op.Responses = map[string]*huma.Response{"200": {Description: "A file", Content: content}}
	huma.Register(r.huma, op, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		download, err := fn(ctx, in)
		if err != nil {
			return nil, r.refuse(ctx, err)
		}
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			_, w := humago.Unwrap(hc)
			h := w.Header()
			h.Set("Content-Type", download.ContentType)
			if download.Name != "" {
				h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": download.Name}))
			}
			file := &downloadWriter{w: w, controller: http.NewResponseController(w)}
			if err := download.Write(ctx, file); err != nil {
				r.log.ErrorContext(ctx, "download", "path", route.Path, "error", err.Error())
				panic(http.ErrAbortHandler)
			}
		}}, nil
	})
	r.correct(op)
}

// downloadWriter sets a deadline for each write, as a large file may take long.
type downloadWriter struct {
	w          io.Writer
	controller *http.ResponseController
}

func (d *downloadWriter) Write(p []byte) (int, error) {
	// Ignore the error: the ResponseRecorder of tests has no deadlines.
	_ = d.controller.SetWriteDeadline(time.Now().Add(streamTimeout)) //nolint:forbidigo // a deadline of the network, not of the shop
	return d.w.Write(p)
}
