package render_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/render"
	"kirana/internal/shoptest"
)

// app renders a page with a price. /throws and /fails fail to render, /fails after it has its data; /endless and /endless-later never end.
const app = `
const rendered = {}
globalThis.rendered = rendered
globalThis.startRendering = (path, branding) => {
  rendered.html = rendered.error = undefined
  if (path === '/throws') { rendered.error = 'no such category'; return }
  while (path === '/endless') {}
  Promise.resolve().then(() => {
    while (path === '/endless-later') {}
    const { status, body } = JSON.parse(callShop('GET', '/api/price' + path, ''))
    if (path === '/fails') { rendered.error = 'out of time'; return }
    const { price } = JSON.parse(body)
    rendered.html = '<h1>' + JSON.parse(branding).name + ' ' + price + '</h1>'
  })
}`

// shop holds the data of the pages.
type shop struct {
	mu      sync.Mutex
	body    string
	status  int
	version int
	asked   atomic.Int32
}

func (s *shop) set(body string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.body = body
	s.version++
}

func (s *shop) fetch(context.Context, render.Request) render.Response {
	s.asked.Add(1)
	s.mu.Lock()
	defer s.mu.Unlock()
	return render.Response{Status: s.status, Body: s.body}
}

func (s *shop) shownVersion(context.Context) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprint(s.version)
}

const branding = `{"name":"Asha's"}`

func newPages(t *testing.T) (*shop, *render.Pages) {
	t.Helper()
	s := &shop{body: `{"price":42,"stock":9}`, status: http.StatusOK}
	pages := render.New(render.Source{
		Script: []byte(app), Fetch: s.fetch, Version: s.shownVersion, Log: slog.New(slog.DiscardHandler),
	})
	pages.Prepare()
	return s, pages
}

func TestPage_isRenderedAgainWhenItsDataChanges(t *testing.T) {
	t.Parallel()
	s, pages := newPages(t)
	first, found := pages.Page(t.Context(), "/dal", branding)
	if !found || first.HTML != "<h1>Asha's 42</h1>" {
		t.Fatalf("the page is %q, found %t, want Asha's price 42", first.HTML, found)
	}
	if want := `{"path":"/dal","responses":[{"method":"GET","path":"/api/price/dal","body":"","reply":{"price":42,"stock":9}}]}`; string(first.Data) != want {
		t.Errorf("the page's data are %s\nwant %s", first.Data, want)
	}
	asked := s.asked.Load()
	if again, _ := pages.Page(t.Context(), "/dal", branding); again.Key != first.Key || s.asked.Load() != asked {
		t.Error("a page is made again for the same version of the shop")
	}
	s.set(`{"price":42,"stock":8}`)
	if again, _ := pages.Page(t.Context(), "/dal", branding); again.Key != first.Key {
		t.Error("a page is made again for a number of pieces that it does not show")
	}
	for _, body := range []string{`{"price":42,"stock":5}`, `{"price":43,"stock":5}`} {
		s.set(body)
		if again, found := pages.Page(t.Context(), "/dal", branding); !found || again.Key == first.Key {
			t.Errorf("the page of %s has the key %s, found %t, want another key than before", body, again.Key, found)
		}
	}
	if other, _ := pages.Page(t.Context(), "/dal", `{"name":"Ravi's"}`); !strings.Contains(other.HTML, "Ravi's") {
		t.Errorf("the page with another branding is %s, want Ravi's", other.HTML)
	}
}

func TestPage_escapesDataForItsScriptElement(t *testing.T) {
	t.Parallel()
	s, pages := newPages(t)
	s.set(`{"price":"</script><script>alert(1)</script>"}`)
	page, _ := pages.Page(t.Context(), "/dal", branding)
	if strings.Contains(string(page.Data), "<") {
		t.Errorf("the page's data are %s, want < escaped", page.Data)
	}
}

func TestPage_isNotFoundWhenRenderingFails(t *testing.T) {
	t.Parallel()
	s, pages := newPages(t)
	for range 2 {
		if page, found := pages.Page(t.Context(), "/throws", branding); found {
			t.Errorf("a page that throws is rendered as %q, want none", page.HTML)
		}
	}
	if _, found := pages.Page(t.Context(), "/dal", branding); !found {
		t.Error("no page is rendered after a failed one")
	}
	s.status = http.StatusServiceUnavailable
	if _, found := pages.Page(t.Context(), "/besan", branding); found {
		t.Error("a page was made of a refusal")
	}
	s.status = http.StatusOK
	if _, found := pages.Page(t.Context(), "/besan", branding); !found {
		t.Error("the refusal is still remembered")
	}
}

