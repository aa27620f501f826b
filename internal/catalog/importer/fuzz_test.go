package importer

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/xuri/excelize/v2"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
)

const (
	sheetPart = "xl/worksheets/sheet1.xml"
	textsPart = "xl/sharedStrings.xml"
)

// priceList returns a small XLSX workbook.
func priceList(f *testing.F) []byte {
	f.Helper()
	book := excelize.NewFile()
	for i, row := range [][]any{{"Name", "MRP", "Discount", "Stock"}, {"Toor Dal", 160, 0.05, 7}, {"Atta", "1,250.50", "5%", nil}} {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		if err != nil {
			f.Fatal(err)
		}
		if err := book.SetSheetRow("Sheet1", cell, &row); err != nil {
			f.Fatal(err)
		}
	}
	var file bytes.Buffer
	if err := book.Write(&file); err != nil {
		f.Fatal(err)
	}
	return file.Bytes()
}

// parts returns the files in a ZIP.
func parts(f *testing.F, file []byte) map[string][]byte {
	f.Helper()
	reader, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		f.Fatal(err)
	}
	found := map[string][]byte{}
	for _, entry := range reader.File {
		content, err := entry.Open()
		if err != nil {
			f.Fatal(err)
		}
		if found[entry.Name], err = io.ReadAll(content); err != nil {
			f.Fatal(err)
		}
	}
	return found
}

// FuzzWorkbook checks that a workbook with any first sheet and shared texts is read or refused with a fault. The ZIP is
// written again, since random changes rarely keep its checksums valid.
func FuzzWorkbook(f *testing.F) {
	list := priceList(f)
	all := parts(f, list)
	f.Add(all[sheetPart], all[textsPart], false)
	f.Add(all[sheetPart], []byte(`<sst><si><t>x</t></si></sst>`), false)
	f.Add([]byte(`<worksheet><sheetData><row r="2000"><c r="XFD2000" t="s"><v>-1</v></c></row></sheetData></worksheet>`), all[textsPart], false)
	f.Add(list, []byte{}, true)
	path := filepath.Join(f.TempDir(), "list.xlsx")
	f.Fuzz(func(t *testing.T, sheet, texts []byte, whole bool) {
		file := sheet
		if !whole {
			var zipped bytes.Buffer
			w := zip.NewWriter(&zipped)
			for name, content := range all {
				switch name {
				case sheetPart:
					content = sheet
				case textsPart:
					content = texts
				}
				entry, err := w.Create(name)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := entry.Write(content); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			file = zipped.Bytes()
		}
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := openSource(path, Options{})
		var rows *csvimport.Reader
		if err == nil {
			defer func() { _ = list.Close() }()
			rows, err = list.open()
		}
		if err != nil {
			if fault.Of(err) == nil {
				t.Errorf("a workbook is refused without a sentence: %v", err)
			}
			return
		}
		for {
			if _, _, err := rows.Next(); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatal(err)
			}
		}
	})
}
