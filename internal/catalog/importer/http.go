package importer

import (
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kirana/internal/catalog"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

const (
	maxListBytes  = 20 << 20 // about 100,000 products
	maxProblems   = 200      // skipped or repeated rows that a report names
	maxNameLength = 100
)

// Handler serves the import of a price list over HTTP.
type Handler struct {
	importer *Service
	show     func(ctx context.Context) error // brings what shoppers see up to date

	importing sync.Mutex // held by the one import that runs
}

// NewHandler makes the handler; show is called after each import.
func NewHandler(s *Service, show func(ctx context.Context) error) *Handler {
	return &Handler{importer: s, show: show}
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/import", Access: httpapi.Manager, Upload: "file",
		Summary: "Import a price list: CSV with a header, or the first sheet of an XLSX workbook, at most 20 MB", Message: "The list is read.",
	}, h.importList)
}

// ImportReport counts what became of a list's rows.
type ImportReport struct {
	Rows       int            `json:"rows" doc:"read, the skipped ones included"`
	Imported   int            `json:"imported" doc:"products that are new"`
	Updated    int            `json:"updated" doc:"products that changed"`
	Unchanged  int            `json:"unchanged"`
	Repeated   int            `json:"repeated" doc:"rows of a product that the list has already: the last price counts"`
	Repeats    []RepeatedRow  `json:"repeats" doc:"the first 200 repeated rows"`
	Skipped    int            `json:"skipped"`
	Problems   []SkippedRow   `json:"problems" doc:"the first 200 skipped rows"`
	Columns    []ImportColumn `json:"columns" doc:"what was read from which column"`
	Unused     []string       `json:"unused" doc:"columns that nothing was read from"`
	Notes      []ImportedNote `json:"notes" doc:"decisions that rows needed"`
	Unsellable bool           `json:"unsellable" doc:"the new products have no stock"`
}

// SkippedRow is a row that was left out.
type SkippedRow struct {
	Line   int    `json:"line" doc:"the header is line 1"`
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// RepeatedRow is a row of a product that the list has already.
type RepeatedRow struct {
	Line  int    `json:"line"`
	First int    `json:"first" doc:"the line that has the product first"`
	Name  string `json:"name"`
}

// ImportColumn is a column and the field that it was taken for.
type ImportColumn struct {
	Field  string `json:"field"`
	Column string `json:"column"`
}

// ImportedNote is a decision that rows needed, and how many did.
type ImportedNote struct {
	Text string `json:"text"`
	Rows int    `json:"rows"`
}

func (h *Handler) importList(ctx context.Context, in *struct {
	httpapi.RawRequest
	Stock string `query:"stock" maxLength:"20" doc:"pieces of each new product, where the list has no stock column; 0 without it"`
},
) (ImportReport, error) {
	stock, err := stockOf(in.Stock)
	if err != nil {
		return ImportReport{}, err
	}
	if !h.importing.TryLock() {
		refusal := fault.New(fault.TooMany, "import_running", "Another price list is being read. Please try again when it is done.")
		refusal.RetryAfter = 10
		return ImportReport{}, refusal
	}
	defer h.importing.Unlock()
	var report Report
	upload := httpapi.Upload{
		Field: "file", MaxBytes: maxListBytes,
		NotMultipart: fault.New(fault.WrongType, "not_multipart", "Send the list as multipart/form-data."),
		Missing:      fault.InField("file", "Please choose a file."),
		TooLarge:     refuseSize(),
		Incomplete:   refuseIncomplete(),
	}
	err = httpapi.ReadUpload(in.Request(), upload, func(file *multipart.Part) (err error) {
		report, err = h.importUpload(ctx, file, stock)
		return inFile(err)
	})
	if err != nil {
		return ImportReport{}, err
	}
	return reportOf(report), h.show(ctx)
}

func stockOf(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	stock, err := strconv.Atoi(text)
	if err != nil || stock < 0 || stock > catalog.MaxStock {
		return 0, fault.InField("stock", "The stock must be a whole number from 0 to %d.", catalog.MaxStock)
	}
	return stock, nil
}

// importUpload keeps the list in a temporary file while it is read: a workbook is read
// from its end.
func (h *Handler) importUpload(ctx context.Context, part *multipart.Part, stock int) (Report, error) {
	file, err := os.CreateTemp("", "price-list-*")
	if err != nil {
		return Report{}, fmt.Errorf("keep price list: %w", err)
	}
	defer func() { _ = os.Remove(file.Name()) }()
	size, err := io.Copy(file, io.LimitReader(part, maxListBytes+1))
	closeErr := file.Close()
	switch {
	case err != nil:
		return Report{}, fmt.Errorf("receive price list: %w: %w", err, refuseIncomplete())
	case closeErr != nil:
		return Report{}, fmt.Errorf("keep price list: %w", closeErr)
	case size > maxListBytes:
		return Report{}, refuseSize()
	}
	return h.importer.Import(ctx, file.Name(), Options{Stock: stock, Name: nameOf(part)})
}

// nameOf returns the file's name as its sender has it, cut to what a log line holds.
func nameOf(part *multipart.Part) string {
	name := []rune(strings.ToValidUTF8(filepath.Base(part.FileName()), ""))
	return string(name[:min(len(name), maxNameLength)])
}

func refuseSize() error {
	return fault.New(fault.TooLarge, "list_too_large", "A price list can have at most %d MB.", maxListBytes>>20)
}

func refuseIncomplete() error {
	return fault.New(fault.Invalid, "upload_incomplete", "The list did not arrive in full. Please try again.")
}

// inFile names the file's field in a refusal of its content.
func inFile(err error) error {
	refusal := fault.Of(err)
	if refusal == nil || refusal.Kind != fault.Invalid {
		return err
	}
	named := *refusal
	named.Fields = []fault.Field{{Field: "file", Message: refusal.Message}}
	return &named
}

func reportOf(r Report) ImportReport {
	report := ImportReport{
		Rows: r.Rows, Imported: r.Imported, Updated: r.Updated, Unchanged: r.Unchanged, Repeated: r.Repeated,
		Skipped: len(r.Skipped), Problems: []SkippedRow{}, Repeats: []RepeatedRow{}, Columns: []ImportColumn{}, Unused: r.Columns.Unused, Notes: []ImportedNote{},
		Unsellable: r.Unsellable,
	}
	if report.Unused == nil {
		report.Unused = []string{}
	}
	for _, problem := range r.Skipped[:min(len(r.Skipped), maxProblems)] {
		report.Problems = append(report.Problems, SkippedRow{Line: problem.Line, Name: problem.Name, Reason: problem.Reason})
	}
	for _, repeat := range r.Repeats[:min(len(r.Repeats), maxProblems)] {
		report.Repeats = append(report.Repeats, RepeatedRow(repeat))
	}
	for _, taken := range r.Columns.Taken {
		report.Columns = append(report.Columns, ImportColumn{Field: string(taken.Field), Column: taken.Column})
	}
	for note, rows := range r.Notes {
		report.Notes = append(report.Notes, ImportedNote{Text: string(note), Rows: rows})
	}
	slices.SortFunc(report.Notes, func(a, b ImportedNote) int { return strings.Compare(a.Text, b.Text) })
	return report
}
