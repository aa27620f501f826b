package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/shoptest"
)

// act makes one random call, or two at once, as the buyer i or as staff.
func (h *history) act(i int, random *rand.Rand) {
	switch n := random.IntN(100); {
	case n < 45:
		h.order(i, 1+random.IntN(3), random.IntN(4) == 0)
	case n < 65:
		h.cancel()
	case n < 75:
		h.move(1 + random.IntN(6) - 3)
	case n < 85:
		h.enter(1 + random.IntN(900) - 450)
	case n < 92:
		h.balance()
	default:
		h.look()
	}
}

// reply is a final response: the call was done, or it was refused for good.
type reply struct {
	status   int
	message  string
	data     json.RawMessage
	repeated bool // earlier attempts had no response, or one of a failing shop
}

// try repeats a call, each time at the next node, until its response is final. With a key, in the header or in the
// body, the call takes effect only once.
func (h *history) try(method, path, token, key string, body record) reply {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	last := ""
	for attempt, began := 0, time.Now(); ; attempt++ {
		if time.Since(began) > time.Minute {
			h.unexpected("%s %s: no response that decides in a minute; the last attempt: %s", method, path, last)
			return reply{repeated: true}
		}
		bases := h.shop.bases()
		status, answered, err := h.send(method, bases[(int(h.unique.Add(1)))%len(bases)]+"/api"+path, token, key, text)
		var envelope struct {
			Message string
			Data    json.RawMessage
		}
		last = fmt.Sprintf("%d %.300s %v", status, answered, err)
		switch {
		case err != nil:
			h.count("no response")
		case status == http.StatusServiceUnavailable:
			h.count("503")
			if !strings.Contains(string(answered), "Please try again") {
				h.unexpected("%s %s: 503 %.300s", method, path, answered)
			}
		case json.Unmarshal(answered, &envelope) != nil || status >= 500 || status == http.StatusTooManyRequests || status == http.StatusUnauthorized:
			h.unexpected("%s %s: %d %.300s", method, path, status, answered)
			h.count(strconv.Itoa(status))
		default:
			return reply{status: status, message: envelope.Message, data: envelope.Data, repeated: attempt > 0}
		}
		time.Sleep(20 * time.Millisecond) // as a real client waits before it repeats a call
	}
}

func (h *history) send(method, url, token, key string, body []byte) (status int, answered []byte, err error) {
	request, err := http.NewRequestWithContext(context.Background(), method, url, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+token)
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := h.requests.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	answered, err = io.ReadAll(response.Body)
	return response.StatusCode, answered, err
}

func (r *recorder) countFailure(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failures[what]++
}

func (r *recorder) count(what string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed[what]++
}

// isLost reports whether the shop seems not to come back. Each further call would take the minute that try allows it.
func (r *recorder) isLost() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.wrong) > 100
}

func (r *recorder) unexpected(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wrong = append(r.wrong, fmt.Sprintf(format, args...))
}

var piecesLeft = regexp.MustCompile(`^Only (\d+) of `)

// order orders pieces under a new key. If twice is true, two calls do so at once under the same key, as from two
// windows.
func (h *history) order(i, pieces int, twice bool) {
	key := fmt.Sprintf("key %d", h.unique.Add(1))
	body := record{"list_items": []record{{"productId": h.product, "quantity": pieces}}, "totalQty": pieces, "addressId": h.buyers[i].addressID}
	began := h.now()
	replies, ends := make([]reply, 1, 2), make([]int64, 1, 2)
	if twice {
		replies, ends = replies[:2], ends[:2]
	}
	var windows sync.WaitGroup
	for w := range replies {
		windows.Go(func() {
			replies[w] = h.try("POST", "/order/cod", h.buyers[i].token, key, body)
			ends[w] = h.now()
		})
	}
	windows.Wait()
	placed := int64(0)
	var order openOrder
	for w, response := range replies {
		switch response.status {
		case http.StatusOK:
			var rows []struct{ OrderID, CheckoutID string }
			if json.Unmarshal(response.data, &rows) != nil || len(rows) != 1 {
				h.unexpected("an order was confirmed as %.300s", response.data)
				continue
			}
			h.keepUntil(began, ends[w], act{object: key, kind: sendKey}, outcome{number: rows[0].OrderID})
			if placed == 0 || ends[w] < placed {
				placed = ends[w]
			}
			order = openOrder{i, rows[0].CheckoutID, pieces}
		case http.StatusConflict:
			refused := outcome{refused: true}
			if left := piecesLeft.FindStringSubmatch(response.message); left != nil {
				refused.value, _ = strconv.Atoi(left[1])
				refused.known = true
			} else if !strings.Contains(response.message, "stock") {
				h.unexpected("an order was refused: %s", response.message)
			}
			h.keepUntil(began, ends[w], act{object: key, kind: sendKey}, refused)
			h.keepUntil(began, ends[w], act{object: h.stockName, kind: takePieces, n: pieces}, refused)
		default:
			h.unexpected("an order returned %d %s", response.status, response.message)
		}
	}
	if placed != 0 {
		h.keepUntil(began, placed, act{object: h.stockName, kind: takePieces, n: pieces}, outcome{})
		h.mu.Lock()
		h.orders = append(h.orders, order)
		h.mu.Unlock()
	}
}

