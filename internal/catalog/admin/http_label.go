package admin

import "kirana/internal/httpapi"

// LabelFields are what stands on a packet beside its price and size, and the shop's own code.
type LabelFields struct {
	SKU          httpapi.Text `json:"sku,omitempty" label:"SKU" maxLength:"60" doc:"the shop's own code; no other product has it"`
	Barcode      httpapi.Text `json:"barcode,omitempty" maxLength:"60" doc:"what a scanner reads on the packet"`
	Maker        httpapi.Text `json:"maker,omitempty" label:"Made, packed or imported by" maxLength:"300" doc:"name and address"`
	Origin       httpapi.Text `json:"origin,omitempty" label:"Country of origin" maxLength:"60"`
	BestBefore   httpapi.Text `json:"bestBefore,omitempty" label:"Best before" maxLength:"100"`
	ConsumerCare httpapi.Text `json:"consumerCare,omitempty" label:"Consumer care" maxLength:"300"`
}

// label reads what was sent of them.
func (f LabelFields) label() LabelForm {
	return LabelForm{
		SKU: text(f.SKU), Barcode: text(f.Barcode), Maker: text(f.Maker), Origin: text(f.Origin),
		BestBefore: text(f.BestBefore), ConsumerCare: text(f.ConsumerCare),
	}
}
