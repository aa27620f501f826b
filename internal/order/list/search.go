package list

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kirana/internal/db"
	"kirana/internal/order"
	"kirana/internal/unicodetext"
)

// maxFound bounds the results of a search. Counting every match of a common word would read all
// orders.
const maxFound = 1000

// maxCandidates is the largest number of matches for which a word is looked up in the index. A more
// common word is searched among the newest orders.
const maxCandidates = 3000

// newestSearched is how many of the newest orders are searched for common words.
const newestSearched = 5000

// newestSince returns SQL for the time of the oldest of the n newest orders.
func newestSince(n int) string {
	return `COALESCE((SELECT created_at FROM checkouts ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ` + strconv.Itoa(n-1) + `), '0001-01-01')`
}

// wordRange is the range of words that begin with from. to sorts after all of them.
type wordRange struct{ from, to string }

// searchedWords returns the range of each word of a search.
func searchedWords(search string) []wordRange {
	words := order.SplitWords(unicodetext.SearchText(search))
	ranges := make([]wordRange, 0, maxSearchWords)
	for _, word := range words[:min(len(words), maxSearchWords)] {
		ranges = append(ranges, wordRange{word, word + "\U0010FFFF"}) // sorts after every character
	}
	return ranges
}

// searchOrders returns at most limit ids of the orders found by words, in the filter's order. It reads
// a bounded number of orders: all with the rarest word or, if every word is common, the newest.
func searchOrders(ctx context.Context, q db.Querier, f Filter, words []wordRange, limit int) ([]string, error) {
	frequencies, err := countWords(ctx, q, words)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(frequencies, func(a, b frequency) int { return a.N - b.N })
	rarest := words[frequencies[0].Place]
	where, args := f.conditions()
	add := func(value any) string {
		args = append(args, value)
		return "$" + strconv.Itoa(len(args))
	}
	source, conditions := "checkouts c", []string{}
	if where != "" {
		conditions = append(conditions, strings.TrimPrefix(where, " WHERE "))
	}
	switch {
	case frequencies[0].N == 0:
		return nil, nil
	case frequencies[0].N <= maxCandidates:
		// CROSS JOIN makes SQLite read found first.
		source = `(SELECT DISTINCT checkout_id FROM checkout_words WHERE word >= ` + add(rarest.from) + ` AND word < ` + add(rarest.to) + `) found CROSS JOIN checkouts c`
		conditions = append(conditions, `c.id = found.checkout_id`)
		frequencies = frequencies[1:]
	default:
		conditions = append(conditions, `created_at >= `+newestSince(newestSearched))
	}
	for _, w := range frequencies {
		// Compare a value: for EXISTS, PostgreSQL would join all orders with the word.
		word := words[w.Place]
		conditions = append(conditions, `(SELECT 1 FROM checkout_words w WHERE w.checkout_id = c.id AND w.word >= `+add(word.from)+` AND w.word < `+add(word.to)+` LIMIT 1) = 1`)
	}
	return db.All[string](ctx, q, `SELECT id FROM `+source+` WHERE `+strings.Join(conditions, " AND ")+f.order()+` LIMIT `+strconv.Itoa(limit), args...)
}

// frequency is the number of index entries of a search word.
type frequency struct {
	Place int `db:"place"` // index of the word in the search
	N     int `db:"n"`     // at most maxCandidates + 1
}

func countWords(ctx context.Context, q db.Querier, words []wordRange) ([]frequency, error) {
	parts, args := make([]string, len(words)), make([]any, 0, 2*len(words))
	for i, word := range words {
		args = append(args, word.from, word.to)
		parts[i] = `SELECT ` + strconv.Itoa(i) + ` AS place, COUNT(*) AS n FROM (SELECT 1 FROM checkout_words WHERE word >= $` +
			strconv.Itoa(2*i+1) + ` AND word < $` + strconv.Itoa(2*i+2) + ` LIMIT ` + strconv.Itoa(maxCandidates+1) + `) w`
	}
	return db.All[frequency](ctx, q, strings.Join(parts, " UNION ALL "), args...)
}