func TestPage_isTriedAgainAMinuteAfterItFailed(t *testing.T) {
	t.Parallel()
	s, now := &shop{body: `{"price":42}`, status: http.StatusOK}, clock.NewManual(shoptest.Epoch)
	pages := render.New(render.Source{
		Script: []byte(app), Fetch: s.fetch, Version: s.shownVersion, Clock: now, Log: slog.New(slog.DiscardHandler),
	})
	pages.Prepare()
	render := func() (asked int32) {
		before := s.asked.Load()
		if _, found := pages.Page(t.Context(), "/fails", branding); found {
			t.Error("/fails is found, want a page that fails")
		}
		return s.asked.Load() - before
	}
	if first, again := render(), render(); first != 1 || again != 0 {
		t.Errorf("a page that fails asked for data %d and then %d times, want 1 and 0", first, again)
	}
	now.Advance(61 * time.Second)
	if later := render(); later != 1 {
		t.Errorf("a minute later the page asked for data %d times, want 1", later)
	}
}

func TestPage_isAbortedAfterTheTimeout(t *testing.T) {
	t.Parallel()
	s := &shop{body: `{"price":42}`, status: http.StatusOK}
	pages := render.New(render.Source{
		Script: []byte(app), Fetch: s.fetch, Version: s.shownVersion, Timeout: time.Second, Log: slog.New(slog.DiscardHandler),
	})
	pages.Prepare()
	for _, path := range []string{"/endless", "/endless-later"} {
		if page, found := pages.Page(t.Context(), path, branding); found {
			t.Errorf("the endless page %s is rendered as %q, want none", path, page.HTML)
		}
	}
	if page, _ := pages.Page(t.Context(), "/dal", branding); page.HTML != "<h1>Asha's 42</h1>" {
		t.Errorf("after a page without an end others are %q, want %q", page.HTML, "<h1>Asha's 42</h1>")
	}
}

func TestPage_isRenderedByAReplacedEngine(t *testing.T) {
	t.Parallel()
	_, pages := newPages(t)
	for i := range 120 {
		if _, found := pages.Page(t.Context(), fmt.Sprintf("/%d", i), branding); !found {
			t.Fatalf("page %d is not rendered", i)
		}
	}
}

func TestPage_isRenderedOnceForConcurrentRequests(t *testing.T) {
	t.Parallel()
	s, pages := newPages(t)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if _, found := pages.Page(t.Context(), "/dal", branding); !found {
				t.Error("the page is missing")
			}
		})
	}
	all.Wait()
	if asked := s.asked.Load(); asked != 1 {
		t.Errorf("the shop was asked %d times, want 1", asked)
	}
}

func TestPage_isServedStaleWhileRendersWait(t *testing.T) {
	t.Parallel()
	s := &shop{body: `{"price":42}`, status: http.StatusOK}
	busy := make(chan struct{})
	pages := render.New(render.Source{
		Script: []byte(app), Version: s.shownVersion, Log: slog.New(slog.DiscardHandler),
		Fetch: func(ctx context.Context, request render.Request) render.Response {
			if strings.HasSuffix(request.Path, "/slow") {
				<-busy
			}
			return s.fetch(ctx, request)
		},
	})
	pages.Prepare()
	first, _ := pages.Page(t.Context(), "/dal", branding)
	var waiting sync.WaitGroup
	for range 8 {
		waiting.Go(func() { pages.Page(t.Context(), "/slow", branding) })
	}
	for pages.Waiting() < 8 {
		runtime.Gosched()
	}
	s.set(`{"price":43}`)
	if page, found := pages.Page(t.Context(), "/dal", branding); !found || page.Key != first.Key {
		t.Errorf("the page while eight wait has the key %q, found %t, want the earlier page's %q", page.Key, found, first.Key)
	}
	if _, found := pages.Page(t.Context(), "/besan", branding); found {
		t.Error("a ninth request waits for a page that is not rendered yet")
	}
	close(busy)
	waiting.Wait()
	if page, _ := pages.Page(t.Context(), "/dal", branding); page.HTML != "<h1>Asha's 43</h1>" {
		t.Errorf("the page once nobody waits is %q, want %q", page.HTML, "<h1>Asha's 43</h1>")
	}
}
