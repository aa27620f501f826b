package ucp

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"kirana/internal/cart"
	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/limit"
	"kirana/internal/money"
)

// lifetime is the time from a cart's last change to its deletion.
const lifetime = 72 * time.Hour

// Limits of new carts and of changes, for each network.
var (
	cartRule   = limit.Rule{Name: "ucp.cart", Max: 200, Window: time.Hour}
	changeRule = limit.Rule{Name: "ucp.change", Max: 1000, Window: time.Hour}
)

// requestedLine is a product and the quantity that the agent wants. The cart shows the quantity that can be bought.
type requestedLine struct {
	ProductID string `json:"id"`
	Quantity  int    `json:"quantity"`
}

// add adds a line, or its pieces to the line of the same product, up to cart.MaxQuantity.
func add(lines []requestedLine, line requestedLine) []requestedLine {
	for i := range lines {
		if lines[i].ProductID == line.ProductID {
			lines[i].Quantity = min(lines[i].Quantity+line.Quantity, cart.MaxQuantity)
			return lines
		}
	}
	return append(lines, line)
}

// record is a stored cart. It has no personal data.
type record struct {
	ID        string                   `db:"id"`
	Lines     db.JSON[[]requestedLine] `db:"lines"`
	ExpiresAt time.Time                `db:"expires_at"`
}

// Item is the product of a line.
type Item struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Price int64  `json:"price" doc:"Price of one piece, in paise."`
	Image string `json:"image_url,omitempty"`
}

// Total is a sum of a cart or a line.
type Total struct {
	Type   string `json:"type" enum:"subtotal,total"`
	Text   string `json:"display_text"`
	Amount int64  `json:"amount" doc:"Amount in paise."`
}

// Line is a line of the cart; its quantity is limited to the stock.
type Line struct {
	ID       string  `json:"id"`
	Item     Item    `json:"item"`
	Quantity int     `json:"quantity"`
	Totals   []Total `json:"totals"`
}

// Cart is a cart with current prices and stock, or a refusal.
type Cart struct {
	UCP         Metadata   `json:"ucp"`
	ID          string     `json:"id,omitempty"`
	Lines       []Line     `json:"line_items,omitzero"`
	Currency    string     `json:"currency,omitempty"`
	Totals      []Total    `json:"totals,omitzero"`
	Messages    []Message  `json:"messages,omitempty"`
	ContinueURL string     `json:"continue_url" doc:"URL that opens the shop and adds the lines to the shopper's own cart."`
	ExpiresAt   *time.Time `json:"expires_at,omitempty"`

	status int
}

// StatusCode returns 201 for a new cart.
func (c Cart) StatusCode() int { return c.status }

var (
	errNoCart     = fault.New(fault.NotFound, "not_found", "This cart does not exist, or has expired.")
	errOutOfStock = fault.New(fault.Conflict, "out_of_stock", "Out of stock")
	errEmptyCart  = fault.InField("line_items", "Your cart is empty")
)

// refused returns the response for a cart that does not exist or was not created.
func (s *Service) refused(messages []Message) Cart {
	return Cart{UCP: failure(cartCapability), Messages: messages, ContinueURL: s.public + "/", status: http.StatusOK}
}

func (s *Service) noCart(lang string) Cart {
	return s.refused([]Message{unrecoverable(lang, "not_found", errNoCart)})
}

// create stores a cart, unless none of its lines can be bought.
func (s *Service) create(ctx context.Context, address string, lines []requestedLine) (Cart, error) {
	if len(lines) == 0 {
		return Cart{}, errEmptyCart
	}
	stored := record{strings.ToLower(rand.Text()), db.JSON[[]requestedLine]{V: lines}, s.clock.Now().Add(lifetime)}
	shown := s.show(language.Of(ctx), stored)
	if len(shown.Lines) == 0 {
		for i := range shown.Messages {
			shown.Messages[i].Severity = "unrecoverable"
		}
		return s.refused(shown.Messages), nil
	}
	if err := s.creations.Allow(ctx, limit.Client{Address: address}); err != nil {
		return Cart{}, err
	}
	if err := s.db.Tx(ctx, func(tx *db.Tx) error { return insert(ctx, tx, stored) }); err != nil {
		return Cart{}, fmt.Errorf("make an agent's cart: %w", err)
	}
	shown.status = http.StatusCreated
	return shown, nil
}

