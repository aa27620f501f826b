package order

import (
	"context"
	"fmt"
	"slices"

	"kirana/internal/audit"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// Paper is a kind of printout of orders.
type Paper string

// The kinds of printouts that a timeline records.
const (
	PaperSlip   Paper = "slip"   // packing slip, for the bag
	PaperBill   Paper = "bill"   // for the shopper
	PaperRiders Paper = "riders" // sheet with a rider's stops
)

// paperWords describe a printout in a timeline.
var paperWords = map[Paper]language.Phrase{
	PaperSlip: language.Word("printed the packing slip"), PaperBill: language.Word("printed the bill"), PaperRiders: language.Word("printed it on a rider sheet"),
}

// RecordPrint records in the timelines of orders, given by id, that staff printed a paper. It does
// not raise the version, so that earlier actions can still be undone. It records nothing and
// returns fault.NotFound if an id is unknown.
func (s *Service) RecordPrint(ctx context.Context, actor Actor, orderIDs []string, paper Paper) error {
	text, known := paperWords[paper]
	if !known {
		return fault.InField("kind", "Kind must be slip, bill or riders.")
	}
	err := s.db.Tx(ctx, func(tx *db.Tx) error {
		at := s.clock.Now()
		orders, err := ordersByID(ctx, tx, orderIDs)
		if err != nil {
			return err
		}
		if len(orders) < len(slices.Compact(slices.Sorted(slices.Values(orderIDs)))) {
			return errNoOrder
		}
		events, entries := make([]event, len(orders)), make([]audit.Entry, len(orders))
		for i, o := range orders {
			if events[i], err = newEvent(o.ID, actor, "printed", eventDetails{Text: text, After: string(paper)}, at); err != nil {
				return err
			}
			entries[i] = audit.Entry{What: auditCode(events[i].What), Object: o.name(), After: string(paper)}
		}
		if err := insertEvents(ctx, tx, events...); err != nil {
			return err
		}
		return audit.Write(ctx, tx, at, entries...)
	})
	if err != nil {
		return fmt.Errorf("record a print: %w", err)
	}
	return nil
}
