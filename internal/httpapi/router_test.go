package httpapi_test

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

func TestRouter_refusesUnknownCallsInTheEnvelope(t *testing.T) {
	t.Parallel()
	r := newRouter(quiet())
	register(r, httpapi.Route{Method: "GET", Path: "/product/get", Access: httpapi.Public})
	for _, path := range []string{"/product", "/product/get/more", "/", "/Product/get", "/product/%00", "/openapi.yaml"} {
		shoptest.As(r, "").Request(t, "GET", path, "").Expect(t, http.StatusNotFound, "There is no such call.")
	}
}

func TestRouter_listsTheMethodsOfAPath(t *testing.T) {
	t.Parallel()
	r := newRouter(quiet())
	register(r, httpapi.Route{Method: "DELETE", Path: "/product/{id}", Access: httpapi.Administrator})
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "HEAD", "OPTIONS", "BREW"} {
		response := send(t, r, method, "/api/product/one")
		if response.Code != http.StatusMethodNotAllowed || response.Header().Get("Allow") != "DELETE" {
			t.Errorf("%s returned %d, Allow: %s, want %d and DELETE", method, response.Code, response.Header().Get("Allow"), http.StatusMethodNotAllowed)
		}
	}
	shoptest.As(r, "").Request(t, "PUT", "/product/one", "").Expect(t, http.StatusMethodNotAllowed, "This address does not answer that method.")
}

func TestRouter_servesBothSpellingsOfSubCategory(t *testing.T) {
	t.Parallel()
	r := newRouter(quiet())
	register(r, httpapi.Route{Method: "PUT", Path: "/subCategory/update", Access: httpapi.Public})
	for _, path := range []string{"/subCategory/update", "/subcategory/update"} {
		shoptest.As(r, "").Request(t, "PUT", path, `{}`).Expect(t, http.StatusOK, "")
	}
	shoptest.As(r, "").Request(t, "POST", "/subcategory/update", `{}`).Expect(t, http.StatusMethodNotAllowed, "")
	shoptest.As(r, "").Request(t, "POST", "/SUBCATEGORY/update", `{}`).Expect(t, http.StatusNotFound, "")
}

func TestRouter_mapsEachKindOfFaultToItsStatus(t *testing.T) {
	t.Parallel()
	for kind, status := range map[fault.Kind]int{
		fault.Invalid: 400, fault.Unauthenticated: 401, fault.Forbidden: 403, fault.NotFound: 404, fault.Conflict: 409,
		fault.TooLarge: 413, fault.WrongType: 415, fault.TooMany: 429, fault.Upstream: 502, fault.Unavailable: 503,
	} {
		r := newRouter(quiet())
		httpapi.Handle(r, httpapi.Route{Method: "GET", Path: "/fail/now", Access: httpapi.Public}, func(context.Context, *noInput) (string, error) {
			return "", fault.New(kind, "a_code", "A sentence.")
		})
		reply := shoptest.As(r, "").Request(t, "GET", "/fail/now", "").Expect(t, status, "A sentence.")
		if reply.Code != "a_code" {
			t.Errorf("%d has the code %q, want %q", status, reply.Code, "a_code")
		}
		if wait := reply.Header.Get("Retry-After"); (status == http.StatusTooManyRequests) != (wait != "") {
			t.Errorf("%d has Retry-After %q, want one for 429 alone", status, wait)
		}
	}
}

func TestRouter_logsInternalErrorsAndHidesThem(t *testing.T) {
	t.Parallel()
	log, written := bufferedLog()
	r := newRouter(log)
	httpapi.Handle(r, httpapi.Route{Method: "GET", Path: "/fail/now", Access: httpapi.Public}, func(context.Context, *noInput) (string, error) {
		return "", errors.New("pq: relation users does not exist")
	})
	reply := shoptest.As(r, "").Request(t, "GET", "/fail/now", "").Expect(t, http.StatusInternalServerError, "Something went wrong")
	if strings.Contains(string(reply.Bytes), "relation") {
		t.Errorf("the response reveals the cause: %s", reply.Bytes)
	}
	if !strings.Contains(written.String(), "relation users") {
		t.Errorf("the log is %q, want the cause, relation users", written)
	}
}

