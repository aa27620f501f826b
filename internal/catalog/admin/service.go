// Package admin changes the catalog on behalf of administrators.
package admin

import (
	"context"
	"errors"

	"kirana/internal/audit"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// CheckPictures returns fault.Invalid with the field if a URL does not belong to an uploaded picture.
type CheckPictures func(ctx context.Context, field string, urls ...string) error

// Service changes categories, sub-categories and products.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	pictures CheckPictures
	view     *view.View

	// CountWaiting returns how many pieces of a product are reserved for orders, but still on the shelf. It may be nil
	// in a program without orders.
	CountWaiting func(ctx context.Context, tx *db.Tx, productID string) (int, error)
}

// New makes the service. Changes are visible in the view before a call returns.
func New(d *db.DB, c clock.Clock, pictures CheckPictures, v *view.View) *Service {
	return &Service{db: d, clock: c, pictures: pictures, view: v}
}

var (
	errNoCategory    = fault.New(fault.NotFound, "no_category", "Category not found")
	errNoSubCategory = fault.New(fault.NotFound, "no_sub_category", "Subcategory not found")
)

func nameTaken(message string) error {
	return &fault.Error{
		Kind: fault.Conflict, Code: "name_taken", Message: message,
		Fields: []fault.Field{{Field: "name", Message: message}},
	}
}

// edit changes the catalog in a transaction, and notifies the other nodes.
func (s *Service) edit(ctx context.Context, change func(tx *db.Tx) error) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := change(tx); err != nil {
			return err
		}
		return tx.NotifyNodes(ctx, view.Topic)
	})
}

// deletion deletes a record that no other record refers to.
type deletion struct {
	what      string // code in the activity log
	delete    func(ctx context.Context, tx *db.Tx, recordID string) (name string, err error)
	countUses func(context.Context, db.Querier, string) (uses, error)
	notFound  error
	inUse     func(uses) error
}

// run deletes the record. If other records still refer to it, run returns inUse with their numbers.
func (d deletion) run(ctx context.Context, s *Service, recordID string) error {
	err := s.edit(ctx, func(tx *db.Tx) error {
		name, err := d.delete(ctx, tx, recordID)
		if errors.Is(err, db.ErrNoRow) {
			return d.notFound
		}
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: d.what, Object: name})
	})
	if db.IsForeignKeyViolation(err) {
		n, err := d.countUses(ctx, s.db, recordID)
		if err != nil {
			return err
		}
		return d.inUse(n)
	}
	if err != nil {
		return err
	}
	s.view.ShowCommitted(ctx)
	return nil
}

func productCount(n int) language.Phrase { return language.Count(n, "1 product", "%d products") }
