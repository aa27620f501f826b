package httpcache_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"

	"kirana/internal/httpcache"
)

var text = strings.Repeat("atta, besan and dal ", 200)

func response(body string) *httpcache.Response {
	return httpcache.New([]byte(body), httpcache.Headers{ContentType: "application/json", CacheControl: "no-cache", Vary: "Authorization"})
}

func get(t *testing.T, r *httpcache.Response, method string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, "/", http.NoBody)
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	r.ServeHTTP(recorder, request)
	return recorder
}

func decodedBody(t *testing.T, recorder *httptest.ResponseRecorder) string {
	t.Helper()
	var reader io.Reader = recorder.Body
	switch recorder.Header().Get("Content-Encoding") {
	case "br":
		reader = brotli.NewReader(reader)
	case "gzip":
		var err error
		if reader, err = gzip.NewReader(reader); err != nil {
			t.Fatal(err)
		}
	}
	body, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestServe_sendsTheEncodingThatTheClientPrefers(t *testing.T) {
	t.Parallel()
	r := response(text)
	for accepted, want := range map[string]string{
		"":                              "",
		"gzip":                          "gzip",
		"br":                            "br",
		"gzip, br":                      "br",
		"br, gzip, zstd":                "br",
		"GZIP":                          "gzip",
		"gzip;q=0.8":                    "gzip",
		"gzip; q=0.8":                   "gzip",
		"gzip;q=0":                      "",
		"gzip;q=0.0":                    "",
		"gzip;q=0.000, br;q=0":          "",
		"br;q=0.5, gzip;q=0.9":          "gzip",
		"br;q=0.9, gzip;q=0.9":          "br",
		"gzip;q=0, *":                   "br",
		"br;q=0, *;q=0.3":               "gzip",
		"*":                             "br",
		"*;q=0":                         "",
		"identity":                      "",
		"identity;q=1, gzip;q=0.5":      "",
		"identity;q=0.5, gzip;q=1":      "gzip",
		"gzip;q=high":                   "",
		"gzip;q=7":                      "",
		"xgzip, gzipped, brotli":        "",
		"deflate, zstd;q=0.9, compress": "",
	} {
		reply := get(t, r, "GET", "Accept-Encoding", accepted)
		if got := reply.Header().Get("Content-Encoding"); got != want {
			t.Errorf("%q returned in %q, want %q", accepted, got, want)
		}
		if decodedBody(t, reply) != text || reply.Code != http.StatusOK {
			t.Errorf("Accept-Encoding %q: %d with another text, want 200 with the text", accepted, reply.Code)
		}
		if vary := strings.Join(reply.Header().Values("Vary"), ","); !strings.Contains(vary, "Accept-Encoding") || !strings.Contains(vary, "Authorization") {
			t.Errorf("Accept-Encoding %q: Vary is %s, want Accept-Encoding and Authorization", accepted, vary)
		}
	}
	several := get(t, r, "GET", "Accept-Encoding", "gzip;q=0.3", "Accept-Encoding", "br;q=0.2")
	if several.Header().Get("Content-Encoding") != "gzip" {
		t.Error("a header on two lines is not read as one")
	}
}

func TestServe_doesNotCompressIncompressibleResponses(t *testing.T) {
	t.Parallel()
	picture := httpcache.New([]byte(text), httpcache.Headers{ContentType: "image/webp"})
	for name, r := range map[string]*httpcache.Response{"a small body": response("besan"), "a picture": picture} {
		reply := get(t, r, "GET", "Accept-Encoding", "br, gzip")
		if reply.Header().Get("Content-Encoding") != "" || strings.Contains(strings.Join(reply.Header().Values("Vary"), ","), "Accept-Encoding") {
			t.Errorf("%s has the headers %v, want no encoding", name, reply.Header())
		}
	}
}

func TestServe_responds304ForAMatchingETag(t *testing.T) {
	t.Parallel()
	r := response(text)
	tags := map[string]string{}
	for _, encoding := range []string{"", "gzip", "br"} {
		tag := get(t, r, "GET", "Accept-Encoding", encoding).Header().Get("ETag")
		if earlier, taken := tags[tag]; taken || tag == "" {
			t.Errorf("%q has the strong tag %q of %q, want its own", encoding, tag, earlier)
		}
		tags[tag] = encoding
		for _, known := range []string{tag, "W/" + tag, `"other", ` + tag, `"other",W/` + tag, "*"} {
			for _, method := range []string{"GET", "HEAD"} {
				again := get(t, r, method, "Accept-Encoding", encoding, "If-None-Match", known)
				h := again.Header()
				if again.Code != http.StatusNotModified || again.Body.Len() != 0 || h.Get("ETag") != tag || h.Get("Cache-Control") != "no-cache" {
					t.Errorf("%s with If-None-Match %s: %d %v, want 304 with the tag %s and no body", method, known, again.Code, h, tag)
				}
			}
		}
		for _, unknown := range []string{`"other"`, strings.Trim(tag, `"`), tag[:len(tag)-2] + `"`, ""} {
			if again := get(t, r, "GET", "Accept-Encoding", encoding, "If-None-Match", unknown); again.Code != http.StatusOK {
				t.Errorf("who has %s returned %d, want %d", unknown, again.Code, http.StatusOK)
			}
		}
		if again := get(t, r, "POST", "Accept-Encoding", encoding, "If-None-Match", tag); again.Code != http.StatusOK {
			t.Errorf("a POST returned %d, want %d", again.Code, http.StatusOK)
		}
	}
	if tag := get(t, response(text+"."), "GET").Header().Get("ETag"); tags[tag] != "" {
		t.Error("another body has the same tag")
	}
}

func TestServe_sendsHEADWithoutABody(t *testing.T) {
	t.Parallel()
	r := response(text)
	whole, head := get(t, r, "GET", "Accept-Encoding", "br"), get(t, r, "HEAD", "Accept-Encoding", "br")
	if head.Body.Len() != 0 || head.Header().Get("Content-Length") != whole.Header().Get("Content-Length") {
		t.Errorf("HEAD has %d bytes and the length %s, want none and %s",
			head.Body.Len(), head.Header().Get("Content-Length"), whole.Header().Get("Content-Length"))
	}
}

func TestServe_compressesForConcurrentRequests(t *testing.T) {
	t.Parallel()
	r := response(text)
	if r.Size() < len(text) {
		t.Errorf("the response's size is %d, want at least its text's, %d", r.Size(), len(text))
	}
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			if got := decodedBody(t, get(t, r, "GET", "Accept-Encoding", []string{"br", "gzip"}[i%2])); got != text {
				t.Error("got another text")
			}
		})
	}
	all.Wait()
}

