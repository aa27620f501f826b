package slug_test

import (
	"net/url"
	"strings"
	"testing"

	"kirana/internal/id"
	"kirana/internal/slug"
)

// FuzzSlug checks that for any product name ID returns the id from the result of Of, and that the name cannot break the
// URL.
func FuzzSlug(f *testing.F) {
	for _, name := range []string{"Toor Dal, 1 kg", "50% off/2?x#y", "दूध ½ ltr", "../../x", `a\b`, "-", "", "\u2028x\u0085", "a-" + id.New()} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		productID := id.New()
		address := slug.Of(name, productID)
		if got := slug.ID(address); got != productID {
			t.Errorf("%q has the address %q with the id %q, want %q", name, address, got, productID)
		}
		if strings.ContainsAny(address, `/?#%\& `) {
			t.Errorf("%q has the address %q, want no sign with a meaning in URLs", name, address)
		}
		escaped := (&url.URL{Path: "/product/" + address}).EscapedPath()
		read, err := url.Parse(escaped)
		if err != nil || !strings.HasSuffix(read.Path, productID) || read.RawQuery != "" || read.Fragment != "" {
			t.Errorf("%q is escaped as %q, %v, want a path that ends in %s", name, escaped, err, productID)
		}
	})
}
