package order

import (
	"context"
	"errors"
	"time"

	"kirana/internal/db"
	"kirana/internal/id"
)

const attemptColumns = `id, checkout_id, user_id, email, provider, state, processing, amount, currency, cart, ref, url, payment_ref,
	taken, taken_currency, expires_at, asked_at, due_at, tries, created_at, updated_at`

func insertAttempt(ctx context.Context, tx *db.Tx, a attempt) error {
	return db.Insert(ctx, tx, `
		INSERT INTO payment_attempts (`+attemptColumns+`)
		VALUES (:id, :checkout_id, :user_id, :email, :provider, :state, :processing, :amount, :currency, :cart, :ref, :url, :payment_ref,
			:taken, :taken_currency, :expires_at, :asked_at, :due_at, :tries, :created_at, :updated_at)`, a)
}

func attemptByID(ctx context.Context, q db.Querier, attemptID string) (attempt, error) {
	return db.Get[attempt](ctx, q, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE id = $1`, attemptID)
}

func attemptByRef(ctx context.Context, q db.Querier, provider, ref string) (attempt, error) {
	return db.Get[attempt](ctx, q, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE provider = $1 AND ref = $2`, provider, ref)
}

func attemptByCheckout(ctx context.Context, q db.Querier, checkoutID string) (attempt, error) {
	return db.Get[attempt](ctx, q, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE checkout_id = $1`, checkoutID)
}

// lockAttempt holds an attempt until the transaction ends.
func lockAttempt(ctx context.Context, tx *db.Tx, attemptID string) (attempt, error) {
	return db.Get[attempt](ctx, tx, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE id = $1`+tx.ForUpdate(), attemptID)
}

// openAttempts are the user's attempts that have not ended.
func openAttempts(ctx context.Context, q db.Querier, userID string) ([]attempt, error) {
	return db.All[attempt](ctx, q, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE user_id = $1 AND state = 'AWAITING'
		ORDER BY id`, userID)
}

// waitingProviders are those of the attempts that have not ended.
func waitingProviders(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT DISTINCT provider FROM payment_attempts WHERE state = 'AWAITING'`)
}

// linesOf are the cart lines that the checkouts were ordered from, by checkout.
func linesOf(ctx context.Context, q db.Querier, checkoutIDs []string) (map[string][]string, error) {
	type line struct {
		CheckoutID string `db:"checkout_id"`
		LineID     string `db:"cart_line_id"`
	}
	found, err := db.All[line](ctx, q, `
		SELECT checkout_id, cart_line_id
		FROM orders
		WHERE cart_line_id IS NOT NULL AND checkout_id IN (`+db.Placeholders(1, len(checkoutIDs))+`)`, db.Args(checkoutIDs)...)
	lines := map[string][]string{}
	for _, one := range found {
		lines[one.CheckoutID] = append(lines[one.CheckoutID], one.LineID)
	}
	return lines, err
}

// startsSince lists when the user's last most attempts since then were begun,
// the oldest first.
func startsSince(ctx context.Context, q db.Querier, userID string, since time.Time, most int) ([]time.Time, error) {
	return db.All[time.Time](ctx, q, `
		SELECT created_at
		FROM (
			SELECT created_at
			FROM payment_attempts
			WHERE user_id = $1 AND created_at > $2
			ORDER BY created_at DESC
			LIMIT $3
		) last
		ORDER BY created_at`, userID, since, most)
}

func emailOf(ctx context.Context, q db.Querier, userID string) (string, error) {
	return db.Get[string](ctx, q, `SELECT email FROM users WHERE id = $1`, userID)
}

// keepSession notes the provider's name of the session, and where the shopper is
// sent: nowhere, when the attempt has ended in vain meanwhile. Whoever came first
// has the last word on the name.
func keepSession(ctx context.Context, tx *db.Tx, attemptID, ref, url string, at time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE payment_attempts
		SET ref = $2, url = CASE WHEN state IN ('AWAITING', 'PAID') THEN $3 ELSE url END, updated_at = $4
		WHERE id = $1 AND (ref IS NULL OR ref = $2)`, attemptID, ref, url, at)
	return err
}

// advance writes an attempt back if it still is in the state it was read in: one
// row changed is the licence to act.
func advance(ctx context.Context, tx *db.Tx, a attempt, was attemptState) (bool, error) {
	n, err := db.Exec(ctx, tx, `
		UPDATE payment_attempts
		SET state = $3, processing = $4, ref = $5, payment_ref = $6, taken = $7, taken_currency = $8, due_at = $9, tries = $10, updated_at = $11
		WHERE id = $1 AND state = $2`,
		a.ID, was, a.State, a.Processing, a.Ref, a.PaymentRef, a.Taken, a.TakenCurrency, a.DueAt, a.Tries, a.UpdatedAt)
	return n == 1, err
}

// claimAsking answers true when the provider may be asked on behalf of a
// shopper's page, which it was not since then.
func claimAsking(ctx context.Context, tx *db.Tx, attemptID string, now, since time.Time) (bool, error) {
	n, err := db.Exec(ctx, tx, `
		UPDATE payment_attempts
		SET asked_at = $2
		WHERE id = $1 AND (asked_at IS NULL OR asked_at <= $3)`, attemptID, now, since)
	return n == 1, err
}

// someDue tells whether something is due in payment_attempts or payment_refunds;
// attempts only of the providers, who alone can be asked.
func someDue(ctx context.Context, q db.Querier, table string, now time.Time, providers ...string) (bool, error) {
	condition := `due_at <= $1`
	if len(providers) > 0 {
		condition += ` AND provider IN (` + db.Placeholders(2, len(providers)) + `)`
	}
	return db.Get[bool](ctx, q, `SELECT EXISTS (SELECT 1 FROM `+table+` WHERE `+condition+`)`, append([]any{now}, db.Args(providers)...)...)
}

// claimDue takes the attempt that has been due longest out of other sweepers'
// reach until the lease ends. It answers false when none is due.
func claimDue(ctx context.Context, tx *db.Tx, providers []string, now, until time.Time) (attempt, bool, error) {
	a, err := db.Get[attempt](ctx, tx, `
		SELECT `+attemptColumns+`
		FROM payment_attempts
		WHERE due_at <= $1 AND provider IN (`+db.Placeholders(2, len(providers))+`)
		ORDER BY due_at
		LIMIT 1`+tx.SkipLocked(), append([]any{now}, db.Args(providers)...)...)
	if errors.Is(err, db.ErrNoRow) {
		return attempt{}, false, nil
	}
	if err != nil {
		return attempt{}, false, err
	}
	return a, true, postpone(ctx, tx, a.ID, until, a.Tries+1)
}

// postpone says when the provider is asked again.
func postpone(ctx context.Context, tx *db.Tx, attemptID string, due time.Time, tries int) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE payment_attempts
		SET due_at = $2, tries = $3
		WHERE id = $1 AND due_at IS NOT NULL`, attemptID, due, tries)
	return err
}