func TestNewRare_compressesWellFromTheSecondRequest(t *testing.T) {
	t.Parallel()
	body := []byte(strings.Repeat("atta, besan and dal ", 100) + strings.Repeat("toor dal, besan, atta ", 100))
	headers := httpcache.Headers{ContentType: "application/json", CacheControl: "no-cache"}
	for _, encoding := range []string{"gzip", "br"} {
		r := httpcache.NewRare(body, headers)
		first, again, third := get(t, r, "GET", "Accept-Encoding", encoding), get(t, r, "GET", "Accept-Encoding", encoding), get(t, r, "GET", "Accept-Encoding", encoding)
		for _, reply := range []*httptest.ResponseRecorder{first, again} {
			size := reply.Body.Len()
			if reply.Header().Get("Content-Encoding") != encoding || size >= len(body) || decodedBody(t, reply) != string(body) {
				t.Errorf("%s: %d bytes of %d in %q, want fewer that unpack to the body",
					encoding, size, len(body), reply.Header().Get("Content-Encoding"))
			}
		}
		tags := []string{first.Header().Get("ETag"), again.Header().Get("ETag")}
		if tags[0] == tags[1] || third.Header().Get("ETag") != tags[1] {
			t.Errorf("%s: the strong tags of other bytes are %v, want them to differ, the second kept", encoding, tags)
		}
		for _, known := range tags {
			if reply := get(t, r, "GET", "Accept-Encoding", encoding, "If-None-Match", known); reply.Code != http.StatusNotModified {
				t.Errorf("%s: If-None-Match %s returned %d, want 304", encoding, known, reply.Code)
			}
		}
	}
}
