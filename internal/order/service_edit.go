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

// Edit changes a shopper's own checkout while it is NEW: fewer or more pieces, other products. Rows
// keep their price; additions have today's. The new sum must satisfy the rules of Place. Paid but
// removed pieces have their refund due; an order paid online cannot grow. A key makes repeating
// safe, see idempotency.Do. If the order has changed meanwhile it is a fault.Conflict with the
// current checkout.
func (s *Service) Edit(ctx context.Context, actor Actor, key, numberOrID string, e Edit) error {
	if err := e.check(); err != nil {
		return err
	}
	shop, err := s.Settings.Get(ctx) // before the transaction: it may need a second connection
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
			return s.changeLocked(ctx, tx, actor, attempt{numberOrID: numberOrID, shop: shop}, func(ctx context.Context, tx *db.Tx, w *checkoutChange) error {
				if err := w.canEdit(actor, e.Version); err != nil {
					return err
				}
				if err := s.rates.edits.AllowTx(ctx, tx, actor.UserID); err != nil {
					return err
				}
				return s.edit(ctx, tx, w, e, shop)
			})
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("edit a checkout: %w", err)
	}
	return nil
}

func (s *Service) edit(ctx context.Context, tx *db.Tx, w *checkoutChange, e Edit, shop settings.Settings) error {
	givenBack, err := s.givenBack(ctx, tx, w)
	if err != nil {
		return err
	}
	before := slices.Clone(w.rows)
	ed := editor{packer: packer{checkout: w.Checkout, rows: slices.Clone(w.rows), givenBack: givenBack, number: s.number}}
	if err := ed.lower(e.Rows); err != nil {
		return err
	}
	ed.more = append(ed.more, e.Added...)
	if len(ed.more) > 0 && w.Method == Online {
		return errEditPaid
	}
	// Now, not in save: only Reserve refuses products that are not for sale.
	if err := s.moveStockOf(ctx, tx, before, ed.rows); err != nil {
		return err
	}
	w.keepStock = true
	if err := s.reserveMore(ctx, tx, w, &ed); err != nil {
		return err
	}
	w.rows, w.added = ed.rows, ed.added
	all := slices.Concat(w.rows, w.added)
	if err := checkSize(all); err != nil {
		return err
	}
	if e.Total != nil && *e.Total != live(all) {
		return errEditPrices
	}
	if len(ed.texts) == 0 {
		return nil
	}
	if len(ed.more) > 0 {
		if err := s.refuseOtherState(ctx, tx, w); err != nil {
			return err
		}
	}
	w.code, w.undoable = "changed", false
	w.details = eventDetails{Text: ed.text(), Before: live(before).String(), After: live(all).String()}
	return s.checkEdited(ctx, tx, w, shop, live(before))
}

// reserveMore reserves additional pieces, and adds them to the row of their product if its price is
// the same, else to a new row.
func (s *Service) reserveMore(ctx context.Context, tx *db.Tx, w *checkoutChange, e *editor) error {
	if len(e.more) == 0 {
		return nil
	}
	rows, lines := make([]Order, len(e.more)), make([]stock.Line, len(e.more))
	for i, a := range e.more {
		rows[i] = s.addedRow(w, a)
		lines[i] = stock.Line{ProductID: a.ProductID, OrderID: rows[i].ID, Quantity: a.Quantity}
		if a.row != "" {
			lines[i].OrderID = a.row
		}
	}
	products, err := s.Stock.Reserve(ctx, tx, lines)
	if err != nil {
		return err
	}
	for i, a := range e.more {
		rows[i].copyProduct(products[a.ProductID])
		rows[i].Payment = openPayment(w.Checkout)
		if a.row == "" {
			e.texts = append(e.texts, language.NewPhrase("%d %s added", a.Quantity, rows[i].Name))
		}
		if !e.raise(a, rows[i]) {
			e.added = append(e.added, rows[i])
		}
	}
	return nil
}

// checkEdited refuses, as fault.Conflict, any order below the shop's minimum, and a growing one by
// all rules of Place.
func (s *Service) checkEdited(ctx context.Context, tx *db.Tx, w *checkoutChange, shop settings.Settings, before money.Paise) error {
	who, err := shopperOf(ctx, tx, w.UserID, shop)
	if err != nil {
		return err
	}
	all := slices.Concat(w.rows, w.added)
	facts := settings.Checkout{
		Cash: w.Method == COD, Total: live(all), Pincode: w.Pincode, EmailConfirmed: who.VerifiedEmail,
		OpenCashOrders: max(0, who.OpenOrders-1), OpenCashTotal: max(0, who.OpenTotal-w.Collect) + collected(all) - live(all),
	}
	if facts.Total <= before {
		return shop.RefuseSmall(facts)
	}
	if err := shop.Refuse(facts, w.at); err != nil || s.Unlimited {
		return err
	}
	return shop.RefuseCash(facts)
}

// collected sums what is to be collected on delivery.
func collected(rows []Order) money.Paise {
	var sum money.Paise
	for _, o := range rows {
		if o.live() && o.Payment == payment.CashOnDelivery {
			sum += o.amount()
		}
	}
	return sum
}
