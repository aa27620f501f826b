package purchase

import (
	"context"
	"errors"
	"fmt"
	"strings"
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

// PaymentForm is a payment for a purchase.
type PaymentForm struct {
	Amount        money.Paise
	By, Reference string
}

// Pay records a payment for a booked purchase. Repeating it with the same key does nothing. An amount above the one due
// is fault.Conflict.
func (s *Service) Pay(ctx context.Context, staff Staff, key, purchaseID string, form PaymentForm) (Purchase, error) {
	form.Reference = strings.TrimSpace(form.Reference)
	if form.Amount <= 0 {
		return Purchase{}, fault.InField("amount", "Please enter the amount.")
	}
	return s.once(ctx, idempotency.Key{UserID: staff.ID, Value: key}, purchaseID, form, func(tx *db.Tx, p Purchase) error {
		if due := p.Due.Paise(); p.BookedAt == nil || p.Kind != Bought || form.Amount > due {
			return fault.New(fault.Conflict, "not_due", "%s is to be paid.", max(0, due))
		}
		now := s.clock.Now()
		err := db.Insert(ctx, tx, `
			INSERT INTO supplier_payments (id, purchase_id, amount, paid_by, reference, staff_id, staff_name, created_at)
			VALUES (:id, :purchase_id, :amount, :paid_by, :reference, :staff_id, :staff_name, :created_at)`,
			Payment{ID: id.New(), PurchaseID: p.ID, Amount: form.Amount, By: form.By, Reference: form.Reference, StaffID: staff.ID, Who: staff.Name, At: now})
		if err != nil {
			return err
		}
		if err := db.Exec(ctx, tx, `UPDATE purchases SET paid = paid + $2, updated_at = $3 WHERE id = $1`, p.ID, form.Amount, now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "purchase.pay", Object: p.name(), Before: p.Due.Paise().String(), After: string(language.Join(" ", language.Word(form.Amount.String()), audit.PaidBy(form.By), language.Word(form.Reference)).Store())})
	})
}

// once runs an action on a locked purchase and returns the purchase. Repeating it with the same key does nothing.
func (s *Service) once(ctx context.Context, key idempotency.Key, purchaseID string, form any, act func(tx *db.Tx, p Purchase) error) (Purchase, error) {
	fingerprint, err := idempotency.Fingerprint(struct {
		Purchase string
		Form     any
	}{purchaseID, form})
	if err := errors.Join(idempotency.CheckKey(key.Value), err); err != nil {
		return Purchase{}, err
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		request := idempotency.Request{Fingerprint: fingerprint, Thing: "purchase", At: s.clock.Now()}
		_, err := idempotency.Do(ctx, tx, key, request, func() (any, error) {
			p, err := lockPurchase(ctx, tx, purchaseID)
			if err != nil {
				return nil, err
			}
			p.derive()
			return struct{}{}, act(tx, p)
		})
		return err
	})
	if err != nil {
		return Purchase{}, fmt.Errorf("change a purchase: %w", err)
	}
	s.view.ShowCommitted(ctx)
	return s.Purchase(ctx, purchaseID)
}

// ReturnForm lists pieces of a purchase to send back.
type ReturnForm struct {
	Lines  []ReturnLine
	Reason string
}

// ReturnLine is a part of one line.
type ReturnLine struct {
	LineID string
	Pieces int
	Grams  int // for a line in grams
}

// Return sends pieces of a booked purchase back. It books a return, numbered by the shop, which lowers the due amount,
// the stock and the input tax credit. The cost of a piece is unchanged. Repeating it with the same key does nothing.
func (s *Service) Return(ctx context.Context, staff Staff, key, purchaseID string, form ReturnForm) (Purchase, error) {
	for range maxSameNumber {
		back, err := s.sendBackOnce(ctx, staff, key, purchaseID, form)
		if !db.IsDuplicate(err) {
			return back, err
		}
	}
	return Purchase{}, fault.New(fault.Conflict, "changed_meanwhile", "Others send goods back at the same time. Please try again.")
}

// maxSameNumber limits the attempts to find a free number for a return.
const maxSameNumber = 5

