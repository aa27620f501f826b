package admin

import (
	"context"
	"errors"
	"slices"

	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
)

// CategoryForm is a patch of a category; nil fields are unchanged.
type CategoryForm struct {
	Name, Image *string
	Names       catalog.Names // changed translations only
	Position    *int
}

// AddCategory adds a category, at the end unless the form has a position. Its name is unique, ignoring case.
func (s *Service) AddCategory(ctx context.Context, form CategoryForm) (catalog.Category, error) {
	now := s.clock.Now()
	category := catalog.Category{ID: id.New(), CreatedAt: now, UpdatedAt: now}
	return s.saveCategory(ctx, form, func(tx *db.Tx) (catalog.Category, error) {
		last, err := lastPosition(ctx, tx)
		category.Position = last + 1
		return category, err
	}, catalog.InsertCategory)
}

// UpdateCategory changes the fields that the form sets.
func (s *Service) UpdateCategory(ctx context.Context, categoryID string, form CategoryForm) (catalog.Category, error) {
	return s.saveCategory(ctx, form, func(tx *db.Tx) (catalog.Category, error) {
		category, err := lockCategory(ctx, tx, categoryID)
		if errors.Is(err, db.ErrNoRow) {
			return category, errNoCategory
		}
		category.UpdatedAt = catalog.NextVersion(s.clock.Now(), category.UpdatedAt)
		return category, err
	}, updateCategory)
}

func (s *Service) saveCategory(ctx context.Context, form CategoryForm,
	load func(*db.Tx) (catalog.Category, error), save func(context.Context, *db.Tx, catalog.Category) error,
) (catalog.Category, error) {
	if form.Image != nil && *form.Image != "" {
		if err := s.pictures(ctx, "image", *form.Image); err != nil {
			return catalog.Category{}, err
		}
	}
	if err := fault.Form(form.Names.Validate(catalog.MaxCategoryName)); err != nil {
		return catalog.Category{}, err
	}
	var category catalog.Category
	err := s.edit(ctx, func(tx *db.Tx) error {
		var err error
		if category, err = load(tx); err != nil {
			return err
		}
		before := category
		if form.Name != nil {
			category.Name, category.NameKey = *form.Name, catalog.NameKey(*form.Name)
		}
		category.Names = category.Names.With(form.Names)
		if form.Image != nil {
			category.Image = *form.Image
		}
		if form.Position != nil {
			category.Position = *form.Position
		}
		if err := save(ctx, tx, category); err != nil {
			return err
		}
		return recordCategory(ctx, tx, before, category)
	})
	if db.IsDuplicate(err) {
		return catalog.Category{}, nameTaken("A category with this name already exists.")
	}
	if err != nil {
		return catalog.Category{}, err
	}
	s.view.ShowCommitted(ctx)
	category.Draw(&drawing.Tiles{})
	return category, nil
}

// MoveCategory moves a category before another one, or to the end if beforeID is "". The other categories keep their
// order. It returns all categories in the new order.
func (s *Service) MoveCategory(ctx context.Context, categoryID, beforeID string) ([]catalog.Category, error) {
	var moved []catalog.Category
	err := s.edit(ctx, func(tx *db.Tx) error {
		categories, err := lockCategories(ctx, tx)
		if err != nil {
			return err
		}
		previous := slices.Clone(categories)
		if moved, err = moveBefore(categories, categoryID, beforeID); err != nil {
			return err
		}
		for i := range moved {
			c := &moved[i]
			if c.Position == i+1 {
				continue
			}
			c.Position, c.UpdatedAt = i+1, catalog.NextVersion(s.clock.Now(), c.UpdatedAt)
			if err := updateCategory(ctx, tx, *c); err != nil {
				return err
			}
		}
		return recordMove(ctx, tx, previous, moved, move{categoryID, s.clock.Now()})
	})
	if err != nil {
		return nil, err
	}
	s.view.ShowCommitted(ctx)
	return moved, nil
}

// moveBefore returns the categories in their new order.
func moveBefore(categories []catalog.Category, categoryID, beforeID string) ([]catalog.Category, error) {
	index := func(id string) int {
		return slices.IndexFunc(categories, func(c catalog.Category) bool { return c.ID == id })
	}
	from := index(categoryID)
	if from < 0 {
		return nil, errNoCategory
	}
	moving := categories[from]
	categories = slices.Delete(categories, from, from+1)
	to := len(categories)
	if beforeID != "" {
		to = index(beforeID)
	}
	if to < 0 {
		return nil, fault.InField("before", "This category does not exist.")
	}
	return slices.Insert(categories, to, moving), nil
}

// DeleteCategory deletes a category without sub-categories and products; otherwise the error is fault.Conflict.
func (s *Service) DeleteCategory(ctx context.Context, categoryID string) error {
	return deletion{
		what: "category.delete", delete: deleteCategory, countUses: usesOfCategory, notFound: errNoCategory,
		inUse: func(u uses) error {
			return fault.New(fault.Conflict, "in_use", "This category is still used by %s and %s.",
				language.Count(u.SubCategories, "1 sub-category", "%d sub-categories"), productCount(u.Products))
		},
	}.run(ctx, s, categoryID)
}
