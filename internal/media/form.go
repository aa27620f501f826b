package media

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"kirana/internal/fault"
)

const (
	// formOverhead bounds the bytes of a multipart body besides the picture.
	formOverhead = 1 << 20
	// drainLimit is how much of a too large upload is still read and discarded:
	// a browser that is cut off while it sends shows its own error, not ours.
	drainLimit = 32 << 20
)

// AcceptForm takes in the picture in one field of a multipart request, which it
// reads as a stream, no further than that field. It refuses as Accept does, a
// request without the field with its name, and one that is not multipart
// (WrongType).
func (s *Service) AcceptForm(r *http.Request, field string) (url string, err error) {
	body := r.Body
	bounded := *r
	bounded.Body = http.MaxBytesReader(nil, body, MaxBytes+formOverhead)
	url, err = s.acceptField(&bounded, field)
	if fault.Is(err, fault.TooLarge) {
		// The response does not depend on the bytes that are discarded here.
		_, _ = io.CopyN(io.Discard, body, drainLimit)
	}
	return url, err
}

func (s *Service) acceptField(r *http.Request, field string) (url string, err error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return "", fault.New(fault.WrongType, "not_multipart", "Send the picture as multipart/form-data.")
	}
	for {
		part, err := parts.NextPart()
		var tooLarge *http.MaxBytesError
		switch {
		case errors.Is(err, io.EOF):
			return "", fault.InField(field, "Image upload failed: the field %s holds no picture.", field)
		case errors.As(err, &tooLarge):
			return "", refuseSize()
		case err != nil:
			return "", fmt.Errorf("read multipart request: %w: %w", err, refuseIncomplete())
		case part.FormName() != field:
			continue
		}
		url, err := s.Accept(r.Context(), part)
		return url, inField(field, err)
	}
}

// inField names the field of the form in what Accept refuses as Invalid.
func inField(field string, err error) error {
	refusal := fault.Of(err)
	if refusal == nil || refusal.Kind != fault.Invalid {
		return err
	}
	named := *refusal
	named.Fields = []fault.Field{{Field: field, Message: refusal.Message}}
	return &named
}
