// Package account has the users of the shop: registration, logins, roles, staff,
// and the changes of one's own account.
package account

import (
	"time"

	"kirana/internal/fault"
	"kirana/internal/unicodetext"
)

// Role is what a user may do.
type Role string

// The two roles. Anything that is not exactly ADMIN is an ordinary shopper.
const (
	Admin   Role = "ADMIN"
	Shopper Role = "USER"
)

// StaffRole is what an administrator may do; "" for shoppers.
type StaffRole string

// The roles of staff.
const (
	Owner   StaffRole = "OWNER"
	Manager StaffRole = "MANAGER" // all but staff, settings and refunds over a limit
	Packer  StaffRole = "PACKER"  // orders only
)

// The statuses of a user.
const (
	Active    = "Active"    // may log in
	Suspended = "Suspended" // may not, for a reason that is shown to them
)

// User is a person with a login. Its email is lower-case and unique.
type User struct {
	ID           string     `db:"id" json:"_id"`
	Name         string     `db:"name" json:"name"`
	Email        string     `db:"email" json:"email"`
	PasswordHash string     `db:"password_hash" json:"-"`
	Mobile       string     `db:"mobile" json:"mobile"`
	Avatar       string     `db:"avatar" json:"avatar"`
	Role         Role       `db:"role" json:"role"`
	StaffRole    StaffRole  `db:"staff_role" json:"staffRole,omitempty" enum:"OWNER,MANAGER,PACKER" doc:"an administrator's"`
	Status       string     `db:"status" json:"status"`
	VerifyEmail  bool       `db:"verify_email" json:"verify_email"`
	LastLoginAt  *time.Time `db:"last_login_at" json:"last_login_date"`
	CreatedAt    time.Time  `db:"created_at" json:"createdAt"`
	UpdatedAt    time.Time  `db:"updated_at" json:"updatedAt"`
	// PendingEmail waits for its mailed link; only the user's own page shows it.
	PendingEmail string `db:"-" json:"pendingEmail,omitempty" doc:"a new email, which takes effect when the link mailed to it is opened"`
}

// UserDetails is a user with what belongs to them, by id.
type UserDetails struct {
	User

	AddressDetails []string `json:"address_details"`
	ShoppingCart   []string `json:"shopping_cart"`
	OrderHistory   []string `json:"orderHistory" doc:"the newest hundred order rows"`
}

// LoginTokens are the two secrets of a login. Only their hashes are kept.
type LoginTokens struct {
	AccessToken  string `json:"accessToken"`
	RefreshToken string `json:"refreshToken"`
	Role         Role   `json:"role,omitempty" enum:"ADMIN,USER" doc:"the user's, at a login; a refresh leaves it out"`
}

// Patch is a change of one's own account; nil fields stay.
type Patch struct {
	Name, Email, Mobile *string
}

const (
	minPassword = 8
	maxPassword = 128
)

// normalEmail is an address as it is kept and compared (unicodetext.Email). What cannot be
// mailed to is a refusal in the field "email".
func normalEmail(text string) (string, error) {
	email, ok := unicodetext.Email(text)
	if !ok {
		return "", fault.InField("email", "Please enter a valid email address.")
	}
	return email, nil
}

// hasEmail reports whether a text is the user's email, which need not be one that is
// accepted today.
func (u User) hasEmail(text string) bool {
	email, _ := unicodetext.Email(text)
	return email == u.Email
}

// normalMobile is a mobile as it is kept: the specification's ten digits.
func normalMobile(text string) (string, error) {
	mobile, ok := unicodetext.Mobile(text)
	if !ok {
		return "", fault.InField("mobile", "Mobile number must have exactly 10 digits.")
	}
	return mobile, nil
}
