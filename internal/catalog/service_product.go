package catalog

import (
	"context"
	"errors"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/unicodetext"
)

// ErrNoProduct is the refusal for a product that is not there.
var ErrNoProduct = fault.New(fault.NotFound, "no_product", "Product not found")

// ProductForm is what an administrator says of a product; nil stays as it is.
type ProductForm struct {
	Name, Unit, Description   *string
	CategoryID, SubCategoryID *string
	Images                    *Images
	Price, Discount           *money.Paise
	Stock                     *int
	Details                   *Details
	Publish                   *bool
	// SeenAt is the updatedAt of the record that was edited; nil sets the values
	// as they are, whatever happened meanwhile.
	SeenAt *time.Time
}

// Conflict is what an administrator needs to see when someone else was faster.
type Conflict struct {
	Current Product `json:"current" doc:"as it is now"`
	Yours   Product `json:"yours" doc:"as it would be with the edit that was refused"`
}

// AddProduct makes a product. The form must name everything but Details and
// Publish; the sub-category must be one of the category's.
func (s *Service) AddProduct(ctx context.Context, form ProductForm) (Product, error) {
	now := s.clock.Now()
	product := Product{ID: id.New(), Publish: true, CreatedAt: now, EditedAt: now, UpdatedAt: now}
	form.fill(&product)
	if err := s.checkProduct(ctx, product, form); err != nil {
		return Product{}, err
	}
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := checkPlace(ctx, tx, product); err != nil {
			return err
		}
		if err := insertProducts(ctx, tx, []Product{product}); err != nil {
			return err
		}
		return recordStock(ctx, tx, product.ID, product.Stock, "opening", now)
	})
	if err != nil {
		return Product{}, err
	}
	return s.reread(ctx, product.ID)
}

// UpdateProduct changes what the form names. With SeenAt it refuses when a later
// edit was made, and applies to the stock the difference the administrator made,
// so that pieces which orders took meanwhile stay taken.
func (s *Service) UpdateProduct(ctx context.Context, productID string, form ProductForm) (Product, error) {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		rows, err := LockProducts(ctx, tx, []string{productID})
		if err != nil {
			return err
		}
		product, known := rows[productID]
		if !known || product.DeletedAt != nil {
			return ErrNoProduct
		}
		if form.SeenAt != nil && product.EditedAt.After(*form.SeenAt) {
			return s.editedMeanwhile(ctx, tx, productID, form)
		}
		before := product.Stock
		form.fill(&product)
		if product.Stock, err = stockAfter(ctx, tx, productID, before, form); err != nil {
			return err
		}
		if err := s.checkProduct(ctx, product, form); err != nil {
			return err
		}
		if err := checkPlace(ctx, tx, product); err != nil {
			return err
		}
		at := NextVersion(s.clock.Now(), product.UpdatedAt)
		product.EditedAt, product.UpdatedAt = at, at
		if err := updateProduct(ctx, tx, product); err != nil {
			return err
		}
		return recordStock(ctx, tx, productID, product.Stock-before, "edit", at)
	})
	if err != nil {
		return Product{}, err
	}
	return s.reread(ctx, productID)
}

func (s *Service) editedMeanwhile(ctx context.Context, tx *db.Tx, productID string, form ProductForm) error {
	found, err := productsByID(ctx, tx, []string{productID})
	if err != nil {
		return err
	}
	yours := found[productID]
	form.fill(&yours)
	s.shelf.mu.RLock()
	yours = s.shelf.named(&yours)
	s.shelf.mu.RUnlock()
	refusal := fault.New(fault.Conflict, "edited_meanwhile", "Someone else has changed this product meanwhile. Please look at both versions.")
	refusal.Data = Conflict{Current: found[productID], Yours: yours}
	return refusal
}

// stockAfter is the stock that an edit leaves.
func stockAfter(ctx context.Context, tx *db.Tx, productID string, before int, form ProductForm) (int, error) {
	if form.Stock == nil {
		return before, nil
	}
	if form.SeenAt == nil {
		return *form.Stock, nil
	}
	moved, err := movedSince(ctx, tx, productID, *form.SeenAt)
	if err != nil {
		return 0, err
	}
	seen := before - moved
	left := before + *form.Stock - seen
	if left < 0 {
		return 0, fault.New(fault.Conflict, "sold_meanwhile", "Orders took some of the stock meanwhile: only %d left. Please set the stock again.", before)
	}
	return left, nil
}

