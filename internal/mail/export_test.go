package mail

import (
	"context"
	"crypto/x509"
	"net"
)

// Trust makes the sender accept certificates signed by this authority.
func (s *SMTP) Trust(authority *x509.CertPool) *SMTP {
	s.roots = authority
	return s
}

// ConnectTo makes every connection go to this address, whatever the server's name.
func (s *SMTP) ConnectTo(address string) *SMTP {
	s.connect = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	return s
}
