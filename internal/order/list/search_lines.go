package list

import (
	"context"
	"strconv"
	"strings"

	"kirana/internal/account"
	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/unicodetext"
)

// Bounds of a search of lines.
const (
	newestLinesSearched = 2000 // orders whose lines are searched for parts of words
	maxFoundLines       = 2000
	maxFoundOrders      = 200 // by beginnings of words
	maxFoundShoppers    = 100 // by a part of their name, email or mobile
)

// foundLine is a line that a search found.
type foundLine struct {
	ID       string         `db:"id"`
	OrderID  string         `db:"checkout_id"`
	Delivery order.Delivery `db:"delivery_status"`
}

// searchLines finds at most maxFoundLines lines of any delivery status, in the order of the list. A
// search text finds lines of the newest orders by a part of the line's number or product name, all
// lines of a shopper by a part of name, email or mobile, and all lines of an order by its number. In
// addresses, riders' names and older orders it finds only beginnings of words.
func searchLines(ctx context.Context, q db.Querier, f LineFilter) ([]foundLine, error) {
	search := unicodetext.SearchText(f.Search)
	f.Delivery = ""
	where, args := f.where()
	arg := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	part := arg("%" + escapeLike.Replace(search) + "%")
	foundBy := account.FoundBy
	if f.NoEmail {
		foundBy = account.FoundByWithoutEmail
	}
	known := foundBy + ` LIKE ` + part + ` ESCAPE '\'`
	rows := `SELECT o.id, o.delivery_status, o.attention, o.created_at, o.checkout_id FROM orders o` + where + ` AND `
	found := []string{
		// Name both values of attention, so that the index is read from the newest line of each.
		rows + `o.attention IN (TRUE, FALSE) AND o.created_at >= ` + newestSince(newestLinesSearched) + ` AND o.search LIKE ` + part + ` ESCAPE '\'`,
		rows + `o.user_id IN (SELECT id FROM shoppers ORDER BY name_key, id LIMIT ` + strconv.Itoa(maxFoundShoppers) + `)`,
	}
	if number, err := strconv.ParseInt(strings.TrimPrefix(unicodetext.Digits(search), "#"), 10, 64); err == nil {
		found = append(found, rows+`o.checkout_id IN (SELECT id FROM checkouts WHERE number = `+arg(number)+`)`)
	}
	words := searchedWords(search)
	if len(words) > 0 && !strings.ContainsAny(search, `%_\`) { // SplitWords would drop these characters
		ids, err := searchOrders(ctx, q, Filter{Search: search, Unpaid: true}, words, maxFoundOrders)
		if err != nil {
			return nil, err
		}
		if len(ids) > 0 {
			first := len(args) + 1
			args = append(args, db.Args(ids)...)
			// The word index also contains former names of shoppers and former riders: check the current texts.
			inAddress := make([]string, len(words))
			for i, word := range words {
				inAddress[i] = `LOWER(o.address) LIKE ` + arg("%"+word.from+"%")
			}
			found = append(found, rows+`o.checkout_id IN (`+db.Placeholders(first, len(ids))+`) AND (o.search LIKE `+part+
				` ESCAPE '\' OR o.user_id IN (SELECT id FROM shoppers) OR (`+strings.Join(inAddress, " AND ")+`)`+
				` OR EXISTS (SELECT 1 FROM checkouts c WHERE c.id = o.checkout_id AND LOWER(c.rider) LIKE `+part+` ESCAPE '\'))`)
		}
	}
	return db.All[foundLine](ctx, q, `
	WITH shoppers AS MATERIALIZED (
		SELECT id, LOWER(name) AS name_key FROM users WHERE staff_role = '' AND `+known+`
		UNION ALL
		SELECT id, LOWER(name) AS name_key FROM users WHERE staff_role <> '' AND `+known+`
	)
	SELECT o.id, o.checkout_id, o.delivery_status
	FROM (`+strings.Join(found, " UNION ")+`) o`+attentionFirst+`
	LIMIT `+strconv.Itoa(maxFoundLines), args...)
}

// pageOfFound counts the found lines by delivery status, and returns the ids of the filter's page.
func pageOfFound(f LineFilter, found []foundLine) ([]string, DeliveryCounts) {
	var counts DeliveryCounts
	var ids []string
	for _, row := range found {
		counts.add(row.Delivery, 1)
		if f.Delivery == "" || f.Delivery == row.Delivery {
			ids = append(ids, row.ID)
		}
	}
	if f.Limit > 0 {
		from := min((f.Page-1)*f.Limit, len(ids))
		ids = ids[from:min(from+f.Limit, len(ids))]
	}
	return ids, counts
}
