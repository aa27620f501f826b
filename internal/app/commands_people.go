package app

import (
	"context"
	"fmt"

	"kirana/internal/audit"
	"kirana/internal/config"
)

// commandLine is who acts in the activity log when a command does.
const commandLine = "Command line"

// withFeatures runs a command on the shop's data. The activity log names the command
// line as who acts.
func withFeatures(ctx context.Context, storage config.Storage, run func(context.Context, *features) error) error {
	f, err := openFeatures(ctx, config.Config{Storage: storage}, discard())
	if err != nil {
		return err
	}
	defer f.close()
	return run(audit.WithActor(ctx, audit.Actor{Name: commandLine}), f)
}

type adminListCommand struct{ config.Storage }

// Run prints who works in the shop, a line each: email, role, status and name.
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

// Run removes someone from the staff.
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

// Run gives an administrator the password that standard input holds.
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