// cancel cancels an open order as its buyer.
func (h *history) cancel() {
	h.mu.Lock()
	if len(h.orders) == 0 {
		h.mu.Unlock()
		return
	}
	order := h.orders[0]
	h.orders = h.orders[1:]
	h.mu.Unlock()
	began := h.now()
	response := h.try("PUT", "/order/cancel/"+order.id, h.buyers[order.buyer].token, "", record{})
	// A repeated attempt may find the order canceled by an earlier one.
	if response.status != http.StatusOK && !(response.repeated && response.status == http.StatusConflict) {
		h.unexpected("a cancel returned %d %s", response.status, response.message)
		return
	}
	h.keep(began, act{object: h.stockName, kind: givePieces, n: order.pieces}, outcome{})
	h.keep(began, act{object: "order " + order.id, kind: cancelOrder}, outcome{})
	h.readOrder(order.id)
}

func (h *history) readOrder(id string) {
	began := h.now()
	response := h.try("GET", "/order/checkout/"+id, h.staff, "", nil)
	var order struct{ Stage string }
	if json.Unmarshal(response.data, &order) != nil || order.Stage == "" {
		h.unexpected("an order reads %d %.300s", response.status, response.data)
		return
	}
	h.keep(began, act{object: "order " + id, kind: readOrder}, outcome{closed: order.Stage != "NEW"})
}

// look reads an order that was not canceled when it was chosen. Another client may cancel it meanwhile.
func (h *history) look() {
	h.mu.Lock()
	id := ""
	if len(h.orders) > 0 {
		id = h.orders[len(h.orders)-1].id
	}
	h.mu.Unlock()
	if id != "" {
		h.readOrder(id)
	}
}

// move changes the stock by pieces, as a program does.
func (h *history) move(pieces int) {
	if pieces == 0 {
		pieces = 4
	}
	began := h.now()
	response := h.try("POST", "/stock/moves", h.staff, "", record{"key": fmt.Sprintf("move %d", h.unique.Add(1)), "moves": []record{{"productId": h.product, "pieces": pieces}}})
	a := act{object: h.stockName, kind: givePieces, n: pieces}
	if response.status == http.StatusConflict {
		h.keep(began, a, outcome{refused: true})
		return
	}
	var moved []struct{ Stock int }
	if json.Unmarshal(response.data, &moved) != nil || len(moved) != 1 {
		h.unexpected("a move returned %d %s", response.status, response.message)
		return
	}
	h.keep(began, a, outcome{value: moved[0].Stock, known: !response.repeated})
}

// enter adds an amount in paise to the customer's balance.
func (h *history) enter(paise int) {
	if paise == 0 {
		paise = 1
	}
	began := h.now()
	response := h.try("POST", "/khata/"+h.customer, h.staff, "", record{
		"key": fmt.Sprintf("entry %d", h.unique.Add(1)), "kind": "CORRECTION", "amount": fmt.Sprintf("%.2f", float64(paise)/100), "reason": "history",
	})
	if balance, ok := h.balanceIn(response); ok {
		h.keep(began, act{object: h.khataName, kind: addEntry, n: paise}, outcome{})
		// The response has the statement, which is read after the entry is committed.
		h.keep(began, act{object: h.khataName, kind: readBalance}, outcome{value: balance})
	}
}

func (h *history) balance() {
	began := h.now()
	if balance, ok := h.balanceIn(h.try("GET", "/khata/"+h.customer, h.staff, "", nil)); ok {
		h.keep(began, act{object: h.khataName, kind: readBalance}, outcome{value: balance})
	}
}

// balanceIn returns the paise of a statement's balance.
func (h *history) balanceIn(response reply) (paise int, ok bool) {
	var statement struct{ Balance *json.Number }
	if response.status != http.StatusOK || json.Unmarshal(response.data, &statement) != nil || statement.Balance == nil {
		h.unexpected("a khata returned %d %s", response.status, response.message)
		return 0, false
	}
	rupees, err := statement.Balance.Float64()
	if err != nil {
		h.unexpected("a balance of %s", statement.Balance)
	}
	if rupees < 0 {
		return int(rupees*100 - 0.5), true
	}
	return int(rupees*100 + 0.5), true
}

// readAll adds the final stock, read from the database, and the final balance to the history.
func (h *history) readAll(t *testing.T) {
	t.Helper()
	began := h.now()
	pieces := shoptest.Stock(t, h.shop.database(t), h.product)
	h.keep(began, act{object: h.stockName, kind: readStock}, outcome{value: pieces})
	h.balance()
}
