// Package view serves the catalog from memory: an immutable snapshot behind an atomic pointer. Orders read the database
// instead.
package view

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/tax/rates"
)

// View keeps the current snapshot and the search index up to date.
type View struct {
	db    *db.DB
	clock clock.Clock
	log   *slog.Logger

	current atomic.Pointer[Snapshot]
	index   *search.Index

	// refreshing is held from reading the database until the index has the result; it guards feed and salesAt. building is
	// held while a writer derives the next snapshot from the current one. Lock refreshing first.
	refreshing sync.Mutex
	building   sync.Mutex
	feed       changeFeed
	loaded     bool
	salesAt    time.Time // last count of the sales; zero: never
	// unindexed holds the changes since Load while BuildIndex still has to build the index; otherwise it is nil.
	unindexed *reindexing
	indexed   chan struct{} // closed once searches use the index

	pollInterval     time.Duration
	maxIndexedAtOpen int    // Load builds the index up to this number of products
	onRefresh        func() // called by Follow after each refresh; for tests
	onIndexBuilt     func() // called by BuildIndex before later changes are indexed; for tests
}

// New returns an empty view. Call Refresh or Load before the first read, and run Follow to receive changes of other
// processes.
func New(d *db.DB, c clock.Clock, log *slog.Logger) *View {
	v := &View{
		db: d, clock: c, log: log, index: search.New(), indexed: make(chan struct{}),
		pollInterval: pollInterval, maxIndexedAtOpen: maxIndexedAtOpen, onRefresh: func() {}, onIndexBuilt: func() {},
	}
	empty := emptySnapshot(v.index)
	empty.clock = c
	v.current.Store(empty)
	return v
}

// Snapshot returns the current catalog. Use one snapshot for all of a response.
func (v *View) Snapshot() *Snapshot { return v.current.Load() }

// Refresh updates the snapshot and the search index from the database.
func (v *View) Refresh(ctx context.Context) error {
	v.refreshing.Lock()
	defer v.refreshing.Unlock()
	next, r, err := v.refreshSnapshot(ctx)
	if err != nil {
		return err
	}
	if v.unindexed != nil {
		v.unindexed.add(r)
		return nil
	}
	v.reindex(next, r)
	return nil
}

// refreshSnapshot updates the snapshot, and returns it with the changes for the index.
func (v *View) refreshSnapshot(ctx context.Context) (*Snapshot, reindexing, error) {
	head, err := v.feed.head(ctx, v.db, v.db.OldestOpenTx())
	if err != nil {
		return nil, reindexing{}, err
	}
	u, feed, err := v.read(ctx, v.db, head)
	if err != nil {
		return nil, reindexing{}, err
	}
	now := v.clock.Now()
	if now.Sub(v.salesAt) >= salesInterval {
		counting := db.WithTimeout(ctx, catalogTimeout)
		if u.sold, err = v.ReadSales(counting, v.db, now.Add(-salesPeriod)); err != nil {
			return nil, reindexing{}, err
		}
		if u.buyers, err = readBuyers(counting, v.db, now); err != nil {
			return nil, reindexing{}, err
		}
		v.salesAt = now
	}
	v.feed, v.loaded = feed, true
	v.building.Lock()
	defer v.building.Unlock()
	next, r := v.current.Load().merge(u)
	v.current.Store(next)
	return next, r, nil
}

