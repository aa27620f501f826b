package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"kirana/internal/audit"
	"kirana/internal/catalog"
	"kirana/internal/catalog/view"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/idempotency"
	"kirana/internal/language"
)

const (
	// MaxBulk limits the products of a bulk change, which is one transaction.
	MaxBulk = 30_000
	// bulkTimeout limits that transaction; a product takes about 0.1 ms.
	bulkTimeout = 30 * time.Second
	// maxBulkLines limits the products that a preview lists.
	maxBulkLines = 100
	// undoWindow is how long a bulk change can be undone.
	undoWindow = 7 * 24 * time.Hour
)

// BulkLine is a product before and after a bulk change.
type BulkLine struct {
	Before, After catalog.Product
	Refusal       language.Stored // why the product is not changed; "" if it is
}

// BulkResult is the result of a bulk change, or of its preview.
type BulkResult struct {
	ID        string // for undoing; "" if nothing was changed
	Matched   int
	Changed   int
	Unchanged int        // products that have the value already
	Refused   int        // products that cannot be changed
	Lines     []BulkLine // the first changed and refused products
}

// BulkRequest is a bulk change of the products that match a query, or of named ones.
type BulkRequest struct {
	Query  view.Query
	IDs    []string // sorted, without duplicates; if not nil, Query is ignored
	Change BulkEdit
	DryRun bool   // plan only
	Digest string // of the preview; if the changes differ from it, the request is refused
}

var errChangedMeanwhile = fault.New(fault.Conflict, "changed_meanwhile", "The products have changed since the preview. Look again.")

// ChangeInBulk changes all matching products in one transaction with one entry in the activity log, or returns a
// preview if DryRun is set. Products that cannot be changed stay unchanged; the report counts them as refused. The key
// makes the change repeatable, see idempotency.Do. If the changes differ from the preview's, the error is
// fault.Conflict.
func (s *Service) ChangeInBulk(ctx context.Context, key idempotency.Key, b BulkRequest) (BulkReport, error) {
	fingerprint, err := idempotency.Fingerprint(struct {
		Call string
		BulkRequest
	}{"bulk", b})
	if err != nil {
		return BulkReport{}, err
	}
	if b.Change.Field == BulkSubCategory {
		if b.Change.SubCategory, err = s.subCategory(b.Change.SubCategory.ID); err != nil {
			return BulkReport{}, err
		}
	}
	ids := b.IDs
	if ids == nil {
		for _, product := range s.view.Snapshot().Find(b.Query).Products {
			ids = append(ids, product.ID)
		}
	}
	if len(ids) > MaxBulk {
		return BulkReport{}, fault.New(fault.Invalid, "too_many_products", "At most %d products can be changed at once. Please narrow the list.", MaxBulk)
	}
	ctx = db.WithTimeout(ctx, bulkTimeout)
	if b.DryRun {
		return s.previewBulk(ctx, ids, b.Change)
	}
	var report BulkReport
	err = s.edit(ctx, func(tx *db.Tx) error {
		request := idempotency.Request{Fingerprint: fingerprint, Thing: language.Word("change"), At: s.clock.Now()}
		response, err := idempotency.Do(ctx, tx, key, request, func() (any, error) { return s.applyInBulk(ctx, tx, ids, b) })
		if err != nil {
			return err
		}
		report = BulkReport{}
		return json.Unmarshal(response, &report)
	})
	if err != nil {
		return BulkReport{}, err
	}
	s.view.ShowCommitted(ctx)
	return report.in(language.Of(ctx)), nil
}

func (s *Service) previewBulk(ctx context.Context, ids []string, change BulkEdit) (BulkReport, error) {
	products, err := catalog.ReadProducts(ctx, s.db, ids)
	if err != nil {
		return BulkReport{}, err
	}
	result, changed := s.plan(products, change)
	digest, err := change.digestOf(changed)
	return s.bulkReport(result, digest).in(language.Of(ctx)), err
}

