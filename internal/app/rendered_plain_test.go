package app

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kirana/internal/catalog"
	"kirana/internal/slug"
)

var (
	productLink = regexp.MustCompile(`href="(/product/[^"]+)"`)
	markup      = regexp.MustCompile(`<!--.*?-->|<[^>]*>`)
)

const vegMark = `aria-label="Veg"`

// shownProducts returns the links of the products on a page in their order, and the page's text.
func shownProducts(t *testing.T, page string) (links []string, text string) {
	t.Helper()
	_, page, found := strings.Cut(page, `id="root"`)
	page, _, embedded := strings.Cut(page, `id="page-data"`)
	if !found || !embedded {
		t.Fatalf("the page has no content between its root and its embedded data:\n%s", page)
	}
	for _, match := range productLink.FindAllStringSubmatch(page, -1) {
		if link := html.UnescapeString(match[1]); !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	return links, html.UnescapeString(markup.ReplaceAllString(page, ""))
}

// The web app renders a page only at its exact address. With a query that has no meaning, it is served plain.
func TestPages_showTheSameProductsRenderedAndPlain(t *testing.T) {
	t.Parallel()
	base, f, prepare := openRenderedShop(t, "", builtFiles(t))
	prepare()
	home := f.view.Snapshot().Home()[0]
	product := home.Products[0]
	withPerMeasure := 0
	for path, whole := range map[string]bool{
		"/": false, // the rendered home page begins with its first rows
		categoryCrumb(catalog.Reference{ID: home.Category.ID, Name: home.Category.Name}).path: true,
		productPath(product.Name, product.ID):                                                 true,
	} {
		pages := map[string]string{}
		for kind, query := range map[string]string{"rendered": "", "plain": "?utm_source=mail"} {
			status, page := get(t, base+escapedPath(path)+query)
			if status != http.StatusOK || strings.Contains(page, `"plain":true`) != (kind == "plain") {
				t.Fatalf("the %s page of %s: status %d, want 200 and a page of that kind", kind, path, status)
			}
			pages[kind] = page
		}
		rendered, renderedText := shownProducts(t, pages["rendered"])
		plain, plainText := shownProducts(t, pages["plain"])
		if len(rendered) == 0 {
			t.Errorf("the rendered page of %s links to no product, want some", path)
		}
		if marks := strings.Count(pages["rendered"], vegMark); whole && (marks == 0 || strings.Count(pages["plain"], vegMark) != marks) {
			t.Errorf("the rendered page of %s has %d veg marks and the plain one %d, want as many",
				path, marks, strings.Count(pages["plain"], vegMark))
		}
		if !whole {
			plain = slices.DeleteFunc(plain, func(link string) bool { return !slices.Contains(rendered, link) })
			slices.Sort(plain)
			slices.Sort(rendered)
		}
		if difference := cmp.Diff(rendered, plain); difference != "" {
			t.Errorf("%s: products linked (-rendered +plain):\n%s", path, difference)
		}
		for _, link := range rendered {
			shown, err := f.view.Snapshot().Product(slug.ID(strings.TrimPrefix(link, "/product/")), false)
			if err != nil {
				t.Fatalf("%s links to %s, want a product of the catalog: %v", path, link, err)
			}
			perMeasure := ""
			if u := shown.UnitPrice; u != nil {
				perMeasure = u.Price.String() + " per " + u.Per
				withPerMeasure++
			}
			for kind, text := range map[string]string{"rendered": renderedText, "plain": plainText} {
				for _, part := range []string{shown.Name, shown.Unit, shown.Payable().String(), perMeasure} {
					if !strings.Contains(text, part) {
						t.Errorf("the %s page of %s lacks %q of %s", kind, path, part, shown.Name)
					}
				}
			}
		}
	}
	if withPerMeasure == 0 {
		t.Error("no product has a unit price")
	}
}
