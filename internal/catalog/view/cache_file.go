package view

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"kirana/internal/db"
)

const (
	// cacheFileInterval is how often MaintainCacheFile looks whether the file is to be written anew.
	cacheFileInterval = 10 * time.Minute
	// maxUncachedChanges is how many changes the file may lack: reading them takes a fraction of a second at the next start.
	maxUncachedChanges = 1_000
	// maxFileAge is how long a file is usable after it was written, however few changes there were since.
	maxFileAge = 180 * 24 * time.Hour
)

// cacheFile is the file that caches the catalog for the next start. A file is worth something to the database alone in
// whose table catalog_files its token is. The token is committed after everything that the file has, so a database that has
// the one has the other, too: not one that was restored from a copy of before. See docs/adr/0042.
type cacheFile struct {
	path   string // "": none is written
	token  string // "": there is no file of this database
	newest int64  // the greatest number of a change that the file has
}

// UseCacheFile has Load read the catalog from a file, and MaintainCacheFile write it. Call it before either.
func (v *View) UseCacheFile(path string) { v.cacheFile.path = path }

// MaintainCacheFile writes the file whenever it lacks much, until the context ends, and then once more. A catalog that is
// read in no time is not cached.
func (v *View) MaintainCacheFile(ctx context.Context) {
	if v.cacheFile.path == "" {
		return
	}
	select {
	case <-ctx.Done():
	case <-v.indexed:
	}
	if v.isUnindexed() {
		return // it has been open for moments
	}
	for {
		if err := v.saveStale(context.WithoutCancel(ctx)); err != nil {
			v.log.Error("the catalog's cache file is not written", "error", err.Error())
		}
		if ctx.Err() != nil {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(cacheFileInterval):
		}
	}
}

// saveStale writes the file if it lacks much.
func (v *View) saveStale(ctx context.Context) error {
	v.refreshing.Lock()
	s, feed := v.Snapshot(), v.feed
	v.refreshing.Unlock()
	if s.products.length <= v.maxIndexedAtOpen || v.cacheFile.token != "" && feed.newest-v.cacheFile.newest < maxUncachedChanges {
		return nil
	}
	began := v.clock.Now()
	schema, err := v.db.Schema(ctx)
	if err != nil {
		return err
	}
	before, token := v.cacheFile.token, rand.Text()
	// After the snapshot was taken: see cacheFile.
	if err := v.addToken(ctx, token); err != nil {
		return err
	}
	footer := fileFooter{Schema: schema, Token: token, Cursor: feed.cursor, Newest: feed.newest, Tx: feed.greatestTx}
	if err := writeFile(v.cacheFile.path, footer, s.products); err != nil {
		return errors.Join(err, v.removeToken(ctx, token))
	}
	v.cacheFile.token, v.cacheFile.newest = token, feed.newest
	v.log.InfoContext(ctx, "the catalog's cache file is written", "products", s.products.length, "took", v.clock.Now().Sub(began).String())
	return v.removeToken(ctx, before)
}

// addToken commits the token of a file that is written next, and removes those of files that are not read any more.
func (v *View) addToken(ctx context.Context, token string) error {
	now := v.clock.Now()
	return v.db.Tx(ctx, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `DELETE FROM catalog_files WHERE written_at < $1`, now.Add(-maxFileAge))
		if err == nil {
			_, err = db.Exec(ctx, tx, `INSERT INTO catalog_files (token, written_at) VALUES ($1, $2)`, token, now)
		}
		return err
	})
}

// removeToken removes the token of a file that was written over.
func (v *View) removeToken(ctx context.Context, token string) error {
	return v.db.Tx(ctx, func(tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `DELETE FROM catalog_files WHERE token = $1`, token)
		return err
	})
}

// loadFile shows the catalog of the file, as of when it was written; the next refresh brings it up to date. Without a file
// that this database can use, the refresh reads all.
func (v *View) loadCacheFile(ctx context.Context) {
	if v.cacheFile.path == "" {
		return
	}
	began := time.Now() //nolint:forbidigo // how long it takes, no time of the shop
	err := v.readCacheFile(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		v.log.WarnContext(ctx, "the catalog is read from the database, not from its cache file", "reason", err.Error())
	default:
		v.log.InfoContext(ctx, "the catalog is read from its cache file", "products", v.Snapshot().products.length, "took", time.Since(began).String())
	}
}

// readCacheFile reads the file into the view.
func (v *View) readCacheFile(ctx context.Context) error {
	file, err := os.Open(v.cacheFile.path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	footer, err := readFooter(file)
	if err != nil {
		return err
	}
	if err := v.checkFooter(ctx, footer); err != nil {
		return err
	}
	u := update{complete: true, packed: true}
	if u.products, err = readProducts(file, footer); err != nil {
		return err
	}
	if err := readCategories(ctx, v.db, &u); err != nil {
		return err
	}
	v.building.Lock()
	defer v.building.Unlock()
	next, _ := v.Snapshot().merge(u)
	v.current.Store(next)
	// Which of the changes from the cursor on are in the file is not noted: those are read once more, to no effect.
	v.feed, v.loaded = changeFeed{cursor: footer.Cursor, newest: footer.Newest, greatestTx: footer.Tx, read: map[int64]bool{}}, true
	v.cacheFile.token, v.cacheFile.newest = footer.Token, footer.Newest
	return nil
}

// checkFooter returns why this database cannot use a file, or nil.
func (v *View) checkFooter(ctx context.Context, footer fileFooter) error {
	if schema, err := v.db.Schema(ctx); err != nil || schema != footer.Schema {
		return errors.Join(fmt.Errorf("it is of schema %d, the database of %d", footer.Schema, schema), err)
	}
	known, err := db.Get[int](ctx, v.db, `SELECT COUNT(*) FROM catalog_files WHERE token = $1 AND `+v.db.WrittenHere(), footer.Token)
	if err != nil {
		return err
	}
	if known == 0 {
		return errors.New("it is of another database, or of an older state of this one")
	}
	head, err := v.feed.head(ctx, v.db, v.db.OldestOpenTx())
	if err != nil {
		return err
	}
	if position := (changeFeed{newest: footer.Newest}); position.behind(head) || head.Number < footer.Newest {
		return errors.New("too much has changed since it was written")
	}
	return nil
}