// applyInBulk applies the change, or returns errChangedMeanwhile if its digest differs from the preview's.
func (s *Service) applyInBulk(ctx context.Context, tx *db.Tx, ids []string, b BulkRequest) (BulkReport, error) {
	products, err := catalog.LockProductList(ctx, tx, ids)
	if err != nil {
		return BulkReport{}, err
	}
	result, changed := s.plan(products, b.Change)
	digest, err := b.Change.digestOf(changed)
	if err != nil {
		return BulkReport{}, err
	}
	if digest != b.Digest {
		return BulkReport{}, errChangedMeanwhile
	}
	if len(changed) == 0 {
		return s.bulkReport(result, digest), nil
	}
	if b.Change.Field == BulkSubCategory {
		if err := checkCategory(ctx, tx, changed[0].After); err != nil {
			return BulkReport{}, err
		}
	}
	at := s.clock.Now()
	result.ID = id.New()
	rows := make([]bulkRow, len(changed))
	for i, line := range changed {
		at = catalog.NextVersion(at, line.Before.UpdatedAt)
		rows[i] = bulkRowOf(result.ID, line.Before, line.After)
	}
	// The record has the time of its products and ledger entries, so that later edits and entries can be recognized.
	record := BulkRecord{
		ID: result.ID, Title: string(b.Change.title().Store()), OfStock: b.Change.Field == BulkStock, UserName: audit.ActorOf(ctx).Name, Products: len(changed), CreatedAt: at,
	}
	if err := db.Exec(ctx, tx, `DELETE FROM bulk_changes WHERE created_at < $1`, record.CreatedAt.Add(-undoWindow)); err != nil {
		return BulkReport{}, err
	}
	if err := insertBulk(ctx, tx, record, rows); err != nil {
		return BulkReport{}, err
	}
	if err := record.apply(ctx, tx, changed); err != nil {
		return BulkReport{}, err
	}
	return s.bulkReport(result, digest), audit.Write(ctx, tx, s.clock.Now(), audit.Entry{
		What: "products.bulk", Object: string(productCount(len(changed)).Store()), After: record.Title,
	})
}

// plan returns the result of a change of products, and the products that change, both sorted by name. Deleted products
// do not count.
func (s *Service) plan(products []catalog.Product, change BulkEdit) (BulkResult, []BulkLine) {
	snapshot := s.view.Snapshot()
	result := BulkResult{Lines: []BulkLine{}}
	var changed []BulkLine
	slices.SortFunc(products, func(a, b catalog.Product) int {
		return cmp.Or(cmp.Compare(catalog.NameKey(a.Name), catalog.NameKey(b.Name)), cmp.Compare(a.ID, b.ID))
	})
	for _, before := range products {
		if before.DeletedAt != nil {
			continue
		}
		result.Matched++
		after, refusal := change.apply(before, snapshot)
		line := BulkLine{Before: before, After: after, Refusal: refusal}
		switch {
		case refusal != "":
			result.Refused++
		case !differsInBulkFields(before, after):
			result.Unchanged++
			continue
		default:
			result.Changed++
			changed = append(changed, line)
		}
		if len(result.Lines) < maxBulkLines {
			result.Lines = append(result.Lines, line)
		}
	}
	return result, changed
}

// subCategory returns a sub-category, including the name of its category.
func (s *Service) subCategory(subCategoryID string) (catalog.SubCategory, error) {
	for _, sub := range s.view.Snapshot().SubCategories() {
		if sub.ID == subCategoryID {
			return sub, nil
		}
	}
	return catalog.SubCategory{}, fault.InField("subCategory", "This sub-category does not exist.")
}

// maxRecentBulk limits the list of bulk changes.
const maxRecentBulk = 10

// RecentBulk returns the latest bulk changes of the last 7 days, newest first, including undone ones.
func (s *Service) RecentBulk(ctx context.Context) ([]BulkRecord, error) {
	records, err := db.All[BulkRecord](ctx, s.db, selectBulkChanges+`
		WHERE created_at >= $1
		ORDER BY created_at DESC, id DESC
		LIMIT $2`, s.clock.Now().Add(-undoWindow), maxRecentBulk)
	if err != nil {
		return nil, fmt.Errorf("list the bulk changes: %w", err)
	}
	for i, record := range records {
		records[i].Title = language.Stored(record.Title).In(language.Of(ctx))
	}
	return records, nil
}
