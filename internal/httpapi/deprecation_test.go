package httpapi_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

func TestDeprecated_isAnnouncedInEveryResponse(t *testing.T) {
	t.Parallel()
	r := newRouter(quiet())
	since := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/old", Access: httpapi.Authenticated,
		Deprecated: &httpapi.Deprecation{Since: since, Sunset: since.AddDate(0, 6, 0), Instead: "GET /new"},
	}, func(context.Context, *struct{}) (string, error) { return "", nil })
	refused := shoptest.As(r, "").Request(t, "GET", "/old", "")
	if refused.Header.Get("Deprecation") != "@1793491200" || refused.Header.Get("Sunset") != "Sat, 01 May 2027 00:00:00 GMT" {
		t.Errorf("the headers are %v, want Deprecation @1793491200 and Sunset on 1 May 2027", refused.Header)
	}
	document, err := r.OpenAPI()
	if err != nil || !strings.Contains(string(document), "deprecated: true") || !strings.Contains(string(document), "GET /new takes its place") {
		t.Errorf("document: %v, want GET /old deprecated with GET /new in its place\n%s", err, document)
	}
}

func TestAPIVersion_isTheNewestOfTheListOfChanges(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("../../docs/api-changes.md")
	if err != nil {
		t.Fatal(err)
	}
	_, newest, _ := strings.Cut(string(list), "\n## ")
	if version, _, _ := strings.Cut(newest, "\n"); version != httpapi.APIVersion {
		t.Errorf("the newest version in docs/api-changes.md is %s, want that of the document, %s", version, httpapi.APIVersion)
	}
}
