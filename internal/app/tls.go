package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"kirana/internal/certs"
)

// certificatesFolder is the folder of certificates and their keys, in the data directory.
const certificatesFolder = "certificates"

// secure serves HTTPS with the shop's own certificates.
type secure struct {
	certs    *certs.Manager
	listener net.Listener // for HTTPS
	redirect net.Listener // for redirects from HTTP
}

// listenForTLS opens the listeners for HTTPS and for redirects, if the shop has a domain.
func (a *App) listenForTLS(ctx context.Context) (err error) {
	settings := a.features.config.TLS
	if len(settings.Domains) == 0 {
		return nil
	}
	listen := func(address string) (net.Listener, error) {
		listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
		if err != nil {
			return nil, fmt.Errorf("listen on %s for KIRANA_TLS_DOMAIN: %w", address, err)
		}
		a.closers = append(a.closers, func() { _ = listener.Close() })
		return listener, nil
	}
	s := &secure{}
	if s.listener, err = listen(settings.Addr); err != nil {
		return err
	}
	if s.redirect, err = listen(settings.RedirectAddr); err != nil {
		return err
	}
	s.certs, err = certs.New(certs.Config{
		Domains: settings.Domains, Folder: filepath.Join(a.features.config.DataDir, certificatesFolder),
		DirectoryURL: settings.ACMEURL, RootsFile: settings.ACMECA, Email: settings.Email, Log: a.features.log,
		HTTPPort: portOf(s.redirect), HTTPSPort: portOf(s.listener),
	})
	a.secure = s
	return err
}

func portOf(listener net.Listener) int {
	if address, ok := listener.Addr().(*net.TCPAddr); ok {
		return address.Port
	}
	return 0
}

func (s *secure) tlsListener(plain net.Listener) net.Listener {
	return tls.NewListener(plain, s.certs.TLS())
}

// serveRedirect redirects HTTP to HTTPS until ctx ends, and responds to the challenges of the certificate authority.
func (a *App) serveRedirect(ctx context.Context) error {
	if a.secure == nil {
		return nil
	}
	connections := a.connections()
	server := &http.Server{
		Handler: a.secure.certs.Redirect(), ConnState: connections.ServerState, ErrorLog: slog.NewLogLogger(a.features.log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 5 * time.Second, WriteTimeout: 5 * time.Second, MaxHeaderBytes: 16 << 10,
	}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(connections.Listen(a.secure.redirect)); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("redirect to HTTPS: %w", err)
	}
	return nil
}

// renewCertificates obtains and renews certificates until ctx ends.
func (a *App) renewCertificates(ctx context.Context) error {
	if a.secure == nil {
		return nil
	}
	return a.secure.certs.Run(ctx)
}
