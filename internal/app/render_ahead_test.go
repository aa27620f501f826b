package app

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"kirana/internal/catalog"
	"kirana/internal/language"
	"kirana/internal/render"
)

func TestRenderAhead_rendersHomeAndTheFirstListings(t *testing.T) {
	t.Parallel()
	base, f, _ := openRenderedShop(t, "", homeFiles)
	fetch := inProcessFetch(f.router("test"))
	var requests atomic.Int32
	shop := pages{f.view, f.settings, base}
	rendered := render.New(render.Source{
		Script: []byte(homeScript), Version: shop.versionText, Log: discard(),
		Fetch: func(ctx context.Context, request render.Request) render.Response {
			requests.Add(1)
			return fetch(ctx, request)
		},
	})
	ahead := aheadRenderer{pages: shop, rendered: renderers{language.English: rendered}}
	branding, err := brandingOf(f.settings.GetOrLast(t.Context())).JSON()
	if err != nil {
		t.Fatal(err)
	}
	category := f.view.Snapshot().Categories()[0]
	paths := []string{"/", categoryCrumb(catalog.Reference{ID: category.ID, Name: category.Name}).path}

	renderAll := func() {
		t.Helper()
		if complete, err := ahead.renderAll(t.Context()); err != nil || !complete {
			t.Fatalf("render all pages: complete %t, %v, want true", complete, err)
		}
	}
	assertAtHand := func(when string) {
		t.Helper()
		before := requests.Load()
		for _, path := range paths {
			if _, found := rendered.Page(t.Context(), escapedPath(path), string(branding)); !found {
				t.Errorf("%s: the page %s is not rendered", when, path)
			}
		}
		if after := requests.Load(); after != before {
			t.Errorf("%s: a visitor's page made %d requests, want none", when, after-before)
		}
	}
	renderAll()
	assertAtHand("at the start")

	admin := &client{t: t, base: base}
	admin.login(demoAdminEmail, demoAdminPassword)
	product := f.view.Snapshot().Home()[0].Products[0]
	admin.must("PUT", "/product/update/"+product.ID, record{"price": 4321, "discount": 0})
	before := requests.Load()
	renderAll()
	if requests.Load() == before {
		t.Error("nothing is looked at after a change")
	}
	assertAtHand("after a change")
}

func TestRenderAhead_isInTheDefaultLanguage(t *testing.T) {
	t.Parallel()
	base, f, _ := openRenderedShop(t, "", homeFiles)
	if _, err := f.settings.Update(t.Context(), []byte(`{"languages":["hi","en"]}`)); err != nil {
		t.Fatal(err)
	}
	shop := pages{f.view, f.settings, base}
	all := renderers{}
	asked := map[string][]string{} // the languages of the requests, by the renderer's language
	for _, lang := range []string{language.English, "hi"} {
		fetch := inProcessFetch(f.router("test"))
		all[lang] = render.New(render.Source{
			Script: []byte(homeScript), Version: shop.versionText, Log: discard(),
			Fetch: func(ctx context.Context, request render.Request) render.Response {
				asked[lang] = append(asked[lang], language.Of(ctx))
				return fetch(ctx, request)
			},
		})
	}
	ahead := aheadRenderer{pages: shop, rendered: all}
	if complete, err := ahead.renderAll(t.Context()); err != nil || !complete {
		t.Fatalf("render all pages: complete %t, %v, want true", complete, err)
	}
	if len(asked[language.English]) > 0 || len(asked["hi"]) == 0 || slices.ContainsFunc(asked["hi"], func(lang string) bool { return lang != "hi" }) {
		t.Errorf("requests by language: %v, want Hindi ones alone", asked)
	}
}

func TestRenderAhead_rendersPagesChangedMeanwhileAgain(t *testing.T) {
	t.Parallel()
	base, f, _ := openRenderedShop(t, "", homeFiles)
	fetch := inProcessFetch(f.router("test"))
	admin := &client{t: t, base: base}
	admin.login(demoAdminEmail, demoAdminPassword)
	product := f.view.Snapshot().Home()[0].Products[0]
	// given a price that changes once the first page is rendered
	change := sync.OnceFunc(func() {
		admin.must("PUT", "/product/update/"+product.ID, record{"price": 4321, "discount": 0})
	})
	shop := pages{f.view, f.settings, base}
	var requests atomic.Int32
	rendered := render.New(render.Source{
		Script: []byte(homeScript), Version: shop.versionText, Log: discard(),
		Fetch: func(ctx context.Context, request render.Request) render.Response {
			requests.Add(1)
			response := fetch(ctx, request)
			change()
			return response
		},
	})
	// when the pages are rendered ahead
	ahead := aheadRenderer{pages: shop, rendered: renderers{language.English: rendered}, first: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- ahead.run(ctx) }()
	<-ahead.first
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	// then home is rendered with the current price
	branding, err := brandingOf(f.settings.GetOrLast(t.Context())).JSON()
	if err != nil {
		t.Fatal(err)
	}
	before := requests.Load()
	if _, found := rendered.Page(t.Context(), "/", string(branding)); !found || requests.Load() != before {
		t.Errorf("the page / is rendered: %t, with %d requests, want true with none", found, requests.Load()-before)
	}
}
