package csvimport

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kirana/internal/catalog"
	"kirana/internal/fault"
)

// Field is the meaning of a column.
type Field string

// Fields, by their names in --map.
const (
	Name            Field = "name"
	Brand           Field = "brand"
	Category        Field = "category"
	SubCategory     Field = "subcategory"
	Price           Field = "price" // the MRP
	SalePrice       Field = "sale_price"
	Discount        Field = "discount" // rupees off, or percent if the cell has "%"
	DiscountPercent Field = "discount_percent"
	DiscountType    Field = "discount_type" // whether Discount is percent or rupees
	TaxIncluded     Field = "tax_included"  // whether tax is in the price
	Unit            Field = "unit"
	Grams           Field = "weight_grams"
	Stock           Field = "stock"
	Availability    Field = "availability" // yes or no instead of a number
	Description     Field = "description"
	Type            Field = "type"
	Variant         Field = "variant" // flavor, color or size of a product of several
	SKU             Field = "sku"
	Barcode         Field = "barcode"
	OtherBarcodes   Field = "other_barcodes" // only in the shop's own exports
	ItemCode        Field = "item_code"      // short code on tiles and scales
	SoldBy          Field = "sold_by"        // PIECE or WEIGHT
	BestBefore      Field = "best_before"    // date or period; the other catalog.LabelTexts have no constant
	Diet            Field = "diet"           // vegetarian mark
	HSN             Field = "hsn"
	TaxCondition    Field = "tax_condition"
	GSTRate         Field = "gst_rate"
	CGST            Field = "cgst"      // one half of the GST rate, for files without a column of the whole
	SGST            Field = "sgst"      // the other half
	Image           Field = "image"     // URLs of pictures
	Published       Field = "published" // whether shoppers see the product
	SaleFrom        Field = "sale_from" // first day of the sale price
	SaleTo          Field = "sale_to"   // last day of the sale price
	Supplier        Field = "supplier"  // name of the usual supplier; only in the shop's own exports
	PackSize        Field = "pack_size" // only in the shop's own exports
	MinStock        Field = "min_stock"
	Cost            Field = "cost"
	ID              Field = "id" // product id; only in the shop's own exports
)

// plainPrice is a column called just "price". It becomes the MRP, or the sale price if another column is the MRP.
const plainPrice Field = "plain price"

// amount is a column such as "Quantity": a unit ("500 g"), a number completed by a unit column, or the stock.
const amount Field = "amount"

// fields lists the fields in the order of reports and error messages.
var fields = slices.Concat([]Field{
	Name, Brand, Category, SubCategory, Price, SalePrice, Discount, DiscountPercent, DiscountType, TaxIncluded,
	Unit, Grams, Stock, Availability, Description, Type, Variant, SKU, Barcode, OtherBarcodes, ItemCode, SoldBy,
}, labelFields(), []Field{
	Diet, HSN, TaxCondition, GSTRate, CGST, SGST, Image, Published, SaleFrom, SaleTo, Supplier, PackSize, MinStock, Cost, ID,
}, namesInLanguages())

// labelFields returns the fields of catalog.LabelTexts.
func labelFields() []Field {
	fields := make([]Field, len(catalog.LabelTexts))
	for i, label := range catalog.LabelTexts {
		fields[i] = Field(label.Name)
	}
	return fields
}

// ParseMap parses the columns of fields, as --map and the API take them: "name=product,price=market_price". An empty
// column ("brand=") skips the field. The error for an unknown field lists the known ones.
func ParseMap(text string) (map[Field]string, error) {
	m := map[Field]string{}
	for part := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		name, column, ok := strings.Cut(part, "=")
		if !ok {
			return nil, fault.New(fault.Invalid, "bad_map", "Name the columns as field=column, several of them with commas between, as in name=product,price=market_price.")
		}
		field, known := fieldNamed(name)
		if !known {
			return nil, fault.New(fault.Invalid, "bad_map", "A column is named for a field that does not exist; the fields are %s.", joinNames(fieldNames()))
		}
		if _, twice := m[field]; twice {
			return nil, fault.New(fault.Invalid, "bad_map", "The field %s is named twice.", field)
		}
		m[field] = strings.TrimSpace(column)
	}
	return m, nil
}