func TestRouter_panicsOnARouteWithoutAccess(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("registered a call that does not say who may use it")
		}
	}()
	register(newRouter(quiet()), httpapi.Route{Method: "GET", Path: "/product/get"})
}

type hiddenPart struct {
	Code string `json:"code"`
}

func TestRouter_panicsOnAFormThatEmbedsAnUnexportedStruct(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("registered a form that embeds fields which the document leaves out")
		}
	}()
	type form struct{ hiddenPart }
	httpapi.Handle(newRouter(quiet()), httpapi.Route{Method: "PUT", Path: "/code", Access: httpapi.Public},
		func(context.Context, *struct{ Body httpapi.Form[form] }) (struct{}, error) { return struct{}{}, nil })
}

func TestRouter_allowsEachKindOfCallerOnlyTheirCalls(t *testing.T) {
	t.Parallel()
	for who, allowed := range map[httpapi.Access]map[string]bool{
		httpapi.Public:        {"": true, "stale": true, "ravi": true, "asha": true},
		httpapi.Authenticated: {"ravi": true, "asha": true},
		httpapi.Shopper:       {"ravi": true},
		httpapi.Administrator: {"asha": true},
	} {
		r := newRouter(quiet())
		register(r, httpapi.Route{Method: "GET", Path: "/product/get", Access: who})
		for _, token := range []string{"", "stale", "ravi", "asha"} {
			reply := shoptest.As(r, token).Request(t, "GET", "/product/get", "")
			if (reply.Status == http.StatusOK) != allowed[token] {
				t.Errorf("%s's call with token %q: %d, want it allowed: %t", who, token, reply.Status, allowed[token])
			}
		}
	}
}

func TestMiddleware_setsTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	for _, path := range []string{"/", "/api/nothing", "/media/none.webp", "/assets/mark.svg", "/worker.js"} {
		h := send(t, httpapi.Middleware{Log: quiet()}.Wrap(page), "GET", path).Header()
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin",
			"Content-Security-Policy": httpapi.Policy, "Cross-Origin-Opener-Policy": "same-origin", "Strict-Transport-Security": "",
		} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
	}
	asset := send(t, httpapi.Middleware{Log: quiet()}.Wrap(page), "GET", "/assets/index.js").Header()
	if asset.Get("X-Content-Type-Options") != "nosniff" || asset.Get("Content-Security-Policy") != "" {
		t.Errorf("a script has the headers %v, want nosniff and no policy", asset)
	}
	policy := httpapi.Policy
	for _, never := range []string{"unsafe-inline", "unsafe-eval", "*", "http:"} {
		if strings.Contains(policy, never) {
			t.Errorf("the policy allows %s", never)
		}
	}
	if !strings.Contains(httpapi.Policy, "frame-ancestors 'none'") {
		t.Error("the shop may be framed")
	}
	secure := send(t, httpapi.Middleware{Log: quiet(), TLS: true}.Wrap(page), "GET", "/")
	if secure.Header().Get("Strict-Transport-Security") == "" {
		t.Error("no HSTS behind TLS")
	}
}

