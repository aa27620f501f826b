package main

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// order lists the shop's packages: each may import only those before it. Tests may import anything.
var order = []string{
	"internal/language", "internal/fault", "internal/money", "internal/clock", "internal/id", "internal/slug", "internal/unicodetext", "internal/secret", "internal/lru", "internal/disk", "internal/config", "internal/egress", "internal/install", "internal/certs", "internal/objects", "internal/traces", "internal/tax",
	"internal/db", "internal/db/keyring", "internal/backup", "internal/job", "internal/copies", "internal/idempotency", "internal/limit",
	"internal/httpcache", "internal/httpapi", "internal/render", "internal/plain", "web",
	"internal/health", "internal/reach", "internal/metrics", "internal/audit", "internal/changes", "internal/tax/rates", "internal/settings", "internal/bill", "internal/notify",
	"internal/account/secondfactor", "internal/account", "internal/token", "internal/webhook", "internal/setup", "internal/media",
	"internal/catalog/search/indic", "internal/catalog/search", "internal/catalog/drawing", "internal/catalog/diet", "internal/catalog", "internal/catalog/stock", "internal/catalog/view", "internal/cart",
	"internal/catalog/importer/workbook", "internal/catalog/importer/csvimport", "internal/catalog/importer", "internal/catalog/admin", "internal/catalog/taxes", "internal/catalog/pictures",
	"internal/address", "internal/demand", "internal/ucp",
	"internal/payment", "internal/payment/stripe", "internal/payment/testpay",
	"internal/purchase", "internal/khata", "internal/order", "internal/order/list", "internal/complaint", "internal/customer", "internal/counter", "internal/export/sheet", "internal/export", "internal/books", "internal/mail", "internal/report", "internal/demo",
	"internal/payment/stripe/stripetest", "internal/shoptest", "internal/shoptest/s3test", "internal/shoptest/contracttest", "internal/shoptest/catalogtest", "internal/shoptest/paymenttest", "internal/shoptest/ordertest", "internal/shoptest/testshop",
	"internal/app", "bench", "",
}

// importers lists the only packages that may import a package, in addition to the rule of order.
var importers = map[string][]string{
	"internal/payment/stripe":            {"internal/app", "internal/payment/stripe/stripetest", "internal/shoptest/paymenttest"},
	"internal/payment/testpay":           {"internal/app", "internal/shoptest/paymenttest"},
	"internal/payment/stripe/stripetest": {"internal/shoptest/paymenttest"},
	"internal/shoptest":                  {"internal/shoptest/s3test", "internal/shoptest/catalogtest", "internal/shoptest/paymenttest", "internal/shoptest/ordertest", "internal/shoptest/testshop", "bench"},
	"internal/shoptest/catalogtest":      {},
	"internal/shoptest/paymenttest":      {"internal/shoptest/testshop"},
	"internal/shoptest/ordertest":        {},
	"internal/shoptest/contracttest":     {"internal/shoptest/catalogtest", "internal/shoptest/testshop"},
	"internal/shoptest/testshop":         {},
	"internal/demo":                      {"internal/app", "bench"},
	"internal/app":                       {""},
	"web":                                {"internal/app"},
}

// imports lists the only packages of the shop that a package may import, in addition to the rule of order.
var imports = map[string][]string{
	"internal/demo": {"internal/money", "internal/catalog/drawing"}, // the demo catalog is plain content
}

func TestImports_followTheOrderOfPackages(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var listed struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&listed); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		name := withinShop(listed.ImportPath)
		place := slices.Index(order, name)
		if place < 0 {
			t.Errorf("%s has no place in the order of packages", listed.ImportPath)
			continue
		}
		for _, path := range listed.Imports {
			if path != "kirana" && !strings.HasPrefix(path, "kirana/") {
				continue
			}
			imported := withinShop(path)
			allowed, limited := importers[imported]
			only, few := imports[name]
			if at := slices.Index(order, imported); at < 0 || at >= place || (limited && !slices.Contains(allowed, name)) || (few && !slices.Contains(only, imported)) {
				t.Errorf("%s may not import %s", listed.ImportPath, path)
			}
		}
	}
}

func withinShop(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, "kirana"), "/")
}

// transactions lists the exported functions of internal/db that take a transaction. None lets a feature schedule its
// statements to save round trips: internal/db does that itself.
var transactions = []string{
	"All", "DB.Tx", "Exec", "ExecGuarded", "ExecRows", "Get", "Insert", "NextNumber",
	"Tx.AfterCommit", "Tx.Analyze", "Tx.ForUpdate", "Tx.Lock", "Tx.NextVersion", "Tx.Notify", "Tx.NotifyNodes", "Tx.SkipLocked",
}

func TestDB_exportsOnlyTheListedTransactionFunctions(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("internal/db/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var offered []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range file.Decls {
			if name := inTransaction(declared); name != "" {
				offered = append(offered, name)
			}
		}
	}
	slices.Sort(offered)
	if diff := cmp.Diff(transactions, offered); diff != "" {
		t.Error(diff)
	}
}

// inTransaction returns the name of an exported function whose receiver or parameters include a transaction or a
// Querier, else "".
func inTransaction(declared ast.Decl) string {
	f, isFunc := declared.(*ast.FuncDecl)
	if !isFunc || !f.Name.IsExported() {
		return ""
	}
	name, fields := f.Name.Name, slices.Clone(f.Type.Params.List)
	if f.Recv != nil {
		receiver := f.Recv.List[0].Type
		if star, isPointer := receiver.(*ast.StarExpr); isPointer {
			receiver = star.X
		}
		if ident, isIdent := receiver.(*ast.Ident); isIdent {
			name = ident.Name + "." + name
		}
		fields = append(fields, f.Recv.List...)
	}
	found := false
	for _, field := range fields {
		ast.Inspect(field.Type, func(n ast.Node) bool {
			ident, isIdent := n.(*ast.Ident)
			found = found || isIdent && (ident.Name == "Tx" || ident.Name == "Querier")
			return !found
		})
	}
	if !found {
		return ""
	}
	return name
}

// writeStatement matches a statement that writes, with its table.
var writeStatement = regexp.MustCompile(`(?:INSERT INTO|UPDATE|DELETE FROM)\s+([a-z_]+)`)

// sharedTables lists tables that several features write: push subscriptions of staff end with their login, and the
// tests of notify need accounts.
var sharedTables = []string{"push_subscriptions"}

// stockUpdate matches an UPDATE of products.stock.
var stockUpdate = regexp.MustCompile("UPDATE products\\s+SET [^`]*\\bstock = ")

func TestTables_areWrittenByOneFeature(t *testing.T) {
	t.Parallel()
	writers := map[string]string{}
	err := filepath.WalkDir("internal", func(path string, entry fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		feature := strings.Split(path, "/")[1]
		if feature == "db" || feature == "shoptest" {
			return nil
		}
		for _, match := range writeStatement.FindAllStringSubmatch(string(source), -1) {
			table := match[1]
			if writer, known := writers[table]; known && writer != feature && !slices.Contains(sharedTables, table) {
				t.Errorf("%s writes %s, which is written by %s", path, table, writer)
			}
			writers[table] = feature
		}
		if stockUpdate.Match(source) && !strings.HasPrefix(path, "internal/catalog/stock/") {
			t.Errorf("%s writes the stock of products, which internal/catalog/stock writes", path)
		}
		return nil
	})
	if err != nil || len(writers) < 30 {
		t.Errorf("found %d tables that are written, %v, want at least 30", len(writers), err)
	}
}
