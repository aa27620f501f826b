package certs_test

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"io"
	"io/fs"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"

	"kirana/internal/certs"
	"kirana/internal/shoptest"
)

const domain = "shop.kirana.test"

// acme runs pebble, a real ACME server, and returns its directory URL and the file with its own
// authority. It reaches every domain on this machine, on the two ports, and issues certificates of
// the given validity.
func acme(t *testing.T, httpPort, httpsPort int, validity time.Duration) (directory, roots string) {
	t.Helper()
	program := shoptest.Tool(t, "tools/go.mod", "pebble")
	dir := t.TempDir()
	roots = filepath.Join(dir, "cert.pem")
	key := filepath.Join(dir, "key.pem")
	selfSigned(t, roots, key)
	port := freePort(t)
	settings := map[string]any{"pebble": map[string]any{
		"listenAddress": "127.0.0.1:" + strconv.Itoa(port), "managementListenAddress": "127.0.0.1:" + strconv.Itoa(freePort(t)),
		"certificate": roots, "privateKey": key, "httpPort": httpPort, "tlsPort": httpsPort,
		"profiles": map[string]any{"default": map[string]any{"description": "of the test", "validityPeriod": int(validity.Seconds())}},
	}}
	text, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(dir, "pebble.json")
	if err := os.WriteFile(config, text, 0o600); err != nil {
		t.Fatal(err)
	}
	pebble := exec.Command(program, "-config", config, "-dnsserver", nameServer(t))
	pebble.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	out, err := pebble.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := pebble.Start(); err != nil {
		t.Fatalf("start pebble: %v", err)
	}
	t.Cleanup(func() {
		_ = pebble.Process.Kill()
		_ = pebble.Wait()
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if strings.Contains(lines.Text(), "ACME directory available at") {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return "https://127.0.0.1:" + strconv.Itoa(port) + "/dir", roots
		}
	}
	t.Fatal("pebble did not say where it listens")
	return "", ""
}

// nameServer resolves every domain to this machine.
func nameServer(t *testing.T) string {
	t.Helper()
	listener := listen(t)
	server := &dns.Server{Listener: listener, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, question *dns.Msg) {
		reply := new(dns.Msg)
		reply.SetReply(question)
		if len(question.Question) == 1 && question.Question[0].Qtype == dns.TypeA {
			reply.Answer = []dns.RR{&dns.A{
				Hdr: dns.RR_Header{Name: question.Question[0].Name, Rrtype: dns.TypeA, Class: dns.ClassINET, Ttl: 1}, A: net.IPv4(127, 0, 0, 1),
			}}
		}
		_ = w.WriteMsg(reply)
	})}
	go func() { _ = server.ActivateAndServe() }()
	t.Cleanup(func() { _ = server.Shutdown() })
	return listener.Addr().String()
}

func selfSigned(t *testing.T, certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "pebble"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: cert}, keyFile: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	listener := listen(t)
	_ = listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

// client returns a client that connects port 443 of every domain to httpsAddress, and other ports to
// httpAddress.
func client(httpAddress, httpsAddress string) *http.Client {
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // pebble has a new authority at each start
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if strings.HasSuffix(address, ":443") {
					return (&net.Dialer{}).DialContext(ctx, network, httpsAddress)
				}
				return (&net.Dialer{}).DialContext(ctx, network, httpAddress)
			},
		},
	}
}

