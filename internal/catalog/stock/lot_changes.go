package stock

import (
	"context"
	"fmt"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/tax"
)

// Receipt is pieces of one product that came in.
type Receipt struct {
	LineID     string // of the purchase
	BestBefore string // "": without a day
	Pieces     int
	Note       string
}

// Receive adds pieces to the stock of a product, which the caller has locked, as lots where they have a
// day, and records them. It leaves the product's updatedAt and its mark as sold out as they are.
func Receive(ctx context.Context, tx *db.Tx, product catalog.Product, at time.Time, receipts ...Receipt) error {
	ledger, pieces, hasDays := make([]Entry, len(receipts)), 0, false
	for i, r := range receipts {
		ledger[i] = Entry{ID: id.New(), ProductID: product.ID, Change: r.Pieces, Reason: Received, Note: r.Note, CreatedAt: at}
		pieces += r.Pieces
		hasDays = hasDays || r.BestBefore != ""
	}
	if product.Stock+pieces > catalog.MaxStock {
		return errTooMany
	}
	if !hasDays {
		return Apply(ctx, tx, ledger...)
	}
	lots, err := settle(ctx, tx, product, at)
	if err != nil {
		return fmt.Errorf("settle lots: %w", err)
	}
	for _, r := range receipts {
		if r.BestBefore != "" {
			lots = append(lots, Lot{
				ID: id.New(), ProductID: product.ID, LineID: r.LineID, BestBefore: r.BestBefore, Pieces: r.Pieces, Remaining: r.Pieces,
				Expired: r.BestBefore < tax.Day(at), CreatedAt: at,
			})
			continue
		}
		for i := range lots {
			if lots[i].rank() == undated {
				lots[i].Pieces += r.Pieces
				lots[i].Remaining += r.Pieces
			}
		}
	}
	if err := save(ctx, tx, lots, at); err != nil {
		return fmt.Errorf("save lots: %w", err)
	}
	return applyToStocks(ctx, tx, ledger)
}

// Removal is pieces of one lot that leave the shop unsold.
type Removal struct {
	LotID  string // of the lot; or
	LineID string // of the purchase with which it came, whose pieces may be without a day
	Pieces int
	Reason Reason
	Note   string
}

// of returns the lot of a removal, nil for none.
func (r Removal) of(lots []Lot) *Lot {
	var rest *Lot
	for i := range lots {
		l := &lots[i]
		switch {
		case l.ID == r.LotID, r.LineID != "" && l.LineID == r.LineID:
			return l
		case r.LineID != "" && l.rank() == undated:
			rest = l
		}
	}
	return rest
}

// Remove takes pieces of a lot from the stock of a product, which the caller has locked, and records it.
// More pieces than remain are fault.Conflict. It returns what remains of the lot.
func Remove(ctx context.Context, tx *db.Tx, product catalog.Product, at time.Time, r Removal) (int, error) {
	lots, err := settle(ctx, tx, product, at)
	if err != nil {
		return 0, fmt.Errorf("settle lots: %w", err)
	}
	lot := r.of(lots)
	if lot == nil {
		return 0, ErrNoLot
	}
	if lot.Remaining < r.Pieces {
		return 0, tooFew(product, lot.Remaining)
	}
	lot.Pieces -= min(lot.Pieces, r.Pieces)
	lot.Remaining -= r.Pieces
	left := lot.Remaining
	if len(lots) > 1 { // all are without a day otherwise
		if err := save(ctx, tx, lots, at); err != nil {
			return 0, fmt.Errorf("save lots: %w", err)
		}
	}
	entry := Entry{ID: id.New(), ProductID: product.ID, Change: -r.Pieces, Reason: r.Reason, Note: r.Note, CreatedAt: at}
	if err := applyGuarded(ctx, tx, map[string]amount{product.ID: {pieces: -r.Pieces}}, at); err != nil {
		return 0, err
	}
	return left, record(ctx, tx, entry)
}

// ErrNoLot is the refusal for a lot of which nothing is left.
var ErrNoLot = fault.New(fault.NotFound, "no_lot", "Nothing of this lot is left.")

// Expire sets the lots apart whose day has passed: the web shop does not sell them. Pieces of such a lot
// that came back since are set apart, too. It reports whether there were any.
func (s *Service) Expire(ctx context.Context, d *db.DB) (bool, error) {
	now := s.clock.Now()
	past, err := db.All[struct {
		ProductID string `db:"id"`
		Expired   int    `db:"expired"`
	}](ctx, d, `
		SELECT id, expired FROM products WHERE id IN (SELECT product_id FROM stock_lots WHERE best_before <> '' AND best_before < $1 AND pieces > 0)`, tax.Day(now))
	if err != nil {
		return false, fmt.Errorf("find lots past their day: %w", err)
	}
	ids := make([]string, len(past))
	for i, p := range past {
		ids[i] = p.ProductID
	}
	lots, err := Lots(ctx, d, ids...)
	if err != nil {
		return false, fmt.Errorf("read lots: %w", err)
	}
	changed := false
	for _, p := range past {
		if !outdated(lots[p.ProductID], p.Expired, now) {
			continue
		}
		if err := d.Tx(ctx, func(tx *db.Tx) error { return expire(ctx, tx, p.ProductID, now) }); err != nil {
			return changed, fmt.Errorf("set lots apart: %w", err)
		}
		changed = true
	}
	return changed, nil
}

// outdated reports whether a product's lots differ from what is stored of those past their day.
func outdated(lots []Lot, stored int, now time.Time) bool {
	expiredPieces := 0
	for _, l := range lots {
		isPast := l.BestBefore != "" && l.BestBefore < tax.Day(now)
		if isPast && (!l.Expired || l.Remaining == 0 && l.BestBefore < tax.Day(now.Add(-roomAfterDay))) {
			return true
		}
		if l.Expired {
			expiredPieces += l.Remaining
		}
	}
	return expiredPieces != stored
}

func expire(ctx context.Context, tx *db.Tx, productID string, now time.Time) error {
	rows, err := catalog.LockProducts(ctx, tx, []string{productID})
	if err != nil {
		return err
	}
	at := catalog.NextVersion(now, rows[productID].UpdatedAt)
	lots, err := settle(ctx, tx, rows[productID], at)
	if err != nil {
		return err
	}
	for i := range lots {
		lots[i].Expired = lots[i].BestBefore != "" && lots[i].BestBefore < tax.Day(now)
	}
	return save(ctx, tx, lots, at)
}
