package sheet

import (
	"archive/zip"
	"bufio"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"kirana/internal/catalog/importer/csvimport"
)

func newRowWriter(w io.Writer, format Format) (rowWriter, error) {
	if format == XLSX {
		return newXLSXWriter(w)
	}
	return newCSVWriter(w)
}

type csvWriter struct {
	buffer *bufio.Writer
	csv    *csv.Writer
	record []string
}

// byteOrderMark makes spreadsheets read the file as UTF-8.
const byteOrderMark = "\uFEFF"

const bufferBytes = 64 << 10

func newCSVWriter(w io.Writer) (*csvWriter, error) {
	buffer := bufio.NewWriterSize(w, bufferBytes)
	if _, err := buffer.WriteString(byteOrderMark); err != nil {
		return nil, fmt.Errorf("begin the file: %w", err)
	}
	return &csvWriter{buffer: buffer, csv: csv.NewWriter(buffer)}, nil
}

func (c *csvWriter) write(row []Cell) error {
	c.record = c.record[:0]
	for _, value := range row {
		if !value.number {
			value.text = csvimport.GuardCell(value.text)
		}
		c.record = append(c.record, value.text)
	}
	return c.csv.Write(c.record)
}

func (c *csvWriter) close() error {
	c.csv.Flush()
	if err := c.csv.Error(); err != nil {
		return err
	}
	return c.buffer.Flush()
}

// xlsxWriter streams a workbook with one sheet: workbook libraries would need more than 50 MB for 100,000 rows. The parts
// follow ECMA-376, Part 1, 18 and Part 2. Unlike in CSV, a text cell is never a formula.
type xlsxWriter struct {
	archive *zip.Writer
	sheet   *bufio.Writer
}

// maxCellText is the maximum length of a cell, in characters.
const maxCellText = 32767

const xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// workbookParts are the parts besides the sheet, by name.
var workbookParts = [][2]string{
	{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`},
	{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
	{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
		`<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`},
	{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
}

func newXLSXWriter(w io.Writer) (*xlsxWriter, error) {
	archive := zip.NewWriter(w)
	for _, part := range workbookParts {
		file, err := archive.Create(part[0])
		if err != nil {
			return nil, fmt.Errorf("begin the workbook: %w", err)
		}
		if _, err := io.WriteString(file, xmlHead+part[1]); err != nil {
			return nil, fmt.Errorf("begin the workbook: %w", err)
		}
	}
	file, err := archive.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		return nil, fmt.Errorf("begin the sheet: %w", err)
	}
	sheet := bufio.NewWriterSize(file, bufferBytes)
	_, err = sheet.WriteString(xmlHead + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
	return &xlsxWriter{archive: archive, sheet: sheet}, err
}

func (x *xlsxWriter) write(row []Cell) error {
	// A write error is returned again at the end of the row.
	_, _ = x.sheet.WriteString("<row>")
	for _, value := range row {
		if value.number {
			_, _ = x.sheet.WriteString("<c><v>" + value.text + "</v></c>")
			continue
		}
		// An import removes one leading apostrophe, the guard of CSV cells.
		if strings.HasPrefix(value.text, "'") {
			value.text = csvimport.GuardCell(value.text)
		}
		if runes := []rune(value.text); len(runes) > maxCellText {
			value.text = string(runes[:maxCellText])
		}
		_, _ = x.sheet.WriteString(`<c t="inlineStr"><is><t xml:space="preserve">`)
		if err := xml.EscapeText(x.sheet, []byte(value.text)); err != nil {
			return err
		}
		_, _ = x.sheet.WriteString("</t></is></c>")
	}
	_, err := x.sheet.WriteString("</row>\n")
	return err
}

func (x *xlsxWriter) close() error {
	if _, err := x.sheet.WriteString("</sheetData></worksheet>"); err != nil {
		return err
	}
	if err := x.sheet.Flush(); err != nil {
		return err
	}
	return x.archive.Close()
}
