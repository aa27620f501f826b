package purchase

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
	"kirana/internal/unicodetext"
)

// Service manages purchases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	settings *settings.Service
	view     *view.View
	stock    *stock.Service
}

// New returns a Service.
func New(d *db.DB, c clock.Clock, s *settings.Service, v *view.View, st *stock.Service) *Service {
	return &Service{db: d, clock: c, settings: s, view: v, stock: st}
}

// Staff is the acting member of staff.
type Staff struct{ ID, Name string }

// Form is a complete draft to save.
type Form struct {
	SupplierID string
	Bill       string
	Day        string // "": today
	DueDay     string // "": computed from the supplier's days to pay
	PaperTotal *money.Paise
	RoundOff   *money.Adjustment
	Discount   money.Paise
	Lines      []Line // only the fields that staff enters
}

// Save adds a draft, or replaces the one with the id. A booked purchase fails with fault.Conflict, and so does a bill number that the
// supplier used in the same financial year.
func (s *Service) Save(ctx context.Context, purchaseID string, form Form) (Purchase, error) {
	var saved Purchase
	err := s.db.Tx(ctx, func(tx *db.Tx) (err error) {
		now := s.clock.Now()
		saved = Purchase{ID: id.New(), Kind: Bought, CreatedAt: now}
		if purchaseID != "" {
			if saved, err = lockPurchase(ctx, tx, purchaseID); err != nil {
				return err
			}
			if saved.BookedAt != nil {
				return errBooked(saved)
			}
		}
		if err := s.fill(ctx, tx, &saved, form); err != nil {
			return err
		}
		saved.UpdatedAt = now
		if err := savePurchase(ctx, tx, saved); err != nil {
			return err
		}
		if err := replaceLines(ctx, tx, saved); err != nil {
			return err
		}
		return remember(ctx, tx, saved)
	})
	if err != nil {
		return saved, s.saveError(ctx, saved, err)
	}
	return s.Purchase(ctx, saved.ID)
}

// fill copies a form into a draft and computes its sums.
func (s *Service) fill(ctx context.Context, tx *db.Tx, p *Purchase, form Form) (err error) {
	if p.Supplier, err = lockSupplier(ctx, tx, form.SupplierID); err != nil {
		if fault.Is(err, fault.NotFound) {
			return fault.InField("supplier", "This supplier does not exist.")
		}
		return err
	}
	p.SupplierID, p.Bill, p.BillKey = p.Supplier.ID, form.Bill, unicodetext.BillKey(form.Bill)
	p.Day = cmp.Or(form.Day, tax.Day(s.clock.Now()))
	if err := checkDay("date", p.Day); err != nil {
		return err
	}
	if err := checkDay("dueAt", form.DueDay); err != nil {
		return err
	}
	p.Year, p.DueDay = yearOf(p.Day), cmp.Or(form.DueDay, dayAfter(p.Day, p.Supplier.DaysToPay))
	p.PaperTotal, p.TypedRound, p.Discount = form.PaperTotal, form.RoundOff, form.Discount
	p.Lines = make([]Line, len(form.Lines))
	for i, l := range form.Lines {
		if err := checkDay(fmt.Sprintf("lines[%d].bestBefore", i), l.BestBefore); err != nil {
			return err
		}
		if l.sum() > money.Max {
			return fault.InField(fmt.Sprintf("lines[%d].cost", i), "A line can come to at most %s.", money.Max)
		}
		l.ID, l.PurchaseID, l.Position = id.New(), p.ID, i
		p.Lines[i] = l
	}
	if err := s.setProducts(ctx, tx, p); err != nil {
		return err
	}
	for i, l := range p.Lines {
		if l.Product.Name == "" {
			return fault.InField(fmt.Sprintf("lines[%d].productId", i), "This product does not exist.")
		}
		if l.Grams != nil && l.Product.StepGrams == 0 {
			return fault.InField(fmt.Sprintf("lines[%d].grams", i), "%s is not sold by weight: please say how many pieces.", l.Product.Name)
		}
		p.Lines[i].StepGrams = l.Product.StepGrams
	}
	return s.computeSums(ctx, p)
}

func dayAfter(day string, days int) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return at.AddDate(0, 0, days).Format(time.DateOnly)
}

// computeSums computes the sums of a draft with the current tax data of shop and supplier.
func (s *Service) computeSums(ctx context.Context, p *Purchase) error {
	shop, err := s.settings.Get(ctx)
	if err != nil {
		return err
	}
	st := taxTerms{taxed: p.Supplier.GSTIN != ""}
	st.credit = st.taxed && shop.Legal.GST == settings.GSTRegistered
	own := tax.StateCode(shop.Legal.State)
	st.interState = own != "" && p.Supplier.State != "" && own != p.Supplier.State
	p.computeSums(st)
	p.Difference = p.difference().In(language.Of(ctx))
	return nil
}

// setProducts sets the current products of the lines.
func (s *Service) setProducts(ctx context.Context, q db.Querier, p *Purchase) error {
	ids := make([]string, len(p.Lines))
	for i, l := range p.Lines {
		ids[i] = l.ProductID
	}
	rows, err := catalog.ReadProducts(ctx, q, ids)
	if err != nil {
		return fmt.Errorf("read the products of a purchase: %w", err)
	}
	products := map[string]catalog.Product{}
	for _, row := range rows {
		products[row.ID] = row
	}
	for i := range p.Lines {
		if product, known := products[p.Lines[i].ProductID]; known {
			p.setProduct(i, s.lineProduct(product, p.Day))
		}
	}
	return nil
}