func TestMiddleware_allowsOtherOriginsOnlyWhereListed(t *testing.T) {
	t.Parallel()
	r := newRouter(quiet())
	register(r, httpapi.Route{Method: "GET", Path: "/product/get", Access: httpapi.Public})
	register(r, httpapi.Route{Method: "GET", Path: "/product/own", Access: httpapi.Authenticated})
	shop := httpapi.Middleware{Log: quiet(), Origins: []string{friend}}.Wrap(r)
	for _, c := range []struct{ method, path, origin, allowed string }{
		{"OPTIONS", "/api/product/get", friend, friend},
		{"GET", "/api/product/get", friend, friend},
		{"GET", "/api/product/own", friend, friend}, // so that the client can read the 401
		{"OPTIONS", "/api/product/get", "https://evil.example", ""},
		{"GET", "/api/product/get", "https://evil.example", ""},
		{"GET", "/api/product/get", friend + ".evil.example", ""},
		{"GET", "/api/product/get", "null", ""},
		{"GET", "/api/product/get", "", ""},
		{"GET", "/media/none.webp", friend, ""},
	} {
		response := send(t, shop, c.method, c.path, "Origin", c.origin, "Access-Control-Request-Method", "PUT", "Access-Control-Request-Headers", "authorization")
		h := response.Header()
		if got := h.Get("Access-Control-Allow-Origin"); got != c.allowed {
			t.Errorf("%s %s from %q allows %q, want %q", c.method, c.path, c.origin, got, c.allowed)
		}
		if h.Get("Access-Control-Allow-Credentials") != "" {
			t.Error("allows credentials")
		}
		if c.method == "OPTIONS" && response.Code != http.StatusNoContent {
			t.Errorf("a preflight from %q: %d, want %d", c.origin, response.Code, http.StatusNoContent)
		}
		if c.method == "OPTIONS" && c.allowed != "" {
			if got := h.Get("Access-Control-Allow-Methods"); got != "GET, POST, PUT, DELETE" {
				t.Errorf("allows the methods %q, want %q", got, "GET, POST, PUT, DELETE")
			}
			for _, name := range []string{"Authorization", "Content-Type"} {
				if !strings.Contains(h.Get("Access-Control-Allow-Headers"), name) {
					t.Errorf("the response does not allow the header %s", name)
				}
			}
		}
		if strings.HasPrefix(c.path, "/api/") && !strings.Contains(strings.Join(h.Values("Vary"), ","), "Origin") {
			t.Errorf("%s from %q does not vary by Origin, so a cache may give it to another", c.path, c.origin)
		}
	}
	closed := send(t, httpapi.Middleware{Log: quiet()}.Wrap(r), "GET", "/api/product/get", "Origin", friend)
	if closed.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Error("another origin is allowed although none is listed")
	}
}

func TestMiddleware_refusesUncleanPathsInTheEnvelope(t *testing.T) {
	t.Parallel()
	r := newRouter(quiet())
	register(r, httpapi.Route{Method: "GET", Path: "/product/get", Access: httpapi.Public})
	register(r, httpapi.Route{Method: "GET", Path: "/product/one/{name}", Access: httpapi.Public})
	mux := http.NewServeMux() // as in the whole shop
	mux.Handle("/api/", r)
	mux.Handle("/", http.NotFoundHandler())
	shop := httpapi.Middleware{Log: quiet()}.Wrap(mux)
	for _, path := range []string{"", "//product/get", "/product//get", "/product/../product/get", "/./product/get", "/product/get/.", "/product/get//", "/..", "/product/get/"} {
		for _, method := range []string{"GET", "POST"} {
			shoptest.As(shop, "").Request(t, method, path, "").Expect(t, http.StatusNotFound, "There is no such call.")
		}
	}
	for _, path := range []string{"/product/get", "/product/get?next=//", "/product/one/a%2Fb", "/product/one/%2E%2E", "/product/one/dal..", "/product/one/%E0%A4%A6"} {
		shoptest.As(shop, "").Request(t, "GET", path, "").Expect(t, http.StatusOK, "")
	}
}

func TestMiddleware_respondsToAPanicWithoutItsText(t *testing.T) {
	t.Parallel()
	log, written := bufferedLog()
	r := newRouter(log)
	httpapi.Handle(r, httpapi.Route{Method: "GET", Path: "/fail/now", Access: httpapi.Public}, func(context.Context, *noInput) (string, error) {
		panic("secret inside")
	})
	reply := shoptest.As(httpapi.Middleware{Log: log}.Wrap(r), "").Request(t, "GET", "/fail/now", "")
	reply.Expect(t, http.StatusInternalServerError, "Something went wrong")
	if strings.Contains(string(reply.Bytes), "secret") || strings.Contains(string(reply.Bytes), ".go") {
		t.Errorf("the response reveals the panic: %s", reply.Bytes)
	}
	if !strings.Contains(written.String(), "secret inside") || !strings.Contains(written.String(), reply.Header.Get("X-Request-Id")) {
		t.Errorf("the log is %q, want the panic with the response's request ID", written)
	}
}

