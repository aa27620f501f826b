package metrics

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kirana/internal/db"
)

type shopDescs struct {
	ordersPlaced, openOrders, newOldest, problems *prometheus.Desc
	jobsWaiting, jobsGivenUp, jobsOldest          *prometheus.Desc
	jobsRetried, webhookAge                       *prometheus.Desc
	rowsByPayment, moneyByPayment, attempts       *prometheus.Desc
}

func newShopDescs() shopDescs {
	return shopDescs{
		ordersPlaced:   describe("orders_placed_total", "Orders by their numbers, those that were never paid included."),
		openOrders:     describe("orders_open", "Orders that are not done, by stage.", "stage"),
		newOldest:      describe("orders_oldest_new_seconds", "How long the oldest order that nobody has accepted has waited; 0 when none does."),
		problems:       describe("orders_with_problem", "Orders that need staff."),
		jobsWaiting:    describe("jobs_waiting", "Jobs of the outbox that are due or will be, by kind.", "kind"),
		jobsRetried:    describe("jobs_retried", "Waiting jobs that have failed at least once, by kind: mails, while the mail server is unreachable.", "kind"),
		jobsGivenUp:    describe("jobs_given_up", "Jobs of the last week that never went through, by kind.", "kind"),
		jobsOldest:     describe("jobs_oldest_due_seconds", "How long the oldest job has been due; 0 when none is."),
		webhookAge:     describe("payment_webhook_age_seconds", "How long ago the payment provider sent its last event."),
		rowsByPayment:  describe("order_rows", "Order rows by payment status.", "payment_status"),
		moneyByPayment: describe("order_rows_paise", "What order rows come to in paise, by payment status.", "payment_status"),
		attempts:       describe("payment_attempts", "Attempts to pay online, by state.", "state"),
	}
}

// labeledCount is a number, and for some statements a sum, with a label.
type labeledCount struct {
	Label string `db:"label"`
	N     int64  `db:"n"`
	Sum   int64  `db:"s"`
}

func gauges(desc *prometheus.Desc, rows []labeledCount) []prometheus.Metric {
	metrics := make([]prometheus.Metric, len(rows))
	for i, row := range rows {
		metrics[i] = prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(row.N), row.Label)
	}
	return metrics
}

// readNumbers reads the numbers that an index provides.
func (c *shopCollector) readNumbers(ctx context.Context, now time.Time) ([]prometheus.Metric, error) {
	var metrics []prometheus.Metric
	number, err := db.Get[int64](ctx, c.db, `SELECT COALESCE(MAX(number), 1000) - 1000 FROM checkouts`)
	if err != nil {
		return nil, err
	}
	metrics = append(metrics, prometheus.MustNewConstMetric(c.descs.ordersPlaced, prometheus.CounterValue, float64(number)))
	for _, list := range []struct {
		desc      *prometheus.Desc
		statement string
	}{
		{c.descs.openOrders, `SELECT stage AS label, COUNT(*) AS n FROM checkouts WHERE NOT unpaid AND stage IN ('NEW', 'PACKING', 'PACKED', 'OUT') GROUP BY stage`},
		{c.descs.jobsWaiting, `SELECT kind AS label, COUNT(*) AS n FROM jobs WHERE given_up_at IS NULL GROUP BY kind`},
		{c.descs.jobsRetried, `SELECT kind AS label, COUNT(*) AS n FROM jobs WHERE given_up_at IS NULL AND attempts > 0 AND last_error <> '' GROUP BY kind`},
		{c.descs.jobsGivenUp, `SELECT kind AS label, COUNT(*) AS n FROM jobs WHERE given_up_at IS NOT NULL GROUP BY kind`},
	} {
		rows, err := db.All[labeledCount](ctx, c.db, list.statement)
		if err != nil {
			return nil, err
		}
		metrics = append(metrics, gauges(list.desc, rows)...)
	}
	problems, err := db.Get[int64](ctx, c.db, `SELECT COUNT(*) FROM checkouts WHERE problem AND NOT unpaid`)
	if err != nil {
		return nil, err
	}
	metrics = append(metrics, prometheus.MustNewConstMetric(c.descs.problems, prometheus.GaugeValue, float64(problems)))
	ages, err := c.readAges(ctx, now)
	return append(metrics, ages...), err
}

func (c *shopCollector) readAges(ctx context.Context, now time.Time) ([]prometheus.Metric, error) {
	overdue := 0.0
	due, err := db.Get[time.Time](ctx, c.db, `SELECT due_at FROM jobs WHERE given_up_at IS NULL ORDER BY due_at LIMIT 1`)
	if err == nil {
		overdue = max(0, now.Sub(due).Seconds())
	} else if !errors.Is(err, db.ErrNoRow) {
		return nil, err
	}
	waited := 0.0
	oldest, err := db.Get[time.Time](ctx, c.db, `SELECT created_at FROM checkouts WHERE NOT unpaid AND stage = 'NEW' ORDER BY created_at LIMIT 1`)
	if err == nil {
		waited = max(0, now.Sub(oldest).Seconds())
	} else if !errors.Is(err, db.ErrNoRow) {
		return nil, err
	}
	metrics := []prometheus.Metric{prometheus.MustNewConstMetric(c.descs.newOldest, prometheus.GaugeValue, waited), prometheus.MustNewConstMetric(c.descs.jobsOldest, prometheus.GaugeValue, overdue)}
	event, err := db.Get[time.Time](ctx, c.db, `SELECT received_at FROM payment_events ORDER BY received_at DESC LIMIT 1`)
	if errors.Is(err, db.ErrNoRow) {
		return metrics, nil
	}
	if err != nil {
		return nil, err
	}
	return append(metrics, prometheus.MustNewConstMetric(c.descs.webhookAge, prometheus.GaugeValue, now.Sub(event).Seconds())), nil
}

// scanTables reads the numbers that need a table scan.
func (c *shopCollector) scanTables(ctx context.Context, _ time.Time) ([]prometheus.Metric, error) {
	rows, err := db.All[labeledCount](ctx, c.db, `
		SELECT payment_status AS label, COUNT(*) AS n, CAST(SUM(total) AS BIGINT) AS s
		FROM orders
		WHERE NOT hidden
		GROUP BY payment_status`)
	if err != nil {
		return nil, err
	}
	metrics := gauges(c.descs.rowsByPayment, rows)
	for _, row := range rows {
		metrics = append(metrics, prometheus.MustNewConstMetric(c.descs.moneyByPayment, prometheus.GaugeValue, float64(row.Sum), row.Label))
	}
	attempts, err := db.All[labeledCount](ctx, c.db, `SELECT state AS label, COUNT(*) AS n FROM payment_attempts GROUP BY state`)
	return append(metrics, gauges(c.descs.attempts, attempts)...), err
}
