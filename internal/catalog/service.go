package catalog

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strconv"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
)

// CheckPictures refuses in the named field URLs that are not of our own pictures.
type CheckPictures func(ctx context.Context, field string, urls ...string) error

// Service is what the shop does with its catalogue.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	log      *slog.Logger
	pictures CheckPictures
	shelf    *shelf
}

// New makes the service. Reads answer from memory: call Refresh before the
// first one, and run Follow so that changes made elsewhere arrive.
func New(d *db.DB, c clock.Clock, log *slog.Logger, pictures CheckPictures) *Service {
	return &Service{db: d, clock: c, log: log, pictures: pictures, shelf: newShelf()}
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

// CategoryForm is what an administrator says of a category; nil stays as it is.
type CategoryForm struct {
	Name, Image *string
	Position    *int
}

// AddCategory makes a category, last in order unless the form says where. Its
// name is unique without regard to case.
func (s *Service) AddCategory(ctx context.Context, form CategoryForm) (Category, error) {
	now := s.clock.Now()
	category := Category{ID: id.New(), CreatedAt: now, UpdatedAt: now}
	return s.saveCategory(ctx, form, func(tx *db.Tx) (Category, error) {
		last, err := lastPosition(ctx, tx)
		category.Position = last + 1
		return category, err
	}, insertCategory)
}

// UpdateCategory changes what the form names.
func (s *Service) UpdateCategory(ctx context.Context, categoryID string, form CategoryForm) (Category, error) {
	return s.saveCategory(ctx, form, func(tx *db.Tx) (Category, error) {
		category, err := lockCategory(ctx, tx, categoryID)
		if errors.Is(err, db.ErrNoRow) {
			return category, errNoCategory
		}
		category.UpdatedAt = NextVersion(s.clock.Now(), category.UpdatedAt)
		return category, err
	}, updateCategory)
}

func (s *Service) saveCategory(ctx context.Context, form CategoryForm,
	begin func(*db.Tx) (Category, error), save func(context.Context, *db.Tx, Category) error,
) (Category, error) {
	if form.Image != nil && *form.Image != "" {
		if err := s.pictures(ctx, "image", *form.Image); err != nil {
			return Category{}, err
		}
	}
	var category Category
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		if category, err = begin(tx); err != nil {
			return err
		}
		if form.Name != nil {
			category.Name, category.NameKey = *form.Name, foldName(*form.Name)
		}
		if form.Image != nil {
			category.Image = *form.Image
		}
		if form.Position != nil {
			category.Position = *form.Position
		}
		return save(ctx, tx, category)
	})
	if db.IsDuplicate(err) {
		return Category{}, nameTaken("A category with this name already exists.")
	}
	if err != nil {
		return Category{}, err
	}
	return category, s.Refresh(ctx)
}

