package admin

import "kirana/internal/httpapi"

// TaxFields are what the tax of a product depends on.
type TaxFields struct {
	HSN          httpapi.Text `json:"hsn,omitempty" label:"HSN" maxLength:"12" doc:"4, 6 or 8 digits; empty: that of its sub-category"`
	TaxCondition httpapi.Text `json:"taxCondition,omitempty" label:"Tax condition" maxLength:"30" doc:"a condition of the table of rates, such as PREPACKED or LOOSE"`
	GSTRate      httpapi.Text `json:"gstRate,omitempty" label:"GST rate" maxLength:"6" doc:"own rate in per cent; empty: by its HSN"`
}

// tax reads what was sent of them.
func (f TaxFields) tax() TaxForm {
	return TaxForm{HSN: text(f.HSN), Condition: text(f.TaxCondition), Rate: text(f.GSTRate)}
}
