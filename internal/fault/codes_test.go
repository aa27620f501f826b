package fault_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kirana/internal/fault"
)

// ofCommands are the folders whose refusals go to operators, not to API clients.
var ofCommands = []string{"app", "backup", "copies", "objects", "db"}

// codesIn returns the codes of a file's refusals: in calls of fault.New, WriteRefusal and conflict, and in fields named
// Code.
func codesIn(file *ast.File) (codes []string) {
	add := func(e ast.Expr) {
		if code := textOf(e); code != "" {
			codes = append(codes, code)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch function := n.Fun.(type) {
			case *ast.SelectorExpr:
				if x, ok := function.X.(*ast.Ident); ok && x.Name == "fault" && function.Sel.Name == "New" {
					add(n.Args[1])
				}
			case *ast.Ident:
				switch {
				case function.Name == "New" && file.Name.Name == "fault":
					add(n.Args[1])
				case function.Name == "WriteRefusal":
					add(n.Args[3])
				case function.Name == "conflict":
					add(n.Args[0])
				}
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Code" {
				add(n.Value)
			}
		}
		return true
	})
	return codes
}

func TestCodes_listExactlyTheCodesInUse(t *testing.T) {
	t.Parallel()
	if !slices.IsSorted(fault.Codes) || len(slices.Compact(slices.Clone(fault.Codes))) != len(fault.Codes) {
		t.Error("the codes are not in the order of letters, each once")
	}
	used := map[string]bool{"internal": true}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		folder := strings.Split(filepath.ToSlash(path), "/")[1]
		for _, code := range codesIn(file) {
			used[code] = true
			if !slices.Contains(ofCommands, folder) && !slices.Contains(fault.Codes, code) {
				t.Errorf("%s: the code %q is not in fault.Codes", path, code)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range fault.Codes {
		if !used[code] {
			t.Errorf("no refusal has the code %q of fault.Codes", code)
		}
	}
}

// sharedCodes are the codes with several sentences, each with what a client does about all of them.
var sharedCodes = map[string]string{
	"bad_khata_row":     "marks the row",
	"bad_map":           "names the columns anew",
	"bills_wait":        "one, or several",
	"changed_meanwhile": "reads again",
	"closed":            "waits until the shop opens",
	"delivered":         "leaves it as it is",
	"empty_file":        "sends a file with rows",
	"given_back":        "leaves the line as it is",
	"import_undone":     "imports anew",
	"in_use":            "empties the category or the sub-category first",
	"invalid_input":     "marks the fields in errors",
	"key_reused":        "takes another key",
	"khata_limit":       "takes the money, or asks the owner",
	"needs_manager":     "asks a manager",
	"needs_owner":       "asks the owner",
	"no_price_column":   "names the column of the price",
	"no_such_column":    "names another column",
	"not_available":     "takes the product away",
	"not_by_weight":     "sends pieces",
	"not_csv":           "sends another file",
	"not_multipart":     "sends multipart/form-data",
	"not_signed":        "signs the event",
	"out_of_stock":      "takes fewer pieces, or the product away",
	"paid_online":       "replaces a product, or gives its money back",
	"picture_too_large": "sends a smaller picture",
	"picture_type":      "sends a still picture of another type",
	"prices_changed":    "shows the new sum",
	"provider_failed":   "tries again later",
	"purchase_booked":   "shows the booked purchase",
	"returned":          "leaves it as it is",
	"stale":             "reads the order again",
	"too_many_rows":     "sends fewer rows",
	"upload_incomplete": "sends the file again",
}

// TestCodes_haveOneSentence checks that each code has only one sentence, except sharedCodes. So a program that knows a
// code knows what to do.
func TestCodes_haveOneSentence(t *testing.T) {
	t.Parallel()
	sentences := map[string]map[string]bool{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			slices.Contains(ofCommands, strings.Split(filepath.ToSlash(path), "/")[1]) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			code, format := "", ""
			switch function := call.Fun.(type) {
			case *ast.SelectorExpr:
				if x, ok := function.X.(*ast.Ident); ok && x.Name == "fault" && function.Sel.Name == "New" {
					code, format = textOf(call.Args[1]), textOf(call.Args[2])
				}
			case *ast.Ident:
				if function.Name == "conflict" {
					code, format = textOf(call.Args[0]), textOf(call.Args[1])
				}
			}
			if code != "" && format != "" {
				if sentences[code] == nil {
					sentences[code] = map[string]bool{}
				}
				sentences[code][format] = true
			}
			return true
		})
		return nil
	})
	if err != nil || len(sentences) < 150 {
		t.Fatalf("found %d codes, %v, want at least 150", len(sentences), err)
	}
	for code, of := range sentences {
		if reason := sharedCodes[code]; len(of) > 1 && reason == "" {
			t.Errorf("%q has the sentences %q: give each its own code, or say what a client does with them", code, slices.Sorted(maps.Keys(of)))
		} else if len(of) == 1 && reason != "" {
			t.Errorf("%q is listed as shared and has one sentence", code)
		}
	}
}

// textOf returns a literal's text, "" for anything else.
func textOf(e ast.Expr) string {
	literal, ok := e.(*ast.BasicLit)
	if !ok {
		return ""
	}
	text, _ := strconv.Unquote(literal.Value)
	return text
}
