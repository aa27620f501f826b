package httpapi

import (
	"net/http"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// tracer does nothing unless internal/traces has been started.
var tracer = otel.Tracer("kirana/internal/httpapi")

// startSpan starts a request's span, within the trace of a trusted proxy if any.
func (m Middleware) startSpan(r *http.Request) (*http.Request, trace.Span) {
	ctx := r.Context()
	if r.Header.Get("Traceparent") != "" && within(peerAddress(r), m.Proxies) {
		ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	}
	ctx, span := tracer.Start(ctx, methodOf(r), trace.WithSpanKind(trace.SpanKindServer))
	return r.WithContext(ctx), span
}

// endSpan names a span by its route, following the HTTP conventions:
// https://opentelemetry.io/docs/specs/semconv/http/http-spans/
func endSpan(span trace.Span, served ServedRequest) {
	span.SetName(served.Method + " " + served.Route)
	span.SetAttributes(attribute.String("http.request.method", served.Method), attribute.String("http.route", served.Route),
		attribute.Int("http.response.status_code", served.Status))
	if served.Code != "" {
		span.SetAttributes(attribute.String("error.type", served.Code))
	}
	if served.Status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}
