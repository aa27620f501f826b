package web_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"kirana/web"
)

func TestPage_mayRunItsOwnScriptsAndNothingElse(t *testing.T) {
	t.Parallel()
	const script, style = "\nlet a = 1\n", "p{color:red}"
	files := fstest.MapFS{"index.html": {Data: []byte(
		`<head><!--head--><style>` + style + `</style><script>` + script + `</script><script type="module" src="/a.js"></script></head>`,
	)}}
	site, err := web.New(files, web.Pages{Head: func(*http.Request) web.Head { return web.Head{Status: http.StatusOK} }})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	w.Header().Set("Content-Security-Policy", "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'")
	site.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))

	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	want := "default-src 'self'; script-src 'self' " + hash(script) + "; style-src 'self' " + hash(style) + "; img-src 'self'"
	if got := w.Header().Get("Content-Security-Policy"); got != want {
		t.Errorf("the policy is %s\nwant          %s", got, want)
	}
}

func TestSite_sendsFilesAndPagesCompressedAndOnce(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("export const dal = 'dal'\n", 200)
	files := fstest.MapFS{
		"index.html":       {Data: []byte("<html><head><!--head--></head>" + strings.Repeat("<p>atta</p>", 200) + "</html>")},
		"assets/app-1.js":  {Data: []byte(text)},
		"assets/logo.webp": {Data: []byte(text)},
		"robots.txt":       {Data: []byte("User-agent: *")},
	}
	site, err := web.New(files, web.Pages{Head: func(r *http.Request) web.Head { return web.Head{Status: http.StatusOK, Title: r.URL.Path} }})
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string, headers ...string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i+1 < len(headers); i += 2 {
			request.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		site.ServeHTTP(w, request)
		return w
	}
	for path, want := range map[string][2]string{
		"/assets/app-1.js":  {"br", "public, max-age=31536000, immutable"},
		"/assets/logo.webp": {"", "public, max-age=31536000, immutable"},
		"/robots.txt":       {"", "public, max-age=300"},
		"/cart":             {"br", "no-cache"},
	} {
		first := get(path, "Accept-Encoding", "gzip, deflate, br;q=1.0")
		if got := [2]string{first.Header().Get("Content-Encoding"), first.Header().Get("Cache-Control")}; got != want {
			t.Errorf("%s comes with %q, want %q", path, got, want)
		}
		again := get(path, "Accept-Encoding", "gzip, deflate, br;q=1.0", "If-None-Match", first.Header().Get("ETag"))
		if again.Code != http.StatusNotModified {
			t.Errorf("%s is sent again to who has it: %d", path, again.Code)
		}
	}
	if get("/cart").Header().Get("ETag") == get("/search").Header().Get("ETag") {
		t.Error("two pages have the same tag")
	}
	if missing := get("/assets/app-2.js"); missing.Code != http.StatusNotFound {
		t.Errorf("a file that is not there returns %d", missing.Code)
	}
}
