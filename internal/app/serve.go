package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"kirana/internal/catalog/view"
	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/idempotency"
)

type serveCommand struct {
	config.Flags
	Open bool `help:"Open the shop in the browser."`
}

const (
	// drainTimeout limits how long requests may continue after the listeners are closed.
	drainTimeout  = 20 * time.Second
	billInterval  = time.Minute
	sweepInterval = 10 * time.Minute
	sweepTimeout  = time.Minute // of each statement or transaction
)

// Run serves the shop until ctx ends.
func (s serveCommand) Run(ctx context.Context, c *console) error {
	settings, err := s.Parse()
	if err != nil {
		return err
	}
	o := Options{Version: c.version, Log: slog.New(slog.NewJSONHandler(c.errors, nil)), Out: c.out, Clock: c.clock}
	if s.Open {
		o.Opened = func(address string) { openBrowser(ctx, address) }
	}
	a, err := New(ctx, settings, o)
	if s.Open && errors.Is(err, errServed) { // for example by the service
		fmt.Fprintln(c.out, "The shop is open already.")
		openBrowser(ctx, settings.PublicAddress(nil))
		return nil
	}
	if err != nil {
		return err
	}
	defer a.Close()
	return a.Run(ctx)
}

// Run serves until ctx ends. It then waits for running requests and stops the workers. An error of a worker ends the shop.
func (a *App) Run(ctx context.Context) error {
	f := a.features
	err := runAll(ctx, a.serve, map[string]worker{
		"catalog view": withoutError(f.view.Follow),
		"search index": withoutError(f.view.BuildIndex),
		"listener":     withoutError(f.db.Listen),
		"sweeper":      withoutError(f.sweep),
		"bills":        withoutError(f.billWaiting),
		"lots":         withoutError(f.sweepLots),
		"jobs":         withoutError(f.jobs.Run),
		"mails":        withoutError(f.mailJobs.Run),
		"pushes":       withoutError(f.pushJobs.Run),
		"pictures":     withoutError(f.bulkPictures.Run),
		"copies":       withoutError(f.copies.Run),
		"copy jobs":    withoutError(f.copyJobs.Run),
		"sessions":     withoutError(f.accounts.Run),
		"tokens":       withoutError(f.tokens.Run),
		"webhooks":     withoutError(f.webhooks.Run),
		"payments":     withoutError(f.payments.Run),
		"events":       f.hub.Run,
		"operator":     a.serveOps,
		"redirect":     a.serveRedirect,
		"certificates": a.renewCertificates,
		"health":       withoutError(f.health.Run),
		"pages":        a.renderAhead,
		"memory":       withoutError(a.freeStartMemory),
		"integrity":    func(ctx context.Context) error { f.health.RunChecks(ctx, a.lock.crashed); return nil },
	})
	if err == nil {
		a.lock.markEnded()
	}
	return err
}

// freeStartMemory returns memory that only the start needed to the operating system, after the catalog is indexed and the
// first pages are rendered. The runtime would take minutes.
func (a *App) freeStartMemory(ctx context.Context) {
	for _, done := range []<-chan struct{}{a.features.view.IndexReady(), a.renderedAhead()} {
		select {
		case <-ctx.Done():
			return
		case <-done:
		}
	}
	debug.FreeOSMemory()
}

// worker runs until its context ends, or returns nil if it has nothing to do.
type worker func(ctx context.Context) error

func withoutError(run func(ctx context.Context)) worker {
	return func(ctx context.Context) error {
		run(ctx)
		return nil
	}
}

// runAll runs serve and the workers until ctx ends or one of them fails. It returns the first error.
func runAll(ctx context.Context, serve worker, workers map[string]worker) error {
	// Workers continue while the last requests are served.
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	group, background := errgroup.WithContext(background)
	for name, run := range workers {
		group.Go(func() error {
			if err := run(background); err != nil && background.Err() == nil {
				return fmt.Errorf("worker %s: %w", name, err)
			}
			return nil
		})
	}
	group.Go(func() error {
		defer stop()
		serving, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(background, cancel)()
		return serve(serving)
	})
	return group.Wait()
}

