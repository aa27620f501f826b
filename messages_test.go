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

// catalogFolder holds the translations of the server's messages.
const catalogFolder = "internal/language/messages"

// translated lists the files whose messages must be translated, by language. Hindi has all messages but those for
// operators, Marathi those for shoppers and riders.
var translated = map[string][]string{
	"hi": {"internal/*/*.go", "internal/*/*/*.go", "internal/catalog/importer/csvimport/*.go"},
	"mr": {
		"internal/fault/*.go", "internal/httpapi/body.go", "internal/httpapi/identity.go", "internal/idempotency/*.go",
		"internal/account/http.go", "internal/account/http_confirm.go", "internal/account/login.go", "internal/account/secondfactor/passkey.go", "internal/account/reset.go",
		"internal/account/service.go", "internal/account/service_confirm.go", "internal/account/service_customer_invite.go", "internal/account/service_delete.go",
		"internal/account/service_email.go", "internal/account/service_reset.go", "internal/account/secondfactor/service_code.go", "internal/account/service_logins.go",
		"internal/account/staff.go", "internal/account/user.go", "internal/account/weak_password.go",
		"internal/address/*.go", "internal/bill/link.go", "internal/cart/*.go", "internal/catalog/product.go", "internal/catalog/stock/stock.go",
		"internal/complaint/complaint.go", "internal/khata/khata.go", "internal/khata/service_reminder.go", "internal/mail/*.go", "internal/media/*.go", "internal/notify/push.go",
		"internal/order/alert.go", "internal/order/billing.go", "internal/order/order.go", "internal/order/edit.go", "internal/order/erase.go", "internal/order/http*.go", "internal/order/khata.go", "internal/order/list/http*.go",
		"internal/order/line.go", "internal/order/packing.go", "internal/order/phone.go", "internal/order/rate.go", "internal/order/return.go",
		"internal/order/service_delivery.go", "internal/order/service_givenback.go", "internal/order/service_packing.go", "internal/order/service_payment.go",
		"internal/order/service_printing.go", "internal/order/service_stage.go", "internal/order/timeline.go", "internal/order/service_upi.go", "internal/order/shared_bill.go",
		"internal/payment/payment.go", "internal/settings/refuse.go", "internal/tax/gstin.go",
	},
}

// readInEnglish lists the files whose messages are read only in English: by operators at the command line, in logs and
// metrics, by developers in the API document, and by payment providers.
var readInEnglish = []string{
	"internal/app/*.go", "internal/backup/*.go", "internal/config/*.go", "internal/copies/*.go", "internal/db/*.go", "internal/health/http.go",
	"internal/httpapi/document.go", "internal/httpapi/examples.go", "internal/install/*.go", "internal/metrics/*.go", "internal/objects/*.go",
	"internal/payment/providers.go", "internal/payment/stripe/*.go", "internal/payment/testpay/*.go", "internal/*/*test/*.go",
}

// storedInEnglish lists the files whose messages, except refusals, are stored or mailed in English.
var storedInEnglish = []string{
	"internal/catalog/importer/report*.go", "internal/catalog/pictures/files.go",
}

// sentence is a string literal that people may read.
type sentence struct{ file, text string }

// wholeSentence matches a text that begins with a capital letter, a quotation mark or a verb of a format, and ends like a
// sentence.
var wholeSentence = regexp.MustCompile(`^[A-Z“%][^\n]* [^\n]*[.!?]$`)

// begunSentence matches the beginning of a sentence that code completes. A catalog cannot translate it.
var begunSentence = regexp.MustCompile(`^[A-Z][a-z]* [a-z]+ [^\n]* $`)

// addedSentence matches a sentence that code appends to another one.
var addedSentence = regexp.MustCompile(`^[.:;,]? [A-Z%“][^\n]* [^\n]*[.!?]$`)

// sentencesOf returns the string literals of a file that people read: arguments of fault.New, fault.InField and similar
// functions, fields named Message, and, unless onlyRefusals, every whole sentence.
func sentencesOf(t *testing.T, file string, onlyRefusals bool) (found []sentence) {
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
	arguments := map[string]int{"New": 2, "InField": 1, "InvalidField": 1, "conflict": 1, "TryLaterWith": 0, "OK": 0, "Text": 1, "failed": 0, "Word": 0, "NewPhrase": 0, "say": 0, "title": 0, "of": 0}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			return n.Tag == nil
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
			if name == "Count" && len(n.Args) == 3 {
				add(n.Args[1])
				add(n.Args[2])
			}
		case *ast.KeyValueExpr:
			switch key, _ := n.Key.(*ast.Ident); {
			case key == nil:
			case key.Name == "Message":
				add(n.Value)
			case key.Name == "Summary", key.Name == "Description", key.Name == "Bound":
				return false // in the API document
			}
		case *ast.BasicLit:
			if text, _ := strconv.Unquote(n.Value); !onlyRefusals && n.Kind == token.STRING && (wholeSentence.MatchString(text) || begunSentence.MatchString(text) || addedSentence.MatchString(text)) {
				add(n)
			}
		}
		return true
	})
	return found
}

