package mail

import (
	"context"
	"crypto/x509"
	"net"
)

// Trust has the sender believe certificates that this authority signed.
func (s *SMTP) Trust(authority *x509.CertPool) *SMTP {
	s.roots = authority
	return s
}

// LeadTo has every connection end at this address, whatever the server is called.
func (s *SMTP) LeadTo(address string) *SMTP {
	s.connect = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	return s
}
