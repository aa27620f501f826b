package books

import (
	"cmp"
	"maps"
	"slices"

	"kirana/internal/money"
	"kirana/internal/tax"
)

// GSTR3B is the summary return in the portal's format (its "Save GSTR3" request): tables 3.1(a), 3.1(c) and 3.2, and
// the credit on purchases of table 4. The portal fills 3.1 and 3.2 from GSTR-1; these figures are for comparison.
type GSTR3B struct {
	GSTIN      string           `json:"gstin"`
	Period     string           `json:"ret_period" doc:"Period as MMYYYY. For a quarter, its last month."`
	Supplies   PortalSupplies   `json:"sup_details"`
	OtherState PortalInterState `json:"inter_sup"`
	InputTax   PortalInputTax   `json:"itc_elg"`
}

// PortalInputTax is table 4. The reversal for exempt sales, 4(B), is not computed.
type PortalInputTax struct {
	Available []PortalCredit `json:"itc_avl" doc:"Table 4(A)(5): all other input tax credit, by bills of suppliers with a GSTIN, less goods returned to them."`
	Net       PortalCredit   `json:"itc_net" doc:"Table 4(C), without 4(B)."`
}

// PortalCredit is a row of table 4.
type PortalCredit struct {
	Type string      `json:"ty,omitempty" doc:"OTH: all other credit."`
	IGST money.Paise `json:"iamt"`
	CGST money.Paise `json:"camt"`
	SGST money.Paise `json:"samt"`
	Cess money.Paise `json:"csamt"`
}

func portalCredit(kind string, t tax.Split) PortalCredit {
	return PortalCredit{kind, t.IGST, t.CGST, t.SGST, t.Cess}
}

// PortalSupplies is table 3.1.
type PortalSupplies struct {
	Taxable PortalOutward `json:"osup_det" doc:"Table 3.1(a): taxable supplies less credit notes."`
	Exempt  PortalExempts `json:"osup_nil_exmp" doc:"Table 3.1(c): nil-rated and exempt supplies less credit notes."`
}

// PortalOutward holds the figures of table 3.1(a).
type PortalOutward struct {
	Taxable money.Paise `json:"txval"`
	IGST    money.Paise `json:"iamt"`
	CGST    money.Paise `json:"camt"`
	SGST    money.Paise `json:"samt"`
	Cess    money.Paise `json:"csamt"`
}

// PortalExempts is the figure of table 3.1(c).
type PortalExempts struct {
	Value money.Paise `json:"txval"`
}

// PortalInterState is table 3.2.
type PortalInterState struct {
	Unregistered []PortalOtherState `json:"unreg_details"`
}

// PortalOtherState is a state of table 3.2.
type PortalOtherState struct {
	Place   string      `json:"pos"`
	Taxable money.Paise `json:"txval"`
	IGST    money.Paise `json:"iamt"`
}

// outward returns table 3.1(a).
func (s *sums) outward() Amounts {
	return s.boxes[Registered].Plus(s.boxes[Large].Amounts).Plus(s.boxes[Others].Amounts).Plus(s.boxes[Notes].Amounts)
}

func (s *sums) gstr3b(gstin, period string, input tax.Split) GSTR3B {
	a := s.outward()
	r := GSTR3B{
		GSTIN: cmp.Or(s.gstin, gstin), Period: period,
		Supplies:   PortalSupplies{PortalOutward{a.Taxable, a.IGST, a.CGST, a.SGST, a.Cess}, PortalExempts{s.boxes[Exempt].WithTax}},
		OtherState: PortalInterState{Unregistered: []PortalOtherState{}},
		InputTax:   PortalInputTax{[]PortalCredit{portalCredit("OTH", input)}, portalCredit("", input)},
	}
	for _, place := range slices.Sorted(maps.Keys(s.otherState)) {
		if a := s.otherState[place]; a != (Amounts{}) {
			r.OtherState.Unregistered = append(r.OtherState.Unregistered, PortalOtherState{place, a.Taxable, a.IGST})
		}
	}
	return r
}

// CMP08 holds both turnovers of a composition taxable person, less credit notes: form CMP-08, table 3, asks for all
// outward supplies including exempt ones; a trader pays 0.5 % CGST and 0.5 % SGST on taxable goods (CGST rule 7).
type CMP08 struct {
	GSTIN    string      `json:"gstin"`
	Turnover money.Paise `json:"turnover" doc:"Turnover including exempt goods, in rupees."`
	Taxable  money.Paise `json:"turnoverOfTaxableGoods" doc:"Turnover of taxable goods, in rupees."`
}

// SchemaName returns the name in the API document.
func (CMP08) SchemaName() string { return "CMP08" }

func (s *sums) cmp08(gstin string) CMP08 {
	return CMP08{GSTIN: cmp.Or(s.gstin, gstin), Turnover: s.turnover, Taxable: s.taxable}
}
