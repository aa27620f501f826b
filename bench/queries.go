package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
)

// counter counts from 0.
type counter struct{ n atomic.Int64 }

func (c *counter) next() int { return int(c.n.Add(1) - 1) }

// product has the fields used in queries.
type product struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

// queries are texts as shoppers type them, made of the names of a shop's products.
type queries struct {
	products []product
	frequent []string

	mu   sync.Mutex
	rng  *rand.Rand
	zipf *rand.Zipf
	used map[string]bool
}

const (
	queriedProducts = 3_000 // number of names that queries are made of
	frequentQueries = 1_000 // number of frequent queries
	pageSize        = 100
)

func newQueries(ctx context.Context, s *shop) (*queries, error) {
	q := &queries{rng: rand.New(rand.NewPCG(1, 2)), used: map[string]bool{}}
	for page := 1; len(q.products) < queriedProducts; page++ {
		var products []product
		path := fmt.Sprintf("%s/api/product/getAll?limit=%d&page=%d&sort=name", s.url, pageSize, page)
		if err := call(ctx, endpoint{http.MethodGet, path, ""}, nil, &products); err != nil {
			return nil, err
		}
		if len(products) == 0 {
			break
		}
		q.products = append(q.products, products...)
	}
	if len(q.products) == 0 {
		return nil, fmt.Errorf("the shop has no products")
	}
	for range frequentQueries {
		q.frequent = append(q.frequent, q.random())
	}
	// Query frequencies follow Zipf's law: with exponent 1.1 the first hundred of a thousand make up about two thirds.
	q.zipf = rand.NewZipf(q.rng, 1.1, 1, frequentQueries-1)
	return q, nil
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
	for {
		text := q.random()
		for attempt := 0; q.used[text] && attempt < 3; attempt++ {
			text += " " + q.random()
		}
		if !q.used[text] {
			q.used[text] = true
			return text
		}
	}
}

// random returns words of a product's name: in or out of order, incomplete, with an amount, misspelled, or whole.
func (q *queries) random() string {
	words := strings.Fields(strings.ToLower(q.products[q.rng.IntN(len(q.products))].Name))
	at := q.rng.IntN(len(words))
	word, other := words[at], words[q.rng.IntN(len(words))]
	letters := []rune(word)
	switch q.rng.IntN(6) {
	case 0:
		return words[0] + " " + other
	case 1:
		return other + " " + string(letters[:1+q.rng.IntN(len(letters))])
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
	return other + " " + string(letters[:wrong]) + string(letters[wrong+1:])
}
