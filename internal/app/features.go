package app

import (
	"context"
	"log/slog"
	"net/http"
	"os"

	"kirana/internal/account"
	"kirana/internal/address"
	"kirana/internal/audit"
	"kirana/internal/bill"
	"kirana/internal/books"
	"kirana/internal/cart"
	"kirana/internal/catalog/admin"
	"kirana/internal/catalog/drawing"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/pictures"
	"kirana/internal/catalog/stock"
	"kirana/internal/catalog/taxes"
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/complaint"
	"kirana/internal/config"
	"kirana/internal/copies"
	"kirana/internal/counter"
	"kirana/internal/customer"
	"kirana/internal/db"
	"kirana/internal/demand"
	"kirana/internal/egress"
	"kirana/internal/export"
	"kirana/internal/health"
	"kirana/internal/httpapi"
	"kirana/internal/job"
	"kirana/internal/khata"
	"kirana/internal/language"
	"kirana/internal/limit"
	"kirana/internal/media"
	"kirana/internal/metrics"
	"kirana/internal/notify"
	"kirana/internal/order"
	"kirana/internal/order/list"
	"kirana/internal/payment"
	"kirana/internal/payment/testpay"
	"kirana/internal/purchase"
	"kirana/internal/reach"
	"kirana/internal/report"
	"kirana/internal/settings"
	"kirana/internal/setup"
	"kirana/internal/token"
	"kirana/internal/ucp"
	"kirana/internal/webhook"
)

// features holds all services of the shop, on one database.
type features struct {
	config       config.Config
	publicURL    string // as customers type it; set by App.configure
	log          *slog.Logger
	db           *db.DB
	clock        clock.Clock
	linkKey      []byte
	limits       *limit.Store // nil: no limits
	jobs         *job.Worker
	mailJobs     *job.Worker // account mails such as OTPs, apart from the many order mails
	pushJobs     *job.Worker // push messages, apart from mails because a push service may be unreachable
	files        media.Store
	accounts     *account.Service
	tokens       *token.Service // of programs
	webhooks     *webhook.Service
	pictures     *media.Service
	bulkPictures *pictures.Service // adds pictures to products
	view         *view.View
	catalog      *view.Handler
	admin        *admin.Service
	importer     *importer.Service
	addresses    *address.Service
	carts        *cart.Service
	stock        *stock.Service
	payments     *payment.Service
	bills        *bill.Service
	orders       *order.Service
	lists        *list.Service // of orders
	reports      *report.Service
	settings     *settings.Service
	audit        *audit.Service
	health       *health.Service
	metrics      *metrics.Metrics
	hub          *notify.Hub
	copies       *copies.Service // nil until the shop serves
	copyJobs     *job.Worker
	pusher       *notify.Pusher // nil until the shop serves
	testPages    http.Handler   // pages of the built-in payment provider, or nil
	use          *os.File       // lock of useShop; nil without a data directory
}

// features builds the services, which do nothing until they are called. Services without a database can
// only register their routes, for the OpenAPI document.
func (o opener) features(d *db.DB, files media.Store, key account.Key) *features {
	cfg, log := o.settings, o.log
	f := &features{config: cfg, log: log, db: d, clock: o.clock, linkKey: key.Links(), files: files, pictures: media.New(files, log)}
	f.jobs, f.mailJobs, f.pushJobs = job.NewWorker(d, f.clock, log), job.NewWorker(d, f.clock, log), notify.NewPushLane(d, f.clock, log)
	if cfg.RateLimits {
		f.limits = limit.New(d, f.clock)
	}
	f.settings, f.audit = settings.New(d, f.clock, takesCards(cfg)), audit.New(d, f.clock)
	f.accounts = account.New(d, f.clock, key, account.Rules{
		ConfirmChange: cfg.SMTPURL != "", Unlimited: !cfg.RateLimits, ShopName: f.settings.Name,
	})
	f.tokens = token.New(d, f.clock, !cfg.RateLimits)
	f.webhooks = f.newWebhooks(key.Webhooks())
	f.view = view.New(d, f.clock, log)
	f.admin = admin.New(d, f.clock, f.pictures.Check, f.view)
	f.admin.CountWaiting = order.CountWaiting
	f.importer = importer.New(d, f.clock)
	f.bulkPictures = pictures.New(pictures.Features{
		DB: d, Clock: f.clock, Log: log, Media: f.pictures, View: f.view, Client: egress.FileClient(pictures.FetchTimeout, egress.IsPublic),
	})
	f.addresses = address.New(d, f.clock)
	f.carts = cart.New(d, f.clock)
	f.stock = stock.New(f.clock, f.view.ShowStock)
	f.health = health.New(d, f.clock, log, f.pictures.Ready)
	f.metrics = metrics.New(metrics.Sources{DB: d, Clock: f.clock, Log: log, Health: f.health})
	f.catalog = view.NewHandler(f.view)
	f.metrics.Gauge("response_cache_bytes", "Memory of the prepared responses of the catalog.", func() (float64, bool) { return float64(f.catalog.CacheBytes()), true })
	f.hub = notify.NewHub(d, f.clock, log)
	f.reports = report.New(d, f.clock, f.view)
	f.reports.PicturesOutage = f.health.PicturesOutage
	return f
}

