package app

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/language"
	"kirana/internal/plain"
	"kirana/internal/render"
	"kirana/internal/slug"
	"kirana/web"
)

// newSite returns the storefront built in files, and the renderers of its public pages by language. They render with data
// from api, and are nil without a server script.
func newSite(files fs.FS, pages pages, api http.Handler, log *slog.Logger) (*web.Site, renderers, error) {
	source := web.Pages{Head: pages.head, Version: pages.version, Language: pages.language}
	languages, err := web.Languages(files)
	if err != nil {
		return nil, nil, err
	}
	if web.ServerScript(files) == nil {
		site, err := web.New(files, source)
		return site, nil, err
	}
	fetch := inProcessFetch(api)
	rendered := renderers{}
	for lang, files := range languages {
		if script := web.ServerScript(files); script != nil {
			rendered[lang] = render.New(render.Source{Script: script, Fetch: fetch, Version: pages.versionText, Log: log})
		}
	}
	content := publicContent{pages, rendered, plain.New(plainPaths), fetch}
	source.Content = content.content
	site, err := web.New(files, source)
	return site, rendered, err
}

// language returns the language of a page, and whether shoppers can choose among several.
func (p pages) language(r *http.Request) (lang string, choice bool) {
	shop, _ := p.settings.GetOrLast(r.Context())
	return language.Of(r.Context()), len(shop.Languages) > 1
}

// inProcessFetch returns a function that calls the shop's API anonymously, without a network.
func inProcessFetch(api http.Handler) func(context.Context, render.Request) render.Response {
	return func(ctx context.Context, call render.Request) render.Response {
		var body io.Reader = http.NoBody
		if call.Body != "" {
			body = strings.NewReader(call.Body)
		}
		request, err := http.NewRequestWithContext(ctx, call.Method, call.Path, body)
		if err != nil {
			return render.Response{Status: http.StatusBadRequest, Body: "{}"}
		}
		if call.Body != "" {
			request.Header.Set("Content-Type", "application/json")
		}
		recorder := responseRecorder{header: http.Header{}, status: http.StatusOK}
		api.ServeHTTP(&recorder, request)
		return render.Response{Status: recorder.status, Body: recorder.body.String()}
	}
}

// responseRecorder buffers a response in memory.
type responseRecorder struct {
	header http.Header
	status int
	body   strings.Builder
}

// Header returns headers that are ignored.
func (r *responseRecorder) Header() http.Header { return r.header }

// WriteHeader stores the status.
func (r *responseRecorder) WriteHeader(status int) { r.status = status }

// Write appends to the body.
func (r *responseRecorder) Write(part []byte) (n int, err error) { return r.body.Write(part) }

// version returns a value that changes whenever a page may change: with the catalog, the stock and the settings.
func (p pages) version(ctx context.Context) web.Version {
	snapshot := p.catalog.Snapshot()
	return web.Version{snapshot.Version(), snapshot.StockVersion(), p.settings.PublicHash(ctx)}
}

func (p pages) versionText(ctx context.Context) string { return fmt.Sprint(p.version(ctx)) }

// renderers are the renderers of public pages by language. English is always present.
type renderers map[string]*render.Pages

// of returns the renderer of a language, or else the English one.
func (r renderers) of(lang string) *render.Pages { return cmp.Or(r[lang], r[language.English]) }

// publicContent returns the content of pages that are the same for all visitors.
type publicContent struct {
	pages  pages
	render renderers
	plain  *plain.Renderer
	fetch  func(context.Context, render.Request) render.Response
}

// content returns the rendered content of home, of a listing's first page or of a product, at its canonical path. It
// returns plain content for other catalog pages, for clients that save data (rendered pages also name larger pictures),
// and while too many clients wait for a rendering. For pages without the catalog it returns accountContent.
func (c publicContent) content(r *http.Request, head web.Head) (web.Content, bool) {
	if !head.Rendered || head.Status != http.StatusOK {
		return c.accountContent(r, head)
	}
	canonical := r.URL.RawQuery == "" && head.Canonical == c.pages.public+escapedPath(r.URL.Path)
	if !canonical || r.URL.Path == searchPath || savesData(r) {
		return c.plainContent(r, head)
	}
	branding, err := head.Branding.JSON()
	if err != nil {
		return web.Content{}, false
	}
	if page, found := c.rendered(r).Page(r.Context(), escapedPath(r.URL.Path), string(branding)); found {
		return web.Content{HTML: page.HTML, Data: page.Data, Key: page.Key, Stale: page.Stale}, true
	}
	return c.plainContent(r, head)
}

// rendered returns the renderer of a request's language. The first request in a language prepares it in the background, and
// pages are plain until that is done. aheadRenderer prepares the default language at the start.
func (c publicContent) rendered(r *http.Request) *render.Pages {
	rendered := c.render.of(language.Of(r.Context()))
	rendered.PrepareInBackground()
	return rendered
}

func savesData(r *http.Request) bool { return r.Header.Get("Save-Data") == "on" }

// plainContent returns the content of a public page without the web app.
func (c publicContent) plainContent(r *http.Request, head web.Head) (web.Content, bool) {
	branding := head.Branding
	shop := plain.Shop{Name: branding.Name, Heading: branding.Heading, Logo: branding.Logo, ShowsName: branding.ShowsName}
	page, found := c.plain.Page(language.Of(r.Context()), shop, c.pages.address(r), func(request render.Request) render.Response {
		return c.fetch(r.Context(), request)
	})
	if !found {
		return web.Content{}, false
	}
	return web.Content{HTML: page.HTML, Data: render.PlainResponses(r.URL.Path, page.Requests, page.Responses)}, true
}

// address parses the URL of a public page.
func (p pages) address(r *http.Request) plain.Address {
	address := plain.Address{Kind: plain.Listing, Path: r.URL.Path, Query: r.URL.Query(), SavesData: savesData(r)}
	first, second, _ := strings.Cut(strings.Trim(r.URL.Path, "/"), "/")
	switch {
	case first == "":
		address.Kind = plain.Home
	case "/"+first == searchPath:
		address.Kind = plain.Search
	case first == "product":
		address.Kind, address.Product = plain.Product, slug.ID(second)
		// The page's own API request fails if the product was deleted.
		if product, err := p.catalog.Snapshot().Product(address.Product, false); err == nil {
			address.Category, address.SubCategory = product.Category.ID, product.SubCategory.ID
		}
	default:
		address.Category, address.SubCategory = slug.ID(first), slug.ID(second)
		if address.SubCategory == address.Category {
			address.SubCategory = ""
		}
	}
	return address
}

// plainPaths builds the paths that plain pages link to.
var plainPaths = plain.Paths{
	Product: productPath,
	Category: func(name, id string) string {
		return categoryCrumb(catalog.Reference{ID: id, Name: name}).path
	},
	SubCategory: func(categoryName, categoryID, name, id string) string {
		return subCategoryPath(catalog.SubCategory{ID: id, Name: name, CategoryID: categoryID, Category: catalog.Reference{ID: categoryID, Name: categoryName}})
	},
}
