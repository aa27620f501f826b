package importer

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// Table is a list other than a price list.
type Table struct {
	csvimport.Table

	// Remarks name hidden parts of a workbook that were read, and sheets that were not. Only a remark on a row has a
	// line.
	Remarks []csvimport.Problem

	Sheet  string   // sheet that was read; "" for a file without sheets
	Sheets []string // visible sheets of the workbook that are not empty
}

// MaxTableMemory limits the memory in bytes for reading a table.
const MaxTableMemory = 96 << 20

// SheetUnknown lists the sheets of a workbook that may each be the list.
type SheetUnknown struct {
	Sheets []string `json:"sheets"`
}

// ReadTable reads the rows of a CSV file, or of a workbook's sheet, as text. The sheet "" is the one with a header that
// isHeader accepts and a row below it, else the first with such a header, else the first. ReadTable returns
// fault.Invalid with SheetUnknown if several sheets have a header and a row.
func ReadTable(path, sheet string, maxRows int, isHeader func([]csvimport.TableColumn) bool) (table Table, err error) {
	list, err := openTable(path, sheet, isHeader)
	if err != nil {
		return table, nothingSaved(err)
	}
	defer func() { err = errors.Join(err, list.Close()) }()
	if len(list.lists) > 1 {
		return table, refuseSeveral(list.lists)
	}
	if table.Table, err = list.readTable(maxRows); err != nil {
		return table, nothingSaved(err)
	}
	table.remark(list)
	table.Sheet = list.sheet
	for _, sheet := range list.sheets {
		if !sheet.Empty && !sheet.Hidden {
			table.Sheets = append(table.Sheets, sheet.Name)
		}
	}
	return table, nil
}

func refuseSeveral(sheets []string) error {
	refusal := fault.New(fault.Invalid, "sheet_unknown", "Several sheets of the workbook can be the list, such as %s. Please say which one it is.", "“"+sheets[0]+"”")
	refusal.Data = SheetUnknown{sheets}
	return refusal
}

// Headings returns the names of the columns.
func (t Table) Headings() []string {
	names := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		names[i] = column.Name
	}
	return names
}

// readTable reads the selected sheet as a table.
func (s *source) readTable(maxRows int) (csvimport.Table, error) {
	file, err := os.Open(s.path)
	if err != nil {
		return csvimport.Table{}, fmt.Errorf("open list: %w", err)
	}
	table, err := csvimport.ReadTable(file, csvimport.TableOptions{Options: s.options, IsHeader: s.isHeader}, maxRows)
	return table, errors.Join(err, file.Close())
}

// remark adds the remarks about a workbook.
func (t *Table) remark(list *source) {
	add := func(line int, note csvimport.Note, column, value string) {
		t.Remarks = append(t.Remarks, csvimport.Problem{Line: line, Reason: language.Stored(note), Column: column, Value: value})
	}
	for _, name := range list.others {
		add(0, noteOtherSheet, "", name)
	}
	for i, column := range t.Columns {
		if slices.Contains(list.hidden.columns, i) {
			add(0, noteHiddenColumn, column.Name, "")
		}
	}
	for _, row := range t.Rows {
		if list.hidden.rows[row.Line] {
			add(row.Line, NoteHiddenRow, "", "")
		}
		for _, number := range list.hidden.decimals[row.Line] {
			if number.Column < len(t.Columns) {
				add(row.Line, NoteRounded, t.Columns[number.Column].Name, number.Stored)
			}
		}
	}
}
