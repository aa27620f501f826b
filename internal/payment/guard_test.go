package payment

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/id"
	"kirana/internal/money"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// Service locks and reads the attempt before it calls updateAttempt, so only a direct call tests the
// condition in the statement.
func TestUpdateAttempt_changesNothingUnlessThePreviousStateIsStored(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		user := shoptest.AddShopper(t, d)
		a := Attempt{
			ID: id.New(), OrderID: id.New(), UserID: user, Provider: "testpay", State: AttemptOpen, Amount: money.Rupees(180),
			Currency: Currency, ExpiresAt: shoptest.Epoch.Add(attemptLifetime), CreatedAt: shoptest.Epoch, UpdatedAt: shoptest.Epoch,
		}
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			if err := db.Exec(t.Context(), tx, `
				INSERT INTO checkouts (id, user_id, payment_method, total, created_at) VALUES ($1, $2, 'ONLINE', $3, $4)`,
				a.OrderID, user, a.Amount, a.CreatedAt); err != nil {
				return err
			}
			return insertAttempt(t.Context(), tx, a)
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct {
			previous, next AttemptState
			won            bool
			kept           AttemptState
		}{
			{AttemptOpen, AttemptExpired, true, AttemptExpired},
			{AttemptOpen, AttemptFailed, false, AttemptExpired},
			{AttemptExpired, AttemptPaid, true, AttemptPaid},
		} {
			a.State = step.next
			err := d.Tx(t.Context(), func(tx *db.Tx) error {
				won, err := updateAttempt(t.Context(), tx, a, step.previous)
				if won != step.won {
					t.Errorf("from %s to %s: won is %v, want %v", step.previous, step.next, won, step.won)
				}
				return err
			})
			kept, readErr := attemptByID(t.Context(), d, a.ID)
			if err != nil || readErr != nil || kept.State != step.kept {
				t.Errorf("from %s to %s it is %s: %v, %v, want %s", step.previous, step.next, kept.State, err, readErr, step.kept)
			}
		}
	})
}
