package pictures_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/pictures"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/egress"
	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/media"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// shop is a catalog with the pictures service.
type shop struct {
	*pictures.Service
	http.Handler

	db    *db.DB
	clock *clock.Manual
	view  *view.View
	media *media.Service
	admin string
}

func newShop(t *testing.T, d *db.DB) shop {
	t.Helper()
	files, err := media.OpenFiles(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	quiet := slog.New(slog.DiscardHandler)
	s := shop{db: d, clock: shoptest.Clock(), media: media.New(files, quiet), admin: shoptest.AddAdministrator(t, d)}
	s.view = view.New(d, s.clock, quiet)
	// Only the address of the test's own server is allowed.
	own := func(ip netip.Addr) bool { return ip == netip.MustParseAddr("127.0.0.1") }
	s.Service = pictures.New(pictures.Features{DB: d, Clock: s.clock, Log: quiet, Media: s.media, View: s.view, Client: egress.FileClient(3*time.Second, own)})
	router := httpapi.New(httpapi.Options{Version: "test", Log: quiet, Identify: shoptest.IdentifyByUserID(d)})
	pictures.NewHandler(s.Service, media.NewHandler(s.media, nil, nil).BulkPicture).Routes(router)
	s.Handler = contracttest.Handler(router)
	return s
}

// product adds a product without pictures. code is a barcode, or "sku", a tab and a SKU.
func (s shop) product(t *testing.T, name, unit, code string) string {
	t.Helper()
	productID, column := shoptest.AddProduct(t, s.db, shoptest.Product{Name: name}), "barcode"
	if strings.HasPrefix(code, "sku") {
		column = "import_key"
	}
	s.exec(t, `UPDATE products SET images = '[]', unit = $2, `+column+` = $3 WHERE id = $1`, productID, unit, code)
	if err := s.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return productID
}

func (s shop) exec(t *testing.T, statement string, args ...any) {
	t.Helper()
	err := s.db.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, statement, args...)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (s shop) images(t *testing.T, productID string) []string {
	t.Helper()
	products, err := catalog.ReadProducts(t.Context(), s.db, []string{productID})
	if err != nil || len(products) != 1 {
		t.Fatalf("read product %s: %d, %v, want one", productID, len(products), err)
	}
	return products[0].Images
}

// photo returns a JPEG whose content depends only on n: 9 x 9 blocks of random brightness.
func photo(t testing.TB, n, side, quality int) []byte {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(n), 1))
	var blocks [9][9]color.RGBA
	for i := range blocks {
		for j := range blocks[i] {
			v := uint8(random.IntN(256))
			blocks[i][j] = color.RGBA{v, v / 2, 255 - v, 255}
		}
	}
	m := image.NewRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			m.SetRGBA(x, y, blocks[y*9/side][x*9/side])
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: quality}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// send uploads a picture as the web app does.
func (s shop) send(t *testing.T, path string, picture []byte) shoptest.Response {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("image", "picture.jpg")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = part.Write(picture)
	_ = form.Close()
	return shoptest.As(s, s.admin).Request(t, http.MethodPost, path, body.String(), "Content-Type", form.FormDataContentType())
}

func (s shop) take(t *testing.T, file string, picture []byte) (outcome pictures.PictureOutcome) {
	t.Helper()
	s.send(t, "/product/pictures?file="+url.QueryEscape(file), picture).Expect(t, http.StatusOK, "").Decode(t, &outcome)
	return outcome
}

