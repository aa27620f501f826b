// Package importer adds and updates products in bulk, from a price list (read by csvimport) or the demo catalog.
package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/catalog/importer/workbook"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
)

// Service imports products.
type Service struct {
	db    *db.DB
	clock clock.Clock
}

// New makes the service.
func New(d *db.DB, c clock.Clock) *Service { return &Service{db: d, clock: c} }

// Options are the import settings that cannot be detected from the price list.
type Options struct {
	csvimport.Options

	Stock    int    // of new products, if the list has no stock column
	Sheet    string // of a workbook; default: the first visible sheet with a price list
	DryRun   bool   // compares everything and writes nothing
	Update   Update // of existing products
	Name     string // name of the list in the activity log; default: the file's name
	AddAgain bool   // adds a delivery that was already added
	// Categories maps category names of the list to the shop's.
	Categories CategoryWords
	// Lines receives every line of the report as CSV; may be nil.
	Lines io.Writer
	// Language of Lines; "" means English.
	Language string
	// MaxLines limits Lines to about this many bytes; the last line then says that it was cut. 0 means unlimited.
	MaxLines int
	// Progress is called with the stage ("Reading", "Saving") and its progress; may be nil.
	Progress func(stage string, done, total int64)
}

// batchSize is the number of products saved per transaction; between batches other transactions, such as orders, can
// write.
const batchSize = 500

const batchTimeout = time.Minute

// Import reads a price list (CSV or workbook) and saves its products. An invalid row is skipped with its reason, never
// saved in part. Importing the same file again changes only the stock, and only if Update sets or adds it. The list is
// read several times, so that only a few batches of rows are in memory.
func (s *Service) Import(ctx context.Context, path string, o Options) (Report, error) {
	digest, err := s.deliveryDigest(ctx, path, o)
	if err != nil {
		return Report{}, nothingSaved(err)
	}
	year, month, day := s.clock.Now().In(clock.India).Date()
	o.Today = time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	list, err := openSource(path, o)
	if err != nil {
		return Report{}, nothingSaved(err)
	}
	defer func() { _ = list.Close() }()
	if err := list.findSharedKeys(); err != nil {
		return Report{}, nothingSaved(err)
	}
	report := newReport(o)
	report.Sheet = list.sheet
	scanned, err := scan(ctx, list, o, &report)
	if err != nil {
		return report, nothingSaved(err)
	}
	run := id.New()
	if err := s.save(ctx, list, scanned, importRun{o, run, cmp.Or(o.Name, filepath.Base(path)), digest}, &report); err != nil {
		if !o.DryRun && report.Imported+report.Updated > 0 {
			// Finish the run even after an error: the saved part can be undone.
			err = errors.Join(err, s.finishRun(context.WithoutCancel(ctx), run, report))
		}
		return report, err
	}
	report.sortProblems()
	report.Unsellable = report.withoutStock > 0
	if err := report.lines.flush(); err != nil {
		return report, fmt.Errorf("write report: %w", err)
	}
	if o.DryRun || report.Imported+report.Updated == 0 {
		return report, nil
	}
	report.Run = run
	return report, s.finishRun(ctx, run, report)
}

type importRun struct {
	options           Options
	run, name, digest string
}

// save is the second pass: it saves the rows in batches, or compares them in a dry run.
func (s *Service) save(ctx context.Context, list *source, scanned scannedList, i importRun, report *Report) error {
	reader, err := list.open()
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close() }()
	unkeyed, err := loadUnkeyedIndex(ctx, s.db, scanned.lines)
	if err != nil {
		return err
	}
	save := s.upsert
	if i.options.DryRun {
		save = s.compare
	}
	done, total := int64(0), int64(len(scanned.lines))
	for parsed, err := range readAhead(scanned.batches(reader, i.options), batchesAhead) {
		for _, problem := range parsed.changed {
			err = errors.Join(err, report.skip(problem))
		}
		if err != nil {
			return err
		}
		d, err := save(ctx, batch{i.name, parsed.rows, unkeyed, i.options.Update, i.run, i.digest})
		if err == nil {
			err = report.add(d)
		}
		if err != nil {
			return fmt.Errorf("save products %d to %d: %w", done+1, done+int64(len(parsed.rows)), err)
		}
		done += int64(len(parsed.rows))
		reportProgress(i.options.Progress, "Saving", done, total)
	}
	return nil
}

// nothingSaved adds "Nothing was saved." to an error.
func nothingSaved(err error) error {
	refusal := fault.Of(err)
	if refusal == nil {
		return fmt.Errorf("nothing was saved: %w", err)
	}
	complete := fault.New(refusal.Kind, refusal.Code, "%s Nothing was saved.", refusal.Phrase())
	complete.Fields, complete.RetryAfter, complete.Data, complete.Cause = refusal.Fields, refusal.RetryAfter, refusal.Data, refusal.Cause
	return complete
}

// Inspection describes a price list before it is imported.
type Inspection struct {
	csvimport.Inspection
	NoHeader bool             // the file was read as one without a header
	Sheets   []workbook.Sheet // of a workbook
	Sheet    string           // the sheet that was read
}

// Inspect reads the beginning of a price list. It assumes that a file has no header if its first line looks like a
// product. The errors are those of Import.
func Inspect(path string, o Options) (Inspection, error) {
	list, err := openSource(path, o)
	if err != nil {
		return Inspection{NoHeader: o.NoHeader}, nothingSaved(err)
	}
	defer func() { _ = list.Close() }()
	inspection, err := list.inspect()
	if err == nil && inspection.Headerless && !o.NoHeader {
		list.options.NoHeader = true
		inspection, err = list.inspect()
	}
	return inspection, err
}

func (s *source) inspect() (Inspection, error) {
	inspection := Inspection{NoHeader: s.options.NoHeader, Sheets: s.sheets, Sheet: s.sheet}
	file, err := os.Open(s.path)
	if err != nil {
		return inspection, fmt.Errorf("open price list: %w", err)
	}
	inspection.Inspection, err = csvimport.Inspect(file, s.options)
	if err := errors.Join(err, file.Close()); err != nil {
		return inspection, nothingSaved(err)
	}
	return inspection, nil
}

func reportProgress(progress func(string, int64, int64), stage string, done, total int64) {
	if progress != nil {
		progress(stage, done, total)
	}
}

func rowOf(row csvimport.Row, stock int) Row {
	parsed := Row{
		Line: row.Line, Key: row.Key, FormerKey: row.FormerKey, CodeLost: row.CodeLost, ID: row.ID, Category: row.Category, SubCategory: row.SubCategory,
		Name: row.Name, Unit: row.Unit, SoldBy: row.SoldBy, Description: row.Description, Names: row.Names, CategoryNames: row.CategoryNames, SubCategoryNames: row.SubCategoryNames,
		Price: row.Price, Discount: row.Discount, Stock: stock,
		Facts: row.Facts, SupplierName: row.SupplierName, ImageURLs: row.Images, Draft: row.Draft,
		natural: naturalKeyOf(row.Name, row.Unit),
	}
	if row.Stock != nil {
		parsed.Stock, parsed.StockKnown = *row.Stock, true
	}
	for _, detail := range row.Details {
		parsed.Details = append(parsed.Details, catalog.Detail(detail))
	}
	return parsed
}
