package httpapi_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kirana/internal/httpapi"
)

const (
	friend  = "https://app.example"
	apiHost = "https://api.example"
)

// picture is a form with a picture's URL.
type picture struct {
	Image httpapi.Text `json:"image,omitempty"`
	Name  httpapi.Text `json:"name,omitempty"`
}

// receivedPicture is the picture as the call received it.
type receivedPicture struct {
	Image string `json:"image"`
	Name  string `json:"name"`
}

func pictureShop(t *testing.T) http.Handler {
	t.Helper()
	r := newRouter(quiet())
	httpapi.Handle(r, httpapi.Route{Method: "POST", Path: "/picture/keep", Access: httpapi.Public},
		func(_ context.Context, in *struct{ Body httpapi.Form[picture] }) (receivedPicture, error) {
			form := in.Body.Value
			// Name returns the texts that the call received. It begins with "read ", so it is not made absolute.
			return receivedPicture{Image: "/media/dal.webp", Name: "read " + form.Image.Value + form.Name.Value}, nil
		})
	list, err := httpapi.Prepare(httpapi.OK("", []string{"/media/dal.webp", strings.Repeat("atta ", 1000), `see "/media/dal.webp"`}))
	if err != nil {
		t.Fatal(err)
	}
	httpapi.HandlePrepared[noInput, httpapi.Envelope[[]string]](r, httpapi.Route{Method: "GET", Path: "/picture/list", Access: httpapi.Public},
		func(context.Context, *noInput) (*httpapi.Prepared, error) { return list, nil })
	return httpapi.Middleware{Log: quiet(), Origins: []string{friend}, APIURL: apiHost}.Wrap(r)
}

func keep(t *testing.T, shop http.Handler, origin, body string) receivedPicture {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), "POST", "/api/picture/keep", strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", origin)
	recorder := httptest.NewRecorder()
	shop.ServeHTTP(recorder, request)
	var envelope struct{ Data receivedPicture }
	if err := json.Unmarshal(recorder.Body.Bytes(), &envelope); err != nil || recorder.Code != http.StatusOK {
		t.Fatalf("%d %s: %v, want %d", recorder.Code, recorder.Body, err, http.StatusOK)
	}
	return envelope.Data
}

func TestPictures_areAbsoluteForOtherOriginsAndRelativeForOurPages(t *testing.T) {
	t.Parallel()
	shop := pictureShop(t)
	for _, c := range []struct{ origin, sent, read, image string }{
		{friend, `{"image":"` + apiHost + `/media/rice.webp"}`, "read /media/rice.webp", apiHost + "/media/dal.webp"},
		{friend, `{"image":"/media/rice.webp"}`, "read /media/rice.webp", apiHost + "/media/dal.webp"},
		{friend, `{"image":"https://evil.example/media/rice.webp"}`, "read https://evil.example/media/rice.webp", apiHost + "/media/dal.webp"},
		{friend, `{"image":"","name":"\"` + apiHost + `/media/x"}`, `read "` + apiHost + `/media/x`, apiHost + "/media/dal.webp"},
		{"", `{"image":"/media/rice.webp"}`, "read /media/rice.webp", "/media/dal.webp"},
		{"https://evil.example", `{"image":"/media/rice.webp"}`, "read /media/rice.webp", "/media/dal.webp"},
	} {
		if got := keep(t, shop, c.origin, c.sent); got.Name != c.read || got.Image != c.image {
			t.Errorf("%q sent %s: %+v, want %q and %q", c.origin, c.sent, got, c.read, c.image)
		}
	}
}

func TestPictures_ofAPreparedResponseAreAbsoluteCompressedAndRevalidated(t *testing.T) {
	t.Parallel()
	shop := pictureShop(t)
	own := send(t, shop, "GET", "/api/picture/list")
	foreign := send(t, shop, "GET", "/api/picture/list", "Origin", friend, "Accept-Encoding", "gzip")
	if foreign.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("the response has the encoding %q, want %q", foreign.Header().Get("Content-Encoding"), "gzip")
	}
	unzipped, err := gzip.NewReader(foreign.Body)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(own.Body.String(), `"/media/dal.webp"`, `"`+apiHost+`/media/dal.webp"`, 1)
	if string(body) != want || !strings.Contains(want, `see \"/media/dal.webp\"`) {
		t.Errorf("the response for programs is %s\nwant %s", body, want)
	}
	etag := foreign.Header().Get("ETag")
	if own.Header().Get("ETag") == etag {
		t.Error("two bodies have one tag")
	}
	if again := send(t, shop, "GET", "/api/picture/list", "Origin", friend, "Accept-Encoding", "gzip", "If-None-Match", etag); again.Code != http.StatusNotModified {
		t.Errorf("who has it got %d, want %d", again.Code, http.StatusNotModified)
	}
	if again := send(t, shop, "GET", "/api/picture/list", "Origin", friend, "If-None-Match", own.Header().Get("ETag")); again.Code != http.StatusOK {
		t.Errorf("who has the other one got %d, want %d", again.Code, http.StatusOK)
	}
}

func TestForeignPolicy_allowsAnOrdinaryStorefront(t *testing.T) {
	t.Parallel()
	policy := httpapi.ForeignPolicy("http://127.0.0.1:8080/shop")
	for _, part := range []string{
		"script-src 'self' https://js.stripe.com ", "style-src 'unsafe-inline' 'self' https:;", "font-src 'self' data: https:;",
		"img-src 'self' data: blob: https: http://127.0.0.1:8080;", "connect-src 'self' https: http://127.0.0.1:8080;", "frame-ancestors 'none'",
	} {
		if !strings.Contains(policy, part) {
			t.Errorf("the policy lacks %q: %s", part, policy)
		}
	}
	if strings.Contains(policy, "unsafe-eval") || strings.Contains(policy, "script-src 'unsafe-inline'") {
		t.Errorf("the policy allows scripts from anywhere: %s", policy)
	}
}
