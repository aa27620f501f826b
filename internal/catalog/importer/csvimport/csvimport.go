// Package csvimport reads a shopkeeper's price list: any CSV with a header becomes
// rows that the catalog can take as they are. It knows nothing of the
// database; it holds a hundred rows at most, whatever the size of the file.
//
// What it detects by itself (encoding, separator, the meaning of each column) it
// reports in Columns. What it cannot detect (rupees or paise) the caller gives in
// Options. A row that cannot be sold as it is is a Problem with its line
// number and reason; it never comes in half and never stops the file.
package csvimport

import (
	"time"

	"kirana/internal/catalog"
	"kirana/internal/language"
	"kirana/internal/money"
)

// The limits of a product, in characters, as the shop's forms have them.
const (
	MaxName        = 200
	MaxUnit        = 60
	MaxDescription = 5000
	MaxCategory    = catalog.MaxCategoryName
	maxDetailText  = 1000
	maxStock       = 1_000_000
)

// OtherCategory is where the products of a file without a category column go.
const OtherCategory = "Other"

// Options are the settings of an import that cannot be detected from the file.
type Options struct {
	// Map names the column of a field ("price" -> "market_price"). An empty
	// column means that the field is not to be read at all. See ParseMap.
	Map map[Field]string
	// Key names the column that identifies a product, in place of
	// sku, barcode or brand + name + unit.
	Key string
	// NoHeader says that the first line is a product already: columns are then named
	// "Column 1", "Column 2" and so on.
	NoHeader bool
	// Paise says that prices are whole paise, not rupees.
	Paise bool
	// Today is the day on which a sale price with dates is judged; unset, it holds always.
	Today time.Time
	// StatusWords say which words of the column of Published, in lower case, mean that shoppers
	// see the product.
	StatusWords map[string]bool
	// Shared are the keys that SharedKeys found.
	Shared map[string]bool
}

// Row is one product of the file, clean and within every limit of the shop.
type Row struct {
	// Line is the line of the file where the row begins; the header is line 1.
	Line int
	// Key is the product's identity in the file: two rows with one key are the
	// same product. It depends on the file's own words only (letter case and
	// blanks around them ignored), so that the same file gives the same keys
	// however names and units are polished for the shop.
	Key string
	// ID is the product's own, in a table that the shop has exported; its texts are then
	// taken as they stand.
	ID string

	// Name has the brand in front, unless the name has it already.
	Name        string
	Brand       string
	Unit        string // empty when neither a column nor the name says it
	SoldBy      string // catalog.ByPiece or catalog.ByWeight; empty when no column says it
	Category    string
	SubCategory string
	Description string

	// Names, CategoryNames and SubCategoryNames are by language, as far as the file says them.
	Names, CategoryNames, SubCategoryNames catalog.Names

	// Price is the MRP, Discount what is taken off it: 0 <= Discount < Price.
	Price    money.Paise
	Discount money.Paise

	// Facts are empty where the file does not say them, or a spreadsheet has shortened a code.
	catalog.Facts

	// SupplierName is the usual supplier of a table that the shop has exported.
	SupplierName string

	// Stock is nil when the file does not say.
	Stock *int

	// Images are addresses of pictures, the first the shop's first; they are not fetched here.
	Images []string
	// Draft says that the product is not to be published yet.
	Draft bool

	Details []Detail
	Notes   []Note
	Remarks []Remark
	// FormerKey is the key of an earlier import: a code that several products of the file have by now,
	// or the name as older versions compared it.
	FormerKey string
	// CodeLost says that a spreadsheet has rounded the barcode or the SKU.
	CodeLost bool
}

// Remark is a note and the cell that needed it.
type Remark struct {
	Note          Note
	Column, Value string
}

// Detail is one line of the product's "more details".
type Detail struct{ Name, Text string }

// Note is a decision that a valid row needed; the report counts them.
type Note string

