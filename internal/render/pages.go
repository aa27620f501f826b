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
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"kirana/internal/clock"
)

const (
	// maxPages limits the cached pages, to about 40 MB.
	maxPages = 300
	// maxWaiting limits the requests that wait for a rendering. Further requests get the stale
	// page, or none.
	maxWaiting = 8
)

// Page is a rendered page.
type Page struct {
	HTML string // of the root element
	Data []byte // the data that it was rendered from: JSON that is safe inside a script element
	Key  string // hash of HTML and Data, in hex, for an ETag
	// Stale is set if the content has changed and could not be rendered again in time.
	Stale bool
}

// Source provides the app and its data.
type Source struct {
	Script []byte // the app, as one script: see web/vite.server.config.ts
	// Fetch calls the shop's own API anonymously.
	Fetch func(context.Context, Request) Response
	// Version returns a value that changes whenever a page may change.
	Version func(context.Context) string
	// Timeout limits rendering one page; 0 means renderTimeout.
	Timeout time.Duration
	Clock   clock.Clock // nil means the system's
	Log     *slog.Logger
}

// Pages renders public pages, one at a time, and caches each until its content changes. While a page
// cannot be rendered again, the old one is served as stale.
type Pages struct {
	source  Source
	cache   *lru.Cache[string, *cachedPage]
	waiting atomic.Int32
	// engineSem is a semaphore of 1 that guards engine. It is empty until Prepare.
	engineSem chan struct{}
	prepared  atomic.Bool
	once      sync.Once   // guards prepare
	started   atomic.Bool // by PrepareInBackground
	compile   func() ([]byte, error)
	bytecode  []byte  // nil until Prepare has compiled it
	engine    *engine // nil until the next render
}

// cachedPage is a page with the state by which its freshness is checked.
type cachedPage struct {
	page        Page      // has no HTML if it could not be rendered
	retryAt     time.Time // of a page that could not be rendered; otherwise zero
	requests    []Request
	branding    string
	contentHash [sha256.Size]byte // of the responses, ignoring stocks that the page does not show
	version     atomic.Value      // of type string: the last version at which the page was fresh
}

// New returns a Pages that renders after Prepare has been called.
func New(source Source) *Pages {
	cache, err := lru.New[string, *cachedPage](maxPages)
	if err != nil {
		panic(err) // only for a size of 0
	}
	if source.Timeout == 0 {
		source.Timeout = renderTimeout
	}
	if source.Clock == nil {
		source.Clock = clock.System{}
	}
	return &Pages{
		source: source, cache: cache, engineSem: make(chan struct{}, 1),
		compile: sync.OnceValues(func() ([]byte, error) { return compile(source.Script) }),
	}
}

// Prepare compiles the app at its first call, and logs an error. No page is rendered before it has
// succeeded.
func (p *Pages) Prepare() { p.once.Do(p.prepare) }

func (p *Pages) prepare() {
	bytecode, err := p.compile()
	if err != nil {
		p.source.Log.Error("pages are not rendered on the server", "error", err.Error())
		return
	}
	p.bytecode = bytecode
	p.prepared.Store(true)
	p.engineSem <- struct{}{}
}

// PrepareInBackground calls Prepare in the background, at its first call.
func (p *Pages) PrepareInBackground() {
	if p.started.CompareAndSwap(false, true) {
		go p.Prepare()
	}
}

// Page returns the page at an address, an escaped path that may have a query, and reports whether
// one is available. branding is the JSON of the shop's name and colors.
func (p *Pages) Page(ctx context.Context, address, branding string) (Page, bool) {
	version := p.source.Version(ctx)
	cached, fresh := p.current(ctx, address, branding, version)
	if fresh {
		return cached.page, cached.page.HTML != ""
	}
	if !p.prepared.Load() {
		return stale(cached)
	}
	if p.waiting.Add(1) > maxWaiting {
		p.waiting.Add(-1)
		return stale(cached)
	}
	defer p.waiting.Add(-1)
	select {
	case <-p.engineSem:
	case <-ctx.Done():
		return stale(cached)
	}
	defer func() { p.engineSem <- struct{}{} }()
	// Another request may have rendered the page meanwhile.
	if cached, fresh := p.current(ctx, address, branding, version); fresh {
		return cached.page, cached.page.HTML != ""
	}
	return p.render(ctx, address, branding, version)
}

// Waiting returns the number of requests that wait for a rendering or are being rendered.
func (p *Pages) Waiting() int { return int(p.waiting.Load()) }

// stale returns the stale page, if there is one.
func stale(cached *cachedPage) (Page, bool) {
	if cached == nil {
		return Page{}, false
	}
	page := cached.page
	page.Stale = true
	return page, page.HTML != ""
}

