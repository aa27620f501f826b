package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/audit"
	"kirana/internal/cart"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/job"
	"kirana/internal/media"
	"kirana/internal/order"
	"kirana/internal/payment"
	"kirana/internal/payment/testpay"
	"kirana/internal/report"
)

// house is the shop put together: every service on one database.
type house struct {
	settings  config.Serve
	db        *db.DB
	clock     clock.Clock
	jobs      *job.Worker
	files     *media.Files
	accounts  *account.Service
	pictures  *media.Service
	view      *view.View
	admin     *admin.Service
	importer  *importer.Service
	addresses *address.Service
	carts     *cart.Service
	stock     *stock.Service
	payments  *payment.Service
	orders    *order.Service
	reports   *report.Service
	testPages http.Handler // of the built-in payment page; nil without it
}

// open opens the shop's data, making what is missing. A command that does not
// serve gives the storage only.
func open(ctx context.Context, settings config.Serve, log *slog.Logger) (*house, error) {
	if err := os.MkdirAll(settings.DataDir, 0o750); err != nil {
		return nil, fmt.Errorf("make the data folder: %w", err)
	}
	files, err := media.OpenFiles(filepath.Join(settings.DataDir, "media"))
	if err != nil {
		return nil, fmt.Errorf("open the pictures: %w", err)
	}
	d, err := db.Open(ctx, settings.DatabaseURL, settings.DataDir)
	if err != nil {
		_ = files.Close()
		return nil, err
	}
	key, err := account.LoadKey(ctx, d, filepath.Join(settings.DataDir, "keys"), clock.System{}.Now())
	if err != nil {
		_ = d.Close()
		_ = files.Close()
		return nil, err
	}
	return assemble(settings, d, files, key, log), nil
}

// assemble makes every service. They do nothing until they are called: without
// a database they can still tell which calls there are.
func assemble(settings config.Serve, d *db.DB, files *media.Files, key account.Key, log *slog.Logger) *house {
	h := &house{settings: settings, db: d, clock: clock.System{}, files: files, pictures: media.New(files, log)}
	h.jobs = job.NewWorker(d, h.clock, log)
	h.accounts = account.New(d, h.clock, key, account.Rules{ConfirmChange: settings.SMTPURL != "", Unlimited: !settings.Limited()})
	h.view = view.New(d, h.clock, log)
	h.admin = admin.New(d, h.clock, h.pictures.Check, h.view)
	h.importer = importer.New(d, h.clock)
	h.addresses = address.New(d, h.clock)
	h.carts = cart.New(d, h.clock)
	h.stock = stock.New(h.clock, h.view.ShowStock)
	h.takeOrders(payment.Config{})
	h.reports = report.New(d, h.clock, h.view)
	return h
}

func (h *house) close() {
	_ = h.db.Close()
	_ = h.files.Close()
}

// router is every call of the shop.
func (h *house) router(version string, log *slog.Logger) *httpapi.Router {
	limits := h.settings.Limited()
	proxies, _ := h.settings.Proxies() // serve has refused wrong ones
	pictures := &media.Handler{Pictures: h.pictures, Clock: h.clock, Limits: limits}
	accounts := &account.Handler{
		Accounts: h.accounts, Clock: h.clock, Proxies: proxies, Limits: limits, Secure: h.settings.Secure(),
		Picture: pictures.Picture, Drop: pictures.Drop,
	}
	r := httpapi.New(httpapi.Options{
		Version: version, Log: log, Identify: accounts.Identify,
		WithIdentity: func(ctx context.Context, caller httpapi.Identity, r *http.Request) context.Context {
			return audit.WithActor(ctx, audit.Actor{UserID: caller.UserID, Name: caller.Name, Address: httpapi.ClientAddress(r, proxies)})
		},
	})
	accounts.Routes(r)
	pictures.Routes(r)
	view.NewHandler(h.view).Routes(r)
	admin.NewHandler(h.admin).Routes(r)
	(&address.Handler{Addresses: h.addresses}).Routes(r)
	(&cart.Handler{Carts: h.carts}).Routes(r)
	(&order.Handler{Orders: h.orders}).Routes(r)
	(&payment.Handler[order.Row]{Payments: h.payments, Rows: h.orders.CheckoutForUser}).Routes(r)
	(&report.Handler{Reports: h.reports}).Routes(r)
	return r
}

// handler is everything the shop answers on its address.
func (h *house) handler(version string, log *slog.Logger, pages http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/", h.router(version, log))
	mux.Handle(media.Prefix, h.pictures.Handler())
	mux.HandleFunc("GET /healthz", httpapi.Ready(log))
	mux.HandleFunc("GET /readyz", httpapi.Ready(log, h.db.Ping, h.pictures.Ready))
	mux.Handle("/", pages)
	if h.testPages != nil {
		mux.Handle(testpay.Prefix, h.testPages)
	}
	border := httpapi.Border{Log: log, Origins: h.settings.Origins(), TLS: h.settings.Secure(), Stripe: h.settings.Stripe()}
	return border.Wrap(mux)
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func isTerminal(f *os.File) bool {
	stat, err := f.Stat()
	return err == nil && stat.Mode()&os.ModeCharDevice != 0
}
