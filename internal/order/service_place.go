package order

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/cart"
	"kirana/internal/catalog/stock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/job"
)

const (
	// keysLive is how long a checkout call may be repeated under its key.
	keysLive = 24 * time.Hour
	// numberAttempts bounds how often a checkout is tried again with new order
	// numbers when one is taken.
	numberAttempts = 5
)

var errKeyReused = fault.New(fault.Conflict, "key_reused", "This Idempotency-Key was already used for a different order.")

// Receipt is the rows of a checkout in JSON, as they were answered first. To the
// same key it is given again byte for byte.
type Receipt []byte

// MarshalJSON is the receipt itself.
func (r Receipt) MarshalJSON() ([]byte, error) { return r, nil }

// Rows reads the receipt.
func (r Receipt) Rows() ([]Row, error) {
	var rows []Row
	return rows, json.Unmarshal(r, &rows)
}

// Place orders the items, all or none, to be paid in cash on delivery: it takes
// the stock, writes the rows at the shop's own prices and removes the ordered
// lines from the cart. Everything that does not fit the present state (stock,
// prices, the cart) is a fault.Conflict in words for the shopper. A key that is
// not empty makes repeating safe: the same user, key and request get the first
// receipt again. A refused order does not use up its key.
func (s *Service) Place(ctx context.Context, userID, key string, r Request) (Receipt, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	request, err := fingerprint(COD, r)
	if err != nil {
		return nil, err
	}
	var receipt Receipt
	err = s.replacing(ctx, userID, func(passed map[string]bool) error {
		return s.db.Tx(ctx, func(tx *db.Tx) error {
			// Before any other lock, so that a double press waits here and a person's
			// cart and checkouts never cross.
			if err := account.LockUser(ctx, tx, userID); err != nil {
				return err
			}
			var err error
			receipt, err = s.once(ctx, tx, userID, key, request, always, func() (any, error) {
				return s.place(ctx, tx, userID, r, passed)
			})
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("place an order: %w", err)
	}
	return receipt, nil
}

// once runs do unless the key has been used and the answer of then stands; it
// answers what do did the first time.
func (s *Service) once(ctx context.Context, tx *db.Tx, userID, key, request string,
	stands func(ctx context.Context, tx *db.Tx, answer Receipt) (bool, error), do func() (any, error),
) (Receipt, error) {
	if key == "" {
		answer, err := do()
		if err != nil {
			return nil, err
		}
		return receiptOf(answer)
	}
	now := s.clock.Now()
	// Any client value may be a key, bytes that are no text included: its hash is kept.
	key = hash([]byte(key))
	free, err := claimKey(ctx, tx, userID, key, request, now, now.Add(-keysLive))
	if err != nil {
		return nil, err
	}
	if !free {
		first, err := readKey(ctx, tx, userID, key)
		if err != nil {
			return nil, err
		}
		if first.Request != request {
			return nil, errKeyReused
		}
		if good, err := stands(ctx, tx, Receipt(first.Answer)); good || err != nil {
			return Receipt(first.Answer), err
		}
	}
	answer, err := do()
	if err != nil {
		return nil, err
	}
	receipt, err := receiptOf(answer)
	if err != nil {
		return nil, err
	}
	return receipt, keepAnswer(ctx, tx, userID, key, string(receipt), now)
}

// always is for answers that stand as long as their key is kept.
func always(context.Context, *db.Tx, Receipt) (bool, error) { return true, nil }

func (s *Service) place(ctx context.Context, tx *db.Tx, userID string, r Request, passed map[string]bool) ([]Row, error) {
	if _, err := s.replaced(ctx, tx, userID, r, passed); err != nil {
		return nil, err
	}
	written, err := s.write(ctx, tx, userID, r, s.carts.CheckOut, State{Method: COD, Payment: ToCollect, Delivery: Waiting})
	if err != nil {
		return nil, err
	}
	return written.rows, job.Add(ctx, tx, written.checkout.CreatedAt, TellPlaced, Placed{written.checkout.ID})
}

// slip is a checkout as it was written, and its rows as they are answered.
type slip struct {
	checkout checkout
	orders   []Order
	rows     []Row
}

// write takes the stock and writes the rows of a checkout, at the shop's own
// prices. look finds the items' lines in the cart.
func (s *Service) write(ctx context.Context, tx *db.Tx, userID string, r Request,
	look func(ctx context.Context, tx *db.Tx, userID string, lines []cart.Ordered) (map[string]cart.Line, error), state State,
) (slip, error) {
	now := s.clock.Now()
	// Where to, and which lines of the cart.
	to, err := s.addresses.Active(ctx, tx, userID, r.AddressID)
	if errors.Is(err, address.ErrNotFound) {
		return slip{}, errNoAddress
	}
	if err != nil {
		return slip{}, err
	}
	lines, err := look(ctx, tx, userID, ordered(r.Items))
	if err != nil {
		return slip{}, err
	}
	p := slip{checkout: checkout{ID: id.New(), UserID: userID, Method: state.Method, CreatedAt: now}}
	wants := make([]stock.Line, len(r.Items))
	for i, item := range r.Items {
		o := Order{
			ID: id.New(), Number: s.number(), CheckoutID: p.checkout.ID, UserID: userID, ProductID: item.ProductID,
			Quantity: item.Quantity, Size: item.Size, Color: item.Color, Address: Destination(to.Place),
			State: state, CreatedAt: now, UpdatedAt: now,
		}
		if line, inCart := lines[item.LineID]; inCart {
			o.Size, o.Color, o.CartLineID = line.Size, line.Color, &line.ID
		}
		p.orders = append(p.orders, o)
		wants[i] = stock.Line{ProductID: item.ProductID, OrderID: o.ID, Quantity: item.Quantity}
	}
	// What is there, and at the shop's own prices.
	products, err := s.stock.Reserve(ctx, tx, wants)
	if err != nil {
		return slip{}, err
	}
	p.rows = make([]Row, len(p.orders))
	for i := range p.orders {
		product := products[p.orders[i].ProductID]
		p.orders[i].fill(product)
		now := OrderedCopy{Name: product.Name, Images: product.Images, Price: product.Price}
		p.rows[i] = rowOf(p.orders[i], OrderedProduct{ID: product.ID, OrderedCopy: now, CategoryID: product.CategoryID})
	}
	p.checkout.Total = total(p.orders)
	if r.TotalAmt != nil && *r.TotalAmt != p.checkout.Total {
		return slip{}, errPricesChanged
	}
	return p, insert(ctx, tx, p.checkout, p.orders)
}

// ordered is the items that are lines of the cart.
func ordered(items []Item) []cart.Ordered {
	var lines []cart.Ordered
	for _, item := range items {
		if item.LineID != "" {
			lines = append(lines, cart.Ordered{LineID: item.LineID, ProductID: item.ProductID, Quantity: item.Quantity})
		}
	}
	return lines
}

// receiptOf writes an answer as every call does: <, > and & stay.
func receiptOf(answer any) (Receipt, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// fingerprint is what makes two requests the same: all that the server reads of
// them, and nothing that it ignores.
func fingerprint(method Method, r Request) (string, error) {
	b, err := json.Marshal(struct {
		Method Method
		Request
	}{method, r})
	return hash(b), err
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
