package metrics_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/health"
	"kirana/internal/httpapi"
	"kirana/internal/metrics"
	"kirana/internal/shoptest"
)

func TestMain(m *testing.M) { shoptest.Main(m) }

// scrape returns the metrics in Prometheus' text format.
func scrape(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	recorder := httptest.NewRecorder()
	m.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	if recorder.Code != http.StatusOK {
		t.Fatalf("responds with %d: %s, want %d", recorder.Code, recorder.Body, http.StatusOK)
	}
	return recorder.Body.String()
}

func TestMetrics_includeRequestsOrdersMoneyJobsAndTheDatabase(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		c, log := shoptest.Clock(), slog.New(slog.DiscardHandler)
		h := health.New(d, c, log, func(context.Context) error { return nil })
		h.Probe(t.Context())
		m := metrics.New(metrics.Sources{DB: d, Clock: c, Log: log, Health: h})
		m.Gauge("backup_age_seconds", "How old the last copy is.", func() (float64, bool) { return 61, true })
		m.Gauge("never_seconds", "Nothing.", func() (float64, bool) { return 0, false })
		shoptest.ManyOrders(t, d, 2000)
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `
				INSERT INTO jobs (id, kind, payload, due_at, created_at, attempts, last_error) VALUES
				('1', 'mail.placed', '{}', $1, $1, 3, 'the server is unreachable'), ('2', 'mail.placed', '{}', $1, $1, 0, '')`, c.Now().Add(-time.Minute))
		})
		if err != nil {
			t.Fatal(err)
		}
		m.Observe(httpapi.ServedRequest{Route: "/api/order/cod", Method: "POST", Status: 409, Code: "out_of_stock", Duration: 3 * time.Millisecond})
		text := scrape(t, m)
		for _, line := range []string{
			`kirana_http_requests_total{method="POST",route="/api/order/cod",status="409"} 1`,
			`kirana_http_request_duration_seconds_bucket{route="/api/order/cod",le="0.005"} 1`,
			`kirana_refusals_total{code="out_of_stock"} 1`,
			`kirana_orders_open{stage="NEW"}`,
			`kirana_order_rows{payment_status="COD"}`,
			`kirana_order_rows_paise{payment_status="PAID"}`,
			`kirana_jobs_waiting{kind="mail.placed"} 2`,
			`kirana_jobs_retried{kind="mail.placed"} 1`,
			`kirana_jobs_oldest_due_seconds 60`, `kirana_orders_oldest_new_seconds `,
			`kirana_db_connections_open{pool="write"}`,
			`kirana_db_failures_total{reason="has no space left"} 0`,
			"kirana_ready 1", "kirana_pictures_ready 1", "kirana_data_damaged 0", "kirana_backup_age_seconds 61", "go_goroutines",
		} {
			if !strings.Contains(text, line) {
				t.Errorf("the metrics lack %s", line)
			}
		}
		if strings.Contains(text, "kirana_never") {
			t.Error("a gauge without a value is exported")
		}
		if t.Failed() {
			t.Log(text)
		}
	})
}

func TestMetrics_areServedWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	proxy, url := shoptest.NewProxy(t, shoptest.PostgresURL(t))
	d := shoptest.OpenWithin(t, url, "", 300*time.Millisecond)
	c, log := shoptest.Clock(), slog.New(slog.DiscardHandler)
	h := health.New(d, c, log, func(context.Context) error { return nil })
	m := metrics.New(metrics.Sources{DB: d, Clock: c, Log: log, Health: h})
	proxy.Cut()
	h.Probe(t.Context())
	if text := scrape(t, m); !strings.Contains(text, "kirana_ready 0") || strings.Contains(text, "kirana_orders_open") {
		t.Errorf("the metrics without a database are %s, want kirana_ready 0 and no orders", text)
	}
}
