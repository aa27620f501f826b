package purchase

import (
	"context"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/unicodetext"
)

// supplierWord is the product that staff chose for a supplier's wording, with the pack of one of the units that it came in.
type supplierWord struct {
	Words     string  `db:"words"`
	ProductID string  `db:"product_id"`
	LastPack  int     `db:"last_pack"` // of an unknown unit
	Unit      *string `db:"unit"`      // nil: none is known
	Pack      *int    `db:"pack"`
}

// remembered is a supplierWord with its packs by unit.
type remembered struct {
	productID string
	lastPack  int
	packs     map[string]int // by unitKey
}

// readWords reads what a supplier's words mean, by their keys.
func (s *Service) readWords(ctx context.Context, supplierID string) (map[string]remembered, error) {
	rows, err := db.All[supplierWord](ctx, s.db, `
		SELECT w.words, w.product_id, w.pack AS last_pack, k.unit, k.pack
		FROM supplier_words w
		JOIN products p ON p.id = w.product_id
		LEFT JOIN supplier_packs k ON k.supplier_id = w.supplier_id AND k.words = w.words
		WHERE w.supplier_id = $1 AND p.deleted_at IS NULL
		ORDER BY k.updated_at`, supplierID)
	byWords := map[string]remembered{}
	for _, row := range rows {
		words, known := byWords[row.Words]
		if !known {
			words = remembered{row.ProductID, row.LastPack, map[string]int{}}
			byWords[row.Words] = words
		}
		if row.Unit != nil {
			words.packs[unitKey(*row.Unit)] = *row.Pack // earlier versions stored the file's word instead of the key; the latest row counts
		}
	}
	return byWords, err
}

// match finds the products of a file's lines. A match by name is only a proposal.
func (s *Service) match(ctx context.Context, supplierID string, lines []FileLine) error {
	byWords, err := s.readWords(ctx, supplierID)
	if err != nil {
		return err
	}
	codes := s.codes()
	for i := range lines {
		l := &lines[i]
		last, known := byWords[unicodetext.Key(l.Words)]
		var found *catalog.Product
		scanned := codes.withBarcodes(l.barcodes)
		switch {
		case known:
			l.Match, found = ByEarlierChoice, codes.byID[last.productID]
			var pack int
			if pack, l.sameUnit = last.packs[unitKey(l.Unit)]; l.Pack == 0 {
				l.Pack = pack
			}
		case scanned != nil:
			l.Match, found = ByBarcode, scanned
		case l.SKU != "" && codes.bySKU[strings.ToLower(l.SKU)] != nil:
			l.Match, found = BySKU, codes.bySKU[strings.ToLower(l.SKU)]
		}
		if l.Pack == 0 && sizeUnit.MatchString(l.Unit) && found != nil && !found.IsSoldByWeight() {
			l.Pack = 1
		}
		if found != nil {
			l.Proposals = append(l.Proposals, s.proposal(*found))
			l.Sure = l.isSure(*found)
			if l.Match == BySKU && !sharesWord(l.Words, *found) {
				l.Sure = false // the code may be the supplier's
			}
			if scanned != nil && scanned.ID != found.ID {
				l.Sure = false
				l.Proposals = append(l.Proposals, s.proposal(*scanned))
				l.note("The barcode is that of %s, but the same words were %s last time.", scanned.Name, found.Name)
			}
		} else {
			s.propose(l)
		}
		if l.Pack == 0 {
			l.Pack = packIn(l.Unit)
		}
		if l.Pack == 0 && last.lastPack > 1 {
			l.Pack = last.lastPack
		}
		if l.Pack == 0 && sizeUnit.MatchString(l.Unit) && len(l.Proposals) > 0 && l.Proposals[0].Product.StepGrams == 0 {
			l.Pack = 1
		}
		if l.Pack == 0 && len(l.Proposals) > 0 {
			l.Pack = l.Proposals[0].Product.PackSize
		}
		l.checkAmount()
		if found != nil {
			l.checkProduct(*found)
		}
	}
	return nil
}

// remember stores the supplier's wording for the products of a draft's lines, and the packs of their units. The packs of
// another product are forgotten.
func remember(ctx context.Context, tx *db.Tx, p Purchase) error {
	for _, l := range p.Lines {
		words, unit := unicodetext.Key(l.Words), unitKey(plainUnit(l.Unit))
		if words == "" {
			continue
		}
		err := db.Exec(ctx, tx, `
			DELETE FROM supplier_packs
			WHERE supplier_id = $1 AND words = $2 AND NOT EXISTS (SELECT 1 FROM supplier_words w WHERE w.supplier_id = $1 AND w.words = $2 AND w.product_id = $3)`,
			p.SupplierID, words, l.ProductID)
		if err != nil {
			return err
		}
		err = db.Exec(ctx, tx, `
			INSERT INTO supplier_words (supplier_id, words, product_id, pack, updated_at)
			VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (supplier_id, words) DO UPDATE SET product_id = excluded.product_id, pack = CASE WHEN $6 > 0 THEN excluded.pack ELSE supplier_words.pack END, updated_at = excluded.updated_at`,
			p.SupplierID, words, l.ProductID, max(1, l.Pack), p.UpdatedAt, l.Pack)
		if err != nil {
			return err
		}
		if unit == "" && l.Pack > 1 || unit != "" && l.Pack == 0 {
			continue // the pack of an unknown unit, or a weight
		}
		err = db.Exec(ctx, tx, `
			INSERT INTO supplier_packs (supplier_id, words, unit, pack, updated_at)
			VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (supplier_id, words, unit) DO UPDATE SET pack = excluded.pack, updated_at = excluded.updated_at`,
			p.SupplierID, words, unit, max(1, l.Pack), p.UpdatedAt)
		if err != nil {
			return err
		}
	}
	return nil
}
