package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kirana/internal/clock"
	"kirana/internal/config"
	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// yearDays returns how many days the shop runs. 455 are long enough to show the longest retention, which is 400 days.
func yearDays(t *testing.T) int {
	t.Helper()
	if os.Getenv("YEAR_DAYS") == "" {
		t.Skip("only with YEAR_DAYS: 455 take most of an hour")
	}
	days, err := strconv.Atoi(os.Getenv("YEAR_DAYS"))
	if err != nil || days < 5 {
		t.Fatalf("YEAR_DAYS is %q, want at least 5", os.Getenv("YEAR_DAYS"))
	}
	return days
}

// keptTables may grow forever. Section 36 of the CGST Act requires accounts and records to be kept for 72 months after
// the annual return. Only the owner removes people and goods.
var keptTables = []string{
	// Orders and bills.
	"checkouts", "orders", "changes", "payment_changes", "checkout_events", "checkout_payments", "checkout_words", "bills", "bill_links", "counter_keys", "cash_given_back", "complaints",
	// Money.
	"day_closes", "closed_months", "khata_accounts", "khata_entries", "purchases", "purchase_lines", "supplier_payments",
	// Goods.
	"stock_movements", "stock_lots", "product_sales", "daily_sales",
	// People.
	"users", "addresses", "customer_mobiles", "customer_sums", "deleted_accounts",
}

// boundedTables are tables that keep a maximum number of rows, whatever their age, and that number. A year does not
// reach it.
var boundedTables = map[string]int{"catalog_changes": 50_000} // view.Prune

// retentionDays are the ages at which rows are swept, where they are longer than a short year: the test cannot see the sweep
// of a table before that day.
var retentionDays = map[string]int{"audit_log": 400, "product_requests": 180}

func TestYear_growsOnlyInTheKeptTables(t *testing.T) {
	t.Parallel()
	days := yearDays(t)
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		y := openYear(t, databaseURL, days)
		quarter := days / 5
		for day := 1; day <= days; day++ {
			y.live(day)
			if day%quarter == 0 {
				y.measure(day)
			}
		}
		y.restart()
		y.compare()
	})
}

// year is a shop with a clock that the test moves.
type year struct {
	t        *testing.T
	settings config.Config
	begin    time.Time // start of the first day
	clock    *clock.Manual
	random   *rand.Rand
	office   *postOffice
	log      *bytes.Buffer // the shop's errors; read it only after stop

	app  *App
	stop func()

	owner                      *client
	products                   []record
	shoppers                   []*client
	device, supplier, customer string
	unique, sold, mails        int
	failed                     map[string]int // number of refusals, by call and message
	measures                   []yearMeasure
}

// yearMeasure is the size of a shop at the end of a day.
type yearMeasure struct {
	day        int
	rows       map[string]int
	bytes      int64 // of the database
	heap       uint64
	goroutines int
}

const yearPassword = "a fine password"

func openYear(t *testing.T, databaseURL string, days int) *year {
	t.Helper()
	y := &year{
		t: t, office: openPostOffice(t), log: &bytes.Buffer{}, random: rand.New(rand.NewPCG(38, 5)), failed: map[string]int{},
		begin: time.Now().AddDate(0, 0, -days),
	}
	y.clock = clock.NewManual(y.begin)
	close(y.office.release)
	y.settings = config.Config{Addr: "127.0.0.1:0", Demo: true, SMTPURL: "smtp://" + y.office.address, RateLimits: true, CORSOrigins: []string{otherOrigin}}
	y.settings.BackupURL, y.settings.Passphrase = "file://"+t.TempDir(), "a long passphrase for copies"
	y.settings.DataDir, y.settings.DatabaseURL = shoptest.MigratedDir(t), databaseURL
	y.open()
	t.Cleanup(func() { y.stop() })
	y.logIn()
	y.products = y.owner.list("POST", "/product/get", record{"page": 1, "limit": 12})
	for _, product := range y.products {
		y.owner.must("PUT", "/product/update/"+product["_id"].(string), record{"stock": 100_000, "hsn": "3402", "gstRate": 18})
	}
	y.owner.must("PUT", "/settings", record{
		"bill":  record{"prefix": "BK", "start": 1},
		"legal": record{"name": "Balaji Kirana", "gst": "REGISTERED", "gstin": "27AAAPK0000A1ZX", "state": "Maharashtra"},
	})
	y.device = y.owner.must("POST", "/counter/devices", record{"name": "Counter 1"}).(record)["device"].(string)
	y.supplier = y.owner.must("POST", "/suppliers", record{"name": "Mahalaxmi Traders"}).(record)["_id"].(string)
	y.customer = y.owner.must("POST", "/customers", record{"name": "Sita", "mobile": "9000000072"}).(record)["_id"].(string)
	return y
}

