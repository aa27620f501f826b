// Package app is the whole program: the commands and the wiring of all features. It is the only package that imports all
// others.
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

	"kirana/internal/clock"
	"kirana/internal/config"
	"kirana/internal/httpapi"
	"kirana/internal/mail"
	"kirana/web"
)

// App is a shop ready to serve: its data directory is locked, its database migrated, its listener open, and its services
// built.
type App struct {
	features *features
	listener net.Listener
	secure   *secure // nil without KIRANA_TLS_DOMAIN
	// opsListener serves metrics and profiles to the operator; nil without KIRANA_OPS_ADDR.
	opsListener net.Listener
	handler     http.Handler
	publicURL   string // as shoppers type it, without a trailing slash
	setupURL    string // link to set up a shop without an owner, or ""
	lock        *dataLock
	opened      sync.Once      // prints the address once
	ahead       *aheadRenderer // nil if the storefront is only rendered in the browser
	out         io.Writer
	announce    func(address string) // called once the shop is open; may be nil
	closers     []func()
}

// Options configures an App in addition to its settings.
type Options struct {
	Version string
	Log     *slog.Logger
	Out     io.Writer            // output for the operator: the shop's address and the demo's accounts
	Opened  func(address string) // called once the shop is open; may be nil
	Clock   clock.Clock          // nil: the system clock
}

// New locks the data directory, migrates the database and builds the shop. It fails if another process serves the data
// directory. Call Close to release everything.
func New(ctx context.Context, settings config.Config, o Options) (_ *App, err error) {
	a := &App{out: o.Out, announce: o.Opened}
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
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if a.features, err = (opener{settings: settings, log: o.Log, clock: o.Clock, version: o.Version, locked: true}).open(ctx); err != nil {
		return nil, err
	}
	a.closers = append(a.closers, a.features.close)
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
	if err := a.handleMailJobs(); err != nil {
		return nil, err
	}
	api := a.features.router(httpapi.APIVersion)
	site, err := a.storefront(api)
	if err != nil {
		return nil, err
	}
	a.handler = a.features.handler(api, a.features.withFiles(a.publicURL, site), settings.APIAddress(a.listener.Addr()))
	return a, nil
}

// configure sets up payments, push messages and passkeys, which need the shop's addresses, and the continuous copies.
func (a *App) configure(ctx context.Context, settings config.Config, o Options) error {
	a.features.publicURL = a.publicURL
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

// Close releases what New acquired, the lock last.
func (a *App) Close() {
	for i := len(a.closers) - 1; i >= 0; i-- {
		a.closers[i]()
	}
	a.closers = nil
}

// fill adds the demo's products and accounts to a demo shop, and loads the catalog.
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

// warn logs what the operator should fix before shoppers come.
func (a *App) warn(ctx context.Context) error {
	log := a.features.log
	if !a.features.config.RateLimits {
		log.Warn("KIRANA_RATE_LIMITS=off: passwords can be guessed without a bound; for load tests only")
	}
	for _, warning := range append(a.features.config.Warnings(), passphraseWarnings(a.features.config.Copies)...) {
		log.Warn(warning.Text + ". " + warning.Remedy)
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

// storefront returns the web app, either embedded or from config.WebDir. If it has a server script, the server renders
// its public pages with data from api.
func (a *App) storefront(api http.Handler) (*web.Site, error) {
	files := web.Built()
	if dir := a.features.config.WebDir; dir != "" {
		root, err := os.OpenRoot(dir)
		if err != nil {
			return nil, fmt.Errorf("open the storefront: %w", err)
		}
		a.closers = append(a.closers, func() { _ = root.Close() }) // files are read on first request
		files = root.FS()
	}
	pages := pages{a.features.view, a.features.settings, a.publicURL}
	site, rendered, err := newSite(files, pages, api, a.features.log)
	if rendered != nil {
		a.ahead = &aheadRenderer{pages, rendered, make(chan struct{})}
	}
	return site, err
}

// handleMailJobs registers the handlers of mail jobs. They write mails to a folder if there is no mail server.
func (a *App) handleMailJobs() error {
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
