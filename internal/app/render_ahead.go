package app

import (
	"context"
	"sync"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/render"
	"kirana/web"
)

const (
	// maxListingsAhead is how many listings are rendered ahead: they take a processor for two seconds.
	maxListingsAhead = 24
	// aheadInterval is how often the pages are looked through for changes. Whoever opens a changed page before waits for its
	// rendering.
	aheadInterval = 10 * time.Second
	// firstInterval is the pause between passes until the first pages are fresh: at the start the catalog may be read meanwhile.
	firstInterval = 100 * time.Millisecond
	// maxFirstPasses bounds the complete ones: while orders come in, something has always changed.
	maxFirstPasses = 5
)

// aheadRenderer renders the pages that most visits begin with before somebody asks for them, and again when what they show has changed.
type aheadRenderer struct {
	pages    pages
	rendered *render.Pages
	first    chan struct{} // closed once all of them have been rendered at the catalog's current version, or maxFirstPasses times
}

// renderedAhead is closed once the first pages are rendered, or at once where none are.
func (a *App) renderedAhead() <-chan struct{} {
	if a.ahead != nil {
		return a.ahead.first
	}
	none := make(chan struct{})
	close(none)
	return none
}

// renderAhead is the worker of a.ahead.
func (a *App) renderAhead(ctx context.Context) error {
	if a.ahead == nil {
		return nil
	}
	return a.ahead.run(ctx)
}

// run prepares the rendering of pages, and renders ahead until the context ends.
func (a *aheadRenderer) run(ctx context.Context) error {
	a.rendered.Prepare()
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

// renderAll renders the pages that are missing or stale, one after the other. It gives way to visitors who wait for a page,
// and reports whether it has come to the end.
func (a *aheadRenderer) renderAll(ctx context.Context) (complete bool, err error) {
	branding, err := brandingOf(a.pages.settings.Shown(ctx)).JSON()
	if err != nil {
		return false, err
	}
	for _, path := range a.paths() {
		select {
		case <-ctx.Done():
			return false, nil
		default:
		}
		if a.rendered.Waiting() > 0 {
			return false, nil
		}
		a.rendered.Page(ctx, escapedPath(path), string(branding))
	}
	return true, nil
}

// paths returns home and the first listings that it leads to.
func (a *aheadRenderer) paths() []string {
	categories := a.pages.catalog.Snapshot().Categories()
	paths := []string{"/"}
	for _, category := range categories[:min(len(categories), maxListingsAhead)] {
		paths = append(paths, categoryCrumb(catalog.Reference{ID: category.ID, Name: category.Name}).path)
	}
	return paths
}
