package admin

import "kirana/internal/httpapi"

// SupplyFields are the facts for ordering a product again.
type SupplyFields struct {
	Supplier httpapi.Text   `json:"supplier,omitempty" maxLength:"60" null:"empty" doc:"ID of the usual supplier."`
	PackSize httpapi.Int    `json:"packSize,omitempty" label:"Pack size" minimum:"0" maximum:"10000" empty:"0" doc:"Pieces in one of the supplier's packs."`
	MinStock httpapi.Int    `json:"minStock,omitempty" label:"Minimum stock" minimum:"0" maximum:"1000000" empty:"0" doc:"Minimum stock in pieces: the product is ordered again when fewer are left."`
	Cost     httpapi.Rupees `json:"cost,omitempty" doc:"Cost of one piece in stock, in rupees. Later purchases update the average from it."`
}

// supply returns the patch of the fields that were sent.
func (f SupplyFields) supply() SupplyForm {
	return SupplyForm{Supplier: text(f.Supplier), PackSize: number(f.PackSize), MinStock: number(f.MinStock), Cost: rupees(f.Cost)}
}
