package order

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/money"
)

const columns = `id, number, checkout_id, user_id, product_id, name, unit, images, price, discount, quantity, size, color, total,
	address, payment_method, payment_status, delivery_status, cart_line_id, flag, hidden, created_at, updated_at`

// checkout is a row of checkouts.
type checkout struct {
	ID        string      `db:"id"`
	UserID    string      `db:"user_id"`
	Method    Method      `db:"payment_method"`
	Total     money.Paise `db:"total"`
	CreatedAt time.Time   `db:"created_at"`
}

// shownOrder is an order with its product as it is now (the order's own copy
// when it is gone) and who ordered.
type shownOrder struct {
	Order

	NowName     string         `db:"now_name"`
	NowImages   catalog.Images `db:"now_images"`
	NowPrice    money.Paise    `db:"now_price"`
	NowCategory string         `db:"now_category"` // empty when the product is gone
	Customer    string         `db:"customer_name"`
	Email       string         `db:"customer_email"`
	Mobile      string         `db:"customer_mobile"`

	// What came in for it, where a refund gives it back: more or less than its price
	// when the payment does not fit.
	Taken         money.Paise `db:"taken"`
	TakenCurrency string      `db:"taken_currency"`
}

func (s shownOrder) row() Row {
	now := OrderedCopy{Name: s.NowName, Images: s.NowImages, Price: s.NowPrice}
	return rowOf(s.Order, OrderedProduct{ID: s.ProductID, OrderedCopy: now, CategoryID: s.NowCategory})
}

// rowForAdmin tells who ordered as well, and what is wrong with the payment. An
// amount in a foreign currency is none that can be shown in rupees.
func (s shownOrder) rowForAdmin() Row {
	row := s.row()
	row.Customer = &Customer{ID: s.UserID, Name: s.Customer, Email: s.Email, Mobile: s.Mobile}
	row.Flag = s.Flag
	if s.Payment == RefundDue && s.TakenCurrency == currency {
		row.RefundDue = &s.Taken
	}
	return row
}

const shownColumns = `
	SELECT o.id, o.number, o.checkout_id, o.user_id, o.product_id, o.name, o.unit, o.images, o.price, o.discount, o.quantity,
		o.size, o.color, o.total, o.address, o.payment_method, o.payment_status, o.delivery_status, o.cart_line_id, o.flag, o.hidden,
		o.created_at, o.updated_at,
		COALESCE(p.name, o.name) AS now_name, COALESCE(p.images, o.images) AS now_images, COALESCE(p.price, o.price) AS now_price,
		COALESCE(p.category_id, '') AS now_category,
		u.name AS customer_name, u.email AS customer_email, u.mobile AS customer_mobile,
		COALESCE(a.taken, o.total) AS taken, COALESCE(a.taken_currency, '` + currency + `') AS taken_currency`

const beside = `
	JOIN users u ON u.id = o.user_id
	LEFT JOIN products p ON p.id = o.product_id AND p.deleted_at IS NULL
	LEFT JOIN payment_attempts a ON a.checkout_id = o.checkout_id AND a.state = 'MISMATCH'`

// Filter says which order rows to list; the zero value is all of them.
type Filter struct {
	UserID   string
	Delivery Delivery
	Waits    Waits  // for what the rows wait; "" is whether they do or not
	Words    string // part of the order number, the product's name or the shopper's name, email or mobile
	Page     int    // from 1, with Limit
	Limit    int    // rows to a page; 0 is all rows at once
}

// where is the filter as SQL on orders o, with its arguments.
func (f Filter) where() (string, []any) {
	conditions, args := []string{"NOT o.hidden"}, []any{}
	add := func(condition string, arg any) {
		args = append(args, arg)
		conditions = append(conditions, strings.ReplaceAll(condition, "$?", "$"+strconv.Itoa(len(args))))
	}
	words := strings.ToLower(strings.TrimSpace(f.Words))
	if f.UserID != "" {
		add(`o.user_id = $?`, f.UserID)
	}
	switch {
	case f.Delivery != "" && words != "":
		// Not a bare column: its index would lead to every row of that status, while
		// orders_age holds all that a search reads.
		add(`COALESCE(o.delivery_status, '') = $?`, string(f.Delivery))
	case f.Delivery != "":
		add(`o.delivery_status = $?`, string(f.Delivery))
	}
	if rows := f.Waits.Rows(); rows != "" {
		conditions = append(conditions, rows)
	}
	if words != "" {
		add(`(o.search LIKE $? ESCAPE '\' OR o.user_id IN (
			SELECT u.id FROM users u
			WHERE LOWER(u.name) LIKE $? ESCAPE '\' OR u.email LIKE $? ESCAPE '\' OR u.mobile LIKE $? ESCAPE '\'))`,
			"%"+likeText.Replace(words)+"%")
	}
	return "\n\tWHERE " + strings.Join(conditions, " AND "), args
}

