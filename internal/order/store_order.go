package order

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"kirana/internal/db"
	"kirana/internal/money"
	"kirana/internal/settings"
)

// OrderColumns are the columns of checkouts that make an Order.
const OrderColumns = `id, COALESCE(number, 0) AS number, user_id, payment_method, total, stage, stage_before, stage_at, promised_at, reason, staff_note,
	packer_id, packer_name, rider, buyer_name, buyer_gstin, buyer_address, billing, paid_by, payment_reference, claim_reference, claimed_at, claim_open, claim_round_off, rounded, item_count, due_total, round_off, collect, problem, unpaid,
	pincode, channel, device_id, bill_number, mailed, undeliverable, version, created_at, COALESCE(updated_at, created_at) AS updated_at`

// orderNumbers names the series of order numbers, see db.NextNumber.
const orderNumbers = "checkout_number"

func insertOrderRow(ctx context.Context, tx *db.Tx, o Order) error {
	return db.Insert(ctx, tx, `
		INSERT INTO checkouts (id, number, user_id, payment_method, total, stage, stage_before, stage_at, promised_at, item_count, due_total, rounded, round_off, collect,
			unpaid, pincode, channel, device_id, bill_number, staff_note, buyer_name, buyer_gstin, buyer_address, mailed, searchable, version, created_at, updated_at, paid_at, sold)
		VALUES (:id, :number, :user_id, :payment_method, :total, :stage, :stage_before, :stage_at, :promised_at, :item_count, :due_total, :rounded, :round_off, :collect,
			:unpaid, :pincode, :channel, :device_id, :bill_number, :staff_note, :buyer_name, :buyer_gstin, :buyer_address, :mailed, TRUE, :version, :created_at, :updated_at, :paid_at, CASE WHEN NOT :unpaid THEN CAST(:due_total AS BIGINT) + CAST(:round_off AS BIGINT) END)`, o)
}

// orderByID reads an order by id or number. An unknown one is errNoOrder.
func orderByID(ctx context.Context, q db.Querier, numberOrID string) (Order, error) {
	return readOrder(ctx, q, numberOrID, "")
}

// lockOrderRow locks an order, given by number or id, until the transaction ends. Its lines change
// only under this lock.
func lockOrderRow(ctx context.Context, tx *db.Tx, numberOrID string) (Order, error) {
	return readOrder(ctx, tx, numberOrID, tx.ForUpdate())
}

// ordersByID reads orders, those with a problem first, then the newest. Unknown ids are skipped.
func ordersByID(ctx context.Context, q db.Querier, ids []string) ([]Order, error) {
	return db.All[Order](ctx, q, `
		SELECT `+OrderColumns+`
		FROM checkouts
		WHERE id IN (`+db.Placeholders(1, len(ids))+`)
		ORDER BY problem DESC, created_at DESC, id DESC`, db.Args(ids)...)
}

// numberOf returns an order's number, or 0 if there is no such order.
func numberOf(ctx context.Context, q db.Querier, numberOrID string) (int64, error) {
	o, err := orderByID(ctx, q, numberOrID)
	if errors.Is(err, errNoOrder) {
		return 0, nil
	}
	return o.Number, err
}

func readOrder(ctx context.Context, q db.Querier, numberOrID, forUpdate string) (Order, error) {
	condition, arg := `id = $1`, any(numberOrID)
	if number, err := strconv.ParseInt(strings.TrimPrefix(numberOrID, "#"), 10, 64); err == nil && len(numberOrID) < 12 {
		condition, arg = `number = $1`, number
	}
	o, err := db.Get[Order](ctx, q, `
		SELECT `+OrderColumns+`, (SELECT name FROM users WHERE users.id = checkouts.user_id) AS customer
		FROM checkouts
		WHERE `+condition+forUpdate, arg)
	if errors.Is(err, db.ErrNoRow) {
		return o, errNoOrder
	}
	return o, err
}

