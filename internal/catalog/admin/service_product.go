package admin

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/idempotency"
	"kirana/internal/language"
	"kirana/internal/money"
)

// ProductForm is a patch of a product; nil fields are unchanged.
type ProductForm struct {
	Name, Unit, Description   *string
	Names                     catalog.Names // changed translations only
	CategoryID, SubCategoryID *string
	Images                    *catalog.Images
	Price, Discount           *money.Paise
	Stock                     *int
	StockGrams                *int    // of goods sold by weight, instead of Stock
	SoldBy                    *string // catalog.ByPiece or catalog.ByWeight
	Details                   *catalog.Details
	Publish                   *bool
	Label                     LabelForm
	Supply                    SupplyForm
	Tax                       TaxForm
	// SoldOutUntil is the time from which the product is sold again; the zero time removes the mark.
	SoldOutUntil *time.Time
	// SeenAt is the UpdatedAt of the product that the editor saw, to detect concurrent edits. If nil, they are
	// overwritten.
	SeenAt *time.Time
}

// Conflict is the data of the error if someone else has edited the product concurrently.
type Conflict struct {
	Current catalog.Product `json:"current" doc:"Current product."`
	Yours   catalog.Product `json:"yours" doc:"Product with the refused edit applied."`
}

// AddProduct adds a product. A price above 0, a category and one of its sub-categories are required. Other fields that
// the form leaves nil are empty, but the product is published. The key makes the call repeatable, see idempotency.Do.
func (s *Service) AddProduct(ctx context.Context, key idempotency.Key, form ProductForm) (catalog.Product, error) {
	fingerprint, err := idempotency.Fingerprint(struct {
		Call string
		ProductForm
	}{"create product", form})
	if err != nil {
		return catalog.Product{}, err
	}
	now := s.clock.Now()
	product := catalog.Product{ID: id.New(), Publish: true, CreatedAt: now, EditedAt: now, UpdatedAt: now}
	form.fill(&product)
	if err := s.checkProduct(ctx, product, form); err != nil {
		return catalog.Product{}, err
	}
	return s.saveProduct(ctx, func(tx *db.Tx) (catalog.Product, error) {
		request := idempotency.Request{Fingerprint: fingerprint, Thing: language.Word("product"), At: now}
		response, err := idempotency.Do(ctx, tx, key, request, func() (any, error) { return product.ID, addProduct(ctx, tx, product, form) })
		if err != nil {
			return catalog.Product{}, err
		}
		var saved catalog.Product
		return saved, json.Unmarshal(response, &saved.ID)
	})
}

func addProduct(ctx context.Context, tx *db.Tx, product catalog.Product, form ProductForm) error {
	if err := form.Label.lockCodes(ctx, tx); err != nil {
		return err
	}
	if err := checkInShop(ctx, tx, product, form); err != nil {
		return err
	}
	if err := catalog.SaveProducts(ctx, tx, product); err != nil {
		return err
	}
	entry := audit.Entry{What: "product.create", Object: product.Name, After: product.Price.String()}
	if err := audit.Write(ctx, tx, product.CreatedAt, entry); err != nil {
		return err
	}
	return applyStock(ctx, tx, catalog.Product{}, product, stock.Opening)
}

