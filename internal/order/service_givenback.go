package order

import (
	"context"
	"fmt"
	"slices"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// GivenBack is a refund that staff made by hand.
type GivenBack struct {
	How       string // UPI, CASH, CREDIT or KHATA
	Reference string
}

var errByProvider = fault.New(fault.Conflict, "paid_online", "The order was paid online. Please refund its lines: the payment provider gives the money back.")

// SetGivenBack records that staff gave back the refund due of a cash order, by hand or on the khata. It
// fails with fault.Conflict if nothing is due or the order was paid online, and with fault.Forbidden if
// staff other than an owner exceed the shop's limit.
func (s *Service) SetGivenBack(ctx context.Context, actor Actor, numberOrID string, g GivenBack) error {
	if err := g.check(); err != nil {
		return err
	}
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return fmt.Errorf("keep what was given back: %w", err)
	}
	_, err = s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		c.code, c.lines = "refund", slices.Clone(c.lines)
		c.details, err = c.giveBack(ctx, tx, refundByHand{g, actor, shop.RefundLimit})
		return err
	})
	if err != nil {
		return fmt.Errorf("keep what was given back: %w", err)
	}
	return nil
}

// sumFormats describe a sum with its payment method.
var sumFormats = map[string]language.Phrase{
	"UPI": language.Word("%s by UPI"), "CASH": language.Word("%s in cash"), "CREDIT": language.Word("%s as credit"),
	"KHATA": language.Word("%s on the khata"), "CARD": language.Word("%s by card"),
}

func sumWords(how string, sum money.Paise) language.Phrase {
	return language.NewPhrase(sumFormats[how].Format, sum)
}

// check trims the reference. An unknown method, or a reference that is too long, fails with fault.Invalid.
func (g *GivenBack) check() (err error) {
	if sumFormats[g.How].Format == "" || g.How == string(ByCard) { // only the counter has a card machine
		return fault.InField("how", "It must be UPI, CASH, CREDIT or KHATA.")
	}
	g.Reference, err = checkReference(g.Reference)
	return err
}

// refundByHand is a refund by a member of staff. limit is the most that staff other than owners may give
// back, in paise.
type refundByHand struct {
	GivenBack

	actor Actor
	limit money.Paise
}

// giveBack marks the refund due of a cash order as given back, and returns the details for the
// timeline. The action cannot be undone.
func (c *orderChange) giveBack(ctx context.Context, tx *db.Tx, g refundByHand) (eventDetails, error) {
	if c.Method == Online {
		return eventDetails{}, errByProvider
	}
	var sum, before money.Paise
	paidBy := map[PaidBy]money.Paise{}
	for _, lines := range [][]Line{c.lines, c.added} {
		before += refundedTotal(lines)
		for i, l := range lines {
			if l.Payment == payment.RefundDue && !l.Hidden {
				sum += l.amount()
				paidBy[l.PaidBy] += l.amount()
				lines[i].Payment = payment.Refunded
			}
		}
	}
	if sum == 0 {
		return eventDetails{}, payment.ErrNoRefundDue
	}
	c.undoable = false
	words := sumWords(g.How, sum)
	details := eventDetails{Text: language.NewPhrase("gave back %s", words), After: string(words.Store())}
	if g.Reference != "" {
		details.Text = language.Join(", ", details.Text, language.NewPhrase("reference %s", g.Reference))
	}
	if g.How == "KHATA" {
		c.khata.givenBack = sum
	}
	if err := checkRefundLimit(g.actor, before+sum, g.limit); err != nil {
		return details, err
	}
	if c.Channel == ChannelCounter {
		return details, insertPayments(ctx, tx, g.actor, paymentOrigin{c.ID, c.returnDeviceID, c.at}, CounterPayment{By: PaidBy(g.How), Amount: -sum, Reference: g.Reference})
	}
	if g.How == "UPI" {
		delete(paidBy, ByUPI) // the day's sums no longer contain these lines
	}
	return details, insertGivenBack(ctx, tx, c, g.How, paidBy)
}

// owes reports whether a refund is due.
func (c *orderChange) owes() bool {
	return slices.ContainsFunc(slices.Concat(c.lines, c.added), func(l Line) bool { return l.Payment == payment.RefundDue && !l.Hidden })
}

// insertGivenBack records refunds for the sums of the day, by the method of the original payment.
func insertGivenBack(ctx context.Context, tx *db.Tx, c *orderChange, how string, sums map[PaidBy]money.Paise) error {
	for by, sum := range sums {
		err := db.Exec(ctx, tx, `
			INSERT INTO cash_given_back (id, checkout_id, amount, paid_by, how, created_at)
			VALUES ($1, $2, $3, $4, $5, $6)`, id.New(), c.ID, sum, by, how, c.at)
		if err != nil {
			return err
		}
	}
	return nil
}

var errPackerUnflags = fault.New(fault.Forbidden, "needs_manager", "Only the owner or a manager can clear a problem with a payment.")

// UnflagAll clears the payment flags of an order's lines and the mark of an undeliverable mail,
// after staff has handled them. A packer can clear only the mark.
func (s *Service) UnflagAll(ctx context.Context, actor Actor, numberOrID string) error {
	_, err := s.change(ctx, actor, numberOrID, func(_ context.Context, _ *db.Tx, c *orderChange) error {
		var flags []language.Stored
		for i, l := range c.lines {
			if l.Flag != "" && !slices.Contains(flags, l.Flag) {
				flags = append(flags, l.Flag)
			}
			c.lines[i].Flag = ""
		}
		if len(flags) > 0 && !actor.manages() {
			return errPackerUnflags
		}
		if c.Undeliverable {
			flags = append(flags, language.Word("A mail could not be delivered.").Store())
			c.Undeliverable = false
		}
		if len(flags) == 0 {
			return nil
		}
		c.code, c.undoable, c.silent = "unflagged", false, true
		seen := make([]language.Phrase, len(flags))
		for i, flag := range flags {
			seen[i] = flag.Phrase()
		}
		all := language.Join(" ", seen...)
		c.details = eventDetails{Text: language.NewPhrase("has seen to: %s", all), Before: string(all.Store())}
		return nil
	})
	if err != nil {
		return fmt.Errorf("take flags off: %w", err)
	}
	return nil
}
