package purchase

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kirana/internal/catalog/importer"
	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
	"kirana/internal/language"
)

// The fields of a supplier's file.
const (
	fieldName        = "name"
	fieldBarcode     = "barcode"
	fieldSKU         = "sku"
	fieldPieces      = "pieces"
	fieldUnit        = "unit"
	fieldFree        = "free"
	fieldCost        = "cost"
	fieldGSTRate     = "rate"
	fieldMRP         = "mrp"
	fieldBestBefore  = "bestBefore"
	fieldDiscount    = "discount"
	fieldAmount      = "amount"
	fieldCGST        = "cgst" // one half of the rate; found by its heading only
	fieldSGST        = "sgst"
	fieldTaxIncluded = "taxIncluded" // found by its heading only
)

var billFields = []string{fieldName, fieldBarcode, fieldSKU, fieldPieces, fieldUnit, fieldFree, fieldCost, fieldGSTRate, fieldMRP, fieldBestBefore, fieldDiscount, fieldAmount}

// headingsByField has the common headings of each field in bills, in the form of plainHeading, the most specific first. csvimport
// recognizes the headings of listFields.
var headingsByField = map[string][]string{
	fieldPieces: append([]string{
		"qty", "quantity", "pcs", "pieces", "billedqty", "billedquantity", "billqty", "qtypcs", "noofpcs", "nos", "invoiceqty", "invqty", "totalqty", "suppliedqty", "salesqty",
		"मात्रा", "नग", "नगसंख्या", "संख्या", "प्रमाण",
	}, caseHeadings...),
	fieldUnit:       {"uom", "uqc", "unit", "units", "per", "pack", "packing", "इकाई", "यूनिट", "एकक", "पैकिंग"},
	fieldFree:       {"free", "freeqty", "freequantity", "schemeqty", "scheme", "bonus", "फ्री", "मुफ्त", "मोफत"},
	fieldCost:       {"rate", "purchaserate", "purchaseprice", "costprice", "cost", "unitprice", "unitrate", "unitcost", "basicrate", "netrate", "ptr", "price", "landingcost", "दर", "भाव", "रेट", "खरीदमूल्य", "खरेदीदर"},
	fieldBestBefore: {"expiry", "exp", "expirydate", "expdate", "expdt", "bestbefore", "useby", "एक्सपायरी", "समाप्ति", "समाप्तितिथि", "मुदत"},
	fieldDiscount:   {"disc", "discount", "discpercent", "discountpercent", "discper", "discpct", "dis", "discamt", "discountamount", "discountamt", "cd", "td", "tradediscount", "tradedisc", "छूट", "सूट"},
	fieldAmount:     {"taxablevalue", "taxableamount", "taxableamt", "taxable", "amount", "amt", "value", "linetotal", "netamount", "netamt", "totalamount", "total", "राशि", "रक्कम", "एकूण"},
}

// caseColumns are headings of a quantity in cases, with the unit, the most specific first.
var caseColumns = []struct{ heading, unit string }{
	{"caseqty", "case"},
	{"qtycase", "case"},
	{"qtycases", "case"},
	{"csqty", "cs"},
	{"qtycs", "cs"},
	{"boxqty", "box"},
	{"qtybox", "box"},
	{"cases", "case"},
	{"case", "case"},
	{"cs", "cs"},
	{"cfc", "case"},
	{"cb", "cb"},
	{"ctn", "ctn"},
	{"ctns", "ctn"},
	{"cartons", "ctn"},
	{"boxes", "box"},
	{"box", "box"},
	{"bags", "bag"},
	{"पेटी", "पेटी"},
}

// caseHeadings are the headings in the order of caseColumns.
var caseHeadings, unitByCaseHeading = func() (headings []string, units map[string]string) {
	units = map[string]string{}
	for _, c := range caseColumns {
		headings, units[c.heading] = append(headings, c.heading), c.unit
	}
	return headings, units
}()