// filesOf returns the files that match patterns, without tests.
func filesOf(t *testing.T, patterns []string) (files []string) {
	t.Helper()
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s names %d files, %v, want some", pattern, len(found), err)
		}
		files = append(files, found...)
	}
	return slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "_test.go") })
}

func catalogs(t *testing.T) map[string]map[string]string {
	t.Helper()
	files, err := filepath.Glob(catalogFolder + "/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has %d catalogs, %v, want some", catalogFolder, len(files), err)
	}
	found := map[string]map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		messages := map[string]string{}
		if err == nil {
			err = json.Unmarshal(text, &messages)
		}
		if err != nil {
			t.Fatalf("read the catalog %s: %v", file, err)
		}
		found[file] = messages
	}
	return found
}

var templateMessage = regexp.MustCompile(`\.T "([^"]+)"`)

// TestSentences_areInEachLanguage checks that every message has a translation.
func TestSentences_areInEachLanguage(t *testing.T) {
	t.Parallel()
	var ofTemplates []sentence
	for _, file := range filesOf(t, []string{"internal/plain/plain.html", "internal/mail/templates/*"}) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range templateMessage.FindAllStringSubmatch(string(text), -1) {
			ofTemplates = append(ofTemplates, sentence{file, found[1]})
		}
	}
	ofOperators, stored := filesOf(t, readInEnglish), filesOf(t, storedInEnglish)
	for lang, patterns := range translated {
		sentences := slices.Clone(ofTemplates)
		for _, file := range filesOf(t, patterns) {
			if lang == "mr" || !slices.Contains(ofOperators, file) {
				sentences = append(sentences, sentencesOf(t, file, slices.Contains(stored, file))...)
			}
		}
		const fewest = 200
		if len(sentences) < fewest {
			t.Fatalf("found %d sentences, want at least %d", len(sentences), fewest)
		}
		messages := catalogs(t)[catalogFolder+"/"+lang+".json"]
		for _, s := range sentences {
			if _, translated := messages[s.text]; !translated && regexp.MustCompile(`[a-z]{2}`).MatchString(s.text) {
				t.Errorf("%s has no message %q, a sentence of %s", lang, s.text, s.file)
			}
		}
	}
}

// englishOfRefusal matches uses of a refusal's English message regardless of the reader's language.
var englishOfRefusal = regexp.MustCompile(`\b(refusal|[eE]rr[A-Z]\w*)\.Message\b`)

// TestRefusals_arePassedOnToBeTranslated checks that messages built from a refusal keep its phrase, so that they can be
// translated.
func TestRefusals_arePassedOnToBeTranslated(t *testing.T) {
	t.Parallel()
	inEnglish := filesOf(t, append(slices.Clone(storedInEnglish), append(readInEnglish, "internal/fault/*.go", "internal/ucp/*.go")...))
	for _, file := range filesOf(t, translated["hi"]) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := englishOfRefusal.Find(text); found != nil && !slices.Contains(inEnglish, file) {
			t.Errorf("%s uses %s, which is English, want the language of the request", file, found)
		}
	}
}

var verbs = regexp.MustCompile(`%(?:\[(\d+)\])?([sd])`)

// slotsOf returns the verbs of a format in the order of its arguments: "1d", "2s".
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

// TestCatalogs_haveOnlySentencesOfTheCodeWithTheSameVerbs checks that every catalog entry occurs in the code, with the same verbs.
func TestCatalogs_haveOnlySentencesOfTheCodeWithTheSameVerbs(t *testing.T) {
	t.Parallel()
	code := sourcesOf(t)
	for catalog, messages := range catalogs(t) {
		for key, message := range messages {
			format, _, _ := strings.Cut(key, "|")
			if slots := slotsOf(format); !slices.Equal(slots, slotsOf(message)) {
				t.Errorf("%s: the slots of %q differ from those of %q, %v", catalog, message, format, slots)
			}
			if len(slotsOf(format)) > 0 && strings.Contains(verbs.ReplaceAllString(strings.ReplaceAll(message, "%%", ""), ""), "%") {
				t.Errorf("%s: %q has a %% that is not a slot", catalog, message)
			}
			if made := timeWords.MatchString(format) || formProblem.MatchString(format); !made && !strings.Contains(code, format) {
				t.Errorf("%s has %q, which the code does not have", catalog, format)
			}
		}
	}
}

// timeWords match messages built from Go's time formats and names; formProblem those built from a form's label and rule
// (httpapi/form.go).
var (
	timeWords   = regexp.MustCompile(`^(%s [ap]m|1 \w+|%d (seconds|minutes|hours)|[A-Z][a-z]+day|January|February|March|April|May|June|July|August|September|October|November|December)$`)
	formProblem = regexp.MustCompile(`^(%s (can|must|is|has|was) .*|[A-Z][a-z]+( [a-z]+)?)$`)
)

// sourcesOf returns the server's sources with unescaped quotation marks.
func sourcesOf(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range []string{"internal/*/*.go", "internal/*/*/*.go", "internal/*/*/*/*.go", "internal/plain/plain.html", "internal/mail/templates/*", "internal/language/units.json"} {
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
