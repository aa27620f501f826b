package importer

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"kirana/internal/catalog"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/language"
	"kirana/internal/unicodetext"
)

const (
	maxListBytes  = 20 << 20 // enough for about 100,000 products
	maxNameLength = 100
)

// maxMemory bounds the memory in bytes for reading the largest list (ADR 0044).
const maxMemory = 256 << 20

// Handler serves the import of a price list over HTTP.
type Handler struct {
	importer *Service
	show     func(ctx context.Context) error // refreshes the catalog view

	importMu  sync.Mutex // locked while an import runs
	progress  atomic.Pointer[ImportProgress]
	reportSem chan struct{} // semaphore of 1: one report is unpacked at a time
}

// NewHandler makes the handler; show refreshes the catalog view after each import.
func NewHandler(s *Service, show func(ctx context.Context) error) *Handler {
	return &Handler{importer: s, show: show, reportSem: make(chan struct{}, 1)}
}

// Routes registers every call of the feature.
func (h *Handler) Routes(r *httpapi.Router) {
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/import", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Upload: "file", Budget: httpapi.Budget{Memory: maxMemory},
		Summary: "Import a price list: a CSV file with a header, or one sheet of a workbook (XLSX, or a table saved as .xls), at most 20 MB", Message: "The list is read.",
	}, h.importList)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/import/columns", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, Upload: "file", Budget: httpapi.Budget{Memory: maxMemory},
		Summary: "List the columns of a price list, with sample cells and the proposed field of each", Message: "The columns.",
	}, h.inspect)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/product/import/runs", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "List the latest imports", Message: "The latest imports.",
	}, h.runs)
	httpapi.Handle(r, httpapi.Route{
		Method: "POST", Path: "/product/import/undo/{id}", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Undo an import, except for products that were edited since", Message: "The import is undone.",
	}, h.undo)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/product/import/report/{id}", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Download every line of an import's or dry run's report as CSV", Message: "The report.",
	}, h.report)
	httpapi.Handle(r, httpapi.Route{
		Method: "GET", Path: "/product/import/progress", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "Retrieve the progress of the running import", Message: "The progress.",
	}, h.showProgress)
}

// ListOptions are the query parameters for reading a price list.
type ListOptions struct {
	Map      string `query:"map" maxLength:"2000" doc:"Columns by field, such as name=#1,price=#3. Other fields are then ignored. If absent, columns are found by their names."`
	NoHeader bool   `query:"noHeader" doc:"true: the first line is a product, not a header."`
	Sheet    string `query:"sheet" maxLength:"100" doc:"Sheet of a workbook. If absent, the first visible sheet with a price list."`
	Paise    bool   `query:"paise" doc:"true: prices are in paise, not in rupees."`
}

func (o ListOptions) options() (Options, error) {
	options := Options{Options: csvimport.Options{NoHeader: o.NoHeader, Paise: o.Paise}, Sheet: o.Sheet}
	if o.Map == "" {
		return options, nil
	}
	columns, err := csvimport.ParseMap(o.Map)
	if err != nil {
		return options, fault.AtField("map", err)
	}
	options.Map = csvimport.SkipUnmapped(columns)
	return options, nil
}

func (h *Handler) importList(ctx context.Context, in *struct {
	httpapi.RawRequest
	ListOptions

	Stock           string `query:"stock" maxLength:"20" doc:"Stock of each new product in pieces, if the list has no stock column. 0 if absent."`
	UpdateStock     string `query:"updateStock" maxLength:"20" enum:"keep,set,add" doc:"Stock of existing products. keep if absent."`
	Only            string `query:"only" maxLength:"200" doc:"Fields to update, separated by commas. No product is then added."`
	OverwriteEdited bool   `query:"overwriteEdited" doc:"true: overwrites fields that were edited by staff since the last import."`
	RestoreDeleted  bool   `query:"restoreDeleted" doc:"true: adds products again that were deleted in the shop."`
	TakeJumps       bool   `query:"takeJumps" doc:"true: accepts price changes over 50 %. Otherwise they await confirmation."`
	JumpLines       string `query:"jumpLines" maxLength:"2000" doc:"Lines of the list whose price changes over 50 % are accepted, separated by commas."`
	AddAgain        bool   `query:"addAgain" doc:"true: adds the stock of a list again that was added before."`
	Categories      string `query:"categories" maxLength:"8000" doc:"Categories of the shop for words of the list, one per line: VEG=Vegetables or VEG > Leafy=Vegetables > Greens."`
	StatusWords     string `query:"statusWords" maxLength:"4000" doc:"Meaning of words in the published column, one per line: Seasonal=yes or Ended=no."`
	DryRun          bool   `query:"dryRun" doc:"true: reads and compares the list and writes nothing."`
},
) (ImportReport, error) {
	options, err := in.options()
	if err != nil {
		return ImportReport{}, err
	}
	if options.Stock, err = stockOf(in.Stock); err != nil {
		return ImportReport{}, err
	}
	if options.Update, err = ParseUpdate(in.UpdateStock, in.Only); err != nil {
		return ImportReport{}, err
	}
	options.Update.OverwriteEdited, options.Update.RestoreDeleted, options.DryRun = in.OverwriteEdited, in.RestoreDeleted, in.DryRun
	options.Update.KeepCost = !httpapi.IdentityOf(ctx).SeesCosts()
	options.AddAgain = in.AddAgain
	if options.Categories, err = ParseCategoryWords(strings.Split(in.Categories, "\n")); err != nil {
		return ImportReport{}, err
	}
	if options.StatusWords, err = ParseStatusWords(strings.Split(in.StatusWords, "\n")); err != nil {
		return ImportReport{}, err
	}
	if options.Update.TakeJumps = in.TakeJumps; in.JumpLines != "" {
		options.Update.JumpLines = linesOf(in.JumpLines)
	}
	if !options.DryRun {
		// Continue the import when the sender leaves the page.
		ctx = context.WithoutCancel(ctx)
	}
	var report ImportReport
	err = h.readList(in.RawRequest, func(path, name string) (err error) {
		options.Name = name
		report, err = h.run(ctx, path, options)
		return err
	})
	if err != nil || report.DryRun {
		return report, err
	}
	return report, h.show(ctx)
}

