package books

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"kirana/internal/clock"
	"kirana/internal/export/sheet"
	"kirana/internal/money"
	"kirana/internal/tax"
)

// file is a sheet in a zip file.
type file struct {
	name string
	sheet.Table
}

// table returns a table of rows in memory.
func table(header []string, rows [][]sheet.Cell) sheet.Table {
	return sheet.Table{Header: header, Next: func(context.Context) ([][]sheet.Cell, error) {
		page := rows
		rows = nil
		return page, nil
	}}
}

// writeZip writes each sheet as a CSV file.
func writeZip(ctx context.Context, w io.Writer, files []file) error {
	archive := zip.NewWriter(w)
	for _, f := range files {
		out, err := archive.Create(f.name + ".csv")
		if err != nil {
			return fmt.Errorf("begin a sheet: %w", err)
		}
		if _, err := f.Write(ctx, out, sheet.CSV); err != nil {
			return err
		}
	}
	return archive.Close()
}

var (
	taxHeads  = []string{"Taxable value", "IGST", "CGST", "SGST", "Cess", "With tax"}
	entryHead = []string{"Date", "Number", "Kind", "Credit note for", "Order", "Buyer", "GSTIN", "Place of supply"}
)

func taxCells(a Amounts) []sheet.Cell {
	return []sheet.Cell{sheet.Rupees(a.Taxable), sheet.Rupees(a.IGST), sheet.Rupees(a.CGST), sheet.Rupees(a.SGST), sheet.Rupees(a.Cess), sheet.Rupees(a.WithTax)}
}

func percent(p tax.Percent) sheet.Cell { return sheet.Rupees(money.Paise(p)) }

func placeName(code string) string {
	if code == "" {
		return ""
	}
	return code + "-" + tax.StateName(code)
}

func entryCells(e Entry) []sheet.Cell {
	return []sheet.Cell{
		sheet.Text(e.IssuedAt.In(clock.India).Format("2006-01-02")), sheet.Text(e.Number), sheet.Text(string(e.Kind)), sheet.Text(e.CreditFor), sheet.Number(int(e.Order)),
		sheet.Text(e.Buyer), sheet.Text(e.GSTIN), sheet.Text(placeName(e.Place)),
	}
}

// registerHead are the columns of the sales register, which has one row per rate of each document. Total, round-off and
// payable are in the first row only, so that columns can be summed.
var registerHead = slices.Concat(entryHead, []string{"Rate"}, taxHeads, []string{"Document total", "Round-off", "Payable", "Remark"})

// registerRows returns the rows of a document in the register. A canceled document has one row without amounts.
func registerRows(d Document) [][]sheet.Cell {
	e, _ := d.entry(Filter{})
	switch {
	case e.Canceled:
		return [][]sheet.Cell{slices.Concat(entryCells(e), []sheet.Cell{{}}, taxCells(Amounts{}), []sheet.Cell{{}, {}, {}, sheet.Text("canceled")})}
	case e.MoneyOnly:
		return [][]sheet.Cell{slices.Concat(entryCells(e), []sheet.Cell{{}}, taxCells(Amounts{}), []sheet.Cell{sheet.Rupees(-d.Total), sheet.Rupees(e.RoundOff), sheet.Rupees(e.Payable), sheet.Text("money only, too late for the tax")})}
	}
	rates := map[string]Amounts{}
	for _, line := range d.Document.Lines {
		rates[rateOf(line)] = rates[rateOf(line)].Plus(d.amounts(line))
	}
	rows := [][]sheet.Cell{}
	ends := []sheet.Cell{sheet.Rupees(e.Payable - e.RoundOff), sheet.Rupees(e.RoundOff), sheet.Rupees(e.Payable), {}}
	for _, rate := range slices.SortedFunc(maps.Keys(rates), byRate) {
		rows = append(rows, slices.Concat(entryCells(e), []sheet.Cell{rateCell(rate)}, taxCells(rates[rate]), ends))
		ends = make([]sheet.Cell, len(ends))
	}
	return rows
}

// byRate compares the names of rates: "exempt" and "" first, then ascending.
func byRate(a, b string) int {
	rate := func(text string) tax.Percent {
		if p, err := tax.ParsePercent(text); err == nil && text != "" {
			return p
		}
		return -1
	}
	return int(rate(a) - rate(b))
}

func rateCell(rate string) sheet.Cell {
	if p, err := tax.ParsePercent(rate); err == nil && rate != "" {
		return percent(p)
	}
	return sheet.Text(rate)
}

// lineRows returns one row per line of a counted document, with its box.
func lineRows(d Document) (rows [][]sheet.Cell) {
	if !d.counts() {
		return nil
	}
	e, _ := d.entry(Filter{})
	for _, line := range d.Document.Lines {
		quantity := line.Quantity
		if d.isNote() {
			quantity = -quantity
		}
		rows = append(rows, slices.Concat(entryCells(e), []sheet.Cell{
			sheet.Text(string(d.box(line))), sheet.Text(line.Name), sheet.Text(line.HSN), sheet.Text(line.UQC), quantityCell(quantity), rateCell(rateOf(line)),
		}, taxCells(d.amounts(line))))
	}
	return rows
}

var lineHead = slices.Concat(entryHead, []string{"Box", "Goods", "HSN", "UQC", "Quantity", "Rate"}, taxHeads)

func quantityCell(q tax.Quantity) sheet.Cell {
	return sheet.Decimal(strconv.FormatFloat(float64(q)/1000, 'f', -1, 64))
}

