package order

import "kirana/internal/fault"

// Wish is what a shopper wants done about a line that is out of stock when it is packed.
type Wish string

// The wishes.
const (
	WishCall    Wish = "CALL"    // call the shopper first
	WishReplace Wish = "REPLACE" // something like it, for at most its price
	WishRemove  Wish = "REMOVE"  // leave it out: also of who says nothing
)

// checkWish refuses, as fault.Invalid with its field, what is no wish; "" is none.
func (i Item) checkWish(field string) error {
	switch i.Wish {
	case "", WishCall, WishReplace, WishRemove:
		return nil
	}
	return fault.InField(field+"wish", "A wish must be CALL, REPLACE or REMOVE.")
}

// wish returns the wish for an item.
func (i Item) wish() Wish {
	if i.Wish == "" {
		return WishRemove
	}
	return i.Wish
}
