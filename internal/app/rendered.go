package app

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strings"

	"kirana/internal/render"
	"kirana/web"
)

// newSite returns the storefront in a folder, and what renders its public pages: nil
// where the folder has no script for that. Pages are rendered from what api returns.
func newSite(files fs.FS, pages pages, api http.Handler, log *slog.Logger) (*web.Site, *render.Pages, error) {
	script := web.ServerScript(files)
	if script == nil {
		site, err := web.New(files, web.Pages{Head: pages.head})
		return site, nil, err
	}
	rendered := render.New(render.Source{Script: script, Fetch: inProcessFetch(api), Version: pages.version, Log: log})
	site, err := web.New(files, web.Pages{Head: pages.head, Content: renderedContent{rendered, pages.public}.content})
	return site, rendered, err
}

// renderPages prepares the rendering of pages, and renders home ahead.
func (a *App) renderPages(ctx context.Context) error {
	if a.rendered == nil {
		return nil
	}
	a.rendered.Prepare()
	branding, err := brandingOf(a.features.settings.Shown(ctx)).JSON()
	if err == nil {
		a.rendered.Page(ctx, "/", string(branding))
	}
	return err
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

// Header returns the headers, which nothing reads.
func (r *responseRecorder) Header() http.Header { return r.header }

// WriteHeader buffers the status.
func (r *responseRecorder) WriteHeader(status int) { r.status = status }

// Write buffers a part of the body.
func (r *responseRecorder) Write(part []byte) (n int, err error) { return r.body.Write(part) }

// version changes whenever a page may show something else: with the catalog, its stock, the
// settings, and each minute, as the shop opens and closes.
func (p pages) version(ctx context.Context) string {
	snapshot := p.catalog.Snapshot()
	_, settings := p.settings.Shown(ctx)
	return fmt.Sprint(snapshot.Version(), snapshot.StockVersion(), settings, p.clock.Now().Unix()/60)
}

// renderedContent is the content of the pages that are alike for everybody.
type renderedContent struct {
	pages  *render.Pages
	public string
}

// content returns the content of home, of a listing's first page and of a product, each under
// its own address only: others, such as one with a query, have the outline. So has who saves
// data: the rendered pictures are of every size, and the app chooses small ones.
func (c renderedContent) content(r *http.Request, head web.Head) (web.Content, bool) {
	if r.Header.Get("Save-Data") == "on" {
		return web.Content{}, false
	}
	if !head.Rendered || head.Status != http.StatusOK || r.URL.RawQuery != "" || head.Canonical != c.public+escapedPath(r.URL.Path) {
		return web.Content{}, false
	}
	branding, err := head.Branding.JSON()
	if err != nil {
		return web.Content{}, false
	}
	page, found := c.pages.Page(r.Context(), r.URL.Path, string(branding))
	return web.Content{HTML: page.HTML, Data: page.Data, Key: page.Key}, found
}
