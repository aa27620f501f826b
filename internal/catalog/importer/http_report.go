package importer

import (
	"slices"
	"strings"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
)

// ImportReport counts the rows of a list by result.
type ImportReport struct {
	Rows              int            `json:"rows" doc:"Number of rows read, including skipped rows."`
	Imported          int            `json:"imported" doc:"Number of new products."`
	Updated           int            `json:"updated" doc:"Number of changed products."`
	Unchanged         int            `json:"unchanged"`
	Repeated          int            `json:"repeated" doc:"Number of rows that repeat a product of the list. The last price applies."`
	Repeats           []RepeatedRow  `json:"repeats" doc:"First 200 repeated rows."`
	Skipped           int            `json:"skipped"`
	Problems          []SkippedRow   `json:"problems" doc:"First 200 skipped rows."`
	Remarks           []SkippedRow   `json:"remarks" doc:"First 200 cells that were ignored, or read differently from their text, in imported rows."`
	Remarked          int            `json:"remarked" doc:"Number of cells that were ignored, or read differently from their text, in imported rows."`
	StatusWords       []ImportedNote `json:"statusWords" doc:"Unknown words in the published column. New products with such a word are not published."`
	Sheet             string         `json:"sheet" doc:"Sheet of the workbook that was read."`
	Columns           []ImportColumn `json:"columns" doc:"Columns that were read, with their fields."`
	Unused            []string       `json:"unused" doc:"Columns that were not read."`
	Notes             []ImportedNote `json:"notes" doc:"Decisions that were made for unclear rows."`
	NotInShop         int            `json:"notInShop" doc:"Number of rows that were not added, because only some fields are updated."`
	Deleted           int            `json:"deleted" doc:"Number of skipped rows of products that were deleted in the shop."`
	StockKept         int            `json:"stockKept" doc:"Number of products whose stock in the list was ignored."`
	Edited            int            `json:"edited" doc:"Number of fields that keep an edit by staff."`
	Changes           []ImportChange `json:"changes" doc:"First 200 new or changed products."`
	KeptEdits         []ImportChange `json:"keptEdits" doc:"First 200 products with fields that keep an edit by staff."`
	PricesUp          int            `json:"pricesUp" doc:"Number of products whose payable price rises."`
	PricesDown        int            `json:"pricesDown"`
	Unconfirmed       int            `json:"held" doc:"Number of price changes over 50 %, which await confirmation."`
	UnconfirmedPrices []ImportChange `json:"heldPrices" doc:"First 200 price changes over 50 %. A name and a unit that await confirmation with the price follow it."`
	Program           string         `json:"program" enum:"Shopify,WooCommerce,Vyapar," doc:"Program that exported the list. Empty: another one."`
	ReportFile        string         `json:"reportFile" doc:"ID for downloading every line of the report."`
	Categories        []string       `json:"categories" doc:"Created categories, such as Staples > Dal."`
	Run               string         `json:"run" doc:"ID for undoing the import. Empty if nothing changed."`
	DryRun            bool           `json:"dryRun" doc:"true: nothing was written."`
	Unsellable        bool           `json:"unsellable" doc:"true: new products have no stock, because neither the list nor the request sets it."`
}

// SkippedRow is a skipped row, or a remark on an imported one.
type SkippedRow struct {
	Line   int    `json:"line" doc:"Line number. The header is line 1."`
	Reason string `json:"reason"`
	Name   string `json:"name"`
	Column string `json:"column" doc:"Column of the unreadable cell. Empty if no single cell is the cause."`
	Value  string `json:"value" doc:"Value of the cell."`
}

// RepeatedRow is a row whose product is on an earlier line.
type RepeatedRow struct {
	Line  int    `json:"line"`
	First int    `json:"first" doc:"Line number of the first row of the product."`
	Name  string `json:"name"`
}

// ImportChange is a new product, or the changed fields of an existing one.
type ImportChange struct {
	Line   int                 `json:"line"`
	Name   string              `json:"name"`
	Unit   string              `json:"unit"`
	New    bool                `json:"new"`
	Fields []ImportFieldChange `json:"fields"`
}

