package bill

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kirana/internal/db"
)

// OfOrders returns the documents of orders, by order and in the order in which they were issued.
func (s *Service) OfOrders(ctx context.Context, orderIDs ...string) ([]Bill, error) {
	if len(orderIDs) == 0 {
		return nil, nil
	}
	list, err := documentsOf(ctx, s.db, orderIDs...)
	if err != nil {
		return nil, fmt.Errorf("read the bills of checkouts: %w", err)
	}
	return list, nil
}

// ByNumber returns a document by its number, in which each / may be written -, with what of a bill has not
// come back yet. One that is another user's than userID is fault.NotFound; "" reads everybody's.
func (s *Service) ByNumber(ctx context.Context, userID, number string) (View, error) {
	b, err := s.byNumber(ctx, s.db, userID, number)
	if err != nil {
		return View{}, err
	}
	view := b.view()
	if b.Kind == CreditNote || b.canceled() {
		return view, nil
	}
	documents, err := documentsOf(ctx, s.db, b.OrderID)
	if err != nil {
		return View{}, fmt.Errorf("read the credit notes of a bill: %w", err)
	}
	notes := (&follower{documents: documents}).notesOf(b.ID)
	view.Lines = slices.Clone(view.Lines)
	for i, line := range view.Lines {
		left := line.less(notes).Quantity
		view.Lines[i].Returnable = &left
	}
	return view, nil
}

// OrderOf returns the id of the order of a bill that counts.
func (s *Service) OrderOf(ctx context.Context, q db.Querier, number string) (string, error) {
	b, err := s.byNumber(ctx, q, "", number)
	if err == nil && (b.Kind == CreditNote || b.canceled()) {
		err = errNoBill
	}
	return b.OrderID, err
}

func (s *Service) byNumber(ctx context.Context, q db.Querier, userID, number string) (Bill, error) {
	b, err := byNumber(ctx, q, number)
	if errors.Is(err, db.ErrNoRow) || err == nil && userID != "" && b.UserID != userID {
		return Bill{}, errNoBill
	}
	if err != nil {
		return Bill{}, fmt.Errorf("read a bill: %w", err)
	}
	return b, nil
}

// List lists documents, the newest first. total counts those of all pages.
func (s *Service) List(ctx context.Context, f Filter) (views []View, total int, err error) {
	bills, total, err := list(ctx, s.db, f)
	if err != nil {
		return nil, 0, fmt.Errorf("list bills: %w", err)
	}
	views = make([]View, len(bills))
	for i, b := range bills {
		views[i] = b.view()
	}
	return views, total, nil
}
