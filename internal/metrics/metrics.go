// Package metrics serves the shop's Prometheus metrics. Every label has a bounded number of values:
// registered routes, never paths or ids.
package metrics

import (
	"log/slog"
	"net/http"
	"strconv"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/health"
	"kirana/internal/httpapi"
)

const namespace = "kirana"

// Sources are the sources of the metrics.
type Sources struct {
	DB     *db.DB
	Clock  clock.Clock
	Log    *slog.Logger
	Health *health.Service
}

// Metrics counts requests, and reads everything else when scraped.
type Metrics struct {
	registry  *prometheus.Registry
	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	refusals  *prometheus.CounterVec

	mu    sync.RWMutex
	known map[requestLabels]requestMetrics
}

// requestLabels are the labels of a request, bounded by routes, methods and statuses.
type requestLabels struct {
	route, method string
	status        int
}

// requestMetrics caches the metrics of requests with the same labels: looking them up takes longer
// than counting.
type requestMetrics struct {
	count    prometheus.Counter
	duration prometheus.Observer
}

// New returns the metrics of a shop.
func New(s Sources) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(), known: map[requestLabels]requestMetrics{},
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Name: "http_requests_total", Help: "Requests by route, method and status.",
		}, []string{"route", "method", "status"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Name: "http_request_duration_seconds", Help: "How long requests took, by route.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"route"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Name: "refusals_total", Help: "Calls that were refused, by the refusal's code; out_of_stock is what stock could not give.",
		}, []string{"code"}),
	}
	m.registry.MustRegister(
		m.requests, m.durations, m.refusals,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		newDatabaseCollector(s.DB), newHealthCollector(s.Health), newShopCollector(s),
	)
	return m
}

// Observe counts a request; httpapi.Middleware calls it at the request's end.
func (m *Metrics) Observe(r httpapi.ServedRequest) {
	labels := requestLabels{r.Route, r.Method, r.Status}
	m.mu.RLock()
	known, found := m.known[labels]
	m.mu.RUnlock()
	if !found {
		known = requestMetrics{m.requests.WithLabelValues(r.Route, r.Method, strconv.Itoa(r.Status)), m.durations.WithLabelValues(r.Route)}
		m.mu.Lock()
		m.known[labels] = known
		m.mu.Unlock()
	}
	known.count.Inc()
	known.duration.Observe(r.Duration.Seconds())
	if r.Code != "" {
		m.refusals.WithLabelValues(r.Code).Inc()
	}
}

// Gauge adds a metric whose value read returns at each scrape. If ok is false, the scrape lacks the
// metric. The name has no prefix and ends in its unit: "backup_age_seconds".
func (m *Metrics) Gauge(name, help string, read func() (value float64, ok bool)) {
	m.registry.MustRegister(&gaugeCollector{prometheus.NewDesc(namespace+"_"+name, help, nil, nil), read})
}

type gaugeCollector struct {
	desc *prometheus.Desc
	read func() (float64, bool)
}

// Describe sends the gauge's description.
func (g *gaugeCollector) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- g.desc }

// Collect sends the gauge's value, if any.
func (g *gaugeCollector) Collect(metrics chan<- prometheus.Metric) {
	if value, ok := g.read(); ok {
		metrics <- prometheus.MustNewConstMetric(g.desc, prometheus.GaugeValue, value)
	}
}

// ServeHTTP writes all metrics in Prometheus' text format.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}).ServeHTTP(w, r)
}
