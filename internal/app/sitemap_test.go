package app

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog/admin"
)

// addresses returns the addresses in a sitemap or in a sitemap index.
func addresses(t *testing.T, base, path string) []string {
	t.Helper()
	status, body := get(t, base+path)
	var document struct {
		Pages []string `xml:"url>loc"`
		Files []string `xml:"sitemap>loc"`
	}
	if err := xml.Unmarshal([]byte(body), &document); err != nil || status != http.StatusOK {
		t.Fatalf("%s: %d %v, want %d", path, status, err, http.StatusOK)
	}
	return append(document.Pages, document.Files...)
}

func TestSitemap_listsAllPublicPages(t *testing.T) {
	t.Parallel()
	var c smallShop
	var shop *features
	base := openShop(t, "", func(ctx context.Context, f *features) error {
		shop = f
		return c.stock(ctx, f)
	})
	const public = "http://shop.example"
	dal := public + "/product/%3C-script%3E%3Cb%3E%22Toor%22---Dal-" + c.dal.ID
	all := addresses(t, base, "/sitemap.xml")
	for _, page := range []string{public + "/", public + "/terms", dal, public + "/Dal--Rice---more-" + c.subCategory.CategoryID + "/All-" + c.subCategory.CategoryID, public + "/Dal--Rice---more-" + c.subCategory.CategoryID + "/Toor-Arhar-" + c.subCategory.ID} {
		if !slices.Contains(all, page) {
			t.Errorf("the sitemap lacks %s", page)
		}
	}
	for _, page := range all {
		if status, _ := get(t, base+strings.TrimPrefix(page, public)); status != http.StatusOK {
			t.Errorf("%s is answered with %d, want %d", page, status, http.StatusOK)
		}
	}
	if status, _ := get(t, base+"/sitemaps/1.xml"); status != http.StatusNotFound {
		t.Errorf("a sitemap of one file has parts: %d, want %d", status, http.StatusNotFound)
	}

	hidden := false
	if _, err := shop.admin.UpdateProduct(t.Context(), c.dal.ID, admin.ProductForm{Publish: &hidden}); err != nil {
		t.Fatal(err)
	}
	if slices.Contains(addresses(t, base, "/sitemap.xml"), dal) {
		t.Error("the sitemap names a product that is not published")
	}
	_, robots := get(t, base+"/robots.txt")
	for _, line := range []string{"Disallow: /dashboard\n", "Disallow: /api/\n", "Sitemap: " + public + "/sitemap.xml\n"} {
		if !strings.Contains(robots, line) {
			t.Errorf("robots.txt lacks %q:\n%s", line, robots)
		}
	}
}

func TestSitemap_ofManyPagesIsAnIndexOfFiles(t *testing.T) {
	t.Parallel()
	var shop *features
	base := openShop(t, "", func(_ context.Context, f *features) error {
		shop = f
		return nil
	})
	whole := addresses(t, base, "/sitemap.xml")
	split := &sitemaps{catalog: shop.view, public: "http://shop.example", perFile: 50, shopPages: []string{"/", "/about", "/contact", "/delivery", "/returns", "/privacy", "/terms"}}
	server := httptest.NewServer(split.handler(http.NotFoundHandler()))
	t.Cleanup(server.Close)
	files := addresses(t, server.URL, "/sitemap.xml")
	var pages []string
	for _, file := range files {
		part := addresses(t, server.URL, strings.TrimPrefix(file, "http://shop.example"))
		if len(part) > 50 {
			t.Errorf("%s has %d addresses, want at most 50", file, len(part))
		}
		pages = append(pages, part...)
	}
	if diff := cmp.Diff(whole, pages); len(files) < 3 || diff != "" {
		t.Errorf("addresses of %d files, want at least 3 (-complete +parts):\n%s", len(files), diff)
	}
	for _, missing := range []string{"/sitemaps/99.xml", "/sitemaps/0.xml", "/sitemaps/x.xml"} {
		if status, _ := get(t, server.URL+missing); status != http.StatusNotFound {
			t.Errorf("%s is answered with %d, want %d", missing, status, http.StatusNotFound)
		}
	}
	listed := &split.listed[0]
	if status, _ := get(t, server.URL+"/sitemaps/98.xml"); status != http.StatusNotFound || &split.listed[0] != listed {
		t.Error("a missing file makes all addresses listed again")
	}
}
