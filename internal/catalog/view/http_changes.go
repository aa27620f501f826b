package view

import (
	"context"
	"slices"
	"strconv"

	"kirana/internal/catalog"
	"kirana/internal/changes"
	"kirana/internal/fault"
	"kirana/internal/httpapi"
)

// changesPerPage is the default and the maximum number of changes on a page.
const changesPerPage = 100

// sinceQuery is the input of a list without other parameters.
type sinceQuery struct{ httpapi.SinceQuery }

// sinceBody is the input of a list by POST. updatedSince may be in the query or the body.
type sinceBody struct {
	httpapi.SinceQuery
	Body httpapi.Form[sinceForm]
}

type sinceForm struct {
	UpdatedSince httpapi.Text `json:"updatedSince,omitempty" maxLength:"100" doc:"Cursor, as in the query parameter."`
}

func (b *sinceBody) since() string {
	if b.UpdatedSince != "" {
		return b.UpdatedSince
	}
	return b.Body.Value.UpdatedSince.Value
}

// changedSince reads a page of changes and refreshes the catalog, which then includes them.
func (v *View) changedSince(ctx context.Context, since string, limit int, events ...string) (changes.Page, *Snapshot, error) {
	page, err := changes.Records(ctx, v.db, since, limit, events...)
	if err == nil && len(page.IDs) > 0 {
		err = v.Refresh(ctx)
	}
	return page, v.Snapshot(), err
}

// changedProducts returns the products changed since a cursor. For shoppers, an unpublished product counts as deleted.
func (h *Handler) changedProducts(ctx context.Context, in *listing) (*httpapi.Prepared, error) {
	limit := changesPerPage
	if in.Limit != "" {
		var err error
		if limit, err = strconv.Atoi(in.Limit); err != nil || limit < 1 || limit > changesPerPage {
			return nil, fault.InField("limit", "The value of limit must be a whole number from 1 to %d.", changesPerPage)
		}
	}
	if index := slices.IndexFunc(listParameters, func(name string) bool { return name != "limit" && in.HasSent(name) }); index >= 0 {
		return nil, fault.InField(listParameters[index], "The value of %s cannot be combined with updatedSince.", listParameters[index])
	}
	page, s, err := h.view.changedSince(ctx, in.UpdatedSince, limit, changes.ProductChanged, changes.StockChanged)
	if err != nil {
		return nil, err
	}
	return prepareChanges(page, s.shownByID(page.IDs, httpapi.IdentityOf(ctx).Admin))
}

// ForStaff refreshes the snapshot and returns products as staff see them, by id, without costs.
func (v *View) ForStaff(ctx context.Context, ids []string) (map[string]catalog.Product, error) {
	if err := v.Refresh(ctx); err != nil {
		return nil, err
	}
	return v.Snapshot().shownByID(ids, true), nil
}

// shownByID returns the products that a caller may see, by id, without costs.
func (s *Snapshot) shownByID(ids []string, staff bool) map[string]catalog.Product {
	found := map[string]catalog.Product{}
	for _, productID := range ids {
		if product := s.find(productID); product != nil && (product.Publish || staff) {
			found[productID] = s.shown(*product, staff, false)
		}
	}
	return found
}

func (h *Handler) changedCategories(ctx context.Context, since string) (*httpapi.Prepared, error) {
	page, s, err := h.view.changedSince(ctx, since, changesPerPage, changes.CategoryChanged)
	if err != nil {
		return nil, err
	}
	return prepareChanges(page, changes.ByID(s.Categories(), func(c catalog.Category) string { return c.ID }))
}

func (h *Handler) changedSubCategories(ctx context.Context, since string) (*httpapi.Prepared, error) {
	page, s, err := h.view.changedSince(ctx, since, changesPerPage, changes.SubCategoryChanged)
	if err != nil {
		return nil, err
	}
	return prepareChanges(page, changes.ByID(s.SubCategories(), func(c catalog.SubCategory) string { return c.ID }))
}

func prepareChanges[T any](page changes.Page, found map[string]T) (*httpapi.Prepared, error) {
	body, err := httpapi.Encode(changes.Body(page, found))
	if err != nil {
		return nil, err
	}
	return httpapi.PrepareRare(body), nil
}
