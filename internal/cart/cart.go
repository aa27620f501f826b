// Package cart stores shoppers' carts.
package cart

import (
	"time"

	"kirana/internal/catalog"
	"kirana/internal/fault"
)

// Line is a product in a shopper's cart. A cart has at most one line for a product, size and color.
type Line struct {
	ID        string          `db:"id" json:"_id"`
	UserID    string          `db:"user_id" json:"-"`
	ProductID string          `db:"product_id" json:"-"`
	Product   catalog.Product `db:"-" json:"productId"`
	Quantity  int             `db:"quantity" json:"quantity"`
	Size      string          `db:"size" json:"size,omitempty"`
	Color     string          `db:"color" json:"color,omitempty"`
	// Reserved is the number of pieces of the product reserved by the shopper's own open payments;
	// ordering again ends those payments first. It is computed only if the product's lines together
	// exceed its stock.
	Reserved  int       `db:"-" json:"reserved,omitempty" doc:"Pieces reserved by the caller's own open payment, if stock is short."`
	CreatedAt time.Time `db:"created_at" json:"createdAt"`
	UpdatedAt time.Time `db:"updated_at" json:"updatedAt"`
}

// Limits of a cart.
const (
	MaxLines    = 100 // without lines of products that shoppers cannot see
	MaxQuantity = 99  // pieces of a line
)

var (
	errNoLine     = fault.New(fault.NotFound, "no_cart_line", "This item is not in your cart.")
	errFull       = fault.New(fault.Conflict, "cart_full", "Your cart is full: it can hold at most %d different items.", MaxLines)
	errOutOfStock = fault.New(fault.Conflict, "out_of_stock", "Out of stock")
	errChanged    = fault.New(fault.Conflict, "cart_changed", "Your cart has changed. Please review it.")
)

func errOnlyLeft(stock int) error {
	return fault.New(fault.Conflict, "out_of_stock", "Only %d left in stock", stock)
}
