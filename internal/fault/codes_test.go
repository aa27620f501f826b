package fault_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kirana/internal/fault"
)

// ofCommands are the folders whose refusals go to operators, not to API clients.
var ofCommands = []string{"app", "backup", "copies", "objects", "db"}

// codesIn returns the codes of a file's refusals: from fault.New, a literal's field Code, and
// functions whose first or third argument is a code.
func codesIn(file *ast.File) (codes []string) {
	add := func(e ast.Expr) {
		if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			code, _ := strconv.Unquote(literal.Value)
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

func TestCodes_areThoseOfTheProgram(t *testing.T) {
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
				t.Errorf("%s: the code %q is not in the list", path, code)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range fault.Codes {
		if !used[code] {
			t.Errorf("nothing is refused with %q", code)
		}
	}
}
