// Package address stores shoppers' delivery addresses.
package address

import (
	"time"

	"kirana/internal/fault"
)

// PostalAddress is a postal address in plain text. All parts but the receiver and the landmark are
// required.
type PostalAddress struct {
	Line    string `db:"address_line" json:"address_line"`
	City    string `db:"city" json:"city"`
	State   string `db:"state" json:"state"`
	Pincode string `db:"pincode" json:"pincode"`
	Country string `db:"country" json:"country"`
	Mobile  string `db:"mobile" json:"mobile"`

	Receiver string `db:"receiver" json:"receiver,omitempty" doc:"Person who receives the order, if not the shopper."`
	Landmark string `db:"landmark" json:"landmark,omitempty" doc:"Landmark near the address, for the rider."`
}

// Address is a postal address saved by a shopper. Status is false for a removed address, which the
// shopper does not see again. Orders have their own copies.
type Address struct {
	ID     string `db:"id" json:"_id"`
	UserID string `db:"user_id" json:"-"`

	PostalAddress

	Status    bool      `db:"status" json:"status" doc:"false: the address was deleted."`
	CreatedAt time.Time `db:"created_at" json:"createdAt"`
	UpdatedAt time.Time `db:"updated_at" json:"updatedAt"`
}

// MaxAddresses is the maximum number of a shopper's addresses, without removed ones.
const MaxAddresses = 50

// ErrNotFound refuses an address that does not exist, was removed or is another user's.
var ErrNotFound = fault.New(fault.NotFound, "no_address", "Address not found.")

var errTooMany = fault.New(fault.Conflict, "too_many_addresses",
	"You can save at most %d addresses. Please remove one you no longer need.", MaxAddresses)
