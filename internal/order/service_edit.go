package order

import (
	"context"
	"fmt"
	"slices"

	"kirana/internal/account"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/idempotency"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
	"kirana/internal/settings"
)

// Edit changes a shopper's own order while it is NEW. Existing lines keep their price; additions
// have the current price. The new sum must satisfy the rules of Place. Removed pieces that were
// paid become RefundDue; an order paid online cannot grow. A repeated call with the same key
// changes nothing more, see idempotency.Do. Edit returns a fault.Conflict with the current order if
// the order has changed since e.Version.
func (s *Service) Edit(ctx context.Context, actor Actor, key, numberOrID string, e Edit) error {
	if err := e.check(); err != nil {
		return err
	}
	shop, err := s.Settings.Get(ctx) // before the transaction: inside, it may need a second connection
	if err != nil {
		return err
	}
	fingerprint, err := idempotency.Fingerprint(struct {
		Edited string
		Edit
	}{numberOrID, e})
	if err != nil {
		return err
	}
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		if err := account.LockUser(ctx, tx, actor.UserID); err != nil {
			return err
		}
		request := idempotency.Request{Fingerprint: fingerprint, At: s.clock.Now()}
		_, err := idempotency.Do(ctx, tx, idempotency.Key{UserID: actor.UserID, Value: key}, request, func() (any, error) {
			return s.changeLocked(ctx, tx, actor, actionRun{numberOrID: numberOrID, shop: shop}, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
				if err := c.canEdit(actor, e.Version); err != nil {
					return err
				}
				if err := s.rates.edits.AllowTx(ctx, tx, actor.UserID); err != nil {
					return err
				}
				return s.edit(ctx, tx, c, e, shop)
			})
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("edit an order: %w", err)
	}
	return nil
}

func (s *Service) edit(ctx context.Context, tx *db.Tx, c *orderChange, e Edit, shop settings.Settings) error {
	givenBack, err := s.givenBack(ctx, tx, c)
	if err != nil {
		return err
	}
	before := slices.Clone(c.lines)
	ed := editor{packer: packer{order: c.Order, lines: slices.Clone(c.lines), givenBack: givenBack, number: s.number}}
	if err := ed.lower(e.Lines); err != nil {
		return err
	}
	ed.additions = append(ed.additions, e.Added...)
	if len(ed.additions) > 0 && c.Method == Online {
		return errEditPaid
	}
	// Move stock here, not in save: added pieces need Reserve, which refuses products that are not
	// for sale.
	if err := s.moveStockOf(ctx, tx, before, ed.lines); err != nil {
		return err
	}
	c.keepStock = true
	if err := s.reserveMore(ctx, tx, c, &ed); err != nil {
		return err
	}
	c.lines, c.added = ed.lines, ed.added
	all := slices.Concat(c.lines, c.added)
	if err := checkSize(all); err != nil {
		return err
	}
	if e.Total != nil && *e.Total != liveTotal(all) {
		return errEditPrices
	}
	if len(ed.texts) == 0 {
		return nil
	}
	if len(ed.additions) > 0 {
		if err := s.refuseOtherState(ctx, tx, c); err != nil {
			return err
		}
	}
	c.code, c.undoable = "changed", false
	c.details = eventDetails{Text: ed.text(), Before: liveTotal(before).String(), After: liveTotal(all).String()}
	return s.checkEdited(ctx, tx, c, shop, liveTotal(before))
}

// reserveMore reserves the additional pieces. It adds them to the line of their product if raise
// allows that, and to a new line otherwise.
func (s *Service) reserveMore(ctx context.Context, tx *db.Tx, c *orderChange, e *editor) error {
	if len(e.additions) == 0 {
		return nil
	}
	lines, reserve := make([]Line, len(e.additions)), make([]stock.Line, len(e.additions))
	for i, a := range e.additions {
		lines[i] = s.addedLine(c, a)
		reserve[i] = stock.Line{ProductID: a.ProductID, LineID: lines[i].ID, Quantity: a.Quantity}
		if a.line != "" {
			reserve[i].LineID = a.line
		}
	}
	products, err := s.Stock.Reserve(ctx, tx, reserve)
	if err != nil {
		return err
	}
	for i, a := range e.additions {
		lines[i].copyProduct(products[a.ProductID])
		lines[i].Payment = openPayment(c.Order)
		if a.line == "" {
			e.texts = append(e.texts, language.NewPhrase("%d %s added", a.Quantity, lines[i].Name))
		}
		if !e.raise(a, lines[i]) {
			e.added = append(e.added, lines[i])
		}
	}
	return nil
}

// checkEdited returns a fault.Conflict if the order is below the shop's minimum. An order that
// costs more than before must satisfy all rules of Place.
func (s *Service) checkEdited(ctx context.Context, tx *db.Tx, c *orderChange, shop settings.Settings, before money.Paise) error {
	customer, err := shopperOf(ctx, tx, c.UserID, shop)
	if err != nil {
		return err
	}
	all := slices.Concat(c.lines, c.added)
	facts := settings.Checkout{
		Cash: c.Method == COD, Total: liveTotal(all), Pincode: c.Pincode, EmailConfirmed: customer.VerifiedEmail,
		OpenCashOrders: max(0, customer.OpenOrders-1), OpenCashTotal: max(0, customer.OpenTotal-c.Collect) + totalToCollect(all) - liveTotal(all),
	}
	if facts.Total <= before {
		return shop.RefuseSmall(facts)
	}
	if err := shop.Refuse(facts, c.at); err != nil || s.Unlimited {
		return err
	}
	return shop.RefuseCash(facts)
}

// totalToCollect sums the amounts to collect on delivery, in paise.
func totalToCollect(lines []Line) money.Paise {
	var sum money.Paise
	for _, l := range lines {
		if l.live() && l.Payment == payment.CashOnDelivery {
			sum += l.amount()
		}
	}
	return sum
}