// current returns the cached page for an address, if there is one, and reports whether it is fresh.
// If the version has changed, current compares the data that the page was rendered from.
func (p *Pages) current(ctx context.Context, address, branding, version string) (*cachedPage, bool) {
	cached, found := p.cache.Get(address)
	if !found || cached.branding != branding || !cached.retryAt.IsZero() && p.source.Clock.Now().After(cached.retryAt) {
		return nil, false
	}
	if cached.version.Load() == version {
		return cached, true
	}
	responses := make([]Response, len(cached.requests))
	for i, request := range cached.requests {
		responses[i] = p.source.Fetch(ctx, request)
	}
	if contentHash(cached.requests, responses) != cached.contentHash {
		return cached, false
	}
	cached.version.Store(version)
	return cached, true
}

// render renders a page and caches it. A rendering error is cached, too, until the content changes, at
// most for renderRetry; a page whose data could not be fetched is not cached.
func (p *Pages) render(ctx context.Context, address, branding, version string) (Page, bool) {
	var requests []Request
	var responses []Response
	complete := true
	target, err := url.Parse(address)
	if err != nil {
		return Page{}, false
	}
	html, err := p.renderWithEngine(address, branding, func(request Request) Response {
		response := p.source.Fetch(ctx, request)
		requests, responses = append(requests, request), append(responses, response)
		complete = complete && response.Status == http.StatusOK
		return response
	})
	if err != nil {
		p.source.Log.Error("a page could not be rendered", "address", address, "error", err.Error())
	}
	if !complete || ctx.Err() != nil {
		return Page{}, false
	}
	cached := &cachedPage{requests: requests, branding: branding, contentHash: contentHash(requests, responses)}
	cached.version.Store(version)
	if err != nil {
		cached.retryAt = p.source.Clock.Now().Add(renderRetry)
	} else {
		cached.page = Page{HTML: html, Data: EmbeddedResponses(target.Path, requests, responses)}
		sum := sha256.Sum256(append([]byte(html), cached.page.Data...))
		cached.page.Key = hex.EncodeToString(sum[:12])
	}
	p.cache.Add(address, cached)
	return cached.page, err == nil
}

// renderWithEngine renders with the engine, and creates it if necessary. The caller holds
// engineSem.
func (p *Pages) renderWithEngine(address, branding string, fetch func(Request) Response) (string, error) {
	if p.engine == nil {
		var err error
		if p.engine, err = newEngine(p.bytecode, p.source.Timeout); err != nil {
			return "", err
		}
	}
	html, err := p.engine.render(address, branding, fetch)
	if err != nil || p.engine.renders >= rendersPerEngine {
		p.engine.close()
		p.engine = nil
	}
	return html, err
}

// EmbeddedResponses encodes the responses that a page was rendered from, for the browser: JSON that
// is safe inside a script element. web/src/lib/hydration/embedded-responses.ts reads it.
func EmbeddedResponses(path string, requests []Request, responses []Response) []byte {
	return embed(pageData{Path: path}, requests, responses)
}

// PlainResponses is like EmbeddedResponses, for a page that the web app did not render and will
// replace.
func PlainResponses(path string, requests []Request, responses []Response) []byte {
	return embed(pageData{Path: path, Plain: true}, requests, responses)
}

// pageData is the data embedded in a page for the web app.
type pageData struct {
	Path      string             `json:"path"`
	Plain     bool               `json:"plain,omitempty"`
	Responses []embeddedResponse `json:"responses"`
}

type embeddedResponse struct {
	Method   string          `json:"method"`
	Path     string          `json:"path"`
	Body     string          `json:"body"`
	Response json.RawMessage `json:"reply"`
}

func embed(page pageData, requests []Request, responses []Response) []byte {
	page.Responses = make([]embeddedResponse, len(requests))
	for i, request := range requests {
		page.Responses[i] = embeddedResponse{Method: request.Method, Path: request.Path, Body: request.Body, Response: json.RawMessage(responses[i].Body)}
	}
	data, err := json.Marshal(page)
	if err != nil {
		panic(err) // responses are JSON
	}
	return data
}

// plentyOfStock matches a stock that no list shows: the storefront shows stocks up to
// LOW_STOCK_THRESHOLD (web/src/features/catalog/stock-notice.tsx). [6-9] begins at
// LOW_STOCK_THRESHOLD+1 and must change with it and view.LowStockThreshold.
var plentyOfStock = regexp.MustCompile(`"stock":(?:[6-9]|[0-9]{2,})\b`)

// contentHash hashes the responses. It ignores stocks that the page does not show; a product's own
// page shows every stock.
func contentHash(requests []Request, responses []Response) [sha256.Size]byte {
	h := sha256.New()
	for i, response := range responses {
		body := []byte(response.Body)
		if requests[i].Path != "/api/product/getProductById" {
			body = plentyOfStock.ReplaceAll(body, []byte(`"stock":6`))
		}
		fmt.Fprintf(h, "%d %d ", response.Status, len(body))
		h.Write(body)
	}
	return [sha256.Size]byte(h.Sum(nil))
}
