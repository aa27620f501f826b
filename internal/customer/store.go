package customer

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kirana/internal/account"
	"kirana/internal/catalog"
	"kirana/internal/db"
)

const customerColumns = `u.id, u.name, NULLIF(u.email, '') AS email, u.email <> '' AS login, u.status, u.note, u.created_at, s.orders, s.spent, s.last_order_at, s.pincode,
	COALESCE(NULLIF(u.mobile, ''), (
		SELECT a.mobile
		FROM addresses a
		WHERE a.user_id = u.id AND a.status = TRUE AND a.mobile <> ''
		ORDER BY a.created_at DESC, a.id DESC
		LIMIT 1), '') AS mobile,
	COALESCE((
		SELECT a.address_line || ', ' || a.city
		FROM addresses a
		WHERE a.user_id = u.id AND a.status = TRUE
		ORDER BY a.created_at DESC, a.id DESC
		LIMIT 1), '') AS place`

// notStaff excludes staff by id, because they are few: a condition on users would make both databases start from users
// instead of the index that sorts the sums.
const notStaff = `s.user_id NOT IN (SELECT id FROM users WHERE staff_role <> '')`

// conditions returns the filter as a WHERE clause on the tables of source, with its arguments.
func (f Filter) conditions() (string, []any) {
	parts, args := []string{notStaff}, []any{}
	if f.Sort == ByName {
		parts[0] = `u.staff_role = ''` // the condition of the name index
	}
	add := func(condition string, arg any) {
		args = append(args, arg)
		parts = append(parts, strings.ReplaceAll(condition, "$?", "$"+strconv.Itoa(len(args))))
	}
	if len(f.IDs) > 0 {
		parts = append(parts, `s.user_id IN (`+db.Placeholders(len(args)+1, len(f.IDs))+`)`)
		args = append(args, db.Args(f.IDs)...)
	}
	if f.Pincode != "" {
		add(`s.pincode = $?`, f.Pincode)
	}
	if f.Mobile != "" {
		add(`s.user_id IN (
			SELECT user_id FROM customer_mobiles WHERE mobile = $?
			UNION ALL SELECT id FROM users WHERE mobile = $?
			UNION ALL SELECT user_id FROM addresses WHERE status = TRUE AND mobile = $?)`, f.Mobile)
	}
	foundBy := account.FoundByWithoutEmail
	if f.Sums {
		foundBy = account.FoundBy
	}
	// A materialized CTE has the matching ids, so that users is scanned once, not looked up for each
	// row.
	var words []string
	for _, word := range searchWords(f.Search) {
		args = append(args, "%"+escapeLike.Replace(word)+"%")
		words = append(words, strings.ReplaceAll(`(`+foundBy+` LIKE $? ESCAPE '\' OR id IN (
			SELECT m.user_id FROM customer_mobiles m WHERE m.mobile LIKE $? ESCAPE '\') OR id IN (
			SELECT a.user_id FROM addresses a
			WHERE a.status = TRUE AND LOWER(a.address_line || ' ' || a.city || ' ' || a.pincode) LIKE $? ESCAPE '\'))`, "$?", "$"+strconv.Itoa(len(args))))
	}
	if len(words) > 0 {
		parts = append(parts, `s.user_id IN (
			WITH known AS MATERIALIZED (SELECT id FROM users WHERE staff_role = '' AND `+strings.Join(words, " AND ")+`)
			SELECT id FROM known)`)
	}
	return ` WHERE ` + strings.Join(parts, " AND "), args
}

var escapeLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func (f Filter) order() string {
	switch f.Sort {
	case BySpent:
		return ` ORDER BY s.spent DESC, s.user_id`
	case ByOrders:
		return ` ORDER BY s.orders DESC, s.user_id`
	case ByName:
		return ` ORDER BY LOWER(u.name), u.id`
	case ByLastOrder:
	}
	return ` ORDER BY s.last_order_at DESC NULLS LAST, s.user_id`
}

// source returns the tables of conditions as SQL: customer_sums s and, only to sort by name, users u.
// Joining users would look up every skipped row of a deep page.
func (f Filter) source() string {
	if f.Sort == ByName {
		return `customer_sums s JOIN users u ON u.id = s.user_id`
	}
	return `customer_sums s`
}