// fallbackNames are headings that count as the name only if no other heading does.
var fallbackNames = []string{"particulars", "descriptionofgoods", "description", "itemdescription", "मद", "माल", "विवरण", "तपशील"}

// listFields maps the fields that csvimport recognizes to those of a bill.
var listFields = map[csvimport.Field]string{
	csvimport.Name: fieldName, csvimport.Barcode: fieldBarcode, csvimport.SKU: fieldSKU, csvimport.GSTRate: fieldGSTRate, csvimport.Price: fieldMRP,
	csvimport.CGST: fieldCGST, csvimport.SGST: fieldSGST, csvimport.TaxIncluded: fieldTaxIncluded, csvimport.BestBefore: fieldBestBefore,
}

// billColumns maps a field to the index of its column.
type billColumns map[string]int

// findColumns maps fields to columns: as staff chose, otherwise by heading. Without a name or a number of pieces, or with several
// columns of the same heading for the pieces or the cost, it fails with ColumnsUnknown.
func findColumns(table importer.Table, mapping Mapping) (billColumns, error) {
	columns, twice := placeColumns(table.Table, mapping)
	for _, field := range []string{fieldPieces, fieldCost} {
		if twice[field] {
			return nil, errColumnsUnknown(table, "Several columns can say %s, such as %s. Please say which one it is.", fieldWords[field], quoted(table.Columns[columns[field]].Name))
		}
	}
	for _, field := range []string{fieldName, fieldPieces} {
		if _, known := columns[field]; !known {
			return nil, errColumnsUnknown(table, "No column says %s. Please say which one it is.", fieldWords[field])
		}
	}
	return columns, nil
}

// isHeader returns a function that reports whether columns have a name and a number of pieces.
func isHeader(mapping Mapping) func([]csvimport.TableColumn) bool {
	return func(row []csvimport.TableColumn) bool {
		columns, _ := placeColumns(csvimport.Table{Columns: row}, mapping)
		_, hasName := columns[fieldName]
		_, hasPieces := columns[fieldPieces]
		return hasName && hasPieces
	}
}

// placeColumns maps fields to columns. twice has the fields for which several columns have the same heading.
func placeColumns(table csvimport.Table, mapping Mapping) (columns billColumns, twice map[string]bool) {
	columns, twice = billColumns{}, map[string]bool{}
	plain := make([]string, len(table.Columns))
	for i, column := range table.Columns {
		plain[i] = plainHeading(column.Name)
	}
	taken := func(i int) bool {
		for _, column := range columns {
			if column == i {
				return true
			}
		}
		return false
	}
	for _, field := range billFields {
		if i := columnNamed(table, mapping[field]); i >= 0 {
			columns[field] = i
		}
	}
	for _, field := range billFields {
		if _, known := columns[field]; known {
			continue
		}
		if i, isTwice := findHeading(table, plain, headingsByField[field], taken); i >= 0 {
			columns[field], twice[field] = i, isTwice
		}
	}
	for i, column := range table.Columns {
		field := listFields[column.Field]
		if _, known := columns[field]; field != "" && !known && !taken(i) && !(field == fieldMRP && plain[i] != "mrp" && !strings.Contains(plain[i], "mrp")) {
			columns[field] = i
		}
	}
	if _, known := columns[fieldName]; !known {
		if i, _ := findHeading(table, plain, fallbackNames, taken); i >= 0 {
			columns[fieldName] = i
		}
	}
	return columns, twice
}

// fieldWords name the required fields in questions to staff.
var fieldWords = map[string]language.Phrase{fieldName: language.Word("what came"), fieldPieces: language.Word("how many pieces came"), fieldCost: language.Word("what a piece costs")}

func errColumnsUnknown(table importer.Table, format string, args ...any) error {
	refusal := fault.New(fault.Invalid, "columns_unknown", format, args...)
	refusal.Data = ColumnsUnknown{Columns: table.Headings(), Fields: billFields, Sheet: table.Sheet, Sheets: table.Sheets}
	return refusal
}

