package csvimport

import (
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"kirana/internal/catalog"
	"kirana/internal/language"
)

// row converts cells to a product. A refused row has only the name, for the report.
func (r *Reader) row(raw cells) (Row, error) {
	row := Row{Line: raw.line}
	get, err := r.getter(&row, raw)
	if err != nil {
		return row, err
	}
	row.Brand = value(get(Brand))
	name := r.nameOrBrand(&row, get)
	if name == "" {
		if text := r.onlyText(raw); !wordless.MatchString(text) {
			row.Name = cutAtWord(text, MaxName)
		}
		return row, refuse("The product has no name.")
	}
	if reason := r.checkProduct(name, row.Brand, get); reason != "" {
		row.Name = cutAtWord(name, MaxName)
		return row, refuse(reason)
	}
	if err := r.refuseLostLetters(get); err != nil {
		return row, err
	}
	// Check the length first: comparing long texts is slow.
	if utf8.RuneCountInString(row.Brand) > MaxName {
		return row, refuse(language.NewPhrase("The brand is longer than %d characters.", MaxName).Store())
	}
	if row.Name = name; utf8.RuneCountInString(name) <= MaxName {
		row.Name = withBrand(row.Brand, name)
	}
	if utf8.RuneCountInString(row.Name) > MaxName {
		return row, refuse(language.NewPhrase("The name, with the brand in front, is longer than %d characters.", MaxName).Store())
	}
	if err := r.setCategory(&row, get); err != nil {
		return row, err
	}
	r.checkNames(&row, get)
	isSale, err := r.price(&row, raw, get)
	if err != nil {
		return row, err
	}
	r.setStock(&row, get)
	r.setUnit(&row, get, r.amountBeside(raw))
	r.setSoldBy(&row, value(get(SoldBy)))
	if err := r.checkPerUnit(&row, get); err != nil {
		return row, err
	}
	r.setDescription(&row, get(Description))
	for _, d := range []Detail{{"Brand", row.Brand}, {"Type", value(get(Type))}} {
		if d.Text != "" {
			row.Details = append(row.Details, Detail{d.Name, cutAtWord(d.Text, maxDetailText)})
		}
	}
	row.setNames(get)
	r.setLabel(&row, get)
	r.addTax(&row, get, isSale)
	r.setSupply(&row, get)
	r.setImages(&row, get(Image))
	r.setStatus(&row, get(Published))
	r.checkHidden(&row, raw)
	row.noteShape(raw)
	return row, r.identify(&row, raw, get)
}

// noteShape notes a row with more or fewer cells than columns, and the first product below a heading.
func (row *Row) noteShape(raw cells) {
	switch {
	case raw.extra != "":
		row.remark(NoteMoreCells, "", raw.extra)
	case raw.short:
		row.Notes = append(row.Notes, NoteFewerCells)
	}
	if raw.heading {
		row.Notes = append(row.Notes, NoteHeading)
	}
}

// bareNumber matches a number with separators.
var bareNumber = regexp.MustCompile(`^-?\d[\d\s.,/-]*$`)

// wordless matches a text without letters, a number in scientific notation, or a Boolean.
var wordless = regexp.MustCompile(`(?i)^(?:[^\pL]+|[\d.]+e[+-]?\d+|true|false)$`)

// nameOrBrand returns the name, or the brand of a row without one.
func (r *Reader) nameOrBrand(row *Row, get func(Field) string) string {
	name := value(get(Name))
	if name == "" && row.Brand != "" {
		row.remark(NoteNamedByBrand, r.columnOf(Brand), get(Brand))
		return row.Brand // which withBrand does not repeat
	}
	return name
}

// refuseLostLetters refuses a name or a category that was read or saved in the wrong encoding.
func (r *Reader) refuseLostLetters(get func(Field) string) error {
	for _, f := range []Field{Name, Category, SubCategory} {
		if lostWord.MatchString(line(get(f))) && value(get(ID)) == "" {
			return refuseCell(language.NewPhrase("The column %s has lost its letters: %s; save the list as XLSX or as CSV UTF-8.", quoted(r.columnOf(f)), quoted(get(f))).Store(), r.columnOf(f), get(f))
		}
	}
	return nil
}

