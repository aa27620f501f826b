// Package view serves shoppers from memory: an immutable snapshot of the catalog
// behind one atomic pointer. The order reads the database.
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

// View keeps the snapshot up to date.
type View struct {
	db    *db.DB
	clock clock.Clock
	log   *slog.Logger

	current atomic.Pointer[Snapshot]
	index   *search.Index

	// refreshing is held from reading the database until the index knows what was
	// read; it guards feed and salesAt. building is held while a writer builds the next
	// snapshot from the current one. Where both are needed, refreshing is locked first.
	refreshing sync.Mutex
	building   sync.Mutex
	feed       changeFeed
	loaded     bool
	salesAt    time.Time // when the sales were counted; zero: never
	// unindexed holds the changes since the start of the index's build; nil once it is built.
	unindexed *reindexing
	indexed   chan struct{} // closed once the index is built that Load has begun

	pollInterval     time.Duration
	maxIndexedAtOpen int    // Load builds the index of a catalog of so many products itself
	onRefresh        func() // called by Follow after each refresh; for tests
	onIndexBuilt     func() // called by BuildIndex before the index is up to date; for tests
}

// New makes an empty view. Call Refresh before the first read, and run Follow so
// that changes made by other processes arrive.
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

// Snapshot returns the catalog as it is now. Read all of one response from one snapshot.
func (v *View) Snapshot() *Snapshot { return v.current.Load() }

// Refresh brings the snapshot and the search index up to date with the database.
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

// refreshSnapshot brings the snapshot up to date, and returns it with what the index lacks of it.
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

// read returns what has changed since the last refresh, up to head at least, and
// the feed after it.
func (v *View) read(ctx context.Context, q db.Querier, head feedHead) (u update, feed changeFeed, err error) {
	if !v.loaded || v.feed.behind(head) {
		if feed, err = v.feed.from(ctx, q, head); err != nil {
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
		u.products = append(u.products, &product) // a copy: the snapshot must not keep the whole slice alive
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

// shows reports whether the snapshot has the product as the changes' reader saw it:
// this process's own orders are shown as soon as they are committed.
func (v *View) shows(change changedRecord) bool {
	product := v.current.Load().find(*change.ProductID)
	return product != nil && change.UpdatedAt != nil && !change.UpdatedAt.After(product.UpdatedAt)
}

// refreshTimeout bounds the refresh after a commit of this process.
const refreshTimeout = 5 * time.Second

// ShowCommitted brings the snapshot up to date after a commit of this process. A
// failure is logged only: the change is committed, and Follow tries again.
func (v *View) ShowCommitted(ctx context.Context) {
	// The change must show even to others when the client that made it is gone.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), refreshTimeout)
	defer cancel()
	if err := v.Refresh(ctx); err != nil {
		v.log.Error("show a committed catalog change", "error", err.Error())
	}
}

// ShowStock shows the stock that a committed transaction of this process left.
func (v *View) ShowStock(changed []catalog.Product) {
	v.building.Lock()
	defer v.building.Unlock()
	if next := v.current.Load().withStock(changed); next != nil {
		v.current.Store(next)
	}
}

// Topic is the notification that a transaction sends to every node when it edits
// the catalog (db.Tx.NotifyNodes). Orders change stock without it.
const Topic = "catalog"

const (
	// catalogTimeout bounds each statement that reads of the catalog what has changed, which may be much.
	catalogTimeout = 15 * time.Second
	// allProductsTimeout bounds reading all products: a million take a quarter of a minute on an idle machine, and a shop
	// that is busy or on a slow disk must open all the same.
	allProductsTimeout = 5 * time.Minute
)

// pollInterval is how long a change made by another process may take to be read
// without a notification.
const pollInterval = 500 * time.Millisecond

// Follow keeps the snapshot up to date until the context ends. A failure is logged
// once and tried again. A refresh that took longer than pollInterval, as in a long
// import, is followed by a pause of the same length.
func (v *View) Follow(ctx context.Context) {
	edited := v.db.Subscribe(Topic)
	failing := false
	for {
		began := time.Now() //nolint:forbidigo // how long it takes, no time of the shop
		err := v.Refresh(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			v.log.Error("follow the catalog", "error", err.Error())
		}
		failing = err != nil
		v.onRefresh()
		wake, pause := edited, v.pollInterval
		if took := time.Since(began); err == nil && took > pause {
			wake, pause = nil, took // readers have a processor to themselves for half of a long import
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-time.After(pause):
		}
	}
}

// rebuildThreshold is from how many changed products on building the index anew is
// cheaper than changing it one by one.
const rebuildThreshold = 500

// reindex puts the changed words into the index. That may take seconds after an
// import; readers go on meanwhile.
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
