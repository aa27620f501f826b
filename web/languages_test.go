package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"kirana/web"
)

// inTwoLanguages is a storefront in English and Hindi.
var inTwoLanguages = fstest.MapFS{
	"index.html":          {Data: []byte(`<html lang="en-IN"><head><!--head--></head><script src="/assets/en.js"></script></html>`)},
	"assets/en.js":        {Data: []byte(`"Add"`)},
	".hi/index.html":      {Data: []byte(`<html lang="hi-IN"><head><!--head--></head><script src="/assets/hi.js"></script></html>`)},
	".hi/assets/hi.js":    {Data: []byte(`"जोड़ें"`)},
	".hi/.server/page.js": {Data: []byte(`"page"`)},
}

// TestSite_servesASeparatePageInEachLanguage checks that a page is never served in another language, even from the
// cache.
func TestSite_servesASeparatePageInEachLanguage(t *testing.T) {
	t.Parallel()
	choice := true
	site, err := web.New(inTwoLanguages, web.Pages{
		Head:     func(*http.Request) web.Head { return web.Head{Status: http.StatusOK} },
		Version:  func(context.Context) web.Version { return web.Version{1} },
		Language: func(r *http.Request) (string, bool) { return r.Header.Get("Accept-Language"), choice },
	})
	if err != nil {
		t.Fatal(err)
	}
	page := func(path, lang string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
		r.Header.Set("Accept-Language", lang)
		w := httptest.NewRecorder()
		site.ServeHTTP(w, r)
		return w
	}
	for range 2 {
		for lang, want := range map[string]string{"en": `lang="en-IN"`, "hi": `lang="hi-IN"`, "mr": `lang="en-IN"`} {
			got := page("/", lang)
			if !strings.Contains(got.Body.String(), want) {
				t.Errorf("in %s: %s", lang, got.Body)
			}
			if vary := got.Header().Get("Vary"); !strings.Contains(vary, "Cookie, Accept-Language") {
				t.Errorf("in %s it varies by %q", lang, vary)
			}
		}
	}
	for _, script := range []string{"en", "hi"} {
		if got := page("/assets/"+script+".js", ""); got.Code != http.StatusOK {
			t.Errorf("the script in %s: %d", script, got.Code)
		}
	}
	choice = false
	if vary := page("/about", "en").Header().Get("Vary"); strings.Contains(vary, "Cookie") {
		t.Errorf("with one language it varies by %q", vary)
	}
}