func (s *Service) sendBackOnce(ctx context.Context, staff Staff, key, purchaseID string, form ReturnForm) (Purchase, error) {
	return s.once(ctx, idempotency.Key{UserID: staff.ID, Value: key}, purchaseID, form, func(tx *db.Tx, p Purchase) error {
		if p.BookedAt == nil || p.Kind != Bought {
			return fault.New(fault.Conflict, "not_booked", "Only a booked purchase can be sent back.")
		}
		now := s.clock.Now()
		back := Purchase{
			ID: id.New(), Kind: Return, SupplierID: p.SupplierID, Supplier: p.Supplier, ReturnOf: p.ID, Day: tax.Day(now), BooksDay: tax.Day(now), Reason: form.Reason, Credit: p.Credit,
			StaffID: staff.ID, StaffName: staff.Name, CreatedAt: now, UpdatedAt: now,
		}
		if err := s.setProducts(ctx, tx, &p); err != nil {
			return err
		}
		if err := back.addReturnLines(&p, form.Lines); err != nil {
			return err
		}
		back.Year = yearOf(back.Day)
		number, err := db.Get[int](ctx, tx, `SELECT COUNT(*) + 1 FROM purchases WHERE kind = 'RETURN' AND year = $1`, back.Year)
		if err != nil {
			return err
		}
		back.Bill = fmt.Sprintf("DN/%s/%04d", back.Year, number)
		if err := savePurchase(ctx, tx, back); err != nil { // unbooked at first, so that lines can be added
			return err
		}
		if err := insertLines(ctx, tx, back.Lines); err != nil {
			return err
		}
		if err := db.Exec(ctx, tx, `UPDATE purchases SET booked_at = $2 WHERE id = $1`, back.ID, now); err != nil {
			return err
		}
		if err := s.sendBack(ctx, tx, back, now); err != nil {
			return err
		}
		if err := db.Exec(ctx, tx, `UPDATE purchases SET returned = returned + $2, updated_at = $3 WHERE id = $1`, p.ID, back.Total, now); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{What: "purchase.return", Object: p.name(), After: string(language.NewPhrase("%s, %s, %s, %s", back.Bill, language.Count(back.Pieces, "1 piece", "%d pieces"), back.Total, form.Reason).Store())})
	})
}

// addReturnLines adds pieces of a purchase's lines to a return. If nothing of the purchase remains, the return includes its
// round-off, so that nothing stays due.
func (p *Purchase) addReturnLines(of *Purchase, lines []ReturnLine) error {
	for i, form := range lines {
		field := fmt.Sprintf("lines[%d].pieces", i)
		l := of.line(form.LineID)
		if l == nil {
			return fault.InField(fmt.Sprintf("lines[%d]._id", i), "This line does not exist.")
		}
		goes, none := form.Pieces, form.Grams
		back := Line{ID: id.New(), PurchaseID: p.ID, Position: i, OfLine: l.ID, ProductID: l.ProductID, Pieces: form.Pieces, StepGrams: l.StepGrams, Product: l.Product, Cost: l.Cost, WithTax: l.WithTax, Rate: l.Rate, BestBefore: l.BestBefore}
		if l.Grams != nil {
			goes, none, field = form.Grams, form.Pieces, fmt.Sprintf("lines[%d].grams", i)
			back.Grams = &goes
		}
		if left := l.quantity() - l.Returned; none != 0 || goes < 1 || goes > left {
			return fault.InField(field, "%s of %s can be sent back.", l.say(left), l.say(l.quantity()))
		}
		back.Split, back.Value = l.part(goes)
		l.Returned += goes
		p.Lines = append(p.Lines, back)
		p.Split = p.Split.Plus(back.Split)
		p.Pieces += back.steps(goes)
	}
	if len(p.Lines) == 0 {
		return fault.InField("lines", "Please choose what goes back.")
	}
	p.Total = p.Split.Total()
	for _, l := range of.Lines {
		if l.Returned < l.quantity() {
			return nil
		}
	}
	p.RoundOff = money.Adjustment(of.Total - of.Returned - p.Total)
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
func (s *Service) sendBack(ctx context.Context, tx *db.Tx, back Purchase, now time.Time) error {
	products, err := catalog.LockProducts(ctx, tx, back.productIDs())
	if err != nil {
		return err
	}
	for _, l := range back.Lines {
		product := products[l.ProductID]
		if l.Grams != nil && !product.Weighed() {
			return fault.New(fault.Conflict, "not_by_weight", "%s is not sold by weight now, so that its grams cannot go back.", product.Name)
		}
		amount := l.amount(product, l.quantity())
		at := catalog.NextVersion(now, product.UpdatedAt)
		_, err := stock.Remove(ctx, tx, product, at, stock.Removal{LineID: l.OfLine, Amount: amount, Reason: stock.SentBack, Note: back.name()})
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
