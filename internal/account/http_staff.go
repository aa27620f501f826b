package account

import (
	"cmp"
	"context"
	"net/http"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

type inviteForm struct {
	Email     httpapi.Text `json:"email" maxLength:"254"`
	StaffRole httpapi.Text `json:"staffRole" label:"Role" maxLength:"10" enum:"OWNER,MANAGER,PACKER"`

	PasswordForm
}

type staffRoleForm struct {
	PasswordForm

	StaffRole httpapi.Text `json:"staffRole" label:"Role" maxLength:"10" enum:"OWNER,MANAGER,PACKER"`
}

type joinForm struct {
	Token    httpapi.Text `json:"token" maxLength:"200" doc:"Token in the address of the invitation's link."`
	Name     httpapi.Text `json:"name" minLength:"1" maxLength:"100"`
	Password httpapi.Text `json:"password" minLength:"8" maxLength:"128" trim:"no"`
}

func (h *Handler) staffRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/staff", Access: httpapi.Owner, Summary: "List the members of staff and open invitations",
	}, h.listStaff)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/staff/invite", Access: httpapi.Owner, Status: http.StatusCreated,
		Budget:  httpapi.Budget{Limits: []limit.Rule{ConfirmationRule, inviteRule}, Rows: 2},
		Summary: "Invite a member of staff by a mailed link", Message: "Invitation sent.",
	}, h.invite)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/staff/join", Access: httpapi.Public,
		Refuses: []int{http.StatusUnauthorized},
		Budget:  httpapi.Budget{Limits: []limit.Rule{registrationRule}, Rows: 3},
		Summary: "Accept an invitation to the staff, which creates an account and a login", Message: "Welcome to the shop!",
	}, h.join)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/staff/{id}", Access: httpapi.Owner,
		Budget:  httpapi.Budget{Limits: []limit.Rule{ConfirmationRule}},
		Summary: "Change the role of a member of staff; ends all their logins", Message: "Role changed.",
	}, h.setStaffRole)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/staff/{id}", Access: httpapi.Owner,
		Budget:  httpapi.Budget{Limits: []limit.Rule{ConfirmationRule}},
		Summary: "Remove a member of staff or withdraw an invitation; ends all their logins", Message: "Removed.",
	}, h.removeStaff)
}

func (h *Handler) listStaff(ctx context.Context, _ *struct{}) ([]StaffMember, error) {
	return h.accounts.Staff(ctx)
}

func (h *Handler) invite(ctx context.Context, in *struct {
	Body httpapi.Form[inviteForm]
},
) (Invitation, error) {
	ownerID, form := httpapi.IdentityOf(ctx).UserID, in.Body.Value
	email, err := newEmail(form.Email.Value)
	if err != nil {
		return Invitation{}, err
	}
	if err := h.Confirm(ctx, form.Password.Value); err != nil {
		return Invitation{}, err
	}
	if err := h.links.invitations.Allow(ctx, email); err != nil {
		return Invitation{}, err
	}
	invitation, err := h.accounts.Invite(ctx, ownerID, email, StaffRole(form.StaffRole.Value))
	if err != nil {
		err = cmp.Or(h.links.invitations.Cancel(ctx, email), err)
	}
	return invitation, err
}

func (h *Handler) join(ctx context.Context, in *struct {
	httpapi.RawRequest
	Body httpapi.Form[joinForm]
},
) (LoginTokens, error) {
	from := h.limitClient(in.Request())
	if err := h.registrations.Allow(ctx, from); err != nil {
		return LoginTokens{}, err
	}
	form := in.Body.Value
	tokens, err := h.accounts.Join(ctx, Acceptance{
		Token: form.Token.Value, Name: form.Name.Value, Password: form.Password.Value, Client: h.client(in.Request()),
	})
	if fault.Is(err, fault.Invalid) {
		err = cmp.Or(h.registrations.Cancel(ctx, from), err)
	}
	return tokens, err
}

func (h *Handler) setStaffRole(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"60"`
	Body httpapi.Form[staffRoleForm]
},
) (StaffMember, error) {
	if err := h.Confirm(ctx, in.Body.Value.Password.Value); err != nil {
		return StaffMember{}, err
	}
	return h.accounts.SetStaffRole(ctx, in.ID, StaffRole(in.Body.Value.StaffRole.Value))
}

func (h *Handler) removeStaff(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"60"`
	Body httpapi.Form[PasswordForm]
},
) (struct{}, error) {
	if err := h.Confirm(ctx, in.Body.Value.Password.Value); err != nil {
		return struct{}{}, err
	}
	return struct{}{}, h.accounts.RemoveStaff(ctx, in.ID)
}