// open starts the shop, with all its workers.
func (y *year) open() {
	y.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	log := slog.New(slog.NewTextHandler(y.log, &slog.HandlerOptions{Level: slog.LevelError}))
	began := time.Now()
	a, err := New(ctx, y.settings, Options{Version: "1.2.3", Log: log, Out: io.Discard, Clock: y.clock})
	if err != nil {
		cancel()
		y.t.Fatal(err)
	}
	y.t.Logf("open in %d ms", time.Since(began).Milliseconds())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx) }()
	y.app = a
	y.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			y.t.Error(err)
		}
		a.Close()
	})
	for _, c := range y.shoppers {
		c.base = a.publicURL
	}
}

func (y *year) restart() {
	y.t.Helper()
	y.stop()
	y.open()
	y.logIn()
}

func (y *year) logIn() {
	y.t.Helper()
	y.owner = &client{t: y.t, base: y.app.publicURL}
	y.owner.login(demoAdminEmail, demoAdminPassword)
}

// live simulates a day of the shop, with what happens only once a week or a month.
func (y *year) live(day int) {
	y.t.Helper()
	y.owner.login(demoAdminEmail, demoAdminPassword)
	y.register(day)
	y.sellOnline()
	y.sellAtCounter()
	y.payAndClose(day)
	y.visit(day)
	if day%7 == 0 {
		y.endWeek(day)
	}
	// The rest of the day passes in steps of at most 12 hours. After each, the shop sweeps and runs its jobs.
	for end := y.begin.AddDate(0, 0, day); y.clock.Now().Before(end); y.sweep() {
		y.clock.Advance(min(12*time.Hour, end.Sub(y.clock.Now())))
	}
}

// register adds a shopper. When there are more than twenty, the one who registered first deletes the account.
func (y *year) register(day int) {
	y.t.Helper()
	c := &client{t: y.t, base: y.app.publicURL}
	email := fmt.Sprintf("buyer-%d@example.com", day)
	c.must("POST", "/user/register", record{"name": "Buyer", "email": email, "password": yearPassword})
	c.login(email, yearPassword)
	c.must("POST", "/address/create", record{
		"address_line": "14, Prabhat Road", "city": "Pune", "state": "Maharashtra", "pincode": 411004, "country": "India", "mobile": 9822041873,
	})
	y.shoppers = append(y.shoppers, c)
	if len(y.shoppers) > 20 {
		y.shoppers[0].login(fmt.Sprintf("buyer-%d@example.com", day-20), yearPassword)
		y.shoppers[0].must("DELETE", "/user/account", record{"password": yearPassword})
		y.shoppers = y.shoppers[1:]
	}
}

func (y *year) key() string {
	y.unique++
	return "key " + strconv.Itoa(y.unique)
}

func (y *year) product() record { return y.products[y.random.IntN(len(y.products))] }

// try makes a call and counts its refusals. compare expects none.
func (y *year) try(c *client, method, path string, body any) any {
	y.t.Helper()
	a := c.call(method, path, body)
	if !a.Success {
		call, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "?")
		y.failed[fmt.Sprintf("%s %s: %d %s", method, call, a.status, a.Message)]++
	}
	return a.Data
}