// checkNames notes a name without a word, or in a legacy font.
func (r *Reader) checkNames(row *Row, get func(Field) string) {
	if value(get(ID)) != "" {
		return
	}
	for _, f := range []Field{Name, Category, SubCategory} {
		if IsLegacyFont(value(get(f))) {
			row.remark(NoteLegacyFont, r.columnOf(f), get(f))
		}
		if name := number(get(f)); name != "" && (wordless.MatchString(name) || isSizeAsDate(name) || holdsNumber(name) && sizeOption.MatchString(unitText(name))) {
			row.remark(NoteNameInvalid, r.columnOf(f), get(f))
		}
	}
}

// amountBeside returns the number that a unit column completes ("5" beside "kg").
func (r *Reader) amountBeside(raw cells) string {
	if i, ok := r.columns.at[amount]; ok {
		return value(raw.text[i])
	}
	return ""
}

func (r *Reader) setCategory(row *Row, get func(Field) string) error {
	row.Category = value(get(Category))
	if row.Category == "" {
		row.Category = r.group
	}
	row.SubCategory = value(get(SubCategory))
	r.setCategoryAbove(row)
	if _, hasColumn := r.columns.at[Category]; !hasColumn && row.Category == "" {
		row.Category = OtherCategory
	}
	if top, rest, nested := strings.Cut(row.Category, ">"); nested && row.SubCategory == "" {
		// "Food > Staples > Dal" becomes category "Food", sub-category "Dal".
		row.Category, row.SubCategory = strings.TrimSpace(top), strings.TrimSpace(rest[strings.LastIndex(rest, ">")+1:])
	}
	if value(get(ID)) == "" {
		row.SubCategory = strings.TrimSpace(row.SubCategory[strings.LastIndex(row.SubCategory, ">")+1:])
	}
	switch {
	case row.Category == "":
		return refuse("The product has no category.")
	case row.SubCategory == "":
		row.SubCategory = row.Category
	}
	for _, name := range []string{row.Category, row.SubCategory} {
		if utf8.RuneCountInString(name) > MaxCategory {
			return refuse(language.NewPhrase("The name of the category is longer than %d characters.", MaxCategory).Store())
		}
	}
	return nil
}

// setCategoryAbove sets the category of the row above, as below merged cells, in a list that writes each only once.
func (r *Reader) setCategoryAbove(row *Row) {
	if row.Category != "" {
		r.above = [2]string{row.Category, row.SubCategory}
		return
	}
	if !r.categoriesOnce || r.above[0] == "" {
		return
	}
	row.Category = r.above[0]
	if row.SubCategory == "" {
		row.SubCategory = r.above[1]
	}
	row.remark(NoteCategoryAbove, r.columnOf(Category), row.Category)
}

// areOnce reports whether no category of the sample is written in two rows.
func areOnce(categories []string) bool {
	seen := map[string]bool{}
	for _, cell := range categories {
		category := fold(value(cell))
		if category != "" && seen[category] {
			return false
		}
		seen[category] = true
	}
	return len(seen) > 1 && seen[""]
}

func (r *Reader) columnOf(f Field) string {
	if i, ok := r.columns.at[f]; ok {
		return r.columns.names[i]
	}
	return ""
}

