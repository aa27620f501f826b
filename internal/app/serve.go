package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"kirana/internal/config"
	"kirana/internal/idempotency"
	"kirana/internal/mail"
	"kirana/web"
)

type serveCommand struct{ config.Serve }

const (
	// drainTime is how long requests that have begun may take after SIGTERM.
	drainTime = 20 * time.Second
	sweepTime = 10 * time.Minute
)

// Run runs the shop until the context ends, then lets the requests that have
// begun finish.
func (s serveCommand) Run(ctx context.Context, c *console) error {
	if err := s.Check(); err != nil {
		return err
	}
	log := slog.New(slog.NewJSONHandler(c.errors, nil))
	house, err := open(ctx, s.Serve, log)
	if err != nil {
		return err
	}
	defer house.close()
	unlock, err := lockFolder(s.DataDir)
	if err != nil {
		return err
	}
	defer unlock()
	if err := s.warn(ctx, house, log); err != nil {
		return err
	}
	sender, closeSender, err := s.sender(log)
	if err != nil {
		return err
	}
	defer closeSender()
	if s.Demo {
		if err := stockDemo(ctx, house, c.out); err != nil {
			return fmt.Errorf("stock the demo shop: %w", err)
		}
	}
	if err := house.view.Refresh(ctx); err != nil {
		return fmt.Errorf("read the catalogue: %w", err)
	}
	files := web.Built()
	if s.WebDir != "" {
		root, err := os.OpenRoot(s.WebDir)
		if err != nil {
			return fmt.Errorf("open the storefront: %w", err)
		}
		defer func() { _ = root.Close() }()
		files = root.FS()
	}
	site, err := web.New(files, pages{house.view, s.Public()}.head)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", s.Addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", s.Addr, err)
	}
	public := shownAddress(s.Serve, listener)
	fmt.Fprintf(c.out, "The shop is open at %s\n", public)
	if err := house.configurePayments(ctx, public, listener.Addr(), log); err != nil {
		_ = listener.Close()
		return err
	}
	mail.NewMailer(sender, public, house.accounts, house.orders).Handle(house.jobs)

	var workers sync.WaitGroup
	working, stopWorking := context.WithCancel(context.WithoutCancel(ctx))
	workers.Go(func() { house.view.Follow(working) })
	workers.Go(func() { house.sweep(working, log) })
	workers.Go(func() { house.jobs.Run(working) })
	workers.Go(func() { house.payments.Run(working) })
	defer workers.Wait()
	defer stopWorking()
	return listen(ctx, listener, house.handler(c.version, log, site), log)
}

func (s serveCommand) warn(ctx context.Context, h *house, log *slog.Logger) error {
	if !s.Limited() {
		log.Warn("KIRANA_RATE_LIMITS=off: passwords can be guessed without a bound; for load tests only")
	}
	if !s.Demo {
		open, err := demoDoorOpen(ctx, h)
		if err != nil {
			return err
		}
		if open {
			log.Warn("the demo's administrator " + demoAdminEmail + " still has the password that everyone knows: change it")
		}
	}
	warnings, err := h.db.CheckDurability(ctx)
	for _, warning := range warnings {
		log.Warn(warning)
	}
	return err
}

// sender is the mail server, or the folder that keeps the mails of a shop without one.
func (s serveCommand) sender(log *slog.Logger) (_ mail.Sender, done func(), err error) {
	from, err := mail.ParseFrom(s.MailFrom, s.Public())
	if err != nil {
		return nil, nil, err
	}
	if s.SMTPURL != "" {
		server, err := mail.NewSMTP(s.SMTPURL, from)
		return server, func() {}, err
	}
	folder, err := mail.OpenFolder(filepath.Join(s.DataDir, "mail"), from, log, s.Demo)
	if err != nil {
		return nil, nil, err
	}
	return folder, func() { _ = folder.Close() }, nil
}

// listen serves until the context ends.
func listen(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	server := &http.Server{
		Handler: handler, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 2 * time.Minute, WriteTimeout: 2 * time.Minute, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 64 << 10,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		// A client that does not read its answer must not keep the shop from closing.
		log.Warn("some requests did not finish", "seconds", drainTime.Seconds())
		_ = server.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// sweep removes what has aged out, now and then.
func (h *house) sweep(ctx context.Context, log *slog.Logger) {
	ticker := time.NewTicker(sweepTime)
	defer ticker.Stop()
	for {
		for name, sweep := range map[string]func(context.Context) error{
			"accounts": h.accounts.Sweep, "payments": h.payments.Sweep, "jobs": h.jobs.Sweep,
			"idempotency keys": func(ctx context.Context) error { return idempotency.Sweep(ctx, h.db, h.clock.Now()) },
			"catalog changes":  h.view.Prune,
		} {
			if err := sweep(ctx); err != nil && ctx.Err() == nil {
				log.Error("sweep", "what", name, "error", err.Error())
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// lockFolder keeps a second serve away from the same data folder. The lock ends
// with the process, however it ends.
func lockFolder(dir string) (unlock func(), err error) {
	file, err := os.OpenFile(filepath.Join(dir, "serve.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("another kirana serves the data folder %s already", dir)
	}
	return func() { _ = file.Close() }, nil
}

// shownAddress is where a person can open the shop, with the port that was
// given when the address asks for any (":0").
func shownAddress(s config.Serve, listener net.Listener) string {
	if s.PublicURL != "" {
		return s.Public()
	}
	host, _, err := net.SplitHostPort(s.Addr)
	tcp, ok := listener.Addr().(*net.TCPAddr)
	if err != nil || !ok {
		return s.Public()
	}
	s.Addr = net.JoinHostPort(host, strconv.Itoa(tcp.Port))
	return s.Public()
}