// sums is SQL that computes the derived columns of order $1 from its lines, without hidden lines.
const sums = `(
	SELECT
		COALESCE(SUM(CASE WHEN delivery_status <> 'CANCELED' THEN quantity ELSE 0 END), 0) AS pieces,
		CAST(COALESCE(SUM(CASE WHEN delivery_status <> 'CANCELED' THEN total ELSE 0 END), 0) AS BIGINT) AS due,
		CAST(COALESCE(SUM(CASE WHEN delivery_status <> 'CANCELED' THEN round_off ELSE 0 END), 0) AS BIGINT) AS round_off,
		CAST(COALESCE(SUM(CASE WHEN delivery_status <> 'CANCELED' AND payment_status = 'COD' THEN total + round_off ELSE 0 END), 0) AS BIGINT) AS collect,
		CAST(SUM(CASE WHEN delivery_status <> 'CANCELED' AND payment_status IN ('COD', 'PAID') THEN total + round_off END) AS BIGINT) AS sold,
		COALESCE(SUM(CASE WHEN attention OR (payment_status = 'REFUNDED' AND delivery_status <> 'CANCELED') THEN 1 ELSE 0 END), 0) AS problems,
		COALESCE(SUM(CASE WHEN payment_status IN ('PAID', 'REFUND DUE', 'REFUNDED') THEN 1 ELSE 0 END), 0) AS received,
		COALESCE(SUM(CASE WHEN delivery_status = 'PENDING' THEN 1 ELSE 0 END), 0) AS pending,
		COALESCE(SUM(CASE WHEN delivery_status = 'DELIVERED' THEN 1 ELSE 0 END), 0) AS delivered,
		COALESCE(SUM(CASE WHEN delivery_status = 'CANCELED' THEN 1 ELSE 0 END), 0) AS canceled
	FROM orders
	WHERE checkout_id = $1 AND NOT hidden
) AS s`

