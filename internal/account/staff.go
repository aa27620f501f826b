package account

import (
	"slices"
	"time"

	"kirana/internal/fault"
)

// StaffRoles are the roles of staff, the most powerful first.
var StaffRoles = []StaffRole{Owner, Manager, Packer}

// Valid reports whether r is a role of staff.
func (r StaffRole) Valid() bool { return slices.Contains(StaffRoles, r) }

// StaffMember is a member of staff, or an invited one.
type StaffMember struct {
	ID        string     `db:"id" json:"_id" doc:"User ID, or the ID of the invitation."`
	Name      string     `db:"name" json:"name"`
	Email     string     `db:"email" json:"email"`
	StaffRole StaffRole  `db:"staff_role" json:"staffRole" enum:"OWNER,MANAGER,PACKER"`
	Status    string     `db:"status" json:"status,omitempty"`
	Invited   bool       `db:"invited" json:"invited" doc:"true: the invitation is not accepted yet."`
	ExpiresAt *time.Time `db:"expires_at" json:"expiresAt,omitempty" doc:"Expiry of the invitation."`
}

// Invitation is the result of Invite: the invited member and, in a shop without a mail server, the link.
type Invitation struct {
	StaffMember

	Link string `json:"link,omitempty" doc:"Path of the one-time page that accepts the invitation. Present if the shop has no mail server."`
}

// Acceptance is the input of Join.
type Acceptance struct {
	Token    string
	Name     string
	Password string
	Client   Client
}

const inviteLife = 7 * 24 * time.Hour

// JoinPath is the path of the page that accepts an invitation. Append the token.
const JoinPath = "/join?token="

// ErrNoCustomer is returned for an unknown customer, or a member of staff.
var ErrNoCustomer = fault.New(fault.NotFound, "no_customer", "Customer not found.")

var (
	errLastOwner     = fault.New(fault.Conflict, "last_owner", "The shop must keep an owner. Make somebody else the owner first.")
	errNoStaff       = fault.New(fault.NotFound, "no_staff", "This person does not work in the shop.")
	errInvalidInvite = fault.InField("token", "This invitation is not valid any more. Please ask the owner for a new one.")
	errIsStaff       = &fault.Error{
		Kind: fault.Conflict, Code: "is_staff", Message: "This person works in the shop already.",
		Fields: []fault.Field{{Field: "email", Message: "This person works in the shop already."}},
	}
	errIsCustomer = &fault.Error{
		Kind: fault.Conflict, Code: "is_customer", Message: "A customer's account has this email. Please use another one for the shop's work.",
		Fields: []fault.Field{{Field: "email", Message: "A customer's account has this email. Please use another one for the shop's work."}},
	}
)

func validStaffRole(role StaffRole) error {
	if !role.Valid() {
		return fault.InField("staffRole", "The role must be OWNER, MANAGER or PACKER.")
	}
	return nil
}