// setUnit sets the unit from its column, else from a weight in grams, else from the name; else it is empty.
func (r *Reader) setUnit(row *Row, get func(Field) string, size string) {
	unit := r.unitOfCell(get(Unit))
	switch {
	case isSizeAsDate(value(get(Unit))):
		row.remark(NoteSizeAsDate, r.columnOf(Unit), get(Unit))
		unit = ""
	case size != "" && unit != "" && !strings.ContainsAny(value(get(Unit)), digits):
		unit = r.unitOfCell(size + " " + value(get(Unit)))
	}
	if unit == "" {
		unit = gramsText(get(Grams))
	}
	// A unit in the name is more precise than a bare number or word.
	if bare := strings.Trim(unit, "0123456789.,/") == ""; bare || size == "" && isUnitWord(value(get(Unit))) {
		switch nameUnit := UnitOfName(row.Name); {
		case nameUnit != "":
			unit = nameUnit
		case unit == "1 g" || unit == "1 ml" || unit == "1 mg":
			row.remark(NoteUnitHalf, r.columnOf(Unit), get(Unit))
			unit = ""
		case bare && unit != "":
			row.remark(NoteUnitHalf, r.columnOf(Unit), get(Unit))
		}
	}
	if utf8.RuneCountInString(unit) > MaxUnit {
		unit = cutAtWord(unit, MaxUnit)
		row.remark(NoteUnitCut, r.columnOf(Unit), get(Unit))
	}
	row.Unit = unit
	if value(get(ID)) == "" && contradict(UnitOfName(row.Name), unit) {
		row.remark(NoteUnitOther, cmp.Or(r.columnOf(Unit), r.columnOf(Grams)), unit)
	}
}

func (r *Reader) setDescription(row *Row, cell string) {
	row.Description = paragraphs(cell)
	if isNull(row.Description) {
		row.Description = ""
	}
	if utf8.RuneCountInString(row.Description) > MaxDescription {
		row.Description = cutAtWord(row.Description, MaxDescription)
		row.remark(NoteDescriptionCut, r.columnOf(Description), cell)
	}
}

// Length limits in characters.
const (
	maxBarcode = catalog.MaxBarcode
	maxSKU     = 60

	ean13Digits = 13
)

// setLabel sets the texts and codes printed on a packet, the shop's own codes, the veg mark and the tax.
func (r *Reader) setLabel(row *Row, get func(Field) string) {
	for _, label := range catalog.LabelTexts {
		text := value(get(Field(label.Name)))
		if *label.Of(&row.Facts) = cutAtWord(text, label.MaxLength); *label.Of(&row.Facts) != text {
			row.remark(NoteTextCut, r.columnOf(Field(label.Name)), text)
		}
	}
	r.setBestBefore(row, get(BestBefore))
	r.setItemCode(row, get(ItemCode))
	r.setDiet(row, get)
	switch codes := barcodes(get(Barcode)); {
	case codeKey(Barcode, get(Barcode)) == "" || lostNote(Barcode, get(Barcode)) != "": // noted by identify
	case !catalog.IsBarcode(codes[0]):
		row.remark(NoteBarcodeInvalid, r.columnOf(Barcode), get(Barcode))
	default:
		row.Barcode, row.MoreBarcodes = codes[0], codes[1:]
		if isMistyped(codes[0]) && value(get(ID)) == "" {
			row.remark(NoteBarcodeCheck, r.columnOf(Barcode), get(Barcode))
		}
	}
	// Shop programs store the scanned barcode as the item's code.
	if code := barcodeText(get(SKU)); row.Barcode == "" && catalog.IsGTIN(code) {
		row.Barcode = code
	} else {
		r.setSKU(row, get)
	}
	r.setTax(row, get)
}

var (
	// periodHeading matches the period in the heading of a shelf life: "Shelf life (days)".
	periodHeading = regexp.MustCompile(`(?i)\b(?:days|weeks|months|years)\b`)
	shortCount    = regexp.MustCompile(`^[1-9]\d{0,3}$`)
)

