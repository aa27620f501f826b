package order

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/payment"
)

// SetDelivery sets the delivery status of a line, given by number or id, on behalf of adminID. Canceling
// releases the stock of the line. Reviving a canceled line reserves the stock again, and fails with
// fault.Conflict without enough stock. Canceling a line that can still be paid first ends the payment of
// the whole order at the provider; if the provider cannot be reached, SetDelivery fails with
// fault.Upstream. The returned line contains the undo.
func (s *Service) SetDelivery(ctx context.Context, adminID, numberOrID string, to Delivery) (LineView, error) {
	if !to.Valid() {
		return LineView{}, fault.InField("delivery_status", "Delivery status must be PENDING, DELIVERED or CANCELED.")
	}
	name, err := normalizeName(numberOrID)
	if err != nil {
		return LineView{}, err
	}
	line, err := lineByNumberOrID(ctx, s.db, name)
	if errors.Is(err, db.ErrNoRow) {
		return LineView{}, errNoLine
	}
	if err != nil {
		return LineView{}, fmt.Errorf("read an order: %w", err)
	}
	undo, err := s.change(ctx, staffOf(ctx, adminID), line.OrderID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		return s.transition(ctx, tx, c, line.ID, to)
	})
	if err != nil {
		return LineView{}, fmt.Errorf("set a delivery status: %w", err)
	}
	changed, err := s.Line(ctx, line.ID)
	changed.Undo = undo
	return changed, err
}

// staffOf returns the calling member of staff as an actor.
func staffOf(ctx context.Context, userID string) Actor {
	return Actor{Kind: ByStaff, UserID: userID, Name: audit.ActorOf(ctx).Name, StaffRole: ViewerOf(ctx).StaffRole}
}

// transition sets the delivery status of one line of an order, and its payment status accordingly.
func (s *Service) transition(ctx context.Context, tx *db.Tx, c *orderChange, lineID string, to Delivery) error {
	i := slices.IndexFunc(c.lines, func(l Line) bool { return l.ID == lineID })
	if i < 0 {
		return errNoLine
	}
	l := c.lines[i]
	if l.Delivery == to {
		return nil // c.code stays empty: nothing is saved
	}
	if l.Delivery == Canceled {
		if err := canRevive(c.lines, l); err != nil {
			return err
		}
	}
	if l.Method == Online {
		if err := s.canTransition(ctx, tx, l, to); err != nil {
			return err
		}
	}
	c.lines[i].State, c.lines[i].Hidden = l.withDelivery(to), false
	c.bookCash()
	c.code = "status"
	c.details = eventDetails{Text: language.NewPhrase("set %s to %s", l.Name, deliveryWords[to]), Before: string(l.Delivery), After: string(to)}
	return nil
}

// canRevive refuses to revive a line that was returned, or whose pieces or money now belong to another
// line: they would count twice.
func canRevive(lines []Line, l Line) error {
	if l.SplitOf != "" {
		return fault.New(fault.Conflict, "missing_pieces", "These are the missing pieces of another line. Please pack that line up again.")
	}
	if l.Returned {
		// The return settled its stock and its money.
		return fault.New(fault.Conflict, "returned", "The customer gave %s back. Please order it again.", l.Name)
	}
	for _, sibling := range lines {
		if sibling.Replaces == l.ID && !sibling.Hidden {
			return fault.New(fault.Conflict, "replaced", "%s was replaced by %s.", l.Name, sibling.Name)
		}
	}
	return nil
}

// canTransition refuses to cancel an online line that can still be paid (*errOpenAttempts), and to
// revive a line whose refund is in progress or whose payment does not match. A Refunded line can be
// revived.
func (s *Service) canTransition(ctx context.Context, tx *db.Tx, l Line, to Delivery) error {
	if to == Canceled {
		a, open, err := s.Payments.OpenAttempt(ctx, tx, l.OrderID)
		if err == nil && open {
			return &errOpenAttempts{[]payment.Attempt{a}}
		}
		return err
	}
	if l.Delivery != Canceled || l.Payment != payment.RefundDue {
		return nil
	}
	return s.Payments.CheckRevive(ctx, tx, l.OrderID, l.ID)
}

// bookCash sets PaidBy of a cash order from its paid lines: ByCash, ByKhata or "". It does not change
// PaidBy of an order paid by UPI or with an open claim. Delivered lines that an open claim covers remain
// to be collected.
func (c *orderChange) bookCash() {
	if c.Method != COD {
		return
	}
	for i, l := range c.lines {
		taken := l.Payment == payment.Paid && l.PaidBy == ByCash && l.PaidAt == nil
		if c.ClaimOpen && l.Claimed > 0 && taken {
			c.lines[i].Payment, c.lines[i].PaidBy = payment.CashOnDelivery, ""
		}
	}
	if c.ClaimOpen || c.PaidBy == ByUPI {
		return
	}
	c.PaidBy = ""
	for _, l := range c.lines {
		if !l.Hidden && (l.Payment == payment.Paid || (l.Returned && l.received())) && c.PaidBy != ByKhata {
			c.PaidBy = ByCash
			if l.PaidBy == ByKhata {
				c.PaidBy = ByKhata
			}
		}
	}
}
