package media

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"testing"

	"kirana/internal/audit"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

// newShop serves uploads of two callers whose tokens are their names: asha, the administrator, and
// ravi, a shopper.
func newShop(t *testing.T) (shop *httptest.Server, s *Service, dir string) {
	t.Helper()
	return newShopWith(t, nil)
}

func discardEntries(context.Context, ...audit.Entry) error { return nil }

func newShopWith(t *testing.T, limits *limit.Store) (shop *httptest.Server, s *Service, dir string) {
	t.Helper()
	s, dir = newService(t)
	router := httpapi.New(httpapi.Options{
		Version: "test", Log: slog.New(slog.DiscardHandler),
		Identify: func(_ context.Context, token string) (httpapi.Identity, error) {
			switch token {
			case "asha", "ravi":
				return httpapi.Identity{UserID: token, LoginID: token, Admin: token == "asha", StaffRole: httpapi.RoleOwner}, nil
			}
			return httpapi.Identity{}, httpapi.ErrUnauthenticated
		},
	})
	handler := NewHandler(s, limits, discardEntries)
	handler.Routes(router)
	shop = httptest.NewServer(contracttest.Handler(router))
	t.Cleanup(shop.Close)
	return shop, s, dir
}

// part is one field of a multipart form; a file has a name.
type part struct {
	field, file string
	body        []byte
}

func form(t *testing.T, parts ...part) (body []byte, contentType string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		name := map[string]string{"name": p.field}
		if p.file != "" {
			name["filename"] = p.file
		}
		head := textproto.MIMEHeader{"Content-Disposition": {mime.FormatMediaType("form-data", name)}}
		field, err := w.CreatePart(head)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := field.Write(p.body); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), w.FormDataContentType()
}

// reply is an upload's response.
type reply struct {
	Status  int
	Success bool
	Error   bool
	Message string
	Code    string
	Data    struct{ ImageURL struct{ URL string } }
	Errors  []fault.Field

	ImageURL struct{ URL string }
	header   http.Header
}

