package httpapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

// shelves returns its parameters.
func shelves() http.Handler {
	r := newRouter(quiet())
	type question struct {
		Name string `path:"name"`
		Q    string `query:"q" maxLength:"5"`
		Key  string `header:"Idempotency-Key"`
	}
	httpapi.Handle(r, httpapi.Route{Method: "GET", Path: "/shelf/{name}", Access: httpapi.Administrator}, func(_ context.Context, in *question) (string, error) {
		return in.Name + in.Q + in.Key, nil
	})
	return r
}

func TestParameter_thatCannotBePrintedIsRefusedByItsName(t *testing.T) {
	t.Parallel()
	for path, field := range map[string]string{
		"/shelf/dal?q=%00": "q", "/shelf/dal?q=a%07b": "q", "/shelf/dal?q=%ff": "q", "/shelf/dal?q=%ed%a0%80": "q",
		"/shelf/da%00l": "name", "/shelf/%c3": "name", "/shelf/%7f": "name",
	} {
		shoptest.As(shelves(), "asha").Request(t, "GET", path, "").ExpectField(t, field)
		shoptest.As(shelves(), "ravi").Request(t, "GET", path, "").Expect(t, http.StatusForbidden, "")
	}
}

func TestParameter_takesWhatPeopleWrite(t *testing.T) {
	t.Parallel()
	var got string
	shoptest.As(shelves(), "asha").Request(t, "GET", "/shelf/%E0%A4%A6%E0%A4%BE?q=a%09%F0%9F%A5%9B&other=%00", "", "Idempotency-Key", "ключ").
		Expect(t, http.StatusOK, "").Decode(t, &got)
	if got != "दाa\t🥛ключ" {
		t.Errorf("took %q", got)
	}
}

func TestParameter_thatIsTooLongIsRefusedInCharacters(t *testing.T) {
	t.Parallel()
	shoptest.As(shelves(), "asha").Request(t, "GET", "/shelf/dal?q="+strings.Repeat("%E0%A4%A6", 5), "").Expect(t, http.StatusOK, "")
	reply := shoptest.As(shelves(), "asha").Request(t, "GET", "/shelf/dal?q="+strings.Repeat("a", 6), "")
	reply.Expect(t, http.StatusBadRequest, "The value of q can have at most 5 characters.").ExpectField(t, "q")
}
