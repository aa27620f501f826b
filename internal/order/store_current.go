package order

import (
	"context"

	"kirana/internal/account"
	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// CurrentLine is a line with its order, customer and current product. The Now fields are the line's
// copy if the product is deleted.
type CurrentLine struct {
	Line

	NowName      string           `db:"now_name"`
	NowNames     catalog.Names    `db:"now_names"`
	NowImages    catalog.Images   `db:"now_images"`
	NowPrice     money.Paise      `db:"now_price"`
	NowCategory  string           `db:"now_category"` // "" if the product is deleted
	Shelf        string           `db:"shelf"`        // current sub-category; "" if the product is deleted
	OrderNumber  int64            `db:"checkout_number"`
	OrderDue     money.Paise      `db:"checkout_due"`
	OrderOff     money.Adjustment `db:"checkout_round_off"`
	OrderCash    money.Paise      `db:"checkout_collect"`
	Customer     string           `db:"customer_name"`
	Email        string           `db:"customer_email"`
	Mobile       string           `db:"customer_mobile"`
	CustomerNote string           `db:"customer_note"`

	// Taken is the received amount that a refund gives back. It differs from the line's amount if the
	// payment does not match.
	Taken         money.Paise `db:"taken"`
	TakenCurrency string      `db:"taken_currency"`
}

func (l CurrentLine) view() LineView {
	current := OrderedCopy{Name: l.NowName, Names: l.NowNames, Images: l.NowImages, Price: l.NowPrice}
	view := newLineView(l.Line, OrderedProduct{ID: l.ProductID, OrderedCopy: current, CategoryID: l.NowCategory}, l.Shelf)
	view.OrderNumber, view.OrderRoundOff = l.OrderNumber, l.OrderOff
	return view
}

// viewForAdmin adds the customer and payment problems to the view. RefundDue stays nil for a foreign
// currency, which rupees cannot show.
func (l CurrentLine) viewForAdmin() LineView {
	view := l.view()
	view.Customer = &Customer{ID: l.UserID, Name: l.Customer, Email: l.Email, Mobile: l.Mobile}
	view.OrderTotal, view.OrderCollect = &l.OrderDue, &l.OrderCash
	view.Flag = string(l.Flag)
	if l.Payment == payment.RefundDue && l.TakenCurrency == payment.Currency {
		view.RefundDue = &l.Taken
	}
	return view
}

// viewForAdminIn returns viewForAdmin with the program's own texts in the language of a request.
func viewForAdminIn(ctx context.Context) func(CurrentLine) LineView {
	lang := language.Of(ctx)
	return func(l CurrentLine) LineView {
		view := l.viewForAdmin()
		view.Flag = l.Flag.In(lang)
		view.Customer.Name = account.CustomerName(lang, l.UserID, l.Customer)
		return view
	}
}

const currentColumns = `
	SELECT o.id, o.number, o.checkout_id, o.user_id, o.product_id, o.name, o.names, o.unit, o.images, o.price, o.discount, o.quantity,
		o.size, o.color, o.total, o.address, o.payment_method, o.payment_status, o.delivery_status, o.cart_line_id, o.flag, o.hidden,
		o.ordered_quantity, o.picked, o.weight_grams, o.step_grams, o.replaces, o.split_of, o.returned, o.paid_by, o.paid_at, o.claimed, o.round_off, o.wish, COALESCE(c.number, 0) AS checkout_number,
		c.due_total AS checkout_due, c.round_off AS checkout_round_off, c.collect AS checkout_collect,
		COALESCE(sc.name, '') AS shelf,
		o.created_at, o.updated_at,
		COALESCE(p.name, o.name) AS now_name, COALESCE(p.names, o.names) AS now_names, COALESCE(p.images, o.images) AS now_images, COALESCE(p.price, o.price) AS now_price,
		COALESCE(p.category_id, '') AS now_category,
		u.name AS customer_name, ` + account.ContactEmail + ` AS customer_email, u.mobile AS customer_mobile, u.note AS customer_note,
		COALESCE(a.taken, o.total + o.round_off) AS taken, COALESCE(a.taken_currency, '` + payment.Currency + `') AS taken_currency`

const currentJoins = `
	JOIN users u ON u.id = o.user_id
	JOIN checkouts c ON c.id = o.checkout_id
	LEFT JOIN products p ON p.id = o.product_id AND p.deleted_at IS NULL
	LEFT JOIN sub_categories sc ON sc.id = p.sub_category_id
	LEFT JOIN payment_attempts a ON a.checkout_id = o.checkout_id AND a.state = 'MISMATCH'`

// ReadCurrent reads lines. from is the FROM clause, in which the lines are named o; rest is the SQL
// after the joins: WHERE and ORDER BY.
func ReadCurrent(ctx context.Context, q db.Querier, from, rest string, args ...any) ([]CurrentLine, error) {
	return db.All[CurrentLine](ctx, q, currentColumns+`
	FROM `+from+currentJoins+rest, args...)
}

// CurrentByOrders reads the lines of orders, given by id.
func CurrentByOrders(ctx context.Context, q db.Querier, ids []string) ([]CurrentLine, error) {
	return ReadCurrent(ctx, q, `orders o`, `
	WHERE o.checkout_id IN (`+db.Placeholders(1, len(ids))+`)
	ORDER BY o.checkout_id, o.id`, db.Args(ids)...)
}

func currentByID(ctx context.Context, q db.Querier, lineID string) (CurrentLine, error) {
	return db.Get[CurrentLine](ctx, q, currentColumns+`
	FROM orders o`+currentJoins+`
	WHERE o.id = $1`, lineID)
}

func currentByOrder(ctx context.Context, q db.Querier, orderID string) ([]CurrentLine, error) {
	return ReadCurrent(ctx, q, `orders o`, `
	WHERE o.checkout_id = $1
	ORDER BY o.id`, orderID)
}
