package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"kirana/internal/account"
	"kirana/internal/clock"
	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/install"
)

// machine returns the machine on which this program runs. It fails unless the machine runs Linux and the user is root.
func machine(command string) (install.Machine, error) {
	if runtime.GOOS != "linux" {
		return install.Machine{}, fmt.Errorf("kirana %s is for Debian and Ubuntu; on Windows, `kirana service install` runs the shop at start", command)
	}
	if os.Geteuid() != 0 {
		return install.Machine{}, fmt.Errorf("kirana %s changes the system: run it as root (sudo kirana %s …)", command, command)
	}
	return install.Machine{
		Root: "/", Run: install.Run, LookupHost: net.DefaultResolver.LookupHost, Clock: clock.System{},
		Listen: tryListen, Architecture: runtime.GOARCH,
	}, nil
}

func tryListen(address string) error {
	listener, err := net.Listen("tcp", address) //nolint:noctx // listening does not wait
	if err != nil {
		return err
	}
	return listener.Close()
}

type installCommand struct {
	Domain      string `help:"The shop's name, such as shop.example.com; it must lead to this machine."`
	Email       string `help:"Where the certificate authority writes to."`
	BehindProxy bool   `help:"A proxy or tunnel on this machine speaks HTTPS for the name."`
}

// Run installs this program as a service.
func (i installCommand) Run(ctx context.Context, c *console) error {
	m, err := machine("install")
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	sentences, err := m.Install(ctx, program, install.Options{Domain: i.Domain, Email: i.Email, Proxied: i.BehindProxy})
	for _, text := range sentences {
		fmt.Fprintln(c.out, text)
	}
	return err
}

type uninstallCommand struct{}

// Run removes the service and keeps the data.
func (uninstallCommand) Run(ctx context.Context, c *console) error {
	m, err := machine("uninstall")
	if err != nil {
		return err
	}
	return m.Uninstall(ctx, c.out)
}

type upgradeCommand struct {
	File string `arg:"" type:"existingfile" help:"The new program."`
}

// Run replaces the installed program by another version, and restores the old one on failure.
func (u upgradeCommand) Run(ctx context.Context, c *console) error {
	m, err := machine("upgrade")
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGHUP) // sent when the connection is lost meanwhile
	text, err := m.Upgrade(ctx, u.File)
	if err == nil {
		fmt.Fprintln(c.out, text)
	}
	return err
}

type setupLinkCommand struct{ config.Flags }

// Run prints the shop's address and, if the shop has no owner, a new setup link. The previous link becomes invalid.
func (s setupLinkCommand) Run(ctx context.Context, c *console) error {
	settings, err := s.Parse()
	if err != nil {
		return err
	}
	d, err := openExisting(ctx, s.Storage)
	if err != nil {
		return err
	}
	_ = d.Close() // opened to fail without a database; withFeatures would create one
	return withFeatures(ctx, s.Storage, func(ctx context.Context, f *features) error {
		address := settings.PublicAddress(nil)
		token, err := f.accounts.OpenSetup(ctx)
		if err != nil {
			return err
		}
		if token == "" {
			_, err = fmt.Fprintf(c.out, "The shop is at %s\n", address)
			return err
		}
		_, err = fmt.Fprintf(c.out, "The shop is at %s and has no owner yet. Set it up, once, at %s\n", address, address+account.SetupPath+token)
		return err
	})
}

// describe returns what an upgrade needs to know about this program and the shop that the settings name.
func describe(ctx context.Context, storage config.Storage, version string) (install.Description, error) {
	schema, err := db.NewestSchema()
	if err != nil {
		return install.Description{}, err
	}
	d := install.Description{Version: version, Schema: schema}
	shop, err := db.OpenAnySchema(ctx, storage.DatabaseURL, storage.DataDir)
	if errors.Is(err, db.ErrNoShop) {
		return d, nil
	}
	if err != nil {
		return d, err
	}
	defer func() { _ = shop.Close() }()
	state := &install.Shop{Database: kindOf(storage)}
	if state.Schema, err = shop.Schema(ctx); err != nil {
		return d, err
	}
	state.Orders, err = db.Get[int64](ctx, shop, `SELECT COUNT(*) FROM checkouts`)
	d.Shop = state
	return d, err
}
