package csvimport

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kirana/internal/money"
)

// shopify reads Shopify's product export. A product has a row per variant and per further picture; the first row has what
// all variants share.
var shopify = profile{
	name:  "Shopify",
	marks: []string{"handle", "title", "option1value", "variantprice"},
	fields: map[Field][]string{
		Name: {"title"}, Brand: {"vendor"}, Category: {"productcategory", "type"}, Description: {"bodyhtml", "body"},
		Price: {"variantcompareatprice"}, SalePrice: {"variantprice"}, Unit: {"option1value"}, Stock: {"variantinventoryqty"},
		SKU: {"variantsku"}, Barcode: {"variantbarcode"}, Image: {"imagesrc"}, Published: {"status", "published"},
	},
	group:   "handle",
	rewrite: rewriteShopify,
}

func rewriteShopify(_ *Reader, product []sheetRow) []cells {
	first := product[0]
	first.cutShared("title", "vendor", "bodyhtml", "body", "productcategory", "type")
	images := strings.Join(imagesOf(product), " ")
	var optionNames []string
	for _, option := range []string{"option1", "option2", "option3"} {
		optionNames = append(optionNames, option+"value")
	}
	title, published := first.get("title"), first.get("published")
	var rows []cells
	for i, row := range product {
		if i > 0 && row.get("variantprice") == "" {
			continue // further picture
		}
		var options []string
		for _, option := range optionNames {
			if text := row.get(option); text != "" && text != "Default Title" {
				options = append(options, text)
			}
		}
		name, unit := nameAndUnit(title, options)
		if unit == "" && UnitOfName(name) == "" {
			unit = gramsText(row.get("variantgrams"))
		}
		row.fill(first, "vendor", "bodyhtml", "body", "productcategory", "type", "status", "published")
		row.set("title", name)
		row.set("option1value", unit)
		row.set("imagesrc", images)
		if own := row.get("variantimage"); own != "" {
			row.set("imagesrc", own+" "+images)
		}
		if row.get("productcategory") == "" || row.get("productcategory") == "Uncategorized" {
			row.set("productcategory", orOther(row.get("type")))
		}
		row.set("type", orOther(row.get("type")))
		if isDraft(published) {
			row.set("status", "draft")
		}
		rows = append(rows, row.cells)
	}
	return rows
}

// imagesOf returns the URLs of a product's first pictures from all its rows.
func imagesOf(product []sheetRow) []string {
	var images []string
	for _, row := range product {
		urls, _ := imageURLs(row.get("imagesrc"))
		for _, address := range urls {
			if !slices.Contains(images, address) {
				images = append(images, address)
			}
			if len(images) == readImages {
				return images
			}
		}
	}
	return images
}

func orOther(category string) string {
	if category == "" {
		return OtherCategory
	}
	return category
}

// wooUnits are the columns in which a rewritten row's unit can be stored; the first that the file has is used.
var wooUnits = []string{"attribute1values", "weightkg", "weightg", "weightlbs", "weightoz"}

// wooCommerce reads WooCommerce's product export. A variable product has a row that is not sold; its variations refer to
// it by SKU or "id:12".
var wooCommerce = profile{
	name:  "WooCommerce",
	marks: []string{"type", "name", "published", "regularprice", "categories"},
	fields: map[Field][]string{
		Name: {"name"}, Category: {"categories"}, Description: {"description"}, Price: {"regularprice"}, SalePrice: {"saleprice"},
		Unit: wooUnits, Stock: {"stock"}, SKU: {"sku"},
		Barcode: {"gtinupceanorisbn"}, Image: {"images"}, Published: {"published"}, Brand: {"brands"},
		SaleFrom: {"datesalepricestarts"}, SaleTo: {"datesalepriceends"},
	},
	rewrite: rewriteWooCommerce,
}

func rewriteWooCommerce(r *Reader, product []sheetRow) []cells {
	row := product[0]
	kind := strings.ToLower(row.get("type"))
	if strings.Contains(kind, "variable") {
		if r.parents == nil {
			r.parents = map[string]sheetRow{}
		}
		row.cutShared("name", "categories", "description", "shortdescription", "brands")
		urls, _ := imageURLs(row.get("images"))
		row.set("images", strings.Join(urls, " "))
		r.parents["id:"+row.get("id")] = row
		if sku := fold(row.get("sku")); sku != "" {
			r.parents[sku] = row
		}
		return nil
	}
	var options []string
	for _, attribute := range []string{"attribute1values", "attribute2values", "attribute3values"} {
		// Several values with commas are a choice for shoppers.
		if text := row.get(attribute); text != "" && !strings.Contains(text, ",") {
			options = append(options, text)
		}
	}
	name := row.get("name")
	var unit string
	parent, known := r.parents[fold(row.get("parent"))]
	switch {
	case strings.Contains(kind, "variation") && known:
		row.fill(parent, "categories", "images", "description", "shortdescription", "brands")
		if isDraft(parent.get("published")) {
			row.set("published", "0")
		}
		name, unit = nameAndUnit(parent.get("name"), options)
	default:
		_, unit = nameAndUnit("", options)
	}
	if unit == "" && UnitOfName(name) == "" {
		unit = row.weight()
	}
	row.fillFrom("description", "shortdescription")
	row.set("name", name)
	for _, column := range wooUnits {
		row.set(column, unit)
	}
	row.set("categories", firstCategory(row.get("categories")))
	if row.get("visibilityincatalog") == "hidden" {
		row.set("published", "0")
	}
	if row.get("stock") == "" {
		row.set("stock", map[string]string{"0": "0", "1": "in stock", "backorder": "in stock"}[row.get("instock")])
	}
	return []cells{row.cells}
}

