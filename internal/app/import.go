package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/clock"
	"kirana/internal/config"
)

type importCommand struct {
	config.Storage
	File            string `arg:"" type:"existingfile" help:"CSV file with a header, or XLSX workbook."`
	Map             string `help:"Which column is which: name=product,price=market_price,… An empty column leaves a field out."`
	Key             string `help:"Column that tells one product from another, instead of sku, barcode or brand + name + unit."`
	Stock           int    `default:"0" help:"Stock of new products, where the file has no stock column."`
	NoHeader        bool   `help:"The first line is a product already; name the columns by number: --map name=#1,price=#3."`
	Sheet           string `help:"Sheet of a workbook; the first unless named."`
	Paise           bool   `help:"Prices in the file are paise, not rupees."`
	UpdateStock     string `help:"Stock of products that the shop has already: keep, set (the list is a count) or add (the list is a delivery)." placeholder:"keep|set|add"`
	Only            string `help:"Update these fields only, and add no products: price,stock,name,unit,category,…"`
	OverwriteEdited bool   `help:"Overwrite what a person edited in the shop since the last import."`
	RestoreDeleted  bool   `help:"Add anew what was deleted in the shop."`
	DryRun          bool   `help:"Read and compare everything, write nothing."`
}

// maxStock is the largest stock a product can have.
const maxStock = catalog.MaxStock

// Run imports a price list and reports what became of it.
func (i importCommand) Run(ctx context.Context, c *console) error {
	if i.Stock < 0 || i.Stock > maxStock {
		return fmt.Errorf("--stock must be a whole number from 0 to %d", maxStock)
	}
	columns, err := csvimport.ParseMap(i.Map)
	if err != nil {
		return err
	}
	update, err := importer.ParseUpdate(i.UpdateStock, i.Only)
	if err != nil {
		return err
	}
	update.Edited, update.Deleted = i.OverwriteEdited, i.RestoreDeleted
	f, err := openFeatures(ctx, config.Config{Storage: i.Storage}, discard())
	if err != nil {
		return err
	}
	defer f.close()
	bar := newProgress(c.errors, f.clock)
	started := f.clock.Now()
	report, err := f.importer.Import(audit.WithActor(ctx, audit.Actor{Name: commandLine}), i.File, importer.Options{
		Options: csvimport.Options{Map: columns, Key: i.Key, NoHeader: i.NoHeader, Paise: i.Paise},
		Sheet:   i.Sheet,
		Stock:   i.Stock, DryRun: i.DryRun, Update: update, Progress: bar.show,
	})
	bar.clear()
	if err != nil {
		if report.Imported+report.Updated == 0 {
			return err
		}
		return fmt.Errorf("%s; products saved so far are whole, so run the import again to go on", sentence(err))
	}
	finished := f.clock.Now()
	text := reportText(i.File, report, finished.Sub(started))
	path, err := i.writeReport(finished, text+skippedText(report.Skipped, len(report.Skipped))+repeatsText(report.Repeats, len(report.Repeats))+changesText(report))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "%s%s%sReport: %s\n", text, skippedText(report.Skipped, maxShownProblems), repeatsText(report.Repeats, maxShownProblems), path)
	return err
}

// maxShownProblems is how many skipped and repeated rows the terminal shows; the file has all.
const maxShownProblems = 20

// writeReport writes the report into the data directory and returns its path.
func (i importCommand) writeReport(at time.Time, text string) (string, error) {
	dir := filepath.Join(i.DataDir, "imports")
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return "", fmt.Errorf("keep the report: %w", err)
	}
	base := strings.TrimSuffix(filepath.Base(i.File), filepath.Ext(i.File))
	file := filepath.Join(dir, at.Format("20060102T150405Z")+"-"+base+".txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", fmt.Errorf("keep the report: %w", err)
	}
	return file, nil
}