// UpdateProduct changes the fields that the form sets. With SeenAt it refuses the form if the product was edited since,
// and changes the stock by the difference that the administrator entered, so that pieces reserved since stay reserved.
func (s *Service) UpdateProduct(ctx context.Context, productID string, form ProductForm) (catalog.Product, error) {
	return s.saveProduct(ctx, func(tx *db.Tx) (catalog.Product, error) {
		if err := form.Label.lockCodes(ctx, tx); err != nil {
			return catalog.Product{}, err
		}
		rows, err := catalog.LockProducts(ctx, tx, []string{productID})
		if err != nil {
			return catalog.Product{}, err
		}
		product, known := rows[productID]
		if !known || product.DeletedAt != nil {
			return product, catalog.ErrNoProduct
		}
		// A form sends back the 0 that it shows for a sold-out product: ignore it. A stock sent without other fields is a
		// count.
		isForm := form.Name != nil || form.SeenAt != nil
		if isForm && form.Stock != nil && *form.Stock == 0 && product.SoldOutUntil != nil {
			form.Stock = nil
		}
		if form.SeenAt != nil && product.EditedAt.After(*form.SeenAt) {
			return product, s.editedMeanwhile(ctx, product, form)
		}
		before := product
		form.fill(&product)
		left, err := stockAfter(ctx, tx, inMeasureOf(product, before), form)
		if err != nil {
			return product, err
		}
		product.Stock, product.LooseGrams = left.Stock, left.LooseGrams
		if err := checkEmptied(before, product); err != nil {
			return product, err
		}
		if err := s.checkProduct(ctx, product, form); err != nil {
			return product, err
		}
		if err := checkStep(before, product); err != nil {
			return product, err
		}
		if err := checkInShop(ctx, tx, product, form); err != nil {
			return product, err
		}
		product.EditedAt = catalog.NextVersion(s.clock.Now(), product.UpdatedAt)
		product.UpdatedAt = product.EditedAt
		if product.Cost != nil && stepChanged(before, product) { // the cost is per step
			cost := money.UnitCost(int64(*product.Cost) * int64(product.StepGrams) / int64(before.StepGrams))
			product.Cost = &cost
		}
		if err := catalog.SaveProducts(ctx, tx, product); err != nil {
			return product, err
		}
		if err := RecordChange(ctx, tx, before, product); err != nil {
			return product, err
		}
		if err := s.sellAgainLater(ctx, tx, before, product); err != nil {
			return product, err
		}
		return product, applyStock(ctx, tx, before, product, stock.Edit)
	})
}

// saveProduct runs save in a transaction, refreshes the view, and returns the saved product as read within the
// transaction, so that nothing can fail after the commit.
func (s *Service) saveProduct(ctx context.Context, save func(*db.Tx) (catalog.Product, error)) (catalog.Product, error) {
	var saved catalog.Product
	err := s.edit(ctx, func(tx *db.Tx) error {
		product, err := save(tx)
		if err != nil {
			return err
		}
		products, err := catalog.ProductsForStaff(ctx, tx, []string{product.ID})
		if err != nil {
			return err
		}
		var known bool
		if saved, known = products[product.ID]; !known {
			return catalog.ErrNoProduct
		}
		return nil
	})
	if err != nil {
		return catalog.Product{}, err
	}
	s.view.ShowCommitted(ctx)
	return seenBy(ctx, s.view.Snapshot().WithRate(saved)), nil
}

// editedMeanwhile returns the fault.Conflict for an edit of a product that has changed since: current, and current with
// the form's values, both as staff see them.
func (s *Service) editedMeanwhile(ctx context.Context, current catalog.Product, form ProductForm) error {
	edited := current
	form.fill(&edited)
	snapshot := s.view.Snapshot()
	refusal := fault.New(fault.Conflict, "edited_meanwhile", "Someone else has changed this product meanwhile. Please look at both versions.")
	refusal.Data = Conflict{Current: seenBy(ctx, snapshot.ForStaff(current)), Yours: seenBy(ctx, snapshot.ForStaff(edited))}
	return refusal
}

// inMeasureOf converts the stock of before to the measure of now: pieces, or steps of now's unit.
func inMeasureOf(now, before catalog.Product) catalog.Product {
	before.Unit = now.Unit
	before.SellBy(now.Measure())
	return before
}

// stepChanged reports whether a product that stays sold by weight gets another step.
func stepChanged(before, after catalog.Product) bool {
	return before.IsSoldByWeight() && after.IsSoldByWeight() && before.StepGrams != after.StepGrams
}

// stockAfter returns a product with its stock after the edit. With SeenAt, it applies the difference between the form's
// stock and the stock at SeenAt. Pieces that are expired now count as expired at SeenAt.
func stockAfter(ctx context.Context, tx *db.Tx, before catalog.Product, form ProductForm) (catalog.Product, error) {
	if form.Stock == nil && form.StockGrams == nil {
		return before, nil
	}
	if form.SeenAt == nil {
		return form.withStock(before), nil
	}
	change, err := stock.ChangeSince(ctx, tx, before, *form.SeenAt)
	if err != nil {
		return before, err
	}
	seen := before.WithAmount(before.Amount() - change)
	left := before.Amount() + form.withStock(seen).Amount() - seen.Amount()
	minimum := 0
	if form.StockGrams == nil { // expired pieces stay
		minimum = min(before.Expired, before.Stock) * max(before.StepGrams, 1)
	}
	if left < minimum {
		return before, fault.New(fault.Conflict, "sold_meanwhile", "Orders took some of the stock meanwhile: only %d left. Please set the stock again.", before.Fresh())
	}
	return before.WithAmount(left), nil
}