// sellOnline places six orders as the newest shopper, cancels one and delivers the others.
func (y *year) sellOnline() {
	y.t.Helper()
	c := y.shoppers[len(y.shoppers)-1]
	addressID := c.list("GET", "/address/get", nil)[0]["_id"]
	var ids []string
	for range 6 {
		pieces := 1 + y.random.IntN(3)
		items := []record{{"productId": y.product()["_id"], "quantity": pieces}}
		rows := c.must("POST", "/order/cod", record{"key": y.key(), "list_items": items, "totalQty": pieces, "addressId": addressID}).([]any)
		ids = append(ids, rows[0].(record)["checkoutId"].(string))
		y.sold++
		y.clock.Advance(time.Minute)
	}
	y.try(c, "PUT", "/order/cancel/"+ids[0], nil)
	for _, step := range []record{{"from": "NEW", "to": "PACKED"}, {"from": "PACKED", "to": "OUT", "rider": "Bala"}, {"from": "OUT", "to": "DONE", "paidBy": "CASH"}} {
		step["ids"] = ids[1:]
		y.try(y.owner, "POST", "/order/checkouts/stage", step)
	}
	y.try(c, "POST", "/cart/create", record{"productId": y.product()["_id"]})
}

// sellAtCounter makes fifteen sales at the counter, three of them on credit, and takes one piece back.
func (y *year) sellAtCounter() {
	y.t.Helper()
	for sale := range 15 {
		product := y.product()
		price := product["price"].(float64) - product["discount"].(float64)
		body := record{
			"device": y.device, "key": y.key(), "lines": []record{{"productId": product["_id"], "quantity": 2}},
			"payments": []record{{"by": []string{"CASH", "UPI", "CARD"}[sale%3], "amount": 2 * price}},
		}
		if sale < 3 {
			body["customerId"], body["override"] = y.customer, true
			body["payments"] = []record{{"by": "KHATA", "amount": 2 * price}}
		}
		made, ok := y.try(y.owner, "POST", "/counter/sales", body).(record)
		if !ok {
			continue
		}
		y.sold++
		if bills, _ := made["bills"].([]any); sale == 5 && len(bills) > 0 {
			y.try(y.owner, "POST", "/counter/returns", record{
				"device": y.device, "key": y.key(), "bill": bills[0].(record)["number"], "by": "CASH",
				"lines": []record{{"productId": product["_id"], "quantity": 1, "reason": "Damaged"}},
			})
		}
		y.clock.Advance(20 * time.Second)
	}
}

// payAndClose pays off the khata, books a purchase every third day, and counts the cash.
func (y *year) payAndClose(day int) {
	y.t.Helper()
	account := y.owner.must("GET", "/khata/"+y.customer, nil).(record)
	if balance, _ := account["balance"].(float64); balance > 0 {
		y.try(y.owner, "POST", "/khata/"+y.customer, record{"kind": "PAYMENT", "amount": fmt.Sprintf("%.2f", balance), "by": "CASH", "key": y.key()})
	}
	if day%3 == 0 {
		lines := []record{{
			"productId": y.product()["_id"], "pieces": 24, "cost": 1,
			"bestBefore": y.clock.Now().AddDate(0, 0, 20).Format(time.DateOnly),
		}}
		if bought, ok := y.try(y.owner, "POST", "/purchases", record{"supplier": y.supplier, "bill": "MT/" + strconv.Itoa(day), "lines": lines}).(record); ok {
			path := "/purchases/" + bought["_id"].(string)
			y.try(y.owner, "POST", path+"/book", record{})
			y.try(y.owner, "POST", path+"/pay", record{"amount": bought["total"], "by": "BANK", "key": y.key()})
		}
	}
	y.try(y.owner, "PUT", "/report/day", record{"counted": y.owner.must("GET", "/report/day", nil).(record)["expected"]})
}