func fieldNamed(text string) (Field, bool) {
	plain := plainName(text)
	if plain == "mrp" {
		return Price, true
	}
	for _, f := range fields {
		if plainName(string(f)) == plain {
			return f, true
		}
	}
	return "", false
}

func fieldNames() []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = string(f)
	}
	return names
}

// plainName normalizes a heading: lower case, without blanks, dashes and signs.
func plainName(s string) string {
	// NFC: a letter with a dot below may be one code point or two.
	return strings.Map(func(r rune) rune {
		if isNameRune(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFC.String(s))
}

// SkipUnmapped returns m with every other field skipped, so that no column is detected by its heading.
func SkipUnmapped(m map[Field]string) map[Field]string {
	complete := map[Field]string{plainPrice: "", amount: ""}
	for _, f := range fields {
		complete[f] = m[f]
	}
	return complete
}

// percentName is the normalized heading of a discount column with a "%".
const percentName = "discountpercent"

// columns maps each field to its column's index.
type columns struct {
	names []string
	plain []string // names normalized by plainName
	short []string // names normalized by shortName
	at    map[Field]int
	key   int // index of the Options.Key column, else -1
	// twice is the heading that several price columns share, else "".
	twice string
	// stocks are the columns with the heading of the stock if there are several.
	stocks []int
	// statuses are further columns that say whether shoppers see a product.
	statuses []int
	// profile is the program that exported the file, nil if unknown.
	profile *profile
}

// find assigns columns to fields: first by --map, or by the export of a known program, then by usual headings.
func find(names []string, o Options) (columns, error) {
	c := columns{names: names, at: map[Field]int{}, key: -1}
	free := make([]bool, len(names)) // columns without a field
	for i, name := range names {
		free[i] = true
		plain, short := plainName(name), shortName(name)
		if strings.Contains(name, "%") && anyNames([]string{name}, Discount) {
			plain, short = percentName, percentName
		}
		c.plain, c.short = append(c.plain, plain), append(c.short, short)
	}
	if p := profileOf(c); p != nil && len(o.Map) == 0 {
		c.profile = p
		o.Map = p.mapping(c)
	}
	for _, f := range fields {
		column, mapped := o.Map[f]
		if !mapped || column == "" {
			continue
		}
		i := c.indexOf(column)
		if i < 0 {
			return c, fault.New(fault.Invalid, "no_such_column", "The %s is to be taken from a column that the file does not have; its columns are %s.", f, joinNames(names))
		}
		c.at[f], free[i] = i, false
	}
	if o.Key != "" {
		if c.key = c.indexOf(o.Key); c.key < 0 {
			return c, fault.New(fault.Invalid, "no_such_column", "--key names a column that the file does not have; its columns are %s.", joinNames(names))
		}
	}
	c.findNames(o, free)
	c.findMeasured(o, free)
	for _, f := range append(slices.Clone(fields), plainPrice, amount) {
		if _, mapped := o.Map[f]; mapped {
			continue
		}
		if _, found := c.at[f]; found {
			continue
		}
		if i := c.usual(f, free); i >= 0 {
			c.at[f], free[i] = i, false
		}
	}
	c.findByHalves(o, free)
	c.settleNames(o)
	c.settlePrice(o)
	return c, nil
}

// settlePrice assigns a column called just "price" to the MRP or the sale price.
func (c *columns) settlePrice(o Options) {
	i, ok := c.at[plainPrice]
	delete(c.at, plainPrice)
	_, hasMRP := c.at[Price]
	_, hasSale := c.at[SalePrice]
	if !ok || c.plain[i] == "cost" && (hasMRP || hasSale) {
		return
	}
	for _, f := range []Field{Price, SalePrice} {
		// Take the first field that has no column and is not skipped by --map.
		if _, taken := c.at[f]; taken {
			continue
		}
		if _, refused := o.Map[f]; refused {
			continue
		}
		c.at[f] = i
		return
	}
}

// settleAmount decides what a column such as "Quantity" holds, by the first rule that applies:
//   - the stock, if a third column is its product with the price
//   - the unit, if its heading has a measure or its cells have letters, unless another column is the unit
//   - the amount of a unit column, if the cells of that column are words
//   - the stock for a heading of quantityNames, otherwise the unit, unless another column has that field
func (c *columns) settleAmount(o Options, sample [][]string) {
	c.findSize(o, sample)
	i, ok := c.at[amount]
	if !ok {
		return
	}
	_, hasStock := c.at[Stock]
	_, stockMapped := o.Map[Stock]
	if !hasStock && !stockMapped && c.isMultiplied(i, sample) {
		c.at[Stock] = i
		delete(c.at, amount)
		return
	}
	_, hasUnit := c.at[Unit]
	_, unitMapped := o.Map[Unit]
	hasMeasure := withoutMeasure(c.names[i]) != ""
	isCount := slices.Contains(quantityNames, c.plain[i]) && !hasMeasure
	if hasMeasure || !onlyNumbers(sample, i) || !hasUnit && !isCount {
		if !unitMapped && (!hasUnit || hasMeasure && !holdNumbers(sample, c.at[Unit])) {
			c.at[Unit] = i
		}
		delete(c.at, amount)
		return
	}
	isPieces := isCount && !hasStock && !stockMapped && hasUnit && (countsPieces(sample, c.at[Unit]) || c.plain[c.at[Unit]] == perUnitName)
	if hasUnit && !unitMapped && !onlyNumbers(sample, c.at[Unit]) && !isPieces {
		return
	}
	delete(c.at, amount)
	if isCount && !hasStock && !stockMapped {
		c.at[Stock] = i
	}
}

// cells returns the rows' cells of the fields' columns.
func (c *columns) cells(rows [][]string, fields ...Field) []string {
	var found []string
	for _, f := range fields {
		if i, ok := c.at[f]; ok {
			for _, row := range rows {
				found = append(found, row[i])
			}
		}
	}
	return found
}

// holdNumbers reports whether any cell of the column has a number.
func holdNumbers(sample [][]string, column int) bool {
	return slices.ContainsFunc(sample, func(row []string) bool { return holdsNumber(row[column]) })
}

func onlyNumbers(sample [][]string, column int) bool {
	hasNumber := false
	for _, row := range sample {
		cell := strings.TrimSpace(row[column])
		if cell == "" {
			continue
		}
		if strings.Trim(cell, "0123456789.,") != "" {
			return false
		}
		hasNumber = true
	}
	return hasNumber
}

// indexOf returns the index of a column by its name or number ("#3"), or -1.
func (c *columns) indexOf(column string) int {
	column = strings.TrimSpace(column)
	if number, isNumber := strings.CutPrefix(column, "#"); isNumber {
		if i, err := strconv.Atoi(number); err == nil && i >= 1 && i <= len(c.names) {
			return i - 1
		}
	}
	if i := slices.Index(c.names, column); i >= 0 {
		return i
	}
	plain := plainName(column)
	if plain == "" {
		return -1
	}
	return slices.Index(c.plain, plain)
}

// usual returns the column with the surest heading of the field, or -1. Brackets ("Weight (g)", "MRP (Rs.)") and a
// currency at the end are optional. usual sets c.twice if several price columns share the heading; missing then refuses
// the file.
func (c *columns) usual(f Field, free []bool) int {
	for _, name := range usualNames[f] {
		for _, plain := range [][]string{c.plain, c.short, c.unmeasured(f)} {
			found := -1
			for i := range c.names {
				switch {
				case !free[i] || i >= len(plain) || plain[i] != name || isPrice(f) && c.isOtherPrice(i):
				case found < 0:
					found = i
				case isPrice(f):
					c.twice = name
				}
			}
			if found >= 0 {
				return found
			}
		}
	}
	return -1
}

// findMeasured makes a column such as "Weight (kg)" the amount, and another column such as "Quantity" the stock.
func (c *columns) findMeasured(o Options, free []bool) {
	_, refused := o.Map[amount]
	_, mapped := o.Map[Unit]
	if refused || mapped {
		return
	}
	for i, plain := range c.unmeasured(amount) {
		if free[i] && slices.Contains(usualNames[amount], plain) && !slices.Contains(usualNames[Grams], c.plain[i]) {
			c.at[amount], free[i] = i, false
			break
		}
	}
	_, found := c.at[amount]
	i := slices.IndexFunc(c.plain, func(plain string) bool { return slices.Contains(quantityNames, plain) })
	_, mapped = o.Map[Stock]
	if found && i >= 0 && free[i] && !mapped && c.usual(Stock, free) < 0 {
		c.at[Stock], free[i] = i, false
	}
}

// unnamedPrice returns the heading of the only price column if the next column has numbers and no heading, as below
// merged cells; else "".
func (c *columns) unnamedPrice(o Options, sample [][]string) string {
	i, hasMRP := c.at[Price]
	sale, hasSale := c.at[SalePrice]
	if hasSale {
		i = sale
	}
	_, mappedMRP := o.Map[Price]
	_, mappedSale := o.Map[SalePrice]
	if hasMRP == hasSale || mappedMRP || mappedSale || c.profile != nil || i+1 >= len(c.names) || c.names[i+1] != "" || !onlyNumbers(sample, i+1) {
		return ""
	}
	return c.names[i]
}

// unmeasured returns the headings without the measures at their ends, "" for a heading without one; nil for fields without
// a measure.
func (c *columns) unmeasured(f Field) []string {
	if f != amount && !measured[f] {
		return nil
	}
	names := make([]string, len(c.names))
	for i, name := range c.names {
		names[i] = withoutMeasure(name)
	}
	return names
}

func isPrice(f Field) bool { return f == Price || f == SalePrice || f == plainPrice }

// isOtherPrice reports whether a column holds a price that shoppers do not pay, or shares its heading with a price column
// already taken.
func (c *columns) isOtherPrice(column int) bool {
	return otherPrice.MatchString(c.names[column]) || slices.ContainsFunc([]Field{Price, SalePrice}, func(f Field) bool {
		i, taken := c.at[f]
		return taken && i != column && c.short[i] == c.short[column]
	})
}

// otherPrice matches headings of prices that shoppers do not pay: "Rate (purchase)", "Price - excl. GST", "Rate/Case", "Price (USD)".
var otherPrice = regexp.MustCompile(`(?i)(?:[([/,–-]|\bper\b).*\b(?:excl|excluding|exclusive|without|before|purchase|buying|cost|landing|wholesale|dealer|distributor|cases?|cartons?|ctns?|box(?:es)?|peti|crates?|bori|katta|quintals?|qtls?|tonnes?|ptr|pts|old|previous|last|usd|eur|aed|dollars?|000|thousands?|lakhs?)\b|[([/]\s*(?:[$€£]|क्विंटल|पेटी|बोरी)`)

// anyNames reports whether any of the texts is a usual heading of the field.
func anyNames(texts []string, f Field) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return slices.Contains(usualNames[f], plainName(text)) || slices.Contains(usualNames[f], shortName(text))
	})
}

func isNameRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func (c *columns) missing() error {
	if _, ok := c.at[Name]; !ok {
		return fault.New(fault.Invalid, "no_name_column",
			"No column holds the product's name; the file has %s: say which one it is.", joinNames(c.names))
	}
	if c.twice != "" {
		return fault.New(fault.Invalid, "no_price_column",
			"Several columns are called %s; the file has %s: say which one holds the price.", quoted(c.twice), joinNames(c.names))
	}
	_, price := c.at[Price]
	if _, sale := c.at[SalePrice]; !price && !sale {
		return fault.New(fault.Invalid, "no_price_column",
			"No column holds the price; the file has %s: say which one it is.", joinNames(c.names))
	}
	return nil
}

func joinNames(names []string) string {
	const maxShown = 40
	var shown []string
	for _, name := range names {
		if name = line(name); name != "" {
			shown = append(shown, cutAtWord(name, 60))
		}
	}
	if len(shown) > maxShown {
		shown = append(shown[:maxShown], "…")
	}
	if len(shown) == 0 {
		return "no named columns"
	}
	return strings.Join(shown, ", ")
}
