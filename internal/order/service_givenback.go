package order

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// GivenBack is money that staff gave back by hand.
type GivenBack struct {
	How       string // UPI, CASH or CREDIT
	Reference string
}

var errByProvider = fault.New(fault.Conflict, "paid_online", "The order was paid online. Please refund its lines: the payment provider gives the money back.")

// SetGivenBack records that staff gave back by hand what is due back of a cash order. It
// is a fault.Conflict when nothing is due, and fault.Forbidden above the shop's limit
// for whoever is not an owner.
func (s *Service) SetGivenBack(ctx context.Context, actor Actor, numberOrID string, g GivenBack) error {
	words, known := map[string]string{"UPI": "by UPI", "CASH": "in cash", "CREDIT": "as credit"}[g.How]
	if !known {
		return fault.InField("how", "It must be UPI, CASH or CREDIT.")
	}
	reference, err := checkReference(g.Reference)
	if err != nil {
		return err
	}
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return fmt.Errorf("keep what was given back: %w", err)
	}
	_, err = s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, w *checkoutChange) error {
		if w.Method == Online {
			return errByProvider
		}
		var sum money.Paise
		before := refunded(w.rows)
		w.rows = slices.Clone(w.rows)
		for i, o := range w.rows {
			if o.Payment == payment.RefundDue && !o.Hidden {
				sum += o.Total
				w.rows[i].Payment = payment.Refunded
			}
		}
		if sum == 0 {
			return payment.ErrNoRefundDue
		}
		w.what, w.undoable = "refund", false
		w.details = eventDetails{Text: "gave back " + sum.String() + " " + words, After: sum.String() + " " + words}
		if reference != "" {
			w.details.Text += ", reference " + reference
		}
		if err := checkRefundLimit(ctx, tx, actor.UserID, before+sum, shop.RefundLimit); err != nil || g.How != "CASH" {
			return err
		}
		return insertCashGivenBack(ctx, tx, w.ID, sum, w.at)
	})
	if err != nil {
		return fmt.Errorf("keep what was given back: %w", err)
	}
	return nil
}

// insertCashGivenBack keeps that cash left the shop for a checkout paid by UPI, for the
// close of that day.
func insertCashGivenBack(ctx context.Context, tx *db.Tx, checkoutID string, sum money.Paise, at time.Time) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO cash_given_back (id, checkout_id, amount, created_at) VALUES ($1, $2, $3, $4)`, id.New(), checkoutID, sum, at)
	return err
}

// UnflagAll takes the flags off every row of a checkout, and that a mail did not reach
// its shopper: staff has seen to them.
func (s *Service) UnflagAll(ctx context.Context, actor Actor, numberOrID string) error {
	_, err := s.change(ctx, actor, numberOrID, func(_ context.Context, _ *db.Tx, w *checkoutChange) error {
		var flags []string
		for i, o := range w.rows {
			if o.Flag != "" && !slices.Contains(flags, o.Flag) {
				flags = append(flags, o.Flag)
			}
			w.rows[i].Flag = ""
		}
		if w.Undeliverable {
			flags = append(flags, "A mail could not be delivered.")
			w.Undeliverable = false
		}
		if len(flags) == 0 {
			return nil
		}
		w.what, w.undoable, w.silent = "unflagged", false, true
		text := strings.Join(flags, " ")
		w.details = eventDetails{Text: "has seen to: " + text, Before: text}
		return nil
	})
	if err != nil {
		return fmt.Errorf("take flags off: %w", err)
	}
	return nil
}
