package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"kirana/internal/webhook"
)

const (
	// pacedInterval is between two orders of one of maxClients shoppers: together they order 1,000 times a minute.
	pacedInterval = maxClients * time.Minute / 1000
	pacedTime     = 10 * time.Second
	// triggerClients is how many order at once while the cost of the triggers is measured.
	triggerClients = 8
)

// benchChanges measures what a webhook whose receiver hangs costs at 1,000 orders a minute, and what the triggers of the table
// changes cost an order.
func benchChanges(ctx context.Context) {
	ended := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-ended:
		}
	}))
	defer hanging.Close()
	defer close(ended)
	check(os.Setenv("KIRANA_WEBHOOK_HOSTS", strings.TrimPrefix(hanging.URL, "http://"))) // of the shops
	eachOrderShop(ctx, func(o *orderShop) {
		o.compareReceivers(ctx, hanging.URL)
		o.compareTriggers(ctx)
	})
}

// compareReceivers takes 1,000 orders a minute, in turn with a webhook that hangs and without one.
func (o *orderShop) compareReceivers(ctx context.Context, receiver string) {
	var made named
	form := map[string]any{"url": receiver, "events": webhook.Events}
	check(o.admin.call(ctx, http.MethodPost, "/api/webhooks", form, &made))
	withActive := func(active bool, order call) side {
		return side{made: order, prepare: func() {
			o.waitForJobs(ctx)
			check(o.admin.call(ctx, http.MethodPut, "/api/webhooks/"+made.ID, map[string]bool{"active": active}, nil))
		}}
	}
	t := comparisons("hanging", "none")
	l := loop{maxClients, pacedInterval, pacedTime}
	l.compare(ctx, t, "1,000 order/cod a minute, "+o.database, withActive(true, o.order), withActive(false, o.order))
	andList := func(ctx context.Context, client int) error {
		return errors.Join(o.order(ctx, client), o.admin.call(ctx, http.MethodGet, "/api/order/checkouts?limit=20", nil, nil))
	}
	l.compare(ctx, t, "each with the desk's list, "+o.database, withActive(true, andList), withActive(false, andList))
	check(o.admin.call(ctx, http.MethodDelete, "/api/webhooks", map[string]string{"_id": made.ID}, nil))
}

// compareTriggers takes as many orders as it can, in turn with the triggers of the table changes and without them.
func (o *orderShop) compareTriggers(ctx context.Context) {
	statements := `
		SELECT group_concat('DROP TRIGGER IF EXISTS ' || name || '; ' || sql, '; '), group_concat('DROP TRIGGER IF EXISTS ' || name, '; ')
		FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\_change' ESCAPE '\'`
	if o.databaseURL != "" {
		statements = `
		SELECT string_agg(format('ALTER TABLE %I ENABLE TRIGGER %I', c.relname, t.tgname), '; '), string_agg(format('ALTER TABLE %I DISABLE TRIGGER %I', c.relname, t.tgname), '; ')
		FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND t.tgname LIKE '%\_change'`
	}
	var on, off string
	check(o.own.QueryRowContext(ctx, statements).Scan(&on, &off))
	with := func(change string) side {
		return side{made: o.order, prepare: func() {
			o.waitForJobs(ctx)
			must(o.own.ExecContext(ctx, change))
		}}
	}
	name := fmt.Sprintf("order/cod, %d clients, %s", triggerClients, o.database)
	loop{clients: triggerClients, duration: roundTime}.compare(ctx, comparisons("triggers", "none"), name, with(on), with(off))
}
