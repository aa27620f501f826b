package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof" // also registers with the default mux, which is not served
	"time"

	"kirana/internal/health"
	"kirana/internal/traces"
)

// opsHandler serves metrics, health and profiles to the operator.
func (f *features) opsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", f.metrics)
	mux.HandleFunc("GET /healthz", health.ServeLive)
	mux.HandleFunc("GET /readyz", f.health.ServeReady)
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// startTraces sends traces to the operator's collector, if configured.
func (a *App) startTraces(ctx context.Context, o Options) error {
	address := a.features.config.TracesURL
	if address == "" {
		return nil
	}
	stop, err := traces.Start(ctx, address, o.Version, o.Log)
	if err == nil {
		a.closers = append(a.closers, stop)
	}
	return err
}

// listenForOps opens the operator's listener, if configured.
func (a *App) listenForOps(ctx context.Context) (err error) {
	address := a.features.config.OpsAddr
	if address == "" {
		return nil
	}
	if a.opsListener, err = (&net.ListenConfig{}).Listen(ctx, "tcp", address); err != nil {
		return fmt.Errorf("listen on %s for KIRANA_OPS_ADDR: %w", address, err)
	}
	a.closers = append(a.closers, func() { _ = a.opsListener.Close() })
	return nil
}

// serveOps serves the operator until ctx ends. Responses have no deadline, as profiles take as long as requested.
func (a *App) serveOps(ctx context.Context) error {
	if a.opsListener == nil {
		return nil
	}
	log := a.features.log
	log.InfoContext(ctx, "metrics and profiles are served", "address", a.opsListener.Addr().String())
	server := &http.Server{
		Handler: a.features.opsHandler(), ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn), ReadHeaderTimeout: 10 * time.Second,
	}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(a.opsListener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve KIRANA_OPS_ADDR: %w", err)
	}
	return nil
}
