package importer

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/catalog/importer/workbook"
	"kirana/internal/money"
)

// keyHash is the hash of a row's key, to save memory: a list can have a million keys.
type keyHash [16]byte

func hashOf(key string) keyHash {
	sum := sha256.Sum256([]byte(key))
	return keyHash(sum[:16])
}

// scannedList is the result of the first pass over a list.
type scannedList struct {
	lines       map[keyHash]int  // the first line of each product
	named       map[keyHash]int  // the first line of each product without a code, by brand and natural key
	spelled     map[keyHash]int  // the first line of a product, by the keys of other rows with its brand and natural key
	later       map[int]override // values of repeated rows, by the product's first line
	hasCategory bool             // the list has a category column
}

// scan is the first pass: it reads the whole list. Rows are the same product if they have the same key, or the same
// name and size, even if one has the size in the name and another in its own column. The first of them sets the
// product's position, the last its price.
func scan(ctx context.Context, list *source, o Options, report *Report) (scannedList, error) {
	scanned := scannedList{lines: map[keyHash]int{}, named: map[keyHash]int{}, spelled: map[keyHash]int{}, later: map[int]override{}}
	reader, err := list.open()
	if err != nil {
		return scanned, err
	}
	defer func() { _ = reader.Close() }()
	report.Columns = reader.Columns()
	scanned.hasCategory = report.Columns.Has(csvimport.Category)
	for {
		row, problem, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return scanned, err
		}
		if report.Rows++; report.Rows%1000 == 0 {
			reportProgress(o.Progress, "Reading", reader.Offset(), reader.Size())
		}
		if problem != nil {
			err = report.skip(*problem)
		} else {
			if list.hidden.rows[row.Line] {
				row.Notes, row.Remarks = append(row.Notes, NoteHiddenRow), append(row.Remarks, csvimport.Remark{Note: NoteHiddenRow, Value: row.Name})
			}
			noteDecimals(&row, report.Columns, list.hidden.decimals[row.Line])
			err = scanned.add(row, o.Stock, report)
		}
		if err != nil {
			return scanned, err
		}
	}
	report.Columns = reader.Columns() // with the encoding, which the last row settles
	if err := report.remarkSheet(list); err != nil {
		return scanned, err
	}
	reportProgress(o.Progress, "Reading", reader.Size(), reader.Size())
	return scanned, nil
}

// Notes that the import adds to those of csvimport.
const (
	NoteHiddenRow    csvimport.Note = "the workbook hides the row, and it was read"
	noteHiddenColumn csvimport.Note = "the workbook hides the column, and it was read"
	NoteRounded      csvimport.Note = "the workbook shows this number rounded, and the rounded number was read; show its decimals to import them"
	noteOtherSheet   csvimport.Note = "this sheet of the workbook has rows, too, and was not read; choose it to import it"
	// NoteStockLast is noted for a repeated row, which may be of another batch or godown.
	NoteStockLast csvimport.Note = "the product is on several rows; this stock counts, and those of the other rows are not added to it"
	noteNoStock   csvimport.Note = "nothing says how many pieces there are, so a new product cannot be bought until its stock is given"
)

// remarkSheet notes hidden columns that were read, and sheets that were not.
func (r *Report) remarkSheet(list *source) error {
	var errs []error
	for _, taken := range r.Columns.Mapped {
		if slices.Contains(list.hidden.columns, taken.Index) {
			r.Notes[noteHiddenColumn]++
			errs = append(errs, r.remark(csvimport.Row{Line: 1}, csvimport.Remark{Note: noteHiddenColumn, Column: taken.Column}))
		}
	}
	for _, name := range list.others {
		r.Notes[noteOtherSheet]++
		errs = append(errs, r.remark(csvimport.Row{Line: 1}, csvimport.Remark{Note: noteOtherSheet, Value: name}))
	}
	return errors.Join(errs...)
}

// noteDecimals notes the numbers of a row that were read as the workbook shows them: rounded.
func noteDecimals(row *csvimport.Row, columns csvimport.Columns, rounded []workbook.RoundedNumber) {
	for _, number := range rounded {
		for _, taken := range columns.Mapped {
			if taken.Index == number.Column {
				row.Notes = append(row.Notes, NoteRounded)
				row.Remarks = append(row.Remarks, csvimport.Remark{Note: NoteRounded, Column: taken.Column, Value: number.Stored})
				break
			}
		}
	}
}