// withStock returns a product with the form's stock. The form's Stock is the fresh stock, to which withStock adds the
// expired pieces; StockGrams is the whole stock. If the fresh number of steps is unchanged, the loose grams are
// unchanged, too.
func (f ProductForm) withStock(p catalog.Product) catalog.Product {
	switch {
	case f.StockGrams != nil && p.IsSoldByWeight():
		return p.WithAmount(*f.StockGrams)
	case f.Stock == nil || *f.Stock == p.Fresh():
		return p
	}
	return p.WithAmount((*f.Stock + p.Expired) * max(p.StepGrams, 1))
}

// DeleteProduct deletes a product and removes it from every cart. Order lines have their own copies of its values.
func (s *Service) DeleteProduct(ctx context.Context, productID string) error {
	err := s.edit(ctx, func(tx *db.Tx) error {
		rows, err := catalog.LockProducts(ctx, tx, []string{productID})
		if err != nil {
			return err
		}
		at := catalog.NextVersion(s.clock.Now(), rows[productID].UpdatedAt)
		n, err := deleteProduct(ctx, tx, productID, at)
		if err == nil && n == 0 {
			return catalog.ErrNoProduct
		}
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, at, audit.Entry{What: "product.delete", Object: rows[productID].Name})
	})
	if err != nil {
		return err
	}
	s.view.ShowCommitted(ctx)
	return nil
}

// fill copies the form's values into a product.
func (f ProductForm) fill(p *catalog.Product) {
	set(&p.Name, f.Name)
	p.Names = p.Names.With(f.Names)
	set(&p.Unit, f.Unit)
	set(&p.Description, f.Description)
	set(&p.CategoryID, f.CategoryID)
	set(&p.SubCategoryID, f.SubCategoryID)
	set(&p.Images, f.Images)
	set(&p.Price, f.Price)
	set(&p.Discount, f.Discount)
	if soldBy := p.Measure(); f.SoldBy != nil || p.IsSoldByWeight() {
		set(&soldBy, f.SoldBy)
		p.SellBy(soldBy) // checkMeasure refuses impossible values
	}
	*p = f.withStock(*p)
	set(&p.Details, f.Details)
	set(&p.Publish, f.Publish)
	f.Label.fill(p)
	f.Supply.fill(p)
	f.Tax.fill(&p.TaxFacts)
	if f.SoldOutUntil != nil || f.Stock != nil || f.StockGrams != nil { // setting the stock removes the mark
		p.SoldOutUntil = nil
	}
	if f.SoldOutUntil != nil && !f.SoldOutUntil.IsZero() {
		p.SoldOutUntil = f.SoldOutUntil
	}
}

func set[T any](into, value *T) {
	if value != nil {
		*into = *value
	}
}

// checkProduct checks the rules between a product's fields.
func (s *Service) checkProduct(ctx context.Context, p catalog.Product, form ProductForm) error {
	var wrong []fault.Field
	if p.Price <= 0 {
		wrong = append(wrong, fault.Field{Field: "price", Message: "Price must be more than 0."})
	}
	if p.Discount >= p.Price && p.Price > 0 {
		wrong = append(wrong, fault.Field{Field: "discount", Message: "Discount must be less than the price."})
	}
	wrong = append(wrong, form.checkMeasure(p)...)
	wrong = append(wrong, form.Label.checkDiet()...)
	// Check only a stock that was sent: released pieces may have raised it above the limit.
	if form.Stock != nil && form.StockGrams == nil && p.Stock > catalog.MaxStock {
		wrong = append(wrong, fault.InvalidField("stock", "Stock can be at most %d.", catalog.MaxStock-p.Expired))
	}
	if form.StockGrams != nil && p.Stock > catalog.MaxStock {
		wrong = append(wrong, fault.InvalidField("stockGrams", "Stock can be at most %d.", catalog.MaxStock*max(p.StepGrams, 1)))
	}
	if form.Stock != nil && *form.Stock < 0 {
		wrong = append(wrong, fault.Field{Field: "stock", Message: "Stock must be at least 0."})
	}
	if until := form.SoldOutUntil; until != nil && !until.IsZero() && (!until.After(s.clock.Now()) || until.After(s.clock.Now().Add(maxSoldOut))) {
		wrong = append(wrong, fault.Field{Field: "soldOutUntil", Message: "Please choose a day from tomorrow on, within a year."})
	}
	wrong = append(wrong, form.Tax.check(s.view.Snapshot(), p.TaxFacts, p.SubCategoryID)...)
	wrong = append(wrong, p.Details.Validate()...)
	wrong = append(wrong, form.Names.Validate(catalog.MaxName)...)
	if err := fault.Form(wrong); err != nil {
		return err
	}
	if form.Images != nil {
		return s.pictures(ctx, "image", *form.Images...)
	}
	return nil
}

