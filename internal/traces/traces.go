// Package traces sends the timing of requests, transactions and jobs to an OTLP/HTTP collector, if
// the operator configures one. Spans contain routes and kinds, never paths, ids or request data.
package traces

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"

	"kirana/internal/clock"
)

const (
	// exportTimeout bounds a delivery, and flushTimeout the last delivery, at shutdown.
	exportTimeout = 5 * time.Second
	flushTimeout  = 3 * time.Second
	// reminderInterval is the minimum time between two logs of an unreachable collector.
	reminderInterval = 5 * time.Minute
	path             = "/v1/traces"
)

// Start begins sending traces to the collector at a base URL, with the headers of OTEL_EXPORTER_OTLP_HEADERS.
// OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG select the traces. stop sends the remaining traces within
// flushTimeout. An unreachable collector delays nothing else.
func Start(ctx context.Context, collectorURL, version string, log *slog.Logger) (stop func(), err error) {
	exporter, err := otlptracehttp.New(ctx,
		otlptracehttp.WithEndpointURL(strings.TrimRight(collectorURL, "/")+path), otlptracehttp.WithTimeout(exportTimeout),
		// Undelivered traces are dropped to save memory.
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{Enabled: false}))
	if err != nil {
		return nil, fmt.Errorf("send traces: %w", err)
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithHost(),
		resource.WithAttributes(attribute.String("service.name", "kirana"), attribute.String("service.version", version)), resource.WithFromEnv())
	if err != nil && !errors.Is(err, resource.ErrPartialResource) {
		return nil, fmt.Errorf("send traces: %w", err)
	}
	otel.SetErrorHandler(&reporter{log: log, clock: clock.System{}})
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter), trace.WithResource(about))
	otel.SetTracerProvider(provider)
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTimeout)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			log.WarnContext(ctx, "the last traces were not sent", "error", err.Error())
		}
	}, nil
}

// reporter logs why traces are not sent, at most once per interval.
type reporter struct {
	log   *slog.Logger
	clock clock.Clock

	mu     sync.Mutex
	lastAt time.Time
}

// Handle logs an error, unless one was logged recently.
func (r *reporter) Handle(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.clock.Now(); now.Sub(r.lastAt) >= reminderInterval {
		r.lastAt = now
		r.log.Warn("traces are not sent", "error", err.Error())
	}
}
