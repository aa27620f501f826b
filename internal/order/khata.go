package order

import (
	"context"
	"maps"
	"slices"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/khata"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// KhataPay describes how an order is put on its customer's khata, the account of what they owe the
// shop. Money taken at the door is booked on the khata in the same transaction.
type KhataPay struct {
	Taken    money.Paise // paid immediately, in paise, such as the part above the khata's limit
	TakenBy  PaidBy      // ByCash or ByUPI
	Override bool        // the owner lets the khata exceed its limit

	givenBack money.Paise // refund put on the khata, in paise
}

var errNeedsOwner = fault.New(fault.Forbidden, "needs_owner", "Only the owner can allow a khata above its limit.")

// khataTotal sums the amounts of the lines that are on the khata, in paise.
func khataTotal(lines []Line) money.Paise {
	var sum money.Paise
	for _, l := range lines {
		if l.PaidBy == ByKhata && l.Payment == payment.Paid && !l.Hidden {
			sum += l.amount()
		}
	}
	return sum
}

// followKhata posts two kinds of entries to the customer's khata: the change of the order's amount
// on it, and payments taken or reversed. Lines change only under the lock of their order, so the
// entries of an order always equal its lines on the khata, less the refunds put there.
func (s *Service) followKhata(ctx context.Context, tx *db.Tx, actor Actor, before snapshot, c *orderChange) error {
	change := khataTotal(c.lines) + khataTotal(c.added) - khataTotal(before.Lines) - c.khata.givenBack
	posting := khata.Posting{UserID: c.UserID, Limit: c.shop.Khata.Limit, Staff: khata.Staff{ID: actor.UserID, Name: actor.Name}, At: c.at}
	if entry := c.khataEntry(change); change != 0 {
		posting.Entries = append(posting.Entries, entry)
	}
	if c.khata.Taken > 0 {
		if c.khata.Taken > change || c.khata.TakenBy != ByCash && c.khata.TakenBy != ByUPI {
			return fault.InField("taken", "The part paid at once can be at most the order's total, in cash or by UPI.")
		}
		posting.Entries = append(posting.Entries, khata.Entry{Kind: khata.Payment, Amount: -c.khata.Taken, By: string(c.khata.TakenBy), OrderID: c.ID})
	}
	isOffKhata := c.code == "paid" && khataTotal(before.Lines) > 0 && khataTotal(c.lines)+khataTotal(c.added) == 0
	if c.undone != nil || isOffKhata {
		reversed, err := reverseTaken(ctx, tx, c)
		if err != nil {
			return err
		}
		posting.Entries = append(posting.Entries, reversed...)
	}
	if len(posting.Entries) == 0 {
		return nil
	}
	var err error
	if posting.Override, err = mayExceedLimit(actor, c); err != nil {
		return err
	}
	return s.postOnKhata(ctx, tx, actor, posting)
}

// reverseTaken returns entries that reverse payments taken when the order was put on the khata.
// After an undo these are the payments of the undone action. Otherwise they are all payments: the
// order is off the khata, and its lines are paid in full by another method.
func reverseTaken(ctx context.Context, tx *db.Tx, c *orderChange) ([]khata.Entry, error) {
	taken, err := khata.TakenWith(ctx, tx, c.ID)
	sums := map[string]money.Paise{}
	for _, e := range taken[c.ID] {
		if c.undone == nil || !e.At.Before(*c.undone) {
			sums[e.By] += e.Amount
		}
	}
	var reversed []khata.Entry
	for _, by := range slices.Sorted(maps.Keys(sums)) {
		if sums[by] != 0 {
			reversed = append(reversed, khata.Entry{Kind: khata.Payment, Amount: -sums[by], By: by, OrderID: c.ID, Reason: string(c.details.Text.Store())})
		}
	}
	return reversed, err
}

// postOnKhata posts entries. Packers get errOverLimit, without limit and balance, if the khata's
// limit is exceeded.
func (s *Service) postOnKhata(ctx context.Context, tx *db.Tx, actor Actor, posting khata.Posting) error {
	err := khata.Post(ctx, tx, posting)
	if refusal := fault.Of(err); refusal == nil || refusal.Code != "khata_limit" {
		return err
	}
	if !actor.manages() {
		return errOverLimit
	}
	return err
}

// errOverLimit refuses a sale above a khata's limit, for staff that may not read the limit.
var errOverLimit = fault.New(fault.Conflict, "khata_limit", "The khata is over its limit. Please take the money now, or ask the owner.")

// khataEntry returns the entry for a change in paise: a sale, a return or a correction.
func (c *orderChange) khataEntry(change money.Paise) khata.Entry {
	e := khata.Entry{Kind: khata.Correction, Amount: change, OrderID: c.ID, Reason: string(c.details.Text.Store())}
	switch {
	case c.undone != nil:
	case change > 0:
		e.Kind, e.Reason = khata.Sale, ""
	case c.code == "returned" || c.code == "refund" || c.code == "counter_returned":
		e.Kind = khata.Return
	}
	return e
}

// mayExceedLimit reports whether the khata may exceed its limit: an owner allows it, or an undo
// restores earlier entries. Override by anybody but an owner fails with fault.Forbidden.
func mayExceedLimit(actor Actor, c *orderChange) (bool, error) {
	if !c.khata.Override {
		return c.undone != nil, nil
	}
	if actor.StaffRole != account.Owner {
		return false, errNeedsOwner
	}
	return true, nil
}