// takesCards reports whether a card payment provider is configured.
func takesCards(cfg config.Config) bool { return cfg.Stripe.Enabled() || cfg.TestPayments }

func (f *features) close() {
	_ = f.db.Close()
	if f.copies != nil { // after the database; see copies.Service.Close
		if err := f.copies.Close(); err != nil {
			f.log.Error("the last changes were not copied", "error", err.Error())
		}
	}
	_ = f.files.Close()
	if f.use != nil {
		_ = f.use.Close()
	}
}

// router returns the router with all calls of the shop.
func (f *features) router(version string) *httpapi.Router {
	uploads := media.NewHandler(f.pictures, f.limits, f.audit.Record)
	accounts := account.NewHandler(f.accounts, account.Options{
		Proxies: f.config.TrustedProxies, Limits: f.limits, Secure: f.config.HTTPS,
		Picture: uploads.Picture, Drop: uploads.Drop,
	})
	r := httpapi.New(httpapi.Options{
		Version: version, Log: f.log, Identify: f.identify(accounts), WithIdentity: f.withActor, OnForbidden: f.recordForbidden(),
	})
	accounts.Routes(r)
	(&token.Handler{Tokens: f.tokens, Confirm: accounts.Confirm}).Routes(r)
	(&webhook.Handler{Webhooks: f.webhooks, Limits: f.limits, Confirm: accounts.Confirm}).Routes(r)
	uploads.Routes(r)
	f.catalog.Routes(r)
	admin.NewHandler(f.admin).Routes(r)
	(&taxes.Handler{Taxes: taxes.New(f.db, f.clock, f.view, f.admin)}).Routes(r)
	importer.NewHandler(f.importer, f.view.Refresh).Routes(r)
	pictures.NewHandler(f.bulkPictures, uploads.BulkPicture).Routes(r)
	(&address.Handler{Addresses: f.addresses, Limits: f.limits}).Routes(r)
	(&cart.Handler{Carts: f.carts}).Routes(r)
	(&order.Handler{Orders: f.orders}).Routes(r)
	(&list.Handler{Lists: f.lists}).Routes(r)
	(&bill.Handler{Bills: f.bills, Limits: f.limits}).Routes(r)
	(&books.Handler{Books: books.New(f.db, f.clock, f.settings, f.audit)}).Routes(r)
	(&payment.Handler[order.LineView]{Payments: f.payments, Rows: f.orders.LinesForUser}).Routes(r)
	(&customer.Handler{Customers: f.customers(), Confirm: accounts.Confirm, Drop: uploads.Drop}).Routes(r)
	(&khata.Handler{Khata: f.khata(), PublicURL: f.publicURL, Confirm: accounts.Confirm}).Routes(r)
	(&counter.Handler{Counter: f.counter()}).Routes(r)
	(&purchase.Handler{Purchases: f.purchases()}).Routes(r)
	(&complaint.Handler{Complaints: complaint.New(f.db, f.clock)}).Routes(r)
	(&ucp.Handler{Agents: f.agents(), Proxies: f.config.TrustedProxies}).Routes(r)
	(&demand.Handler{Requests: f.demand(), Proxies: f.config.TrustedProxies}).Routes(r)
	(&report.Handler{Reports: f.reports, Margin: f.purchases().Today}).Routes(r)
	(&reach.Handler{Reach: reach.New(f.publicURL, f.clock)}).Routes(r)
	settings.NewHandler(f.settings, f.clock, accounts.Confirm).Routes(r)
	setup.NewHandler(setup.New(f.accounts, f.settings, f.clock), setup.Options{
		Proxies: f.config.TrustedProxies, Limits: f.limits, Choices: setupChoices(takesCards(f.config), f.config.PublicURL),
	}).Routes(r)
	audit.NewHandler(f.audit).Routes(r)
	export.NewHandler(f.exports()).Routes(r)
	notify.NewHandler(f.hub, f.pusher).Routes(r)
	return r
}