// sheets returns the tables of GSTR-1 as sheets, with the figures of the portal's JSON.
func (s *sums) sheets() []file {
	r := s.gstr1("", "")
	files := []file{
		{"b2b", table(itemHead, itemRows(s.b2b))},
		{"b2cl", table(itemHead, itemRows(s.b2cl))},
		{"cdnr", table(itemHead, itemRows(s.cdnr))},
		{"cdnur", table(itemHead, itemRows(s.cdnur))},
	}
	small := [][]sheet.Cell{}
	for _, key := range s.smallRows() {
		supply := map[bool]string{true: "INTER", false: "INTRA"}[key.inter]
		small = append(small, slices.Concat([]sheet.Cell{sheet.Text(supply), sheet.Text(placeName(key.place)), percent(key.rate)}, taxCells(s.b2cs[key])))
	}
	files = append(files, file{"b2cs", table(slices.Concat([]string{"Supply", "Place of supply", "Rate"}, taxHeads), small)})
	exempt := [][]sheet.Cell{}
	if r.Nil != nil {
		for _, row := range r.Nil.Rows {
			exempt = append(exempt, []sheet.Cell{sheet.Text(row.Supply), sheet.Rupees(row.Nil), sheet.Rupees(row.Exempt), sheet.Rupees(row.NonGST)})
		}
	}
	files = append(files, file{"exempt", table([]string{"Supply", "Nil rated", "Exempt", "Non-GST"}, exempt)})
	for _, registered := range []bool{true, false} {
		rows := [][]sheet.Cell{}
		for _, key := range s.hsnRows() {
			if key.registered == registered {
				rows = append(rows, slices.Concat([]sheet.Cell{sheet.Text(key.hsn), sheet.Text(key.uqc), quantityCell(s.hsn[key].quantity), percent(key.rate)}, taxCells(s.hsn[key].Amounts)))
			}
		}
		name := map[bool]string{true: "hsn_b2b", false: "hsn_b2c"}[registered]
		files = append(files, file{name, table(slices.Concat([]string{"HSN", "UQC", "Quantity", "Rate"}, taxHeads), rows)})
	}
	documents := [][]sheet.Cell{}
	for _, row := range s.numberRanges() {
		nature := "Invoices for outward supply"
		if row.Notes {
			nature = "Credit notes"
		}
		documents = append(documents, []sheet.Cell{sheet.Text(nature), sheet.Text(row.From), sheet.Text(row.To), sheet.Number(row.Count), sheet.Number(row.Canceled), sheet.Number(row.Count - row.Canceled)})
	}
	return append(files, file{"docs", table([]string{"Nature of document", "From", "To", "Total", "Canceled", "Net issued"}, documents)})
}

var itemHead = slices.Concat([]string{"GSTIN", "Buyer", "Number", "Date", "Credit note for", "Value", "Place of supply", "Rate"}, taxHeads)

// itemRows returns one row per rate of each document, with positive figures as in the portal.
func itemRows(list []invoice) [][]sheet.Cell {
	rows := [][]sheet.Cell{}
	for _, v := range list {
		buyer := v.Document.Document.Buyer
		for _, rate := range slices.Sorted(maps.Keys(v.items)) {
			a := v.items[rate]
			if v.isNote() {
				a = a.negative()
			}
			rows = append(rows, slices.Concat([]sheet.Cell{
				sheet.Text(buyer.GSTIN), sheet.Text(buyer.Name), sheet.Text(v.Number), sheet.Text(v.IssuedAt.In(clock.India).Format("2006-01-02")),
				sheet.Text(v.Document.Document.CreditFor), sheet.Rupees(v.Payable), sheet.Text(placeName(v.place())), percent(rate),
			}, taxCells(a)))
		}
	}
	return rows
}

// gstr3bTable returns GSTR-3B as a table: one row per box, and one per state of 3.2.
func (s *sums) gstr3bTable(input tax.Split) sheet.Table {
	rows := [][]sheet.Cell{
		slices.Concat([]sheet.Cell{sheet.Text("3.1(a)"), sheet.Text("Taxable sales, less credit notes"), {}}, taxCells(s.outward())),
		slices.Concat([]sheet.Cell{sheet.Text("3.1(c)"), sheet.Text("Nil and exempt sales, less credit notes"), {}}, taxCells(s.boxes[Exempt].Amounts)),
	}
	for _, place := range slices.Sorted(maps.Keys(s.otherState)) {
		rows = append(rows, slices.Concat([]sheet.Cell{sheet.Text("3.2"), sheet.Text("Of 3.1(a), to unregistered buyers in another state"), sheet.Text(placeName(place))}, taxCells(s.otherState[place])))
	}
	credit := Amounts{input.Taxable, input.IGST, input.CGST, input.SGST, input.Cess, input.Total()}
	rows = append(rows, slices.Concat([]sheet.Cell{sheet.Text("4(A)(5)"), sheet.Text("Tax on purchases, less what was sent back; 4(B) is not reckoned"), {}}, taxCells(credit)))
	return table(slices.Concat([]string{"Box", "What", "Place of supply"}, taxHeads), rows)
}

func (s *sums) cmp08Table() sheet.Table {
	return table([]string{"What", "Rupees"}, [][]sheet.Cell{
		{sheet.Text("Turnover, exempt goods too"), sheet.Rupees(s.turnover)},
		{sheet.Text("Turnover of taxable goods"), sheet.Rupees(s.taxable)},
	})
}