func TestMiddleware_logsNoQueryNoHeaderNoBody(t *testing.T) {
	t.Parallel()
	log, written := bufferedLog()
	r := newRouter(log)
	register(r, httpapi.Route{Method: "GET", Path: "/product/get", Access: httpapi.Public})
	send(t, httpapi.Middleware{Log: log}.Wrap(r), "GET", "/api/product/get?code=secret1", "Authorization", "Bearer secret2")
	if text := written.String(); strings.Contains(text, "secret") || !strings.Contains(text, `"status":200`) {
		t.Errorf("the log is %s, want the status 200 without code and token", text)
	}
}

func TestMiddleware_logsNoSecretInAPath(t *testing.T) {
	t.Parallel()
	log, written := bufferedLog()
	r := newRouter(log)
	register(r, httpapi.Route{Method: "GET", Path: "/bills/shared/{token}", Access: httpapi.Public})
	handler := httpapi.Middleware{Log: log}.Wrap(r)
	for _, path := range []string{"/api/bills/shared/secret", "/api/bills/shared/secret/more", "/b/secret", "/b/secret/more"} {
		for _, method := range []string{"GET", "POST"} {
			send(t, handler, method, path)
		}
	}
	if text := written.String(); strings.Contains(text, "secret") || !strings.Contains(text, `"path":"/b/…"`) || !strings.Contains(text, `"path":"/api/bills/shared/…"`) {
		t.Errorf("the log is %s, want the links' paths without their tokens", text)
	}
}

func TestMiddleware_logsCallerAddressAndOutcome(t *testing.T) {
	t.Parallel()
	log, written := bufferedLog()
	r := newRouter(log)
	httpapi.Handle(r, httpapi.Route{Method: "GET", Path: "/product/{id}", Access: httpapi.Authenticated}, func(context.Context, *struct {
		ID string `path:"id"`
	},
	) (string, error) {
		return "", fault.New(fault.Conflict, "out_of_stock", "Nothing is left.")
	})
	var served []httpapi.ServedRequest
	shop := httpapi.Middleware{Log: log, Observe: func(s httpapi.ServedRequest) { served = append(served, s) }}.Wrap(r)
	send(t, shop, "GET", "/api/product/"+strings.Repeat("a", 3000), "Authorization", "Bearer ravi")
	send(t, shop, "BREW", "/api/product/secret")
	lines := strings.Split(strings.TrimSpace(written.String()), "\n")
	if len(lines) != 2 || len(lines[0]) > 600 {
		t.Fatalf("the log is %s, want two lines, the first at most 600 bytes", written)
	}
	for _, part := range []string{`"user":"ravi"`, `"address":"192.0.2.1"`, `"outcome":"out_of_stock"`, `"status":409`} {
		if !strings.Contains(lines[0], part) {
			t.Errorf("the log lacks %s: %s", part, lines[0])
		}
	}
	if len(served) != 2 || served[0].Route != "/api/product/{id}" || served[0].Code != "out_of_stock" || served[1].Method != "other" || served[1].Route != "/api/" {
		t.Errorf("counted %+v, want an out_of_stock of /api/product/{id}, then another method of /api/", served)
	}
}

func TestMiddleware_warnsOnceOfAnUntrustedProxy(t *testing.T) {
	t.Parallel()
	log, written := bufferedLog()
	for _, trusted := range []string{"192.0.2.1/32", "10.0.0.0/8"} {
		shop := httpapi.Middleware{Log: log, Proxies: []netip.Prefix{netip.MustParsePrefix(trusted)}}.Wrap(newRouter(log))
		for range 3 {
			send(t, shop, "GET", "/api/", "X-Forwarded-For", "203.0.113.7")
		}
	}
	if n := strings.Count(written.String(), "KIRANA_TRUSTED_PROXIES"); n != 1 {
		t.Errorf("warned %d times: %s, want 1", n, written)
	}
}