// add counts the notes and remarks of a row, and records a product's first row, or the override by a repeated row.
func (s *scannedList) add(row csvimport.Row, stock int, report *Report) error {
	for _, note := range row.Notes {
		report.Notes[note]++
	}
	if row.Stock == nil && stock == 0 && row.ID == "" {
		report.Notes[noteNoStock]++
	}
	for _, remark := range row.Remarks {
		if err := report.remark(row, remark); err != nil {
			return err
		}
	}
	if row.Unit == "" {
		report.Notes[csvimport.NoteNoUnit]++
	}
	first, repeated := s.firstLine(row)
	if !repeated {
		return nil
	}
	if row.Stock != nil {
		report.Notes[NoteStockLast]++
		if err := report.remark(row, csvimport.Remark{Note: NoteStockLast, Column: report.Columns.Of(csvimport.Stock), Value: strconv.Itoa(*row.Stock)}); err != nil {
			return err
		}
	}
	later := s.later[first]
	later.merge(rowOf(row, stock))
	s.later[first] = later
	return report.repeat(Repeat{Line: row.Line, First: first, Name: row.Name})
}

// firstLine returns the line of the first row of the row's product, and records the row if it is the first.
func (s *scannedList) firstLine(row csvimport.Row) (first int, repeated bool) {
	hash := hashOf(row.Key)
	if first, repeated = s.find(hash); repeated {
		return first, true
	}
	if brand, byName := csvimport.BrandOfKey(row.Key); byName && !row.CodeLost {
		natural := naturalKeyOf(row.Name, row.Unit)
		name := hashOf(brand + "\t" + natural.name + "\t" + natural.unit)
		if first, repeated = s.named[name]; repeated {
			s.spelled[hash] = first
			return first, true
		}
		s.named[name] = row.Line
	}
	s.lines[hash] = row.Line
	return row.Line, false
}

// find returns the first line of the product with a key.
func (s *scannedList) find(key keyHash) (first int, found bool) {
	if first, found = s.lines[key]; !found {
		first, found = s.spelled[key]
	}
	return first, found
}

// reasonFileChanged is the reason for skipping a row that the first pass did not see.
const reasonFileChanged = "The list was changed while it was read. Please import it again."

// parsedBatch is a part of the list that is saved in one transaction.
type parsedBatch struct {
	rows    []Row
	changed []csvimport.Problem // rows that the first pass did not see
}

// batches is the second pass: it yields the products of the list in batches of one transaction.
func (s *scannedList) batches(reader *csvimport.Reader, o Options) iter.Seq2[parsedBatch, error] {
	return func(yield func(parsedBatch, error) bool) {
		next := parsedBatch{rows: make([]Row, 0, batchSize)}
		for {
			row, problem, err := reader.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				yield(parsedBatch{}, err)
				return
			}
			if problem != nil {
				continue
			}
			first, known := s.find(hashOf(row.Key))
			if !known {
				next.changed = append(next.changed, csvimport.Problem{Line: row.Line, Name: row.Name, Reason: reasonFileChanged})
			}
			if !known || first != row.Line {
				continue
			}
			if next.rows = append(next.rows, s.product(row, o)); len(next.rows) == batchSize {
				if !yield(next, nil) {
					return
				}
				next = parsedBatch{rows: make([]Row, 0, batchSize)}
			}
		}
		if len(next.rows)+len(next.changed) > 0 {
			yield(next, nil)
		}
	}
}

// product returns the row to save, with the overrides of later rows of the same product.
func (s *scannedList) product(row csvimport.Row, o Options) Row {
	product := rowOf(row, o.Stock)
	o.Categories.place(&product)
	product.HasCategory = s.hasCategory
	if later, repeated := s.later[row.Line]; repeated {
		later.applyTo(&product)
	}
	return product
}

// override holds the last values of repeated rows of a product: prices, and stock and description if present.
type override struct {
	price, discount money.Paise
	stock           int
	stockKnown      bool
	description     string
}

func (o *override) merge(later Row) {
	o.price, o.discount = later.Price, later.Discount
	if later.StockKnown {
		o.stock, o.stockKnown = later.Stock, true
	}
	if later.Description != "" {
		o.description = later.Description
	}
}

func (o override) applyTo(r *Row) {
	r.Price, r.Discount = o.price, o.discount
	if o.stockKnown {
		r.Stock, r.StockKnown = o.stock, true
	}
	if o.description != "" {
		r.Description = o.description
	}
}
