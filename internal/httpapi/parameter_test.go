package httpapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

// products returns a handler whose call returns its parameters.
func products() http.Handler {
	r := newRouter(quiet())
	type productQuery struct {
		Name string `path:"name"`
		Q    string `query:"q" maxLength:"5"`
		Key  string `header:"Idempotency-Key"`
	}
	httpapi.Handle(r, httpapi.Route{Method: "GET", Path: "/product/{name}", Access: httpapi.Administrator}, func(_ context.Context, in *productQuery) (string, error) {
		return in.Name + in.Q + in.Key, nil
	})
	return r
}

func TestParameter_withUnprintableCharactersIsRefusedWithItsName(t *testing.T) {
	t.Parallel()
	for path, field := range map[string]string{
		"/product/dal?q=%00": "q", "/product/dal?q=a%07b": "q", "/product/dal?q=%ff": "q", "/product/dal?q=%ed%a0%80": "q",
		"/product/da%00l": "name", "/product/%c3": "name", "/product/%7f": "name",
	} {
		shoptest.As(products(), "asha").Request(t, "GET", path, "").ExpectField(t, field)
		shoptest.As(products(), "ravi").Request(t, "GET", path, "").Expect(t, http.StatusForbidden, "")
	}
}

func TestParameter_acceptsTextInAnyScript(t *testing.T) {
	t.Parallel()
	var got string
	shoptest.As(products(), "asha").Request(t, "GET", "/product/%E0%A4%A6%E0%A4%BE?q=a%09%F0%9F%A5%9B&other=%00", "", "Idempotency-Key", "ключ").
		Expect(t, http.StatusOK, "").Decode(t, &got)
	if got != "दाa\t🥛ключ" {
		t.Errorf("took %q, want %q", got, "दाa\t🥛ключ")
	}
}

func TestParameter_isLimitedInCharactersNotBytes(t *testing.T) {
	t.Parallel()
	shoptest.As(products(), "asha").Request(t, "GET", "/product/dal?q="+strings.Repeat("%E0%A4%A6", 5), "").Expect(t, http.StatusOK, "")
	reply := shoptest.As(products(), "asha").Request(t, "GET", "/product/dal?q="+strings.Repeat("a", 6), "")
	reply.Expect(t, http.StatusBadRequest, "The value of q can have at most 5 characters.").ExpectField(t, "q")
}
