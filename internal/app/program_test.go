package app

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"kirana/internal/shoptest"
)

// storefront returns a folder with a built storefront of a single page.
func storefront(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("<html><head></head></html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	// The test's context has ended when a cleanup stops the program.
	cmd := exec.CommandContext(context.Background(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), programVariable+"=1")
	return cmd
}

// run runs a command of the program to its end.
func run(t *testing.T, stdin string, args ...string) (code int, out, errs string) {
	t.Helper()
	cmd := command(t, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// served is a shop that runs as a process.
type served struct {
	cmd    *exec.Cmd
	base   string
	stdout string // standard output until it served
	errs   *bytes.Buffer
}

// serve starts the shop on a free port and waits until it serves.
func serve(t *testing.T, args ...string) *served {
	t.Helper()
	return serveProcess(t, command(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--web-dir", storefront(t)}, args...)...))
}

// serveProcess starts a command that serves the shop, and waits until it serves.
func serveProcess(t *testing.T, cmd *exec.Cmd) *served {
	t.Helper()
	s := &served{cmd: cmd, errs: &bytes.Buffer{}}
	s.cmd.Stderr = s.errs
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.cmd.Process.Signal(syscall.SIGTERM)
		_ = s.cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if base, open := strings.CutPrefix(lines.Text(), "The shop is open at "); open {
			s.base = base
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return s
		}
		s.stdout += lines.Text() + "\n"
	}
	t.Fatalf("the shop did not open: %s", s.errs)
	return nil
}

// stops stops the shop with SIGTERM and returns its exit code.
func (s *served) stops(t *testing.T) int {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait()
	return s.cmd.ProcessState.ExitCode()
}

func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	status, _, body = fetchPage(t, url)
	return status, body
}

func (s *served) logs(t *testing.T, email, password string) (status int) {
	t.Helper()
	body, err := json.Marshal(record{"email": email, "password": password})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.base+"/api/user/login", bytes.NewReader(body))
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

// databaseFlags returns the arguments for a new shop with an empty database, which is already migrated.
func databaseFlags(t *testing.T, databaseURL string) []string {
	t.Helper()
	if databaseURL == "" {
		return []string{"--data-dir", shoptest.MigratedDir(t)}
	}
	return whereNew(t, databaseURL)
}

// whereNew returns the arguments for an empty data folder and, for PostgreSQL, the database.
func whereNew(t *testing.T, databaseURL string) []string {
	t.Helper()
	args := []string{"--data-dir", t.TempDir()}
	if databaseURL != "" {
		args = append(args, "--database-url", databaseURL)
	}
	return args
}

// whereDemo returns the arguments for a copy of the demo shop. With PostgreSQL, they are those of whereNew, and --demo
// has to create the demo.
func whereDemo(t *testing.T, databaseURL string) []string {
	t.Helper()
	args := whereNew(t, databaseURL)
	if databaseURL == "" {
		copyDemo(t, args[1])
	}
	return args
}

func TestServe_opensAStockedDemoShop(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		shop := serve(t, append(databaseFlags(t, databaseURL), "--demo")...)
		for _, account := range []string{"admin@kirana.test / kirana-admin-demo", "shopper@kirana.test / kirana-shopper-demo"} {
			if !strings.Contains(shop.stdout, account) {
				t.Errorf("serve --demo does not print %s: %s", account, shop.stdout)
			}
		}
		for _, path := range []string{"/healthz", "/readyz", "/", "/api/docs"} {
			if status, body := get(t, shop.base+path); status != http.StatusOK {
				t.Errorf("%s returned %d %.200s, want %d", path, status, body, http.StatusOK)
			}
		}
		if status := shop.logs(t, "admin@kirana.test", "kirana-admin-demo"); status != http.StatusOK {
			t.Errorf("the demo's administrator logs in with %d, want %d", status, http.StatusOK)
		}
		_, home := get(t, shop.base+"/api/product/home")
		var rows struct {
			Data []struct{ Products []struct{ Image []string } }
		}
		if err := json.Unmarshal([]byte(home), &rows); err != nil || len(rows.Data) < 12 {
			t.Fatalf("the home page has %d rows, %v, want at least 12", len(rows.Data), err)
		}
		for _, row := range rows.Data {
			for _, product := range row.Products {
				if len(product.Image) == 0 {
					continue
				}
				if status, _ := get(t, shop.base+product.Image[0]); status != http.StatusOK {
					t.Errorf("the picture %s returned %d, want %d", product.Image[0], status, http.StatusOK)
				}
			}
		}
		if code := shop.stops(t); code != 0 {
			t.Errorf("the shop ended with %d, want 0: %s", code, shop.errs)
		}
	})
}

func TestServe_refusesADataDirectoryInUse(t *testing.T) {
	t.Parallel()
	folder := databaseFlags(t, "")
	shop := serve(t, folder...)
	code, _, errs := run(t, "", append([]string{"serve", "--addr", "127.0.0.1:0", "--web-dir", storefront(t)}, folder...)...)
	if code != 1 || !strings.Contains(errs, "another Kirana is already serving the data directory") {
		t.Errorf("a second serve of the same folder ended with %d, want 1: %s", code, errs)
	}
	if status, _ := get(t, shop.base+"/readyz"); status != http.StatusOK {
		t.Errorf("the first one returned %d then, want %d", status, http.StatusOK)
	}
	if code := shop.stops(t); code != 0 {
		t.Errorf("the first shop ended with %d, want 0", code)
	}
	serve(t, folder...) // the folder's lock is released
}

func TestServe_finishesRunningRequests(t *testing.T) {
	t.Parallel()
	shop := serve(t, databaseFlags(t, "")...)
	address := strings.TrimPrefix(shop.base, "http://")
	dialer := net.Dialer{Timeout: 10 * time.Second}
	connection, err := dialer.DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connection.Close() }()
	body := `{"email":"nobody@example.in","password":"seven mangoes"}`
	fmt.Fprintf(connection, "POST /api/user/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(body))
	reader := bufio.NewReader(connection)
	// The server asks for the body, so the request has started.
	if line, err := reader.ReadString('\n'); err != nil || !strings.Contains(line, "100") {
		t.Fatalf("the server said %q, %v, want 100 Continue", line, err)
	}
	if _, err := reader.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := shop.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	closed := time.Now().Add(20 * time.Second)
	for { // until connections are refused
		another, err := dialer.DialContext(t.Context(), "tcp", address)
		if err != nil {
			break
		}
		_ = another.Close()
		if time.Now().After(closed) {
			t.Fatal("still accepts connections after SIGTERM")
		}
	}
	fmt.Fprint(connection, body)
	response, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("the call that had begun returned %d, want %d", response.StatusCode, http.StatusUnauthorized)
	}
	_ = shop.cmd.Wait()
	if code := shop.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("the shop ended with %d, want 0: %s", code, shop.errs)
	}
}

