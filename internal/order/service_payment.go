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
	l, err := lineByName(ctx, s.db, name)
	if errors.Is(err, db.ErrNoRow) {
		return payment.History{}, errNoLine
	}
	if err != nil {
		return payment.History{}, fmt.Errorf("read an order: %w", err)
	}
	return s.Payments.History(ctx, l.OrderID, l.ID)
}

// Refund gives the money of a line, given by number or id, back to the shopper, on behalf of
// adminID. It is a fault.Conflict if nothing is owed, and fault.Upstream if the provider refuses;
// if it cannot be reached the sweeper retries. A refunded line is returned unchanged. Money that
// does not match its order goes back as a whole, for all lines of the order.
func (s *Service) Refund(ctx context.Context, adminID, numberOrID string) (LineView, error) {
	name, err := normalizeName(numberOrID)
	if err != nil {
		return LineView{}, err
	}
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return LineView{}, fmt.Errorf("request a refund: %w", err)
	}
	var l Line
	var refund *payment.Refund
	// Of two concurrent refunds of a payment that goes back as a whole, the second sees what the
	// first wrote.
	for range 2 {
		err = s.db.Tx(ctx, func(tx *db.Tx) error {
			var err error
			l, refund, err = s.requestRefund(ctx, tx, refundOf{name, adminID, shop.RefundLimit})
			return err
		})
		if !db.IsDuplicate(err) {
			break
		}
	}
	if err != nil {
		return LineView{}, fmt.Errorf("request a refund: %w", err)
	}
	if refund != nil {
		if err := s.Payments.SendRefund(ctx, *refund); err != nil {
			return LineView{}, fmt.Errorf("refund an order: %w", err)
		}
	}
	return s.Line(ctx, l.ID)
}

// refundOf is a requested refund: the requester, the order by number or id, and the limit for
// non-owners.
type refundOf struct {
	order, adminID string
	limit          money.Paise
}

// requestRefund records that the money of an order goes back; the refund is nil if it is back
// already.
func (s *Service) requestRefund(ctx context.Context, tx *db.Tx, r refundOf) (Line, *payment.Refund, error) {
	l, o, err := lock(ctx, tx, r.order)
	if errors.Is(err, db.ErrNoRow) {
		return Line{}, nil, errNoLine
	}
	if err != nil || l.Payment == payment.Refunded {
		return l, nil, err
	}
	if l.Payment != payment.RefundDue {
		return l, nil, payment.ErrNoRefundDue
	}
	refund, again, err := s.Payments.RequestRefund(ctx, tx, payment.RefundOrder{OrderID: l.OrderID, LineID: l.ID, Amount: l.Total, UserID: r.adminID})
	if err != nil || again { // a retry was allowed and recorded with the first request
		return l, &refund, err
	}
	lines, err := linesByOrder(ctx, tx, l.OrderID)
	if err != nil {
		return l, nil, err
	}
	// This refund may give back more than the line costs.
	inProgress, err := s.Payments.RefundsInProgress(ctx, tx, l.OrderID)
	if err != nil {
		return l, nil, err
	}
	if err := checkRefundLimit(ctx, tx, r.adminID, inProgress+refunded(lines), r.limit); err != nil {
		return l, nil, err
	}
	// This changes the order: earlier actions cannot be undone.
	now := s.clock.Now()
	if err := refreshOrder(ctx, tx, o.ID, now); err != nil {
		return l, nil, err
	}
	details := eventDetails{Text: language.NewPhrase("asked for %s to be paid back for %s", refund.Amount, l.Name), After: refund.Amount.String()}
	return l, &refund, s.recordStaff(ctx, tx, staffOf(ctx, r.adminID), o, action{"refund", details, now})
}

// refunded sums the earlier refunds of lines.
func refunded(lines []Line) money.Paise {
	var sum money.Paise
	for _, l := range lines {
		if l.Payment == payment.Refunded && !l.Hidden {
			sum += l.amount()
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

// action is an action of staff on an order: its timeline code, details and time (UTC).
type action struct {
	code    string
	details eventDetails
	at      time.Time
}

// recordStaff writes an action of staff into the timeline and the activity log.
func (s *Service) recordStaff(ctx context.Context, tx *db.Tx, actor Actor, o Order, a action) error {
	e, err := newEvent(o.ID, actor, a.code, a.details, a.at)
	if err != nil {
		return err
	}
	if err := insertEvents(ctx, tx, e); err != nil {
		return err
	}
	return audit.Write(ctx, tx, a.at, audit.Entry{What: auditCode(a.code), Object: o.name(), Before: a.details.Before, After: a.details.After})
}

// Unflag clears the flag of a line, after the administrator has handled it.
func (s *Service) Unflag(ctx context.Context, adminID, numberOrID string) (LineView, error) {
	name, err := normalizeName(numberOrID)
	if err != nil {
		return LineView{}, err
	}
	var view LineView
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		l, order, err := lock(ctx, tx, name)
		if errors.Is(err, db.ErrNoRow) {
			return errNoLine
		}
		if err != nil {
			return err
		}
		if l.Flag != "" {
			c := change{before: []Line{l}, actor: payment.Actor{Kind: payment.ByAdministrator, UserID: adminID}, note: language.NewPhrase("Seen to: %s", l.Flag.Phrase()).Store(), at: s.clock.Now()}
			c.after = withFlag(c.before, "")
			if err := saveChange(ctx, tx, c); err != nil {
				return err
			}
			seen := action{"unflagged", eventDetails{Text: language.NewPhrase("has seen to: %s", l.Flag.Phrase()), Before: string(l.Flag)}, c.at}
			if err := s.recordStaff(ctx, tx, staffOf(ctx, adminID), order, seen); err != nil {
				return err
			}
		}
		current, err := currentByID(ctx, tx, l.ID)
		view = viewForAdminIn(ctx)(current)
		return err
	})
	if err != nil && fault.Of(err) == nil {
		return LineView{}, fmt.Errorf("take a flag off: %w", err)
	}
	return view, err
}