// visit makes daily calls that are not sales: a failed login, requests, a cart of UCP and an edit of a product.
func (y *year) visit(day int) {
	y.t.Helper()
	nobody := &client{t: y.t, base: y.app.publicURL}
	nobody.call("POST", "/user/login", record{"email": demoAdminEmail, "password": "not this one"})
	y.try(nobody, "PUT", "/user/forgot-password", record{"email": fmt.Sprintf("buyer-%d@example.com", day)})
	y.try(nobody, "POST", "/product-requests/create", record{"text": fmt.Sprintf("thing %d", day)})
	y.post("/ucp/carts", record{"line_items": []record{{"item": record{"id": y.product()["_id"]}, "quantity": 1}}})
	product := y.product()
	y.try(y.owner, "PUT", "/product/update/"+product["_id"].(string), record{"discription": fmt.Sprintf("As of day %d.", day)})
}

// post makes a call whose response does not have the form of the shop's other responses.
func (y *year) post(path string, body record) {
	y.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		y.t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(y.t.Context(), http.MethodPost, y.app.publicURL+"/api"+path, bytes.NewReader(text))
	if err != nil {
		y.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		y.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode >= 300 {
		y.failed[fmt.Sprintf("POST %s: %d", path, response.StatusCode)]++
	}
}

// endWeek files a complaint and invites staff who never accept. Every fourth week, it closes the month two months ago.
func (y *year) endWeek(day int) {
	y.t.Helper()
	c := y.shoppers[len(y.shoppers)-1]
	y.try(c, "POST", "/complaints/create", record{"text": "The milk was sour."})
	y.try(y.owner, "POST", "/staff/invite", record{"email": fmt.Sprintf("staff-%d@example.com", day), "staffRole": "PACKER"})
	if day > 70 && day%28 == 0 {
		month := y.clock.Now().In(clock.India).AddDate(0, 0, -62).Format("2006-01")
		y.try(y.owner, "PUT", "/books/close", record{"month": month})
	}
}

// sweep does at once what the shop does every few minutes, and waits until no job is due or running. A failed job is
// due again when the clock has moved.
func (y *year) sweep() {
	y.t.Helper()
	f := y.app.features
	f.sweepOnce(y.t.Context())
	if err := f.purchases().Sweep(y.t.Context()); err != nil {
		y.t.Error(err)
	}
	const waiting = ` FROM jobs WHERE given_up_at IS NULL AND (due_at <= $1 OR attempts > 0 AND last_error = '')`
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) { // while the workers poll
		y.takeMails()
		if y.number(`SELECT COUNT(*)`+waiting, y.clock.Now()) == 0 {
			return
		}
		if time.Since(began) > 10*time.Minute {
			jobs, err := db.All[unfinishedJob](y.t.Context(), f.db, `SELECT kind, attempts, due_at, last_error`+waiting, y.clock.Now())
			y.t.Fatalf("jobs due at %v are not done within ten minutes: %+v, %v", y.clock.Now(), jobs, err)
		}
	}
}

type unfinishedJob struct {
	Kind      string
	Attempts  int
	DueAt     time.Time
	LastError string
}

// takeMails counts the mails that have arrived and removes them.
func (y *year) takeMails() {
	for {
		select {
		case <-y.office.offered:
			y.mails++
			continue
		default:
		}
		y.office.mu.Lock()
		y.office.taken = nil
		y.office.mu.Unlock()
		return
	}
}

func (y *year) number(query string, args ...any) int {
	y.t.Helper()
	n, err := db.Get[int](y.t.Context(), y.app.features.db, query, args...)
	if err != nil {
		y.t.Fatal(err)
	}
	return n
}

