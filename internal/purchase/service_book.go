package purchase

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/catalog"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// Book books a draft in one transaction: stock with ledger and lots, costs, and changed prices. A difference from the paper's
// total and a bill's day in the future are fault.Conflict unless accepted.
func (s *Service) Book(ctx context.Context, staff Staff, purchaseID string, accepted bool) (Purchase, error) {
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		p, err := lockPurchase(ctx, tx, purchaseID)
		if err != nil {
			return err
		}
		if p.BookedAt != nil {
			return errBooked(p)
		}
		if len(p.Lines) == 0 {
			return fault.InField("lines", "The bill has no lines yet.")
		}
		products, err := catalog.LockProducts(ctx, tx, p.productIDs())
		if err != nil {
			return err
		}
		for i := range p.Lines {
			p.setProduct(i, s.lineProduct(products[p.Lines[i].ProductID], p.Day))
			p.Lines[i].StepGrams = p.Lines[i].Product.StepGrams
		}
		if err := s.computeSums(ctx, &p); err != nil {
			return err
		}
		if err := p.checkBooking(); err != nil {
			return err
		}
		now := s.clock.Now()
		if err := p.checkDoubts(tax.Day(now)); err != nil && !accepted {
			return err
		}
		if err := s.receive(ctx, tx, p, products, now); err != nil {
			return err
		}
		for i := range p.Lines {
			rate := p.Lines[i].rate() // the product's rate may change later
			if p.Supplier.GSTIN == "" {
				rate = 0
			}
			p.Lines[i].Rate = &rate
		}
		if err := replaceLines(ctx, tx, p); err != nil {
			return err
		}
		p.BookedAt, p.UpdatedAt, p.StaffID, p.StaffName = &now, now, staff.ID, staff.Name
		if p.BooksDay, err = booksDay(ctx, tx, p.Day, tax.Day(now)); err != nil {
			return err
		}
		p.SupplierGSTIN, p.SupplierState = p.Supplier.GSTIN, p.Supplier.State
		if err := savePurchase(ctx, tx, p); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "purchase.book", Object: p.name(), After: string(language.NewPhrase("%s, %s", language.Count(p.Pieces, "1 piece", "%d pieces"), p.Total).Store())})
	})
	if err != nil {
		return Purchase{}, fmt.Errorf("book a purchase: %w", err)
	}
	s.view.ShowCommitted(ctx)
	return s.Purchase(ctx, purchaseID)
}

// booksDay returns the day on which a purchase counts: the bill's day, or today if the bill's month is closed. It keeps
// months from being closed until the transaction ends.
func booksDay(ctx context.Context, tx *db.Tx, day, today string) (string, error) {
	if err := bill.LockMonths(ctx, tx); err != nil {
		return "", fmt.Errorf("keep months from being closed: %w", err)
	}
	closed, err := db.Get[int](ctx, tx, `SELECT COUNT(*) FROM closed_months WHERE month = $1`, day[:len("2006-01")])
	if err != nil {
		return "", fmt.Errorf("find whether a month is closed: %w", err)
	}
	if closed > 0 {
		return today, nil
	}
	return day, nil
}

// productIDs returns the lines' product ids, sorted and without duplicates.
func (p Purchase) productIDs() []string {
	ids := make([]string, len(p.Lines))
	for i, l := range p.Lines {
		ids[i] = l.ProductID
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// checkBooking refuses a draft with missing or invalid values, each with its field.
func (p Purchase) checkBooking() error {
	var wrong []fault.Field
	refuse := func(field, format string, args ...any) {
		wrong = append(wrong, fault.InvalidField(field, format, args...))
	}
	if p.Bill == "" {
		refuse("bill", "Please enter the number of the bill.")
	}
	for i, l := range p.Lines {
		field, name := fmt.Sprintf("lines[%d].", i), l.Product.Name
		mrp, price := l.prices()
		switch {
		case l.Product.Deleted:
			refuse(field+"productId", "%s was deleted. Please take the line out.", name)
		case l.Grams != nil && l.Product.StepGrams == 0:
			refuse(field+"grams", "%s is not sold by weight: please say how many pieces.", name)
		case l.Grams != nil && l.quantity() == 0:
			refuse(field+"grams", "How much of %s came?", name)
		case l.quantity() == 0:
			refuse(field+"pieces", "How many pieces of %s came?", name)
		case l.Cost == nil && l.Grams != nil && *l.Grams > 0:
			refuse(field+"cost", "What did a kilogram of %s cost?", name)
		case l.Cost == nil && l.Pieces > 0:
			refuse(field+"cost", "What did a piece of %s cost?", name)
		case p.Supplier.GSTIN != "" && l.Rate == nil && l.Product.Rate == nil:
			refuse(field+"rate", "Which GST rate does %s have on this bill?", name)
		case mrp <= 0 || price <= 0:
			refuse(field+"price", "The price of %s must be more than 0.", name)
		case price > mrp:
			refuse(field+"price", "%s is more than the MRP of %s.", price, mrp)
		}
	}
	return fault.Form(wrong)
}

// checkDoubts refuses a day in the future and a difference from the paper's total, which staff can accept.
func (p Purchase) checkDoubts(today string) error {
	switch {
	case p.Day > today:
		future := language.NewPhrase("The day of the bill, %s, is in the future.", writtenDay(p.Day))
		return fault.New(fault.Conflict, "future_day", "%s", language.Join(" ", future, p.difference()))
	case p.Difference != "":
		return fault.New(fault.Conflict, "paper_differs", "%s", p.difference())
	}
	return nil
}

// prices returns the MRP and the price of a piece after booking.
func (l Line) prices() (mrp, price money.Paise) {
	mrp, price = l.Product.MRP, l.Product.Price
	if l.MRP != nil {
		mrp = *l.MRP
	}
	if l.Price != nil {
		price = *l.Price
	} else if l.MRP != nil {
		price = min(price, mrp) // the price may not exceed a lowered MRP
	}
	return mrp, price
}

// receive adds the lines' goods to the stock and updates costs and prices.
func (s *Service) receive(ctx context.Context, tx *db.Tx, p Purchase, products map[string]catalog.Product, now time.Time) error {
	for _, productID := range p.productIDs() {
		before := products[productID]
		after, receipts := before, []stock.Receipt{}
		after.EditedAt = catalog.NextVersion(now, before.UpdatedAt)
		after.UpdatedAt, after.SoldOutUntil = after.EditedAt, nil
		if after.Supplier == "" {
			after.Supplier = p.SupplierID
		}
		for _, l := range p.Lines {
			if l.ProductID != productID {
				continue
			}
			received := l.amount(before, l.quantity())
			cost := money.AverageCost(after.Cost, after.Amount(), received, l.Value*money.Paise(max(before.StepGrams, 1)))
			after.Cost = &cost
			mrp, price := l.prices()
			after.Price, after.Discount = mrp, mrp-price
			receipts = append(receipts, stock.Receipt{LineID: l.ID, BestBefore: l.BestBefore, Amount: received, Note: p.name()})
			after = after.WithAmount(after.Amount() + received)
		}
		if err := catalog.SaveProducts(ctx, tx, after); err != nil {
			return err
		}
		if err := stock.Receive(ctx, tx, before, after.UpdatedAt, receipts...); err != nil {
			return err
		}
		if err := admin.RecordChange(ctx, tx, before, after); err != nil {
			return err
		}
	}
	return nil
}
