package app

import (
	"context"
	"errors"
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
	"kirana/internal/language"
)

type importCommand struct {
	config.Storage
	File            string   `arg:"" type:"existingfile" help:"CSV file with a header, or workbook."`
	Map             string   `help:"Which column is which: name=product,price=market_price,… An empty column leaves a field out."`
	Key             string   `help:"Column that tells one product from another, instead of sku, barcode or brand + name + unit."`
	Stock           int      `default:"0" help:"Stock of new products to which the file gives none."`
	NoHeader        bool     `help:"The first line is a product already; name the columns by number: --map name=#1,price=#3."`
	Sheet           string   `help:"Sheet of a workbook; unless named, the first that is shown and has a price list."`
	Paise           bool     `help:"Prices in the file are paise, not rupees."`
	UpdateStock     string   `help:"Stock of products that the shop has already: keep, set (the list is a count) or add (the list is a delivery)." placeholder:"keep|set|add"`
	Only            string   `help:"Update these fields only, and add no products: price,stock,name,unit,category,…"`
	OverwriteEdited bool     `help:"Overwrite what a person edited in the shop since the last import."`
	RestoreDeleted  bool     `help:"Add again what was deleted in the shop."`
	TakeJumps       bool     `help:"Take prices that move by more than half; without it they wait, since a point at the wrong place makes one."`
	AddAgain        bool     `help:"Add the stock of a file that was added already once more: the same goods came again."`
	Category        []string `sep:"none" placeholder:"WORD=CATEGORY" help:"What a category of the file is in the shop: VEG=Vegetables, or 'VEG > Leafy=Vegetables > Greens'. May be given several times."`
	StatusWord      []string `sep:"none" placeholder:"WORD=yes|no" help:"Whether a word of the file's status means that shoppers see the product: Seasonal=yes. May be given several times."`
	DryRun          bool     `help:"Read and compare everything, write nothing."`
}

const maxStock = catalog.MaxStock

// Run imports a price list. It prints a summary with the first problems, and writes the result of every row to a file.
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
	words, err := importer.ParseCategoryWords(i.Category)
	if err != nil {
		return err
	}
	statusWords, err := importer.ParseStatusWords(i.StatusWord)
	if err != nil {
		return err
	}
	update.OverwriteEdited, update.RestoreDeleted, update.TakeJumps = i.OverwriteEdited, i.RestoreDeleted, i.TakeJumps
	f, err := openFeatures(ctx, config.Config{Storage: i.Storage}, discard())
	if err != nil {
		return err
	}
	defer f.close()
	bar := newProgress(c.errors, f.clock)
	started := f.clock.Now()
	lines, err := i.createReport(started)
	if err != nil {
		return err
	}
	report, err := f.importer.Import(audit.WithActor(ctx, audit.Actor{Name: commandLine}), i.File, importer.Options{
		Options: csvimport.Options{Map: columns, Key: i.Key, NoHeader: i.NoHeader, Paise: i.Paise, StatusWords: statusWords},
		Sheet:   i.Sheet,
		Stock:   i.Stock, Categories: words, DryRun: i.DryRun, AddAgain: i.AddAgain, Update: update, Progress: bar.show, Lines: lines,
	})
	bar.clear()
	err = errors.Join(err, lines.Close())
	if err != nil {
		if report.Imported+report.Updated == 0 {
			return err
		}
		return fmt.Errorf("%s; products saved so far are whole, so run the import again to go on", sentence(err))
	}
	text := reportText(i.File, report, f.clock.Now().Sub(started)) + skippedText(report) + repeatsText(report) + unconfirmedText(report)
	path := strings.TrimSuffix(lines.Name(), filepath.Ext(lines.Name())) + ".txt"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return fmt.Errorf("keep the report: %w", err)
	}
	_, err = fmt.Fprintf(c.out, "%sReport: %s, every line: %s\n", text, path, lines.Name())
	return err
}

// maxShownProblems limits the printed rows of each kind of problem. The report file has all.
const maxShownProblems = 20

// createReport creates the file for the result of every row, in the data directory.
func (i importCommand) createReport(at time.Time) (*os.File, error) {
	dir := filepath.Join(i.DataDir, "imports")
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return nil, fmt.Errorf("keep the report: %w", err)
	}
	base := strings.TrimSuffix(filepath.Base(i.File), filepath.Ext(i.File))
	file, err := os.OpenFile(filepath.Join(dir, at.Format("20060102T150405Z")+"-"+base+".csv"), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("keep the report: %w", err)
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
	line("  %d skipped", r.Skipped)
	for _, kept := range []struct {
		count int
		text  string
	}{
		{r.StockKept, "%d keep their stock, which is another in the file (--update-stock set takes it)"},
		{r.Edited, "%d fields stay as they were edited in the shop (--overwrite-edited takes the file's)"},
		{r.Deleted, "%d skipped rows are products that were deleted in the shop (--restore-deleted adds them again)"},
		{r.Unconfirmed, "%d prices wait, as they would move by more than half (--take-jumps takes them)"},
		{r.Remarked, "%d cells were left out or changed; the file of every line names them"},
		{r.NotInShop, "%d are not in the shop and were not added (--only)"},
	} {
		if kept.count > 0 {
			line("  "+kept.text, kept.count)
		}
	}
	if len(r.Categories) > 0 {
		line("New categories: %s", strings.Join(r.Categories, ", "))
	}
	if r.Sheet != "" {
		line("Sheet: %s", r.Sheet)
	}
	if r.Columns.Program != "" {
		line("This is an export of %s.", r.Columns.Program)
	}
	line("Read as %s, separated by %q. Columns:", r.Columns.Encoding, r.Columns.Separator)
	for _, column := range r.Columns.Mapped {
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

func skippedText(r importer.Report) string {
	var b strings.Builder
	for _, problem := range r.Problems[:min(len(r.Problems), maxShownProblems)] {
		name := ""
		if problem.Name != "" {
			name = " (" + problem.Name + ")"
		}
		fmt.Fprintf(&b, "  line %d skipped%s: %s\n", problem.Line, name, problem.Reason.In(language.English))
	}
	return b.String() + moreText(r.Skipped)
}

func repeatsText(r importer.Report) string {
	var b strings.Builder
	for _, repeat := range r.Repeats[:min(len(r.Repeats), maxShownProblems)] {
		fmt.Fprintf(&b, "  line %d repeats line %d (%s)\n", repeat.Line, repeat.First, repeat.Name)
	}
	return b.String() + moreText(r.Repeated)
}

func unconfirmedText(r importer.Report) string {
	var b strings.Builder
	for _, change := range r.UnconfirmedPrices[:min(len(r.UnconfirmedPrices), maxShownProblems)] {
		fmt.Fprintf(&b, "  line %d: the price of %s %s waits, %s -> %s\n", change.Line, change.Name, change.Unit, change.Fields[0].Old, change.Fields[0].New)
	}
	return b.String() + moreText(r.Unconfirmed)
}

// moreText returns a line with the number of rows not shown, or "".
func moreText(total int) string {
	if total <= maxShownProblems {
		return ""
	}
	return fmt.Sprintf("  … and %d more in the file of every line\n", total-maxShownProblems)
}

// progress draws a progress bar on a terminal.
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
