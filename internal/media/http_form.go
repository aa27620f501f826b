package media

import (
	"mime/multipart"
	"net/http"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

// AcceptForm stores the picture in a multipart field and returns its URL. It reads nothing after that
// field. Besides the refusals of Accept, it refuses requests that are not multipart (WrongType) or lack
// the field (Invalid).
func (s *Service) AcceptForm(r *http.Request, field string) (url string, err error) {
	accepted, err := s.acceptForm(r, field)
	return accepted.URL, err
}

func (s *Service) acceptForm(r *http.Request, field string) (accepted AcceptedPicture, err error) {
	upload := httpapi.Upload{
		Field: field, MaxBytes: MaxBytes,
		NotMultipart: fault.New(fault.WrongType, "not_multipart", "Send the picture as multipart/form-data."),
		Missing:      fault.InField(field, "Image upload failed: the field %s holds no picture.", field),
		TooLarge:     refuseSize(),
		Incomplete:   refuseIncomplete(),
	}
	err = httpapi.ReadUpload(r, upload, func(file *multipart.Part) (err error) {
		accepted, err = s.AcceptToCompare(r.Context(), file)
		return fault.AtField(field, err)
	})
	return accepted, err
}
