package order

import "kirana/internal/fault"

// Wish is the shopper's choice for a line whose product is out of stock when it is packed.
type Wish string

// The wishes.
const (
	WishCall    Wish = "CALL"    // call the shopper first
	WishReplace Wish = "REPLACE" // replace it by a similar product that costs at most as much
	WishRemove  Wish = "REMOVE"  // leave it out; the default
)

// checkWish returns fault.Invalid, with the field, for an unknown wish. "" is valid.
func (i Item) checkWish(field string) error {
	switch i.Wish {
	case "", WishCall, WishReplace, WishRemove:
		return nil
	}
	return fault.InField(field+"wish", "A wish must be CALL, REPLACE or REMOVE.")
}

// wish returns the wish of the item, WishRemove by default.
func (i Item) wish() Wish {
	if i.Wish == "" {
		return WishRemove
	}
	return i.Wish
}
