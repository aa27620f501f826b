package books

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kirana/internal/clock"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// GSTR1 is the return of outward supplies in the format of the portal and its offline tool (developer.gst.gov.in, as in
// resilient-tech/india-compliance, gst_india/utils/gstr_1). Empty tables are omitted.
type GSTR1 struct {
	GSTIN     string             `json:"gstin"`
	Period    string             `json:"fp" doc:"Period as MMYYYY. For a quarter, its last month."`
	Version   string             `json:"version" doc:"Version of the offline tool whose file format is used."`
	Hash      string             `json:"hash" doc:"Hash, as the offline tool writes it."`
	B2B       []PortalBuyer      `json:"b2b,omitempty" doc:"Table 4A: taxable supplies to registered buyers."`
	B2CL      []PortalPlace      `json:"b2cl,omitempty" doc:"Table 5: bills above ₹1,00,000 with taxable supplies to unregistered buyers in another state."`
	B2CS      []PortalSmall      `json:"b2cs,omitempty" doc:"Table 7: all other taxable supplies, less credit notes."`
	CDNR      []PortalBuyerNotes `json:"cdnr,omitempty" doc:"Table 9B: credit notes to registered buyers."`
	CDNUR     []PortalNote       `json:"cdnur,omitempty" doc:"Table 9B: credit notes for bills of b2cl."`
	Nil       *PortalNil         `json:"nil,omitempty" doc:"Table 8: exempt goods less credit notes."`
	HSN       *PortalHSN         `json:"hsn,omitempty" doc:"Table 12: supplies by HSN less credit notes, in two lists since May 2025."`
	Documents *PortalDocuments   `json:"doc_issue,omitempty" doc:"Table 13: number ranges of documents."`
}

// PortalBuyer is a row of table 4A.
type PortalBuyer struct {
	GSTIN    string          `json:"ctin"`
	Invoices []PortalInvoice `json:"inv"`
}

// PortalPlace is a state of table 5.
type PortalPlace struct {
	Place    string          `json:"pos"`
	Invoices []PortalInvoice `json:"inv"`
}

// PortalInvoice is a bill of table 4A or 5.
type PortalInvoice struct {
	Number  string       `json:"inum"`
	Day     string       `json:"idt" doc:"Day of the bill, as DD-MM-YYYY."`
	Value   money.Paise  `json:"val" doc:"Amount of the whole bill, in rupees."`
	Place   string       `json:"pos,omitempty"`
	Reverse string       `json:"rchrg,omitempty"`
	Kind    string       `json:"inv_typ,omitempty" doc:"R: regular."`
	Items   []PortalItem `json:"itms"`
}

// PortalItem holds the figures of an invoice at one rate.
type PortalItem struct {
	Number int          `json:"num"`
	Detail PortalDetail `json:"itm_det"`
}

// PortalDetail holds the figures of an item: camt and samt within the state, iamt to another one.
type PortalDetail struct {
	Rate    tax.Percent  `json:"rt"`
	Taxable money.Paise  `json:"txval"`
	IGST    *money.Paise `json:"iamt,omitempty"`
	CGST    *money.Paise `json:"camt,omitempty"`
	SGST    *money.Paise `json:"samt,omitempty"`
	Cess    money.Paise  `json:"csamt"`
}

// PortalSmall is a row of table 7.
type PortalSmall struct {
	Supply string `json:"sply_ty" enum:"INTRA,INTER"`
	Place  string `json:"pos"`
	Kind   string `json:"typ" doc:"OE: not sold through another platform."`

	PortalDetail
}

// PortalBuyerNotes are the credit notes of a buyer in table 9B.
type PortalBuyerNotes struct {
	GSTIN string       `json:"ctin"`
	Notes []PortalNote `json:"nt"`
}

// PortalNote is a credit note in table 9B; its figures are positive.
type PortalNote struct {
	Of      string       `json:"typ,omitempty" doc:"B2CL; in cdnur only."`
	Number  string       `json:"nt_num"`
	Day     string       `json:"nt_dt" doc:"Day of the credit note, as DD-MM-YYYY."`
	Kind    string       `json:"ntty" doc:"C: credit note."`
	Value   money.Paise  `json:"val"`
	Place   string       `json:"pos"`
	Reverse string       `json:"rchrg,omitempty"`
	Invoice string       `json:"inv_typ,omitempty"`
	Items   []PortalItem `json:"itms"`
}