// checkMeasure refuses an unknown SoldBy, selling by weight if the unit is not a weight, and a stock in grams of a
// product sold by the piece.
func (f ProductForm) checkMeasure(p catalog.Product) []fault.Field {
	wanted := p.Measure()
	set(&wanted, f.SoldBy)
	_, isWeight := catalog.GramsOf(p.Unit)
	switch {
	case wanted != catalog.ByPiece && wanted != catalog.ByWeight:
		return []fault.Field{{Field: "soldBy", Message: "It must be PIECE or WEIGHT."}}
	case wanted == catalog.ByWeight && !isWeight:
		return []fault.Field{{Field: "unit", Message: "The unit of what is sold by weight is a weight, such as 250 g: the step in which it is sold online."}}
	case f.StockGrams != nil && wanted == catalog.ByPiece:
		return []fault.Field{{Field: "stockGrams", Message: "It is not sold by weight: please say how many pieces there are."}}
	}
	return nil
}

// checkStep refuses a new step of goods sold by weight if the conversion raises a number of steps above its limit.
// Numbers already above it, as after a release of pieces, may stay.
func checkStep(before, after catalog.Product) error {
	if !stepChanged(before, after) {
		return nil
	}
	for _, steps := range []struct {
		what                 language.Phrase
		before, after, limit int
	}{
		{language.Word("stock"), before.Stock, after.Stock, catalog.MaxStock},
		{language.Word("minimum stock"), before.MinStock, after.MinStock, catalog.MaxStock},
		{language.Word("pack size"), before.PackSize, after.PackSize, catalog.MaxPackSize},
	} {
		if steps.after > max(steps.limit, steps.before) {
			return fault.InField("unit", "This unit is too small: the %s would be more than %d steps.", steps.what, steps.limit)
		}
	}
	return nil
}

const imageRequired = "Please upload at least one image"

// checkEmptied refuses to clear required fields. A field that was empty before, as after an import, may stay empty.
func checkEmptied(before, after catalog.Product) error {
	var wrong []fault.Field
	if before.Unit != "" && after.Unit == "" {
		wrong = append(wrong, fault.Field{Field: "unit", Message: "Unit is required."})
	}
	if before.Description != "" && after.Description == "" {
		wrong = append(wrong, fault.Field{Field: "discription", Message: "Description is required."})
	}
	if len(before.Images) > 0 && len(after.Images) == 0 {
		wrong = append(wrong, fault.Field{Field: "image", Message: imageRequired})
	}
	return fault.Form(wrong)
}

// checkInShop checks that category and supplier exist, and that no other product has the codes.
func checkInShop(ctx context.Context, tx *db.Tx, p catalog.Product, form ProductForm) error {
	if err := checkCategory(ctx, tx, p); err != nil {
		return err
	}
	if err := form.Supply.check(ctx, tx); err != nil {
		return err
	}
	return checkCodes(ctx, tx, p, form.Label)
}

// checkCategory refuses an unknown category or sub-category, and a sub-category of another category.
func checkCategory(ctx context.Context, tx *db.Tx, p catalog.Product) error {
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

// applyStock applies the change of a product's stock, if any. A changed step is applied to the lots first.
func applyStock(ctx context.Context, tx *db.Tx, before, product catalog.Product, reason stock.Reason) error {
	if stepChanged(before, product) {
		same := inMeasureOf(product, before)
		same.UpdatedAt = product.UpdatedAt
		if err := stock.ChangeStep(ctx, tx, before, same); err != nil {
			return err
		}
		before = same
	}
	e := stock.Entry{
		ID: id.New(), ProductID: product.ID, Change: product.Stock - before.Stock, Grams: product.LooseGrams - before.LooseGrams,
		Reason: reason, CreatedAt: product.UpdatedAt,
	}
	if e.Change == 0 && e.Grams == 0 {
		return nil
	}
	return stock.Apply(ctx, tx, e)
}
