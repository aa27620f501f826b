package media

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"kirana/internal/fault"
)

// ask sends a request for a path without cleaning it.
func ask(s *Service, method, path string, head http.Header) *http.Response {
	request := httptest.NewRequest(method, "/", http.NoBody)
	request.URL.Path = path
	request.Header = head
	recorder := httptest.NewRecorder()
	s.Handler().ServeHTTP(recorder, request)
	return recorder.Result()
}

func TestHandler_servesAPictureAsImmutable(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	for contentType, file := range map[string][]byte{
		"image/jpeg": asJPEG(t, plain(60, 40)),
		"image/png":  asPNG(t, corners(60, 40, red, transparent, blue, yellow)),
	} {
		name, data, _ := accept(t, s, file)
		response := ask(s, http.MethodGet, Prefix+name, nil)
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK || !bytes.Equal(body, data) {
			t.Errorf("GET returned %d and %d bytes of %d, %v, want 200 and all", response.StatusCode, len(body), len(data), err)
		}
		for key, want := range map[string]string{
			"Content-Type":                 contentType,
			"Cache-Control":                "public, max-age=31536000, immutable",
			"X-Content-Type-Options":       "nosniff",
			"Content-Security-Policy":      "sandbox; default-src 'none'",
			"Cross-Origin-Resource-Policy": "cross-origin",
			"Accept-Ranges":                "bytes",
		} {
			if got := response.Header.Get(key); got != want {
				t.Errorf("%s: %q, want %q", key, got, want)
			}
		}

		response = ask(s, http.MethodHead, Prefix+name, nil)
		body, _ = io.ReadAll(response.Body)
		if response.StatusCode != http.StatusOK || len(body) != 0 || response.ContentLength != int64(len(data)) {
			t.Errorf("HEAD returned %d, length %d and %d bytes, want 200, %d and none",
				response.StatusCode, response.ContentLength, len(body), len(data))
		}
		again := ask(s, http.MethodGet, Prefix+name, http.Header{"If-None-Match": {response.Header.Get("ETag")}})
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("a known picture returned %d, want %d", again.StatusCode, http.StatusNotModified)
		}
		part := ask(s, http.MethodGet, Prefix+name, http.Header{"Range": {"bytes=2-5"}})
		body, _ = io.ReadAll(part.Body)
		if part.StatusCode != http.StatusPartialContent || !bytes.Equal(body, data[2:6]) {
			t.Errorf("a range returned %d and %q, want 206 and bytes 2 to 5", part.StatusCode, body)
		}
	}
}

func TestHandler_returnsNotFoundForAllButPictures(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	name, _, _ := accept(t, s, asJPEG(t, plain(60, 40)))
	if err := os.WriteFile(dir+"/index.html", []byte("<html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		Prefix, "/media", "", "/", Prefix + name[:2], Prefix + name[:2] + "/", Prefix + name[:2] + "/" + name, Prefix + "index.html",
		Prefix + "../media_test.go", Prefix + "../../../../etc/passwd", Prefix + "..%2f..%2fetc%2fpasswd", Prefix + "/etc/passwd", Prefix + ".", Prefix + "..",
		Prefix + name + "/", Prefix + name + "/..", Prefix + "./" + name, Prefix + name + "\x00.jpg", Prefix + name + ".html",
		Prefix + strings.ToUpper(name), Prefix + strings.TrimSuffix(name, ".jpg"), Prefix + strings.TrimSuffix(name, ".jpg") + ".png",
		Prefix + strings.Repeat(".", 26) + ".jpg", Prefix + strings.Repeat("/", 26) + ".jpg", Prefix + `..\..\..\..\windows\win.ini`, Prefix + someName,
	} {
		response := ask(s, http.MethodGet, path, nil)
		if response.StatusCode != http.StatusNotFound {
			t.Errorf("%q returned %d, want %d", path, response.StatusCode, http.StatusNotFound)
		}
		if response.Header.Get("X-Content-Type-Options") != "nosniff" || response.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%q returned the headers %v, want nosniff and no-store", path, response.Header)
		}
	}
}

func TestHandler_allowsOnlyGETAndHEAD(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	name, _, _ := accept(t, s, asJPEG(t, plain(60, 40)))
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions, http.MethodPatch} {
		response := ask(s, method, Prefix+name, nil)
		if response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s returned %d, allowing %q, want %d and %q", method, response.StatusCode, response.Header.Get("Allow"), http.StatusMethodNotAllowed, "GET, HEAD")
		}
	}
}

func TestHandler_revealsNoPathInAnError(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	// a file where a folder should be
	if err := os.WriteFile(dir+"/ab", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	response := ask(s, http.MethodGet, Prefix+someName, nil)
	body, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusServiceUnavailable || strings.Contains(string(body), "ab/") || response.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a store out of order returned %d %q %v, want 503, no path and no-store", response.StatusCode, body, response.Header)
	}
}

func TestHandler_logsErrorsOfTheStore(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	var log bytes.Buffer
	s.log = slog.New(slog.NewJSONHandler(&log, nil))
	// a file where a folder should be
	if err := os.WriteFile(dir+"/ab", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ask(s, http.MethodGet, Prefix+someName, nil)
	NewHandler(s, nil, nil).Drop(t.Context(), Prefix+someName)
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	for i, message := range []string{"picture cannot be served", "picture cannot be removed"} {
		var line struct{ Level, Msg, Error string }
		if i >= len(lines) || json.Unmarshal([]byte(lines[i]), &line) != nil || line.Level != "ERROR" || line.Msg != message || line.Error == "" {
			t.Errorf("the log is %q, want a line of JSON for %q", lines, message)
		}
	}
}

func TestCheck_acceptsOnlyStoredPictures(t *testing.T) {
	t.Parallel()
	s, dir := newService(t)
	name, _, _ := accept(t, s, asJPEG(t, plain(60, 40)))
	if err := s.Check(t.Context(), "image", Prefix+name, Prefix+name); err != nil {
		t.Errorf("check kept pictures: %v", err)
	}
	for _, url := range []string{
		"", name, Prefix, Prefix + someName, "https://example.com" + Prefix + name, "//example.com" + Prefix + name, "http://127.0.0.1:8080" + Prefix + name,
		Prefix + name + "?x=1", Prefix + name + "#x", " " + Prefix + name, Prefix + "../media/" + name, "/Media/" + name, "javascript:alert(1)", "data:image/png;base64,AAAA",
	} {
		err := s.Check(t.Context(), "image", Prefix+name, url)
		if f := fault.Of(err); f == nil || f.Kind != fault.Invalid || len(f.Fields) != 1 || f.Fields[0].Field != "image" {
			t.Errorf("%q returned %v, want a refusal in the field image", url, err)
		}
	}

	// A store error is ours, not the form's. The stored picture's folder may be the same one.
	if err := os.RemoveAll(dir + "/ab"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/ab", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Check(t.Context(), "image", Prefix+someName); !fault.Is(err, fault.Unavailable) {
		t.Errorf("check with a store out of order: %v, want unavailable", err)
	}
}