func TestTake_findsTheProductThatAFileIsNamedAfter(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		milk := s.product(t, "Full Cream Milk", "1 L", "8901234567890")
		half := s.product(t, "Full Cream Milk", "500 ml", "")
		salt := s.product(t, "Tata Salt", "1 kg", "")
		onion := s.product(t, "Onion, Nashik Red", "1 kg", "sku\tveg-7")
		for i, test := range []struct {
			file, outcome, product string
			reason                 pictures.Reason
		}{
			{"8901234567890.jpg", pictures.OutcomeAdded, milk, ""},
			{"photos/8901234567890_2.png", pictures.OutcomeAdded, milk, ""},
			{"full-cream-milk_500ml.JPG", pictures.OutcomeAdded, half, ""},
			{"VEG-7.webp", pictures.OutcomeAdded, onion, ""},
			{"Tata Salt/front.jpg", pictures.OutcomeAdded, salt, ""},
			{`Tata Salt\IMG_2.jpg`, pictures.OutcomeAdded, salt, ""},
			{"onion red.jpg", pictures.OutcomeWaits, onion, pictures.ReasonNear},
			{"IMG_2041.jpg", pictures.OutcomeWaits, "", pictures.ReasonNone},
			{"../../../etc/passwd.jpg", pictures.OutcomeWaits, "", pictures.ReasonNone},
			{"wheelbarrow.jpg", pictures.OutcomeWaits, "", pictures.ReasonNone},
		} {
			outcome := s.take(t, test.file, photo(t, i, 300, 80))
			product := ""
			if outcome.Product != nil {
				product = outcome.Product.ID
			}
			if outcome.Outcome != test.outcome || product != test.product || outcome.Reason != test.reason {
				t.Errorf("%s: %+v of product %q, want %s of %q", test.file, outcome, product, test.outcome, test.product)
			}
		}
		// The name matches both sizes of the milk.
		if outcome := s.take(t, "full cream milk.jpg", photo(t, 90, 300, 80)); outcome.Reason != pictures.ReasonNear || outcome.Product.Name != "Full Cream Milk" {
			t.Errorf("a name of two sizes: %+v, want it near Full Cream Milk", outcome)
		}
		if n := len(s.images(t, milk)) + len(s.images(t, half)) + len(s.images(t, salt)) + len(s.images(t, onion)); n != 6 {
			t.Errorf("%d pictures were added to their products, want 6", n)
		}
		entries, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM audit_log WHERE what = 'product.picture'`)
		if err != nil || entries != 6 {
			t.Errorf("%d entries in the activity log: %v, want 6", entries, err)
		}
	})
}

func TestTake_findsAProductByItsOwnSKUAndEachBarcode(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		tea := shoptest.AddProduct(t, d, shoptest.Product{Name: "Assam Tea"})
		s.exec(t, `UPDATE products SET images = '[]', sku = 'TEA-9', barcode = '8901234567890', more_barcodes = '8901234567906' WHERE id = $1`, tea)
		if err := s.view.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, file := range []string{"tea-9.jpg", "8901234567890.jpg", "8901234567906.jpg"} {
			if outcome := s.take(t, file, photo(t, i, 300, 80)); outcome.Outcome != pictures.OutcomeAdded || outcome.Product.ID != tea {
				t.Errorf("%s: %+v, want it added to %s", file, outcome, tea)
			}
		}
	})
}

func TestTake_storesAPictureOnceAndNamesTheOtherProduct(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		salt, sugar := s.product(t, "Tata Salt", "1 kg", ""), s.product(t, "Sugar", "1 kg", "")
		small := s.product(t, "Tata Salt", "500 g", "")
		s.take(t, "Tata Salt 1kg.jpg", photo(t, 1, 600, 90))
		// The same picture, scaled and compressed again.
		if again := s.take(t, "tata-salt-1-kg.png", photo(t, 1, 311, 60)); again.Outcome != pictures.OutcomeDuplicate || len(s.images(t, salt)) != 1 {
			t.Errorf("the same picture again: %+v, want a duplicate and one picture", again)
		}
		if other := s.take(t, "sugar.jpg", photo(t, 1, 500, 80)); other.Outcome != pictures.OutcomeWaits || other.Reason != pictures.ReasonSame || other.Other != "Tata Salt" {
			t.Errorf("the same picture for another product: %+v, want it to wait as that of Tata Salt", other)
		}
		if again := s.take(t, "sugar copy.jpg", photo(t, 1, 480, 70)); again.Outcome != pictures.OutcomeDuplicate {
			t.Errorf("a picture that waits already: %+v, want a duplicate", again)
		}
		// Another size of a product may look the same.
		if size := s.take(t, "tata salt 500g.jpg", photo(t, 1, 400, 80)); size.Outcome != pictures.OutcomeAdded || len(s.images(t, small)) != 1 {
			t.Errorf("the same picture for another size: %+v, want it added", size)
		}
		for n := range 5 {
			s.take(t, "sugar.jpg", photo(t, 10+n, 200, 80))
		}
		if full := s.take(t, "sugar.jpg", photo(t, 20, 200, 80)); full.Reason != pictures.ReasonFull || len(s.images(t, sugar)) != 5 {
			t.Errorf("a sixth picture: %+v, want it full with 5", full)
		}
		s.send(t, "/product/pictures?file=sugar.jpg", []byte("<svg onload=alert(1)>")).Expect(t, http.StatusUnsupportedMediaType, "")
		// Decoding removes a script appended to a picture.
		outcome := s.take(t, "nothing near.jpg", append(photo(t, 30, 200, 80), "<script>alert(1)</script>"...))
		data, _, err := s.media.Small(t.Context(), s.waiting(t)[len(s.waiting(t))-1].Image)
		if outcome.Outcome != pictures.OutcomeWaits || err != nil || bytes.Contains(data, []byte("script")) {
			t.Errorf("a picture with a script in it: %+v, %v, want it to wait without the script", outcome, err)
		}
	})
}

func (s shop) waiting(t *testing.T) []pictures.Proposal {
	t.Helper()
	list, err := s.List(t.Context())
	if err != nil || list.Total != len(list.Proposals) {
		t.Fatalf("%d proposals listed, total %d, %v, want the same", len(list.Proposals), list.Total, err)
	}
	return list.Proposals
}

func TestDecide_addsTheChosenPictures(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		salt := s.product(t, "Tata Salt", "1 kg", "")
		for i := range 3 {
			s.take(t, "IMG_0"+string(rune('1'+i))+".jpg", photo(t, i, 200, 80))
		}
		waiting := s.waiting(t)
		body := `{"take":[{"_id":"` + waiting[0].ID + `","product":"` + salt + `"},{"_id":"` + waiting[1].ID + `","product":"missing000000000"}],"skip":["` + waiting[2].ID + `"]}`
		var decision pictures.ProposalDecision
		s.put(t, body).Decode(t, &decision)
		if decision.Taken != 1 || decision.Skipped != 1 || len(decision.Refused) != 1 || decision.Refused[0].ID != waiting[1].ID {
			t.Errorf("the decision is %+v, want one taken, one skipped and %s refused", decision, waiting[1].ID)
		}
		if images := s.images(t, salt); !slices.Equal(images, []string{waiting[0].Image}) {
			t.Errorf("the product has %v, want %v", images, []string{waiting[0].Image})
		}
		if left := s.waiting(t); len(left) != 1 || left[0].ID != waiting[1].ID {
			t.Errorf("waiting still: %+v, want %s alone", left, waiting[1].ID)
		}
		if _, _, err := s.media.Small(t.Context(), waiting[2].Image); err == nil {
			t.Error("a skipped picture is kept")
		}
		s.put(t, body).Decode(t, &decision)
		if decision.Taken != 0 || decision.Skipped != 0 {
			t.Errorf("the same decision once more: %+v, want none taken and none skipped", decision)
		}
		s.clock.Advance(31 * 24 * time.Hour)
		if err := s.Sweep(t.Context()); err != nil || len(s.waiting(t)) != 0 {
			t.Errorf("after a month %d pictures wait, %v, want none", len(s.waiting(t)), err)
		}
	})
}

func (s shop) put(t *testing.T, body string) shoptest.Response {
	t.Helper()
	return shoptest.As(s, s.admin).Request(t, http.MethodPut, "/product/pictures/proposals", body).Expect(t, http.StatusOK, "")
}

func TestAddTo_savesAPhotographAndRefusesTheSixth(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		salt, sugar := s.product(t, "Tata Salt", "1 kg", ""), s.product(t, "Sugar", "1 kg", "")
		var added pictures.AddedPicture
		s.send(t, "/product/"+salt+"/picture", photo(t, 1, 300, 80)).Expect(t, http.StatusOK, "").Decode(t, &added)
		if images := s.images(t, salt); len(images) != 1 || added.Product.Image != images[0] || added.Other != "" {
			t.Errorf("added %+v, the product has %v, want one picture, shown, of no other product", added, images)
		}
		s.send(t, "/product/"+salt+"/picture", photo(t, 1, 250, 70)).Expect(t, http.StatusConflict, "This product has this picture already.")
		s.send(t, "/product/"+sugar+"/picture", photo(t, 1, 300, 80)).Expect(t, http.StatusOK, "").Decode(t, &added)
		if added.Other != "Tata Salt" {
			t.Errorf("the picture of another product: %+v, want the note that it is Tata Salt's", added)
		}
		for n := range 4 {
			s.send(t, "/product/"+sugar+"/picture", photo(t, 10+n, 200, 80)).Expect(t, http.StatusOK, "")
		}
		s.send(t, "/product/"+sugar+"/picture", photo(t, 20, 200, 80)).Expect(t, http.StatusConflict, "This product has 5 pictures already.")
		s.send(t, "/product/missing000000000/picture", photo(t, 21, 200, 80)).Expect(t, http.StatusNotFound, "Product not found")
	})
}

// addresses sets the picture addresses of a product as an import does.
func (s shop) addresses(t *testing.T, productID string, urls ...string) {
	t.Helper()
	for i, address := range urls {
		s.exec(t, `INSERT INTO product_image_urls (product_id, position, url, created_at) VALUES ($1, $2, $3, $4)`, productID, i, address, shoptest.Epoch)
	}
}

// fetchAll fetches until nothing is due.
func (s shop) fetchAll(ctx context.Context, t *testing.T) {
	t.Helper()
	for found := true; found; {
		var err error
		if found, err = s.FetchNext(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

// server serves pictures and other files.
func server(t *testing.T) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/photo/{n}", func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(photo(t, len(r.PathValue("n"))*1000+int(r.PathValue("n")[0]), 300, 80))
	})
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>no picture</html>") })
	mux.HandleFunc("/large", func(w http.ResponseWriter, _ *http.Request) {
		block := make([]byte, 1<<20)
		for range 12 {
			_, _ = w.Write(block)
		}
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write(photo(t, 1, 100, 80)[:200])
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	mux.HandleFunc("/away", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	mux.HandleFunc("/to/{where...}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, map[string]string{"file": "/photo/z", "metadata": "http://169.254.169.254/latest", "private": "http://10.0.0.1/x.jpg", "shared": "http://100.64.0.1/x.jpg", "local": "http://[::1]/x.jpg", "mapped": "http://[fd00::1]/x.jpg", "loop": "/to/loop", "script": "file:///etc/passwd"}[r.PathValue("where")], http.StatusFound)
	})
	mux.HandleFunc("/hops/{n}", func(w http.ResponseWriter, r *http.Request) {
		to := "/photo/hops"
		if n := r.PathValue("n"); n != "" && n[0] > '1' {
			to = "/hops/" + string(n[0]-1)
		}
		http.Redirect(w, r, to, http.StatusFound)
	})
	started := httptest.NewServer(mux)
	t.Cleanup(started.Close)
	return started
}

func TestFetch_addsPicturesInTheOrderOfTheList(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s, web := newShop(t, d), server(t)
		salt, sugar := s.product(t, "Tata Salt", "1 kg", ""), shoptest.AddProduct(t, d, shoptest.Product{Name: "Sugar"})
		s.addresses(t, salt, web.URL+"/away", web.URL+"/photo/b", web.URL+"/hops/5", web.URL+"/to/file")
		s.addresses(t, sugar, web.URL+"/photo/d")
		ctx := audit.WithActor(t.Context(), audit.Actor{Name: "Asha"})
		links, err := s.Links(ctx)
		if err != nil || links.Unasked != 4 || links.Open+links.Fetched+links.Failed != 0 {
			t.Fatalf("links before anybody asks: %+v, %v, want 4 unasked", links, err)
		}
		if found, err := s.FetchNext(ctx); found || err != nil {
			t.Fatalf("an address was fetched before anybody asked: %t, %v, want false", found, err)
		}
		if links, err = s.ScheduleFetch(ctx); err != nil || links.Open != 4 {
			t.Fatalf("links once asked for: %+v, %v, want 4 open", links, err)
		}
		s.fetchAll(ctx, t)
		links, err = s.Links(ctx)
		if err != nil || links.Open != 1 || links.Fetched != 3 || len(s.images(t, salt)) != 3 || len(links.Failures) != 1 || !links.Failures[0].Again {
			t.Fatalf("links after the fetch: %+v, %v, want 3 fetched and one open, to be tried again", links, err)
		}
		for range 6 {
			s.clock.Advance(3 * time.Hour)
			s.fetchAll(ctx, t)
		}
		links, err = s.Links(ctx)
		if err != nil || links.Open != 0 || links.Failed != 1 || links.Failures[0].Reason != "The server has no time for it (503). It was tried 6 times." {
			t.Errorf("links given up: %+v, %v, want one failed after six tries with 503", links, err)
		}
		links, err = s.Links(language.In(t.Context(), "hi"))
		if err != nil || links.Failures[0].Reason != "सर्वर के पास अभी समय नहीं है (503)। 6 बार कोशिश हुई।" {
			t.Errorf("links in Hindi: %+v, %v, want the reason in Hindi", links, err)
		}
		// The failed picture comes first in the list, so once fetched it goes before the others.
		s.exec(t, `UPDATE product_image_urls SET url = $1 WHERE url = $2`, web.URL+"/photo/a", web.URL+"/away")
		before := s.images(t, salt)
		if _, err := s.ScheduleFetch(ctx); err != nil {
			t.Fatal(err)
		}
		s.fetchAll(ctx, t)
		if images := s.images(t, salt); len(images) != 4 || !slices.Equal(images[1:], before) {
			t.Errorf("the pictures are %v, want one more before %v", images, before)
		}
	})
}

func TestFetch_saysWhyAnAddressGivesNoPicture(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s, web := newShop(t, d), server(t)
		const notPublic = "This address, or one that it leads to, is not on the public internet."
		for address, reason := range map[string]string{
			web.URL + "/page":                    "Only JPEG, PNG, WebP and GIF pictures can be uploaded.",
			web.URL + "/large":                   "A picture can have at most 10 MB.",
			web.URL + "/missing":                 "The server has no such picture (404).",
			web.URL + "/to/metadata":             notPublic,
			web.URL + "/to/private":              notPublic,
			web.URL + "/to/shared":               notPublic,
			web.URL + "/to/local":                notPublic,
			web.URL + "/to/mapped":               notPublic,
			web.URL + "/to/script":               notPublic,
			web.URL + "/hops/6":                  "The address leads on to others too often.",
			web.URL + "/to/loop":                 "The address leads on to others too often.",
			web.URL + "/slow":                    "The picture did not arrive within 20 seconds.",
			"http://10.1.2.3/x.jpg":              notPublic,
			"http://user:word@example.com/x.jpg": "This is not the address of a picture.",
		} {
			s.addresses(t, s.product(t, address, "", ""), address)
			if _, err := s.ScheduleFetch(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.fetchAll(t.Context(), t)
			failure, err := db.Get[language.Stored](t.Context(), d, `SELECT failure FROM product_image_urls WHERE url = $1`, address)
			if err != nil || failure.In(language.English) != reason {
				t.Errorf("%s: the failure is %q, %v, want %q", address, failure, err, reason)
			}
			s.exec(t, `DELETE FROM product_image_urls`)
		}
	})
}

func TestFetch_isResumedByAnotherNodeAndAddsAPictureOnce(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s, web := newShop(t, d), server(t)
		productID := s.product(t, "Tata Salt", "1 kg", "")
		s.addresses(t, productID, web.URL+"/photo/a")
		if _, err := s.ScheduleFetch(t.Context()); err != nil {
			t.Fatal(err)
		}
		// A worker has claimed the address and died.
		s.exec(t, `UPDATE product_image_urls SET attempts = 1, due_at = $1`, s.clock.Now().Add(2*time.Minute))
		s.fetchAll(t.Context(), t)
		if len(s.images(t, productID)) != 0 {
			t.Error("an address leased by another worker was fetched")
		}
		s.clock.Advance(2 * time.Minute)
		s.fetchAll(t.Context(), t)
		s.fetchAll(t.Context(), t)
		if links, err := s.Links(t.Context()); err != nil || links.Fetched != 1 || len(s.images(t, productID)) != 1 {
			t.Errorf("%+v, %v, %d pictures, want one fetched and one picture", links, err, len(s.images(t, productID)))
		}
	})
}

func TestFetch_holdsAPictureSharedByProductsForReview(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s, web := newShop(t, d), server(t)
		s.addresses(t, s.product(t, "Tata Salt", "1 kg", ""), web.URL+"/photo/a")
		s.addresses(t, s.product(t, "Sugar", "1 kg", ""), web.URL+"/photo/a?again")
		if _, err := s.ScheduleFetch(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.fetchAll(t.Context(), t)
		links, err := s.Links(t.Context())
		if err != nil || links.Fetched != 1 || links.Failed != 1 || !strings.HasSuffix(links.Failures[0].Reason, "has the same picture. It waits among those to look at.") {
			t.Errorf("%+v, %v, want one fetched and one failed as a picture that another product has", links, err)
		}
		if waiting := s.waiting(t); len(waiting) != 1 || waiting[0].Reason != pictures.ReasonSame {
			t.Errorf("waiting: %+v, want one, the same picture", waiting)
		}
	})
}