// read returns the changes since the last refresh, at least up to head, and the feed after them.
func (v *View) read(ctx context.Context, q db.Querier, head feedHead) (u update, feed changeFeed, err error) {
	if !v.loaded || v.feed.behind(head) {
		if feed, err = v.feed.startAt(ctx, q, head); err != nil {
			return u, feed, err
		}
		if u.products, err = catalog.AllProducts(db.WithTimeout(ctx, allProductsTimeout), q); err != nil {
			return u, feed, err
		}
		u.complete = true
		return u, feed, readCategories(ctx, q, &u)
	}
	ctx = db.WithTimeout(ctx, catalogTimeout)
	changes, feed, err := v.feed.next(ctx, q, head)
	if err != nil {
		return u, feed, err
	}
	var ids []string
	queued := map[string]bool{}
	for _, change := range changes {
		switch {
		case change.ProductID == nil:
			if u.categories == nil {
				if err := readCategories(ctx, q, &u); err != nil {
					return u, feed, err
				}
			}
		case !queued[*change.ProductID] && !v.shows(change):
			ids, queued[*change.ProductID] = append(ids, *change.ProductID), true
		}
	}
	products, err := catalog.ReadProducts(ctx, q, ids)
	for _, product := range products {
		u.products = append(u.products, &product) // copy, so that the snapshot does not keep the whole slice in memory
	}
	return u, feed, err
}

func readCategories(ctx context.Context, q db.Querier, u *update) (err error) {
	if u.categories, err = catalog.AllCategories(ctx, q); err != nil {
		return err
	}
	if u.subCategories, err = catalog.AllSubCategories(ctx, q); err != nil {
		return err
	}
	u.rates, err = rates.Table(ctx, q)
	return err
}

// shows reports whether the snapshot already has this version of the product, as after an order of this process (ShowStock).
func (v *View) shows(change changedRecord) bool {
	product := v.current.Load().find(*change.ProductID)
	return product != nil && change.UpdatedAt != nil && !change.UpdatedAt.After(product.UpdatedAt)
}

// refreshTimeout bounds the refresh after a commit of this process.
const refreshTimeout = 5 * time.Second

// ShowCommitted refreshes the snapshot after a commit of this process. It only logs an error: the change is committed, and
// Follow retries.
func (v *View) ShowCommitted(ctx context.Context) {
	// Others must see the change even if the client that made it has disconnected.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), refreshTimeout)
	defer cancel()
	if err := v.Refresh(ctx); err != nil {
		v.log.Error("show a committed catalog change", "error", err.Error())
	}
}

// ShowStock shows the stock after a committed transaction of this process.
func (v *View) ShowStock(changed []catalog.Product) {
	v.building.Lock()
	defer v.building.Unlock()
	if next := v.current.Load().withStock(changed); next != nil {
		v.current.Store(next)
	}
}

// Topic notifies all nodes of an edit of the catalog (db.Tx.NotifyNodes). Orders do not use it for stock.
const Topic = "catalog"

const (
	// catalogTimeout bounds each statement that reads changes.
	catalogTimeout = 15 * time.Second
	// allProductsTimeout bounds reading all products. A million take 15 s on an idle machine; a busy machine or slow disk
	// needs more.
	allProductsTimeout = 5 * time.Minute
)

// pollInterval is how often Follow reads changes of other processes without a notification.
const pollInterval = 500 * time.Millisecond

// Follow keeps the snapshot up to date until ctx ends. After an error it retries; it logs only the first of consecutive errors.
// After a refresh longer than pollInterval, as during an import, it pauses for the same time.
func (v *View) Follow(ctx context.Context) {
	edited := v.db.Subscribe(Topic)
	failing := false
	for {
		began := time.Now() //nolint:forbidigo // measures a duration
		err := v.Refresh(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			v.log.Error("follow the catalog", "error", err.Error())
		}
		failing = err != nil
		v.onRefresh()
		wake, pause := edited, v.pollInterval
		if took := time.Since(began); err == nil && took > pause {
			wake, pause = nil, took // leave a processor to readers for half of a long import
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-time.After(pause):
		}
	}
}

// rebuildThreshold is the number of changed products from which building a new index is faster than changing it.
const rebuildThreshold = 500

// reindex applies changes to the search index. After an import it may take seconds; readers continue meanwhile.
func (v *View) reindex(s *Snapshot, r reindexing) {
	for _, productID := range r.removed {
		v.index.Remove(productID)
	}
	if r.all || len(r.changed) > rebuildThreshold {
		v.index.Build(slices.Collect(s.documents()))
		return
	}
	for productID := range r.changed {
		if s.find(productID) != nil {
			v.index.Put(s.document(s.refs[productID]))
		}
	}
}
