package taxes_test

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/catalog/taxes"
)

// realFiles is the folder of the real price lists, beside the project. The test is skipped without them.
const realFiles = "../../../../shared/data"

// sampleSeed and sampleSize choose the products whose proposals a person has judged.
const (
	sampleSeed = 34
	sampleSize = 300
)

// realProducts returns the products of the real lists, each name once.
func realProducts(t *testing.T) []csvimport.Row {
	t.Helper()
	var rows []csvimport.Row
	known := map[string]bool{}
	for _, name := range []string{"bigbasket_28k.csv", "bigbasket_units_18k.csv", "bigbasket_units_8k.csv", "zepto_v2.csv"} {
		path := filepath.Join(realFiles, name)
		if _, err := os.Stat(path); err != nil {
			t.Skipf("the real catalog %s is not beside the project (../shared/data)", name)
		}
		r, err := csvimport.Open(path, csvimport.Options{Paise: name == "zepto_v2.csv"})
		if err != nil {
			t.Fatal(err)
		}
		for {
			row, problem, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if key := strings.ToLower(row.Name); problem == nil && !known[key] {
				known[key] = true
				rows = append(rows, row)
			}
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	return rows
}

// verdictsOfSample returns a person's verdicts on the proposals, by the product's index in the sample.
func verdictsOfSample(t *testing.T) map[string]string {
	t.Helper()
	file, err := os.Open("testdata/real.golden")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	verdicts := map[string]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if place, verdict, found := strings.Cut(lines.Text(), "\t"); found {
			verdicts[place] = verdict
		}
	}
	return verdicts
}

// At least 35 % of the sampled products get a proposal, and at least 95 % of the proposals are right. testdata/real.golden
// has the heading and condition that a person has judged to be right.
func TestPropose_isRightOnRealProducts(t *testing.T) {
	t.Parallel()
	rows := realProducts(t)
	slices.SortFunc(rows, func(a, b csvimport.Row) int { return cmp.Compare(a.Name, b.Name) })
	random := rand.New(rand.NewPCG(sampleSeed, sampleSeed))
	random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	verdicts := verdictsOfSample(t)
	var proposed, right int
	for i, row := range rows[:sampleSize] {
		m, ok := taxes.Propose(taxes.Thing{Name: row.Name, Brand: row.Brand, SubCategory: row.SubCategory, Category: row.Category})
		if !ok {
			continue
		}
		proposed++
		if verdict := verdicts[fmt.Sprint(i)]; verdict == strings.TrimSpace(m.HSN[:4]+" "+m.Condition) {
			right++
		} else {
			t.Logf("%d: proposed %s %s by %q, judged %q", i, m.HSN, m.Condition, m.Phrase, verdict)
		}
	}
	t.Logf("of %d products %d are proposed, %d of them right", sampleSize, proposed, right)
	if proposed*100 < sampleSize*35 || right*100 < proposed*95 {
		t.Errorf("of %d products %d are proposed, %d of them right, want 35 %% and 95 %% of those", sampleSize, proposed, right)
	}
}
