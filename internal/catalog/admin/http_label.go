package admin

import "kirana/internal/httpapi"

// LabelFields are the facts printed on a packet besides price and size, and the shop's own codes.
type LabelFields struct {
	SKU          httpapi.Text    `json:"sku,omitempty" label:"SKU" maxLength:"60" doc:"SKU: the shop's own code, unique."`
	Barcode      httpapi.Text    `json:"barcode,omitempty" maxLength:"60" doc:"Barcode on the packet."`
	Barcodes     *[]httpapi.Text `json:"barcodes,omitempty" each:"The barcode" maxLength:"60" doc:"All barcodes, the main barcode first. barcode is then ignored."`
	ItemCode     httpapi.Text    `json:"itemCode,omitempty" maxLength:"20" doc:"Item code: the short code on tiles and scales, unique."`
	Maker        httpapi.Text    `json:"maker,omitempty" label:"Made, packed or imported by" maxLength:"300" doc:"Name and address of the manufacturer, packer or importer."`
	Origin       httpapi.Text    `json:"origin,omitempty" label:"Country of origin" maxLength:"60"`
	BestBefore   httpapi.Text    `json:"bestBefore,omitempty" label:"Best before" maxLength:"100"`
	ConsumerCare httpapi.Text    `json:"consumerCare,omitempty" label:"Consumer care" maxLength:"300"`
	Diet         httpapi.Text    `json:"diet,omitempty" label:"Veg mark" maxLength:"30" doc:"VEG, NON_VEG or NONE. Empty: derived from the product's words."`
}

// texts returns the texts of a list, or nil if the list was not sent.
func texts(fields *[]httpapi.Text) *[]string {
	if fields == nil {
		return nil
	}
	list := make([]string, len(*fields))
	for i, field := range *fields {
		list[i] = field.Value
	}
	return &list
}

// label returns the fields that were sent.
func (f LabelFields) label() LabelForm {
	return LabelForm{
		SKU: text(f.SKU), Barcode: text(f.Barcode), Barcodes: texts(f.Barcodes), ItemCode: text(f.ItemCode), Diet: text(f.Diet),
		Texts: map[string]*string{"maker": text(f.Maker), "origin": text(f.Origin), "best_before": text(f.BestBefore), "consumer_care": text(f.ConsumerCare)},
	}
}
