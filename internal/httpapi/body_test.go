package httpapi_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

// freeForm accepts any object, as unknown members are ignored.
type freeForm struct {
	Text httpapi.Text `json:"text,omitempty" lines:"several"`
}

func registerNote(r *httpapi.Router, call httpapi.Route) http.Handler {
	httpapi.Handle(r, call, func(_ context.Context, in *struct{ Body httpapi.Form[freeForm] }) (string, error) {
		return in.Body.Value.Text.Value, nil
	})
	return r
}

func noteHandler() http.Handler {
	return registerNote(newRouter(quiet()), httpapi.Route{Method: "POST", Path: "/note/leave", Access: httpapi.Public})
}

func nested(depth int) string {
	return `{"deep":` + strings.Repeat("[", depth-1) + strings.Repeat("]", depth-1) + `}`
}

func TestBody_acceptsOnlyStrictJSON(t *testing.T) {
	t.Parallel()
	const secret = "mango-secret"
	for name, body := range map[string]string{
		"truncated":                     `{"text":"` + secret + `"`,
		"not JSON":                      secret,
		"trailing comma":                `{"text":"` + secret + `",}`,
		"two values":                    `{"text":"` + secret + `"}{}`,
		"a value and rubbish":           `{"text":"` + secret + `"} x`,
		"invalid UTF-8":                 "{\"text\":\"" + secret + "\xff\"}",
		"overlong UTF-8":                "{\"text\":\"" + secret + "\xc0\xaf\"}",
		"a lone surrogate":              `{"text":"` + secret + `\ud800"}`,
		"NUL":                           `{"text":"` + secret + `\u0000"}`,
		"a control character":           `{"text":"` + secret + `\u0007"}`,
		"DEL":                           `{"text":"` + secret + `\u007f"}`,
		"a raw line break":              "{\"text\":\"" + secret + "\n\"}",
		"a control character in a name": `{"a\u0001":"` + secret + `"}`,
		"too deep":                      nested(33),
		"much too deep":                 nested(50_000),
		"a list":                        `[{"text":"` + secret + `"}]`,
		"a text":                        `"` + secret + `"`,
		"a number":                      `7`,
		"true":                          `true`,
		"a number out of bounds":        `{"text":1e999999999` + `, "x":[` + secret + `]}`,
	} {
		reply := shoptest.As(noteHandler(), "").Request(t, "POST", "/note/leave", body)
		if reply.Status != http.StatusBadRequest || reply.Success || !reply.Failed || reply.Message == "" {
			t.Errorf("%s: %d %s, want 400 with a sentence", name, reply.Status, reply.Bytes)
		}
		if strings.Contains(string(reply.Bytes), secret) {
			t.Errorf("%s: the refusal repeats what was sent: %s", name, reply.Bytes)
		}
	}
}

func TestBody_refusesADuplicateField(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"name":"Atta","name":"Besan"}`:                              "name: Name was sent more than once.",
		`{"name":"Atta","NAME":"Besan"}`:                              "name: Name was sent more than once.",
		`{"name":"Atta","name":"Atta"}`:                               "name: Name was sent more than once.",
		`{"name":"Atta","lines":[],"lines":[{"quantity":1}]}`:         "lines: Lines was sent more than once.",
		`{"name":"Atta","lines":[{"quantity":1,"quantity":9}]}`:       "lines[0].quantity: Quantity was sent more than once.",
		`{"name":"Atta","subCategory":{"_id":"a","_id":"b"}}`:         "subCategory: Sub-category was sent more than once.",
		`{"name":"Atta","to":{"pin_code":"411001","x":1,"x":2}}`:      "to: To was sent more than once.",
		`{"name":"Atta","role":"USER","role":"ADMIN"}`:                "",
		`{"name":"Atta","other":{"deep":[{"a":1,"b":2,"\u0061":3}]}}`: "",
	} {
		reply := sendParcel(t, body).Expect(t, http.StatusBadRequest, "")
		if want == "" {
			if reply.Message != "The request has a field more than once." || len(reply.Errors) != 0 {
				t.Errorf("%s: %q %v, want a repeated field, without its name", body, reply.Message, reply.Errors)
			}
			continue
		}
		if len(reply.Errors) != 1 || reply.Errors[0].Field+": "+reply.Errors[0].Message != want || reply.Message != reply.Errors[0].Message {
			t.Errorf("%s returned %q %v, want %s", body, reply.Message, reply.Errors, want)
		}
	}
	// The same name in two objects is not a duplicate.
	sendParcel(t, `{"name":"Atta","lines":[{"quantity":1},{"quantity":1}],"other":{"name":"x"}}`).Expect(t, http.StatusOK, "")
}

func TestBody_acceptsOrdinaryTexts(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"text":"two\nlines\tand\r\nmore"}`, `{"text":"दूध 🥛 <b>&"}`, " {\"text\":\"x\"}\n\n", nested(32), `{}`, `null`} {
		shoptest.As(noteHandler(), "").Request(t, "POST", "/note/leave", body).Expect(t, http.StatusOK, "")
	}
	reply := shoptest.As(noteHandler(), "").Request(t, "POST", "/note/leave", `{"text":"<b>&दूध"}`)
	if !strings.Contains(string(reply.Bytes), `"<b>&दूध"`) {
		t.Errorf("the response is %s, want the text as sent, \"<b>&दूध\"", reply.Bytes)
	}
}

