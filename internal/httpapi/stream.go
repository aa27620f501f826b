package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// streamTimeout bounds one write of a stream; after it, the connection counts as lost. Between writes there is no deadline.
const streamTimeout = 20 * time.Second

// Stream writes server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) to one client.
type Stream struct {
	w          http.ResponseWriter
	controller *http.ResponseController
}

// Send writes an event with a JSON value. An error means that the client is gone, or that the value cannot be encoded.
func (s *Stream) Send(event string, value any) error {
	encoded, err := Encode(value)
	if err != nil {
		return err
	}
	return s.write("event: " + event + "\ndata: " + string(encoded) + "\n\n")
}

// KeepAlive writes a comment, which clients ignore, so that proxies do not close an idle connection. An error means that the
// client is gone.
func (s *Stream) KeepAlive() error { return s.write(": \n\n") }

func (s *Stream) write(text string) error {
	if err := s.controller.SetWriteDeadline(time.Now().Add(streamTimeout)); err != nil { //nolint:forbidigo // a deadline of the network, not of the shop
		return err
	}
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	return s.controller.Flush()
}

// HandleStream registers a call that sends server-sent events until fn returns. ctx ends when the client disconnects. fn is
// called after the access check, when the status 200 is already set.
func HandleStream[I any](r *Router, route Route, fn func(ctx context.Context, in *I, stream *Stream) error) {
	op := r.operation(route)
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Server-sent events",
		Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}}
	huma.Register(r.huma, op, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		return &huma.StreamResponse{Body: func(hc huma.Context) {
			req, w := humago.Unwrap(hc)
			h := w.Header()
			h.Set("Content-Type", "text/event-stream")
			h.Set("X-Accel-Buffering", "no") // keep nginx from buffering events
			w.WriteHeader(http.StatusOK)
			stream := &Stream{w: w, controller: http.NewResponseController(w)}
			if err := fn(ctx, in, stream); err != nil && req.Context().Err() == nil {
				r.log.WarnContext(ctx, "stream", "path", route.Path, "error", err.Error())
			}
		}}, nil
	})
	r.correct(op)
}
