package purchase

import (
	"context"
	"fmt"
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
	"kirana/internal/tax"
)

// ReturnForm lists pieces of a purchase to send back.
type ReturnForm struct {
	Lines  []ReturnLine
	Reason string
}

// ReturnLine is the part of a purchase's line that is sent back.
type ReturnLine struct {
	LineID string
	Pieces int
	Grams  int // for a line in grams
}

// Return sends pieces of a booked purchase back. It books a return, numbered by the shop, which lowers the due amount,
// the stock and the input tax credit. The cost of a piece is unchanged. Repeating it with the same key does nothing.
func (s *Service) Return(ctx context.Context, staff Staff, key, purchaseID string, form ReturnForm) (Purchase, error) {
	for range maxNumberAttempts {
		p, err := s.sendBackOnce(ctx, staff, key, purchaseID, form)
		if !db.IsDuplicate(err) {
			return p, err
		}
	}
	return Purchase{}, fault.New(fault.Conflict, "changed_meanwhile", "Someone else is returning goods at the same time. Please try again.")
}

// maxNumberAttempts limits the attempts to find a free number for a return.
const maxNumberAttempts = 5

func (s *Service) sendBackOnce(ctx context.Context, staff Staff, key, purchaseID string, form ReturnForm) (Purchase, error) {
	return s.once(ctx, idempotency.Key{UserID: staff.ID, Value: key}, purchaseID, form, func(tx *db.Tx, p Purchase) error {
		if p.BookedAt == nil || p.Kind != Bought {
			return fault.New(fault.Conflict, "not_booked", "Only a booked purchase can be sent back.")
		}
		now := s.clock.Now()
		ret := Purchase{
			ID: id.New(), Kind: Return, SupplierID: p.SupplierID, Supplier: p.Supplier, ReturnOf: p.ID, Day: tax.Day(now), BooksDay: tax.Day(now), Reason: form.Reason, Credit: p.Credit,
			SupplierGSTIN: p.SupplierGSTIN, SupplierState: p.SupplierState,
			StaffID: staff.ID, StaffName: staff.Name, CreatedAt: now, UpdatedAt: now,
		}
		if err := s.setProducts(ctx, tx, &p); err != nil {
			return err
		}
		if err := ret.addReturnLines(&p, form.Lines); err != nil {
			return err
		}
		ret.Year = yearOf(ret.Day)
		number, err := db.Get[int](ctx, tx, `SELECT COUNT(*) + 1 FROM purchases WHERE kind = 'RETURN' AND year = $1`, ret.Year)
		if err != nil {
			return err
		}
		ret.Bill = fmt.Sprintf("DN/%s/%04d", ret.Year, number)
		if err := savePurchase(ctx, tx, ret); err != nil { // unbooked at first, so that lines can be added
			return err
		}
		if err := insertLines(ctx, tx, ret.Lines); err != nil {
			return err
		}
		if err := db.Exec(ctx, tx, `UPDATE purchases SET booked_at = $2 WHERE id = $1`, ret.ID, now); err != nil {
			return err
		}
		if err := s.sendBack(ctx, tx, ret, now); err != nil {
			return err
		}
		if err := db.Exec(ctx, tx, `UPDATE purchases SET returned = returned + $2, updated_at = $3 WHERE id = $1`, p.ID, ret.Total, now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "purchase.return", Object: p.name(), After: string(language.NewPhrase("%s, %s, %s, %s", ret.Bill, language.Count(ret.Pieces, "1 piece", "%d pieces"), ret.Total, form.Reason).Store())})
	})
}

// addReturnLines adds pieces of a purchase's lines to a return. If nothing of the purchase remains, the return includes its
// round-off, so that nothing stays due.
func (p *Purchase) addReturnLines(purchase *Purchase, lines []ReturnLine) error {
	for i, form := range lines {
		field := fmt.Sprintf("lines[%d].pieces", i)
		l := purchase.line(form.LineID)
		if l == nil {
			return fault.InField(fmt.Sprintf("lines[%d]._id", i), "This line does not exist.")
		}
		quantity, otherUnit := form.Pieces, form.Grams
		line := Line{ID: id.New(), PurchaseID: p.ID, Position: i, OfLine: l.ID, ProductID: l.ProductID, Pieces: form.Pieces, StepGrams: l.StepGrams, Product: l.Product, Cost: l.Cost, WithTax: l.WithTax, Rate: l.Rate, BestBefore: l.BestBefore}
		if l.Grams != nil {
			quantity, otherUnit, field = form.Grams, form.Pieces, fmt.Sprintf("lines[%d].grams", i)
			line.Grams = &quantity
		}
		if left := l.quantity() - l.Returned; otherUnit != 0 || quantity < 1 || quantity > left {
			return fault.InField(field, "%s of %s can be sent back.", l.formatQuantity(left), l.formatQuantity(l.quantity()))
		}
		line.Split, line.Value = l.part(quantity)
		l.Returned += quantity
		p.Lines = append(p.Lines, line)
		p.Split = p.Split.Plus(line.Split)
		p.Pieces += line.steps(quantity)
	}
	if len(p.Lines) == 0 {
		return fault.InField("lines", "Please choose what goes back.")
	}
	p.Total = p.Split.Total()
	for _, l := range purchase.Lines {
		if l.Returned < l.quantity() {
			return nil
		}
	}
	p.RoundOff = money.Adjustment(purchase.Total - purchase.Returned - p.Total)
	p.Total += p.RoundOff.Paise()
	return nil
}

func (p *Purchase) line(lineID string) *Line {
	for i := range p.Lines {
		if p.Lines[i].ID == lineID {
			return &p.Lines[i]
		}
	}
	return nil
}

// sendBack removes the pieces of a return from the stock and counts them as returned in the original lines.
func (s *Service) sendBack(ctx context.Context, tx *db.Tx, ret Purchase, now time.Time) error {
	products, err := catalog.LockProducts(ctx, tx, ret.productIDs())
	if err != nil {
		return err
	}
	for _, l := range ret.Lines {
		product := products[l.ProductID]
		if l.Grams != nil && !product.IsSoldByWeight() {
			return fault.New(fault.Conflict, "not_by_weight", "%s is no longer sold by weight, so it cannot be returned in grams.", product.Name)
		}
		amount := l.amount(product, l.quantity())
		at := catalog.NextVersion(now, product.UpdatedAt)
		_, err := stock.Remove(ctx, tx, product, at, stock.Removal{LineID: l.OfLine, Amount: amount, Reason: stock.SentBack, Note: ret.name()})
		if err != nil {
			return err
		}
		products[l.ProductID] = product.WithAmount(product.Amount() - amount)
		if err := db.Exec(ctx, tx, `UPDATE purchase_lines SET returned = returned + $2 WHERE id = $1`, l.OfLine, l.quantity()); err != nil {
			return err
		}
	}
	return nil
}
