package pictures

import (
	"context"
	"errors"
	"slices"
	"time"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/media"
)

// PictureLinks counts the picture URLs of price lists by their progress.
type PictureLinks struct {
	Unasked  int           `json:"unasked" doc:"Number of addresses that are not scheduled yet."`
	Open     int           `json:"open" doc:"Number of addresses that are scheduled, including retries."`
	Fetched  int           `json:"fetched"`
	Failed   int           `json:"failed" doc:"Number of addresses that failed permanently."`
	Failures []LinkFailure `json:"failures" doc:"First 100 addresses that failed, permanently or with a retry."`
}

// LinkFailure is a URL that could not be fetched.
type LinkFailure struct {
	Product string `db:"product" json:"product"`
	URL     string `db:"url" json:"url"`
	Reason  string `db:"failure" json:"reason"`
	Again   bool   `db:"again" json:"again" doc:"true: the address is retried."`
}

// topic is the topic of notifications that wake the workers of this process.
const topic = "pictures"

// Links returns the progress of all URLs, except those of deleted products.
func (s *Service) Links(ctx context.Context) (PictureLinks, error) {
	counts, err := db.Get[struct {
		Unasked int `db:"unasked"`
		Open    int `db:"open"`
		Fetched int `db:"fetched"`
		Failed  int `db:"failed"`
	}](ctx, s.DB, `
		SELECT COUNT(CASE WHEN due_at IS NULL AND ended_at IS NULL AND p.images = '[]' THEN 1 END) AS unasked,
			COUNT(CASE WHEN due_at IS NOT NULL THEN 1 END) AS open,
			COUNT(CASE WHEN ended_at IS NOT NULL AND failure = '' THEN 1 END) AS fetched,
			COUNT(CASE WHEN ended_at IS NOT NULL AND failure <> '' THEN 1 END) AS failed
		FROM product_image_urls u
		JOIN products p ON p.id = u.product_id
		WHERE p.deleted_at IS NULL`)
	if err != nil {
		return PictureLinks{}, err
	}
	failures, err := db.All[LinkFailure](ctx, s.DB, `
		SELECT p.name AS product, u.url, u.failure, u.due_at IS NOT NULL AS again
		FROM product_image_urls u
		JOIN products p ON p.id = u.product_id
		WHERE p.deleted_at IS NULL AND u.failure <> ''
		ORDER BY p.name, u.position
		LIMIT 100`)
	for i, failure := range failures {
		failures[i].Reason = language.Stored(failure.Reason).In(language.Of(ctx))
	}
	return PictureLinks{counts.Unasked, counts.Open, counts.Fetched, counts.Failed, failures}, err
}

// ScheduleFetch schedules the new URLs of products without pictures, and all failed URLs. Run fetches them.
func (s *Service) ScheduleFetch(ctx context.Context) (PictureLinks, error) {
	err := s.DB.Tx(ctx, func(tx *db.Tx) error {
		now := s.Clock.Now()
		n, err := db.ExecRows(ctx, tx, `
			UPDATE product_image_urls
			SET due_at = $1, attempts = 0, ended_at = NULL, failure = ''
			WHERE due_at IS NULL AND image = '' AND EXISTS (
				SELECT 1 FROM products p
				WHERE p.id = product_id AND p.deleted_at IS NULL AND (p.images = '[]' OR ended_at IS NOT NULL)
			)`, now)
		if err != nil || n == 0 {
			return err
		}
		tx.Notify(topic)
		return audit.Write(ctx, tx, now, audit.Entry{What: "pictures.fetch", After: string(language.Count(int(n), "1 address", "%d addresses").Store())})
	})
	if err != nil {
		return PictureLinks{}, err
	}
	return s.Links(ctx)
}

// link is a row of product_image_urls to fetch.
type link struct {
	ProductID string `db:"product_id"`
	Position  int    `db:"position"`
	URL       string `db:"url"`
	Attempts  int    `db:"attempts"` // including the current one
}

// claim leases the URL that has been due the longest. found is false if no URL is due.
func (s *Service) claim(ctx context.Context) (claimed link, found bool, err error) {
	now := s.Clock.Now()
	err = s.DB.Tx(ctx, func(tx *db.Tx) error {
		claimed, err = db.Get[link](ctx, tx, `
			SELECT product_id, position, url, attempts + 1 AS attempts
			FROM product_image_urls
			WHERE due_at <= $1
			ORDER BY due_at, product_id, position
			LIMIT 1`+tx.SkipLocked(), now)
		if errors.Is(err, db.ErrNoRow) {
			return nil
		}
		if err != nil {
			return err
		}
		found = true
		return db.Exec(ctx, tx, `
			UPDATE product_image_urls
			SET attempts = $3, due_at = $4
			WHERE product_id = $1 AND url = $2`, claimed.ProductID, claimed.URL, claimed.Attempts, now.Add(lease))
	})
	return claimed, found && err == nil, err
}

// end records the result of an attempt: a picture, a final failure, or a retry. It changes nothing if the lease has expired
// and another worker has claimed the row.
func (l link) end(ctx context.Context, tx *db.Tx, now time.Time, result attemptResult) error {
	var due, ended *time.Time
	if result.again > 0 {
		at := now.Add(result.again)
		due = &at
	} else {
		ended = &now
	}
	return db.Exec(ctx, tx, `
		UPDATE product_image_urls
		SET due_at = $4, ended_at = $5, image = $6, failure = $7
		WHERE product_id = $1 AND url = $2 AND attempts = $3 AND due_at IS NOT NULL`,
		l.ProductID, l.URL, l.Attempts, due, ended, result.image, result.failure.Store())
}

type attemptResult struct {
	image   string
	failure language.Phrase
	again   time.Duration // until the next attempt; 0: none
}

// attach adds the fetched picture to its product, in the order of the price list, and ends the row. The change counts as
// part of the import that named the URL, not as a later edit.
func (s *Service) attach(ctx context.Context, l link, picture media.AcceptedPicture) error {
	return s.edit(ctx, func(tx *db.Tx) error {
		later, err := db.All[string](ctx, tx, `
			SELECT image
			FROM product_image_urls
			WHERE product_id = $1 AND position > $2 AND image <> ''`, l.ProductID, l.Position)
		if err != nil {
			return err
		}
		index := func(images []string) int {
			if at := slices.IndexFunc(images, func(image string) bool { return slices.Contains(later, image) }); at >= 0 {
				return at
			}
			return len(images)
		}
		before, after, err := s.add(ctx, tx, addition{productID: l.ProductID, AcceptedPicture: picture, source: l.URL, index: index})
		if err != nil {
			return err
		}
		if err := db.Exec(ctx, tx, `
			UPDATE import_run_changes
			SET edited_at = $3
			WHERE product_id = $1 AND edited_at = $2`, l.ProductID, before.EditedAt, after.EditedAt); err != nil {
			return err
		}
		return l.end(ctx, tx, s.Clock.Now(), attemptResult{image: picture.URL})
	})
}
