package bill

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kirana/internal/db"
	"kirana/internal/language"
)

// OfOrders returns the documents of orders, including canceled ones, sorted by order and time of issue.
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

// ByNumber returns a document by its number ("-" may replace "/"), with the returnable quantities of a bill. A document
// of another user than userID fails with fault.NotFound; "" allows all users.
func (s *Service) ByNumber(ctx context.Context, userID, number string) (View, error) {
	b, err := s.byNumber(ctx, s.db, userID, number)
	if err != nil {
		return View{}, err
	}
	view := b.view(language.Of(ctx))
	if b.Kind == CreditNote || b.canceled() {
		return view, nil
	}
	documents, err := documentsOf(ctx, s.db, b.OrderID)
	if err != nil {
		return View{}, fmt.Errorf("read the credit notes of a bill: %w", err)
	}
	notes := (&reconciler{documents: documents}).notesOf(b.ID)
	view.Lines = slices.Clone(view.Lines)
	for i, line := range view.Lines {
		left := line.withoutCredited(notes).Quantity
		view.Lines[i].Returnable = &left
	}
	return view, nil
}

// OrderOf returns the id of a bill's order. A credit note or canceled bill fails with fault.NotFound.
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

// List returns documents, newest first, and the total of all pages.
func (s *Service) List(ctx context.Context, f Filter) (views []View, total int, err error) {
	bills, total, err := list(ctx, s.db, f)
	if err != nil {
		return nil, 0, fmt.Errorf("list bills: %w", err)
	}
	views = make([]View, len(bills))
	for i, b := range bills {
		views[i] = b.view(language.Of(ctx))
	}
	return views, total, nil
}
