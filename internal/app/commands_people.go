package app

import (
	"context"
	"fmt"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/config"
	"kirana/internal/order"
	"kirana/internal/payment"
)

// commandLine is the actor of commands in the activity log.
const commandLine = "Command line"

// withFeatures runs a command on the shop's data, as the actor commandLine.
func withFeatures(ctx context.Context, storage config.Storage, run func(context.Context, *features) error) error {
	f, err := openFeatures(ctx, config.Config{Storage: storage}, discard())
	if err != nil {
		return err
	}
	defer f.close()
	return run(audit.WithActor(ctx, audit.Actor{Name: commandLine}), f)
}

type adminListCommand struct{ config.Storage }

// Run prints the staff, one per line: email, role, status and name.
func (a adminListCommand) Run(ctx context.Context, c *console) error {
	return withFeatures(ctx, a.Storage, func(ctx context.Context, f *features) error {
		members, err := f.accounts.Staff(ctx)
		if err != nil {
			return err
		}
		for _, m := range members {
			status := m.Status
			if m.Invited {
				status = "Invited"
			}
			if _, err := fmt.Fprintf(c.out, "%s\t%s\t%s\t%s\n", m.Email, m.StaffRole, status, m.Name); err != nil {
				return err
			}
		}
		return nil
	})
}

type adminRemoveCommand struct {
	config.Storage
	Email string `required:"" help:"Email of the administrator."`
}

// Run removes a member of staff.
func (a adminRemoveCommand) Run(ctx context.Context, c *console) error {
	return withFeatures(ctx, a.Storage, func(ctx context.Context, f *features) error {
		user, err := f.accounts.StaffByEmail(ctx, a.Email)
		if err != nil {
			return err
		}
		if err := f.accounts.RemoveStaff(ctx, user.ID); err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.out, "%s is not an administrator any more.\n", user.Email)
		return err
	})
}

type adminResetPasswordCommand struct {
	config.Storage
	Email string `required:"" help:"Email of the administrator."`
}

// Run sets an administrator's password, which it reads from standard input.
func (a adminResetPasswordCommand) Run(ctx context.Context, c *console) error {
	password, err := readPassword(c.in, c.errors)
	if err != nil {
		return err
	}
	return withFeatures(ctx, a.Storage, func(ctx context.Context, f *features) error {
		user, err := f.accounts.SetStaffPassword(ctx, a.Email, password)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.out, "%s has a new password; all logins have ended.\n", user.Email)
		return err
	})
}

type userDeleteCommand struct {
	config.Storage
	Email string `required:"" help:"Email of the customer."`
}

// Run deletes a customer's account.
func (u userDeleteCommand) Run(ctx context.Context, c *console) error {
	return withFeatures(ctx, u.Storage, func(ctx context.Context, f *features) error {
		user, err := f.accounts.CustomerByEmail(ctx, u.Email)
		if err != nil {
			return err
		}
		avatar, err := f.customers().DeleteAccount(ctx, user.ID)
		if err != nil {
			return err
		}
		if avatar != "" {
			if err := f.pictures.Remove(ctx, avatar); err != nil {
				return err
			}
		}
		_, err = fmt.Fprintf(c.out, "The account of %s is deleted.\n", user.Email)
		return err
	})
}

type userSuspendCommand struct {
	config.Storage
	Email  string `required:"" help:"Email of the customer."`
	Reason string `help:"What the customer reads when logging in."`
}

// Run suspends a customer.
func (u userSuspendCommand) Run(ctx context.Context, c *console) error {
	return withFeatures(ctx, u.Storage, func(ctx context.Context, f *features) error {
		user, err := f.accounts.CustomerByEmail(ctx, u.Email)
		if err != nil {
			return err
		}
		if err := f.accounts.Suspend(ctx, user.ID, u.Reason); err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.out, "%s is suspended.\n", user.Email)
		return err
	})
}

type userCancelOrdersCommand struct {
	config.Storage
	Email  string `required:"" help:"Email of the customer."`
	Reason string `help:"What the customer reads; 'Canceled by the shop.' by default."`
}

// Run cancels all open orders of a customer, each separately, and fails if one cannot be canceled.
func (u userCancelOrdersCommand) Run(ctx context.Context, c *console) error {
	return withFeatures(ctx, u.Storage, func(ctx context.Context, f *features) error {
		// Commands do not call payment providers: an order with an open payment is refused and printed.
		f.takeOrders(payment.Config{Log: discard()})
		user, err := f.accounts.CustomerByEmail(ctx, u.Email)
		if err != nil {
			return err
		}
		actor := order.Actor{Kind: order.ByStaff, Name: commandLine}
		canceled, err := f.orders.CancelOpen(ctx, order.Viewer{StaffRole: account.Manager}, actor, order.CancelOpenRequest{UserID: user.ID, Reason: u.Reason})
		for _, checkout := range canceled.Done {
			fmt.Fprintf(c.out, "Order #%d is canceled.\n", checkout.Number)
		}
		for _, refused := range canceled.Refused {
			fmt.Fprintf(c.errors, "Order #%d is not: %s\n", refused.Number, refused.Message)
		}
		if err == nil && len(canceled.Refused) > 0 {
			err = fmt.Errorf("%d orders of %s could not be canceled: see to them at the desk", len(canceled.Refused), user.Email)
		}
		if err == nil && len(canceled.Done) == 0 {
			_, err = fmt.Fprintf(c.out, "%s has no open orders.\n", user.Email)
		}
		return err
	})
}