func TestBody_missingCountsAsEmptyForEveryContentType(t *testing.T) {
	t.Parallel()
	for _, contentType := range []string{"", "application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "nonsense"} {
		recorder := send(t, noteHandler(), "POST", "/api/note/leave", "Content-Type", contentType)
		if recorder.Code != http.StatusOK {
			t.Errorf("with the type %q returned %d %s, want %d", contentType, recorder.Code, recorder.Body, http.StatusOK)
		}
	}
}

func TestBody_ofAnotherTypeIs415(t *testing.T) {
	t.Parallel()
	for contentType, status := range map[string]int{
		"application/json": http.StatusOK, "application/json; charset=utf-8": http.StatusOK, "application/merge-patch+json": http.StatusOK, "Application/JSON": http.StatusOK,
		"text/plain": http.StatusUnsupportedMediaType, "application/x-www-form-urlencoded": http.StatusUnsupportedMediaType,
		"multipart/form-data; boundary=x": http.StatusUnsupportedMediaType, "application/cbor": http.StatusUnsupportedMediaType,
	} {
		reply := shoptest.As(noteHandler(), "").Request(t, "POST", "/note/leave", `{"text":"x"}`, "Content-Type", contentType)
		if reply.Status != status {
			t.Errorf("%s returned %d %s, want %d", contentType, reply.Status, reply.Bytes, status)
		}
		// The missing fields are not reported: the body was not read.
		required := shoptest.As(parcels(), "").Request(t, "POST", "/parcel/send", `{"name":"Atta"}`, "Content-Type", contentType)
		if required.Status != status {
			t.Errorf("%s to a form with a required field returned %d %s, want %d", contentType, required.Status, required.Bytes, status)
		}
	}
}

func TestBody_aboveItsBoundIs413(t *testing.T) {
	t.Parallel()
	r := newRouter(quiet())
	registerNote(r, httpapi.Route{Method: "POST", Path: "/note/leave", Access: httpapi.Public})
	registerNote(r, httpapi.Route{Method: "POST", Path: "/note/product", Access: httpapi.Public, MaxBody: httpapi.ProductBody})
	body := func(size int64) string { return `{"x":"` + strings.Repeat("a", int(size)-8) + `"}` }
	for path, maxBody := range map[string]int64{"/note/leave": httpapi.DefaultBody, "/note/product": httpapi.ProductBody} {
		shoptest.As(r, "").Request(t, "POST", path, body(maxBody-1)).Expect(t, http.StatusOK, "")
		shoptest.As(r, "").Request(t, "POST", path, body(maxBody+1)).Expect(t, http.StatusRequestEntityTooLarge, "The request is too large.")
	}
}

type unreadableBody struct{ t *testing.T }

func (u unreadableBody) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

func TestGuard_refusesBeforeTheBodyIsRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		who     httpapi.Access
		token   string
		status  int
		message string
	}{
		{httpapi.Authenticated, "", http.StatusUnauthorized, "Authentication required"},
		{httpapi.Authenticated, "nobody", http.StatusUnauthorized, "Authentication required"},
		{httpapi.Administrator, "", http.StatusUnauthorized, "Authentication required"},
		{httpapi.Administrator, "ravi", http.StatusForbidden, "Do not have Permission"},
		{httpapi.Shopper, "asha", http.StatusForbidden, "Do not have Permission"},
	} {
		shop := registerNote(newRouter(quiet()), httpapi.Route{Method: "POST", Path: "/note/leave", Access: c.who})
		request := httptest.NewRequestWithContext(t.Context(), "POST", "/api/note/leave", unreadableBody{t})
		request.Header.Set("Authorization", "Bearer "+c.token)
		recorder := httptest.NewRecorder()
		shop.ServeHTTP(recorder, request)
		if recorder.Code != c.status || !strings.Contains(recorder.Body.String(), `"message":"`+c.message+`"`) {
			t.Errorf("%s's call with token %q: %d %s, want %d and %q", c.who, c.token, recorder.Code, recorder.Body, c.status, c.message)
		}
		if challenge := recorder.Header().Get("WWW-Authenticate"); (c.status == http.StatusUnauthorized) != (challenge == "Bearer") {
			t.Errorf("%d with the challenge %q, want Bearer for 401 alone", c.status, challenge)
		}
	}
}

func TestGuard_respondsWithoutWaitingForTheBody(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(registerNote(newRouter(quiet()), httpapi.Route{Method: "POST", Path: "/note/leave", Access: httpapi.Authenticated}))
	t.Cleanup(server.Close)
	dialer := net.Dialer{Deadline: time.Now().Add(20 * time.Second)}
	connection, err := dialer.DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connection.Close() }()
	fmt.Fprintf(connection, "POST /api/note/leave HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{")
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("the response is %d, want %d", response.StatusCode, http.StatusUnauthorized)
	}
}

func TestGuard_ignoresAStaleTokenOnPublicCalls(t *testing.T) {
	t.Parallel()
	shoptest.As(noteHandler(), "stale").Request(t, "POST", "/note/leave", `{}`).Expect(t, http.StatusOK, "")
}

func TestBearerToken_acceptsTheVariantsThatClientsSend(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{"Bearer abc": "abc", "bearer  abc ": "abc", "Basic abc": "", "Bearer": "", "": "", "abc": ""} {
		if got := httpapi.BearerToken(header); got != want {
			t.Errorf("%q is the token %q, want %q", header, got, want)
		}
	}
}
