package order

import (
	"context"
	"fmt"
	"slices"

	"kirana/internal/db"
	"kirana/internal/language"
)

const reasonReturned = "Everything was returned."

// Return takes back pieces of an order that is OUT or DONE, on behalf of staff. What was paid for
// them is due back, given back at once with r.GivenBack, or credited on the khata. Pieces with
// Restock return to the stock. Before OUT it returns fault.Conflict.
func (s *Service) Return(ctx context.Context, actor Actor, numberOrID string, r Returns) (*Undo, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("take goods back: %w", err)
	}
	undo, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, w *orderChange) error {
		before := w.lines
		if err := s.takeBack(w, r); err != nil || r.GivenBack.How == "" || !w.owes() { // for goods on the khata no refund is due: it is credited
			return err
		}
		w.roundOff(before) // so that the sum given back is whole rupees
		given, err := w.giveBack(ctx, tx, refundByHand{r.GivenBack, actor, shop.RefundLimit})
		w.details.Text = language.Join(", ", w.details.Text, given.Text)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("take goods back: %w", err)
	}
	return undo, nil
}

func (s *Service) takeBack(w *orderChange, r Returns) error {
	if err := w.canReturn(); err != nil {
		return err
	}
	p := packer{order: w.Order, lines: slices.Clone(w.lines), number: s.number}
	for _, back := range r.Lines {
		if err := p.takeBack(back); err != nil {
			return err
		}
		if !back.Restock {
			w.keptLines = append(w.keptLines, back.LineID)
		}
	}
	w.code = "returned"
	w.details = eventDetails{Text: r.text(w.lines), Before: liveTotal(w.lines).String(), After: liveTotal(p.lines).String()}
	w.lines, w.added = p.lines, p.added
	if !slices.ContainsFunc(w.lines, Line.live) {
		w.Reason = reasonReturned
	}
	return nil
}