// PortalNil is table 8.
type PortalNil struct {
	Rows []PortalNilRow `json:"inv"`
}

// PortalNilRow is a row of table 8. Every rate of 0 in the shop's table is an exemption by notification 10/2025, so
// only Exempt is filled.
type PortalNilRow struct {
	Supply string      `json:"sply_ty" enum:"INTRB2B,INTRAB2B,INTRB2C,INTRAB2C" doc:"INTRB2B, INTRB2C: to another state. INTRAB2B, INTRAB2C: within the state."`
	Nil    money.Paise `json:"nil_amt"`
	Exempt money.Paise `json:"expt_amt"`
	NonGST money.Paise `json:"ngsup_amt"`
}

// PortalHSN is table 12.
type PortalHSN struct {
	B2B []PortalHSNRow `json:"hsn_b2b,omitempty"`
	B2C []PortalHSNRow `json:"hsn_b2c,omitempty"`
}

// PortalHSNRow is a row of table 12: notification 78/2020 Central Tax, which requires 4 digits of the HSN, and 6 from a
// turnover of more than ₹5 crore.
type PortalHSNRow struct {
	Number   int          `json:"num"`
	HSN      string       `json:"hsn_sc"`
	UQC      string       `json:"uqc"`
	Quantity tax.Quantity `json:"qty" doc:"Quantity rounded to two decimals, because the portal accepts no more."`
	Rate     tax.Percent  `json:"rt"`
	Taxable  money.Paise  `json:"txval"`
	IGST     money.Paise  `json:"iamt"`
	CGST     money.Paise  `json:"camt"`
	SGST     money.Paise  `json:"samt"`
	Cess     money.Paise  `json:"csamt"`
}

// PortalDocuments is table 13.
type PortalDocuments struct {
	Kinds []PortalDocumentKind `json:"doc_det"`
}

// PortalDocumentKind is a kind of document in table 13.
type PortalDocumentKind struct {
	Number int                   `json:"doc_num" doc:"1: invoices for outward supply. 5: credit notes."`
	Ranges []PortalDocumentRange `json:"docs"`
}

// PortalDocumentRange is a range of numbers in table 13.
type PortalDocumentRange struct {
	Number   int    `json:"num"`
	From     string `json:"from"`
	To       string `json:"to"`
	Total    int    `json:"totnum"`
	Canceled int    `json:"cancel"`
	Net      int    `json:"net_issue"`
}

func (s *sums) gstr1(gstin, period string) GSTR1 {
	r := GSTR1{GSTIN: cmp.Or(s.gstin, gstin), Period: period, Version: "GST3.2.4", Hash: "hash"}
	for key, list := range grouped(s.b2b, func(v invoice) string { return v.Document.Document.Buyer.GSTIN }) {
		r.B2B = append(r.B2B, PortalBuyer{GSTIN: key, Invoices: invoices(list, true)})
	}
	for key, list := range grouped(s.b2cl, func(v invoice) string { return v.place() }) {
		r.B2CL = append(r.B2CL, PortalPlace{Place: key, Invoices: invoices(list, false)})
	}
	for _, key := range s.smallRows() {
		if a := s.b2cs[key]; a != (Amounts{}) {
			r.B2CS = append(r.B2CS, PortalSmall{Supply: map[bool]string{true: "INTER", false: "INTRA"}[key.inter], Place: key.place, Kind: "OE", PortalDetail: detail(key.rate, key.inter, a)})
		}
	}
	for key, list := range grouped(s.cdnr, func(v invoice) string { return v.Document.Document.Buyer.GSTIN }) {
		buyer := PortalBuyerNotes{GSTIN: key}
		for _, v := range list {
			note := v.note()
			note.Reverse, note.Invoice = "N", "R"
			buyer.Notes = append(buyer.Notes, note)
		}
		r.CDNR = append(r.CDNR, buyer)
	}
	for _, v := range s.cdnur {
		note := v.note()
		note.Of = "B2CL"
		r.CDNUR = append(r.CDNUR, note)
	}
	r.Nil, r.HSN, r.Documents = s.nilTable(), s.hsnTable(), s.documentTable()
	return r
}

