package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// catalogFolder has the server's messages in other languages.
const catalogFolder = "internal/language/messages"

// refusalsOfShoppers are the files whose refusals a shopper can read; staff's may wait for their translation.
var refusalsOfShoppers = []string{
	"internal/fault/*.go", "internal/httpapi/body.go", "internal/httpapi/identity.go", "internal/idempotency/*.go",
	"internal/account/http.go", "internal/account/http_confirm.go", "internal/account/login.go", "internal/account/passkey.go", "internal/account/reset.go",
	"internal/account/service.go", "internal/account/service_confirm.go", "internal/account/service_customer_invite.go", "internal/account/service_delete.go",
	"internal/account/service_email.go", "internal/account/service_reset.go", "internal/account/service_second_factor.go", "internal/account/service_session.go",
	"internal/account/user.go", "internal/account/weak_password.go",
	"internal/address/*.go", "internal/cart/*.go", "internal/catalog/stock/stock.go", "internal/settings/refuse.go",
	"internal/order/edit.go", "internal/order/erase.go", "internal/order/order.go", "internal/order/wish.go",
	"internal/complaint/complaint.go", "internal/media/*.go", "internal/bill/link.go",
}

// sentence is a string literal of the code that people may read.
type sentence struct{ file, text string }

// refusalsOf returns the string literals of a file that are arguments of refusals: those of fault.New, fault.InField and the
// like, and of fields Message.
func refusalsOf(t *testing.T, file string) (found []sentence) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	add := func(e ast.Expr) {
		if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ := strconv.Unquote(literal.Value)
			found = append(found, sentence{file, text})
		}
	}
	arguments := map[string]int{"New": 2, "InField": 1, "conflict": 1, "TryLaterWith": 0, "Word": 0}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			name := ""
			switch function := n.Fun.(type) {
			case *ast.SelectorExpr:
				name = function.Sel.Name
			case *ast.Ident:
				name = function.Name
			}
			if at, known := arguments[name]; known && len(n.Args) > at {
				add(n.Args[at])
			}
		case *ast.CompositeLit:
			if kind, ok := n.Type.(*ast.SelectorExpr); ok && kind.Sel.Name == "Route" {
				return false // successes, which the web app words itself
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Message" {
				add(n.Value)
			}
		}
		return true
	})
	return found
}

func catalogs(t *testing.T) map[string]map[string]string {
	t.Helper()
	files, err := filepath.Glob(catalogFolder + "/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no catalogs in %s: %v", catalogFolder, err)
	}
	found := map[string]map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		messages := map[string]string{}
		if err == nil {
			err = json.Unmarshal(text, &messages)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		found[file] = messages
	}
	return found
}

var templateMessage = regexp.MustCompile(`\.T "([^"]+)"`)

// TestRefusals_ofShoppersAreInEachLanguage: no shopper who reads Hindi is refused in English.
func TestRefusals_ofShoppersAreInEachLanguage(t *testing.T) {
	t.Parallel()
	var sentences []sentence
	for _, pattern := range refusalsOfShoppers {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s names no file: %v", pattern, err)
		}
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				sentences = append(sentences, refusalsOf(t, file)...)
			}
		}
	}
	const plain = "internal/plain/plain.html"
	page, err := os.ReadFile(plain)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range templateMessage.FindAllStringSubmatch(string(page), -1) {
		sentences = append(sentences, sentence{plain, found[1]})
	}
	const fewest = 100
	if len(sentences) < fewest {
		t.Fatalf("only %d sentences were found", len(sentences))
	}
	for catalog, messages := range catalogs(t) {
		for _, s := range sentences {
			if _, translated := messages[s.text]; !translated && regexp.MustCompile(`[a-z]{2}`).MatchString(s.text) {
				t.Errorf("%s has no %q of %s", catalog, s.text, s.file)
			}
		}
	}
}

var verbs = regexp.MustCompile(`%(?:\[(\d+)\])?([sd])`)

// slotsOf returns the slots of a format in the order of its arguments: "1d", "2s".
func slotsOf(format string) []string {
	var slots []string
	for i, verb := range verbs.FindAllStringSubmatch(format, -1) {
		number := verb[1]
		if number == "" {
			number = strconv.Itoa(i + 1)
		}
		slots = append(slots, number+verb[2])
	}
	slices.Sort(slots)
	return slots
}

// TestCatalogs_haveWhatTheCodeSays: each message has its sentence in the code, with the same slots.
func TestCatalogs_haveWhatTheCodeSays(t *testing.T) {
	t.Parallel()
	code := sourcesOf(t)
	for catalog, messages := range catalogs(t) {
		for key, message := range messages {
			format, _, _ := strings.Cut(key, "|")
			if slots := slotsOf(format); !slices.Equal(slots, slotsOf(message)) {
				t.Errorf("%s: %q has not the slots %v of %q", catalog, message, slots, format)
			}
			if made := timeWords.MatchString(format) || formProblem.MatchString(format); !made && !strings.Contains(code, format) {
				t.Errorf("%s has %q, and the code has not", catalog, format)
			}
		}
	}
}

// timeWords are made of Go's time formats and names; formProblem of a form's label and rule (httpapi/form.go).
var (
	timeWords   = regexp.MustCompile(`^(%s [ap]m|1 \w+|%d (seconds|minutes|hours)|[A-Z][a-z]+day|January|February|March|April|May|June|July|August|September|October|November|December)$`)
	formProblem = regexp.MustCompile(`^(%s (can|must|is|has|was) .*|[A-Z][a-z]+( [a-z]+)?)$`)
)

// sourcesOf returns all that the server's code says, quotation marks as they are read.
func sourcesOf(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range []string{"internal/*/*.go", "internal/*/*/*.go", "internal/plain/plain.html", "internal/mail/templates/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
	}
	return all.String()
}
