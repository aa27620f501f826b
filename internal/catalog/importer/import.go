// Package importer puts products into the shop many at a time: those of a price list
// (csvimport reads it) or of the demo catalog.
package importer

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
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

// Options are the settings of an import that cannot be detected from the price list.
type Options struct {
	csvimport.Options

	Stock  int    // of new products, where the file has no stock column
	Sheet  string // of a workbook; the first unless set
	DryRun bool   // read and compare everything, write nothing
	Update Update // of products that the shop has already
	Name   string // of the list in the activity log; its file's unless set
	// Progress hears how far a stage ("Reading", "Saving") has come; may be nil.
	Progress func(stage string, done, total int64)
}

// batchSize is how many products are saved in one transaction: a shop that is
// open beside the import takes its orders in between.
const batchSize = 500

// batchTimeout is how long the transaction of a batch may take.
const batchTimeout = time.Minute

// Import reads a price list (CSV or XLSX) and puts its products into the shop. A row that
// cannot be sold is skipped with its reason and never comes in half. The same
// file again changes nothing.
func (s *Service) Import(ctx context.Context, path string, o Options) (Report, error) {
	reader, err := openList(path, o)
	if err != nil {
		return Report{}, nothingSaved(err)
	}
	defer func() { _ = reader.Close() }()
	report := newReport(o)
	rows, err := readRows(ctx, reader, o, &report)
	if err != nil {
		return report, nothingSaved(err)
	}
	total := int64(len(rows))
	otherwise, err := loadFoundOtherwise(ctx, s.db, rows)
	if err != nil {
		return report, err
	}
	save, run := s.upsert, id.New()
	if o.DryRun {
		save = s.compare
	}
	name := cmp.Or(o.Name, filepath.Base(path))
	done := int64(0)
	for chunk := range slices.Chunk(rows, batchSize) {
		d, err := save(ctx, batch{name, chunk, otherwise, o.Update, run})
		if err != nil {
			return report, fmt.Errorf("save products %d to %d: %w", done+1, done+int64(len(chunk)), err)
		}
		report.add(d)
		done += int64(len(chunk))
		reportProgress(o.Progress, "Saving", done, total)
	}
	report.sortSkipped()
	report.Unsellable = report.Imported > 0 && o.Stock == 0 && !report.Columns.Has(csvimport.Stock)
	if o.DryRun || report.Imported+report.Updated == 0 {
		return report, nil
	}
	report.Run = run
	return report, s.finishRun(ctx, run, report)
}

// nothingSaved adds to the refusal of a file that it changed nothing.
func nothingSaved(err error) error {
	refusal := fault.Of(err)
	if refusal == nil {
		return fmt.Errorf("nothing was saved: %w", err)
	}
	complete := *refusal
	complete.Message += " Nothing was saved."
	return &complete
}

// Inspection is what a price list looks like before it is imported.
type Inspection struct {
	csvimport.Inspection
	NoHeader bool     // it was read as a file without a header
	Sheets   []string // of a workbook
}

// Inspect reads the beginning of a price list. A file whose first line looks like a product
// is read as one without a header. The errors are those of Import.
func Inspect(path string, o Options) (Inspection, error) {
	inspection := Inspection{NoHeader: o.NoHeader}
	open := func() (io.ReadCloser, error) { return os.Open(path) }
	if isZIP(path) {
		text, sheets, err := readSheet(path, o.Sheet)
		if err != nil {
			return inspection, nothingSaved(err)
		}
		inspection.Sheets = sheets
		open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text.Bytes())), nil }
	}
	file, err := open()
	if err != nil {
		return inspection, fmt.Errorf("open price list: %w", err)
	}
	inspection.Inspection, err = csvimport.Inspect(file, o.Options)
	if err := errors.Join(err, file.Close()); err != nil {
		return inspection, nothingSaved(err)
	}
	if inspection.Headerless && !o.NoHeader {
		o.NoHeader = true
		return Inspect(path, o)
	}
	return inspection, nil
}

func reportProgress(progress func(string, int64, int64), stage string, done, total int64) {
	if progress != nil {
		progress(stage, done, total)
	}
}

// readRows reads the whole file. Of rows with one key the first says where
// the product stands, the last what it costs.
func readRows(ctx context.Context, reader *csvimport.Reader, o Options, report *Report) ([]Row, error) {
	var rows []Row
	hasCategory := reader.Columns().Has(csvimport.Category)
	indexes := map[string]int{} // into rows, by key
	for {
		row, problem, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		report.Rows++
		if report.Rows%1000 == 0 {
			reportProgress(o.Progress, "Reading", reader.Offset(), reader.Size())
		}
		if problem != nil {
			report.Skipped = append(report.Skipped, *problem)
			continue
		}
		for _, note := range row.Notes {
			report.Notes[note]++
		}
		if row.Unit == "" {
			report.Notes[csvimport.NoteNoUnit]++
		}
		parsed := rowOf(row, o.Stock)
		parsed.Placed = hasCategory
		if index, repeated := indexes[row.Key]; repeated {
			report.Repeated++
			report.Repeats = append(report.Repeats, Repeat{Line: row.Line, First: rows[index].Line, Name: row.Name})
			rows[index].repeat(parsed)
			continue
		}
		indexes[row.Key] = len(rows)
		rows = append(rows, parsed)
	}
	report.Columns = reader.Columns()
	reportProgress(o.Progress, "Reading", reader.Size(), reader.Size())
	return rows, nil
}

func rowOf(row csvimport.Row, stock int) Row {
	parsed := Row{
		Line: row.Line, Key: row.Key, Category: row.Category, SubCategory: row.SubCategory,
		Name: row.Name, Unit: row.Unit, Description: row.Description,
		Price: row.Price, Discount: row.Discount, Stock: stock,
		Label: Label{row.Barcode, row.Maker, row.Origin, row.BestBefore, row.ConsumerCare},
	}
	if row.Stock != nil {
		parsed.Stock, parsed.StockKnown = *row.Stock, true
	}
	for _, detail := range row.Details {
		parsed.Details = append(parsed.Details, catalog.Detail(detail))
	}
	return parsed
}

// repeat takes the prices, the stock and the description of a later row of the same
// product, as far as that has them.
func (r *Row) repeat(later Row) {
	r.Price, r.Discount = later.Price, later.Discount
	if later.StockKnown {
		r.Stock, r.StockKnown = later.Stock, true
	}
	if later.Description != "" {
		r.Description = later.Description
	}
}
