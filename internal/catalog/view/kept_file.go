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
	// keptInterval is how often Keep looks whether the file is to be written anew.
	keptInterval = 10 * time.Minute
	// maxUnkept is how many changes the file may lack: reading them takes a fraction of a second at the next start.
	maxUnkept = 1_000
	// maxFileAge is how long a file is usable after it was written, however few changes there were since.
	maxFileAge = 180 * 24 * time.Hour
)

// keptFile is the file in which the catalog is kept for the next start. A file is worth something to the database alone in
// whose table catalog_files its token is. The token is committed after everything that the file has, so a database that has
// the one has the other, too: not one that was restored from a copy of before. See docs/adr/0042.
type keptFile struct {
	path   string // "": none is kept
	token  string // "": there is no file of this database
	newest int64  // the greatest number of a change that the file has
}

// KeepIn has Load read the catalog from a file, and Keep write it. Call it before either.
func (v *View) KeepIn(path string) { v.kept.path = path }

// Keep writes the file of the catalog whenever it lacks much, until the context ends, and then once more. A catalog that is
// read in no time is not kept.
func (v *View) Keep(ctx context.Context) {
	if v.kept.path == "" {
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
		if err := v.keep(context.WithoutCancel(ctx)); err != nil {
			v.log.Error("the catalog is not kept for the next start", "error", err.Error())
		}
		if ctx.Err() != nil {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(keptInterval):
		}
	}
}

// keep writes the file if it lacks much.
func (v *View) keep(ctx context.Context) error {
	v.refreshing.Lock()
	s, feed := v.Snapshot(), v.feed
	v.refreshing.Unlock()
	if s.products.length <= v.maxIndexedAtOpen || v.kept.token != "" && feed.newest-v.kept.newest < maxUnkept {
		return nil
	}
	began := v.clock.Now()
	schema, err := v.db.Schema(ctx)
	if err != nil {
		return err
	}
	before, token := v.kept.token, rand.Text()
	// After the snapshot was taken: see keptFile.
	if err := v.addToken(ctx, token); err != nil {
		return err
	}
	footer := fileFooter{Schema: schema, Token: token, Cursor: feed.cursor, Newest: feed.newest, Tx: feed.greatestTx}
	if err := writeFile(v.kept.path, footer, s.products); err != nil {
		return errors.Join(err, v.removeToken(ctx, token))
	}
	v.kept.token, v.kept.newest = token, feed.newest
	v.log.InfoContext(ctx, "the catalog is kept for the next start", "products", s.products.length, "took", v.clock.Now().Sub(began).String())
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
func (v *View) loadFile(ctx context.Context) {
	if v.kept.path == "" {
		return
	}
	began := time.Now() //nolint:forbidigo // how long it takes, no time of the shop
	err := v.readKept(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		v.log.WarnContext(ctx, "the catalog is read from the database, not from what was kept of it", "reason", err.Error())
	default:
		v.log.InfoContext(ctx, "the catalog is read from what was kept of it", "products", v.Snapshot().products.length, "took", time.Since(began).String())
	}
}

// readKept reads the file into the view.
func (v *View) readKept(ctx context.Context) error {
	file, err := os.Open(v.kept.path)
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
	if err := v.readCategories(ctx, &u); err != nil {
		return err
	}
	v.building.Lock()
	defer v.building.Unlock()
	next, _ := v.Snapshot().merge(u)
	v.current.Store(next)
	// Which of the changes from the cursor on are in the file is not noted: those are read once more, to no effect.
	v.feed, v.loaded = changeFeed{cursor: footer.Cursor, newest: footer.Newest, greatestTx: footer.Tx, read: map[int64]bool{}}, true
	v.kept.token, v.kept.newest = footer.Token, footer.Newest
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
	head, err := v.feed.head(ctx, v.db)
	if err != nil {
		return err
	}
	if position := (changeFeed{newest: footer.Newest}); position.behind(head) || head.Number < footer.Newest {
		return errors.New("too much has changed since it was written")
	}
	return nil
}
