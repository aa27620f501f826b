package importer

import (
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"path/filepath"
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

func (h *Handler) importList(ctx context.Context, in *struct {
	httpapi.RawRequest
	Stock           string `query:"stock" maxLength:"20" doc:"pieces of each new product, where the list has no stock column; 0 without it"`
	UpdateStock     string `query:"updateStock" maxLength:"20" doc:"stock of products that the shop has already: keep, set or add; keep without it"`
	Only            string `query:"only" maxLength:"200" doc:"fields to update, with commas; then no product is added"`
	OverwriteEdited bool   `query:"overwriteEdited" doc:"overwrite what a person edited since the last import"`
	RestoreDeleted  bool   `query:"restoreDeleted" doc:"add anew what was deleted in the shop"`
	DryRun          bool   `query:"dryRun" doc:"read and compare everything, write nothing"`
},
) (ImportReport, error) {
	stock, err := stockOf(in.Stock)
	if err != nil {
		return ImportReport{}, err
	}
	update, err := ParseUpdate(in.UpdateStock, in.Only)
	if err != nil {
		return ImportReport{}, err
	}
	update.Edited, update.Deleted = in.OverwriteEdited, in.RestoreDeleted
	options := Options{Stock: stock, Update: update, DryRun: in.DryRun}
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
		report, err = h.importUpload(ctx, file, options)
		return inFile(err)
	})
	if err != nil {
		return ImportReport{}, err
	}
	if report.DryRun {
		return reportOf(report), nil
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
func (h *Handler) importUpload(ctx context.Context, part *multipart.Part, o Options) (Report, error) {
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
	o.Name = nameOf(part)
	return h.importer.Import(ctx, file.Name(), o)
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
