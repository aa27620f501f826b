package media

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"kirana/internal/fault"
)

// FuzzAcceptForm checks that any form is either stored or refused with a fault.
func FuzzAcceptForm(f *testing.F) {
	const multipart = "multipart/form-data; boundary=b"
	for _, body := range []string{
		"--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"x.png\"\r\n\r\nx\r\n--b--\r\n",
		"--b\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\n",
		"--b\r\nContent-Disposition: form-data; name=\"image\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=\r\n--b--", "--b--", "", "--b\r\n\r\n",
	} {
		f.Add(multipart, []byte(body))
	}
	f.Add("multipart/form-data; boundary=", []byte("--"))
	f.Add("application/json", []byte("{}"))
	store, err := OpenFiles(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = store.Close() })
	s := New(store, slog.New(slog.DiscardHandler))
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", bytes.NewReader(body))
		request.Header.Set("Content-Type", contentType)
		url, err := s.AcceptForm(request, "image")
		if (err == nil) != (url != "") || (err != nil && fault.Of(err) == nil) {
			t.Errorf("the form %q: URL %q, %v, want a URL or a refusal for users", contentType, url, err)
		}
	})
}
