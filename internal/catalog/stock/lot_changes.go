package stock

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/tax"
)

// Receipt is a received amount of one product.
type Receipt struct {
	LineID     string // line of the purchase
	BestBefore string // "": none
	Amount     int    // in the unit of Product.Amount
	Note       string
}

// Receive adds received goods to the stock of a locked product, as lots if they have a best-before day, and records them. Lots
// hold whole steps of goods sold by weight; a step completed by loose grams belongs to the received lot. The product's sold-out
// mark is unchanged; its updatedAt becomes at only if a receipt has a best-before day.
func Receive(ctx context.Context, tx *db.Tx, product catalog.Product, at time.Time, receipts ...Receipt) error {
	ledger, filled, hasDays := make([]Entry, len(receipts)), product, false
	for i, r := range receipts {
		before := filled
		filled = before.WithAmount(before.Amount() + r.Amount)
		ledger[i] = entryBetween(before, filled, Received, r.Note, at)
		hasDays = hasDays || r.BestBefore != ""
	}
	if filled.Stock > catalog.MaxStock {
		return errTooMany
	}
	if !hasDays {
		return Apply(ctx, tx, ledger...)
	}
	lots, err := settle(ctx, tx, product, at)
	if err != nil {
		return fmt.Errorf("settle lots: %w", err)
	}
	for i, r := range receipts {
		pieces := ledger[i].Change
		if r.BestBefore != "" && pieces > 0 {
			lots = append(lots, Lot{
				ID: id.New(), ProductID: product.ID, LineID: r.LineID, BestBefore: r.BestBefore, Pieces: pieces, Remaining: pieces,
				Expired: r.BestBefore < tax.Day(at), CreatedAt: at,
			})
			continue
		}
		undated := undatedOf(lots)
		undated.Pieces += pieces
		undated.Remaining += pieces
	}
	if err := save(ctx, tx, lots, at); err != nil {
		return fmt.Errorf("save lots: %w", err)
	}
	return applyToStocks(ctx, tx, ledger)
}

// entryBetween returns the ledger entry for a change of a product's stock.
func entryBetween(before, after catalog.Product, reason Reason, note string, at time.Time) Entry {
	return Entry{
		ID: id.New(), ProductID: before.ID, Change: after.Stock - before.Stock, Grams: after.LooseGrams - before.LooseGrams, Reason: reason, Note: note, CreatedAt: at,
	}
}

// undatedOf returns the lot without a best-before day.
func undatedOf(lots []Lot) *Lot {
	return &lots[slices.IndexFunc(lots, func(l Lot) bool { return l.rank() == undated })]
}

// ChangeStep converts the stock of a locked product sold by weight to another step. The grams stay the same, in total and in
// each lot, but remainders of a step move to the undated lot.
func ChangeStep(ctx context.Context, tx *db.Tx, before, after catalog.Product) error {
	lots, err := settle(ctx, tx, before, after.UpdatedAt)
	if err != nil {
		return fmt.Errorf("settle lots: %w", err)
	}
	undated := undatedOf(lots)
	undated.Pieces, undated.Remaining = 0, 0
	dated := 0
	for i := range lots {
		l := &lots[i]
		l.Pieces = l.Pieces * before.StepGrams / after.StepGrams
		l.Remaining = l.Remaining * before.StepGrams / after.StepGrams
		dated += l.Remaining
	}
	undated.Pieces, undated.Remaining = after.Stock-dated, after.Stock-dated
	if len(lots) > 1 {
		if err := save(ctx, tx, lots, after.UpdatedAt); err != nil {
			return fmt.Errorf("save lots: %w", err)
		}
	}
	return applyToStocks(ctx, tx, []Entry{entryBetween(before, after, Edit, "step of "+after.Unit, after.UpdatedAt)})
}

// Removal is an amount of one lot that is removed unsold.
type Removal struct {
	LotID  string // lot; "" if LineID is set
	LineID string // purchase line that the pieces came with; without a lot of its own, the undated lot
	Amount int    // in the unit of Product.Amount
	Reason Reason
	Note   string
}

// lotIn returns the lot that a removal is from, or nil.
func (r Removal) lotIn(lots []Lot) *Lot {
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

// Remove removes an amount of a lot from the stock of a locked product, and records it. Loose grams may come from any lot. It
// returns the remaining pieces of the lot, ErrNoLot for an unknown lot, and fault.Conflict for more than remains.
func Remove(ctx context.Context, tx *db.Tx, product catalog.Product, at time.Time, r Removal) (int, error) {
	lots, err := settle(ctx, tx, product, at)
	if err != nil {
		return 0, fmt.Errorf("settle lots: %w", err)
	}
	lot := r.lotIn(lots)
	if lot == nil {
		return 0, ErrNoLot
	}
	ofLot := product
	if ofLot.Stock = lot.Remaining; ofLot.Amount() < r.Amount {
		return 0, tooLittle(ofLot)
	}
	after := product.WithAmount(product.Amount() - r.Amount)
	entry := entryBetween(product, after, r.Reason, r.Note, at)
	lot.Pieces -= min(lot.Pieces, -entry.Change)
	lot.Remaining += entry.Change
	left := lot.Remaining
	if len(lots) > 1 { // otherwise all pieces are undated
		if err := save(ctx, tx, lots, at); err != nil {
			return 0, fmt.Errorf("save lots: %w", err)
		}
	}
	if err := applyGuarded(ctx, tx, map[string]amount{product.ID: amount{}.plus(entry)}, at); err != nil {
		return 0, err
	}
	return left, record(ctx, tx, entry)
}

// ErrNoLot is returned for a lot that does not exist or has ended.
var ErrNoLot = fault.New(fault.NotFound, "no_lot", "Nothing of this lot is left.")

// Expire marks the lots whose day has passed as expired, and updates each product's number of expired pieces, which the web
// shop does not sell. It reports whether any product changed.
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

// outdated reports whether expire would change a product: a lot whose day has passed is unmarked or can be ended, or the
// stored number of expired pieces differs from that of the lots.
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
