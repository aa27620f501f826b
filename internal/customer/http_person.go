package customer

import (
	"context"

	"kirana/internal/account"
	"kirana/internal/httpapi"
	"kirana/internal/limit"
)

// personRoutes registers the calls that export and delete the caller's own data.
func (h *Handler) personRoutes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/user/data", Access: httpapi.Authenticated,
		Summary: "Export all data about the caller",
	}, h.export)
	httpapi.Handle(r, httpapi.Route{
		Method: "DELETE", Path: "/user/account", Access: httpapi.Authenticated,
		Budget:  httpapi.Budget{Limits: []limit.Rule{account.ConfirmationRule}, Rows: 2},
		Summary: "Delete the caller's account; it is hidden at once and erased after 365 days", Message: "Your account is deleted.",
	}, h.deleteAccount)
}

func (h *Handler) export(ctx context.Context, _ *struct{}) (Export, error) {
	caller := httpapi.IdentityOf(ctx)
	return h.Customers.Export(ctx, caller.UserID, caller.LoginID)
}

type deletionForm struct {
	Password httpapi.Text `json:"password,omitempty" maxLength:"1000" trim:"no" doc:"Password. Optional within 15 minutes of a login with it."`
}

func (h *Handler) deleteAccount(ctx context.Context, in *struct {
	Body httpapi.Form[deletionForm]
},
) (struct{}, error) {
	if err := h.Confirm(ctx, in.Body.Value.Password.Value); err != nil {
		return struct{}{}, err
	}
	return struct{}{}, h.delete(ctx, httpapi.IdentityOf(ctx).UserID)
}

func (h *Handler) deleteCustomer(ctx context.Context, in *struct {
	CustomerPath
	Body httpapi.Form[deletionForm]
},
) (struct{}, error) {
	if err := h.Confirm(ctx, in.Body.Value.Password.Value); err != nil {
		return struct{}{}, err
	}
	return struct{}{}, h.delete(ctx, in.ID)
}

// delete deletes an account and its picture.
func (h *Handler) delete(ctx context.Context, userID string) error {
	avatar, err := h.Customers.DeleteAccount(ctx, userID)
	if err == nil && avatar != "" {
		h.Drop(ctx, avatar)
	}
	return err
}
