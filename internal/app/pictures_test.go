package app

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kirana/internal/config"
	"kirana/internal/objects"
	"kirana/internal/payment"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/s3test"
)

// administrator logs in with the demo's account and returns the access token.
func (s *served) administrator(t *testing.T) (token string) {
	t.Helper()
	c := &client{t: t, base: s.base}
	c.login(demoAdminEmail, demoAdminPassword)
	return c.token
}

// uploads uploads a picture as an administrator, and returns its URL.
func (s *served) uploads(t *testing.T, token string) (status int, url, message string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("image", "dal.png")
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(part, image.NewRGBA(image.Rect(0, 0, 400, 300))); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.base+"/api/file/upload", &body)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var uploaded struct {
		Message string
		Data    struct{ ImageURL struct{ URL string } }
	}
	if err := json.NewDecoder(response.Body).Decode(&uploaded); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, uploaded.Data.ImageURL.URL, uploaded.Message
}

// expectPicture fails the test unless a shop serves the picture.
func (s *served) expectPicture(t *testing.T, url string) {
	t.Helper()
	if status, body := get(t, s.base+url); status != http.StatusOK || body == "" {
		t.Errorf("the picture %s: %d with %d bytes, want 200 and some", url, status, len(body))
	}
}

func TestPictures_ofSeveralNodesAreInOneBucket(t *testing.T) {
	t.Parallel()
	databaseURL := shoptest.MigratedURL(t)
	bucket := s3test.Start(t)
	bucketURL := s3test.URL(bucket)
	data := databaseFlags(t, databaseURL)
	origins := []string{"--demo", "--cors-origins", otherOrigin}

	// The pictures of a single-node shop are moved into the bucket.
	first := serve(t, append(data, origins...)...)
	_, old, _ := first.uploads(t, first.administrator(t))
	if code, _, errs := run(t, "", append([]string{"move", "--to", bucketURL}, data...)...); code != 1 || !strings.Contains(errs, "already serving the data directory") {
		t.Errorf("the move of pictures of a shop that serves ended with %d, want 1: %s", code, errs)
	}
	first.stops(t)
	code, out, errs := run(t, "", append([]string{"move", "--to", bucketURL}, data...)...)
	if code != 0 || !strings.Contains(out, "files of pictures are in the bucket") {
		t.Fatalf("the move of pictures ended with %d, want 0: %s%s", code, out, errs)
	}
	withBucket := append(slices.Clone(data), "--media-url", bucketURL)
	first = serve(t, append(withBucket, origins...)...)
	second := serve(t, append(append(databaseFlags(t, databaseURL), "--media-url", bucketURL), origins...)...)
	second.expectPicture(t, old)
	status, fresh, message := first.uploads(t, first.administrator(t))
	if status != http.StatusOK {
		t.Fatalf("an upload returned %d %s, want %d", status, message, http.StatusOK)
	}
	second.expectPicture(t, fresh)
	if code, line := doctorLine(t, "Pictures", withBucket...); !strings.Contains(line, "can be stored in s3://"+bucket.Bucket) {
		t.Errorf("the doctor ended with %d, want pictures to be stored in s3://%s: %s", code, bucket.Bucket, line)
	}

	// A copy contains the pictures. It is restored into another bucket, and into a folder.
	file := filepath.Join(t.TempDir(), "shop.copy")
	if code, out, errs := run(t, "", append([]string{"backup", file}, withBucket...)...); code != 0 {
		t.Fatalf("backup ended with %d: %s%s, want 0", code, out, errs)
	}
	if code, out, errs := run(t, "", "verify", file); code != 0 || strings.Contains(out, " 0 pictures") {
		t.Errorf("verify ended with %d, want 0 and some pictures: %s%s", code, out, errs)
	}
	bucket.Prefix = "another/place"
	restored := append(databaseFlags(t, shoptest.PostgresURL(t)), "--media-url", s3test.URL(bucket))
	if code, out, errs := run(t, "", append([]string{"restore", file}, restored...)...); code != 0 {
		t.Fatalf("restore ended with %d: %s%s, want 0", code, out, errs)
	}
	serve(t, restored...).expectPicture(t, fresh)
	if stored, err := objects.Open(bucket).List(t.Context(), ""); err != nil || len(stored) < 10 {
		t.Errorf("the other bucket has %d files, %v, want at least 10", len(stored), err)
	}
	first.stops(t)
	folder := filepath.Join(t.TempDir(), "moved")
	// The other node has its own data directory.
	if code, _, errs := run(t, "", append([]string{"move", "--to", folder}, withBucket...)...); code != 1 || !strings.Contains(errs, "Another machine serves the shop") {
		t.Errorf("the move of a shop that another node serves ended with %d, want 1: %s", code, errs)
	}
	second.stops(t)
	if code, out, errs := run(t, "", append([]string{"move", "--to", folder}, withBucket...)...); code != 0 {
		t.Fatalf("move to a folder ended with %d: %s%s, want 0", code, out, errs)
	}
	serve(t, "--data-dir", folder).expectPicture(t, fresh)
}

