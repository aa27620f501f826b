package admin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// CounterProduct is a product that is added at the counter with the few values known there.
type CounterProduct struct {
	Key           string // makes the call repeatable; a valid id becomes the product's id
	Name          string
	MRP           money.Paise
	Barcode       string // "": none
	SubCategoryID string // "": a sub-category without HSN and own rate, see assignSubCategory
}

// keyedIDLength is the length of an id derived from a key, in hex digits.
const keyedIDLength = 24

// id returns the product's id, derived from the key.
func (c CounterProduct) id() string {
	if id.Valid(c.Key) {
		return c.Key
	}
	sum := sha256.Sum256([]byte(c.Key))
	return hex.EncodeToString(sum[:])[:keyedIDLength]
}

// AddAtCounter adds an unpublished product without stock. The same key returns the same product. If another product has
// the barcode, the error is fault.Conflict (barcode_taken) with that product.
func (s *Service) AddAtCounter(ctx context.Context, c CounterProduct) (catalog.Product, error) {
	return s.saveProduct(ctx, func(tx *db.Tx) (catalog.Product, error) { return s.AddAtCounterTx(ctx, tx, c) })
}

// AddAtCounterTx is AddAtCounter in the caller's transaction. The caller refreshes the catalog in memory after the
// commit.
func (s *Service) AddAtCounterTx(ctx context.Context, tx *db.Tx, c CounterProduct) (catalog.Product, error) {
	now := s.clock.Now()
	p := catalog.Product{ID: c.id(), Name: c.Name, Price: c.MRP, CreatedAt: now, EditedAt: now, UpdatedAt: now}
	if p.Barcode = catalog.BarcodeOf(c.Barcode); p.Barcode != "" {
		if err := catalog.LockCodes(ctx, tx); err != nil {
			return p, err
		}
	}
	known, err := catalog.LockProducts(ctx, tx, []string{p.ID})
	if err != nil {
		return p, err
	}
	if product, made := known[p.ID]; made {
		return product, nil
	}
	if p.Barcode != "" && !catalog.IsBarcode(p.Barcode) {
		return p, errInvalidBarcode("barcode")
	}
	if err := refuseTaken(ctx, tx, p, p.Barcode); err != nil {
		return p, err
	}
	if err := s.assignSubCategory(ctx, tx, &p, c.SubCategoryID); err != nil {
		return p, err
	}
	if err := catalog.SaveProducts(ctx, tx, p); err != nil {
		return p, err
	}
	return p, audit.Write(ctx, tx, now, audit.Entry{What: "product.create", Object: p.Name, After: string(language.NewPhrase("%s, at the counter", p.Price).Store())})
}

// errInvalidBarcode returns the error for a barcode that scanners cannot read.
func errInvalidBarcode(field string) error {
	return fault.InField(field, "A barcode has letters, digits and signs, without spaces.")
}

// assignSubCategory sets the category of a new product. If subCategoryID is "", it takes the newest sub-category without HSN and
// own rate, or adds one.
func (s *Service) assignSubCategory(ctx context.Context, tx *db.Tx, p *catalog.Product, subCategoryID string) error {
	place, err := db.Get[struct {
		ID         string `db:"id"`
		CategoryID string `db:"category_id"`
	}](ctx, tx, `
		SELECT id, category_id
		FROM sub_categories
		WHERE id = $1 OR $1 = '' AND hsn = '' AND gst_rate IS NULL
		ORDER BY id DESC
		LIMIT 1`, subCategoryID)
	if err == nil {
		p.SubCategoryID, p.CategoryID = place.ID, place.CategoryID
		return nil
	}
	if !errors.Is(err, db.ErrNoRow) {
		return err
	}
	if subCategoryID != "" {
		return fault.InField("subCategory", "This sub-category does not exist.")
	}
	return addNewSubCategory(ctx, tx, p)
}

// addNewSubCategory adds the sub-category "New" for a new product, or "New 2" and so on while the name is taken, to the category
// "From the counter", which it adds in a shop without one.
func addNewSubCategory(ctx context.Context, tx *db.Tx, p *catalog.Product) error {
	category, err := counterCategory(ctx, tx, p.CreatedAt)
	if err != nil {
		return err
	}
	taken, err := db.All[string](ctx, tx, `SELECT name_key FROM sub_categories WHERE category_id = $1`, category.ID)
	if err != nil {
		return err
	}
	name := "New"
	for n := 2; slices.Contains(taken, catalog.NameKey(name)); n++ {
		name = fmt.Sprintf("New %d", n)
	}
	sub := catalog.SubCategory{ID: id.New(), CategoryID: category.ID, Name: name, NameKey: catalog.NameKey(name), CreatedAt: p.CreatedAt, UpdatedAt: p.CreatedAt}
	p.CategoryID, p.SubCategoryID = category.ID, sub.ID
	return catalog.InsertSubCategory(ctx, tx, sub)
}

