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

// Receipt is an amount of one product that came in.
type Receipt struct {
	LineID     string // of the purchase
	BestBefore string // "": without a day
	Amount     int    // as Product.Amount returns it
	Note       string
}

// Receive adds what came to the stock of a product, which the caller has locked, as lots where it has a
// day, and records it. Lots count whole steps of goods sold by weight: one that loose grams complete is of
// the lot that came. It leaves the product's updatedAt and its mark as sold out as they are.
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
		rest := undatedOf(lots)
		rest.Pieces += pieces
		rest.Remaining += pieces
	}
	if err := save(ctx, tx, lots, at); err != nil {
		return fmt.Errorf("save lots: %w", err)
	}
	return applyToStocks(ctx, tx, ledger)
}

// entryBetween returns the ledger entry of a product's change of stock.
func entryBetween(before, after catalog.Product, reason Reason, note string, at time.Time) Entry {
	return Entry{
		ID: id.New(), ProductID: before.ID, Change: after.Stock - before.Stock, Grams: after.LooseGrams - before.LooseGrams, Reason: reason, Note: note, CreatedAt: at,
	}
}

// undatedOf returns the lot without a day among the lots of a product.
func undatedOf(lots []Lot) *Lot {
	return &lots[slices.IndexFunc(lots, func(l Lot) bool { return l.rank() == undated })]
}

// ChangeStep makes the stock of a locked product sold by weight one in other steps: as many grams, and as
// many of each lot, but for those of a part of a step, which are without a day.
func ChangeStep(ctx context.Context, tx *db.Tx, before, after catalog.Product) error {
	lots, err := settle(ctx, tx, before, after.UpdatedAt)
	if err != nil {
		return fmt.Errorf("settle lots: %w", err)
	}
	rest := undatedOf(lots)
	rest.Pieces, rest.Remaining = 0, 0
	dated := 0
	for i := range lots {
		l := &lots[i]
		l.Pieces = l.Pieces * before.StepGrams / after.StepGrams
		l.Remaining = l.Remaining * before.StepGrams / after.StepGrams
		dated += l.Remaining
	}
	rest.Pieces, rest.Remaining = after.Stock-dated, after.Stock-dated
	if len(lots) > 1 {
		if err := save(ctx, tx, lots, after.UpdatedAt); err != nil {
			return fmt.Errorf("save lots: %w", err)
		}
	}
	return applyToStocks(ctx, tx, []Entry{entryBetween(before, after, Edit, "step of "+after.Unit, after.UpdatedAt)})
}

// Removal is an amount of one lot that leaves the shop unsold.
type Removal struct {
	LotID  string // of the lot; or
	LineID string // of the purchase with which it came, whose pieces may be without a day
	Amount int    // as Product.Amount returns it
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

// Remove takes an amount of a lot from the stock of a product, which the caller has locked, and records it.
// Loose grams are of any lot. More than remains is fault.Conflict. It returns the pieces that remain of the lot.
func Remove(ctx context.Context, tx *db.Tx, product catalog.Product, at time.Time, r Removal) (int, error) {
	lots, err := settle(ctx, tx, product, at)
	if err != nil {
		return 0, fmt.Errorf("settle lots: %w", err)
	}
	lot := r.of(lots)
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
	if len(lots) > 1 { // all are without a day otherwise
		if err := save(ctx, tx, lots, at); err != nil {
			return 0, fmt.Errorf("save lots: %w", err)
		}
	}
	if err := applyGuarded(ctx, tx, map[string]amount{product.ID: amount{}.plus(entry)}, at); err != nil {
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

// outdated reports whether the stored expired pieces of a product differ from those of its lots.
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