// The decisions taken on a row's behalf, as the report says them.
const (
	NoteSaleAboveMRP   Note = "the sale price is above the MRP, so the sale price became the price without a discount"
	NoteNamedByBrand   Note = "there is no name, so the brand became the name"
	NoteNoMRP          Note = "there is no MRP, so the sale price became the price without a discount"
	NoteDescriptionCut Note = "the description was too long and was cut"
	NoteUnitCut        Note = "the unit was too long and was cut"
	NoteStockNegative  Note = "the stock is below zero and was taken as 0"
	NoteStockRounded   Note = "the stock is not a whole number and was rounded down"
	NoteStockWord      Note = "the stock is a word and no number (“yes”, “in stock”), so it was taken as not given"
	NoteStockNone      Note = "the list says that there are none left, so the stock is 0"
	NoteStockOdd       Note = "the stock is not a number of pieces, so it was taken as not given"
	NoteAmountRounded  Note = "the amount has a part of a paisa and was rounded to whole paise"
	NoteAmountUnread   Note = "the cell holds no amount of money, so it was left out"
	NotePercentUnsure  Note = "the discount may be a part of 1 or of a per cent, so it was left out; 10 per cent are written as 10"
	NoteDiscountWhole  Note = "the discount leaves nothing to pay, so it was left out"
	NoteFailed         Note = "the cell is an error of the spreadsheet or a formula without a result, so it was left out"
	NoteMoreCells      Note = "the line has more cells than the header, so those behind it were left out"
	NoteFewerCells     Note = "the line has fewer cells than the header, so the missing ones are empty"
	NoteSaleLater      Note = "the sale price begins later, so it was left out; import the list again on that day"
	NoteSaleOver       Note = "the sale price has ended, so it was left out"
	NoteSaleEnds       Note = "the sale price holds until this day; import the list again after it"
	NoteSaleDateUnread Note = "the date of the sale price cannot be read, so the sale price was left out"
	NoteStatusUnknown  Note = "the word does not say whether shoppers are to see the product, so a new one is not published"
	NoteDateGuessed    Note = "day and month of the date could change places; it was read with the day first"
	NoteDietOdd        Note = "the word does not say whether it is vegetarian, so it was left out"
	NoteSizeAsDate     Note = "a spreadsheet has made a date of the size, so it was left out"
	NoteDateNone       Note = "this is no date of the calendar; it stands on the product as it is"
	NoteDateOdd        Note = "the date is not of this century, so it was left out"
	NoteUnitHalf       Note = "the size is a number without a unit or a unit without a number; write it as 500 g"
	NoteBarcodeOdd     Note = "this is no barcode, so it was left out"
	NoteBarcodeCheck   Note = "a digit of the barcode is wrong or missing, so it counts as the shop's own code"
	NoteNameOdd        Note = "the name has no word (it is a number, a date or a size); a spreadsheet may have changed it"
	NoteSharedKey      Note = "this code stands beside different names or sizes, so it tells no product apart"
	NotePlaceholder    Note = "the code is a placeholder, so it tells no product apart"
	NoteSKULost        Note = "the code was changed by a spreadsheet (8.9E+12, 5-Jan), so it tells no product apart"
	NoteBarcodeKept    Note = "the barcode was changed by a spreadsheet, so the shop's stays"
	NoteHSNOdd         Note = "the HSN has not 4, 6 or 8 digits of goods, so it was left out"
	NoteHSNMended      Note = "the HSN had lost the 0 at its front to a spreadsheet, and has it again"
	NoteRateOdd        Note = "the GST rate is not per cent from 0 to 100, so it was left out"
	NoteSKUTaken       Note = "another product of the shop has this SKU already, so it was left out"
	NoteItemCodeTaken  Note = "another product of the shop has this tile code already, so it was left out"
	NoteItemCodeLong   Note = "the tile code has more than 20 characters, so it was left out"
	NoteNoSupplier     Note = "the shop has no supplier of this name, so it was left out"
	NoteSupplyOdd      Note = "this is not a whole number of pieces, so it was left out"
	NoteSKULong        Note = "the code has more than 60 characters, so it is no SKU"
	NoteHeading        Note = "a line of bare words was taken for the category of the lines below it"
	NoteNoUnit         Note = "nothing says the unit, so it stays empty"
	NoteBarcodeLost    Note = "the barcode was shortened by a spreadsheet (8.9E+12), so it tells no product apart; a product that the shop has keeps its own, and a new one has none"
)

// Problem is a row that was left out.
type Problem struct {
	Line int
	// Reason is one sentence for the shopkeeper; without arguments its English text.
	Reason language.Stored
	// Name is the product's name when it could be read, else empty.
	Name string
	// Column and Value are the cell that cannot be read; empty where no single one is to blame.
	Column, Value string
}
