package language

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestOf_prefersTheChoiceThenTheBrowserThenTheDefault(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, path, cookie, header string
		offered                    []string
		want                       string
	}{
		{"one language", "/?lang=hi", "hi", "hi", []string{"en"}, "en"},
		{"none at all", "/", "", "", nil, "en"},
		{"the parameter", "/?lang=hi", "mr", "en", []string{"en", "hi", "mr"}, "hi"},
		{"the cookie", "/", "mr", "en", []string{"en", "hi", "mr"}, "mr"},
		{"a cookie that is not offered", "/", "ta", "hi-IN", []string{"en", "hi"}, "hi"},
		{"the header by its weights", "/", "", "ta, en;q=0.5, hi-IN;q=0.8", []string{"en", "hi"}, "hi"},
		{"a refused language", "/", "", "hi;q=0", []string{"en", "hi"}, "en"},
		{"an odd header", "/", "", "hi;q=x,,;", []string{"en", "hi"}, "en"},
		{"nothing", "/", "", "", []string{"hi", "en"}, "hi"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodGet, test.path, http.NoBody)
			r.Header.Set("Accept-Language", test.header)
			if test.cookie != "" {
				r.AddCookie(&http.Cookie{Name: Cookie, Value: test.cookie})
			}
			var got string
			Handler(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = Of(r.Context()) }),
				func(context.Context) []string { return test.offered }).ServeHTTP(httptest.NewRecorder(), r)
			if got != test.want {
				t.Errorf("the request's language is %q, want %q", got, test.want)
			}
		})
	}
}

func TestText_translatesByTheCatalogOrStaysEnglish(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		lang, format string
		args         []any
		want         string
	}{
		{English, "%s is required.", []any{Word("Name")}, "Name is required."},
		{"hi", "%s is required.", []any{Word("Name")}, "ज़रूरी है: नाम"},
		{"hi", "Nobody has translated %s.", []any{"this"}, "Nobody has translated this."},
		{"hi", "Search", nil, "खोजें"},
		{"xx", "100 %", nil, "100 %"},
	} {
		if got := Text(test.lang, test.format, test.args...); got != test.want {
			t.Errorf("%s: got %q, want %q", test.lang, got, test.want)
		}
	}
}