// ImportFieldChange is a field of a product before and after, as display text.
type ImportFieldChange struct {
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

// ImportColumn is a column and the field that it was read as.
type ImportColumn struct {
	Field  string `json:"field"`
	Column string `json:"column"`
}

// ImportedNote is a note on rows, with the number of rows.
type ImportedNote struct {
	Text string `json:"text"`
	Rows int    `json:"rows"`
}

// ReportOf converts a report to the API's form.
func ReportOf(r Report) ImportReport {
	report := ImportReport{
		Rows: r.Rows, Imported: r.Imported, Updated: r.Updated, Unchanged: r.Unchanged, Repeated: r.Repeated,
		Remarks: []SkippedRow{}, Remarked: r.Remarked, StatusWords: sortedNotes(r.StatusWords), Sheet: r.Sheet,
		Skipped: r.Skipped, Problems: []SkippedRow{}, Repeats: []RepeatedRow{}, Columns: []ImportColumn{}, Unused: r.Columns.Unused, Notes: sortedNotes(r.Notes),
		NotInShop: r.NotInShop, Deleted: r.Deleted, StockKept: r.StockKept, Edited: r.Edited,
		Changes: changesOf(r.Changes), KeptEdits: changesOf(r.KeptEdits), PricesUp: r.PricesUp, PricesDown: r.PricesDown, Unconfirmed: r.Unconfirmed, UnconfirmedPrices: changesOf(r.UnconfirmedPrices),
		Program: r.Columns.Program, Categories: r.Categories,
		DryRun: r.DryRun, Run: r.Run, Unsellable: r.Unsellable,
	}
	if report.Categories == nil {
		report.Categories = []string{}
	}
	if report.Unused == nil {
		report.Unused = []string{}
	}
	for _, problem := range r.Problems {
		report.Problems = append(report.Problems, skippedRow(problem))
	}
	for _, repeat := range r.Repeats {
		report.Repeats = append(report.Repeats, RepeatedRow(repeat))
	}
	for _, taken := range r.Columns.Mapped {
		report.Columns = append(report.Columns, ImportColumn{Field: string(taken.Field), Column: taken.Column})
	}
	for _, remark := range r.Remarks {
		report.Remarks = append(report.Remarks, skippedRow(remark))
	}
	return report
}

func skippedRow(p csvimport.Problem) SkippedRow {
	return SkippedRow{Line: p.Line, Reason: string(p.Reason), Name: p.Name, Column: p.Column, Value: p.Value}
}

// in translates the notes and reasons. A reason without arguments is stored as its English text.
func (r ImportReport) in(lang string) ImportReport {
	for i, note := range r.Notes {
		r.Notes[i].Text = language.Text(lang, note.Text)
	}
	for _, rows := range [][]SkippedRow{r.Problems, r.Remarks} {
		for i, row := range rows {
			rows[i].Reason = language.Text(lang, language.Stored(row.Reason).In(lang))
		}
	}
	return r
}

func sortedNotes[K ~string](counts map[K]int) []ImportedNote {
	notes := make([]ImportedNote, 0, len(counts))
	for note, rows := range counts {
		notes = append(notes, ImportedNote{Text: string(note), Rows: rows})
	}
	slices.SortFunc(notes, func(a, b ImportedNote) int { return strings.Compare(a.Text, b.Text) })
	return notes
}

func changesOf(changes []Change) []ImportChange {
	shown := make([]ImportChange, 0, len(changes))
	for _, change := range changes {
		fields := make([]ImportFieldChange, len(change.Fields))
		for i, field := range change.Fields {
			fields[i] = ImportFieldChange(field)
		}
		shown = append(shown, ImportChange{change.Line, change.Name, change.Unit, change.New, fields})
	}
	return shown
}

// ListColumns describes the columns of a price list before its import.
type ListColumns struct {
	Columns  []ListColumn `json:"columns"`
	Fields   []string     `json:"fields" doc:"Fields that a column can be mapped to."`
	NoHeader bool         `json:"noHeader" doc:"true: the first line is read as a product."`
	Sheets   []string     `json:"sheets" doc:"Sheets of the workbook that are not empty."`
	Hidden   []string     `json:"hiddenSheets" doc:"Those of sheets that are hidden in the workbook."`
	Sheet    string       `json:"sheet" doc:"Sheet that was read. Empty if the file has no sheets."`
	Program  string       `json:"program" enum:"Shopify,WooCommerce,Vyapar," doc:"Program that exported the list. Empty: another one."`
}

// ListColumn is a column of a price list.
type ListColumn struct {
	Name    string   `json:"name"`
	Field   string   `json:"field" doc:"Proposed field. Empty: none."`
	Samples []string `json:"samples" doc:"Up to 3 sample cells."`
}

func columnsOf(i Inspection) ListColumns {
	columns := ListColumns{Columns: []ListColumn{}, Fields: []string{}, NoHeader: i.NoHeader, Sheets: []string{}, Hidden: []string{}, Sheet: i.Sheet, Program: i.Program}
	for _, sheet := range i.Sheets {
		if !sheet.Empty {
			columns.Sheets = append(columns.Sheets, sheet.Name)
		}
		if sheet.Hidden && !sheet.Empty {
			columns.Hidden = append(columns.Hidden, sheet.Name)
		}
	}
	for _, column := range i.Columns {
		columns.Columns = append(columns.Columns, ListColumn{column.Name, string(column.Field), append([]string{}, column.Samples...)})
	}
	for _, field := range csvimport.Fields() {
		columns.Fields = append(columns.Fields, string(field))
	}
	return columns
}
