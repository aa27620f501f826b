package admin

import "kirana/internal/httpapi"

// SupplyFields are the supplier and pack size of a product.
type SupplyFields struct {
	Supplier httpapi.Text   `json:"supplier,omitempty" maxLength:"60" null:"empty" doc:"the id of the usual supplier"`
	PackSize httpapi.Int    `json:"packSize,omitempty" label:"Pack size" minimum:"0" maximum:"10000" empty:"0" doc:"pieces of one of the supplier's packs"`
	MinStock httpapi.Int    `json:"minStock,omitempty" label:"Minimum stock" minimum:"0" maximum:"1000000" empty:"0" doc:"fewer pieces are ordered again"`
	Cost     httpapi.Rupees `json:"cost,omitempty" doc:"rupees that a piece in stock has cost; purchases go on from it"`
}

// supply returns the patch of the fields that were sent.
func (f SupplyFields) supply() SupplyForm {
	return SupplyForm{Supplier: text(f.Supplier), PackSize: number(f.PackSize), MinStock: number(f.MinStock), Cost: rupees(f.Cost)}
}
