package admin

import (
	"context"
	"errors"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
)

var errMergeWithItself = fault.InField("into", "Please choose another one.")

// MergeCategories moves the sub-categories of a category into another one and deletes the emptied category.
// Sub-categories of the same name are merged.
func (s *Service) MergeCategories(ctx context.Context, categoryID, intoID string) error {
	if categoryID == intoID {
		return errMergeWithItself
	}
	return s.merge(ctx, func(tx *db.Tx) (audit.Entry, error) {
		categories, err := lockCategories(ctx, tx)
		if err != nil {
			return audit.Entry{}, err
		}
		names := map[string]string{}
		for _, category := range categories {
			names[category.ID] = category.Name
		}
		if names[categoryID] == "" {
			return audit.Entry{}, errNoCategory
		}
		if names[intoID] == "" {
			return audit.Entry{}, fault.InField("into", "This category does not exist.")
		}
		entry := audit.Entry{What: "category.merge", Object: names[categoryID], Before: names[categoryID], After: names[intoID]}
		if err := s.mergeContents(ctx, tx, categoryID, intoID); err != nil {
			return entry, err
		}
		_, err = deleteCategory(ctx, tx, categoryID)
		return entry, err
	})
}

// mergeContents moves the sub-categories of a category into another one, merging those of the same name.
func (s *Service) mergeContents(ctx context.Context, tx *db.Tx, categoryID, intoID string) error {
	subs, err := db.All[catalog.SubCategory](ctx, tx, catalog.SelectSubCategories+`
		WHERE category_id IN ($1, $2)
		ORDER BY id`+tx.ForUpdate(), categoryID, intoID)
	if err != nil {
		return err
	}
	namesakes := map[string]catalog.SubCategory{}
	for _, sub := range subs {
		if sub.CategoryID == intoID {
			namesakes[sub.NameKey] = sub
		}
	}
	for _, sub := range subs {
		if sub.CategoryID != categoryID {
			continue
		}
		if namesake, taken := namesakes[sub.NameKey]; taken {
			if err := s.moveProductsAndDelete(ctx, tx, sub, namesake); err != nil {
				return err
			}
			continue
		}
		at, err := s.nextVersionIn(ctx, tx, sub.ID)
		if err != nil {
			return err
		}
		sub.CategoryID, sub.UpdatedAt = intoID, catalog.NextVersion(at, sub.UpdatedAt)
		if err := updateSubCategory(ctx, tx, sub); err != nil {
			return err
		}
		if err := moveProducts(ctx, tx, sub.ID, intoID, at); err != nil {
			return err
		}
	}
	return nil
}

// MergeSubCategories moves the products of a sub-category into another one, possibly of another category, and deletes
// the emptied sub-category.
func (s *Service) MergeSubCategories(ctx context.Context, subCategoryID, intoID string) error {
	if subCategoryID == intoID {
		return errMergeWithItself
	}
	return s.merge(ctx, func(tx *db.Tx) (audit.Entry, error) {
		sub, err := lockSubCategory(ctx, tx, subCategoryID)
		if errors.Is(err, db.ErrNoRow) {
			return audit.Entry{}, errNoSubCategory
		}
		if err != nil {
			return audit.Entry{}, err
		}
		into, err := lockSubCategory(ctx, tx, intoID)
		if errors.Is(err, db.ErrNoRow) {
			return audit.Entry{}, fault.InField("into", "This sub-category does not exist.")
		}
		if err != nil {
			return audit.Entry{}, err
		}
		entry := audit.Entry{What: "subCategory.merge", Object: sub.Name, Before: sub.Name, After: into.Name}
		return entry, s.moveProductsAndDelete(ctx, tx, sub, into)
	})
}

// merge runs a merge in a transaction, logs it and refreshes the view.
func (s *Service) merge(ctx context.Context, change func(tx *db.Tx) (audit.Entry, error)) error {
	err := s.edit(db.WithTimeout(ctx, bulkTimeout), func(tx *db.Tx) error {
		entry, err := change(tx)
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock.Now(), entry)
	})
	if err != nil {
		return err
	}
	s.view.ShowCommitted(ctx)
	return nil
}

// moveProductsAndDelete moves all products of sub to into, and deletes sub.
func (s *Service) moveProductsAndDelete(ctx context.Context, tx *db.Tx, sub, into catalog.SubCategory) error {
	at, err := s.nextVersionIn(ctx, tx, sub.ID)
	if err != nil {
		return err
	}
	err = db.Exec(ctx, tx, `
		UPDATE products
		SET category_id = $2, sub_category_id = $3, updated_at = $4, edited_at = $4
		WHERE sub_category_id = $1`, sub.ID, into.CategoryID, into.ID, at)
	if err != nil {
		return err
	}
	_, err = deleteSubCategory(ctx, tx, sub.ID)
	return err
}

// nextVersionIn locks all products of a sub-category and returns the UpdatedAt for changing them.
func (s *Service) nextVersionIn(ctx context.Context, tx *db.Tx, subCategoryID string) (time.Time, error) {
	at := s.clock.Now()
	versions, err := db.All[time.Time](ctx, tx, `SELECT p.updated_at FROM products p WHERE p.sub_category_id = $1 ORDER BY p.id`+tx.ForUpdate(), subCategoryID)
	for _, version := range versions {
		at = catalog.NextVersion(at, version)
	}
	return at, err
}
