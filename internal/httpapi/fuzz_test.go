package httpapi_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
)

// FuzzBody sends any JSON: the call succeeds or is refused as bad input, with a JSON envelope.
func FuzzBody(f *testing.F) {
	for _, body := range []string{
		`{}`, `null`, `{"text":"two\nlines दूध 🥛"}`, `{"name":"Atta","lines":[{"quantity":1}],"to":{"pin_code":"411001"}}`, nested(33), `{"text":"\ud800"}`,
		`{"name":"Atta","name":"Besan"}`, "{\"text\":\"\xc0\xaf\"}", `{"name":"Atta","price":1e999}`, `{"a\u0001":1}`,
	} {
		f.Add([]byte(body))
	}
	handlers := map[string]http.Handler{"/api/note/leave": noteHandler(), "/api/parcel/send": parcels()}
	f.Fuzz(func(t *testing.T, body []byte) {
		for path, handler := range handlers {
			request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, bytes.NewReader(body))
			request.Header.Set("Content-Type", "application/json")
			recorder := httptest.NewRecorder()
			handler.ServeHTTP(recorder, request)
			if recorder.Code != http.StatusOK && recorder.Code != http.StatusBadRequest && recorder.Code != http.StatusRequestEntityTooLarge {
				t.Errorf("%s: %d %s, want 200, 400 or 413", path, recorder.Code, recorder.Body)
			}
			if !json.Valid(recorder.Body.Bytes()) {
				t.Errorf("%s returned %q, want JSON", path, recorder.Body)
			}
			if recorder.Code == http.StatusOK && !json.Valid(body) && len(bytes.TrimSpace(body)) > 0 { // a missing body counts as empty
				t.Errorf("%s accepted a body that is not JSON: %q", path, body)
			}
		}
	})
}
