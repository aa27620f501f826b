// Package account manages the shop's users: registration, logins, roles, staff and changes of accounts.
package account

import (
	"time"

	"kirana/internal/fault"
	"kirana/internal/unicodetext"
)

// Role separates administrators from shoppers.
type Role string

// The roles. Any value except ADMIN is a shopper.
const (
	Admin   Role = "ADMIN"
	Shopper Role = "USER"
)

// StaffRole limits what an administrator may do. It is "" for shoppers.
type StaffRole string

// Staff roles.
const (
	Owner   StaffRole = "OWNER"
	Manager StaffRole = "MANAGER" // everything except staff, settings and refunds above a limit
	Packer  StaffRole = "PACKER"  // orders only
)

// User statuses. Deleted and merged accounts are "Inactive": they may not log in.
const (
	Active    = "Active"    // may log in
	Suspended = "Suspended" // may not log in; a stored reason is shown
)

// User is a member of staff, a shopper with a login, or a customer without one, whose email is "". Emails are in lower
// case and unique.
type User struct {
	ID           string     `db:"id" json:"_id"`
	Name         string     `db:"name" json:"name"`
	Email        string     `db:"email" json:"email"`
	PasswordHash string     `db:"password_hash" json:"-"`
	Mobile       string     `db:"mobile" json:"mobile"`
	Avatar       string     `db:"avatar" json:"avatar"`
	Role         Role       `db:"role" json:"role"`
	StaffRole    StaffRole  `db:"staff_role" json:"staffRole,omitempty" enum:"OWNER,MANAGER,PACKER" doc:"Staff role of an administrator."`
	Status       string     `db:"status" json:"status"`
	Language     string     `db:"language" json:"language,omitempty" doc:"Language of the app and the mails. Absent until it is chosen."`
	VerifyEmail  bool       `db:"verify_email" json:"verify_email"`
	LastLoginAt  *time.Time `db:"last_login_at" json:"last_login_date"`
	CreatedAt    time.Time  `db:"created_at" json:"createdAt"`
	UpdatedAt    time.Time  `db:"updated_at" json:"updatedAt"`
	MergedInto   string     `db:"merged_into" json:"-"` // id of the customer into which this one was merged, or ""
	// PendingEmail takes effect when its mailed link is opened. Only the user's own page shows it.
	PendingEmail string `db:"-" json:"pendingEmail,omitempty" doc:"New email, which applies when the link mailed to it is opened."`
}

// UserDetails is a user with the ids of their addresses, cart lines and newest order lines.
type UserDetails struct {
	User

	AddressDetails []string `json:"address_details"`
	ShoppingCart   []string `json:"shopping_cart"`
	OrderHistory   []string `json:"orderHistory" doc:"IDs of the newest 100 order lines."`
}

// LoginTokens are the two secrets of a login. The database has only their hashes.
type LoginTokens struct {
	AccessToken  string `json:"accessToken"`
	RefreshToken string `json:"refreshToken"`
	Role         Role   `json:"role,omitempty" enum:"ADMIN,USER" doc:"Role of the user. Absent when tokens are refreshed."`
}

// Patch is a change of a user's own account. nil fields are not changed.
type Patch struct {
	Name, Email, Mobile *string
}

// Length of a password, in characters.
const (
	minPassword = 8
	maxPassword = 128
)

// normalEmail normalizes an address (unicodetext.Email). It returns a fault of the field "email" for an invalid one.
func normalEmail(text string) (string, error) {
	email, ok := unicodetext.Email(text)
	if !ok {
		return "", fault.InField("email", "Please enter a valid email address.")
	}
	return email, nil
}

// newEmail is like normalEmail for the address of an account. The part before the @ must be ASCII, as mail servers
// without SMTPUTF8 require.
func newEmail(text string) (string, error) {
	email, err := normalEmail(text)
	if err == nil && !unicodetext.HasASCIILocalPart(email) {
		err = fault.InField("email", "Please enter an email address with only English letters, digits and signs before the @.")
	}
	return email, err
}

// hasEmail reports whether a text is a form of the user's email. The stored email may be older than today's rules, and
// invalid by them.
func (u User) hasEmail(text string) bool {
	email, _ := unicodetext.Email(text)
	return email == u.Email
}

// normalMobile normalizes a mobile number to the specification's ten digits.
func normalMobile(text string) (string, error) {
	mobile, ok := unicodetext.Mobile(text)
	if !ok {
		return "", fault.InField("mobile", "Mobile number must have exactly 10 digits.")
	}
	return mobile, nil
}
