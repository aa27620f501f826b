package stock

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/tax"
)

// Lot is a number of pieces with one best-before day, a row of stock_lots. A product with lots has another, undated row for all
// its other pieces.
type Lot struct {
	ID         string    `db:"id"`
	ProductID  string    `db:"product_id"`
	LineID     string    `db:"line_id"`     // of the purchase; "" for undated pieces
	BestBefore string    `db:"best_before"` // YYYY-MM-DD; "": undated
	Pieces     int       `db:"pieces"`      // received, less written off and sent back
	Remaining  int       `db:"remaining"`   // as stored: at the last settlement; from Lots: current
	Expired    bool      `db:"expired"`     // past its day, and sold last
	CreatedAt  time.Time `db:"created_at"`
}

// divide sets the remaining pieces of a product's lots from its stock. Their stored values add up to the stock at the last
// settlement. Pieces sold since are taken from the earliest best-before day first, then from the undated lot, then from expired
// lots. Pieces that came back go to the latest day first, up to the lot's original size. divide adds the excess to the undated
// lot, and returns it.
func divide(lots []Lot, stock int) (excess int) {
	slices.SortFunc(lots, func(a, b Lot) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), strings.Compare(a.BestBefore, b.BestBefore), strings.Compare(a.ID, b.ID))
	})
	change := stock
	for _, l := range lots {
		change -= l.Remaining
	}
	for i := range lots {
		taken := min(lots[i].Remaining, max(0, -change))
		lots[i].Remaining -= taken
		change += taken
	}
	for _, rank := range []lotRank{dated, expired} {
		for i := range slices.Backward(lots) {
			if l := &lots[i]; l.rank() == rank {
				returned := min(max(0, l.Pieces-l.Remaining), max(0, change))
				l.Remaining += returned
				change -= returned
			}
		}
	}
	excess = max(0, change)
	for i := range lots {
		if lots[i].rank() == undated {
			lots[i].Remaining += excess
		}
	}
	return excess
}

// lotRank is the order in which a product's lots are sold.
type lotRank int

const (
	dated lotRank = iota
	undated
	expired
)

func (l Lot) rank() lotRank {
	switch {
	case l.BestBefore == "":
		return undated
	case l.Expired:
		return expired
	}
	return dated
}

// storedLot is a stored lot with its product's stock.
type storedLot struct {
	Lot

	Stock int `db:"stock"`
}

// Lots returns the lots of products, by product and in order of sale, with their current remaining pieces: these add up to the
// product's stock. Products without lots are omitted.
func Lots(ctx context.Context, q db.Querier, productIDs ...string) (map[string][]Lot, error) {
	byProduct, _, err := lotsOf(ctx, q, productIDs)
	return byProduct, err
}

// lotsOf returns the lots of products as Lots does, and the excess of divide by product, if any.
func lotsOf(ctx context.Context, q db.Querier, productIDs []string) (byProduct map[string][]Lot, excess map[string]int, err error) {
	byProduct, excess = map[string][]Lot{}, map[string]int{}
	for ids := range slices.Chunk(productIDs, maxChangedPerStatement) {
		rows, err := db.All[storedLot](ctx, q, selectLots+` WHERE (l.pieces > 0 OR l.best_before = '') AND l.product_id IN (`+db.Placeholders(1, len(ids))+`)`, db.Args(ids)...)
		if err != nil {
			return nil, nil, err
		}
		maps.Copy(excess, addLots(byProduct, rows))
	}
	return byProduct, excess, nil
}

// AllLots returns the lots of all products, as Lots does.
func AllLots(ctx context.Context, q db.Querier) (map[string][]Lot, error) {
	byProduct := map[string][]Lot{}
	rows, err := db.All[storedLot](ctx, q, selectLots+` WHERE l.pieces > 0 OR l.best_before = ''`)
	addLots(byProduct, rows)
	return byProduct, err
}

const selectLots = `
	SELECT l.id, l.product_id, l.line_id, l.best_before, l.pieces, l.remaining, l.expired, l.created_at, p.stock
	FROM stock_lots l
	JOIN products p ON p.id = l.product_id`

