package purchase

import (
	"context"

	"kirana/internal/catalog/importer"
	"kirana/internal/httpapi"
)

func (h *Handler) importFile(ctx context.Context, in *struct {
	httpapi.RawRequest

	Supplier string `query:"supplier" maxLength:"60" doc:"ID of the supplier."`
	Purchase string `query:"purchase" maxLength:"60" doc:"ID of the draft to which the lines are added. A new one if absent."`
	Sheet    string `query:"sheet" maxLength:"100" doc:"Sheet of a workbook. If absent, the only one with a bill; several are refused with sheet_unknown and their names."`
	Map      string `query:"map" maxLength:"2000" doc:"Columns by field, such as name=Item,pieces=#3; stored for the supplier. If absent, the stored mapping applies, or else columns are found by their headings."`
},
) (result ImportResult, err error) {
	mapping, err := ParseMapping(in.Map)
	if err != nil {
		return result, err
	}
	err = importer.ReadUpload(in.RawRequest, func(path, _ string) error {
		result, err = h.Purchases.Import(ctx, path, Source{in.Supplier, in.Purchase, mapping, in.Sheet})
		return err
	})
	return result, err
}