// identify returns the function that finds the user or program of a bearer token.
func (f *features) identify(accounts *account.Handler) func(context.Context, string) (httpapi.Identity, error) {
	return func(ctx context.Context, bearer string) (httpapi.Identity, error) {
		if token.Is(bearer) {
			return f.tokens.Identify(ctx, bearer)
		}
		return accounts.Identify(ctx, bearer)
	}
}

func (f *features) demand() *demand.Service { return demand.New(f.db, f.clock, f.limits) }

func (f *features) agents() *ucp.Service {
	return ucp.New(f.db, f.clock, f.view, f.limits, f.publicURL)
}

func (f *features) exports() *export.Service { return export.New(f.db, f.clock, f.view, f.audit) }

func (f *features) purchases() *purchase.Service {
	return purchase.New(f.db, f.clock, f.settings, f.view, f.stock)
}

func (f *features) khata() *khata.Service { return khata.New(f.db, f.clock, f.accounts, f.settings) }

func (f *features) counter() *counter.Service {
	return counter.New(f.db, f.clock, counter.Features{Accounts: f.accounts, Orders: f.orders, Bills: f.bills, Settings: f.settings, View: f.view, Products: f.admin})
}

func (f *features) customers() *customer.Service {
	return customer.New(f.db, f.clock, customer.Features{
		Accounts: f.accounts, Addresses: f.addresses, Orders: f.orders, Lists: f.lists, Bills: f.bills, Carts: f.carts, Audit: f.audit, Khata: f.khata(),
	})
}

// handler serves all paths of the shop. apiURL is this server's address as other origins see it.
func (f *features) handler(api, pages http.Handler, apiURL string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/api/", api)
	mux.Handle(media.Prefix, f.pictures.Handler())
	mux.Handle("GET "+drawing.Prefix, drawing.Handler())
	mux.HandleFunc("GET /healthz", health.ServeLive)
	mux.HandleFunc("GET /readyz", f.health.ServeReady)
	f.brandingFiles(mux)
	mux.Handle(bill.LinkPath, f.billPages(pages))
	mux.Handle("/", pages)
	if f.testPages != nil {
		mux.Handle(testpay.Prefix, f.testPages)
	}
	middleware := httpapi.Middleware{
		Log: f.log, Origins: f.config.CORSOrigins, APIURL: apiURL, Proxies: f.config.TrustedProxies, Observe: f.metrics.Observe,
		TLS: f.config.HTTPS, Policy: f.contentPolicy(apiURL), Traced: f.config.TracesURL != "",
	}
	return f.inLanguages(middleware.Wrap(mux))
}

// inLanguages sets the language of each request: one of the shop's or, during setup, one of the setup's.
func (f *features) inLanguages(next http.Handler) http.Handler {
	shopHandler, setupHandler := language.Handler(next, f.languages), language.Handler(next, setup.Languages)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == setup.Path || r.URL.Path == "/api"+setup.Path {
			setupHandler.ServeHTTP(w, r)
			return
		}
		shopHandler.ServeHTTP(w, r)
	})
}

// languages returns the shop's languages, the default first.
func (f *features) languages(ctx context.Context) []string {
	shop, _ := f.settings.GetOrLast(ctx)
	return shop.Languages
}

// contentPolicy returns the storefront's content security policy.
func (f *features) contentPolicy(apiURL string) string {
	switch {
	case f.config.WebDir != "":
		return httpapi.ForeignPolicy(apiURL)
	case f.config.Stripe.Enabled():
		return httpapi.StripePolicy
	}
	return httpapi.Policy
}