// counterCategory locks the category "From the counter", or adds it.
func counterCategory(ctx context.Context, tx *db.Tx, now time.Time) (catalog.Category, error) {
	const name = "From the counter"
	category, err := db.Get[catalog.Category](ctx, tx, catalog.SelectCategories+` WHERE name_key = $1`+tx.ForUpdate(), catalog.NameKey(name))
	if !errors.Is(err, db.ErrNoRow) {
		return category, err
	}
	last, err := lastPosition(ctx, tx)
	if err != nil {
		return category, err
	}
	category = catalog.Category{ID: id.New(), Name: name, NameKey: catalog.NameKey(name), Position: last + 1, CreatedAt: now, UpdatedAt: now}
	return category, catalog.InsertCategory(ctx, tx, category)
}

// maxBarcodes limits the barcodes of one product.
const maxBarcodes = 20

// AddBarcode adds another barcode to a product, such as that of a new package. If another product has the barcode, the
// error is fault.Conflict (barcode_taken) with that product.
func (s *Service) AddBarcode(ctx context.Context, productID, barcode string) (catalog.Product, error) {
	return s.saveProduct(ctx, func(tx *db.Tx) (catalog.Product, error) {
		if err := catalog.LockCodes(ctx, tx); err != nil {
			return catalog.Product{}, err
		}
		rows, err := catalog.LockProducts(ctx, tx, []string{productID})
		if err != nil {
			return catalog.Product{}, err
		}
		p, known := rows[productID]
		if !known || p.DeletedAt != nil {
			return p, catalog.ErrNoProduct
		}
		before := p
		code := catalog.BarcodeOf(barcode)
		forms := unicodetext.Barcodes(code)
		switch {
		case !catalog.IsBarcode(code):
			return p, errInvalidBarcode("barcode")
		case slices.ContainsFunc(p.AllBarcodes(), func(own string) bool { return slices.Contains(forms, strings.ToLower(own)) }):
			return p, nil
		case len(p.AllBarcodes()) >= maxBarcodes:
			return p, fault.InField("barcode", "A product can have at most %d barcodes.", maxBarcodes)
		}
		if err := refuseTaken(ctx, tx, p, code); err != nil {
			return p, err
		}
		if p.Barcode == "" {
			p.Barcode = code
		} else {
			p.MoreBarcodes = append(slices.Clone(p.MoreBarcodes), code)
		}
		p.EditedAt = catalog.NextVersion(s.clock.Now(), p.UpdatedAt)
		p.UpdatedAt = p.EditedAt
		if err := catalog.SaveProducts(ctx, tx, p); err != nil {
			return p, err
		}
		return p, RecordChange(ctx, tx, before, p)
	})
}

// amongCodes returns an SQL condition for products that have one of the forms, in lower case, among their additional
// barcodes, and args with the arguments of the condition appended.
func amongCodes(forms []string, args []any) (string, []any) {
	like := make([]string, len(forms))
	for i, form := range forms {
		args = append(args, "% "+escapeLike.Replace(form)+" %")
		like[i] = fmt.Sprintf(`' ' || lower(more_barcodes) || ' ' LIKE $%d ESCAPE '\'`, len(args))
	}
	return strings.Join(like, " OR "), args
}

var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// CodeOwner is the product that has a code.
type CodeOwner struct {
	ID   string `db:"id" json:"_id"`
	Name string `db:"name" json:"name"`
}

// ownerOf returns the product, other than productID, that has a barcode in any of its forms, or db.ErrNoRow.
func ownerOf(ctx context.Context, q db.Querier, productID, code string) (CodeOwner, error) {
	forms := unicodetext.Barcodes(code)
	among, args := amongCodes(forms, append([]any{productID}, db.Args(forms)...))
	return db.Get[CodeOwner](ctx, q, `
		SELECT id, name
		FROM products
		WHERE id <> $1 AND deleted_at IS NULL AND id IN (
			SELECT id FROM products WHERE lower(barcode) IN (`+db.Placeholders(2, len(forms))+`) AND barcode <> ''
			UNION ALL
			SELECT id FROM products WHERE more_barcodes <> '' AND (`+among+`)
		)
		ORDER BY id
		LIMIT 1`, args...)
}

// refuseTaken refuses a barcode that another product has. "" is accepted.
func refuseTaken(ctx context.Context, tx *db.Tx, p catalog.Product, code string) error {
	if code == "" {
		return nil
	}
	owner, err := ownerOf(ctx, tx, p.ID, code)
	if errors.Is(err, db.ErrNoRow) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for a barcode: %w", err)
	}
	refusal := fault.New(fault.Conflict, "barcode_taken", "%s has this barcode already.", owner.Name)
	refusal.Data = owner
	return refusal
}
