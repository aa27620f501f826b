package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"kirana/internal/db"
	"kirana/internal/webhook"
)

const (
	// paceInterval is the interval of orders at 1,000 a minute.
	paceInterval = time.Minute / 1000
	// pacedTime is the duration of a round of paced orders.
	pacedTime = 10 * time.Second
	// triggerClients is the number of concurrent clients while the triggers' cost is measured.
	triggerClients = 8
)

// benchChanges measures the cost of a webhook with a hanging receiver at 1,000 orders a minute, and the triggers' cost
// per order.
func benchChanges(ctx context.Context) error {
	ended := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-ended:
		}
	}))
	defer hanging.Close()
	defer close(ended)
	if err := os.Setenv("KIRANA_WEBHOOK_HOSTS", strings.TrimPrefix(hanging.URL, "http://")); err != nil { // inherited by the shops
		return err
	}
	return eachDatabase(ctx, func(ctx context.Context, o *orders, database string) error {
		if err := o.compareReceivers(ctx, database, hanging.URL); err != nil {
			return err
		}
		return o.compareTriggers(ctx, database, o.shopDir)
	})
}

// paced holds the durations of orders, and of reading the list of orders after each.
type paced struct{ orders, lists []time.Duration }

// compareReceivers places 1,000 orders a minute, alternately without a webhook and with a hanging one.
func (o *orders) compareReceivers(ctx context.Context, name, receiver string) error {
	token, err := logIn(ctx, o.url, demoAdmin, demoAdminPassword)
	if err != nil {
		return err
	}
	var made struct {
		ID string `json:"_id"`
	}
	form := map[string]any{"url": receiver, "events": webhook.Events}
	if err := call(ctx, endpoint{http.MethodPost, o.url + "/api/webhooks", token}, form, &made); err != nil {
		return err
	}
	measured := map[bool]*paced{true: {}, false: {}}
	for round := range rounds {
		for _, active := range []bool{round%2 == 1, round%2 == 0} { // alternate the order of both
			if err := o.waitForJobs(ctx); err != nil {
				return err
			}
			if err := call(ctx, endpoint{http.MethodPut, o.url + "/api/webhooks/" + made.ID, token}, map[string]bool{"active": active}, nil); err != nil {
				return err
			}
			if err := o.pace(ctx, token, measured[active]); err != nil {
				return err
			}
		}
	}
	for _, what := range []struct {
		name          string
		without, with []time.Duration
	}{
		{"order/cod", measured[false].orders, measured[true].orders},
		{"order/checkouts", measured[false].lists, measured[true].lists},
	} {
		for _, percent := range []int{50, 95} {
			without, with := percentile(what.without, percent), percentile(what.with, percent)
			fmt.Printf("%-44s p%d %7.1f ms, with a webhook that hangs %7.1f ms, ratio %5.2f, load %s\n",
				"1,000 orders a minute, "+what.name+", "+name, percent, without, with, with/without, loadAverage())
		}
	}
	return call(ctx, endpoint{http.MethodDelete, o.url + "/api/webhooks", token}, map[string]string{"_id": made.ID}, nil)
}

// pace starts an order at each interval for one round, without waiting for earlier ones.
func (o *orders) pace(ctx context.Context, token string, into *paced) error {
	ticker := time.NewTicker(paceInterval)
	defer ticker.Stop()
	var group sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for n := range int(pacedTime / paceInterval) {
		<-ticker.C
		group.Go(func() {
			began := time.Now()
			err := o.shop(ctx, n%maxClients)
			ordered := time.Now()
			err = errors.Join(err, call(ctx, endpoint{http.MethodGet, o.url + "/api/order/checkouts?limit=20", token}, nil, nil))
			mu.Lock()
			defer mu.Unlock()
			failed = errors.Join(failed, err)
			into.orders, into.lists = append(into.orders, ordered.Sub(began)), append(into.lists, time.Since(ordered))
		})
	}
	group.Wait()
	return failed
}

func percentile(times []time.Duration, percent int) float64 {
	slices.Sort(times)
	return milliseconds(times[len(times)*percent/100])
}

// compareTriggers places orders at full speed, alternately without and with the triggers of the table changes.
func (o *orders) compareTriggers(ctx context.Context, name, dir string) error {
	database, list, off, on := o.bare,
		`SELECT t.tgname, c.relname, '' FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND t.tgname LIKE '%\_change'`,
		func(trigger, table, _ string) string { return "ALTER TABLE " + table + " DISABLE TRIGGER " + trigger },
		func(trigger, table, _ string) string { return "ALTER TABLE " + table + " ENABLE TRIGGER " + trigger }
	if o.outbox != o.bare { // SQLite
		var err error
		if database, err = sql.Open("sqlite", "file:"+filepath.Join(dir, db.FileName)+"?_pragma=busy_timeout(5000)"); err != nil {
			return err
		}
		defer func() { _ = database.Close() }()
		list = `SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\_change' ESCAPE '\'`
		off = func(trigger, _, _ string) string { return "DROP TRIGGER " + trigger }
		on = func(_, _, create string) string { return create }
	}
	triggers, err := readTriggers(ctx, database, list)
	if err != nil {
		return err
	}
	rates := map[bool][]float64{}
	for range rounds {
		for _, enabled := range []bool{false, true} {
			change := map[bool]func(trigger, table, create string) string{false: off, true: on}[enabled]
			for _, t := range triggers {
				if _, err := database.ExecContext(ctx, change(t[0], t[1], t[2])); err != nil {
					return fmt.Errorf("%s: %w", t[0], err)
				}
			}
			result, err := load(ctx, triggerClients, o.shop)
			if err != nil {
				return err
			}
			rates[enabled] = append(rates[enabled], result.rate)
			if err := o.waitForJobs(ctx); err != nil {
				return err
			}
		}
	}
	without, with := median(rates[false]), median(rates[true])
	fmt.Printf("%-44s %6.0f/s without the triggers of changes, %6.0f/s with them, ratio %5.2f ±%.2f, load %s\n",
		fmt.Sprintf("order/cod, %d clients, %s", triggerClients, name), without, with, with/without, spread(rates[true])/without, loadAverage())
	return nil
}

// readTriggers returns the name, the table and the statement of each trigger.
func readTriggers(ctx context.Context, database *sql.DB, list string) (triggers [][3]string, err error) {
	rows, err := database.QueryContext(ctx, list)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var t [3]string
		if err := rows.Scan(&t[0], &t[1], &t[2]); err != nil {
			return nil, err
		}
		triggers = append(triggers, t)
	}
	if len(triggers) == 0 {
		return nil, errors.New("no triggers were found")
	}
	return triggers, rows.Err()
}
