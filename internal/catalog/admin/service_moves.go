package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/idempotency"
	"kirana/internal/language"
	"kirana/internal/unicodetext"
)

// MaxMoves limits the moves of one call.
const MaxMoves = 1000

// StockMove changes the stock of a product, identified by its id, SKU or barcode.
type StockMove struct {
	ProductID, SKU, Barcode string
	Pieces                  int
	Grams                   int `json:",omitempty"` // for products sold by weight, instead of Pieces
	Reason                  stock.Reason
	Note                    string
}

// MovedStock is the stock of a product after the moves.
type MovedStock struct {
	ProductID string `json:"productId"`
	SKU       string `json:"sku"`
	Stock     int    `json:"stock"`
	Grams     *int   `json:"stockGrams,omitempty" doc:"Stock of a product sold by weight, in grams."`
}

// MoveStocks makes all moves in one transaction, or none. The error names up to 5 products that lack stock, or the
// moves of unknown products. The key makes the call repeatable, see idempotency.Do.
func (s *Service) MoveStocks(ctx context.Context, key idempotency.Key, moves []StockMove) ([]MovedStock, error) {
	fingerprint, err := idempotency.Fingerprint(struct {
		Call  string
		Moves []StockMove
	}{"stock moves", moves})
	if err != nil {
		return nil, err
	}
	moved := []MovedStock{} // [] in JSON, not null
	err = s.edit(ctx, func(tx *db.Tx) error {
		request := idempotency.Request{Fingerprint: fingerprint, Thing: language.Word("move"), At: s.clock.Now()}
		response, err := idempotency.Do(ctx, tx, key, request, func() (any, error) { return s.moveStocks(ctx, tx, moves) })
		if err != nil {
			return err
		}
		return json.Unmarshal(response, &moved)
	})
	if err != nil {
		return nil, fmt.Errorf("move stocks: %w", err)
	}
	s.view.ShowCommitted(ctx)
	return moved, nil
}

func (s *Service) moveStocks(ctx context.Context, tx *db.Tx, moves []StockMove) ([]MovedStock, error) {
	planned, ids, err := resolveMoves(ctx, tx, moves)
	if err != nil {
		return nil, err
	}
	products, err := catalog.LockProducts(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	left, err := applyMoves(products, planned)
	if err != nil {
		return nil, err
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	var short []string
	moved, changed := make([]MovedStock, len(ids)), []string{}
	for i, productID := range ids {
		product := products[productID]
		after := left[productID]
		if after.Amount() < 0 {
			short = append(short, fmt.Sprintf("%s (%s left)", product.Name, stockText(product)))
		}
		if moved[i] = (MovedStock{productID, product.SKU, after.Stock, nil}); after.IsSoldByWeight() {
			grams := after.Grams()
			moved[i].Grams = &grams
		}
		changed = append(changed, product.Name)
	}
	if len(short) > 0 {
		return nil, fault.New(fault.Conflict, "out_of_stock", "Not enough is left of %s.", strings.Join(short[:min(len(short), 5)], ", "))
	}
	if err := stock.MoveMany(ctx, tx, s.clock.Now(), planned); err != nil {
		return nil, err
	}
	object := string(productCount(len(ids)).Store())
	if len(ids) == 1 {
		object = changed[0]
	}
	return moved, audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "stock.move", Object: object, After: string(language.Count(len(moves), "1 move", "%d moves").Store())})
}

// applyMoves returns the products after the moves. For products sold by weight, it converts the moves in planned to
// steps and loose grams.
func applyMoves(products map[string]catalog.Product, planned []stock.Move) (map[string]catalog.Product, error) {
	left := maps.Clone(products)
	var wrong []fault.Field
	for i := range planned {
		m := &planned[i]
		refuse := func(format string, args ...any) {
			wrong = append(wrong, fault.InvalidField(fmt.Sprintf("moves[%d]", i), format, args...))
		}
		before, known := left[m.ProductID]
		if !known || before.DeletedAt != nil {
			refuse("There is no such product.")
			continue
		}
		if m.Grams != 0 && !before.IsSoldByWeight() {
			refuse("%s is not sold by weight.", before.Name)
			continue
		}
		after := before.WithAmount(before.Amount() + m.Pieces*max(before.StepGrams, 1) + m.Grams)
		m.Pieces, m.Grams = after.Stock-before.Stock, after.LooseGrams-before.LooseGrams
		if after.Stock > max(catalog.MaxStock, products[m.ProductID].Stock) {
			refuse("Stock can be at most %d.", catalog.MaxStock)
		}
		left[m.ProductID] = after
	}
	return left, fault.Form(wrong)
}

