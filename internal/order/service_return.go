package order

import (
	"context"
	"fmt"
	"slices"

	"kirana/internal/db"
	"kirana/internal/language"
)

const reasonReturned = "Everything was returned."

// Return takes back pieces of an order that is OUT or DONE, on behalf of staff. The amount paid for
// them becomes due, is given back immediately if r.GivenBack is set, or is credited on the khata.
// Pieces with Restock return to the stock. Return fails with fault.Conflict before OUT.
func (s *Service) Return(ctx context.Context, actor Actor, numberOrID string, r Returns) (*Undo, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	shop, err := s.Settings.Get(ctx)
	if err != nil {
		return nil, fmt.Errorf("take goods back: %w", err)
	}
	undo, err := s.change(ctx, actor, numberOrID, func(ctx context.Context, tx *db.Tx, c *orderChange) error {
		before := c.lines
		if err := s.takeBack(c, r); err != nil || r.GivenBack.How == "" || !c.owes() { // goods bought on the khata have no refund due: their amount is credited there
			return err
		}
		c.roundOff(before) // so that the sum given back is whole rupees
		given, err := c.giveBack(ctx, tx, refundByHand{r.GivenBack, actor, shop.RefundLimit})
		c.details.Text = language.Join(", ", c.details.Text, given.Text)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("take goods back: %w", err)
	}
	return undo, nil
}

func (s *Service) takeBack(c *orderChange, r Returns) error {
	if err := c.canReturn(); err != nil {
		return err
	}
	p := packer{order: c.Order, lines: slices.Clone(c.lines), number: s.number}
	for _, returned := range r.Lines {
		if err := p.takeBack(returned); err != nil {
			return err
		}
		if !returned.Restock {
			c.keptLines = append(c.keptLines, returned.LineID)
		}
	}
	c.code = "returned"
	c.details = eventDetails{Text: r.text(c.lines), Before: liveTotal(c.lines).String(), After: liveTotal(p.lines).String()}
	c.lines, c.added = p.lines, p.added
	if !slices.ContainsFunc(c.lines, Line.live) {
		c.Reason = reasonReturned
	}
	return nil
}