// listCustomers finds the customers of the page, and then reads only these in full. For a search it also
// returns the total, because a second scan of all customers would be slow. found is 0 without a
// search and for an empty page.
func listCustomers(ctx context.Context, q db.Querier, f Filter) (customers []Customer, found int, err error) {
	where, args := f.conditions()
	n := len(args)
	total := `0`
	if f.Search != "" {
		total = `COUNT(*) OVER ()`
	}
	page := `SELECT s.user_id AS id, ` + total + ` AS found FROM ` + f.source() + where + f.order() +
		` LIMIT $` + strconv.Itoa(n+1) + ` OFFSET $` + strconv.Itoa(n+2)
	rows, err := db.All[struct {
		Customer

		Found int `db:"found"`
	}](ctx, q, `
		SELECT `+customerColumns+`, page.found
		FROM (`+page+`) page
		JOIN users u ON u.id = page.id
		JOIN customer_sums s ON s.user_id = u.id`+f.order(), append(args, f.Limit, (f.Page-1)*f.Limit)...)
	customers = make([]Customer, 0, len(rows)) // [] in JSON
	for _, row := range rows {
		customers, found = append(customers, row.Customer), row.Found
	}
	return customers, found, err
}

func count(ctx context.Context, q db.Querier, f Filter) (int, error) {
	where, args := f.conditions()
	if f.Search != "" { // a search scans all customers in any case
		return db.Get[int](ctx, q, `SELECT COUNT(*) FROM `+f.source()+where, args...)
	}
	length, offset := db.CountRange(f.Page, f.Limit)
	n := len(args)
	counted, err := db.Get[int](ctx, q, `
		SELECT COUNT(*) FROM (SELECT 1 FROM `+f.source()+where+f.order()+` LIMIT $`+strconv.Itoa(n+1)+` OFFSET $`+strconv.Itoa(n+2)+`) counted`,
		append(args, length, offset)...)
	if err == nil && counted == 0 && offset > 0 { // past the end
		f.Page = 1
		return count(ctx, q, f)
	}
	return offset + counted, err
}

// countOrdered counts the customers whose last order is not older than since.
func countOrdered(ctx context.Context, q db.Querier, since time.Time) (int, error) {
	return db.Get[int](ctx, q, `
		SELECT COUNT(*)
		FROM customer_sums s
		WHERE s.last_order_at >= $1 AND `+notStaff, since)
}

func profileByID(ctx context.Context, q db.Querier, userID string) (Profile, error) {
	return db.Get[Profile](ctx, q, `
		SELECT `+customerColumns+`, u.suspended_reason,
			(SELECT COUNT(*) FROM checkouts c WHERE c.user_id = u.id AND NOT c.unpaid AND c.item_count = 0) AS canceled,
			(SELECT COUNT(*) FROM checkouts c WHERE c.user_id = u.id AND NOT c.unpaid AND c.stage <> 'DONE') AS open
		FROM users u
		JOIN customer_sums s ON s.user_id = u.id
		WHERE u.id = $1 AND u.staff_role = ''`, userID)
}

type favoriteRow struct {
	Favorite

	Images catalog.Images `db:"images"`
}

// favorites reads the five products that a customer bought most, by pieces, with name, unit and
// images as last bought.
func favorites(ctx context.Context, q db.Querier, userID string) ([]favoriteRow, error) {
	return db.All[favoriteRow](ctx, q, `
		SELECT most.product_id, most.pieces, o.name, o.unit, o.images
		FROM (
			SELECT product_id, SUM(quantity) AS pieces, MAX(id) AS last
			FROM orders
			WHERE user_id = $1 AND NOT hidden AND delivery_status <> 'CANCELED'
			GROUP BY product_id
			ORDER BY pieces DESC, last DESC
			LIMIT 5
		) most
		JOIN orders o ON o.id = most.last
		ORDER BY most.pieces DESC, most.last DESC`, userID)
}

// areas reads the pincodes of customers' last orders, most frequent first, at most 50.
func areas(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `
		SELECT pincode
		FROM customer_sums
		WHERE pincode <> ''
		GROUP BY pincode
		ORDER BY COUNT(*) DESC, pincode
		LIMIT 50`)
}
