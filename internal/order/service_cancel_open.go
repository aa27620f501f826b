package order

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// Cancellations is the result of canceling several orders.
type Cancellations struct {
	Done    []View                `json:"done"`
	Refused []CancellationRefusal `json:"refused"`
}

// CancellationRefusal is an order that could not be canceled.
type CancellationRefusal struct {
	ID      string `json:"_id"`
	Number  int64  `json:"number"`
	Message string `json:"message" doc:"Reason for the refusal, as a sentence."`
}

// CancelOpen cancels every open order of a customer, as Refuse does, each in a transaction of its
// own. Orders that cannot be canceled are listed in Refused. Orders whose online payment has not
// succeeded are skipped.
func (s *Service) CancelOpen(ctx context.Context, v Viewer, actor Actor, c CancelOpenRequest) (Cancellations, error) {
	c.Reason = cmp.Or(strings.TrimSpace(c.Reason), defaultCancelReason)
	result := Cancellations{Done: []View{}, Refused: []CancellationRefusal{}}
	open, err := db.All[Order](ctx, s.db, `
		SELECT `+OrderColumns+`
		FROM checkouts
		WHERE user_id = $1 AND NOT unpaid AND stage <> 'DONE'
		ORDER BY created_at, id`, c.UserID)
	if err != nil {
		return result, fmt.Errorf("read the open orders of a customer: %w", err)
	}
	for _, order := range open {
		undo, err := s.Refuse(ctx, actor, order.ID, Refusal{Reason: c.Reason})
		view, err := s.afterAction(ctx, v, order.ID, undo, err)
		switch refusal := fault.Of(err); {
		case fault.Is(err, fault.Unavailable): // the other orders would fail, too
			return result, err
		case refusal != nil:
			result.Refused = append(result.Refused, CancellationRefusal{ID: order.ID, Number: order.Number, Message: refusal.Phrase().In(language.Of(ctx))})
		case err != nil:
			return result, err
		default:
			result.Done = append(result.Done, view)
		}
	}
	return result, nil
}

// defaultCancelReason is the reason that the customer reads if staff gave none.
const defaultCancelReason = "Canceled by the shop."

// CancelOpenRequest names the customer whose open orders are canceled, and the reason that the
// customer reads.
type CancelOpenRequest struct {
	UserID string
	Reason string // "": defaultCancelReason
}
