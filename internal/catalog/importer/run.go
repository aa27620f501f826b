package importer

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/money"
)

// undoWindow is how long an import can be undone.
const undoWindow = 7 * 24 * time.Hour

// maxRuns limits the list of imports.
const maxRuns = 20

// Run is an import that changed something.
type Run struct {
	ID         string     `db:"id" json:"_id"`
	File       string     `db:"file" json:"file"`
	Who        string     `db:"who" json:"who" doc:"Name of the user. Empty: started by the system."`
	CreatedAt  time.Time  `db:"created_at" json:"at"`
	Imported   int        `db:"imported" json:"imported"`
	Updated    int        `db:"updated" json:"updated"`
	UndoneAt   *time.Time `db:"undone_at" json:"undoneAt,omitempty"`
	Finished   bool       `db:"finished" json:"-"` // the report is written
	Undoable   bool       `db:"-" json:"undoable" doc:"true: the import is done, less than seven days old and not undone."`
	ReportFile string     `db:"report_file" json:"reportFile" doc:"ID of the report's file. Empty if it is not kept."`
}

// runChange is a row of the table import_run_changes.
type runChange struct {
	RunID       string    `db:"run_id"`
	ProductID   string    `db:"product_id"`
	Before      string    `db:"before"`
	Baseline    string    `db:"baseline"`
	StockChange int       `db:"stock_change"`
	EditedAt    time.Time `db:"edited_at"`
}

// undoState holds the previous values of the fields that an import may change.
type undoState struct {
	Name, Unit, Description   string
	SoldBy                    string // "" in runs that did not change it
	CategoryID, SubCategoryID string
	Price, Discount           int64 // paise
	Details                   catalog.Details
	Images                    []string
	Label                     catalog.Facts // of runs before Facts was stored, which changed neither SKU nor tax
	Facts                     *catalog.Facts
	ImportKey                 *string
	Names                     catalog.Names `json:",omitempty"`
}

func undoStateOf(p catalog.Product) undoState {
	return undoState{
		Name: p.Name, Unit: p.Unit, SoldBy: p.Measure(), Description: p.Description, CategoryID: p.CategoryID, SubCategoryID: p.SubCategoryID,
		Price: int64(p.Price), Discount: int64(p.Discount), Details: p.Details, Images: p.Images, Facts: &p.Facts, ImportKey: p.ImportKey, Names: p.Names,
	}
}

// restore restores the fields of p; its category only if the sub-category still exists. categoryOf maps sub-categories
// to their categories.
func (u undoState) restore(p *catalog.Product, categoryOf map[string]string) {
	p.Name, p.Names, p.Unit, p.Description = u.Name, u.Names, u.Unit, u.Description
	if u.SoldBy != "" {
		p.SellBy(u.SoldBy)
	}
	p.Price, p.Discount = money.Paise(u.Price), money.Paise(u.Discount)
	p.Details, p.Images, p.ImportKey = u.Details, u.Images, u.ImportKey
	facts := u.Facts
	if facts == nil {
		facts = &u.Label
		facts.SKU, facts.TaxFacts = p.SKU, p.TaxFacts
	}
	p.Facts = *facts
	if categoryID, exists := categoryOf[u.SubCategoryID]; exists {
		p.CategoryID, p.SubCategoryID = categoryID, u.SubCategoryID
	}
}

// Runs returns the latest imports, newest first.
func (s *Service) Runs(ctx context.Context) ([]Run, error) {
	runs, err := db.All[Run](ctx, s.db, fmt.Sprintf(`
		SELECT runs.id, runs.file, runs.who, runs.created_at, imported, updated, undone_at, report <> '' AS finished, COALESCE(reports.id, '') AS report_file
		FROM import_runs runs
		LEFT JOIN import_reports reports ON reports.id = runs.id
		ORDER BY runs.created_at DESC, runs.id DESC
		LIMIT %d`, maxRuns))
	for i, run := range runs {
		runs[i].Undoable = run.undoRefusal(s.clock.Now()) == nil
	}
	return runs, err
}

var errUndoneMeanwhile = fault.New(fault.Conflict, "import_undone", "This import was undone while it ran.")

// recordRun adds the changes of a batch to its run; the first batch creates the run.
func recordRun(ctx context.Context, tx *db.Tx, b batch, at time.Time, changes []runChange) error {
	if b.run == "" || len(changes) == 0 {
		return nil
	}
	added := 0
	for i := range changes {
		changes[i].RunID = b.run
		if changes[i].Before == "" {
			added++
		}
	}
	n, err := db.ExecRows(ctx, tx, `
		INSERT INTO import_runs (id, file, who, created_at, imported, updated, digest)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (id) DO UPDATE SET imported = import_runs.imported + excluded.imported, updated = import_runs.updated + excluded.updated
		WHERE import_runs.undone_at IS NULL`,
		b.run, b.file, audit.ActorOf(ctx).Name, at, added, len(changes)-added, b.digest)
	if err == nil && n == 0 {
		err = errUndoneMeanwhile
	}
	if err != nil {
		return err
	}
	return db.Insert(ctx, tx, `
		INSERT INTO import_run_changes (run_id, product_id, before, baseline, stock_change, edited_at)
		VALUES (:run_id, :product_id, :before, :baseline, :stock_change, :edited_at)`, changes...)
}

// changeOf returns the undo record of a change.
func changeOf(m mergeResult) (runChange, error) {
	before, err := json.Marshal(undoStateOf(m.before))
	if err != nil {
		return runChange{}, fmt.Errorf("store product as it was: %w", err)
	}
	change := runChange{ProductID: m.after.ID, Before: string(before), StockChange: m.after.Stock - m.before.Stock, EditedAt: m.after.EditedAt}
	if m.previousBaseline == nil {
		return change, nil
	}
	fields, err := json.Marshal(m.previousBaseline)
	change.Baseline = string(fields)
	return change, err
}

// analyzeThreshold is the number of changed products from which the table is analyzed immediately, like PostgreSQL's
// autovacuum_analyze_threshold.
const analyzeThreshold = 50

// finishRun stores the report of a run, and deletes expired undo records.
func (s *Service) finishRun(ctx context.Context, run string, report Report) error {
	text, err := json.Marshal(ReportOf(report))
	if err != nil {
		return fmt.Errorf("store import report: %w", err)
	}
	err = s.db.Tx(db.WithTimeout(ctx, batchTimeout), func(tx *db.Tx) error {
		if err := db.Exec(ctx, tx, `UPDATE import_runs SET report = $2 WHERE id = $1`, run, string(text)); err != nil {
			return err
		}
		return db.Exec(ctx, tx, `
			DELETE FROM import_run_changes
			WHERE run_id IN (SELECT id FROM import_runs WHERE created_at < $1)`, s.clock.Now().Add(-undoWindow))
	})
	if err != nil || report.Imported+report.Updated < analyzeThreshold {
		return err
	}
	// Until PostgreSQL analyzes the table, it plans as if hardly any product were on sale and scans all of them for
	// each order. Autovacuum analyzes it about a minute later, so an error is ignored.
	_ = s.db.Tx(db.WithTimeout(ctx, batchTimeout), func(tx *db.Tx) error { return tx.Analyze(ctx, "products") })
	return nil
}