// keepEvent answers true when the event is new, and from now on it is not.
func keepEvent(ctx context.Context, tx *db.Tx, provider, eventID, attemptID string, at time.Time) (bool, error) {
	n, err := db.Exec(ctx, tx, `
		INSERT INTO payment_events (provider, event_id, attempt_id, received_at)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT DO NOTHING`, provider, eventID, attemptID, at)
	return n == 1, err
}

func eventKept(ctx context.Context, q db.Querier, provider, eventID string) (bool, error) {
	n, err := db.Get[int](ctx, q, `SELECT COUNT(*) FROM payment_events WHERE provider = $1 AND event_id = $2`, provider, eventID)
	return n > 0, err
}

func dropEvents(ctx context.Context, tx *db.Tx, before time.Time) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM payment_events WHERE received_at < $1`, before)
	return err
}

// lockRows holds the rows of a checkout until the transaction ends.
func lockRows(ctx context.Context, tx *db.Tx, checkoutID string) ([]Order, error) {
	return db.All[Order](ctx, tx, `
		SELECT `+columns+`
		FROM orders
		WHERE checkout_id = $1
		ORDER BY id`+tx.ForUpdate(), checkoutID)
}

// rowsOf reads the rows of a checkout as they stood in the cart.
func rowsOf(ctx context.Context, q db.Querier, checkoutID string) ([]Order, error) {
	return db.All[Order](ctx, q, `
		SELECT `+columns+`
		FROM orders
		WHERE checkout_id = $1
		ORDER BY id`, checkoutID)
}

// boughtOtherwise tells how another checkout pays that has one of the cart lines and
// stands: one that is paid, or to be paid on delivery. None is an empty list.
func boughtOtherwise(ctx context.Context, q db.Querier, userID, checkoutID string, lineIDs []string) ([]Method, error) {
	if len(lineIDs) == 0 {
		return nil, nil
	}
	return db.All[Method](ctx, q, `
		SELECT DISTINCT payment_method
		FROM orders
		WHERE user_id = $1 AND checkout_id <> $2 AND payment_status IN ('PAID', 'COD') AND delivery_status <> 'CANCELED'
			AND cart_line_id IN (`+db.Placeholders(3, len(lineIDs))+`)`, append([]any{userID, checkoutID}, db.Args(lineIDs)...)...)
}

func insertChanges(ctx context.Context, tx *db.Tx, changes []Change) error {
	return db.Insert(ctx, tx, `
		INSERT INTO payment_changes (id, order_id, source, user_id, event_id, from_status, to_status, note, created_at)
		VALUES (:id, :order_id, :source, :user_id, :event_id, :from_status, :to_status, :note, :created_at)`, changes...)
}

func changesOf(ctx context.Context, q db.Querier, orderID string) ([]Change, error) {
	return db.All[Change](ctx, q, `
		SELECT c.id, c.order_id, c.source, c.user_id, COALESCE(u.name, '') AS user_name, c.event_id, c.from_status, c.to_status, c.note,
			c.created_at
		FROM payment_changes c
		LEFT JOIN users u ON u.id = c.user_id
		WHERE c.order_id = $1
		ORDER BY c.id`, orderID)
}

// saveRows keeps what became of rows, and leaves a Change for each whose payment
// changed, or that note is about. Both lists name the same rows in the same order.
func saveRows(ctx context.Context, tx *db.Tx, before, after []Order, from source, note string, at time.Time) error {
	type outcome struct {
		payment  Payment
		delivery Delivery
		flag     string
		hidden   bool
	}
	groups := map[outcome][]Order{}
	var changes []Change
	for i, o := range after {
		was := before[i]
		if o.Payment != was.Payment || note != "" {
			changes = append(changes, Change{
				ID: id.New(), OrderID: o.ID, Source: from.Kind, UserID: from.UserID, EventID: from.EventID,
				From: was.Payment, To: o.Payment, Note: note, CreatedAt: at,
			})
		}
		if o.State != was.State || o.Flag != was.Flag || o.Hidden != was.Hidden {
			to := outcome{o.Payment, o.Delivery, o.Flag, o.Hidden}
			groups[to] = append(groups[to], o)
		}
	}
	for _, group := range groups {
		if err := saveStates(ctx, tx, group, at); err != nil {
			return err
		}
	}
	return insertChanges(ctx, tx, changes)
}
