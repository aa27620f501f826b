package admin

import "kirana/internal/httpapi"

// TaxFields decide the tax of a product.
type TaxFields struct {
	HSN          httpapi.Text `json:"hsn,omitempty" label:"HSN" maxLength:"12" doc:"4, 6 or 8 digits; empty: that of its sub-category"`
	TaxCondition httpapi.Text `json:"taxCondition,omitempty" label:"Tax condition" maxLength:"30" doc:"a condition of the table of rates, such as PREPACKED or LOOSE"`
	GSTRate      httpapi.Text `json:"gstRate,omitempty" label:"GST rate" maxLength:"6" doc:"own rate in per cent; empty: by its HSN"`
}

// Form returns the form of the fields that were sent.
func (f TaxFields) Form() TaxForm {
	return TaxForm{HSN: text(f.HSN), Condition: text(f.TaxCondition), Rate: text(f.GSTRate)}
}
