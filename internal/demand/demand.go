// Package demand counts requests of shoppers for products that the shop lacks.
package demand

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/limit"
	"kirana/internal/unicodetext"
)

// Request is a requested product.
type Request struct {
	ID     string    `db:"id" json:"_id"`
	Key    string    `db:"key" json:"-"` // text normalized by unicodetext.Key
	Text   string    `db:"text" json:"text" doc:"Text of the last request."`
	Times  int       `db:"times" json:"times" doc:"Number of requests. A network counts once a day."`
	LastAt time.Time `db:"last_at" json:"lastAt"`
}

const (
	// MaxText is the maximum length of a request in characters.
	MaxText = 80
	// maxListed is the maximum number of requests shown to staff.
	maxListed = 100
	// retention is how long a request is kept after it was last made.
	retention = 180 * 24 * time.Hour
)

// Limits per network: of all requests, and of requests for the same text.
var (
	networkRule = limit.Rule{Name: "demand.network", Max: 30, Window: 24 * time.Hour}
	onceRule    = limit.Rule{Name: "demand.once", Max: 1, Window: 24 * time.Hour}
)

// Service counts and lists the requests.
type Service struct {
	db      *db.DB
	clock   clock.Clock
	network *limit.NetworkLimiter
	once    *limit.NetworkLimiter
}

// New returns the service of a shop.
func New(d *db.DB, c clock.Clock, limits *limit.Store) *Service {
	return &Service{d, c, limits.NetworkLimiter(networkRule), limits.NetworkLimiter(onceRule)}
}

// Ask counts a request; repetitions from the same network within 24 hours are ignored. A text without letters or longer
// than MaxText fails with fault.Invalid. Too many requests from a network fail with fault.TooMany.
func (s *Service) Ask(ctx context.Context, address, text string) error {
	if strings.IndexFunc(text, unicode.IsLetter) < 0 {
		return fault.InField("text", "Say what you are looking for.")
	}
	if utf8.RuneCountInString(text) > MaxText {
		return fault.InField("text", "Say it in at most %d letters.", MaxText)
	}
	key := unicodetext.Key(text)
	// Check first: a request refused here must not use up onceRule, or its repetition would be ignored.
	if err := s.network.Check(ctx, limit.Client{Address: address}); err != nil {
		return err
	}
	err := s.once.Allow(ctx, limit.Client{Address: address, About: key})
	if fault.Is(err, fault.TooMany) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.network.Allow(ctx, limit.Client{Address: address}); err != nil {
		return err
	}
	now := s.clock.Now()
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		return db.Insert(ctx, tx, `
			INSERT INTO product_requests (id, key, text, times, last_at)
			VALUES (:id, :key, :text, :times, :last_at)
			ON CONFLICT (key) DO UPDATE SET text = excluded.text, times = product_requests.times + 1, last_at = excluded.last_at`,
			Request{ID: id.New(), Key: key, Text: text, Times: 1, LastAt: now})
	})
}

// List returns the requests, most frequent first, then newest first.
func (s *Service) List(ctx context.Context) ([]Request, error) {
	return db.All[Request](ctx, s.db, `
		SELECT id, key, text, times, last_at
		FROM product_requests
		ORDER BY times DESC, last_at DESC, id
		LIMIT $1`, maxListed)
}

// Remove deletes a request. It returns fault.NotFound for an unknown one.
func (s *Service) Remove(ctx context.Context, requestID string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		n, err := db.ExecRows(ctx, tx, `DELETE FROM product_requests WHERE id = $1`, requestID)
		if err == nil && n == 0 {
			return errNoRequest
		}
		return err
	})
}

var errNoRequest = fault.New(fault.NotFound, "no_product_request", "This product request has been removed already.")

// Sweep deletes requests last made more than 180 days ago.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		return db.Exec(ctx, tx, `DELETE FROM product_requests WHERE last_at < $1`, s.clock.Now().Add(-retention))
	})
}
