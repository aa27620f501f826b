package catalog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"kirana/internal/catalog/sheet"
)

// ImportOptions is what a price list cannot tell about itself.
type ImportOptions struct {
	sheet.Options

	Stock  int  // of new products, where the file has no stock column
	DryRun bool // read and compare everything, write nothing
	// Progress hears how far a stage ("Reading", "Saving") has come; may be nil.
	Progress func(stage string, done, total int64)
}

// ImportReport is what an import did, or in a dry run would do.
type ImportReport struct {
	Rows      int // read from the file, the broken ones included
	Imported  int // products that are new
	Updated   int // products that changed
	Unchanged int
	Repeated  int // rows of a product that the file has already: the last price counts
	Skipped   []sheet.Problem
	Notes     map[sheet.Note]int
	Columns   sheet.Columns
	// Unsellable tells that no stock was given for the new products.
	Unsellable bool
	DryRun     bool
}

// importBatch is how many products are saved in one transaction: a shop that is
// open beside the import takes its orders in between.
const importBatch = 500

// Import reads a price list and puts its products into the shop. A row that
// cannot be sold is skipped with its reason and never comes in half. The same
// file again changes nothing.
func (s *Service) Import(ctx context.Context, path string, o ImportOptions) (ImportReport, error) {
	reader, err := sheet.Open(path, o.Options)
	if err != nil {
		return ImportReport{}, err
	}
	defer func() { _ = reader.Close() }()
	report := ImportReport{Notes: map[sheet.Note]int{}, DryRun: o.DryRun}
	entries, err := readEntries(ctx, reader, o, &report)
	if err != nil {
		return report, err
	}
	total := int64(len(entries))
	done := int64(0)
	for batch := range slices.Chunk(entries, importBatch) {
		result, err := s.putIn(ctx, batch, o.DryRun)
		if err != nil {
			return report, fmt.Errorf("save products %d to %d: %w", done+1, done+int64(len(batch)), err)
		}
		report.Imported += result.added
		report.Updated += result.changed
		report.Unchanged += result.unchanged
		done += int64(len(batch))
		tell(o.Progress, "Saving", done, total)
	}
	report.Unsellable = report.Imported > 0 && o.Stock == 0 && !report.Columns.Has(sheet.Stock)
	return report, nil
}

func tell(progress func(string, int64, int64), stage string, done, total int64) {
	if progress != nil {
		progress(stage, done, total)
	}
}

// readEntries reads the whole file. Of rows with one key the first says where
// the product stands, the last what it costs.
func readEntries(ctx context.Context, reader *sheet.Reader, o ImportOptions, report *ImportReport) ([]Entry, error) {
	var entries []Entry
	places := map[string]int{}
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
			tell(o.Progress, "Reading", reader.Offset(), reader.Size())
		}
		if problem != nil {
			report.Skipped = append(report.Skipped, *problem)
			continue
		}
		for _, note := range row.Notes {
			report.Notes[note]++
		}
		entry := entryOf(row, o.Stock)
		if place, again := places[row.Key]; again {
			report.Repeated++
			entries[place].repeat(entry)
			continue
		}
		places[row.Key] = len(entries)
		entries = append(entries, entry)
	}
	report.Columns = reader.Columns()
	tell(o.Progress, "Reading", reader.Size(), reader.Size())
	return entries, nil
}

func entryOf(row sheet.Row, stock int) Entry {
	entry := Entry{
		Key: row.Key, Category: row.Category, SubCategory: row.SubCategory,
		Name: row.Name, Unit: row.Unit, Description: row.Description,
		Price: row.Price, Discount: row.Discount, Stock: stock,
	}
	if row.Stock != nil {
		entry.Stock, entry.StockKnown = *row.Stock, true
	}
	for _, detail := range row.Details {
		entry.Details = append(entry.Details, Detail(detail))
	}
	return entry
}

// repeat takes what a later row of the same product says anew.
func (e *Entry) repeat(later Entry) {
	e.Price, e.Discount = later.Price, later.Discount
	if later.StockKnown {
		e.Stock, e.StockKnown = later.Stock, true
	}
	if later.Description != "" {
		e.Description = later.Description
	}
}