func reportText(file string, r importer.Report, took time.Duration) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	if r.DryRun {
		line("Dry run: nothing was written.")
	}
	line("%s: %d rows in %.1f s", filepath.Base(file), r.Rows, took.Seconds())
	line("  %d imported", r.Imported)
	line("  %d updated", r.Updated)
	line("  %d unchanged", r.Unchanged)
	line("  %d repeated a product of the file (the last price counts)", r.Repeated)
	line("  %d skipped", len(r.Skipped))
	for _, kept := range []struct {
		count int
		text  string
	}{
		{r.StockKept, "%d keep their stock, which is another in the file (--update-stock set takes it)"},
		{r.Edited, "%d fields stay as they were edited in the shop (--overwrite-edited takes the file's)"},
		{r.Deleted, "%d skipped rows are products that were deleted in the shop (--restore-deleted adds them anew)"},
		{r.NotInShop, "%d are not in the shop and were not added (--only)"},
	} {
		if kept.count > 0 {
			line("  "+kept.text, kept.count)
		}
	}
	if len(r.Categories) > 0 {
		line("New categories: %s", strings.Join(r.Categories, ", "))
	}
	line("Read as %s, separated by %q. Columns:", r.Columns.Encoding, r.Columns.Separator)
	for _, column := range r.Columns.Taken {
		line("  %s = %s", column.Field, column.Column)
	}
	if len(r.Columns.Unused) > 0 {
		line("  not used: %s", strings.Join(r.Columns.Unused, ", "))
	}
	notes := make([]csvimport.Note, 0, len(r.Notes))
	for note := range r.Notes {
		notes = append(notes, note)
	}
	slices.Sort(notes)
	for _, note := range notes {
		line("In %d rows %s.", r.Notes[note], note)
	}
	if r.Unsellable {
		line("The file tells no stock: nothing of the new products can be sold yet. Give --stock N, or set the stock in the shop.")
	}
	return b.String()
}

func skippedText(problems []csvimport.Problem, most int) string {
	var b strings.Builder
	for i, problem := range problems {
		if i == most {
			fmt.Fprintf(&b, "  … and %d more in the report\n", len(problems)-most)
			break
		}
		name := ""
		if problem.Name != "" {
			name = " (" + problem.Name + ")"
		}
		fmt.Fprintf(&b, "  line %d skipped%s: %s\n", problem.Line, name, problem.Reason)
	}
	return b.String()
}

func repeatsText(repeats []importer.Repeat, most int) string {
	var b strings.Builder
	for i, repeat := range repeats {
		if i == most {
			fmt.Fprintf(&b, "  … and %d more in the report\n", len(repeats)-most)
			break
		}
		fmt.Fprintf(&b, "  line %d repeats line %d (%s)\n", repeat.Line, repeat.First, repeat.Name)
	}
	return b.String()
}

// changesText lists every product that is new or changed, and every edit that stays.
func changesText(r importer.Report) string {
	var b strings.Builder
	for _, change := range r.Changes {
		kind := "changed"
		if change.New {
			kind = "new"
		}
		fmt.Fprintf(&b, "  line %d %s: %s %s%s\n", change.Line, kind, change.Name, change.Unit, fieldsText(change.Fields))
	}
	for _, kept := range r.KeptEdits {
		fmt.Fprintf(&b, "  line %d not changed, as it was edited in the shop: %s %s%s\n", kept.Line, kept.Name, kept.Unit, fieldsText(kept.Fields))
	}
	return b.String()
}

// maxFieldText is how many characters of a text a report shows.
const maxFieldText = 60

func fieldsText(fields []importer.FieldChange) string {
	short := func(text string) string {
		if runes := []rune(text); len(runes) > maxFieldText {
			return string(runes[:maxFieldText]) + "…"
		}
		return text
	}
	text := ""
	for _, field := range fields {
		text += fmt.Sprintf("; %s %s -> %s", field.Field, short(field.Old), short(field.New))
	}
	return text
}

// progress draws a bar on a terminal, and nothing elsewhere.
type progress struct {
	out     io.Writer
	clock   clock.Clock
	drawnAt time.Time
}

const (
	barWidth  = 30
	drawEvery = 50 * time.Millisecond
)

func newProgress(w io.Writer, c clock.Clock) *progress {
	if file, ok := w.(*os.File); ok && isTerminal(file) {
		return &progress{out: w, clock: c}
	}
	return &progress{}
}

func (p *progress) show(stage string, done, total int64) {
	if p.out == nil || total <= 0 {
		return
	}
	now := p.clock.Now()
	if done < total && now.Sub(p.drawnAt) < drawEvery {
		return
	}
	p.drawnAt = now
	filled := int(min(done, total) * barWidth / total)
	fmt.Fprintf(p.out, "\r%-8s [%s%s] %3d %%", stage, strings.Repeat("#", filled), strings.Repeat(".", barWidth-filled), min(done, total)*100/total)
}

func (p *progress) clear() {
	if p.out != nil {
		fmt.Fprintf(p.out, "\r%*s\r", barWidth+20, "")
	}
}
