package importer

import (
	"slices"
	"strings"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/language"
)

// ImportReport counts the rows of a list by result.
type ImportReport struct {
	Rows              int            `json:"rows" doc:"read, the skipped ones included"`
	Imported          int            `json:"imported" doc:"products that are new"`
	Updated           int            `json:"updated" doc:"products that changed"`
	Unchanged         int            `json:"unchanged"`
	Repeated          int            `json:"repeated" doc:"rows of a product that the list has already: the last price counts"`
	Repeats           []RepeatedRow  `json:"repeats" doc:"the first 200 repeated rows"`
	Skipped           int            `json:"skipped"`
	Problems          []SkippedRow   `json:"problems" doc:"the first 200 skipped rows"`
	Remarks           []SkippedRow   `json:"remarks" doc:"the first 200 cells of rows that were taken without them, or otherwise than they stand"`
	Remarked          int            `json:"remarked" doc:"how many cells that are"`
	StatusWords       []ImportedNote `json:"statusWords" doc:"words of the column of published that do not say whether shoppers are to see the product; new ones of them are not published"`
	Sheet             string         `json:"sheet" doc:"of a workbook, that was read"`
	Columns           []ImportColumn `json:"columns" doc:"what was read from which column"`
	Unused            []string       `json:"unused" doc:"columns that nothing was read from"`
	Notes             []ImportedNote `json:"notes" doc:"decisions that rows needed"`
	NotInShop         int            `json:"notInShop" doc:"rows that were not added, as only some fields are updated"`
	Deleted           int            `json:"deleted" doc:"rows, among the skipped, of products that were deleted in the shop"`
	StockKept         int            `json:"stockKept" doc:"products whose stock in the list was not taken"`
	Edited            int            `json:"edited" doc:"fields that stay as a person has edited them"`
	Changes           []ImportChange `json:"changes" doc:"the first 200 products that are new or changed"`
	KeptEdits         []ImportChange `json:"keptEdits" doc:"the first 200 products with fields that stay"`
	PricesUp          int            `json:"pricesUp" doc:"products whose price to pay rises"`
	PricesDown        int            `json:"pricesDown"`
	Unconfirmed       int            `json:"held" doc:"price changes over 50 %, awaiting confirmation"`
	UnconfirmedPrices []ImportChange `json:"heldPrices" doc:"the first 200 of them; behind the price stand the name and unit that wait with it"`
	Program           string         `json:"program" enum:"Shopify,WooCommerce,Vyapar," doc:"whose export the list is; empty: another's"`
	ReportFile        string         `json:"reportFile" doc:"id by which every line of the report can be downloaded"`
	Categories        []string       `json:"categories" doc:"those that were missing, as Staples > Dal"`
	Run               string         `json:"run" doc:"id by which the import can be undone; empty where nothing changed"`
	DryRun            bool           `json:"dryRun" doc:"nothing was written"`
	Unsellable        bool           `json:"unsellable" doc:"new products have no stock, and nothing gave them one"`
}

// SkippedRow is a skipped row, or a remark on an imported one.
type SkippedRow struct {
	Line   int    `json:"line" doc:"the header is line 1"`
	Reason string `json:"reason"`
	Name   string `json:"name"`
	Column string `json:"column" doc:"of the cell that cannot be read; empty where no single one is to blame"`
	Value  string `json:"value" doc:"of that cell"`
}

// RepeatedRow is a row whose product is on an earlier line.
type RepeatedRow struct {
	Line  int    `json:"line"`
	First int    `json:"first" doc:"the line that has the product first"`
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
	for _, taken := range r.Columns.Taken {
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
	Fields   []string     `json:"fields" doc:"what a column can be taken for"`
	NoHeader bool         `json:"noHeader" doc:"the first line is taken for a product"`
	Sheets   []string     `json:"sheets" doc:"of a workbook, those without cells left out"`
	Hidden   []string     `json:"hiddenSheets" doc:"those of them that the workbook does not show"`
	Sheet    string       `json:"sheet" doc:"that is read; empty of a file without sheets"`
	Program  string       `json:"program" enum:"Shopify,WooCommerce,Vyapar," doc:"whose export the list is; empty: another's"`
}

// ListColumn is a column of a price list.
type ListColumn struct {
	Name    string   `json:"name"`
	Field   string   `json:"field" doc:"what it would be taken for; empty: nothing"`
	Samples []string `json:"samples" doc:"up to 3 of its cells"`
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
