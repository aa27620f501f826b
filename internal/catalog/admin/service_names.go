package admin

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/catalog/search"
	"kirana/internal/db"
	"kirana/internal/fault"
)

// RecordKind is a kind of record with translated names.
type RecordKind string

// The kinds of records with translated names.
const (
	KindCategory    RecordKind = "CATEGORY"
	KindSubCategory RecordKind = "SUB_CATEGORY"
	KindProduct     RecordKind = "PRODUCT"
)

// Unnamed is a record without a name in a language.
type Unnamed struct {
	Kind     RecordKind `json:"kind" enum:"CATEGORY,SUB_CATEGORY,PRODUCT"`
	ID       string     `json:"_id"`
	Name     string     `json:"name"`
	Unit     string     `json:"unit,omitempty" doc:"Unit of a product."`
	Proposal string     `json:"proposal" doc:"Proposed name, translated word by word. Empty if a word is unknown."`
}

// NewName is the name of a record in a language.
type NewName struct {
	Kind RecordKind
	ID   string
	Name string
}

// MaxNewNames limits the names of one call.
const MaxNewNames = 100

// ListUnnamed returns the records without a name in a language. Those with a proposal come first; within both groups,
// categories come before sub-categories and products.
func (s *Service) ListUnnamed(lang string) []Unnamed {
	snapshot := s.view.Snapshot()
	found := []Unnamed{}
	add := func(u Unnamed, names catalog.Names) {
		if names[lang] == "" {
			u.Proposal, _ = search.Translate(u.Name, lang)
			found = append(found, u)
		}
	}
	for _, category := range snapshot.Categories() {
		add(Unnamed{Kind: KindCategory, ID: category.ID, Name: category.Name}, category.Names)
	}
	for _, sub := range snapshot.SubCategories() {
		add(Unnamed{Kind: KindSubCategory, ID: sub.ID, Name: sub.Name}, sub.Names)
	}
	for product := range snapshot.All() {
		add(Unnamed{Kind: KindProduct, ID: product.ID, Name: product.Name, Unit: product.Unit}, product.Names)
	}
	slices.SortStableFunc(found, func(a, b Unnamed) int {
		switch {
		case (a.Proposal == "") == (b.Proposal == ""):
			return 0
		case a.Proposal != "":
			return -1
		}
		return 1
	})
	return found
}

// SetNames sets the names of records in a language, all or none. An empty name removes the record's name in the language. An
// unknown or deleted record fails with fault.NotFound.
func (s *Service) SetNames(ctx context.Context, lang string, names []NewName) error {
	for i, name := range names {
		maxLength := catalog.MaxName
		if name.Kind != KindProduct {
			maxLength = catalog.MaxCategoryName
		}
		if wrong := (catalog.Names{lang: name.Name}).Validate(maxLength); len(wrong) > 0 {
			wrong[0].Field = fmt.Sprintf("names[%d].name", i)
			return fault.Form(wrong[:1])
		}
	}
	err := s.edit(ctx, func(tx *db.Tx) error {
		for _, kind := range []RecordKind{KindCategory, KindSubCategory, KindProduct} {
			if err := s.nameKind(ctx, tx, kind, lang, names); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.view.ShowCommitted(ctx)
	return nil
}

// nameKind sets the names of the records of one kind, in order of their ids, so that concurrent calls do not deadlock.
func (s *Service) nameKind(ctx context.Context, tx *db.Tx, kind RecordKind, lang string, names []NewName) error {
	byID := map[string]catalog.Names{}
	var ids []string
	for _, name := range names {
		if name.Kind == kind {
			byID[name.ID] = catalog.Names{lang: name.Name}
			ids = append(ids, name.ID)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	if kind == KindProduct {
		return s.nameProducts(ctx, tx, ids, byID)
	}
	for _, recordID := range ids {
		var err error
		if kind == KindCategory {
			err = s.nameCategory(ctx, tx, recordID, byID[recordID])
		} else {
			err = s.nameSubCategory(ctx, tx, recordID, byID[recordID])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) nameCategory(ctx context.Context, tx *db.Tx, categoryID string, names catalog.Names) error {
	before, err := lockCategory(ctx, tx, categoryID)
	if errors.Is(err, db.ErrNoRow) {
		return errNoCategory
	}
	if err != nil {
		return err
	}
	after := before
	after.Names, after.UpdatedAt = before.Names.With(names), catalog.NextVersion(s.clock.Now(), before.UpdatedAt)
	if err := catalog.SetCategoryNames(ctx, tx, after); err != nil {
		return err
	}
	return recordCategory(ctx, tx, before, after)
}

func (s *Service) nameSubCategory(ctx context.Context, tx *db.Tx, subCategoryID string, names catalog.Names) error {
	before, err := lockSubCategory(ctx, tx, subCategoryID)
	if errors.Is(err, db.ErrNoRow) {
		return errNoSubCategory
	}
	if err != nil {
		return err
	}
	after := before
	after.Names, after.UpdatedAt = before.Names.With(names), catalog.NextVersion(s.clock.Now(), before.UpdatedAt)
	if err := catalog.SetSubCategoryNames(ctx, tx, after); err != nil {
		return err
	}
	return recordSubCategory(ctx, tx, before, after)
}

func (s *Service) nameProducts(ctx context.Context, tx *db.Tx, ids []string, names map[string]catalog.Names) error {
	if len(ids) == 0 {
		return nil
	}
	rows, err := catalog.LockProducts(ctx, tx, ids)
	if err != nil {
		return err
	}
	products := make([]catalog.Product, len(ids))
	for i, productID := range ids {
		before, known := rows[productID]
		if !known || before.DeletedAt != nil {
			return catalog.ErrNoProduct
		}
		after := before
		after.Names = before.Names.With(names[productID])
		after.EditedAt = catalog.NextVersion(s.clock.Now(), before.UpdatedAt)
		after.UpdatedAt = after.EditedAt
		if err := RecordChange(ctx, tx, before, after); err != nil {
			return err
		}
		products[i] = after
	}
	return catalog.SaveProducts(ctx, tx, products...)
}
