package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// activityPackage is a parsed package that writes to the activity log.
type activityPackage struct {
	functions map[string]*ast.FuncDecl // functions and methods by name
	seen      map[ast.Node]bool
	codes     map[string]bool
	english   []string
}

// englishWord matches a text with a lowercase word, which must be translated. Abbreviations such as HSN need no
// translation.
var englishWord = regexp.MustCompile(`[a-z]{2}`)

// actCode matches the code of an act, such as settings.update.
var actCode = regexp.MustCompile(`^([a-zA-Z_]+\.[a-z_-]+|logout|refund)$`)

// check collects the English literals of an expression that is stored in the activity log, except those in phrases. It
// follows variables to their assignments within the function, and calls to the results of the package's functions.
func (p *activityPackage) check(e ast.Node, within *ast.FuncDecl) {
	if e == nil || p.seen[e] {
		return
	}
	p.seen[e] = true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			text, _ := strconv.Unquote(n.Value)
			if n.Kind == token.STRING && englishWord.MatchString(text) {
				p.english = append(p.english, text)
			}
		case *ast.Ident:
			p.assigned(n.Name, within, func(value ast.Expr) { p.check(value, within) })
		case *ast.CallExpr:
			return p.checkCall(n, within)
		case *ast.IndexExpr:
			return false // a value of a map
		}
		return true
	})
}

// checkCall checks a call, and reports whether its arguments are parts of the stored text.
func (p *activityPackage) checkCall(call *ast.CallExpr, within *ast.FuncDecl) bool {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok && x.Name == "language" {
			for _, arg := range call.Args[min(1, len(call.Args)):] {
				if f.Sel.Name != "Count" {
					p.check(arg, within)
				}
			}
			return false
		}
		if f.Sel.Name == "Format" { // time.Time.Format
			return false
		}
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	if f := p.functions[name]; f != nil && f.Body != nil && !p.seen[f] {
		p.seen[f] = true
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if result, ok := n.(*ast.ReturnStmt); ok && len(result.Results) > 0 {
				p.check(result.Results[0], f)
			}
			return true
		})
	}
	return true
}

// assigned calls do with each value that a function assigns to a variable.
func (p *activityPackage) assigned(name string, within *ast.FuncDecl, do func(ast.Expr)) {
	ast.Inspect(within.Body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i, left := range a.Lhs {
				if variable, ok := left.(*ast.Ident); ok && variable.Name == name {
					do(a.Rhs[i])
				}
			}
		}
		return true
	})
}

// entry checks a field of an entry: a text, or the code of the act, which it collects.
func (p *activityPackage) entry(field string, value ast.Expr, within *ast.FuncDecl) {
	switch field {
	case "Object", "Before", "After":
		p.check(value, within)
	case "What":
		ast.Inspect(value, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, _ := strconv.Unquote(n.Value); actCode.MatchString(text) {
					p.codes[text] = true
				}
			case *ast.Ident:
				p.assigned(n.Name, within, func(v ast.Expr) { p.entry(field, v, nil) })
			}
			return within != nil
		})
	}
}

// readPackage parses the files of a package and checks the entries that it writes.
func readPackage(t *testing.T, files []string) *activityPackage {
	t.Helper()
	p := &activityPackage{functions: map[string]*ast.FuncDecl{}, seen: map[ast.Node]bool{}, codes: map[string]bool{}}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				p.functions[f.Name.Name] = f
			}
		}
	}
	for _, f := range slices.Collect(maps.Values(p.functions)) {
		ast.Inspect(f.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if isEntry(n.Type) {
					for _, e := range n.Elts {
						if pair, ok := e.(*ast.KeyValueExpr); ok {
							p.entry(pair.Key.(*ast.Ident).Name, pair.Value, f)
						}
					}
				}
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if field, ok := left.(*ast.SelectorExpr); ok && len(n.Lhs) == len(n.Rhs) {
						if isRecorded(field.X) {
							p.entry(field.Sel.Name, n.Rhs[i], f)
						}
					}
				}
			}
			return true
		})
	}
	return p
}

// isRecorded reports whether a variable is an entry, or the details of an order's event, which become one.
func isRecorded(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "entry"
	case *ast.SelectorExpr:
		return e.Sel.Name == "details"
	}
	return false
}

// isEntry reports whether a type is audit.Entry, or an order's eventDetails, which become one.
func isEntry(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "eventDetails"
	case *ast.SelectorExpr:
		x, ok := e.X.(*ast.Ident)
		return ok && x.Name == "audit" && e.Sel.Name == "Entry"
	}
	return false
}

// composedCodes are the codes of acts that the code composes from parts.
var composedCodes = []string{
	"category.create", "category.update", "category.delete", "subCategory.create", "subCategory.update", "subCategory.delete",
	"checkout.stage", "checkout.refused", "checkout.undone", "checkout.lines", "checkout.changed", "checkout.added", "checkout.replaced",
	"checkout.returned", "checkout.ticked", "checkout.packer", "checkout.note", "checkout.promise", "checkout.claim", "checkout.paid",
	"checkout.unflagged", "checkout.printed", "checkout.bill", "checkout.bill_cancel", "checkout.buyer", "refund", "order.status",
	"counter.payments", "counter.return", "khata.payment", "khata.correction",
	"export.products", "export.orders", "export.order-lines", "export.customers", "export.stock",
	"export.gstr1", "export.gstr3b", "export.cmp08", "export.sales", "export.purchases",
}

// TestActivity_storesPhrasesForEveryLanguage checks that texts in the activity log are phrases, names, amounts or codes, and
// that the web app has a name for each act.
func TestActivity_storesPhrasesForEveryLanguage(t *testing.T) {
	t.Parallel()
	names, err := os.ReadFile("web/src/features/audit/texts.ts")
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string][]string{}
	for _, file := range filesOf(t, []string{"internal/*/*.go", "internal/*/*/*.go"}) {
		if folder := filepath.Dir(file); !strings.HasSuffix(folder, "test") && !strings.Contains(folder, "shoptest") {
			packages[folder] = append(packages[folder], file)
		}
	}
	codes := slices.Clone(composedCodes)
	for folder, files := range packages {
		p := readPackage(t, files)
		codes = slices.AppendSeq(codes, maps.Keys(p.codes))
		for _, text := range p.english {
			t.Errorf("%s writes %q into the activity log: store a phrase", folder, text)
		}
	}
	const fewest = 60
	if len(codes) < fewest {
		t.Fatalf("found %d acts, want at least %d", len(codes), fewest)
	}
	for _, code := range codes {
		if !regexp.MustCompile(`(?m)^  '?` + regexp.QuoteMeta(code) + `'?: `).Match(names) {
			t.Errorf("web/src/features/audit/texts.ts has no name of %q", code)
		}
	}
}