func TestPictures_unreachableLeaveTheShopOpen(t *testing.T) {
	t.Parallel()
	bucket := s3test.Start(t)
	proxy, address := shoptest.NewProxyTo(t, "tcp", strings.TrimPrefix(bucket.Endpoint, "http://"))
	bucket.Endpoint = "http://" + address
	settings := config.Config{CORSOrigins: []string{otherOrigin}}
	settings.DataDir, settings.MediaURL = t.TempDir(), s3test.URL(bucket)
	f, err := openFeatures(t.Context(), settings, discard())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.close)
	f.takeOrders(payment.Config{})
	shoptest.AddProduct(t, f.db, shoptest.Product{Stock: 5})
	if err := f.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(f.handler(f.router("test"), http.NotFoundHandler(), ""))
	t.Cleanup(server.Close)
	shop, token := &served{base: server.URL}, accessToken(t, f, shoptest.AddAdministrator(t, f.db))
	_, url, _ := shop.uploads(t, token)
	shop.expectPicture(t, url)
	proxy.Cut()
	f.health.Probe(t.Context())
	if status, body := get(t, shop.base+"/readyz"); status != http.StatusOK || !strings.Contains(body, `"pictures":"cannot be reached"`) {
		t.Errorf("/readyz with the bucket unreachable: %d %s, want 200 and pictures that cannot be reached", status, body)
	}
	shop.expectPicture(t, url) // from memory
	if status, _, message := shop.uploads(t, token); status != http.StatusServiceUnavailable || !strings.Contains(message, "cannot reach its pictures") {
		t.Errorf("an upload with the bucket unreachable: %d %s, want 503 and why", status, message)
	}
	placeOrder(t, shop.base)
	if code, line := doctorLine(t, "Pictures", "--data-dir", t.TempDir(), "--media-url", s3test.URL(bucket)); code != 1 || !strings.Contains(line, "none can be stored") {
		t.Errorf("the doctor with the bucket unreachable ended with %d, want 1, as none can be stored: %s", code, line)
	}
}

// placeOrder places an order as a new shopper.
func placeOrder(t *testing.T, base string) {
	t.Helper()
	c := &client{t: t, base: base}
	product := c.list("POST", "/product/get", record{"page": 1, "limit": 1})[0]
	c.must("POST", "/user/register", record{"name": "Newcomer", "email": "away@example.com", "password": "a fine password"})
	c.login("away@example.com", "a fine password")
	c.must("POST", "/cart/create", record{"productId": product["_id"]})
	c.must("POST", "/address/create", record{
		"address_line": "14, Prabhat Road", "city": "Pune", "state": "Maharashtra", "pincode": 411004, "country": "India", "mobile": 9822041873,
	})
	address := c.list("GET", "/address/get", nil)[0]
	c.must("POST", "/order/cod", record{"list_items": c.list("GET", "/cart/get", nil), "totalQty": 1, "addressId": address["_id"]})
}