// setProduct sets the product of a line; a draft adopts the product's step.
func (p *Purchase) setProduct(i int, product LineProduct) {
	p.Lines[i].Product = product
	if p.BookedAt == nil {
		p.Lines[i].followSteps()
	}
}

// lineProduct returns a product for display in a line, with its tax rate on a day.
func (s *Service) lineProduct(product catalog.Product, day string) LineProduct {
	snapshot := s.view.Snapshot()
	shown := snapshot.ForStaff(product)
	l := LineProduct{
		Name: product.Name, Unit: product.Unit, Image: shown.DisplayImages, Picture: shown.Picture, MRP: product.Price, Price: product.Payable(),
		Cost: product.Cost, Stock: product.Stock, PackSize: product.PackSize, StepGrams: product.StepGrams, Deleted: product.DeletedAt != nil,
	}
	if rate, lack := snapshot.Rates().Find(snapshot.TaxGoods(product.TaxFacts, product.SubCategoryID), day); lack == "" {
		l.Rate = &rate.Rate
		if rate.Cess != nil {
			l.cess = *rate.Cess
		}
	}
	return l
}

// Purchase returns a purchase with its lines, payments and returns.
func (s *Service) Purchase(ctx context.Context, purchaseID string) (Purchase, error) {
	p, err := readPurchase(ctx, s.db, purchaseID, tax.Day(s.clock.Now()))
	if err != nil {
		return p, err
	}
	if err := s.setProducts(ctx, s.db, &p); err != nil {
		return p, err
	}
	if p.BookedAt == nil {
		err = s.computeSums(ctx, &p)
	}
	p.derive()
	return p, err
}

// Page is a page of purchases with the total number of purchases and the sums above the list.
type Page struct {
	Purchases []Purchase
	Total     int
	Sums      Sums
}

// Sums are the sums above the list of purchases.
type Sums struct {
	Dues   Dues       `json:"dues"`
	Month  BoughtSums `json:"month" doc:"Purchases that count in the books of the month."`
	Counts Counts     `json:"counts"`
	AtCost Worth      `json:"atCost" doc:"Stock at cost."`
	Of     string     `json:"of" doc:"Month, as YYYY-MM."`
}

// SchemaName returns the name in the API document.
func (Sums) SchemaName() string { return "PurchaseSums" }

// List returns a page of purchases, unpaid ones first.
func (s *Service) List(ctx context.Context, f Filter) (Page, error) {
	now := s.clock.Now()
	today := tax.Day(now)
	purchases, total, err := listPurchases(ctx, s.db, f, today)
	if err != nil {
		return Page{}, fmt.Errorf("list purchases: %w", err)
	}
	page := Page{Purchases: purchases, Total: total, Sums: Sums{Of: today[:7]}}
	if page.Sums.Dues, err = duesOn(ctx, s.db, today, dayAfter(today, -30)); err != nil {
		return page, fmt.Errorf("sum what is to be paid: %w", err)
	}
	if page.Sums.Month, err = boughtSince(ctx, s.db, today[:7]+"-01"); err != nil {
		return page, fmt.Errorf("sum what was bought: %w", err)
	}
	if err := s.addCounts(ctx, &page.Sums); err != nil {
		return page, fmt.Errorf("count expiring lots and products to reorder: %w", err)
	}
	return page, nil
}

// Delete deletes a draft.
func (s *Service) Delete(ctx context.Context, purchaseID string) error {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		p, err := lockPurchase(ctx, tx, purchaseID)
		if err != nil {
			return err
		}
		if p.BookedAt != nil {
			return errBooked(p)
		}
		if err := db.Exec(ctx, tx, `DELETE FROM purchases WHERE id = $1`, purchaseID); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{What: "purchase.delete", Object: p.name(), Before: string(language.Count(len(p.Lines), "1 line", "%d lines").Store())})
	})
	if err != nil {
		return fmt.Errorf("delete a draft: %w", err)
	}
	return nil
}

// name returns the display name of a purchase: "Mahalaxmi Traders MT/1182".
func (p Purchase) name() string {
	if p.Bill == "" {
		return p.Supplier.Name
	}
	return p.Supplier.Name + " " + p.Bill
}

func errBooked(p Purchase) error {
	if p.Bill == "" {
		return fault.New(fault.Conflict, "purchase_booked", "This bill of %s is booked already, on %s.", p.Supplier.Name, formatDay(p.Day))
	}
	return fault.New(fault.Conflict, "purchase_booked", "%s of %s is booked already, on %s.", p.Bill, p.Supplier.Name, formatDay(p.Day))
}

// saveError converts a duplicate bill number to its refusal, and wraps other errors.
func (s *Service) saveError(ctx context.Context, p Purchase, err error) error {
	if !db.IsDuplicate(err) {
		return fmt.Errorf("save a purchase: %w", err)
	}
	existing, err := db.Get[Purchase](ctx, s.db, `SELECT `+purchaseColumns+` FROM purchases p WHERE p.supplier_id = $1 AND p.year = $2 AND p.bill_key = $3 AND p.kind = 'PURCHASE'`, p.SupplierID, p.Year, p.BillKey)
	if err != nil {
		return fmt.Errorf("find the bill of the same number: %w", orNoPurchase(err))
	}
	existing.Supplier = p.Supplier
	if existing.BookedAt != nil {
		return errBooked(existing)
	}
	return fault.New(fault.Conflict, "purchase_draft", "%s of %s is already in a draft, of %s.", existing.Bill, p.Supplier.Name, formatDay(existing.Day))
}
