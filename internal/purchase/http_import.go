package purchase

import (
	"context"

	"kirana/internal/catalog/importer"
	"kirana/internal/httpapi"
)

// maxImportMemory bounds the memory in bytes for reading a workbook.
const maxImportMemory = 96 << 20

func (h *Handler) importFile(ctx context.Context, in *struct {
	httpapi.RawRequest

	Supplier string `query:"supplier" maxLength:"60" doc:"whose file it is"`
	Purchase string `query:"purchase" maxLength:"60" doc:"the draft that gets the lines; without it a new one"`
	Map      string `query:"map" maxLength:"2000" doc:"which column is which, as name=Item,pieces=#3; remembered for the supplier. Found by their headings without it"`
},
) (done Imported, err error) {
	mapping, err := ParseMapping(in.Map)
	if err != nil {
		return done, err
	}
	err = importer.ReadUpload(in.RawRequest, func(path, _ string) error {
		done, err = h.Purchases.Import(ctx, path, in.Supplier, in.Purchase, mapping)
		return err
	})
	return done, err
}