// refreshOrder updates the derived columns of an order after its lines have changed, and raises the
// version. An order without a pending line is DONE; with a pending line it returns from DONE to the
// stage before.
func refreshOrder(ctx context.Context, tx *db.Tx, orderID string, at time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE checkouts
		SET item_count = s.pieces, due_total = s.due, round_off = s.round_off, collect = s.collect, sold = s.sold,
			problem = s.problems > 0 OR undeliverable OR claim_open OR billing = 'WAITS',
			unpaid = payment_method = 'ONLINE' AND s.received = 0,
			has_pending = s.pending > 0, has_delivered = s.delivered > 0, has_canceled = s.canceled > 0,
			paid_at = CASE WHEN s.received = 0 THEN NULL ELSE COALESCE(paid_at, $2) END,
			stage_before = CASE WHEN s.pending = 0 AND stage <> 'DONE' THEN stage ELSE stage_before END,
			stage_at = CASE WHEN (s.pending = 0) <> (stage = 'DONE') THEN $2 ELSE stage_at END,
			stage = CASE WHEN s.pending = 0 THEN 'DONE' WHEN stage = 'DONE' THEN stage_before ELSE stage END,
			version = version + 1, updated_at = $2
		FROM `+sums+`
		WHERE checkouts.id = $1`, orderID, at)
}

// updateOrder writes an action's changes of an order, and updates the derived columns like
// refreshOrder, from the stage that the action set. o.StageAt is written if the stage changes.
func updateOrder(ctx context.Context, tx *db.Tx, o Order, at time.Time) error {
	return db.Exec(ctx, tx, `
		UPDATE checkouts
		SET item_count = s.pieces, due_total = s.due, round_off = s.round_off, collect = s.collect, sold = s.sold,
			problem = s.problems > 0 OR $14 OR $15 OR CAST($18 AS TEXT) = 'WAITS',
			unpaid = payment_method = 'ONLINE' AND s.received = 0,
			has_pending = s.pending > 0, has_delivered = s.delivered > 0, has_canceled = s.canceled > 0,
			paid_at = CASE WHEN s.received = 0 THEN NULL ELSE COALESCE(paid_at, $2) END,
			stage_before = CASE WHEN s.pending = 0 AND stage <> 'DONE' THEN stage ELSE stage_before END,
			stage_at = CASE WHEN stage <> CASE WHEN s.pending = 0 THEN 'DONE' ELSE CAST($3 AS TEXT) END THEN $21 ELSE stage_at END,
			stage = CASE
				WHEN s.pending = 0 THEN 'DONE'
				WHEN CAST($3 AS TEXT) = 'DONE' THEN stage_before
				ELSE CAST($3 AS TEXT) END,
			version = version + 1, updated_at = $2,
			promised_at = $4, reason = $5, staff_note = $6, packer_id = $7, packer_name = $8, rider = $9,
			paid_by = $10, payment_reference = $11, claim_reference = $12, claimed_at = $13, undeliverable = $14, claim_open = $15,
			buyer_name = $16, buyer_gstin = $17, billing = CAST($18 AS TEXT), claim_round_off = $19, buyer_address = $20
		FROM `+sums+`
		WHERE checkouts.id = $1`,
		o.ID, at, o.Stage, o.PromisedAt, o.Reason, o.StaffNote, o.PackerID, o.PackerName, o.Rider,
		o.PaidBy, o.PaymentReference, o.ClaimReference, o.ClaimedAt, o.Undeliverable, o.ClaimOpen, o.BuyerName, o.BuyerGSTIN, o.Billing, o.ClaimRoundOff, o.BuyerAddress, o.StageAt)
}

// updateNote writes only the staff note. It does not raise the version, so that a shopper who is
// editing the order can still save.
func updateNote(ctx context.Context, tx *db.Tx, o Order, at time.Time) error {
	return db.Exec(ctx, tx, `UPDATE checkouts SET staff_note = $2, updated_at = $3 WHERE id = $1`, o.ID, o.StaffNote, at)
}

// maxWords bounds the words that one call adds to the index of an order.
const maxWords = 300

// IndexWords makes an order findable by texts: by the beginning of each word, and by the last four
// or more digits of a number of ten or more. Words that are indexed already are skipped.
func IndexWords(ctx context.Context, tx *db.Tx, orderID string, texts ...string) error {
	return insertWords(ctx, tx, orderID, ` ON CONFLICT DO NOTHING`, texts)
}

// indexNew is like IndexWords, for an order inserted in the same transaction. The order has no
// words yet, so it does without ON CONFLICT, which is slower.
func indexNew(ctx context.Context, tx *db.Tx, orderID string, texts ...string) error {
	return insertWords(ctx, tx, orderID, "", texts)
}

func insertWords(ctx context.Context, tx *db.Tx, orderID, onConflict string, texts []string) error {
	words := searchWordsOf(texts...)
	if len(words) == 0 {
		return nil
	}
	args, values := []any{orderID}, []string{}
	for i, word := range words {
		args = append(args, word)
		values = append(values, "($"+strconv.Itoa(i+2)+", $1)")
	}
	return db.Exec(ctx, tx, `INSERT INTO checkout_words (word, checkout_id) VALUES `+strings.Join(values, ", ")+onConflict, args...)
}

// minDigits is the minimum number of last digits that find a number. Fewer would match too many
// orders.
const minDigits = 4

// searchWordsOf returns the distinct lower-case words of texts, sorted, at most maxWords. It adds
// every suffix of at least four digits of a number with at least ten.
func searchWordsOf(texts ...string) []string {
	seen := map[string]bool{}
	var words []string
	add := func(word string) {
		if !seen[word] && len(words) < maxWords {
			seen[word] = true
			words = append(words, word)
		}
	}
	for _, text := range texts {
		for _, word := range SplitWords(text) {
			add(word)
			if len(word) < 10 || strings.Trim(word, "0123456789") != "" {
				continue
			}
			for start := 1; start <= len(word)-minDigits; start++ {
				add(word[start:])
			}
		}
	}
	slices.Sort(words) // so that both indexes of checkout_words are written in order
	return words
}

// SplitWords returns the words of a text in lower case, as the index of orders holds them.
func SplitWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// shopper is the data of a customer that the rules of the shop need.
type shopper struct {
	Name          string      `db:"name"`
	Mobile        string      `db:"mobile"`
	VerifiedEmail bool        `db:"verify_email"` // also true for customers without a login, whom staff knows
	OpenOrders    int         `db:"orders"`       // cash orders without the one being placed; bounded, see shopperOf
	OpenTotal     money.Paise `db:"total"`        // to be collected for OpenOrders
}

// countedAboveBound is how many open cash orders are counted above the shop's bound: the order that
// is being edited, and one that exceeds the bound.
const countedAboveBound = 2

// shopperOf reads a customer and their open cash orders. It counts at most countedAboveBound more
// than the shop allows, so that the query's cost does not grow with the number of orders.
func shopperOf(ctx context.Context, tx *db.Tx, userID string, shop settings.Settings) (shopper, error) {
	limit := strconv.Itoa(shop.CashOrders + countedAboveBound) // no parameter: SQLite would prepare the statement at each run
	return db.Get[shopper](ctx, tx, `
		SELECT u.name, u.mobile, u.verify_email OR u.email = '' AS verify_email, COUNT(c.user_id) AS orders, CAST(COALESCE(SUM(c.collect), 0) AS BIGINT) AS total
		FROM users u
		LEFT JOIN (
			SELECT user_id, collect FROM checkouts WHERE user_id = $1 AND payment_method = 'COD' AND stage <> 'DONE' LIMIT `+limit+`
		) c ON c.user_id = u.id
		WHERE u.id = $1
		GROUP BY u.name, u.mobile, u.verify_email, u.email`, userID)
}

// CountWaiting counts the pieces of a product that are reserved but still on the shelf: in pending
// lines that are not picked, of orders that are NEW or PACKING.
func CountWaiting(ctx context.Context, tx *db.Tx, productID string) (int, error) {
	return db.Get[int](ctx, tx, `
		SELECT CAST(COALESCE(SUM(o.quantity), 0) AS BIGINT)
		FROM orders o JOIN checkouts c ON c.id = o.checkout_id
		WHERE o.product_id = $1 AND o.delivery_status = 'PENDING' AND NOT o.hidden AND NOT o.picked AND c.stage IN ('NEW', 'PACKING')`, productID)
}