// addLots adds stored lots with their current remaining pieces, and returns the excess of divide by product, if any.
func addLots(byProduct map[string][]Lot, rows []storedLot) (excess map[string]int) {
	stocks := map[string]int{}
	for _, row := range rows {
		byProduct[row.ProductID] = append(byProduct[row.ProductID], row.Lot)
		stocks[row.ProductID] = row.Stock
	}
	excess = map[string]int{}
	for productID, stock := range stocks {
		if n := divide(byProduct[productID], stock); n > 0 {
			excess[productID] = n
		}
	}
	return excess
}

// settle reads the lots of a locked product with their current remaining pieces, in order to change them. A product without lots
// gets its undated row.
func settle(ctx context.Context, tx *db.Tx, product catalog.Product, at time.Time) ([]Lot, error) {
	byProduct, err := Lots(ctx, tx, product.ID)
	lots := byProduct[product.ID]
	if len(lots) == 0 {
		lots = []Lot{{ID: id.New(), ProductID: product.ID, Pieces: product.Stock, Remaining: product.Stock, CreatedAt: at}}
	}
	return lots, err
}

// save stores the settled lots of a locked product, which add up to its new stock, counts the expired pieces and sets the
// product's updatedAt to at. An empty lot gets 0 pieces roomAfterDay after its day, so that nothing can be returned to it.
func save(ctx context.Context, tx *db.Tx, lots []Lot, at time.Time) error {
	past, expiredPieces := tax.Day(at.Add(-roomAfterDay)), 0
	for i := range lots {
		if l := &lots[i]; l.rank() != undated && l.Remaining == 0 && l.BestBefore < past {
			l.Pieces = 0
		}
		if lots[i].Expired {
			expiredPieces += lots[i].Remaining
		}
	}
	err := db.Insert(ctx, tx, `
		INSERT INTO stock_lots (id, product_id, line_id, best_before, pieces, remaining, expired, created_at)
		VALUES (:id, :product_id, :line_id, :best_before, :pieces, :remaining, :expired, :created_at)
		ON CONFLICT (id) DO UPDATE SET pieces = excluded.pieces, remaining = excluded.remaining, expired = excluded.expired`, lots...)
	if err != nil {
		return err
	}
	return db.Exec(ctx, tx, `UPDATE products SET expired = $2, updated_at = $3 WHERE id = $1`, lots[0].ProductID, expiredPieces, at)
}

// roomAfterDay is how long after its best-before day a lot still takes back pieces.
const roomAfterDay = 60 * 24 * time.Hour

// storeExcess stores pieces that came back in excess of their dated lots as undated. Without that, divide would take the next
// sale from these pieces instead of from the earliest day, because it knows only the sum of all changes since the last
// settlement.
func storeExcess(ctx context.Context, tx *db.Tx, productIDs []string) error {
	_, excess, err := lotsOf(ctx, tx, productIDs)
	if err != nil {
		return err
	}
	return addUndated(ctx, tx, excess)
}

// additions returns the sum of the positive changes by product.
func additions(entries []Entry) map[string]int {
	added := map[string]int{}
	for _, e := range entries {
		if e.Change > 0 {
			added[e.ProductID] += e.Change
		}
	}
	return added
}

// addUndated adds undated pieces, by product, to the lots of products that have lots.
func addUndated(ctx context.Context, tx *db.Tx, added map[string]int) error {
	for ids := range slices.Chunk(sortedIDs(added), maxChangedPerStatement) {
		rows := values{}
		for _, productID := range ids {
			rows.add(text(productID), integer(added[productID]))
		}
		err := db.Exec(ctx, tx, `
			WITH added (product_id, pieces) AS (VALUES `+rows.rows()+`)
			UPDATE stock_lots
			SET pieces = stock_lots.pieces + added.pieces, remaining = stock_lots.remaining + added.pieces
			FROM added
			WHERE stock_lots.product_id = added.product_id AND stock_lots.best_before = ''`, rows.args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// ProductOfLot returns the product of a lot.
func ProductOfLot(ctx context.Context, q db.Querier, lotID string) (string, error) {
	productID, err := db.Get[string](ctx, q, `SELECT product_id FROM stock_lots WHERE id = $1`, lotID)
	if errors.Is(err, db.ErrNoRow) {
		return "", ErrNoLot
	}
	return productID, err
}
