package web_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"

	"kirana/web"
)

func TestPage_mayRunWhatStandsInItAndNothingElse(t *testing.T) {
	t.Parallel()
	const script, style = "\nlet a = 1\n", "p{color:red}"
	files := fstest.MapFS{"index.html": {Data: []byte(
		`<head><!--head--><style>` + style + `</style><script>` + script + `</script><script type="module" src="/a.js"></script></head>`,
	)}}
	site, err := web.New(files, func(*http.Request) web.Head { return web.Head{Status: http.StatusOK} })
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
