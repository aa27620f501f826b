// Package demand counts what shoppers ask the shop for because it does not have it.
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

// Request is a thing that shoppers ask for.
type Request struct {
	ID     string    `db:"id" json:"_id"`
	Key    string    `db:"key" json:"-"` // the text in lower case: by it the same request is known
	Text   string    `db:"text" json:"text" doc:"as it was typed last"`
	Times  int       `db:"times" json:"times" doc:"how many have asked; a network counts once a day"`
	LastAt time.Time `db:"last_at" json:"lastAt"`
}

const (
	// MaxText is how many letters a request has at most.
	MaxText = 80
	// maxListed is how many requests staff see, those of most shoppers first.
	maxListed = 100
	// kept is how long a request is kept after the last shopper has made it.
	kept = 180 * 24 * time.Hour
)

// What a network may ask for.
var (
	networkRule = limit.Rule{Name: "demand.network", Max: 30, Window: 24 * time.Hour}
	onceRule    = limit.Rule{Name: "demand.once", Max: 1, Window: 24 * time.Hour}
)

// Service keeps the requests.
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

// Ask counts one more shopper who asks for a thing. A network that asks for it again within a day is not counted. A text without
// a letter is refused, and a network that asks for too much.
func (s *Service) Ask(ctx context.Context, address, text string) error {
	if strings.IndexFunc(text, unicode.IsLetter) < 0 {
		return fault.InField("text", "Say what you are looking for.")
	}
	if utf8.RuneCountInString(text) > MaxText {
		return fault.InField("text", "Say it in at most %d letters.", MaxText)
	}
	key := unicodetext.Key(text)
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

// List returns what most shoppers ask for, and of equals the latest first.
func (s *Service) List(ctx context.Context) ([]Request, error) {
	return db.All[Request](ctx, s.db, `
		SELECT id, key, text, times, last_at
		FROM product_requests
		ORDER BY times DESC, last_at DESC, id
		LIMIT $1`, maxListed)
}

// Remove takes a request off the list: the shop has the thing now, or will not have it. It is errNoRequest for one that is gone.
func (s *Service) Remove(ctx context.Context, requestID string) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		n, err := db.ExecRows(ctx, tx, `DELETE FROM product_requests WHERE id = $1`, requestID)
		if err == nil && n == 0 {
			return errNoRequest
		}
		return err
	})
}

var errNoRequest = fault.New(fault.NotFound, "no_product_request", "This is off the list already.")

// Sweep removes requests that nobody has made for long.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		return db.Exec(ctx, tx, `DELETE FROM product_requests WHERE last_at < $1`, s.clock.Now().Add(-kept))
	})
}
