package admin

import "kirana/internal/httpapi"

// TaxFields determine the tax of a product, or of a sub-category's products without their own.
type TaxFields struct {
	HSN          httpapi.Text `json:"hsn,omitempty" label:"HSN" maxLength:"12" doc:"HSN of 4, 6 or 8 digits. Empty for a product: the HSN of its sub-category applies."`
	TaxCondition httpapi.Text `json:"taxCondition,omitempty" label:"Tax condition" maxLength:"30" doc:"Condition of the tax rate, such as PREPACKED or LOOSE."`
	GSTRate      httpapi.Text `json:"gstRate,omitempty" label:"GST rate" maxLength:"6" null:"empty" doc:"Own GST rate, in per cent. Null and the empty text: the rate follows from the HSN."`
}

// Form returns the patch of the fields that were sent.
func (f TaxFields) Form() TaxForm {
	return TaxForm{HSN: text(f.HSN), Condition: text(f.TaxCondition), Rate: text(f.GSTRate)}
}