// resolveMoves finds the product of each move. It returns the moves and, in the same order, their product ids: "" for
// an unknown SKU or barcode.
func resolveMoves(ctx context.Context, tx *db.Tx, moves []StockMove) (planned []stock.Move, ids []string, err error) {
	var skus, barcodes []string
	for _, m := range moves {
		if m.SKU != "" {
			skus = append(skus, strings.ToLower(m.SKU))
		}
		if m.Barcode != "" {
			barcodes = append(barcodes, m.Barcode)
		}
	}
	bySKU, err := idsBy(ctx, tx, "sku", skus)
	if err != nil {
		return nil, nil, err
	}
	byBarcode, err := idsByBarcode(ctx, tx, barcodes)
	if err != nil {
		return nil, nil, err
	}
	planned, ids = make([]stock.Move, len(moves)), make([]string, len(moves))
	for i, m := range moves {
		productID := m.ProductID
		if m.SKU != "" {
			productID = bySKU[strings.ToLower(m.SKU)]
		}
		if m.Barcode != "" {
			productID = byBarcode[m.Barcode]
		}
		planned[i], ids[i] = stock.Move{ProductID: productID, Pieces: m.Pieces, Grams: m.Grams, Reason: m.Reason, Note: m.Note}, productID
	}
	return planned, ids, nil
}

// idsByBarcode returns product ids by barcode. Main and additional barcodes match, in any form.
func idsByBarcode(ctx context.Context, tx *db.Tx, barcodes []string) (map[string]string, error) {
	var all []string
	forms := map[string][]string{}
	for _, barcode := range barcodes {
		code := catalog.BarcodeOf(barcode)
		forms[barcode] = unicodetext.Barcodes(code)
		if reading := unicodetext.OtherBarcode(code); reading != "" {
			forms[barcode] = append(forms[barcode], unicodetext.Barcodes(reading)...)
		}
		all = append(all, forms[barcode]...)
	}
	first, err := idsBy(ctx, tx, "barcode", all)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	addFrom := func(ids map[string]string) (complete bool) {
		complete = true
		for _, barcode := range barcodes {
			for _, form := range forms[barcode] {
				found[barcode] = cmp.Or(found[barcode], ids[form])
			}
			complete = complete && found[barcode] != ""
		}
		return complete
	}
	if addFrom(first) {
		return found, nil
	}
	further, err := idsByFurtherBarcode(ctx, tx)
	addFrom(further)
	return found, err
}

// idsByFurtherBarcode returns product ids by additional barcode, in lower case.
func idsByFurtherBarcode(ctx context.Context, tx *db.Tx) (map[string]string, error) {
	products, err := db.All[struct {
		ID       string        `db:"id"`
		Barcodes catalog.Codes `db:"more_barcodes"`
	}](ctx, tx, `SELECT id, more_barcodes FROM products WHERE more_barcodes <> '' AND deleted_at IS NULL ORDER BY id DESC`)
	if err != nil {
		return nil, fmt.Errorf("find products by their further barcodes: %w", err)
	}
	found := map[string]string{}
	for _, product := range products {
		for _, barcode := range product.Barcodes {
			found[strings.ToLower(barcode)] = product.ID
		}
	}
	return found, nil
}

// codesPerStatement limits the codes that one statement looks up.
const codesPerStatement = 500

// idsBy returns product ids by a lower-case code of the column sku or barcode. If two products have one barcode, the older is
// returned.
func idsBy(ctx context.Context, tx *db.Tx, column string, codes []string) (map[string]string, error) {
	found := map[string]string{}
	for part := range slices.Chunk(codes, codesPerStatement) {
		rows, err := db.All[struct {
			ID   string `db:"id"`
			Code string `db:"code"`
		}](ctx, tx, `
			SELECT id, LOWER(`+column+`) AS code
			FROM products
			WHERE LOWER(`+column+`) IN (`+db.Placeholders(1, len(part))+`) AND `+column+` <> '' AND deleted_at IS NULL
			ORDER BY id DESC`, db.Args(part)...)
		if err != nil && !errors.Is(err, db.ErrNoRow) {
			return nil, fmt.Errorf("find products by their %s: %w", column, err)
		}
		for _, row := range rows {
			found[row.Code] = row.ID
		}
	}
	return found, nil
}