// ParseStatusWords parses words of the status column and whether they publish a product: "Seasonal=yes". It skips empty
// texts. It returns fault.Invalid for an invalid text.
func ParseStatusWords(texts []string) (map[string]bool, error) {
	words := map[string]bool{}
	for _, text := range texts {
		if strings.TrimSpace(text) == "" {
			continue
		}
		word, shown, _ := strings.Cut(text, "=")
		shown = strings.ToLower(strings.TrimSpace(shown))
		if shown != "yes" && shown != "no" {
			return nil, fault.InField("statusWords", "Write a word of the list and whether shoppers are to see its products, as in Seasonal=yes or Ended=no.")
		}
		words[strings.ToLower(strings.TrimSpace(word))] = shown == "yes"
	}
	return words, nil
}

// run imports a list and stores every line of its report.
func (h *Handler) run(ctx context.Context, path string, o Options) (ImportReport, error) {
	var content bytes.Buffer
	compressed := gzip.NewWriter(&content)
	o.Lines, o.Language, o.MaxLines = compressed, language.Of(ctx), maxReportBytes
	o.Progress = func(stage string, done, total int64) { h.progress.Store(&ImportProgress{o.Name, stage, done, total}) }
	defer h.progress.Store(nil)
	report, err := h.importer.Import(ctx, path, o)
	if err == nil {
		err = compressed.Close()
	}
	if err != nil {
		return ImportReport{}, err
	}
	shown := ReportOf(report)
	shown.ReportFile, err = h.importer.storeReport(ctx, report, o.Name, content.Bytes())
	return shown.in(language.Of(ctx)), err
}

// linesOf reads line numbers separated by commas, and ignores other texts.
func linesOf(text string) map[int]bool {
	lines := map[int]bool{}
	for part := range strings.SplitSeq(text, ",") {
		if line, err := strconv.Atoi(strings.TrimSpace(part)); err == nil {
			lines[line] = true
		}
	}
	return lines
}

var errImportRunning = &fault.Error{
	Kind: fault.TooMany, Code: "import_running", RetryAfter: 10,
	Message: "Another price list is being read. Please try again when it is done.",
}

func (h *Handler) inspect(_ context.Context, in *struct {
	httpapi.RawRequest
	ListOptions
},
) (ListColumns, error) {
	options, err := in.options()
	if err != nil {
		return ListColumns{}, err
	}
	var inspection Inspection
	err = h.readList(in.RawRequest, func(path, _ string) (err error) {
		inspection, err = Inspect(path, options)
		return err
	})
	return columnsOf(inspection), err
}

func stockOf(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	stock, err := strconv.Atoi(unicodetext.Digits(text))
	if err != nil || stock < 0 || stock > catalog.MaxStock {
		return 0, fault.InField("stock", "The stock must be a whole number from 0 to %d.", catalog.MaxStock)
	}
	return stock, nil
}

// readList is ReadUpload, but returns errImportRunning while another list is read. Uploads may overlap.
func (h *Handler) readList(in httpapi.RawRequest, read func(path, name string) error) error {
	return ReadUpload(in, func(path, name string) error {
		if !h.importMu.TryLock() {
			return errImportRunning
		}
		defer h.importMu.Unlock()
		return read(path, name)
	})
}

// ReadUpload stores an uploaded list in a temporary file and calls read with its path. It needs the whole file, because
// a workbook's directory is at its end.
func ReadUpload(in httpapi.RawRequest, read func(path, name string) error) error {
	upload := httpapi.Upload{
		Field: "file", MaxBytes: maxListBytes,
		NotMultipart: fault.New(fault.WrongType, "not_multipart", "Send the list as multipart/form-data."),
		Missing:      fault.InField("file", "Please choose a file."),
		TooLarge:     refuseSize(),
		Incomplete:   refuseIncomplete(),
	}
	return httpapi.ReadUpload(in.Request(), upload, func(part *multipart.Part) error {
		file, err := os.CreateTemp("", "price-list-*")
		if err != nil {
			return fmt.Errorf("keep price list: %w", err)
		}
		defer func() { _ = os.Remove(file.Name()) }()
		size, err := io.Copy(file, io.LimitReader(part, maxListBytes+1))
		closeErr := file.Close()
		switch {
		case err != nil:
			return fmt.Errorf("receive price list: %w: %w", err, refuseIncomplete())
		case closeErr != nil:
			return fmt.Errorf("keep price list: %w", closeErr)
		case size > maxListBytes:
			return refuseSize()
		}
		return fault.AtField("file", read(file.Name(), nameOf(part)))
	})
}

// nameOf returns the uploaded file's name, shortened for the activity log.
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
