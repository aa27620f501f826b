package purchase

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/idempotency"
	"kirana/internal/language"
	"kirana/internal/money"
)

// PaymentForm is a payment for a purchase.
type PaymentForm struct {
	Amount        money.Paise
	By, Reference string
}

// Pay records a payment for a booked purchase. Repeating it with the same key does nothing. An amount above the due
// amount fails with fault.Conflict.
func (s *Service) Pay(ctx context.Context, staff Staff, key, purchaseID string, form PaymentForm) (Purchase, error) {
	form.Reference = strings.TrimSpace(form.Reference)
	if form.Amount <= 0 {
		return Purchase{}, fault.InField("amount", "Please enter the amount.")
	}
	return s.once(ctx, idempotency.Key{UserID: staff.ID, Value: key}, purchaseID, form, func(tx *db.Tx, p Purchase) error {
		if due := p.Due.Paise(); p.BookedAt == nil || p.Kind != Bought || form.Amount > due {
			return fault.New(fault.Conflict, "not_due", "Only %s is due for this purchase.", max(0, due))
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
		request := idempotency.Request{Fingerprint: fingerprint, Thing: language.Word("purchase"), At: s.clock.Now()}
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
