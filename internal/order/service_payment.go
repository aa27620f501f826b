package order

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// PaymentHistory returns every change of an order's payment, with its session at the provider. The
// order is given by number or id; an unknown one is fault.NotFound.
func (s *Service) PaymentHistory(ctx context.Context, numberOrID string) (payment.History, error) {
	name, err := normalizeName(numberOrID)
	if err != nil {
		return payment.History{}, err
	}
	o, err := byName(ctx, s.db, name)
	if errors.Is(err, db.ErrNoRow) {
		return payment.History{}, errNoOrder
	}
	if err != nil {
		return payment.History{}, fmt.Errorf("read an order: %w", err)
	}
	return s.Payments.History(ctx, o.CheckoutID, o.ID)
}

// Refund gives the money of a row, given by number or id, back to the shopper, on behalf of
// adminID. It is a fault.Conflict if nothing is owed, and fault.Upstream if the provider refuses;
// if it cannot be reached the sweeper retries. A refunded row is returned unchanged. Money that
// does not match its order goes back as a whole, for all rows of the checkout.
func (s *Service) Refund(ctx context.Context, adminID, numberOrID string) (Row, error) {
	name, err := normalizeName(numberOrID)
	if err != nil {
		return Row{}, err
	}
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return Row{}, fmt.Errorf("request a refund: %w", err)
	}
	var o Order
	var refund *payment.Refund
	// Of two concurrent refunds of a payment that goes back as a whole, the second sees what the
	// first wrote.
	for range 2 {
		err = s.db.Tx(ctx, func(tx *db.Tx) error {
			var err error
			o, refund, err = s.requestRefund(ctx, tx, refundOf{name, adminID, shop.RefundLimit})
			return err
		})
		if !db.IsDuplicate(err) {
			break
		}
	}
	if err != nil {
		return Row{}, fmt.Errorf("request a refund: %w", err)
	}
	if refund != nil {
		if err := s.Payments.SendRefund(ctx, *refund); err != nil {
			return Row{}, fmt.Errorf("refund an order: %w", err)
		}
	}
	return s.Order(ctx, o.ID)
}

// refundOf is a requested refund: the requester, the order by number or id, and the limit for
// non-owners.
type refundOf struct {
	order, adminID string
	limit          money.Paise
}

// requestRefund records that the money of an order goes back; the refund is nil if it is back
// already.
func (s *Service) requestRefund(ctx context.Context, tx *db.Tx, r refundOf) (Order, *payment.Refund, error) {
	o, c, err := lock(ctx, tx, r.order)
	if errors.Is(err, db.ErrNoRow) {
		return Order{}, nil, errNoOrder
	}
	if err != nil || o.Payment == payment.Refunded {
		return o, nil, err
	}
	if o.Payment != payment.RefundDue {
		return o, nil, payment.ErrNoRefundDue
	}
	refund, again, err := s.Payments.RequestRefund(ctx, tx, payment.RefundOrder{CheckoutID: o.CheckoutID, OrderID: o.ID, Amount: o.Total, UserID: r.adminID})
	if err != nil || again { // a retry was allowed and recorded with the first request
		return o, &refund, err
	}
	rows, err := byCheckout(ctx, tx, o.CheckoutID)
	if err != nil {
		return o, nil, err
	}
	// This refund may give back more than the row costs.
	inProgress, err := s.Payments.RefundsInProgress(ctx, tx, o.CheckoutID)
	if err != nil {
		return o, nil, err
	}
	if err := checkRefundLimit(ctx, tx, r.adminID, inProgress+refunded(rows), r.limit); err != nil {
		return o, nil, err
	}
	// This changes the checkout: earlier actions cannot be undone.
	now := s.clock.Now()
	if err := refreshCheckout(ctx, tx, c.ID, now); err != nil {
		return o, nil, err
	}
	details := eventDetails{Text: language.NewPhrase("asked for %s to be paid back for %s", refund.Amount, o.Name), After: refund.Amount.String()}
	return o, &refund, s.recordStaff(ctx, tx, staffOf(ctx, r.adminID), c, action{"refund", details, now})
}

// refunded sums what was already given back for rows.
func refunded(rows []Order) money.Paise {
	var sum money.Paise
	for _, o := range rows {
		if o.Payment == payment.Refunded && !o.Hidden {
			sum += o.amount()
		}
	}
	return sum
}

// checkRefundLimit refuses non-owners to give back more of one order than the shop's limit, 0 for
// none. The amount includes all refunds of the order, so that the limit cannot be avoided line by
// line.
func checkRefundLimit(ctx context.Context, tx *db.Tx, userID string, amount, limit money.Paise) error {
	if limit == 0 || amount <= limit {
		return nil
	}
	role, err := staffRoleOf(ctx, tx, userID)
	if err == nil && role != account.Owner {
		err = fault.New(fault.Forbidden, "refund_limit", "Only the owner gives back more than %s.", limit)
	}
	return err
}

// action is an action of staff on a checkout: its timeline code, details and time (UTC).
type action struct {
	code    string
	details eventDetails
	at      time.Time
}

// recordStaff writes an action of staff into the timeline and the activity log.
func (s *Service) recordStaff(ctx context.Context, tx *db.Tx, actor Actor, c Checkout, a action) error {
	e, err := newEvent(c.ID, actor, a.code, a.details, a.at)
	if err != nil {
		return err
	}
	if err := insertEvents(ctx, tx, e); err != nil {
		return err
	}
	return audit.Write(ctx, tx, a.at, audit.Entry{What: auditCode(a.code), Object: c.name(), Before: a.details.Before, After: a.details.After})
}

// Unflag clears the flag of a row, after the administrator has handled it.
func (s *Service) Unflag(ctx context.Context, adminID, numberOrID string) (Row, error) {
	name, err := normalizeName(numberOrID)
	if err != nil {
		return Row{}, err
	}
	var row Row
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		o, checkout, err := lock(ctx, tx, name)
		if errors.Is(err, db.ErrNoRow) {
			return errNoOrder
		}
		if err != nil {
			return err
		}
		if o.Flag != "" {
			c := change{before: []Order{o}, actor: payment.Actor{Kind: payment.ByAdministrator, UserID: adminID}, note: "Seen to: " + o.Flag, at: s.clock.Now()}
			c.after = withFlag(c.before, "")
			if err := saveChange(ctx, tx, c); err != nil {
				return err
			}
			seen := action{"unflagged", eventDetails{Text: language.NewPhrase("has seen to: %s", language.Word(o.Flag)), Before: o.Flag}, c.at}
			if err := s.recordStaff(ctx, tx, staffOf(ctx, adminID), checkout, seen); err != nil {
				return err
			}
		}
		current, err := currentByID(ctx, tx, o.ID)
		row = current.rowForAdmin()
		return err
	})
	if err != nil && fault.Of(err) == nil {
		return Row{}, fmt.Errorf("take a flag off: %w", err)
	}
	return row, err
}
