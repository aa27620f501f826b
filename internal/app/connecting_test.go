package app

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kirana/internal/db"
	"kirana/internal/httpapi"
	"kirana/internal/shoptest"
)

// programsOf returns the programs of docs/connecting.md by their file names.
func programsOf(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile("../../docs/connecting.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, block := range regexp.MustCompile("(?s)```js\n(// ([a-z]+\\.mjs).*?)```").FindAllStringSubmatch(string(page), -1) {
		found[block[2]] = block[1]
	}
	return found
}

func TestConnecting_exampleProgramsRun(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		shoptest.SkipWithout(t, "Node.js is not installed")
	}
	router, f, secrets := programs(t)
	if err := f.view.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(f.handler(router, http.NotFoundHandler(), ""))
	t.Cleanup(server.Close)
	productID := shoptest.AddProduct(t, f.db, shoptest.Product{Name: "Toor Dal", Stock: 10})
	err = f.db.Tx(t.Context(), func(tx *db.Tx) error {
		return db.Exec(t.Context(), tx, `UPDATE products SET sku = 'DAL-1' WHERE id = $1`, productID)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.view.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	sources, dir := programsOf(t), t.TempDir()
	run := func(scope httpapi.Scope, name string, args ...string) string {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(sources[name]), 0o600); err != nil || sources[name] == "" {
			t.Fatalf("write the program %s, whose source in the page is %q: %v", name, sources[name], err)
		}
		command := exec.CommandContext(t.Context(), node, append([]string{file}, args...)...)
		command.Dir, command.Env = dir, append(os.Environ(), "KIRANA_URL="+server.URL, "KIRANA_TOKEN="+secrets[scope])
		out, err := command.CombinedOutput()
		if err != nil {
			t.Errorf("run %s: %v\n%s", name, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	for range 2 { // the same bill twice
		if got := run(httpapi.ScopeCatalog, "till.mjs", "17", "DAL-1=3"); got != "DAL-1 7" {
			t.Errorf("the till prints %q, want %q", got, "DAL-1 7")
		}
	}
	if got := run(httpapi.ScopeCatalog, "prices.mjs", "DAL-1=165.5"); got != "Toor Dal 165.5" {
		t.Errorf("the prices print %q, want %q", got, "Toor Dal 165.5")
	}
	var firstOutput string
	for range 2 { // the same message twice
		got := run(httpapi.ScopeOrders, "order.mjs", "wamid.1", "Meena", "9876500001", "toor dal", "2")
		if !regexp.MustCompile(`^Order \d+: Toor Dal, ₹\d`).MatchString(got) || firstOutput != "" && got != firstOutput {
			t.Errorf("the helper prints %q, want an order of Toor Dal, and at the second time the same as at the first, %q",
				got, firstOutput)
		}
		firstOutput = got
	}
	if shoptest.Stock(t, f.db, productID) != 5 {
		t.Errorf("%d pieces are left, want 5", shoptest.Stock(t, f.db, productID))
	}
	for range 2 { // first from its default time, then from the position that it stored
		if got := run(httpapi.ScopeRead, "bills.mjs"); got != "" {
			t.Errorf("the helper prints %q, want nothing without a bill", got)
		}
	}
}