// fillFrom copies the cell of the column source into the column target, if the target is empty.
func (s sheetRow) fillFrom(target, source string) {
	if s.get(target) == "" {
		s.set(target, s.get(source))
	}
}

// weight returns the weight from a column with the measure in its heading.
func (s sheetRow) weight() string {
	for _, measure := range []string{"kg", "g"} {
		if number, err := strconv.ParseFloat(s.get("weight"+measure), 64); err == nil && number > 0 {
			return unitText(s.get("weight"+measure) + " " + measure)
		}
	}
	return ""
}

// firstCategory returns the first of several categories; "\," is a comma within a name.
func firstCategory(cell string) string {
	const comma = "\x00"
	first, _, _ := strings.Cut(strings.ReplaceAll(cell, `\,`, comma), ",")
	return orOther(strings.TrimSpace(strings.ReplaceAll(first, comma, ",")))
}

// vyapar reads the item export of Vyapar, an Indian billing program, and vyaparSheet the list that it imports, which has no
// units.
var (
	vyapar      = profile{name: "Vyapar", marks: []string{"itemname", "saleprice", "baseunitx"}, fields: vyaparFields, rewrite: rewriteVyapar}
	vyaparSheet = profile{name: "Vyapar", marks: []string{"itemname", "saleprice", "salediscount", "inclusiveoftax"}, fields: vyaparFields, rewrite: rewriteVyapar}
)

var vyaparFields = map[Field][]string{
	Name: {"itemname"}, Category: {"category", "itemcategory"}, Description: {"description"}, Price: {"defaultmrp", "mrp"},
	SalePrice: {"saleprice"}, Unit: {"baseunitx"}, Stock: {"currentstockquantity", "stockquantity", "openingstockquantity"}, SKU: {"itemcode"},
	HSN: {"hsn", "hsncode"}, GSTRate: {"taxrate"},
}

var (
	inBrackets = regexp.MustCompile(`\(([^()]+)\)\s*$`)
	taxRate    = regexp.MustCompile(`(\d+(?:\.\d+)?)\s*%`)
)

func rewriteVyapar(r *Reader, product []sheetRow) []cells {
	row := product[0]
	row.set("category", orOther(row.get("category")))
	row.set("itemcategory", orOther(row.get("itemcategory")))
	base := row.get("baseunitx")
	if short := inBrackets.FindStringSubmatch(base); short != nil {
		base = short[1]
	}
	// Keep a base unit that is a weight, volume or single piece; boxes and packets have no known size.
	unit := unitText(base)
	if !sizeOption.MatchString(unit) {
		if unit == "pcs" && UnitOfName(row.get("itemname")) == "" {
			unit = onePiece
		} else {
			unit = ""
		}
	}
	row.set("baseunitx", unit)
	switch price, known, err := r.pricing.amount("", row.get("saleprice")); {
	case err != nil: // Reader.price reports this cell
	case !known || price == 0:
		row.set("saleprice", "") // the MRP is the price then
	default:
		row.set("saleprice", row.vyaparPrice(price))
	}
	return []cells{row.cells}
}

// vyaparPrice returns the price a shopper pays: the sale price less Vyapar's discount, with tax added if the price
// excludes it.
func (s sheetRow) vyaparPrice(price money.Paise) string {
	if discount, err := money.ParseRounded(s.get("salediscount")); err == nil && discount > 0 {
		if strings.Contains(fold(s.get("discounttype")), "percent") {
			discount = percentOf(price, discount)
		}
		price = max(0, price-discount)
	}
	rate := taxRate.FindStringSubmatch(s.get("taxrate"))
	if rate != nil && strings.Contains(fold(s.get("inclusiveoftax")), "excl") {
		if hundredths, err := money.ParseRounded(rate[1]); err == nil {
			price += percentOf(price, hundredths)
		}
	}
	return strconv.FormatInt(int64(price)/100, 10) + "." + strconv.FormatInt(int64(price)%100/10, 10) + strconv.FormatInt(int64(price)%10, 10)
}