// serveBoth serves both ports with the manager's certificates until the test ends.
func serveBoth(t *testing.T, config certs.Config, plain, secure net.Listener) {
	t.Helper()
	m, err := certs.New(config)
	if err != nil {
		t.Fatal(err)
	}
	shop := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "open") })
	for listener, handler := range map[net.Listener]http.Handler{plain: m.Redirect(), tls.NewListener(secure, m.TLS()): shop} {
		server := &http.Server{Handler: handler, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
		go func() { _ = server.Serve(listener) }()
		t.Cleanup(func() { _ = server.Close() })
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- m.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestManager_renewsWithoutAFailedHandshake(t *testing.T) {
	t.Parallel()
	plain, secure := listen(t), listen(t)
	config := certs.Config{
		Domains: []string{domain}, Folder: filepath.Join(t.TempDir(), "certificates"), Log: slog.New(slog.DiscardHandler),
		HTTPPort: plain.Addr().(*net.TCPAddr).Port, HTTPSPort: secure.Addr().(*net.TCPAddr).Port,
	}.WithRenewal(100*time.Millisecond, 0.95)
	const validity = 24 * time.Second // renewed after 1.2 s
	config.DirectoryURL, config.RootsFile = acme(t, config.HTTPPort, config.HTTPSPort, validity)
	serveBoth(t, config, plain, secure)
	dialer := &tls.Dialer{Config: &tls.Config{ServerName: domain, InsecureSkipVerify: true}} // pebble has a new authority at each start
	handshake := func() (*x509.Certificate, error) {
		connection, err := dialer.DialContext(t.Context(), "tcp", secure.Addr().String())
		if err != nil {
			return nil, err
		}
		leaf := connection.(*tls.Conn).ConnectionState().PeerCertificates[0]
		return leaf, connection.Close()
	}
	seen := map[string]bool{}
	handshakes := 0
	for deadline := time.Now().Add(2 * time.Minute); len(seen) < 2; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no renewal in two minutes")
		}
		leaf, err := handshake()
		switch {
		case err != nil && len(seen) == 0: // the first certificate is on its way
			continue
		case err != nil:
			t.Fatalf("a handshake after the first certificate: %v", err)
		case time.Now().After(leaf.NotAfter):
			t.Fatalf("served a certificate that ended at %s", leaf.NotAfter)
		}
		handshakes++
		seen[leaf.SerialNumber.String()] = true
	}
	t.Logf("%d handshakes over a renewal", handshakes)
}

func TestManager_obtainsACertificateAndKeepsItPrivate(t *testing.T) {
	t.Parallel()
	plain, secure := listen(t), listen(t)
	folder := filepath.Join(t.TempDir(), "certificates")
	config := certs.Config{
		Domains: []string{domain, "www." + domain}, Folder: folder, Log: slog.New(slog.DiscardHandler),
		HTTPPort: plain.Addr().(*net.TCPAddr).Port, HTTPSPort: secure.Addr().(*net.TCPAddr).Port,
	}
	config.DirectoryURL, config.RootsFile = acme(t, config.HTTPPort, config.HTTPSPort, 90*24*time.Hour)
	serveBoth(t, config, plain, secure)

	browser := client(plain.Addr().String(), secure.Addr().String())
	get := func(url string) *http.Response {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := browser.Do(request)
		if err != nil {
			return nil
		}
		_ = response.Body.Close()
		return response
	}
	var response *http.Response
	for deadline := time.Now().Add(time.Minute); response == nil; response = get("https://www." + domain + "/") {
		time.Sleep(20 * time.Millisecond)
		if time.Now().After(deadline) {
			t.Fatal("no certificate was issued")
		}
	}
	if leaf := response.TLS.PeerCertificates[0]; leaf.VerifyHostname("www."+domain) != nil || !strings.Contains(leaf.Issuer.CommonName, "Pebble") || response.ProtoMajor != 2 {
		t.Errorf("serves %v of %s by %s, want www.%s of Pebble by HTTP/2", leaf.DNSNames, leaf.Issuer, response.Proto, domain)
	}
	for from, to := range map[string]string{
		"http://" + domain + "/product/a?b=c": "https://" + domain + "/product/a?b=c",
		"http://WWW." + domain + "/":          "https://www." + domain + "/",
		"http://evil.example/x":               "https://" + domain + "/x",
	} {
		if moved := get(from); moved == nil || moved.StatusCode != http.StatusPermanentRedirect || moved.Header.Get("Location") != to {
			t.Errorf("%s redirects to %+v, want %s", from, moved, to)
		}
	}
	files := 0
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		// Lock files are empty, and in a folder that other users cannot open.
		if err == nil && info.Mode().Perm()&0o077 != 0 && !strings.HasSuffix(path, ".lock") {
			t.Errorf("others can read %s, mode %s", path, info.Mode())
		}
		files++
		return err
	})
	if err != nil || files < 6 {
		t.Errorf("%d files are stored, %v, want at least 6", files, err)
	}
}
