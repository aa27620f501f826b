package pictures

import (
	"context"
	"errors"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/media"
)

// fingerprintRow is a row of picture_fingerprints.
type fingerprintRow struct {
	Image       string    `db:"image"`
	Fingerprint string    `db:"fingerprint"` // "" if the picture cannot be read
	CreatedAt   time.Time `db:"created_at"`
}

func saveFingerprints(ctx context.Context, tx *db.Tx, rows ...fingerprintRow) error {
	return db.Insert(ctx, tx, `
		INSERT INTO picture_fingerprints (image, fingerprint, created_at)
		VALUES (:image, :fingerprint, :created_at)
		ON CONFLICT (image) DO NOTHING`, rows...)
}

// knownFingerprints caches fingerprints by picture URL; nil for a picture that cannot be read.
type knownFingerprints struct {
	byImage map[string]*media.Fingerprint
	readAt  time.Time
}

const (
	// readOverlap is the maximum time between the stored time of a fingerprint and its commit.
	readOverlap = time.Minute
	// learnedPerCall limits the older pictures whose fingerprints one call computes.
	learnedPerCall = 25
)

// refresh reads the fingerprints saved since the last read.
func (k *knownFingerprints) refresh(ctx context.Context, q db.Querier, now time.Time) error {
	rows, err := db.All[fingerprintRow](ctx, q, `
		SELECT image, fingerprint, created_at
		FROM picture_fingerprints
		WHERE created_at >= $1`, k.readAt)
	if err != nil {
		return err
	}
	for _, row := range rows {
		k.byImage[row.Image] = nil
		if f, ok := media.ParseFingerprint(row.Fingerprint); ok {
			k.byImage[row.Image] = &f
		}
	}
	k.readAt = now.Add(-readOverlap)
	return nil
}

// learn computes missing fingerprints: for the product's pictures, then for a few others, so that later calls complete the
// catalog.
func (s *Service) learn(ctx context.Context, n *names, productID string) error {
	var rows []fingerprintRow
	add := func(image string) error {
		if _, known := s.known.byImage[image]; known {
			return nil
		}
		row := fingerprintRow{image, "", s.Clock.Now()}
		f, err := s.Media.Fingerprint(ctx, image)
		if refusal := fault.Of(err); refusal != nil && refusal.Kind == fault.Unavailable || ctx.Err() != nil {
			return err
		}
		s.known.byImage[image] = nil
		if err == nil {
			row.Fingerprint, s.known.byImage[image] = f.String(), &f
		}
		rows = append(rows, row)
		return nil
	}
	product, err := s.View.Snapshot().Product(productID, true)
	if err != nil && !errors.Is(err, catalog.ErrNoProduct) {
		return err
	}
	for _, image := range product.Images {
		if err := add(image); err != nil {
			return err
		}
	}
	for len(n.notCompared) > 0 && len(rows) < learnedPerCall {
		image := n.notCompared[len(n.notCompared)-1]
		n.notCompared = n.notCompared[:len(n.notCompared)-1]
		if err := add(image); err != nil {
			return err
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return s.DB.Tx(ctx, func(tx *db.Tx) error { return saveFingerprints(ctx, tx, rows...) })
}

// prepare computes the fingerprints of a product's pictures. It returns the name of another product with the same picture, or
// "". Another size of the same product does not count.
func (s *Service) prepare(ctx context.Context, productID string, f media.Fingerprint) (duplicateOf string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.currentNames()
	if err := s.known.refresh(ctx, s.DB, s.Clock.Now()); err != nil {
		return "", err
	}
	if err := s.learn(ctx, n, productID); err != nil {
		return "", err
	}
	own := catalog.NameKey(n.products[productID].Name)
	for image, known := range s.known.byImage {
		if known == nil || !known.Near(f) {
			continue
		}
		for _, owner := range n.owners[image] {
			if name := n.products[owner].Name; owner != productID && catalog.NameKey(name) != own && (duplicateOf == "" || name < duplicateOf) {
				duplicateOf = name
			}
		}
	}
	return duplicateOf, nil
}

// hasPicture reports whether one of images looks like the picture with fingerprint f.
func hasPicture(ctx context.Context, tx *db.Tx, images []string, f media.Fingerprint) (bool, error) {
	if len(images) == 0 {
		return false, nil
	}
	texts, err := db.All[string](ctx, tx, `
		SELECT fingerprint
		FROM picture_fingerprints
		WHERE image IN (`+db.Placeholders(1, len(images))+`)`, db.Args(images)...)
	for _, text := range texts {
		if known, ok := media.ParseFingerprint(text); ok && known.Near(f) {
			return true, err
		}
	}
	return false, err
}
