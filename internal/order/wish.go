package order

import "kirana/internal/fault"

// Wish is the shopper's instruction for a line that is out of stock when it is packed.
type Wish string

// The wishes.
const (
	WishCall    Wish = "CALL"    // call the shopper first
	WishReplace Wish = "REPLACE" // a similar product, for at most its price
	WishRemove  Wish = "REMOVE"  // leave it out; the default
)

// checkWish refuses an unknown wish as fault.Invalid with its field; "" is none.
func (i Item) checkWish(field string) error {
	switch i.Wish {
	case "", WishCall, WishReplace, WishRemove:
		return nil
	}
	return fault.InField(field+"wish", "A wish must be CALL, REPLACE or REMOVE.")
}

// wish returns the item's wish, or the default.
func (i Item) wish() Wish {
	if i.Wish == "" {
		return WishRemove
	}
	return i.Wish
}