// findHeading returns the index of the untaken column with the first of the headings that occurs, or -1. Of several such columns,
// those without tax are preferred; twice reports whether several remain.
func findHeading(table csvimport.Table, plain, headings []string, taken func(int) bool) (column int, twice bool) {
	for _, heading := range headings {
		var found []int
		for i := range plain {
			if plain[i] == heading && !taken(i) {
				found = append(found, i)
			}
		}
		if len(found) == 0 {
			continue
		}
		untaxed := slices.DeleteFunc(slices.Clone(found), func(i int) bool {
			name := table.Columns[i].Name
			return inclusiveHeading.MatchString(name) && !exclusiveHeading.MatchString(name)
		})
		if len(untaxed) > 0 {
			found = untaxed
		}
		return found[0], len(found) > 1
	}
	return -1, false
}

// ColumnsUnknown lists the columns of a file, and the fields that staff can map them to.
type ColumnsUnknown struct {
	Columns []string `json:"columns"`
	Fields  []string `json:"fields"`
	Sheet   string   `json:"sheet,omitempty"`  // of a workbook
	Sheets  []string `json:"sheets,omitempty"` // that can be read instead
}

// columnNamed returns the index of a column by name, or by number as in "#3"; -1 if not found.
func columnNamed(table csvimport.Table, name string) int {
	if number, isNumber := strings.CutPrefix(name, "#"); isNumber {
		if i, err := strconv.Atoi(number); err == nil && i >= 1 && i <= len(table.Columns) {
			return i - 1
		}
	}
	return slices.IndexFunc(table.Columns, func(c csvimport.TableColumn) bool { return name != "" && c.Name == name })
}

// taxWords matches a tax's heading above several columns, as in "CGST / Rate", where the rate is not a cost.
var taxWords = regexp.MustCompile(`(?i)^\s*(?:[cisu]|ut)?gst\b|^\s*(?:cess|tax|hsn)\b`)

// headingSuffix matches what follows a heading: "(Rs.)", "incl. GST", "in Rs.".
var headingSuffix = regexp.MustCompile(`(?i)\(.*|\b(?:incl|excl|with|without|before|w/o|in rs|in paise|per p(?:ie)?ce?)\b.*|[-–]\s*rs\b.*`)

// costPer matches a heading of a cost with its unit: "Rate/Kg", "Rate per case", "Rate (Rs./Doz)".
var costPer = regexp.MustCompile(`(?i)^\s*((?:[a-z]+ )?(?:rate|price|cost))\s*\(?\s*(?:rs\.?|₹|inr)?\s*(?:/|\bper\b)\s*([\pL\pM]+)\.?\s*\)?\s*$`)

// plainHeading normalizes a heading to its letters, marks and digits. Of two rows of headings, joined by " / ", it keeps the
// second, unless the first is a tax. It drops what follows the heading in brackets or after "incl." and the like.
func plainHeading(name string) string {
	if found := costPer.FindStringSubmatch(name); found != nil && isUnit(plainUnit(found[2])) {
		return csvimport.PlainHeading(found[1])
	}
	if at := strings.LastIndex(name, " / "); at >= 0 && !taxWords.MatchString(name) {
		name = name[at+len(" / "):]
	}
	if cut := strings.TrimSpace(headingSuffix.ReplaceAllString(name, "")); cut != "" {
		name = cut
	}
	return csvimport.PlainHeading(name)
}

// ParseMapping parses "pieces=#3,cost=Rate". An unknown field fails with fault.Invalid.
func ParseMapping(text string) (Mapping, error) {
	mapping := Mapping{}
	for pair := range strings.SplitSeq(text, ",") {
		field, column, _ := strings.Cut(pair, "=")
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		if !slices.Contains(billFields, field) {
			return nil, fault.InField("map", "A field must be one of %s.", strings.Join(billFields, ", "))
		}
		mapping[field] = strings.TrimSpace(column)
	}
	return mapping, nil
}
