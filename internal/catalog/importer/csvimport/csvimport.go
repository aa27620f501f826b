// Package csvimport reads a shopkeeper's price list: any CSV with a header becomes rows that the catalog accepts
// unchanged. It does not use the database, and streams the file instead of holding it in memory.
//
// Columns reports what was detected (encoding, separator, the field of each column). Options give what cannot be
// detected (rupees or paise). A row that cannot be imported becomes a Problem with its line number and reason. It is
// left out whole, and reading continues.
package csvimport

import (
	"time"

	"kirana/internal/catalog"
	"kirana/internal/language"
	"kirana/internal/money"
)

// Limits of a product's texts in characters, and of its stock, as in the shop's forms.
const (
	MaxName        = 200
	MaxUnit        = 60
	MaxDescription = 5000
	MaxCategory    = catalog.MaxCategoryName
	maxDetailText  = 1000
	maxStock       = 1_000_000
)

// OtherCategory is the category of products in a file without a category column.
const OtherCategory = "Other"

// Options are the import settings that cannot be detected from the file.
type Options struct {
	// Map gives the column of a field ("price" -> "market_price"); an empty column skips the field. See ParseMap.
	Map map[Field]string
	// Key names the column that identifies a product, instead of SKU, barcode or brand + name + unit.
	Key string
	// NoHeader treats the first line as a product; columns are then named "Column 1", "Column 2" and so on.
	NoHeader bool
	// Paise reads prices as whole paise instead of rupees.
	Paise bool
	// Today decides whether a dated sale price applies; if zero, it always applies.
	Today time.Time
	// Date1904 counts the days of dates without a format from 1904, as the workbook did.
	Date1904 bool
	// StatusWords maps the words of the Published column, in lower case, to whether shoppers see the product.
	StatusWords map[string]bool
	// Shared holds the keys that SharedKeys returned.
	Shared map[string]bool
}

// Row is one valid product of the file, within all limits of the shop.
type Row struct {
	// Line is the number of the row's first line; the header is line 1.
	Line int
	// Key identifies the product within the file: rows with the same key are the same product. It is made of the file's
	// own texts, ignoring case, blanks and the spelling of sizes, so it does not change when names and units are
	// cleaned differently.
	Key string
	// ID is the product's id in a table exported by the shop; its texts are taken unchanged.
	ID string

	// Name has the brand in front, unless the name contains it.
	Name        string
	Brand       string
	Unit        string // empty if neither a column nor the name has one
	SoldBy      string // catalog.ByPiece or catalog.ByWeight; empty if unknown
	Category    string
	SubCategory string
	Description string

	// Names, CategoryNames and SubCategoryNames are by language.
	Names, CategoryNames, SubCategoryNames catalog.Names

	// Price is the MRP. 0 <= Discount < Price.
	Price    money.Paise
	Discount money.Paise

	// Facts are empty if the file lacks them or a spreadsheet damaged a code.
	catalog.Facts

	// SupplierName is the usual supplier, in a table exported by the shop.
	SupplierName string

	// Stock is nil if unknown.
	Stock *int

	// Images are URLs of pictures, the main one first; they are not fetched here.
	Images []string
	// Draft marks a product that is not to be published yet.
	Draft bool

	Details []Detail
	Notes   []Note
	Remarks []Remark
	// FormerKey is the key that an earlier import may have stored for the product: a code that is shared or damaged, or
	// the key as older versions normalized it.
	FormerKey string
	// CodeLost reports that a spreadsheet rounded the barcode or the SKU.
	CodeLost bool
}

// Remark is a note with the cell that caused it.
type Remark struct {
	Note          Note
	Column, Value string
}

// Detail is one line of a product's "more details".
type Detail struct{ Name, Text string }

// Note is a decision made for a valid row; the report counts them.
type Note string