// serve serves requests until ctx ends. It prints the shop's address when it accepts connections.
func (a *App) serve(ctx context.Context) error {
	log := a.features.log
	connections := a.connections()
	server := &http.Server{
		Handler: a.features.health.CloseWhileStopping(a.handler), ConnState: connections.ServerState, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 2 * time.Minute, WriteTimeout: 2 * time.Minute, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 64 << 10,
		// The server calls BaseContext for each listener before it accepts connections.
		BaseContext: func(net.Listener) context.Context {
			a.opened.Do(a.printAddress)
			return context.WithoutCancel(ctx)
		},
	}
	// Event streams do not end by themselves.
	server.RegisterOnShutdown(a.features.hub.Close)
	served := make(chan error, 2)
	go func() { served <- server.Serve(connections.Listen(a.listener)) }()
	if a.secure != nil {
		go func() { served <- server.Serve(a.secure.tlsListener(connections.Listen(a.secure.listener))) }()
	}
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	a.features.health.Stop()
	select {
	case err := <-served:
		return err
	case <-time.After(a.features.config.Drain):
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		// A client that does not read its response must not keep the shop from stopping.
		log.Warn("some requests did not finish", "seconds", drainTimeout.Seconds())
		_ = server.Close()
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// printAddress prints the shop's address, and its setup link if it has no owner.
func (a *App) printAddress() {
	if a.setupURL != "" {
		fmt.Fprintf(a.out, "This shop has no owner yet. Set it up, once, at %s\n", a.setupURL)
	}
	fmt.Fprintf(a.out, "The shop is open at %s\n", a.publicURL)
	if a.announce != nil {
		a.announce(cmp.Or(a.setupURL, a.publicURL))
	}
}

// connections returns a new limit of connections, for one server.
func (a *App) connections() *httpapi.Connections {
	if !a.features.config.RateLimits {
		return httpapi.NewConnections(math.MaxInt, math.MaxInt, nil)
	}
	return httpapi.NewConnections(httpapi.MaxConnections, httpapi.MaxUnfinished, a.features.config.TrustedProxies)
}

// billWaiting issues bills that wait for a tax rate, until ctx ends: after each change of the catalog, and every billInterval
// for changes without a notification, such as the owner's rates.
func (f *features) billWaiting(ctx context.Context) {
	changed := f.db.Subscribe(view.Topic)
	ticker := time.NewTicker(billInterval)
	defer ticker.Stop()
	for {
		if err := f.orders.BillWaiting(ctx); err != nil && ctx.Err() == nil {
			f.log.Error("issue the bills that wait", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-ticker.C:
		}
	}
}

// lotInterval is how long a markdown may outlast its lot.
const lotInterval = time.Minute

// sweepLots takes expired lots out of the stock for sale and ends their markdowns, until ctx ends.
func (f *features) sweepLots(ctx context.Context) {
	ticker := time.NewTicker(lotInterval)
	defer ticker.Stop()
	for {
		if err := f.purchases().Sweep(ctx); err != nil && ctx.Err() == nil {
			f.log.Error("sweep lots", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// sweep removes expired data until ctx ends.
func (f *features) sweep(ctx context.Context) {
	ticker := time.NewTicker(sweepInterval)
	defer ticker.Stop()
	ctx = db.WithTimeout(ctx, sweepTimeout) // there may be much to remove
	for {
		f.sweepOnce(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (f *features) sweepOnce(ctx context.Context) {
	for name, sweep := range map[string]worker{
		"accounts": f.accounts.Sweep, "payments": f.payments.Sweep, "jobs": f.jobs.Sweep,
		"idempotency keys": func(ctx context.Context) error { return idempotency.Sweep(ctx, f.db, f.clock.Now()) },
		"catalog changes":  f.view.Prune, "activity log": f.audit.Sweep, "limits": f.limits.Sweep,
		"deleted accounts": f.customers().Sweep, "removed addresses": f.addresses.Sweep,
		"older orders' words": f.lists.IndexOlder, "waiting pictures": f.bulkPictures.Sweep,
		"sums of days": f.reports.Sweep, "sales of products": f.view.FoldSales, "product requests": f.demand().Sweep,
		"carts of agents": f.agents().Sweep,
	} {
		if err := sweep(ctx); err != nil && ctx.Err() == nil {
			f.log.Error("sweep", "what", name, "error", err.Error())
		}
	}
}