// measure counts rows and bytes, and measures how long the usual reads take.
func (y *year) measure(day int) {
	y.t.Helper()
	m := yearMeasure{day: day, rows: map[string]int{}, bytes: y.databaseBytes()}
	for _, table := range y.tables() {
		m.rows[table] = y.number(`SELECT COUNT(*) FROM ` + table)
	}
	y.logIn() // the token has expired
	var slowest time.Duration
	var slow string
	month := y.clock.Now().In(clock.India).Format("2006-01")
	for _, path := range []string{
		"/report/today", "/report/day", "/order/checkouts?stage=OPEN", "/order/checkouts?stage=DONE", "/order/checkouts?q=prabhat", "/order/getAllOrderDetails",
		"/customers", "/customers?q=buyer", "/khata", "/khata/" + y.customer, "/purchases", "/stock/value", "/stock/reorder", "/stock/margin",
		"/books/sales?from=" + month + "-01&to=" + month + "-28", "/books?from=" + month + "-01&to=" + month + "-28", "/counter/problems",
	} {
		began := time.Now()
		y.try(y.owner, "GET", path, nil)
		if took := time.Since(began); took > slowest {
			slowest, slow = took, path
		}
	}
	runtime.GC()
	runtime.GC() // also collects what finalizers of the first run have released
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	m.heap, m.goroutines = memory.HeapInuse, runtime.NumGoroutine()
	y.measures = append(y.measures, m)
	y.t.Logf("day %d: %d sales, %d mails, %.1f MB of data, %.0f MB of heap, %d goroutines, slowest read %s in %d ms",
		day, y.sold, y.mails, float64(m.bytes)/1e6, float64(m.heap)/1e6, m.goroutines, slow, slowest.Milliseconds())
}

func (y *year) tables() []string {
	y.t.Helper()
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\_%' ESCAPE '\'`
	if y.settings.DatabaseURL != "" {
		query = `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`
	}
	names, err := db.All[string](y.t.Context(), y.app.features.db, query)
	if err != nil {
		y.t.Fatal(err)
	}
	return names
}

func (y *year) databaseBytes() int64 {
	y.t.Helper()
	if y.settings.DatabaseURL != "" {
		return int64(y.number(`SELECT pg_database_size(current_database())`))
	}
	file, err := os.Stat(filepath.Join(y.settings.DataDir, db.FileName))
	if err != nil {
		y.t.Fatal(err)
	}
	return file.Size()
}

// compare compares the last two measures, between which the shop became a fourth older. Only the kept tables may grow
// as fast: others by 15 percent, or up to their maximum.
func (y *year) compare() {
	y.t.Helper()
	before, after := y.measures[len(y.measures)-2], y.measures[len(y.measures)-1]
	var grown []string
	for table, rows := range after.rows {
		if slices.Contains(keptTables, table) || before.day < retentionDays[table] {
			continue
		}
		if earlier := before.rows[table]; rows > max(earlier+earlier*15/100+20, boundedTables[table]) {
			grown = append(grown, fmt.Sprintf("%s from %d to %d rows", table, earlier, rows))
		}
	}
	slices.Sort(grown)
	if len(grown) > 0 {
		y.t.Errorf("grown between the days %d and %d, want nothing: %s", before.day, after.day, strings.Join(grown, "; "))
	}
	var counts []string
	for table, rows := range after.rows {
		counts = append(counts, fmt.Sprintf("%s %d → %d", table, before.rows[table], rows))
	}
	slices.Sort(counts)
	y.t.Logf("rows: %s", strings.Join(counts, ", "))
	if after.heap > 2*before.heap || after.goroutines > before.goroutines+20 {
		y.t.Errorf("heap %d MB, %d goroutines, want max 2*%d, %d+20", after.heap>>20, after.goroutines, before.heap>>20, before.goroutines)
	}
	for what, times := range y.failed {
		y.t.Errorf("refused %d times, want never: %s", times, what)
	}
	if stock, moved := y.number(`SELECT SUM(stock) FROM products`), y.number(`SELECT SUM(change) FROM stock_movements`); stock != moved {
		y.t.Errorf("the sum of stocks is %d, want that of its movements, %d", stock, moved)
	}
	y.stop()
	if y.log.Len() > 0 {
		y.t.Errorf("the shop logged an error, want none: %.2000s", y.log)
	}
}