// MoveCategory puts a category before another, or last when beforeID is "". The
// others keep their order, whatever became of it meanwhile. It answers all.
func (s *Service) MoveCategory(ctx context.Context, categoryID, beforeID string) ([]Category, error) {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		order, err := lockCategories(ctx, tx)
		if err != nil {
			return err
		}
		from := slices.IndexFunc(order, func(c Category) bool { return c.ID == categoryID })
		if from < 0 {
			return errNoCategory
		}
		moving := order[from]
		order = slices.Delete(order, from, from+1)
		to := len(order)
		if beforeID != "" {
			to = slices.IndexFunc(order, func(c Category) bool { return c.ID == beforeID })
		}
		if to < 0 {
			return fault.InField("before", "This category does not exist.")
		}
		for i, c := range slices.Insert(order, to, moving) {
			if c.Position == i+1 {
				continue
			}
			c.Position, c.UpdatedAt = i+1, NextVersion(s.clock.Now(), c.UpdatedAt)
			if err := updateCategory(ctx, tx, c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := s.Refresh(ctx); err != nil {
		return nil, err
	}
	return s.Categories(), nil
}

// DeleteCategory removes a category that nothing uses any more.
func (s *Service) DeleteCategory(ctx context.Context, categoryID string) error {
	return s.delete(ctx, categoryID, errNoCategory, deleteCategory, func(u uses) error {
		return fault.New(fault.Conflict, "in_use", "This category is still used by %s and %s.",
			count(u.SubCategories, "sub-category", "sub-categories"), count(u.Products, "product", "products"))
	}, usesOfCategory)
}

// SubCategoryForm is what an administrator says of a sub-category; nil stays.
type SubCategoryForm struct {
	Name, Image, CategoryID *string
}

// AddSubCategory makes a sub-category; its name is unique within its category.
func (s *Service) AddSubCategory(ctx context.Context, form SubCategoryForm) (SubCategory, error) {
	now := s.clock.Now()
	return s.saveSubCategory(ctx, form, func(*db.Tx) (SubCategory, error) {
		return SubCategory{ID: id.New(), CreatedAt: now, UpdatedAt: now}, nil
	}, insertSubCategory)
}

// UpdateSubCategory changes what the form names. Moved to another category, it
// takes its products along.
func (s *Service) UpdateSubCategory(ctx context.Context, subCategoryID string, form SubCategoryForm) (SubCategory, error) {
	return s.saveSubCategory(ctx, form, func(tx *db.Tx) (SubCategory, error) {
		sub, err := lockSubCategory(ctx, tx, subCategoryID)
		if errors.Is(err, db.ErrNoRow) {
			return sub, errNoSubCategory
		}
		sub.UpdatedAt = NextVersion(s.clock.Now(), sub.UpdatedAt)
		return sub, err
	}, func(ctx context.Context, tx *db.Tx, sub SubCategory) error {
		if err := updateSubCategory(ctx, tx, sub); err != nil {
			return err
		}
		return moveProducts(ctx, tx, sub.ID, sub.CategoryID, sub.UpdatedAt)
	})
}

func (s *Service) saveSubCategory(ctx context.Context, form SubCategoryForm,
	begin func(*db.Tx) (SubCategory, error), save func(context.Context, *db.Tx, SubCategory) error,
) (SubCategory, error) {
	if form.Image != nil && *form.Image != "" {
		if err := s.pictures(ctx, "image", *form.Image); err != nil {
			return SubCategory{}, err
		}
	}
	var sub SubCategory
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		var err error
		if sub, err = begin(tx); err != nil {
			return err
		}
		if form.Name != nil {
			sub.Name, sub.NameKey = *form.Name, foldName(*form.Name)
		}
		if form.Image != nil {
			sub.Image = *form.Image
		}
		if form.CategoryID != nil {
			sub.CategoryID = *form.CategoryID
		}
		category, err := lockCategory(ctx, tx, sub.CategoryID)
		if errors.Is(err, db.ErrNoRow) {
			return fault.InField("category", "This category does not exist.")
		}
		if err != nil {
			return err
		}
		sub.Category = Reference{ID: category.ID, Name: category.Name}
		return save(ctx, tx, sub)
	})
	if db.IsDuplicate(err) {
		return SubCategory{}, nameTaken("A sub-category with this name already exists in this category.")
	}
	if err != nil {
		return SubCategory{}, err
	}
	return sub, s.Refresh(ctx)
}

// DeleteSubCategory removes a sub-category that no product uses any more.
func (s *Service) DeleteSubCategory(ctx context.Context, subCategoryID string) error {
	return s.delete(ctx, subCategoryID, errNoSubCategory, deleteSubCategory, func(u uses) error {
		return fault.New(fault.Conflict, "in_use", "This sub-category is still used by %s.", count(u.Products, "product", "products"))
	}, usesOfSubCategory)
}

// delete lets the database refuse what is still used, and counts only then.
func (s *Service) delete(ctx context.Context, recordID string, missing error,
	remove func(context.Context, *db.Tx, string) (int64, error), used func(uses) error,
	countUses func(context.Context, db.Querier, string) (uses, error),
) error {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		n, err := remove(ctx, tx, recordID)
		if err == nil && n == 0 {
			return missing
		}
		return err
	})
	if db.IsForeignKeyViolation(err) {
		n, err := countUses(ctx, s.db, recordID)
		if err != nil {
			return err
		}
		return used(n)
	}
	if err != nil {
		return err
	}
	return s.Refresh(ctx)
}

// Products reads products by id as they are now, without the deleted ones.
func (s *Service) Products(ctx context.Context, q db.Querier, ids []string) (map[string]Product, error) {
	return productsByID(ctx, q, ids)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
