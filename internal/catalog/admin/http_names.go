package admin

import (
	"context"
	"slices"

	"kirana/internal/fault"
	"kirana/internal/httpapi"
	"kirana/internal/language"
)

// namesRoutes registers the calls for missing names by language.
func (h *Handler) namesRoutes(r *httpapi.Router) {
	httpapi.HandleBody(r, httpapi.Route{
		Method: "GET", Path: "/catalog/names", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog,
		Summary: "List categories, sub-categories and products without a name in a language, each with a proposed name; those with a proposal first",
	}, h.unnamed)
	httpapi.Handle(r, httpapi.Route{
		Method: "PUT", Path: "/catalog/names", Access: httpapi.Manager, Scope: httpapi.ScopeCatalog, MaxBody: httpapi.ProductBody,
		Summary: "Set the names of up to 100 categories, sub-categories and products in a language, all or none", Message: "The names are saved.",
	}, h.nameIn)
}

type namesQuery struct {
	Language string `query:"language" doc:"Language code, such as hi."`
	httpapi.PageQuery
}

type newNames struct {
	Language httpapi.Text `json:"language" doc:"Language code, such as hi."`
	Names    []newName    `json:"names" minItems:"1" maxItems:"100" unit:"names" each:"The name"`
}

type newName struct {
	Kind httpapi.Text `json:"kind" doc:"CATEGORY, SUB_CATEGORY or PRODUCT."`
	ID   httpapi.Ref  `json:"_id"`
	Name httpapi.Text `json:"name" maxLength:"200"`
}

func knownLanguage(lang string) error {
	if slices.Contains(language.All(), lang) {
		return nil
	}
	return fault.InField("language", "Please choose a language.")
}

func (h *Handler) unnamed(_ context.Context, in *namesQuery) (httpapi.Page[Unnamed], error) {
	if err := knownLanguage(in.Language); err != nil {
		return httpapi.Page[Unnamed]{}, err
	}
	list := h.service.ListUnnamed(in.Language)
	if !in.IsSet() {
		return httpapi.Unpaged(list), nil
	}
	page, limit, err := in.Parse(MaxNewNames)
	if err != nil {
		return httpapi.Page[Unnamed]{}, err
	}
	from := min((page-1)*limit, len(list))
	return httpapi.NewPage(list[from:min(from+limit, len(list))], len(list), limit), nil
}

func (h *Handler) nameIn(ctx context.Context, in *struct{ Body httpapi.Form[newNames] }) (struct{}, error) {
	form := in.Body.Value
	if err := knownLanguage(form.Language.Value); err != nil {
		return struct{}{}, err
	}
	names := make([]NewName, len(form.Names))
	for i, name := range form.Names {
		kind := RecordKind(name.Kind.Value)
		if !slices.Contains([]RecordKind{KindCategory, KindSubCategory, KindProduct}, kind) {
			return struct{}{}, fault.InField("names", "A name belongs to a category, a sub-category or a product.")
		}
		names[i] = NewName{kind, name.ID.Value, name.Name.Value}
	}
	return struct{}{}, h.service.SetNames(ctx, form.Language.Value, names)
}