// grouped yields the keys of invoices in ascending order, each with its invoices.
func grouped(list []invoice, key func(invoice) string) func(yield func(string, []invoice) bool) {
	groups := map[string][]invoice{}
	for _, v := range list {
		groups[key(v)] = append(groups[key(v)], v)
	}
	return func(yield func(string, []invoice) bool) {
		for _, k := range slices.Sorted(maps.Keys(groups)) {
			if !yield(k, groups[k]) {
				return
			}
		}
	}
}

const portalDay = "02-01-2006"

func invoices(list []invoice, registered bool) []PortalInvoice {
	var rows []PortalInvoice
	for _, v := range list {
		row := PortalInvoice{Number: v.Number, Day: v.IssuedAt.In(clock.India).Format(portalDay), Value: v.Payable, Items: v.portalItems()}
		if registered {
			row.Place, row.Reverse, row.Kind = v.place(), "N", "R"
		}
		rows = append(rows, row)
	}
	return rows
}

func (inv invoice) note() PortalNote {
	return PortalNote{Number: inv.Number, Day: inv.IssuedAt.In(clock.India).Format(portalDay), Kind: "C", Value: inv.Payable, Place: inv.place(), Items: inv.portalItems()}
}

// portalItems returns the items by rate. The figures of a credit note are positive, as the portal requires.
func (inv invoice) portalItems() []PortalItem {
	var items []PortalItem
	for i, rate := range slices.Sorted(maps.Keys(inv.items)) {
		a := inv.items[rate]
		if inv.isNote() {
			a = a.negative()
		}
		items = append(items, PortalItem{Number: i + 1, Detail: detail(rate, inv.Document.Document.InterState, a)})
	}
	return items
}

func detail(rate tax.Percent, inter bool, a Amounts) PortalDetail {
	d := PortalDetail{Rate: rate, Taxable: a.Taxable, Cess: a.Cess}
	if inter {
		d.IGST = &a.IGST
	} else {
		d.CGST, d.SGST = &a.CGST, &a.SGST
	}
	return d
}

func (s *sums) nilTable() *PortalNil {
	table := &PortalNil{}
	for _, kind := range []string{"INTRB2B", "INTRAB2B", "INTRB2C", "INTRAB2C"} {
		if amount := s.exempt[kind]; amount != 0 {
			table.Rows = append(table.Rows, PortalNilRow{Supply: kind, Exempt: amount})
		}
	}
	if len(table.Rows) == 0 {
		return nil
	}
	return table
}

func (s *sums) hsnTable() *PortalHSN {
	table := &PortalHSN{}
	for _, key := range s.hsnRows() {
		list := &table.B2C
		if key.registered {
			list = &table.B2B
		}
		sum := s.hsn[key]
		*list = append(*list, PortalHSNRow{len(*list) + 1, key.hsn, key.uqc, hundredths(sum.quantity), key.rate, sum.Taxable, sum.IGST, sum.CGST, sum.SGST, sum.Cess})
	}
	if len(table.B2B)+len(table.B2C) == 0 {
		return nil
	}
	return table
}

// hundredths rounds a quantity to two decimals, half away from zero.
func hundredths(q tax.Quantity) tax.Quantity {
	if q < 0 {
		return -hundredths(-q)
	}
	return (q + 5) / 10 * 10
}

// hsnRows returns the sorted keys of table 12, without goods that were all returned.
func (s *sums) hsnRows() []hsnKey {
	keys := slices.SortedFunc(maps.Keys(s.hsn), func(a, b hsnKey) int {
		return cmp.Or(strings.Compare(a.hsn, b.hsn), strings.Compare(a.uqc, b.uqc), cmp.Compare(a.rate, b.rate))
	})
	return slices.DeleteFunc(keys, func(key hsnKey) bool { return *s.hsn[key] == hsnSum{} })
}

func (s *sums) documentTable() *PortalDocuments {
	table := &PortalDocuments{}
	for _, row := range s.numberRanges() {
		number := 1
		if row.Notes {
			number = 5
		}
		if n := len(table.Kinds); n == 0 || table.Kinds[n-1].Number != number {
			table.Kinds = append(table.Kinds, PortalDocumentKind{Number: number})
		}
		kind := &table.Kinds[len(table.Kinds)-1]
		kind.Ranges = append(kind.Ranges, PortalDocumentRange{len(kind.Ranges) + 1, row.From, row.To, row.Count, row.Canceled, row.Count - row.Canceled})
	}
	if len(table.Kinds) == 0 {
		return nil
	}
	return table
}
