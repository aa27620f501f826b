// Package app is the whole program: its commands, and how the features are put
// together. It is the only package that knows all others.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"kirana/internal/config"
	"kirana/internal/mail"
	"kirana/web"
)

// App is a shop that is ready to serve: it holds its data directory's lock, its
// database is migrated, its address is taken, and every service is complete.
type App struct {
	features *features
	listener net.Listener
	secure   *secure // nil without a domain of its own
	// opsListener is for the operator's metrics and profiles; nil without KIRANA_OPS_ADDR.
	opsListener net.Listener
	handler     http.Handler
	publicURL   string // as shoppers type it, without a slash at its end
	setupURL    string // where a shop without an owner is set up; "" when it has one
	lock        *dataLock
	opened      sync.Once      // its address is printed
	ahead       *aheadRenderer // nil for a storefront that is rendered in the browser only
	out         io.Writer
	closers     []func()
}

// Options configure an App beside its settings.
type Options struct {
	Version string
	Log     *slog.Logger
	Out     io.Writer // what an operator reads: the address, and the demo's accounts
}

// New takes the data directory's lock, migrates the database and builds the shop.
// It refuses a data directory that another shop serves. Close ends what New began.
func New(ctx context.Context, settings config.Config, o Options) (_ *App, err error) {
	a := &App{out: o.Out}
	defer func() {
		if err != nil {
			a.Close()
		}
	}()
	if err := makeDataDir(settings); err != nil {
		return nil, err
	}
	if a.lock, err = lockDataDir(settings.DataDir); err != nil {
		return nil, err
	}
	a.closers = append(a.closers, a.lock.release)
	a.lock.markServing()
	if a.features, err = (opener{settings: settings, log: o.Log, version: o.Version, locked: true}).open(ctx); err != nil {
		return nil, err
	}
	a.closers = append(a.closers, a.features.close)
	if settings.ReplicaURL != "" {
		if err := a.features.db.UseReplica(ctx, settings.ReplicaURL, o.Log); err != nil {
			return nil, err
		}
	}
	if err := a.fill(ctx); err != nil {
		return nil, err
	}
	a.features.health.Probe(ctx)
	if err := a.warn(ctx); err != nil {
		return nil, err
	}
	if a.listener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", settings.Addr); err != nil {
		return nil, fmt.Errorf("listen on %s: %w", settings.Addr, err)
	}
	a.closers = append(a.closers, func() { _ = a.listener.Close() })
	if err := errors.Join(a.startTraces(ctx, o), a.listenForOps(ctx), a.listenForTLS(ctx)); err != nil {
		return nil, err
	}
	a.publicURL = settings.PublicAddress(a.listener.Addr())
	if err := a.openSetup(ctx); err != nil {
		return nil, err
	}
	if err := a.configure(ctx, settings, o); err != nil {
		return nil, err
	}
	a.features.orders.Handle(a.features.jobs)
	a.features.admin.Handle(a.features.jobs)
	if err := a.sendMails(); err != nil {
		return nil, err
	}
	api := a.features.router(o.Version)
	site, err := a.storefront(api)
	if err != nil {
		return nil, err
	}
	a.handler = a.features.handler(api, a.features.withFiles(a.publicURL, site), settings.APIAddress(a.listener.Addr()))
	return a, nil
}

// configure gives the features what depends on the addresses that the program listens on.
func (a *App) configure(ctx context.Context, settings config.Config, o Options) error {
	if err := a.features.configurePayments(ctx, a.publicURL, a.listener.Addr(), o.Log); err != nil {
		return err
	}
	if err := a.features.configurePushes(ctx, a.publicURL); err != nil {
		return err
	}
	if err := a.features.accounts.UsePasskeys(a.publicURL, settings.APIAddress(a.listener.Addr())); err != nil {
		return err
	}
	return a.features.configureCopies(ctx, o.Version)
}

// Close gives back what New took, the lock last.
func (a *App) Close() {
	for i := len(a.closers) - 1; i >= 0; i-- {
		a.closers[i]()
	}
	a.closers = nil
}

// fill stocks a demo shop, and reads the catalog.
func (a *App) fill(ctx context.Context) error {
	if a.features.config.Demo {
		if err := stockDemo(ctx, a.features, a.out); err != nil {
			return fmt.Errorf("stock the demo shop: %w", err)
		}
	}
	if err := a.features.view.Load(ctx); err != nil {
		return fmt.Errorf("read the catalog: %w", err)
	}
	return nil
}

// warn logs what an operator should mend before shoppers come.
func (a *App) warn(ctx context.Context) error {
	log := a.features.log
	if !a.features.config.RateLimits {
		log.Warn("KIRANA_RATE_LIMITS=off: passwords can be guessed without a bound; for load tests only")
	}
	if !a.features.config.Demo {
		known, err := hasDemoPassword(ctx, a.features)
		if err != nil {
			return err
		}
		if known {
			log.Warn("the demo's administrator " + demoAdminEmail + " still has the password that everyone knows: change it")
		}
	}
	warnings, err := a.features.db.CheckDurability(ctx)
	for _, warning := range warnings {
		log.Warn(warning)
	}
	return err
}

// storefront is the web app's pages and files: the embedded ones, or those of a folder.
// The embedded ones' public pages are rendered on the server, by what they ask of api.
func (a *App) storefront(api http.Handler) (*web.Site, error) {
	files := web.Built()
	if dir := a.features.config.WebDir; dir != "" {
		root, err := os.OpenRoot(dir)
		if err != nil {
			return nil, fmt.Errorf("open the storefront: %w", err)
		}
		a.closers = append(a.closers, func() { _ = root.Close() }) // a file is read when it is first asked for
		files = root.FS()
	}
	pages := pages{a.features.view, a.features.settings, a.publicURL}
	site, rendered, err := newSite(files, pages, api, a.features.log)
	if rendered != nil {
		a.ahead = &aheadRenderer{pages, rendered, make(chan struct{})}
	}
	return site, err
}

// sendMails registers the mails' jobs, with the mail server or the folder that keeps
// the mails of a shop without one.
func (a *App) sendMails() error {
	settings := a.features.config
	from, err := mail.ParseFrom(settings.MailFrom, a.publicURL)
	if err != nil {
		return err
	}
	var sender mail.Sender
	if settings.SMTPURL != "" {
		sender, err = mail.NewSMTP(settings.SMTPURL, from)
	} else {
		var folder *mail.Folder
		folder, err = mail.OpenFolder(filepath.Join(settings.DataDir, "mail"), from, a.features.log, settings.Demo)
		sender = folder
		a.closers = append(a.closers, func() { _ = folder.Close() })
	}
	if err != nil {
		return err
	}
	f := a.features
	features := mail.Features{Accounts: f.accounts, Orders: f.orders, Settings: f.settings, Limits: f.limits, Picture: f.pictures.Small}
	mail.NewMailer(sender, a.publicURL, features).Handle(f.mailJobs, f.jobs)
	return nil
}
