package purchase

import (
	"slices"
	"strconv"
	"strings"

	"kirana/internal/catalog/importer/csvimport"
	"kirana/internal/fault"
)

// The fields of a supplier's file.
const (
	fieldName       = "name"
	fieldBarcode    = "barcode"
	fieldSKU        = "sku"
	fieldPieces     = "pieces"
	fieldUnit       = "unit"
	fieldFree       = "free"
	fieldCost       = "cost"
	fieldRate       = "rate"
	fieldMRP        = "mrp"
	fieldBestBefore = "bestBefore"
)

var billFields = []string{fieldName, fieldBarcode, fieldSKU, fieldPieces, fieldUnit, fieldFree, fieldCost, fieldRate, fieldMRP, fieldBestBefore}

// usualColumns are common headings of bills by field, normalized by plainHeading, the surest first. csvimport recognizes the
// headings of listFields.
var usualColumns = map[string][]string{
	fieldPieces:     {"qty", "quantity", "pcs", "pieces", "billedqty", "billqty", "qtypcs", "noofpcs", "nos", "invoiceqty"},
	fieldUnit:       {"uom", "unit", "units", "per", "pack"},
	fieldFree:       {"free", "freeqty", "freequantity", "schemeqty", "scheme", "bonus"},
	fieldCost:       {"rate", "purchaserate", "purchaseprice", "costprice", "cost", "unitprice", "unitrate", "basicrate", "ptr", "price", "landingcost"},
	fieldBestBefore: {"expiry", "exp", "expirydate", "expdate", "bestbefore", "useby"},
}

// listFields are the fields that bills share with price lists.
var listFields = map[csvimport.Field]string{
	csvimport.Name: fieldName, csvimport.Barcode: fieldBarcode, csvimport.SKU: fieldSKU, csvimport.GSTRate: fieldRate, csvimport.Price: fieldMRP,
}

// billColumns maps a field to its index in a row.
type billColumns map[string]int

// findColumns maps fields to columns: as staff chose, otherwise by heading. The name and the number of pieces are
// required.
func findColumns(table csvimport.Table, mapping Mapping) (billColumns, error) {
	at, plain := billColumns{}, make([]string, len(table.Columns))
	for i, column := range table.Columns {
		plain[i] = plainHeading(column.Name)
	}
	taken := func(i int) bool {
		for _, column := range at {
			if column == i {
				return true
			}
		}
		return false
	}
	for _, field := range billFields {
		if i := columnNamed(table, mapping[field]); i >= 0 {
			at[field] = i
		}
	}
	for _, field := range billFields {
		for _, usual := range usualColumns[field] {
			i := slices.Index(plain, usual)
			if _, known := at[field]; !known && i >= 0 && !taken(i) {
				at[field] = i
			}
		}
	}
	for i, column := range table.Columns {
		field := listFields[column.Field]
		if _, known := at[field]; field != "" && !known && !taken(i) && !(field == fieldMRP && plain[i] != "mrp" && !strings.Contains(plain[i], "mrp")) {
			at[field] = i
		}
	}
	for field, what := range map[string]string{fieldName: "what came", fieldPieces: "how many pieces came"} {
		if _, known := at[field]; !known {
			refusal := fault.New(fault.Invalid, "columns_unknown", "No column says %s. Please say which one it is.", what)
			refusal.Data = ColumnsUnknown{Columns: headings(table), Fields: billFields}
			return nil, refusal
		}
	}
	return at, nil
}

// ColumnsUnknown lists the columns of a file, and the fields that staff can map them to.
type ColumnsUnknown struct {
	Columns []string `json:"columns"`
	Fields  []string `json:"fields"`
}

func headings(table csvimport.Table) []string {
	names := make([]string, len(table.Columns))
	for i, column := range table.Columns {
		names[i] = column.Name
	}
	return names
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

// plainHeading normalizes a heading to lower-case letters a to z and digits. It drops everything before the last " / ", which
// joins two rows of headings, and everything from "(" on.
func plainHeading(name string) string {
	name = name[strings.LastIndex(name, " / ")+1:]
	name, _, _ = strings.Cut(name, "(")
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// ParseMapping parses "pieces=#3,cost=Rate". An unknown field is fault.Invalid.
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