var likeText = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Both orders put the newest checkouts first, and the rows of each as they stood
// in the cart; the administrator sees before them what needs attention.
const (
	inOrder         = "\n\tORDER BY o.created_at DESC, o.checkout_id DESC, o.id"
	inOrderForAdmin = "\n\tORDER BY o.attention DESC, o.created_at DESC, o.checkout_id DESC, o.id"
)

// list finds the rows of the page first and reads only these in full, however far
// down the page is.
func list(ctx context.Context, q db.Querier, f Filter) ([]shownOrder, error) {
	where, args := f.where()
	order := inOrderForAdmin
	if f.UserID != "" {
		order = inOrder
	}
	page := "SELECT o.id FROM orders o" + where
	if f.Limit > 0 {
		n := len(args)
		page += order + "\n\tLIMIT $" + strconv.Itoa(n+1) + " OFFSET $" + strconv.Itoa(n+2)
		args = append(args, f.Limit, (f.Page-1)*f.Limit)
	}
	return db.All[shownOrder](ctx, q, shownColumns+`
	FROM (`+page+`) page
	JOIN orders o ON o.id = page.id`+beside+order, args...)
}

// countRows counts the rows of each delivery status, whichever of them the filter asks for.
func countRows(ctx context.Context, q db.Querier, f Filter) (Statuses, error) {
	f.Delivery = ""
	where, args := f.where()
	// A bare column: SQLite reads along its index and compares nothing, 4 ms instead of 12 for 50,000
	// rows. Not with words, as in where.
	status := "o.delivery_status"
	if f.Words != "" {
		status = "COALESCE(o.delivery_status, '')"
	}
	groups, err := db.All[struct {
		Delivery Delivery `db:"delivery_status"`
		Rows     int      `db:"rows_of_it"`
	}](ctx, q, `SELECT `+status+` AS delivery_status, COUNT(*) AS rows_of_it FROM orders o`+where+` GROUP BY 1`, args...)
	var counts Statuses
	for _, group := range groups {
		switch group.Delivery {
		case Waiting:
			counts.Pending = group.Rows
		case Delivered:
			counts.Delivered = group.Rows
		case Canceled:
			counts.Canceled = group.Rows
		}
	}
	return counts, err
}

func shownByID(ctx context.Context, q db.Querier, orderID string) (shownOrder, error) {
	return db.Get[shownOrder](ctx, q, shownColumns+`
	FROM orders o`+beside+`
	WHERE o.id = $1`, orderID)
}

func shownByCheckout(ctx context.Context, q db.Querier, checkoutID string) ([]shownOrder, error) {
	return db.All[shownOrder](ctx, q, shownColumns+`
	FROM orders o`+beside+`
	WHERE o.checkout_id = $1
	ORDER BY o.id`, checkoutID)
}

func byName(ctx context.Context, q db.Querier, numberOrID string) (Order, error) {
	return db.Get[Order](ctx, q, `
		SELECT `+columns+`
		FROM orders
		WHERE number = $1 OR id = $1`, numberOrID)
}

// lock finds an order by its number or its id and holds it until the
// transaction ends.
func lock(ctx context.Context, tx *db.Tx, numberOrID string) (Order, error) {
	return db.Get[Order](ctx, tx, `
		SELECT `+columns+`
		FROM orders
		WHERE number = $1 OR id = $1`+tx.ForUpdate(), numberOrID)
}

// findable is an order with the text that a search looks for words in.
type findable struct {
	Order

	Search string `db:"search"`
}

// saveStates keeps what changes of orders once they are placed; it is the same for
// all of them.
func saveStates(ctx context.Context, tx *db.Tx, orders []Order, at time.Time) error {
	ids := make([]string, len(orders))
	for i, o := range orders {
		ids[i] = o.ID
	}
	one := orders[0]
	_, err := db.Exec(ctx, tx, `
		UPDATE orders
		SET payment_status = $1, delivery_status = $2, flag = $3, hidden = $4, attention = $5, updated_at = $6
		WHERE id IN (`+db.Placeholders(7, len(ids))+`)`,
		append([]any{one.Payment, one.Delivery, one.Flag, one.Hidden, one.needsAttention(), at}, db.Args(ids)...)...)
	return err
}

func insert(ctx context.Context, tx *db.Tx, c checkout, orders []Order) error {
	if err := db.Insert(ctx, tx, `
		INSERT INTO checkouts (id, user_id, payment_method, total, created_at)
		VALUES (:id, :user_id, :payment_method, :total, :created_at)`, c); err != nil {
		return err
	}
	found := make([]findable, len(orders))
	for i, o := range orders {
		found[i] = findable{o, strings.ToLower(o.Number + " " + o.Name)}
	}
	return db.Insert(ctx, tx, `
		INSERT INTO orders (`+columns+`, search)
		VALUES (:id, :number, :checkout_id, :user_id, :product_id, :name, :unit, :images, :price, :discount, :quantity, :size, :color,
			:total, :address, :payment_method, :payment_status, :delivery_status, :cart_line_id, :flag, :hidden, :created_at, :updated_at, :search)`, found...)
}
