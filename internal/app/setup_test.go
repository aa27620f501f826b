package app

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kirana/internal/db"
)

var setupLink = regexp.MustCompile(`(?m)^This shop has no owner yet\. Set it up, once, at (http://\S+)/setup\?token=([\w-]{43})$`)

// setupToken returns the token of the link that the shop printed at its start.
func (s *served) setupToken(t *testing.T) string {
	t.Helper()
	found := setupLink.FindStringSubmatch(s.stdout)
	if found == nil || found[1] != s.base {
		t.Fatalf("serve printed %q, want a setup link at %s", s.stdout, s.base)
	}
	return found[2]
}

func (s *served) setUp(t *testing.T, token string) (status int) {
	t.Helper()
	body := `{"token":"` + token + `","name":"Sunita","email":"sunita@example.in","password":"seven mangoes","shop":{"name":"Ganesh Kirana"}}`
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.base+"/api/setup", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

func TestServe_printsTheSetupLinkUntilThereIsAnOwner(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		at := whereNew(t, databaseURL)
		first := serve(t, at...)
		old := first.setupToken(t)
		if code := first.stops(t); code != 0 {
			t.Fatalf("the first serve ended with %d, want 0", code)
		}
		second := serve(t, at...)
		token := second.setupToken(t)
		if token == old {
			t.Error("two starts print one link")
		}
		for guess, want := range map[string]int{old: http.StatusNotFound, "": http.StatusNotFound, token: http.StatusOK} {
			if status, _ := get(t, second.base+"/api/setup?token="+guess); status != want {
				t.Errorf("setup?token=%q: status %d, want %d", guess, status, want)
			}
		}
		if status := second.setUp(t, token); status != http.StatusOK {
			t.Fatalf("the setup returned %d, want %d", status, http.StatusOK)
		}
		if status := second.logs(t, "sunita@example.in", "seven mangoes"); status != http.StatusOK {
			t.Errorf("the owner logs in with %d, want %d", status, http.StatusOK)
		}
		second.stops(t) // its log is complete when it has ended
		if bytes.Contains(second.errs.Bytes(), []byte(token)) {
			t.Error("the log holds the link")
		}
		if third := serve(t, at...); strings.Contains(third.stdout, "setup") {
			t.Errorf("serve of a shop with an owner printed %q, want no setup link", third.stdout)
		}
	})
}

func TestServe_hasNoSetupInADemoOrOnceAnAdministratorIsCreated(t *testing.T) {
	t.Parallel()
	if demo := serve(t, append(databaseFlags(t, ""), "--demo")...); strings.Contains(demo.stdout, "setup") {
		t.Errorf("serve of a demo printed %q, want no setup link", demo.stdout)
	}
	at := databaseFlags(t, "")
	shop := serve(t, at...)
	token := shop.setupToken(t)
	if code, _, errs := run(t, "seven mangoes\n", append([]string{"admin", "create", "--email", "asha@example.in", "--name", "Asha"}, at...)...); code != 0 {
		t.Fatal(errs)
	}
	if status := shop.setUp(t, token); status != http.StatusNotFound {
		t.Errorf("beside an administrator the setup returned %d, want %d", status, http.StatusNotFound)
	}
}

func TestAddDemoGoods_isIdempotent(t *testing.T) {
	t.Parallel()
	f := openTestFeatures(t)
	choices := setupChoices(false, "")
	if choices.DemoProducts < 100 || choices.DemoCategories < 10 {
		t.Fatalf("the setup offers %+v, want at least 100 products in 10 categories", choices)
	}
	counted := func() int {
		t.Helper()
		if err := f.view.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		n, err := db.Get[int](t.Context(), f.db, `SELECT COUNT(*) FROM products`)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for range 2 {
		if err := addDemoProducts(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if n := counted(); n != choices.DemoProducts || len(f.view.Snapshot().Categories()) != choices.DemoCategories {
			t.Errorf("the shop has %d products in %d categories, want those offered: %+v", n, len(f.view.Snapshot().Categories()), choices)
		}
	}
}
