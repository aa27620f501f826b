package httpapi_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

type noteInput struct {
	httpapi.SentParameters
	Page string `query:"page"`
	Body httpapi.Form[struct {
		Name httpapi.Text `json:"name,omitempty" maxLength:"20"`
	}]
}

// noteShop serves a prepared call, by GET and POST, that responds with its input and its caller.
func noteShop(t *testing.T) (shop http.Handler, served *[]httpapi.ServedRequest) {
	t.Helper()
	r := newRouter(quiet())
	respond := func(ctx context.Context, note string) (*httpapi.Prepared, error) {
		return httpapi.Prepare(httpapi.OK("", note+" for "+httpapi.IdentityOf(ctx).UserID))
	}
	type page struct {
		Page string `query:"page"`
	}
	httpapi.HandlePrepared[page, httpapi.Envelope[string]](r, httpapi.Route{Method: "GET", Path: "/note", Access: httpapi.Public},
		func(ctx context.Context, in *page) (*httpapi.Prepared, error) { return respond(ctx, in.Page) })
	httpapi.HandlePrepared[noteInput, httpapi.Envelope[string]](r, httpapi.Route{Method: "POST", Path: "/note", Access: httpapi.Public},
		func(ctx context.Context, in *noteInput) (*httpapi.Prepared, error) {
			return respond(ctx, fmt.Sprint(in.Page, " ", in.Body.Value.Name.Value, " ", in.HasSent("page")))
		})
	served = &[]httpapi.ServedRequest{}
	middleware := httpapi.Middleware{Log: quiet(), Observe: func(s httpapi.ServedRequest) { *served = append(*served, s) }}
	return middleware.Wrap(r), served
}

func post(t *testing.T, shop http.Handler, path, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	recorder := httptest.NewRecorder()
	shop.ServeHTTP(recorder, request)
	return recorder
}

func TestKnownCall_repeatsTheFirstResponse(t *testing.T) {
	t.Parallel()
	shop, served := noteShop(t)
	for _, request := range []func() *httptest.ResponseRecorder{
		func() *httptest.ResponseRecorder { return send(t, shop, "GET", "/api/note?page=2") },
		func() *httptest.ResponseRecorder { return post(t, shop, "/api/note?page=2", `{"name":"dal"}`) },
	} {
		first, again := request(), request()
		if first.Code != http.StatusOK || again.Code != http.StatusOK || !strings.Contains(first.Body.String(), `"2`) || first.Body.String() != again.Body.String() {
			t.Errorf("returned %d %s, then %d %s, want 200 and the same", first.Code, first.Body, again.Code, again.Body)
		}
		ids := []string{first.Header().Get("X-Request-Id"), again.Header().Get("X-Request-Id")}
		if ids[0] == "" || ids[0] == ids[1] {
			t.Errorf("two requests have the IDs %v, want one each", ids)
		}
		first.Header().Del("X-Request-Id")
		again.Header().Del("X-Request-Id")
		if diff := cmp.Diff(first.Header(), again.Header()); diff != "" {
			t.Errorf("headers (-first +second):\n%s", diff)
		}
	}
	for _, s := range *served {
		if s.Route != "/api/note" || s.Status != http.StatusOK {
			t.Errorf("counted %+v, want a 200 of /api/note", s)
		}
	}
}

func TestKnownCall_isParsedForEachDifferentRequest(t *testing.T) {
	t.Parallel()
	shop, _ := noteShop(t)
	for range 2 {
		for _, want := range []struct {
			text string
			sent *httptest.ResponseRecorder
		}{
			{"\"1 for ", send(t, shop, "GET", "/api/note?page=1")},
			{"\"2 for ", send(t, shop, "GET", "/api/note?page=2")},
			{"\"1 for ravi", send(t, shop, "GET", "/api/note?page=1", "Authorization", "Bearer ravi")},
			{"\"1 for ", send(t, shop, "GET", "/api/note?page=1", "Authorization", "Bearer nobody")},
			{"1 dal true for ", post(t, shop, "/api/note?page=1", `{"name":"dal"}`)},
			{" atta false for ", post(t, shop, "/api/note", `{"name":"atta"}`)},
			{"  false for ", post(t, shop, "/api/note", ``)},
			{" atta false for asha", post(t, shop, "/api/note", `{"name":"atta"}`, "Authorization", "Bearer asha")},
			{"Name can have at most 20 characters", post(t, shop, "/api/note", `{"name":"`+strings.Repeat("a", 21)+`"}`)},
			{"The request is not valid JSON", post(t, shop, "/api/note", `{"name":`)},
			{"Send the request as application/json", post(t, shop, "/api/note", `{"name":"dal"}`, "Content-Type", "text/plain")},
			{" dal false for ", post(t, shop, "/api/note", `{"name":"dal","more":"`+strings.Repeat("a", 1000)+`"}`)},
		} {
			if !strings.Contains(want.sent.Body.String(), want.text) {
				t.Errorf("the response is %s, want %s", want.sent.Body, want.text)
			}
		}
	}
}

func TestKnownCall_returnsALaterRefusal(t *testing.T) {
	t.Parallel()
	removed := false
	r := newRouter(quiet())
	httpapi.HandlePrepared[noInput, httpapi.Envelope[string]](r, httpapi.Route{Method: "GET", Path: "/note", Access: httpapi.Public},
		func(context.Context, *noInput) (*httpapi.Prepared, error) {
			if removed {
				return nil, fault.New(fault.NotFound, "gone", "It is gone.")
			}
			return httpapi.Prepare(httpapi.OK("", "here"))
		})
	for range 2 {
		if reply := send(t, r, "GET", "/api/note"); reply.Code != http.StatusOK {
			t.Fatalf("the note returned %d %s, want %d", reply.Code, reply.Body, http.StatusOK)
		}
	}
	removed = true
	if reply := send(t, r, "GET", "/api/note"); reply.Code != http.StatusNotFound || !strings.Contains(reply.Body.String(), "It is gone.") {
		t.Errorf("the removed note returned %d %s, want 404", reply.Code, reply.Body)
	}
}