func (s *Service) get(ctx context.Context, id string) (Cart, error) {
	stored, err := byID(ctx, s.db, id, s.clock.Now())
	if errors.Is(err, db.ErrNoRow) {
		return s.noCart(language.Of(ctx)), nil
	}
	if err != nil {
		return Cart{}, fmt.Errorf("read an agent's cart: %w", err)
	}
	return s.show(language.Of(ctx), stored), nil
}

// replace replaces the lines of a cart.
func (s *Service) replace(ctx context.Context, address, id string, lines []requestedLine) (Cart, error) {
	if err := s.changes.Allow(ctx, limit.Client{Address: address}); err != nil {
		return Cart{}, err
	}
	now := s.clock.Now()
	stored := record{id, db.JSON[[]requestedLine]{V: lines}, now.Add(lifetime)}
	var found int64
	err := s.db.Tx(ctx, func(tx *db.Tx) (err error) {
		found, err = update(ctx, tx, stored, now)
		return err
	})
	if err != nil {
		return Cart{}, fmt.Errorf("change an agent's cart: %w", err)
	}
	if found == 0 {
		return s.noCart(language.Of(ctx)), nil
	}
	return s.show(language.Of(ctx), stored), nil
}

// cancel deletes a cart and returns its last state.
func (s *Service) cancel(ctx context.Context, address, id string) (Cart, error) {
	if err := s.changes.Allow(ctx, limit.Client{Address: address}); err != nil {
		return Cart{}, err
	}
	var stored record
	err := s.db.Tx(ctx, func(tx *db.Tx) (err error) {
		stored, err = remove(ctx, tx, id, s.clock.Now())
		return err
	})
	if errors.Is(err, db.ErrNoRow) {
		return s.noCart(language.Of(ctx)), nil
	}
	if err != nil {
		return Cart{}, fmt.Errorf("end an agent's cart: %w", err)
	}
	return s.show(language.Of(ctx), stored), nil
}

// Sweep deletes carts that have expired.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.Tx(ctx, func(tx *db.Tx) error { return deleteExpired(ctx, tx, s.clock.Now()) })
}

// show returns the lines of a cart that can be bought now, and messages about the others.
func (s *Service) show(lang string, stored record) Cart {
	snapshot := s.view.Snapshot()
	shown := Cart{UCP: success(cartCapability), ID: stored.ID, Lines: []Line{}, Currency: currency, ExpiresAt: &stored.ExpiresAt, status: http.StatusOK}
	var total money.Paise
	for _, line := range stored.Lines.V {
		p, err := snapshot.Product(line.ProductID, false)
		pieces := min(line.Quantity, p.Stock)
		switch {
		case err != nil:
			shown.Messages = append(shown.Messages, leftOut(lang, "item_unavailable", line.ProductID, catalog.ErrNoProduct))
			continue
		case pieces == 0:
			shown.Messages = append(shown.Messages, leftOut(lang, "out_of_stock", titleOf(p), errOutOfStock))
			continue
		case pieces < line.Quantity:
			shown.Messages = append(shown.Messages, warning(
				"quantity_reduced", fmt.Sprintf("$.line_items[%d]", len(shown.Lines)), titleOf(p)+": "+language.Text(lang, "Only %d left in stock", pieces),
			))
		}
		sum := p.Payable() * money.Paise(pieces)
		total += sum
		shown.Lines = append(shown.Lines, Line{p.ID, s.item(p), pieces, totals(sum)})
	}
	shown.Totals, shown.ContinueURL = totals(total), linkTo(s.public, shown.Lines)
	return shown
}

// leftOut returns the message about a line left out of a cart.
func leftOut(lang, code, name string, refusal *fault.Error) Message {
	return Message{"error", code, "", name + ": " + refusal.Phrase().In(lang), "recoverable"}
}

func (s *Service) item(p catalog.Product) Item {
	item := Item{ID: p.ID, Title: titleOf(p), Price: int64(p.Payable())}
	if len(p.DisplayImages) > 0 {
		item.Image = s.public + p.DisplayImages[0]
	}
	return item
}

func totals(sum money.Paise) []Total {
	return []Total{{"subtotal", "Subtotal", int64(sum)}, {"total", "Total", int64(sum)}}
}
