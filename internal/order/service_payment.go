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

// PaymentHistory returns every change of a line's payment, with the session at the provider. The
// line is given by number or id; an unknown line fails with fault.NotFound.
func (s *Service) PaymentHistory(ctx context.Context, numberOrID string) (payment.History, error) {
	name, err := normalizeName(numberOrID)
	if err != nil {
		return payment.History{}, err
	}
	l, err := lineByNumberOrID(ctx, s.db, name)
	if errors.Is(err, db.ErrNoRow) {
		return payment.History{}, errNoLine
	}
	if err != nil {
		return payment.History{}, fmt.Errorf("read an order: %w", err)
	}
	return s.Payments.History(ctx, l.OrderID, l.ID)
}

// Refund refunds a line, given by number or id, on behalf of adminID. It fails with fault.Conflict
// if no refund is due, and with fault.Upstream if the provider refuses or cannot be reached; the
// sweeper retries an unreachable provider. A refunded line is returned unchanged. If a payment does
// not match its order, the whole payment is refunded, for all lines.
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
	// Try twice: if two calls refund a whole payment concurrently, one fails as a duplicate, and
	// finds the refund of the other at its second try.
	for range 2 {
		err = s.db.Tx(ctx, func(tx *db.Tx) error {
			var err error
			l, refund, err = s.requestRefund(ctx, tx, refundRequest{name, adminID, shop.RefundLimit})
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

// refundRequest is a requested refund. line is a number or id; limit is the most that staff other
// than owners may give back of one order, in paise.
type refundRequest struct {
	line, adminID string
	limit         money.Paise
}

// requestRefund records a requested refund of a line. The refund is nil if the money was given back
// already.
func (s *Service) requestRefund(ctx context.Context, tx *db.Tx, r refundRequest) (Line, *payment.Refund, error) {
	l, o, err := lockOrderOfLine(ctx, tx, r.line)
	if errors.Is(err, db.ErrNoRow) {
		return Line{}, nil, errNoLine
	}
	if err != nil || l.Payment == payment.Refunded {
		return l, nil, err
	}
	if l.Payment != payment.RefundDue {
		return l, nil, payment.ErrNoRefundDue
	}
	refund, repeated, err := s.Payments.RequestRefund(ctx, tx, payment.RefundOrder{OrderID: l.OrderID, LineID: l.ID, Amount: l.Total, UserID: r.adminID})
	if err != nil || repeated { // a retry needs no second check or record
		return l, &refund, err
	}
	lines, err := linesByOrder(ctx, tx, l.OrderID)
	if err != nil {
		return l, nil, err
	}
	// The refund of a whole payment may be more than the line's total.
	inProgress, err := s.Payments.RefundsInProgress(ctx, tx, l.OrderID)
	if err != nil {
		return l, nil, err
	}
	actor := staffOf(ctx, r.adminID)
	if err := checkRefundLimit(actor, inProgress+refundedTotal(lines), r.limit); err != nil {
		return l, nil, err
	}
	// Raise the version, so that earlier actions cannot be undone.
	now := s.clock.Now()
	if err := refreshOrder(ctx, tx, o.ID, now); err != nil {
		return l, nil, err
	}
	details := eventDetails{Text: language.NewPhrase("asked for %s to be paid back for %s", refund.Amount, l.Name), After: refund.Amount.String()}
	return l, &refund, s.recordStaff(ctx, tx, actor, o, action{"refund", details, now})
}

// refundedTotal sums the amounts of the refunded lines, in paise.
func refundedTotal(lines []Line) money.Paise {
	var sum money.Paise
	for _, l := range lines {
		if l.Payment == payment.Refunded && !l.Hidden {
			sum += l.amount()
		}
	}
	return sum
}

// checkRefundLimit returns fault.Forbidden if staff other than an owner gives back more of one
// order than the shop's limit, in paise; 0 means no limit. amount includes the other refunds of the
// order, so that several small refunds do not avoid the limit.
func checkRefundLimit(actor Actor, amount, limit money.Paise) error {
	if limit == 0 || amount <= limit || actor.StaffRole == account.Owner {
		return nil
	}
	return fault.New(fault.Forbidden, "refund_limit", "Only the owner can give back more than %s.", limit)
}

// action is an action on an order: its code in the timeline, details and time (UTC).
type action struct {
	code    string
	details eventDetails
	at      time.Time
}

// recordStaff writes an action of staff to the timeline and the activity log.
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

// Unflag clears the flag of a line, given by number or id, on behalf of adminID.
func (s *Service) Unflag(ctx context.Context, adminID, numberOrID string) (LineView, error) {
	name, err := normalizeName(numberOrID)
	if err != nil {
		return LineView{}, err
	}
	var view LineView
	err = s.db.Tx(ctx, func(tx *db.Tx) error {
		l, order, err := lockOrderOfLine(ctx, tx, name)
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