func post(t *testing.T, shop *httptest.Server, token, contentType string, body io.Reader) reply {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, shop.URL+"/api/file/upload", body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", contentType)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := shop.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	r := reply{Status: response.StatusCode, header: response.Header}
	if err := json.NewDecoder(response.Body).Decode(&r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestUpload_returnsThePicturesURL(t *testing.T) {
	t.Parallel()
	shop, s, _ := newShop(t)
	body, contentType := form(t, part{"note", "", []byte("for the shelf")}, part{"image", "../../dal.html", asPNG(t, plain(60, 40))}, part{"more", "", []byte("x")})
	r := post(t, shop, "asha", contentType, bytes.NewReader(body))
	if r.Status != http.StatusOK || !r.Success || r.Error || r.Message != "Upload successful" {
		t.Errorf("the upload returned %+v, want 200 and \"Upload successful\"", r)
	}
	if r.ImageURL.URL == "" || r.ImageURL.URL != r.Data.ImageURL.URL || s.Check(t.Context(), "image", r.ImageURL.URL) != nil {
		t.Errorf("the picture is at %q and in the data at %q, want the same and stored", r.ImageURL.URL, r.Data.ImageURL.URL)
	}
	if served := ask(s, http.MethodGet, r.ImageURL.URL, nil); served.StatusCode != http.StatusOK || served.Header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("the picture is served with %d as %s, want %d and image/jpeg", served.StatusCode, served.Header.Get("Content-Type"), http.StatusOK)
	}
}

func TestUpload_refusesInAClearSentence(t *testing.T) {
	t.Parallel()
	shop, _, dir := newShop(t)
	photo := asJPEG(t, plain(60, 40))
	for name, c := range map[string]struct {
		part    part
		status  int
		message string
		field   string
	}{
		"no such field": {part{"picture", "dal.jpg", photo}, 400, "Image upload failed: the field image holds no picture.", "image"},
		"empty file":    {part{"image", "dal.jpg", nil}, 400, "The picture is an empty file.", "image"},
		"half a file":   {part{"image", "dal.jpg", photo[:300]}, 400, "The picture is damaged and cannot be read.", "image"},
		"SVG as a PNG":  {part{"image", "dal.png", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")}, 415, "Only JPEG, PNG, WebP and GIF pictures can be uploaded.", ""},
		"many pixels":   {part{"image", "dal.png", pngHead(20_000, 20_000)}, 413, "A picture can have at most 50 megapixels.", ""},
		"11 MB":         {part{"image", "dal.jpg", append(photo, make([]byte, 11_000_000)...)}, 413, "A picture can have at most 10 MB.", ""},
		"14 MB":         {part{"image", "dal.jpg", append(photo, make([]byte, 14_000_000)...)}, 413, "A picture can have at most 10 MB.", ""},
		"12 MB before":  {part{"other", "dal.jpg", make([]byte, 12_000_000)}, 413, "A picture can have at most 10 MB.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, contentType := form(t, c.part)
			r := post(t, shop, "asha", contentType, bytes.NewReader(body))
			if r.Status != c.status || r.Success || !r.Error || r.Message != c.message {
				t.Errorf("the upload returned %+v, want %d and %q", r, c.status, c.message)
			}
			if c.field == "" && len(r.Errors) > 0 || c.field != "" && (len(r.Errors) != 1 || r.Errors[0].Field != c.field || r.Errors[0].Message != c.message) {
				t.Errorf("the upload returned the errors %+v, want the field %q", r.Errors, c.field)
			}
		})
	}
	t.Cleanup(func() { nothingKept(t, dir) })
}

func TestUpload_acceptsMultipartOnly(t *testing.T) {
	t.Parallel()
	shop, _, _ := newShop(t)
	for _, contentType := range []string{"image/jpeg", "application/json", "multipart/form-data", "", "multipart/form-data; boundary=", "text/plain; ="} {
		r := post(t, shop, "asha", contentType, bytes.NewReader(asJPEG(t, plain(60, 40))))
		if r.Status != http.StatusUnsupportedMediaType || r.Message != "Send the picture as multipart/form-data." {
			t.Errorf("the type %q returned %+v, want 415", contentType, r)
		}
	}
	for body, status := range map[string]int{"": 400, "--b": 400, "--b\r\n": 400, "--b\r\nContent-Disposition: form-data; name=\"image\"\r\n\r\nabc": 400, "--b--\r\n": 400} {
		r := post(t, shop, "asha", "multipart/form-data; boundary=b", strings.NewReader(body))
		if r.Status != status || r.Message == "" {
			t.Errorf("the body %q returned %+v, want %d with a sentence", body, r, status)
		}
	}
}

type unreadableBody struct{ t *testing.T }

func (u unreadableBody) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, errors.New("read")
}
func (unreadableBody) Close() error { return nil }

func TestUpload_checksAccessBeforeReadingTheBody(t *testing.T) {
	t.Parallel()
	shop, _, _ := newShop(t)
	for token, want := range map[string]struct {
		status  int
		message string
	}{
		"":        {http.StatusUnauthorized, "Authentication required"},
		"nobody":  {http.StatusUnauthorized, "Authentication required"},
		"ravi":    {http.StatusForbidden, "Do not have Permission"},
		"asha’s ": {http.StatusUnauthorized, "Authentication required"},
	} {
		request := httptest.NewRequest(http.MethodPost, "/api/file/upload", unreadableBody{t})
		request.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		recorder := httptest.NewRecorder()
		shop.Config.Handler.ServeHTTP(recorder, request)
		var r reply
		if err := json.Unmarshal(recorder.Body.Bytes(), &r); err != nil || recorder.Code != want.status || r.Message != want.message {
			t.Errorf("the token %q returned %d %+v, %v, want %d and %q", token, recorder.Code, r, err, want.status, want.message)
		}
	}
}

func TestUpload_isLimitedForEachUser(t *testing.T) {
	t.Parallel()
	shop, _, _ := newShopWith(t, limit.New(shoptest.SQLite(t), shoptest.Clock()))
	body, contentType := form(t, part{"image", "dal.txt", []byte("no picture")})
	for range uploadsPerUser {
		if r := post(t, shop, "asha", contentType, bytes.NewReader(body)); r.Status != http.StatusUnsupportedMediaType {
			t.Fatalf("an upload within the limit returned %+v, want 415", r)
		}
	}
	r := post(t, shop, "asha", contentType, bytes.NewReader(body))
	if r.Status != http.StatusTooManyRequests || r.header.Get("Retry-After") == "" {
		t.Errorf("the upload over the limit returned %+v with Retry-After %q, want 429 with a time", r, r.header.Get("Retry-After"))
	}
}

func TestPicture_storesThePictureOfAForm(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	handler := NewHandler(s, nil, nil)
	handler.Routes(httpapi.New(httpapi.Options{Version: "test", Log: slog.New(slog.DiscardHandler)}))
	body, contentType := form(t, part{"avatar", "me.webp", webpFile(t, "lossy")})
	request := httptest.NewRequest(http.MethodPut, "/api/user/upload-avatar", bytes.NewReader(body))
	request.Header.Set("Content-Type", contentType)
	url, err := handler.Picture(request, "avatar")
	if err != nil || s.Check(t.Context(), "avatar", url) != nil {
		t.Errorf("the avatar is at %q, %v, want it stored", url, err)
	}
}

func TestUpload_isDocumentedAsMultipart(t *testing.T) {
	t.Parallel()
	shop, _, _ := newShop(t)
	response, err := shop.Client().Get(shop.URL + "/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var document struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct {
					Schema struct {
						Properties map[string]struct{ Format string }
					}
				}
			}
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&document); err != nil {
		t.Fatal(err)
	}
	content := document.Paths["/api/file/upload"]["post"].RequestBody.Content
	if len(content) != 1 || content["multipart/form-data"].Schema.Properties["image"].Format != "binary" {
		t.Errorf("the body is documented as %+v, want multipart/form-data with a binary image", content)
	}
}