func TestAdminCreate_worksBesideARunningShop(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		data := databaseFlags(t, databaseURL)
		shop := serve(t, data...)
		create := append([]string{"admin", "create", "--email", "Asha@Example.in", "--name", "Asha"}, data...)
		code, out, errs := run(t, "seven mangoes\n", create...)
		if code != 0 || !strings.Contains(out, "asha@example.in is an administrator now.") || strings.Contains(out+errs, "mangoes") {
			t.Fatalf("admin create ended with %d, want 0 and no password printed: %s%s", code, out, errs)
		}
		if status := shop.logs(t, "asha@example.in", "seven mangoes"); status != http.StatusOK {
			t.Errorf("logs in with %d, want %d", status, http.StatusOK)
		}
		for password, sentence := range map[string]string{"seven mangoes\n": "Email is already registered.", "short\n": "Password must have 8 to 128 characters.", "": "Password must have"} {
			if code, _, errs := run(t, password, create...); code != 1 || !strings.Contains(errs, sentence) {
				t.Errorf("admin create with the password %q ended with %d, want 1 and %q: %s", password, code, sentence, errs)
			}
		}
	})
}

func TestImport_isVisibleInARunningShop(t *testing.T) {
	t.Parallel()
	eachDatabase(t, func(t *testing.T, databaseURL string) {
		data := databaseFlags(t, databaseURL)
		shop := serve(t, data...)
		file := filepath.Join(t.TempDir(), "prices.csv")
		if err := os.WriteFile(file, []byte("Name,MRP\nToor Dal,160\n,5\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		imports := append([]string{"import", "products", file}, data...)
		code, out, errs := run(t, "", append(imports, "--dry-run")...)
		if code != 0 || !strings.Contains(out, "Dry run: nothing was written.") {
			t.Errorf("a dry run of the import ended with %d, want 0 and nothing written: %s%s", code, out, errs)
		}
		code, out, errs = run(t, "", append(imports, "--stock", "7")...)
		if code != 0 || !strings.Contains(out, "1 imported") || !strings.Contains(out, "line 3 skipped: The product has no name.") {
			t.Fatalf("the import ended with %d, want 0, one product and line 3 skipped: %s%s", code, out, errs)
		}
		reports, err := filepath.Glob(filepath.Join(data[1], "imports", "*.txt"))
		if err != nil || len(reports) == 0 {
			t.Errorf("the reports of the imports are %v, %v, want one at least", reports, err)
		}
		done := time.Now()
		for {
			_, body := get(t, shop.base+"/api/product/getAll?q=toor")
			if strings.Contains(body, `"name":"Toor Dal"`) && strings.Contains(body, `"stock":7`) {
				break
			}
			if time.Since(done) > 15*time.Second {
				t.Fatalf("15 s after the import the page shows %s", body)
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Logf("showed after %s", time.Since(done).Round(time.Millisecond))
	})
}

func TestCommands_explainTheirErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"version"}, 0, "kirana 1.2.3"},
		{[]string{"--help"}, 0, "serve"},
		{[]string{}, 2, "Try `kirana --help`"},
		{[]string{"sell"}, 2, "Try `kirana --help`"},
		{[]string{"migrate", "--data-dir", dir}, 0, "The database is up to date."},
		{[]string{"migrate", "--data-dir", dir}, 0, "The database is up to date."},
		{[]string{"openapi"}, 0, "openapi: 3.1"},
		{[]string{"import", "products", filepath.Join(dir, "none.csv")}, 2, "none.csv"},
		{[]string{"import", "products", os.Args[0], "--stock=-1", "--data-dir", dir}, 1, "--stock must be a whole number"},
		{[]string{"import", "products", os.Args[0], "--map", "nonsense=x", "--data-dir", dir}, 1, "A column is named for a field that does not exist"},
		{[]string{"serve", "--data-dir", dir, "--public-url", "shop"}, 1, "KIRANA_PUBLIC_URL must be"},
		{[]string{"serve", "--data-dir", dir, "--database-url", "mysql://u:mangoes7@db/x"}, 1, "KIRANA_DATABASE_URL must begin with postgres://"},
		{[]string{"serve", "--data-dir", t.TempDir(), "--database-url", "postgres://u:mangoes7@127.0.0.1:1/x"}, 1, "reach PostgreSQL"},
		{[]string{"serve", "--data-dir", dir, "--trusted-proxies", "everyone"}, 1, "KIRANA_TRUSTED_PROXIES must list"},
		{[]string{"serve", "--data-dir", dir, "--addr", "nowhere:99999"}, 1, "listen on nowhere:99999"},
	} {
		code, out, errs := run(t, "", c.args...)
		if code != c.code || !strings.Contains(out+errs, c.says) {
			t.Errorf("%q ended with %d, want %d and %q: %s%s", c.args, code, c.code, c.says, out, errs)
		}
		if strings.Contains(out+errs, "mangoes7") {
			t.Errorf("%q prints the password: %s%s", c.args, out, errs)
		}
	}
}
