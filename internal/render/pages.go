package render

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"sync"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// maxPages bounds the pages that are kept: about 40 MB.
	maxPages = 300
	// maxWaiting bounds the requests that wait for a page to be rendered; the others get
	// the page before, or none.
	maxWaiting = 8
)

// Page is a rendered page.
type Page struct {
	HTML string // of the root element
	Data []byte // what it was rendered from: JSON that is safe inside a script element
	Key  string // another one for each content
}

// Source is where pages come from.
type Source struct {
	Script []byte // the app, as one script: see web/vite.server.config.ts
	// Ask calls the shop's own API, as nobody who is logged in.
	Ask func(context.Context, Call) Reply
	// Version changes whenever a page may show something else.
	Version func(context.Context) string
	Log     *slog.Logger
}

// Pages renders public pages, one at a time, and keeps them for as long as what they
// show is the same.
type Pages struct {
	source  Source
	kept    *lru.Cache[string, *keptPage]
	waiting atomic.Int32
	// turn has one token: who has it may use the engine.
	turn     chan struct{}
	compile  func() ([]byte, error)
	bytecode []byte  // nil until Run has compiled it
	engine   *engine // nil until the next render
}

// keptPage is a page with what decides whether it is still right.
type keptPage struct {
	page     Page // without HTML when it could not be rendered
	calls    []Call
	branding string
	content  [sha256.Size]byte // of the replies, as far as the page shows them
	version  atomic.Value      // of type string: the last one that had this content
}

// New returns pages that are rendered once Run has been called.
func New(source Source) *Pages {
	kept, err := lru.New[string, *keptPage](maxPages)
	if err != nil {
		panic(err) // its size is a positive constant
	}
	return &Pages{
		source: source, kept: kept, turn: make(chan struct{}, 1),
		compile: sync.OnceValues(func() ([]byte, error) { return compile(source.Script) }),
	}
}

// Run prepares the engine. Until it has, there are no pages.
func (p *Pages) Run() {
	bytecode, err := p.compile()
	if err != nil {
		p.source.Log.Error("pages are not rendered on the server", "error", err.Error())
		return
	}
	p.bytecode = bytecode
	p.turn <- struct{}{}
}

// Page returns the page at a path, decoded and without a query, and reports whether there
// is one. branding is the JSON that the page carries of the shop's name and colors.
func (p *Pages) Page(ctx context.Context, path, branding string) (Page, bool) {
	version := p.source.Version(ctx)
	before, known := p.current(ctx, path, branding, version)
	if known {
		return before.page, before.page.HTML != ""
	}
	if p.waiting.Add(1) > maxWaiting {
		p.waiting.Add(-1)
		return older(before)
	}
	defer p.waiting.Add(-1)
	select {
	case <-p.turn:
	case <-ctx.Done():
		return older(before)
	}
	defer func() { p.turn <- struct{}{} }()
	// Whoever had the turn before may have rendered it.
	if now, known := p.current(ctx, path, branding, version); known {
		return now.page, now.page.HTML != ""
	}
	return p.render(ctx, path, branding, version)
}

// Waiting is how many requests wait for a page at the moment, or are having it rendered.
func (p *Pages) Waiting() int { return int(p.waiting.Load()) }

// older is the page before, if there is one.
func older(before *keptPage) (Page, bool) {
	if before == nil {
		return Page{}, false
	}
	return before.page, before.page.HTML != ""
}

// current returns what is kept of a path, if anything, and reports whether it shows the
// shop as it is now: at another version it compares what the page was rendered from.
func (p *Pages) current(ctx context.Context, path, branding, version string) (*keptPage, bool) {
	kept, found := p.kept.Get(path)
	if !found || kept.branding != branding {
		return nil, false
	}
	if kept.version.Load() == version {
		return kept, true
	}
	replies := make([]Reply, len(kept.calls))
	for i, call := range kept.calls {
		replies[i] = p.source.Ask(ctx, call)
	}
	if contentOf(kept.calls, replies) != kept.content {
		return kept, false
	}
	kept.version.Store(version)
	return kept, true
}

// render renders a page and keeps it; a page that cannot be rendered is not tried again
// before what it shows changes.
func (p *Pages) render(ctx context.Context, path, branding, version string) (Page, bool) {
	var calls []Call
	var replies []Reply
	complete := true
	html, err := p.run((&url.URL{Path: path}).EscapedPath(), branding, func(call Call) Reply {
		reply := p.source.Ask(ctx, call)
		calls, replies = append(calls, call), append(replies, reply)
		complete = complete && reply.Status == http.StatusOK
		return reply
	})
	if err != nil {
		p.source.Log.Error("a page could not be rendered", "path", path, "error", err.Error())
	}
	if !complete || ctx.Err() != nil {
		return Page{}, false
	}
	kept := &keptPage{calls: calls, branding: branding, content: contentOf(calls, replies)}
	kept.version.Store(version)
	if err == nil {
		kept.page = Page{HTML: html, Data: dataOf(path, calls, replies)}
		sum := sha256.Sum256(append([]byte(html), kept.page.Data...))
		kept.page.Key = hex.EncodeToString(sum[:12])
	}
	p.kept.Add(path, kept)
	return kept.page, err == nil
}

// run renders with the engine, which is made when there is none. Only who has the turn
// may call it.
func (p *Pages) run(path, branding string, ask func(Call) Reply) (string, error) {
	if p.engine == nil {
		var err error
		if p.engine, err = newEngine(p.bytecode); err != nil {
			return "", err
		}
	}
	html, err := p.engine.render(path, branding, ask)
	if err != nil || p.engine.renders >= rendersPerEngine {
		p.engine.close()
		p.engine = nil
	}
	return html, err
}

// dataOf returns a page's replies for the browser; web/src/lib/embedded-responses.ts
// reads them.
func dataOf(path string, calls []Call, replies []Reply) []byte {
	type response struct {
		Method string          `json:"method"`
		Path   string          `json:"path"`
		Body   string          `json:"body"`
		Reply  json.RawMessage `json:"reply"`
	}
	responses := make([]response, len(calls))
	for i, call := range calls {
		responses[i] = response{Method: call.Method, Path: call.Path, Body: call.Body, Reply: json.RawMessage(replies[i].Body)}
	}
	data, err := json.Marshal(map[string]any{"path": path, "responses": responses})
	if err != nil {
		panic(err) // replies are JSON
	}
	return data
}

// plentyOfStock matches a number of pieces that no list shows: the storefront names
// those of LOW_STOCK_THRESHOLD (web/src/features/catalog/stock-notice.tsx) and less.
var plentyOfStock = regexp.MustCompile(`"stock":(?:[6-9]|[0-9]{2,})\b`)

// contentOf sums up replies. Numbers of pieces count only where a page shows them: all
// of them on a product's own page.
func contentOf(calls []Call, replies []Reply) [sha256.Size]byte {
	h := sha256.New()
	for i, reply := range replies {
		body := []byte(reply.Body)
		if calls[i].Path != "/api/product/getProductById" {
			body = plentyOfStock.ReplaceAll(body, []byte(`"stock":6`))
		}
		fmt.Fprintf(h, "%d %d ", reply.Status, len(body))
		h.Write(body)
	}
	return [sha256.Size]byte(h.Sum(nil))
}