// setBestBefore sets the date with the month's name, or a shelf life. It drops zeros and a date outside this century,
// which programs write for an empty date.
func (r *Reader) setBestBefore(row *Row, cell string) {
	if period := periodHeading.FindString(r.columnOf(BestBefore)); period != "" && shortCount.MatchString(number(cell)) {
		row.BestBefore = number(cell) + " " + strings.ToLower(period)
		return
	}
	date, hasDay, isDate := parseDate(value(cell))
	last := date
	if !hasDay {
		last = date.AddDate(0, 1, -1)
	}
	switch {
	case strings.Trim(number(cell), "0-/.: ") == "":
		row.BestBefore = ""
		return
	case isDate && (date.Year() < 2000 || date.Year() > 2099):
		row.remark(NoteDateInvalid, r.columnOf(BestBefore), cell)
		row.BestBefore = ""
	case ambiguousDate(value(cell)):
		row.remark(NoteDateGuessed, r.columnOf(BestBefore), cell)
	case !isDate && bareNumber.MatchString(number(cell)):
		row.remark(NoteDateNone, r.columnOf(BestBefore), cell)
	}
	if isDate && last.Year() >= 2000 && last.Before(r.today) {
		row.remark(NoteDatePast, r.columnOf(BestBefore), cell)
	}
	row.BestBefore = dateText(row.BestBefore)
}

// setItemCode sets the tile code unless it is damaged or too long.
func (r *Reader) setItemCode(row *Row, cell string) {
	switch code := codeText(cell); {
	case lostCode(code):
		row.remark(NoteItemCodeLost, r.columnOf(ItemCode), cell)
	case utf8.RuneCountInString(code) > catalog.MaxItemCode:
		row.remark(NoteItemCodeLong, r.columnOf(ItemCode), cell)
	default:
		row.ItemCode = code
	}
}

// setSKU sets the SKU unless it is a placeholder, shared, damaged or too long.
func (r *Reader) setSKU(row *Row, get func(Field) string) {
	code, key := codeText(get(SKU)), codeKey(SKU, get(SKU))
	switch {
	case key == "" || r.shared[key] || lostCode(code):
	case utf8.RuneCountInString(code) > maxSKU:
		row.remark(NoteSKULong, r.columnOf(SKU), code)
	default:
		row.SKU = code
		if len(code) == ean13Digits && isMistyped(code) && value(get(ID)) == "" {
			row.remark(NoteBarcodeCheck, r.columnOf(SKU), code)
		}
	}
}

// scientific matches a long number in a spreadsheet's scientific notation.
var scientific = regexp.MustCompile(`(?i)^(?:\d+e\+|\d*[.,]\d+e\+?)\d+$`)

const (
	roundedZeros = 5  // zeros at the end of a number rounded to eight digits or fewer by a narrow column
	rareZeros    = 7  // zeros at the end at which a rounded number is likelier than a GTIN
	keptDigits   = 15 // significant digits that spreadsheets keep
)

// lostNote returns the note for a cell of SKU or Barcode that lostCode reports; "" for others. Several barcodes in a
// cell are a text, which no spreadsheet rounds.
func lostNote(f Field, cell string) Note {
	lost, codes := lostCode(value(cell)), barcodes(cell)
	switch {
	case f == SKU && lost:
		return NoteSKULost
	case f == SKU || !lost && (len(codes) > 1 || !lostCode(codes[0])):
		return ""
	case isPaddedGTIN(codes[0]):
		return NoteBarcodeZeros
	}
	return NoteBarcodeLost
}

// isPaddedGTIN reports whether a code of up to 14 digits is a GTIN once it has its leading zeros.
func isPaddedGTIN(code string) bool {
	return len(code) <= 14 && catalog.IsGTIN(strings.Repeat("0", 14-len(code))+code)
}

// lostCode reports whether a spreadsheet rounded a code (8.9E+12, or 8900000000000 made of it) or converted it to a
// date. A GTIN with rareZeros may be wrongly reported.
func lostCode(code string) bool {
	if scientific.MatchString(code) || sizeAsDate.MatchString(code) {
		return true
	}
	zeros := len(code) - len(strings.TrimRight(code, "0"))
	if len(code) > keptDigits && zeros >= len(code)-keptDigits && strings.Trim(code, digits) == "" {
		return true
	}
	if len(code) < 11 || len(code) > 14 || zeros < roundedZeros || strings.Trim(code, digits) != "" {
		return false
	}
	return zeros >= rareZeros || !isPaddedGTIN(code)
}
