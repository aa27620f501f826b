// Package testshop assembles a whole shop for tests, as internal/app does in production. Internal tests of packages
// that testshop imports cannot use it; they use shoptest.
package testshop

import (
	"context"
	"log/slog"
	"net/http"
	"testing"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/cart"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/job"
	"kirana/internal/khata"
	"kirana/internal/limit"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/payment"
	"kirana/internal/purchase"
	"kirana/internal/report"
	"kirana/internal/settings"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/contracttest"
)

// Shop is every service on one database, and a handler of their calls. It accepts a user's id as
// their bearer token, besides the tokens of logins.
type Shop struct {
	http.Handler

	DB        *db.DB
	Clock     *clock.Manual
	Accounts  *account.Service
	View      *view.View
	Stock     *stock.Service
	Addresses *address.Service
	Carts     *cart.Service
	Payments  *payment.Service
	Bills     *bill.Service
	Orders    *order.Service
	Lists     *list.Service
	Customers *customer.Service
	Khata     *khata.Service
	Purchases *purchase.Service
	Reports   *report.Service
	Settings  *settings.Service
	Jobs      *job.Worker
}

// Options configure a test's shop; the zero value has no log, mail server or payment providers.
type Options struct {
	Log      *slog.Logger
	Rules    account.Rules
	Payments payment.Config
}

// New makes a shop whose clock shows shoptest.Epoch.
func New(t testing.TB, d *db.DB) *Shop {
	t.Helper()
	return NewWith(t, d, Options{})
}

// NewWith is New with options.
func NewWith(t testing.TB, d *db.DB, options Options) *Shop {
	t.Helper()
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	options.Rules.PasswordCost = shoptest.PasswordCost
	s := &Shop{DB: d, Clock: shoptest.Clock()}
	s.Accounts = account.New(d, s.Clock, shoptest.AccountKey(t), options.Rules)
	s.View = view.New(d, s.Clock, options.Log)
	s.Stock = stock.New(s.Clock, s.View.ShowStock)
	s.Addresses = address.New(d, s.Clock)
	s.Carts = cart.New(d, s.Clock)
	s.Settings = settings.New(d, s.Clock, true)
	s.Payments = payment.New(d, s.Clock, order.NewLedger(s.Stock, s.Carts), options.Payments)
	s.Bills = bill.New(d, s.Clock, bill.NewLinks(shoptest.AccountKey(t).Links(), "https://shop.example.in"))
	s.Orders = order.New(d, s.Clock, order.Features{
		Stock: s.Stock, Carts: s.Carts, Addresses: s.Addresses, Payments: s.Payments, Settings: s.Settings, Bills: s.Bills,
	})
	s.Lists = list.New(d, s.Clock, s.Orders)
	s.Khata = khata.New(d, s.Clock, s.Accounts, s.Settings)
	s.Customers = customer.New(d, s.Clock, customer.Features{
		Accounts: s.Accounts, Addresses: s.Addresses, Orders: s.Orders, Lists: s.Lists, Bills: s.Bills, Carts: s.Carts, Audit: audit.New(d, s.Clock), Khata: s.Khata,
	})
	s.Purchases = purchase.New(d, s.Clock, s.Settings, s.View, s.Stock)
	s.Reports = report.New(d, s.Clock, s.View)
	s.Jobs = job.NewWorker(d, s.Clock, options.Log)
	s.Orders.Handle(s.Jobs)
	s.Handler = s.handler(options.Log)
	return s
}

func (s *Shop) handler(log *slog.Logger) http.Handler {
	accounts := account.NewHandler(s.Accounts, account.Options{Limits: limit.New(s.DB, s.Clock), Secure: true})
	byUserID := shoptest.IdentifyByUserID(s.DB)
	router := httpapi.New(httpapi.Options{
		Version: "test", Log: log,
		Identify: func(ctx context.Context, token string) (httpapi.Identity, error) {
			if identity, err := byUserID(ctx, token); err == nil {
				return identity, nil
			}
			return accounts.Identify(ctx, token)
		},
	})
	accounts.Routes(router)
	view.NewHandler(s.View).Routes(router)
	(&address.Handler{Addresses: s.Addresses, Limits: limit.New(s.DB, s.Clock)}).Routes(router)
	(&cart.Handler{Carts: s.Carts}).Routes(router)
	(&bill.Handler{Bills: s.Bills}).Routes(router)
	(&order.Handler{Orders: s.Orders}).Routes(router)
	(&list.Handler{Lists: s.Lists}).Routes(router)
	(&payment.Handler[order.LineView]{Payments: s.Payments, Rows: s.Orders.LinesForUser}).Routes(router)
	(&customer.Handler{
		Customers: s.Customers, Confirm: accounts.Confirm, Drop: func(context.Context, string) {},
	}).Routes(router)
	(&khata.Handler{Khata: s.Khata, PublicURL: "https://shop.example", Confirm: accounts.Confirm}).Routes(router)
	(&purchase.Handler{Purchases: s.Purchases}).Routes(router)
	(&report.Handler{Reports: s.Reports, Margin: s.Purchases.Today}).Routes(router)
	return httpapi.Middleware{Log: log}.Wrap(contracttest.Handler(router))
}
