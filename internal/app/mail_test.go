package app

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"kirana/internal/db"
)

// postOffice is a mail server that delays every mail until it is released.
type postOffice struct {
	address string
	offered chan struct{} // a mail has arrived
	release chan struct{} // closed to accept mails

	mu    sync.Mutex
	taken []string
}

func openPostOffice(t *testing.T) *postOffice {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &postOffice{address: listener.Addr().String(), offered: make(chan struct{}, 100), release: make(chan struct{})}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return p, nil }))
	ended := make(chan struct{})
	go func() {
		_ = server.Serve(listener)
		close(ended)
	}()
	t.Cleanup(func() {
		_ = server.Close()
		_ = listener.Close()
		<-ended
	})
	return p
}

func (p *postOffice) Mail(string, *smtp.MailOptions) error { return nil }
func (p *postOffice) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (p *postOffice) Reset()                               {}
func (p *postOffice) Logout() error                        { return nil }

func (p *postOffice) Data(r io.Reader) error {
	content, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	p.offered <- struct{}{}
	<-p.release
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken = append(p.taken, string(content))
	return nil
}

func (p *postOffice) mails() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.taken...)
}

func (s *served) put(t *testing.T, method, path, body string) (status int) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.base+"/api"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	return response.StatusCode
}

func TestServe_finishesTheMailBeingSentBeforeItStops(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		office, place := openPostOffice(t), databaseFlags(t, databaseURL)
		shop := serve(t, append(place, "--smtp-url", "smtp://"+office.address)...)
		if status := shop.put(t, "POST", "/user/register", `{"name":"Ravi","email":"ravi@example.in","password":"seven mangoes"}`); status != http.StatusCreated {
			t.Fatalf("registering while the mail server holds its breath: %d, want %d", status, http.StatusCreated)
		}
		<-office.offered
		ended := make(chan int)
		go func() { ended <- shop.stops(t) }()
		select {
		case code := <-ended:
			t.Fatalf("the shop ended with %d before the mail was sent: %s", code, shop.errs)
		case <-time.After(300 * time.Millisecond): // it still waits for the mail server's response
		}
		close(office.release)
		if code := <-ended; code != 0 {
			t.Errorf("the shop ended with %d, want 0: %s", code, shop.errs)
		}
		mails := office.mails()
		if len(mails) != 1 || !strings.Contains(mails[0], "<shop@localhost>") || !strings.Contains(mails[0], shop.base+"/verify-email?") {
			t.Errorf("%d mails, want one from shop@localhost with the link to verify: %s", len(mails), strings.Join(mails, "\n"))
		}
		d, err := db.Open(t.Context(), databaseURL, place[1])
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		if remaining, err := db.Get[int](t.Context(), d, `SELECT COUNT(*) FROM jobs`); err != nil || remaining != 0 {
			t.Errorf("%d jobs are left to be done again: %v, want 0", remaining, err)
		}
	})
}

func TestServe_refusesInvalidMailSettingsWithoutPrintingThem(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--smtp-url", "mail.example.in:canary"}, {"--smtp-url", "smtp://u:canary@"}, {"--mail-from", "canary"}} {
		code, _, errs := run(t, "", append([]string{"serve", "--data-dir", t.TempDir(), "--web-dir", storefront(t)}, args...)...)
		if code != 1 || !strings.Contains(errs, "KIRANA_") || strings.Contains(errs, "canary") {
			t.Errorf("serve %v ended with %d, want 1 and the setting's name without its value: %s", args, code, errs)
		}
	}
}

var sixDigits = regexp.MustCompile(`\b\d{6}\b`)

func TestServe_withoutAMailServerKeepsMailsAndLogsThemInTheDemoOnly(t *testing.T) {
	t.Parallel()
	for name, extra := range map[string][]string{"a shop": nil, "the demo": {"--demo"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			place := databaseFlags(t, "")
			shop := serve(t, append(place, extra...)...)
			shop.put(t, "POST", "/user/register", `{"name":"Ravi","email":"ravi@example.in","password":"seven mangoes"}`)
			shop.put(t, "PUT", "/user/forgot-password", `{"email":"ravi@example.in"}`)
			kept := func() []string {
				files, err := filepath.Glob(filepath.Join(place[1], "mail", "*.eml"))
				if err != nil {
					t.Fatal(err)
				}
				return files
			}
			deadline := time.After(30 * time.Second)
			for len(kept()) < 2 {
				select {
				case <-deadline:
					t.Fatalf("%d mails are kept at the deadline, want 2: %s", len(kept()), shop.errs)
				case <-time.Tick(10 * time.Millisecond):
				}
			}
			if code := shop.stops(t); code != 0 {
				t.Errorf("the shop ended with %d, want 0", code)
			}
			otp := ""
			for _, file := range kept() {
				content, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if bytes.Contains(content, []byte("Your Kirana OTP")) {
					otp = sixDigits.FindString(string(content))
				}
			}
			if isLogged := strings.Contains(shop.errs.String(), otp); otp == "" || isLogged != (name == "the demo") {
				t.Errorf("the OTP of %s is %q, want one, in the log of the demo alone: %s", name, otp, shop.errs)
			}
		})
	}
}
