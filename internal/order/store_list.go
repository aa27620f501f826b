package order

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"kirana/internal/account"
	"kirana/internal/catalog"
	"kirana/internal/catalog/drawing"
	"kirana/internal/db"
	"kirana/internal/language"
	"kirana/internal/money"
	"kirana/internal/payment"
)

// currentLine is a line with its order, customer and current product. The Now fields are the line's
// copy if the product is deleted.
type currentLine struct {
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

func (l currentLine) view() LineView {
	current := OrderedCopy{Name: l.NowName, Names: l.NowNames, Images: l.NowImages, Price: l.NowPrice}
	view := newLineView(l.Line, OrderedProduct{ID: l.ProductID, OrderedCopy: current, CategoryID: l.NowCategory}, l.Shelf)
	view.OrderNumber, view.OrderRoundOff = l.OrderNumber, l.OrderOff
	return view
}

// drawing returns the drawing for the line's product. The sub-category describes it better than the
// name alone.
func (l currentLine) drawing() *drawing.Drawing {
	return drawing.For(l.Images, drawing.Thing{Name: l.Name, Unit: l.Unit, SubCategory: l.Shelf})
}

// viewForAdmin adds the customer and payment problems to the view. RefundDue stays nil for a foreign
// currency, which rupees cannot show.
func (l currentLine) viewForAdmin() LineView {
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
func viewForAdminIn(ctx context.Context) func(currentLine) LineView {
	lang := language.Of(ctx)
	return func(l currentLine) LineView {
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

// LineFilter selects lines. The zero value selects all.
type LineFilter struct {
	UserID   string
	Delivery Delivery
	Queue    Queue  // "": any
	Search   string // see searchLines
	Page     int    // from 1, with Limit
	Limit    int    // lines per page; 0: all lines
	NoEmail  bool   // do not search emails, for a packer
}

// where returns the filter, without its search, as SQL on orders o with its arguments.
func (f LineFilter) where() (string, []any) {
	conditions, args := []string{"NOT o.hidden"}, []any{}
	add := func(condition string, arg any) {
		args = append(args, arg)
		conditions = append(conditions, strings.ReplaceAll(condition, "$?", "$"+strconv.Itoa(len(args))))
	}
	if f.UserID != "" {
		add(`o.user_id = $?`, f.UserID)
	}
	if f.Delivery != "" {
		add(`o.delivery_status = $?`, string(f.Delivery))
	}
	if condition := f.Queue.Condition(); condition != "" {
		conditions = append(conditions, condition)
	}
	return "\n\tWHERE " + strings.Join(conditions, " AND "), args
}

var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Both sort orders list the newest orders first, and their lines in the order of the cart.
// attentionFirst lists lines that need attention before all others.
const (
	newestFirst    = "\n\tORDER BY o.created_at DESC, o.checkout_id DESC, o.id"
	attentionFirst = "\n\tORDER BY o.attention DESC, o.created_at DESC, o.checkout_id DESC, o.id"
)

// listLines finds the ids of a page first, and reads only these lines in full, however deep the page.
func listLines(ctx context.Context, q db.Querier, f LineFilter) ([]currentLine, error) {
	where, args := f.where()
	order := attentionFirst
	if f.UserID != "" {
		order = newestFirst
	}
	page := "SELECT o.id FROM orders o" + where
	if f.Limit > 0 {
		n := len(args)
		page += order + "\n\tLIMIT $" + strconv.Itoa(n+1) + " OFFSET $" + strconv.Itoa(n+2)
		args = append(args, f.Limit, (f.Page-1)*f.Limit)
	}
	return db.All[currentLine](ctx, q, currentColumns+`
	FROM (`+page+`) page
	JOIN orders o ON o.id = page.id`+currentJoins+order, args...)
}

// countByDelivery counts the lines of every delivery status. Without user and queue it counts up to
// db.MaxCounted, and at least to the end of the next page.
func countByDelivery(ctx context.Context, q db.Querier, f LineFilter) (DeliveryCounts, error) {
	type group struct {
		Delivery Delivery `db:"delivery_status"`
		Lines    int      `db:"rows_of_it"`
	}
	var groups []group
	var err error
	if f.UserID == "" && f.Queue == "" {
		var parts []string
		for i, status := range []Delivery{Pending, Delivered, Canceled} {
			parts = append(parts, fmt.Sprintf(`
		SELECT '%[1]s' AS delivery_status, COUNT(*) AS rows_of_it
		FROM (SELECT 1 FROM orders WHERE delivery_status = '%[1]s' AND NOT hidden LIMIT $1) rows%[2]d`, status, i))
		}
		groups, err = db.All[group](ctx, q, strings.Join(parts, " UNION ALL "), max(db.MaxCounted, (f.Page+1)*f.Limit))
	} else {
		f.Delivery = ""
		where, args := f.where()
		groups, err = db.All[group](ctx, q, `SELECT delivery_status, COUNT(*) AS rows_of_it FROM orders o`+where+` GROUP BY delivery_status`, args...)
	}
	var counts DeliveryCounts
	for _, g := range groups {
		counts.add(g.Delivery, g.Lines)
	}
	return counts, err
}

// currentByIDs reads lines, sorted by attentionFirst.
func currentByIDs(ctx context.Context, q db.Querier, ids []string) ([]currentLine, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return db.All[currentLine](ctx, q, currentColumns+`
	FROM orders o`+currentJoins+`
	WHERE o.id IN (`+db.Placeholders(1, len(ids))+`)`+attentionFirst, db.Args(ids)...)
}

func currentByID(ctx context.Context, q db.Querier, lineID string) (currentLine, error) {
	return db.Get[currentLine](ctx, q, currentColumns+`
	FROM orders o`+currentJoins+`
	WHERE o.id = $1`, lineID)
}

func currentByOrder(ctx context.Context, q db.Querier, orderID string) ([]currentLine, error) {
	return db.All[currentLine](ctx, q, currentColumns+`
	FROM orders o`+currentJoins+`
	WHERE o.checkout_id = $1
	ORDER BY o.id`, orderID)
}