// Notes, in the words of the report.
const (
	NoteSaleAboveMRP   Note = "the sale price is above the MRP, so the sale price became the price without a discount"
	NoteNamedByBrand   Note = "there is no name, so the brand became the name"
	NoteNoMRP          Note = "there is no MRP, so the sale price became the price without a discount"
	NoteDescriptionCut Note = "the description was too long and was cut"
	NoteTextCut        Note = "the text was too long and was cut"
	NoteUnitCut        Note = "the unit was too long and was cut"
	NoteStockNegative  Note = "the stock is below zero and was taken as 0"
	NoteStockRounded   Note = "the stock is not a whole number and was rounded down"
	NoteStockWord      Note = "the stock is a word and no number (“yes”, “in stock”), so it was taken as not given"
	NoteStockNone      Note = "the list says that there are none left, so the stock is 0"
	NoteStockZero      Note = "this says that there are some, but the stock in the list is 0, so it is 0"
	NoteStockInvalid   Note = "the stock is not a number of pieces, so it was taken as not given"
	NoteAmountRounded  Note = "the amount has a part of a paisa and was rounded to whole paise"
	NoteAmountUnread   Note = "the cell holds no amount of money, so it was left out"
	NotePercentUnsure  Note = "the discount may be a part of 1 or of a per cent, so it was left out; 10 per cent are written as 10"
	NoteDiscountWhole  Note = "the discount leaves nothing to pay, so it was left out"
	NoteDiscountType   Note = "the word does not say whether the discount is per cent or rupees, so the discount was left out"
	NoteDiscountOther  Note = "the discount does not lead from the MRP to the sale price; the sale price counts"
	NoteTaxAdded       Note = "the list says that tax is not in the price, so the GST of its rate was added"
	NoteTaxNotAdded    Note = "the list says that tax is not in the price, but nothing was added: it is an MRP, or nothing says the rate"
	NoteTaxWordUnknown Note = "the word does not say whether tax is in the price; it was taken as being in it"
	NoteFailed         Note = "the cell is an error of the spreadsheet or a formula without a result, so it was left out"
	NoteMoreCells      Note = "the line has more cells than the header, so those behind it were left out"
	NoteFewerCells     Note = "the line has fewer cells than the header, so the missing ones are empty"
	NoteSaleLater      Note = "the sale price begins later, so it was left out; import the list again on that day"
	NoteSaleOver       Note = "the sale price has ended, so it was left out"
	NoteSaleEnds       Note = "the sale price holds until this day; import the list again after it"
	NoteSaleDateUnread Note = "the date of the sale price cannot be read, so the sale price was left out"
	NoteSaleReversed   Note = "the sale price ends before it begins, so it was left out"
	NoteStatusUnknown  Note = "the word does not say whether shoppers are to see the product, so a new one is not published"
	NoteDateGuessed    Note = "day and month of the date could change places; it was read with the day first"
	NoteDietInvalid    Note = "the word does not say whether it is vegetarian, so it was left out"
	NoteSoldByInvalid  Note = "the word is neither PIECE nor WEIGHT, so it was left out"
	NoteImagesMore     Note = "a product has at most 5 pictures, so the others were left out"
	NoteImageInvalid   Note = "this is not the web address of a picture, so it was left out"
	NoteSizeAsDate     Note = "a spreadsheet has made a date of the size, so it was left out"
	NoteDateNone       Note = "this is not a date of the calendar; the product keeps it as it is"
	NoteDatePast       Note = "the best-before day is past; please check whether the pieces may be sold"
	NoteStatusHidden   Note = "this column says that shoppers are not to see the product, so a new one is not published"
	NoteDateInvalid    Note = "the date is not of this century, so it was left out"
	NoteUnitOther      Note = "the name says another size than this column, which was taken; please check it"
	NoteUnitHalf       Note = "the size is a number without a unit or a unit without a number; write it as 500 g"
	NoteBarcodeInvalid Note = "this is not a barcode, so it was left out"
	NoteBarcodeCheck   Note = "a digit of the barcode is wrong or missing, so it counts as the shop's own code"
	NoteNameInvalid    Note = "the name has no word (it is a number, a date or a size); a spreadsheet may have changed it"
	NoteLegacyFont     Note = "the name is typed in a font such as Kruti Dev and shows Latin letters without it; type it in Unicode"
	NoteSharedKey      Note = "this code is on rows of different names or sizes, so it identifies no product"
	NotePlaceholder    Note = "the code is a placeholder, so it tells no product apart"
	NoteSKULost        Note = "the code was changed by a spreadsheet (8.9E+12, 5-Jan), so it tells no product apart"
	NoteBarcodeKept    Note = "the barcode was changed by a spreadsheet, so the shop's stays"
	NoteHSNInvalid     Note = "the HSN has not 4, 6 or 8 digits of goods, so it was left out"
	NoteHSNPadded      Note = "the HSN had lost the 0 at its front to a spreadsheet, and has it again"
	NoteRateInvalid    Note = "the GST rate is not per cent from 0 to 100, so it was left out"
	NoteRateUnusual    Note = "GST has no such rate, so please check it: it may be an amount"
	NoteRatesDiffer    Note = "CGST and SGST do not make this rate; it was taken, so please check it"
	NoteSKUTaken       Note = "another product of the shop has this SKU already, so it was left out"
	NoteItemCodeTaken  Note = "another product of the shop has this tile code already, so it was left out"
	NoteItemCodeLong   Note = "the tile code has more than 20 characters, so it was left out"
	NoteItemCodeLost   Note = "the tile code was changed by a spreadsheet (8.9E+12, 5-Jan), so it was left out"
	NoteNoSupplier     Note = "the shop has no supplier of this name, so it was left out"
	NoteSupplyInvalid  Note = "this is not a whole number of pieces, so it was left out"
	NoteSKULong        Note = "the code has more than 60 characters, so it is not used as SKU"
	NoteStockTwice     Note = "several columns have this name, so none was taken as the stock"
	NoteCategoryAbove  Note = "the row has no category and is in that of the row above"
	NoteHeading        Note = "a line of bare words was taken for the category of the lines below it"
	NoteNoUnit         Note = "nothing says the unit, so it stays empty"
	NoteBarcodeLost    Note = "the barcode was shortened by a spreadsheet (8.9E+12), so it tells no product apart; a product that the shop has keeps its own, and a new one has none"
	NoteBarcodeZeros   Note = "the barcode ends in so many zeros that a spreadsheet may have shortened it, so it was left out and a product keeps its own; if it is on the packet, type it in at the product"
)

// Problem is a row that was left out.
type Problem struct {
	Line int
	// Reason is one sentence for the shopkeeper. A sentence without arguments is stored as its English text.
	Reason language.Stored
	// Name is the product's name, empty if it could not be read.
	Name string
	// Column and Value are the cell that caused the problem; empty if no single cell did.
	Column, Value string
}
