package metrics

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/health"
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(namespace+"_"+name, help, labels, nil)
}

// databaseCollector reads the database's pool and failure counts.
type databaseCollector struct {
	db                            *db.DB
	open, inUse, waits, waitedFor *prometheus.Desc
	failures                      *prometheus.Desc
}

func newDatabaseCollector(d *db.DB) *databaseCollector {
	return &databaseCollector{
		db:        d,
		open:      describe("db_connections_open", "Connections to the database, by pool.", "pool"),
		inUse:     describe("db_connections_in_use", "Connections that run a statement or transaction, by pool.", "pool"),
		waits:     describe("db_waits_total", "Calls that waited for a free connection, by pool.", "pool"),
		waitedFor: describe("db_waited_seconds_total", "How long calls waited for a free connection, by pool.", "pool"),
		failures:  describe("db_failures_total", "Calls for which the database could not be used, by reason.", "reason"),
	}
}

// Describe sends nothing: a shop that only lists its calls has no database.
func (c *databaseCollector) Describe(chan<- *prometheus.Desc) {}

// Collect sends the current values.
func (c *databaseCollector) Collect(metrics chan<- prometheus.Metric) {
	for pool, stats := range c.db.Stats() {
		metrics <- prometheus.MustNewConstMetric(c.open, prometheus.GaugeValue, float64(stats.OpenConnections), pool)
		metrics <- prometheus.MustNewConstMetric(c.inUse, prometheus.GaugeValue, float64(stats.InUse), pool)
		metrics <- prometheus.MustNewConstMetric(c.waits, prometheus.CounterValue, float64(stats.WaitCount), pool)
		metrics <- prometheus.MustNewConstMetric(c.waitedFor, prometheus.CounterValue, stats.WaitDuration.Seconds(), pool)
	}
	failures := c.db.Failures()
	for _, reason := range []db.Reason{db.Unreachable, db.Frozen, db.Locked, db.Full, db.Refused, db.Damaged} {
		metrics <- prometheus.MustNewConstMetric(c.failures, prometheus.CounterValue, float64(failures[reason]), string(reason))
	}
}

// healthCollector reads the last probe's result.
type healthCollector struct {
	health                   *health.Service
	ready, pictures, damaged *prometheus.Desc
}

func newHealthCollector(h *health.Service) *healthCollector {
	return &healthCollector{
		health:   h,
		ready:    describe("ready", "1 when the database can be written and its data is whole."),
		pictures: describe("pictures_ready", "1 when pictures can be stored and read."),
		damaged:  describe("data_damaged", "1 when the data is damaged, and no order is taken."),
	}
}

// Describe sends the descriptions.
func (c *healthCollector) Describe(descriptions chan<- *prometheus.Desc) {
	prometheus.DescribeByCollect(c, descriptions)
}

// Collect sends the current values.
func (c *healthCollector) Collect(metrics chan<- prometheus.Metric) {
	state := c.health.State()
	for desc, isTrue := range map[*prometheus.Desc]bool{c.ready: state.Ready(), c.pictures: state.Pictures, c.damaged: state.Damage != ""} {
		value := 0.0
		if isTrue {
			value = 1
		}
		metrics <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value)
	}
}

const (
	// readTimeout bounds the statements of one Collect together.
	readTimeout = 3 * time.Second
	// minInterval and minScanInterval are the lifetimes of cached values, the latter for statements
	// that scan whole tables.
	minInterval     = 5 * time.Second
	minScanInterval = time.Minute
)

// shopCollector reads the shop's numbers from the database.
type shopCollector struct {
	db    *db.DB
	clock clock.Clock
	log   *slog.Logger
	descs shopDescs

	mu        sync.Mutex
	readAt    time.Time
	scannedAt time.Time
	numbers   []prometheus.Metric
	scanned   []prometheus.Metric
}

func newShopCollector(s Sources) *shopCollector {
	return &shopCollector{db: s.DB, clock: s.Clock, log: s.Log, descs: newShopDescs()}
}

// Describe sends nothing, because the set of metrics depends on the shop.
func (c *shopCollector) Describe(chan<- *prometheus.Desc) {}

// Collect sends the cached or newly read values; none while the database is unreachable.
func (c *shopCollector) Collect(metrics chan<- prometheus.Metric) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.clock.Now()
	ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
	defer cancel()
	if now.Sub(c.readAt) >= minInterval {
		c.numbers = c.read(ctx, now, c.readNumbers)
		c.readAt = now
	}
	if now.Sub(c.scannedAt) >= minScanInterval {
		c.scanned = c.read(ctx, now, c.scanTables)
		c.scannedAt = now
	}
	for _, list := range [][]prometheus.Metric{c.numbers, c.scanned} {
		for _, metric := range list {
			metrics <- metric
		}
	}
}

func (c *shopCollector) read(ctx context.Context, now time.Time, from func(context.Context, time.Time) ([]prometheus.Metric, error)) []prometheus.Metric {
	found, err := from(ctx, now)
	if err != nil {
		c.log.WarnContext(ctx, "read metrics", "error", err.Error())
		return nil
	}
	return found
}
