package app

import (
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"kirana/internal/language"
)

// renderer returns a script that renders the word and the path.
func renderer(word string) []byte {
	return []byte(`globalThis.rendered = {}
globalThis.startRendering = (path) => {
  callShop('GET', '/api/settings', '')
  rendered.html = '<h1>` + word + ` ' + path + '</h1>'
}`)
}

func getWithLanguage(t *testing.T, address, cookie, accept string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Language", accept)
	if cookie != "" {
		request.AddCookie(&http.Cookie{Name: "language", Value: cookie})
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var body strings.Builder
	if err := response.Write(&body); err != nil {
		t.Fatal(err)
	}
	return response, body.String()
}

// The browser's tab shows the title before the page is rendered.
func TestTitles_areInHindi(t *testing.T) {
	t.Parallel()
	for path, title := range titles {
		if title != "" && language.Text("hi", title) == title {
			t.Errorf("the title %q of %s is not translated into Hindi", title, path)
		}
	}
}

// The cookie and the Accept-Language header choose among the shop's languages, also for a page that was already sent in
// another one.
func TestPages_areInTheLanguageOfTheirReader(t *testing.T) {
	t.Parallel()
	base, f, prepare := openRenderedShop(t, "", fstest.MapFS{
		"index.html":          {Data: []byte(`<html lang="en-IN"><head><!--head--></head><body><!--page--><!--/page--><!--data--></body>`)},
		".server/page.js":     {Data: renderer("Shop")},
		".hi/index.html":      {Data: []byte(`<html lang="hi-IN"><head><!--head--></head><body><!--page--><!--/page--><!--data--></body>`)},
		".hi/.server/page.js": {Data: renderer("दुकान")},
	})
	prepare()
	if _, page := getWithLanguage(t, base+"/login", "hi", "hi"); !strings.Contains(page, "<h1>Shop /login</h1>") {
		t.Errorf("a shop that offers English alone returns to a Hindi reader %s, want the English page", page)
	}
	if _, err := f.settings.Update(t.Context(), []byte(`{"languages":["en","hi"]}`)); err != nil {
		t.Fatal(err)
	}
	until(t, "the Hindi page", func() bool {
		_, page := getWithLanguage(t, base+"/login", "hi", "en")
		return strings.Contains(page, "<h1>दुकान /login</h1>")
	})
	for _, test := range []struct{ cookie, accept, lang, title, body string }{
		{"", "", "en-IN", "Login - Kirana", "Shop"},
		{"", "hi-IN,en;q=0.5", "hi-IN", "लॉग इन - Kirana", "दुकान"},
		{"en", "hi", "en-IN", "Login - Kirana", "Shop"},
		{"hi", "en", "hi-IN", "लॉग इन - Kirana", "दुकान"},
	} {
		_, page := getWithLanguage(t, base+"/login", test.cookie, test.accept)
		for _, want := range []string{`lang="` + test.lang + `"`, "<title>" + test.title, "<h1>" + test.body} {
			if !strings.Contains(page, want) {
				t.Errorf("cookie %q, header %q: the page lacks %q: %s", test.cookie, test.accept, want, page)
			}
		}
	}
	if _, refusal := getWithLanguage(t, base+"/api/cart/get", "hi", ""); !strings.Contains(refusal, `"code":"authentication_required"`) || strings.Contains(refusal, "Authentication") {
		t.Errorf("the refusal in Hindi is %s, want authentication_required and no English sentence", refusal)
	}
}
