package importer

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
)

// Table is a list other than a price list.
type Table struct {
	csvimport.Table

	// Remarks are the hidden parts of a workbook that were read, and its sheets that were not, with line 0.
	Remarks []csvimport.Problem

	Sheet  string   // sheet that was read; "" for a file without sheets
	Sheets []string // visible sheets of the workbook that are not empty
	Lists  []string // those of Sheets with a header and rows; nil if the sheet was named
}

// ReadTable reads the rows of a CSV file or of a workbook's sheet as text: of the named sheet, or if sheet is "", of the first
// with a row that isHeader accepts and a row below it, otherwise of the first one.
func ReadTable(path, sheet string, maxRows int, isHeader func([]csvimport.TableColumn) bool) (table Table, err error) {
	list, err := openTable(path, sheet, isHeader)
	if err != nil {
		return table, nothingSaved(err)
	}
	defer func() { err = errors.Join(err, list.Close()) }()
	if table.Table, err = list.readTable(maxRows); err != nil {
		return table, nothingSaved(err)
	}
	table.remark(list)
	table.Sheet, table.Lists = list.sheet, list.lists
	for _, sheet := range list.sheets {
		if !sheet.Empty && !sheet.Hidden {
			table.Sheets = append(table.Sheets, sheet.Name)
		}
	}
	return table, nil
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
			add(row.Line, noteHiddenRow, "", "")
		}
		for _, number := range list.hidden.decimals[row.Line] {
			if number.Column < len(t.Columns) {
				add(row.Line, noteRounded, t.Columns[number.Column].Name, number.Stored)
			}
		}
	}
}
