package csvimport_test

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
)

// expectation holds the values that a person read in a row of a real file, the file's own texts as digests.
type expectation struct{ unit, price, discount, place string }

func realExpectations(t *testing.T) map[string]map[int]expectation {
	t.Helper()
	file, err := os.Open("testdata/real.golden")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	byFile := map[string]map[int]expectation{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		cells := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(cells[0], "#") {
			continue
		}
		line, err := strconv.Atoi(cells[1])
		if err != nil {
			t.Fatal(err)
		}
		if byFile[cells[0]] == nil {
			byFile[cells[0]] = map[int]expectation{}
		}
		byFile[cells[0]][line] = expectation{cells[2], cells[3], cells[4], cells[5]}
	}
	return byFile
}

func digestOf(text string, bytes int) string {
	sum := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", sum[:bytes])
}

var amountInUnit = regexp.MustCompile(`^(?:(\d+) x )?(\d+(?:\.\d+)?) (kg|g|ml|L|pcs?)$`)

// amountOf returns the size of a unit in grams, milliliters or pieces; 0 if it is not a single amount.
func amountOf(unit string) float64 {
	parts := amountInUnit.FindStringSubmatch(unit)
	if parts == nil {
		return 0
	}
	number, _ := strconv.ParseFloat(parts[2], 64)
	if parts[1] != "" {
		count, _ := strconv.ParseFloat(parts[1], 64)
		number *= count
	}
	if parts[3] == "kg" || parts[3] == "L" {
		number *= 1000
	}
	return number
}

// compareWithPerson compares the rows of a real file with the values that a person read. At least 98 % must be equal.
func compareWithPerson(t *testing.T, rows []csvimport.Row, expected map[int]expectation) {
	t.Helper()
	right, read := 0, 0
	for _, row := range rows {
		want, listed := expected[row.Line]
		if !listed {
			continue
		}
		read++
		unit := row.Unit
		if strings.HasPrefix(want.unit, "#") {
			unit = "#" + digestOf(unit, 6)
		}
		got := expectation{unit, fmt.Sprint(int64(row.Price)), fmt.Sprint(int64(row.Discount)), digestOf(row.Category+" > "+row.SubCategory, 6)}
		if got == want {
			right++
			continue
		}
		if amount, wanted := amountOf(got.unit), amountOf(want.unit); amount > 0 && wanted > 0 && amount != wanted || got.price != want.price {
			t.Errorf("line %d is wrong by a factor: %+v, want %+v", row.Line, got, want)
		}
		t.Logf("line %d: %+v, want %+v", row.Line, got, want)
	}
	if read == 0 || read != len(expected) || right*100 < read*98 {
		t.Errorf("%d of %d rows are right, of %d expected", right, read, len(expected))
	}
}
