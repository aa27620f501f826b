package admin

import (
	"context"
	"errors"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
)

// SubCategoryForm is a patch of a sub-category; nil fields are unchanged.
type SubCategoryForm struct {
	Name, Image, CategoryID *string
	Names                   catalog.Names // changed translations only
	Tax                     TaxForm
}

// AddSubCategory adds a sub-category; its name is unique within its category.
func (s *Service) AddSubCategory(ctx context.Context, form SubCategoryForm) (catalog.SubCategory, error) {
	now := s.clock.Now()
	return s.saveSubCategory(ctx, form, func(*db.Tx) (catalog.SubCategory, error) {
		return catalog.SubCategory{ID: id.New(), CreatedAt: now, UpdatedAt: now}, nil
	}, catalog.InsertSubCategory)
}

// UpdateSubCategory changes the fields that the form sets. A move to another category moves its products, too.
func (s *Service) UpdateSubCategory(ctx context.Context, subCategoryID string, form SubCategoryForm) (catalog.SubCategory, error) {
	return s.saveSubCategory(ctx, form, func(tx *db.Tx) (catalog.SubCategory, error) {
		sub, err := lockSubCategory(ctx, tx, subCategoryID)
		if errors.Is(err, db.ErrNoRow) {
			return sub, errNoSubCategory
		}
		sub.UpdatedAt = catalog.NextVersion(s.clock.Now(), sub.UpdatedAt)
		return sub, err
	}, func(ctx context.Context, tx *db.Tx, sub catalog.SubCategory) error {
		if err := updateSubCategory(ctx, tx, sub); err != nil {
			return err
		}
		return moveProducts(ctx, tx, sub.ID, sub.CategoryID, sub.UpdatedAt)
	})
}

func (s *Service) saveSubCategory(ctx context.Context, form SubCategoryForm,
	load func(*db.Tx) (catalog.SubCategory, error), save func(context.Context, *db.Tx, catalog.SubCategory) error,
) (catalog.SubCategory, error) {
	if form.Image != nil && *form.Image != "" {
		if err := s.pictures(ctx, "image", *form.Image); err != nil {
			return catalog.SubCategory{}, err
		}
	}
	if err := fault.Form(form.Names.Validate(catalog.MaxCategoryName)); err != nil {
		return catalog.SubCategory{}, err
	}
	var sub catalog.SubCategory
	err := s.edit(ctx, func(tx *db.Tx) error {
		var err error
		if sub, err = load(tx); err != nil {
			return err
		}
		before := sub
		if form.Name != nil {
			sub.Name, sub.NameKey = *form.Name, catalog.NameKey(*form.Name)
		}
		sub.Names = sub.Names.With(form.Names)
		if form.Image != nil {
			sub.Image = *form.Image
		}
		if form.CategoryID != nil {
			sub.CategoryID = *form.CategoryID
		}
		form.Tax.fill(&sub.TaxFacts)
		if err := fault.Form(form.Tax.check(s.view.Snapshot(), sub.TaxFacts, "")); err != nil {
			return err
		}
		category, err := lockCategory(ctx, tx, sub.CategoryID)
		if errors.Is(err, db.ErrNoRow) {
			return fault.InField("category", "This category does not exist.")
		}
		if err != nil {
			return err
		}
		sub.Category = category.Reference()
		if err := save(ctx, tx, sub); err != nil {
			return err
		}
		return recordSubCategory(ctx, tx, before, sub)
	})
	if db.IsDuplicate(err) {
		return catalog.SubCategory{}, nameTaken("A sub-category with this name already exists in this category.")
	}
	if err != nil {
		return catalog.SubCategory{}, err
	}
	s.view.ShowCommitted(ctx)
	sub.Draw(&drawing.Tiles{})
	return sub, nil
}

// DeleteSubCategory deletes a sub-category without products; otherwise the error is fault.Conflict.
func (s *Service) DeleteSubCategory(ctx context.Context, subCategoryID string) error {
	return deletion{
		what: "subCategory.delete", delete: deleteSubCategory, countUses: usesOfSubCategory, notFound: errNoSubCategory,
		inUse: func(u uses) error {
			return fault.New(fault.Conflict, "in_use", "This sub-category is still used by %s.", productCount(u.Products))
		},
	}.run(ctx, s, subCategoryID)
}
