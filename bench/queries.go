package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
)

// namedRow holds the used fields of a product, a category or an address.
type namedRow struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

// queries generates search texts as shoppers type them from the names of a shop's products.
type queries struct {
	products []namedRow
	frequent []string

	mu   sync.Mutex
	rng  *rand.Rand
	zipf *rand.Zipf
	used map[string]bool
}

const (
	queriedProducts = 3_000 // names that texts are generated from
	frequentQueries = 1_000 // texts of common; the first ones are far more frequent
)

func newQueries(ctx context.Context, shopURL string, seed uint64) *queries {
	q := &queries{rng: rand.New(rand.NewPCG(1, seed)), used: map[string]bool{}}
	for page := 1; len(q.products) < queriedProducts; page++ {
		var products []namedRow
		path := fmt.Sprintf("/api/product/getAll?limit=100&page=%d&sort=name", page)
		check(client{url: shopURL}.call(ctx, http.MethodGet, path, nil, &products))
		if len(products) == 0 {
			break
		}
		q.products = append(q.products, products...)
	}
	for range frequentQueries {
		q.frequent = append(q.frequent, q.random())
	}
	// Query frequencies follow Zipf's law: with exponent 1.1 the first hundred of a thousand make up about two thirds.
	q.zipf = rand.NewZipf(q.rng, 1.1, 1, frequentQueries-1)
	return q
}

// common returns one of the frequent queries.
func (q *queries) common() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.frequent[q.zipf.Uint64()]
}

// unique returns a query that it has not returned before.
func (q *queries) unique() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	text := q.random()
	for q.used[text] {
		text += " " + q.random()
	}
	q.used[text] = true
	return text
}

// random returns words of a product's name: in or out of order, incomplete, with an amount, misspelled, or whole.
func (q *queries) random() string {
	words := strings.Fields(strings.ToLower(q.products[q.rng.IntN(len(q.products))].Name))
	at := q.rng.IntN(len(words))
	word, second := words[at], words[q.rng.IntN(len(words))]
	letters := []rune(word)
	switch q.rng.IntN(6) {
	case 0:
		return words[0] + " " + second
	case 1:
		return second + " " + string(letters[:1+q.rng.IntN(len(letters))])
	case 2:
		return word + " 500 g"
	case 3:
		return strings.Join(words, " ")
	case 4:
		return string(letters[:1+q.rng.IntN(len(letters))])
	}
	if len(letters) < 5 {
		return word
	}
	wrong := 1 + q.rng.IntN(len(letters)-2)
	return second + " " + string(letters[:wrong]) + string(letters[wrong+1:])
}
