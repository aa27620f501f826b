package app

import (
	"context"
	"sync"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/language"
	"kirana/web"
)

const (
	// maxListingsAhead limits the listings rendered ahead, which take two seconds of processor time.
	maxListingsAhead = 24
	// aheadInterval is the time between checks for changed pages. A visitor who opens a changed page earlier waits for its
	// rendering.
	aheadInterval = 10 * time.Second
	// firstInterval is the pause between the first passes, during which the catalog may change.
	firstInterval = 100 * time.Millisecond
	// maxFirstPasses limits the first passes: while orders arrive, some page has always changed.
	maxFirstPasses = 5
)

// aheadRenderer renders the most visited pages, in the shop's default language, before they are requested and after they
// change.
type aheadRenderer struct {
	pages    pages
	rendered renderers
	first    chan struct{} // closed when all pages are rendered for the current version, or after maxFirstPasses
}

// renderedAhead returns a channel that is closed when the first pages are rendered, or immediately without server
// rendering.
func (a *App) renderedAhead() <-chan struct{} {
	if a.ahead != nil {
		return a.ahead.first
	}
	none := make(chan struct{})
	close(none)
	return none
}

// renderAhead runs a.ahead, if any.
func (a *App) renderAhead(ctx context.Context) error {
	if a.ahead == nil {
		return nil
	}
	return a.ahead.run(ctx)
}

// run renders pages ahead until ctx ends.
func (a *aheadRenderer) run(ctx context.Context) error {
	closeFirst := sync.OnceFunc(func() { close(a.first) })
	interval := firstInterval
	passes := 0
	for rendered := (web.Version{}); ; {
		if version := a.pages.version(ctx); version != rendered {
			complete, err := a.renderAll(ctx)
			if err != nil {
				return err
			}
			if complete {
				rendered = version
				passes++
			}
		}
		if passes >= maxFirstPasses || a.pages.version(ctx) == rendered {
			closeFirst()
			interval = aheadInterval
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(interval):
		}
	}
}

// renderAll renders missing and stale pages one by one. It stops when visitors wait for a page, and reports whether it
// rendered all.
func (a *aheadRenderer) renderAll(ctx context.Context) (complete bool, err error) {
	shop, version := a.pages.settings.GetOrLast(ctx)
	branding, err := brandingOf(shop, version).JSON()
	if err != nil {
		return false, err
	}
	lang := language.OfferedOrDefault("", shop.Languages)
	rendered := a.rendered.of(lang)
	rendered.Prepare()
	ctx = language.In(ctx, lang)
	for _, path := range a.paths() {
		select {
		case <-ctx.Done():
			return false, nil
		default:
		}
		if rendered.Waiting() > 0 {
			return false, nil
		}
		rendered.Page(ctx, escapedPath(path), string(branding))
	}
	return true, nil
}

// paths returns the paths of home and of the first listings linked from it.
func (a *aheadRenderer) paths() []string {
	categories := a.pages.catalog.Snapshot().Categories()
	paths := []string{"/"}
	for _, category := range categories[:min(len(categories), maxListingsAhead)] {
		paths = append(paths, categoryCrumb(catalog.Reference{ID: category.ID, Name: category.Name}).path)
	}
	return paths
}