// DeleteProduct takes a product out of the shop and out of every cart. Orders
// keep their own copy of it.
func (s *Service) DeleteProduct(ctx context.Context, productID string) error {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		rows, err := LockProducts(ctx, tx, []string{productID})
		if err != nil {
			return err
		}
		n, err := removeProduct(ctx, tx, productID, NextVersion(s.clock.Now(), rows[productID].UpdatedAt))
		if err == nil && n == 0 {
			return ErrNoProduct
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.refresh(ctx, productID)
}

func (s *Service) reread(ctx context.Context, productID string) (Product, error) {
	if err := s.refresh(ctx, productID); err != nil {
		return Product{}, err
	}
	products, err := productsByID(ctx, s.db, []string{productID})
	if err != nil {
		return Product{}, err
	}
	product, known := products[productID]
	if !known {
		return Product{}, ErrNoProduct
	}
	return product, nil
}

// fill puts the form's values into a product.
func (f ProductForm) fill(p *Product) {
	set(&p.Name, f.Name)
	set(&p.Unit, f.Unit)
	set(&p.Description, f.Description)
	set(&p.CategoryID, f.CategoryID)
	set(&p.SubCategoryID, f.SubCategoryID)
	set(&p.Images, f.Images)
	set(&p.Price, f.Price)
	set(&p.Discount, f.Discount)
	set(&p.Stock, f.Stock)
	set(&p.Details, f.Details)
	set(&p.Publish, f.Publish)
}

func set[T any](into, value *T) {
	if value != nil {
		*into = *value
	}
}

// checkProduct holds the rules between a product's fields.
func (s *Service) checkProduct(ctx context.Context, p Product, form ProductForm) error {
	var wrong []fault.Field
	if p.Price <= 0 {
		wrong = append(wrong, fault.Field{Field: "price", Message: "Price must be more than 0."})
	}
	if p.Discount >= p.Price && p.Price > 0 {
		wrong = append(wrong, fault.Field{Field: "discount", Message: "Discount must be less than the price."})
	}
	wrong = append(wrong, p.Details.wrong()...)
	if err := fault.Form(wrong); err != nil {
		return err
	}
	if form.Images != nil {
		return s.pictures(ctx, "image", *form.Images...)
	}
	return nil
}

func (d Details) wrong() (wrong []fault.Field) {
	refuse := func(message string) {
		wrong = append(wrong, fault.Field{Field: "more_details", Message: message})
	}
	if len(d) > MaxDetails {
		refuse("A product can have at most 30 extra fields.")
	}
	for _, detail := range d {
		switch {
		case detail.Name == "":
			refuse("Each extra field needs a name.")
		case unicodetext.Lines(detail.Name):
			refuse("The name of an extra field must stand on one line.")
		case len([]rune(detail.Name)) > MaxDetailName:
			refuse("The name of an extra field can have at most 60 characters.")
		case len([]rune(detail.Text)) > MaxDetailText:
			refuse("An extra field can have at most 1000 characters.")
		}
	}
	return wrong
}

// checkPlace refuses a category that is not there, and a sub-category that is
// not one of its own.
func checkPlace(ctx context.Context, tx *db.Tx, p Product) error {
	if _, err := lockCategory(ctx, tx, p.CategoryID); errors.Is(err, db.ErrNoRow) {
		return fault.InField("category", "This category does not exist.")
	} else if err != nil {
		return err
	}
	sub, err := lockSubCategory(ctx, tx, p.SubCategoryID)
	switch {
	case errors.Is(err, db.ErrNoRow):
		return fault.InField("subCategory", "This sub-category does not exist.")
	case err != nil:
		return err
	case sub.CategoryID != p.CategoryID:
		return fault.InField("subCategory", "This sub-category does not belong to the category.")
	}
	return nil
}

// recordStock leaves the row that explains a change of stock, if there was one.
func recordStock(ctx context.Context, tx *db.Tx, productID string, change int, why string, at time.Time) error {
	if change == 0 {
		return nil
	}
	return insertMovements(ctx, tx, []movement{{ID: id.New(), ProductID: productID, Change: change, Reason: why, CreatedAt: at}})
}
