package importer

import (
	"context"
	"errors"

	"kirana/internal/httpapi"
)

func (h *Handler) runs(ctx context.Context, _ *struct{}) ([]Run, error) { return h.importer.Runs(ctx) }

func (h *Handler) undo(ctx context.Context, in *struct {
	ID string `path:"id"`
},
) (UndoReport, error) {
	if !h.importMu.TryLock() {
		return UndoReport{}, errImportRunning
	}
	defer h.importMu.Unlock()
	// Continue the undo when the page is closed. Refresh the view even after an error: some batches may be undone.
	ctx = context.WithoutCancel(ctx)
	report, err := h.importer.Undo(ctx, in.ID)
	return report, errors.Join(err, h.show(ctx))
}

// ImportProgress is the progress of the running import.
type ImportProgress struct {
	File  string `json:"file" doc:"Name of the file. Empty: no import is running."`
	Stage string `json:"stage" enum:"Reading,Saving,"`
	Done  int64  `json:"done" doc:"Number of bytes read, or of products saved."`
	Total int64  `json:"total"`
}

// showProgress returns the progress on this node; another node may run its own import.
func (h *Handler) showProgress(context.Context, *struct{}) (ImportProgress, error) {
	if progress := h.progress.Load(); progress != nil {
		return *progress, nil
	}
	return ImportProgress{}, nil
}

// ReportFile is the report of an import as a file.
type ReportFile struct {
	Name    string `json:"name"`
	Content string `json:"content" doc:"Content of the file, as CSV."`
}

func (h *Handler) report(ctx context.Context, in *struct {
	ID string `path:"id"`
},
) (ReportFile, error) {
	select {
	case h.reportSem <- struct{}{}:
		defer func() { <-h.reportSem }()
		return h.importer.ReportFile(ctx, in.ID, httpapi.IdentityOf(ctx).SeesCosts())
	case <-ctx.Done():
		return ReportFile{}, ctx.Err()
	}
}
