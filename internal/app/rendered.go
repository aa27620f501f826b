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
func newSite(files fs.FS, known pages, api http.Handler, log *slog.Logger) (*web.Site, *render.Pages, error) {
	script := web.ServerScript(files)
	if script == nil {
		site, err := web.New(files, web.Pages{Head: known.head})
		return site, nil, err
	}
	rendered := render.New(render.Source{Script: script, Ask: asker(api), Version: known.version, Log: log})
	site, err := web.New(files, web.Pages{Head: known.head, Content: renderedContent{rendered, known.public}.of})
	return site, rendered, err
}

// renderPages prepares the rendering of pages, and renders home ahead.
func (a *App) renderPages(ctx context.Context) error {
	if a.rendered == nil {
		return nil
	}
	a.rendered.Run()
	branding, err := brandingOf(a.features.settings.Shown(ctx)).JSON()
	if err == nil {
		a.rendered.Page(ctx, "/", string(branding))
	}
	return err
}

// asker calls the shop's API without a network, as nobody who is logged in.
func asker(api http.Handler) func(context.Context, render.Call) render.Reply {
	return func(ctx context.Context, call render.Call) render.Reply {
		var body io.Reader = http.NoBody
		if call.Body != "" {
			body = strings.NewReader(call.Body)
		}
		request, err := http.NewRequestWithContext(ctx, call.Method, call.Path, body)
		if err != nil {
			return render.Reply{Status: http.StatusBadRequest, Body: "{}"}
		}
		if call.Body != "" {
			request.Header.Set("Content-Type", "application/json")
		}
		reply := recordedReply{header: http.Header{}, status: http.StatusOK}
		api.ServeHTTP(&reply, request)
		return render.Reply{Status: reply.status, Body: reply.body.String()}
	}
}

// recordedReply is a response that is kept and not sent.
type recordedReply struct {
	header http.Header
	status int
	body   strings.Builder
}

// Header returns the headers, which nothing reads.
func (r *recordedReply) Header() http.Header { return r.header }

// WriteHeader keeps the status.
func (r *recordedReply) WriteHeader(status int) { r.status = status }

// Write keeps a part of the body.
func (r *recordedReply) Write(part []byte) (n int, err error) { return r.body.Write(part) }

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

// of returns the content of home, of a listing's first page and of a product, each under
// its own address only: others, such as one with a query, have the outline.
func (c renderedContent) of(r *http.Request, head web.Head) (web.Content, bool) {
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
