package importer

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/catalog/importer/workbook"
	"kirana/internal/fault"
)

// source is a price list that can be read several times. A workbook's sheet is stored as CSV in a temporary file instead of
// memory.
type source struct {
	path    string
	options csvimport.Options
	temp    bool // path must be removed
	sheets  []workbook.Sheet
	sheet   string      // sheet that is read; "" for a file without sheets
	others  []string    // visible sheets that are not read: those before sheet that have a table, and all after it; nil if Options name the sheet
	hidden  hiddenParts // of the sheet

	isHeader func([]csvimport.TableColumn) bool // of a table; nil for a price list
	lists    []string                           // sheets that chooseSheet found to hold a table with rows; nil for a price list
}

// maxTriedSheets limits the sheets that are searched for the price list.
const maxTriedSheets = 10

// minTableColumns is the minimum number of columns of a table; a sheet with fewer has instructions.
const minTableColumns = 3

// openSource prepares a list for reading: it stores the chosen sheet of a workbook as CSV. It returns fault.Invalid for
// an unreadable workbook.
func openSource(path string, o Options) (*source, error) {
	s := &source{path: path, options: o.Options}
	return s, s.choose(o.Sheet)
}

// openTable is openSource for a table.
func openTable(path, sheet string, isHeader func([]csvimport.TableColumn) bool) (*source, error) {
	s := &source{path: path, isHeader: isHeader}
	return s, s.choose(sheet)
}

// choose stores the named sheet of a workbook as CSV, or the one that chooseSheet finds.
func (s *source) choose(sheet string) error {
	if !workbook.Is(s.path) {
		return nil
	}
	book, err := openBook(s.path)
	if err != nil {
		return err
	}
	s.sheets = book.Sheets()
	err = s.chooseSheet(book, sheet)
	if err := errors.Join(err, book.Close()); err != nil {
		return errors.Join(err, s.Close())
	}
	return nil
}

// chooseSheet selects the named sheet. With "", it tries the first maxTriedSheets visible sheets that are not empty. It
// selects the first with a header and a row, else the first with a header, else the first. It also adds all sheets with
// a header and a row to s.lists if the list is a table.
func (s *source) chooseSheet(book *workbook.Book, named string) error {
	if named != "" {
		return s.storeSheet(book, named)
	}
	var shown []string
	for _, sheet := range s.sheets {
		if !sheet.Empty && !sheet.Hidden {
			shown = append(shown, sheet.Name)
		}
	}
	if len(shown) == 0 {
		return s.refuseSheets()
	}
	withHeader, tables := "", []string{}
	defer func() {
		at := slices.Index(shown, s.sheet)
		tables = slices.DeleteFunc(tables, func(name string) bool { return slices.Index(shown, name) >= at })
		s.others = slices.Concat(tables, shown[at+1:])
	}()
	for _, name := range shown[:min(len(shown), maxTriedSheets)] {
		if err := s.storeSheet(book, name); err != nil {
			return err
		}
		hasHeader, hasRow, err := s.holdsList()
		switch {
		case err != nil:
			return err
		case hasRow && s.isHeader == nil:
			return nil
		case hasRow:
			s.lists = append(s.lists, name)
		case hasHeader:
			withHeader = cmp.Or(withHeader, name)
		case s.holdsTable():
			tables = append(tables, name)
		}
	}
	return s.storeSheet(book, append(s.lists, cmp.Or(withHeader, shown[0]))[0])
}

// holdsList reports whether the selected sheet has a price list's header, and a row below it.
func (s *source) holdsList() (hasHeader, hasRow bool, err error) {
	if s.isHeader != nil {
		table, err := s.readTable(1)
		if refusal := new(fault.Error); errors.As(err, &refusal) {
			return false, false, nil
		}
		if err != nil {
			return false, false, err
		}
		hasHeader = s.isHeader(table.Columns)
		return hasHeader, hasHeader && len(table.Rows) > 0, nil
	}
	reader, err := s.open()
	if refusal := new(fault.Error); errors.As(err, &refusal) {
		return false, false, nil
	}
	if err != nil {
		return false, false, err
	}
	_, _, err = reader.Next()
	hasRow = !errors.Is(err, io.EOF)
	return true, hasRow, reader.Close()
}

// holdsTable reports whether the selected sheet has at least minTableColumns columns: it may be a list with unknown
// headings.
func (s *source) holdsTable() bool {
	file, err := os.Open(s.path)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	inspection, err := csvimport.Inspect(file, s.options)
	return err == nil && len(inspection.Columns) >= minTableColumns
}

// refuseSheets returns the refusal of a workbook whose sheets are all empty or hidden.
func (s *source) refuseSheets() error {
	i := slices.IndexFunc(s.sheets, func(sheet workbook.Sheet) bool { return !sheet.Empty })
	if i < 0 {
		return fault.New(fault.Invalid, "empty_file", "The workbook is empty; its first line must name the columns.")
	}
	return fault.New(fault.Invalid, "hidden_sheet", "The sheet “%s” is hidden, and no other has a list; show it in the spreadsheet, save, and import the file again.", s.sheets[i].Name)
}

func (s *source) storeSheet(book *workbook.Book, name string) error {
	if err := s.Close(); err != nil {
		return err
	}
	file, err := os.CreateTemp("", "price-list-*.csv")
	if err != nil {
		return fmt.Errorf("store sheet: %w", err)
	}
	s.path, s.temp, s.sheet = file.Name(), true, name
	at := slices.IndexFunc(s.sheets, func(sheet workbook.Sheet) bool { return sheet.Name == name })
	s.options.Date1904 = at >= 0 && s.sheets[at].Date1904
	s.hidden, err = writeSheet(file, book, name)
	return errors.Join(err, file.Close())
}

// open opens the list at its beginning.
func (s *source) open() (*csvimport.Reader, error) { return csvimport.Open(s.path, s.options) }

// findSharedKeys finds the codes that several products of the list share.
func (s *source) findSharedKeys() error {
	reader, err := s.open()
	if err != nil {
		return err
	}
	s.options.Shared, err = reader.SharedKeys()
	return errors.Join(err, reader.Close())
}

// Close removes the temporary file.
func (s *source) Close() error {
	if !s.temp {
		return nil
	}
	s.temp = false
	return os.Remove(s.path)
}
