package bill

import (
	"context"
	"fmt"

	"kirana/internal/changes"
	"kirana/internal/language"
)

// ListChanged returns a page of changes after the position since, and the changed documents that match the filter, by id.
func (s *Service) ListChanged(ctx context.Context, since string, f Filter) (changes.Page, map[string]View, error) {
	page, err := changes.Records(ctx, s.db, since, f.Limit, changes.BillIssued, changes.BillChanged)
	if err != nil || len(page.IDs) == 0 {
		return page, nil, err
	}
	f.IDs, f.Page = page.IDs, 1
	views, err := s.Views(ctx, f)
	return page, views, err
}

// Views returns a page of documents by id.
func (s *Service) Views(ctx context.Context, f Filter) (map[string]View, error) {
	bills, _, err := list(ctx, s.db, f)
	if err != nil {
		return nil, fmt.Errorf("read bills: %w", err)
	}
	views := make(map[string]View, len(bills))
	for _, b := range bills {
		views[b.ID] = b.view(language.Of(ctx))
	}
	return views, nil
}
