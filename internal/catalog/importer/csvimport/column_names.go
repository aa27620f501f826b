package csvimport

import "slices"

// usualNames lists the common headings of each field, normalized by plainName, the surest first: in English, in Hindi and
// Marathi, and in Hindi in Latin letters.
var usualNames = plainNames(map[Field][]string{
	Name: {
		"productname", "itemname", "name", "producttitle", "title", "product", "item", "itemdescription",
		"nameofproduct", "nameofitem", "particulars", "article", "articlename", "goods", "particular", "commodity", "commodityname", "descriptionofgoods", "skuname", "materialdescription",
		"items", "itemnames", "products", "productnames",
		"उत्पाद का नाम", "वस्तु का नाम", "सामान का नाम", "नाम", "उत्पाद", "वस्तु", "सामान", "आइटम", "माल", "वस्तूचे नाव",
		"मालाचे नाव", "उत्पादनाचे नाव", "वस्तू", "नाव", "वस्तूंची नावे", "वस्तुओं के नाम",
		"maal ka naam", "mal ka naam", "saman ka naam", "samaan ka naam", "vastu ka naam", "item ka naam", "maal", "mal", "saman",
		"samaan", "saamaan", "vastu", "cheez", "chiz", "naam",
	},
	Brand: {
		"brand", "brandname", "company", "manufacturer", "make",
		"ब्रांड", "ब्रैंड", "ब्राण्ड", "कंपनी", "कम्पनी",
		"kampani",
	},
	Category: {
		"category", "categoryname", "maincategory", "productcategory", "department", "group",
		"categories", "productcategories", "itemcategory", "itemgroup", "stockgroup", "productgroup", "गट", "समूह", "ग्रुप",
		"श्रेणी", "वर्ग", "विभाग", "कैटेगरी", "कॅटेगरी",
		"vibhag", "vibhaag", "shreni", "varg",
	},
	SubCategory: {
		"subcategory", "subcategoryname", "subcat", "subgroup", "section",
		"उपश्रेणी", "उप-श्रेणी", "उपवर्ग", "सब-कैटेगरी", "उप-कॅटेगरी",
		"up shreni", "up vibhag", "up varg",
	},
	Price: {
		"mrp", "mrpprice", "pricemrp", "maximumretailprice", "marketprice", "listprice", "originalprice",
		"regularprice", "actualprice", "fullprice", "retailprice",
		"एमआरपी", "एम.आर.पी.", "अधिकतम खुदरा मूल्य", "अंकित मूल्य", "छपा मूल्य", "छापील किंमत", "एम आर पी",
		"chhapa mulya", "ankit mulya", "adhiktam khudra mulya",
	},
	SalePrice: slices.Concat([]string{
		"saleprice", "salesprice", "sellingprice", "discountedsellingprice", "discountprice", "discountedprice",
		"offerprice", "specialprice", "ourprice", "shopprice", "finalprice", "dealprice", "promoprice", "promotionprice", "promotionalprice", "currentprice", "sp",
		"sellingrate", "salerate", "netrate", "ourrate", "srate", "slrate", "salesrate", "retailrate",
		"विक्रय मूल्य", "बिक्री मूल्य", "बिक्री दर", "हमारा मूल्य", "छूट मूल्य", "ऑफर मूल्य", "विक्री किंमत", "विक्री दर",
		"विक्रय दर", "बेचने का दाम",
		"bikri mulya", "bikri dar", "bikri bhav", "vikray mulya", "hamara bhav",
		"yoursellingprice", "yourprice", "youpay", "standardprice", "onlineprice", "onlinerate", "websiteprice", "webprice",
	}, taxedPriceNames()),
	plainPrice: {
		"price", "priceinr", "pricers", "variantprice", "variantpriceinr", "closingbalancerate", "closingrate", "rate", "rates", "prices", "unitprice", "cost",
		"मूल्य", "कीमत", "क़ीमत", "दाम", "भाव", "दर", "रेट", "किंमत",
		"bhav", "bhaav", "daam", "dam", "kimat", "keemat", "kimmat", "mulya", "moolya", "dar",
	},
	Discount:        {"discount", "discountamount", "disc", "rupeesoff", "off", "छूट", "chhoot", "chhut", "chut"},
	DiscountPercent: {"discountpercent", "discountpercentage", "discountpct", "percentoff", "offpercent"},
	DiscountType:    {"discounttype", "disctype", "typeofdiscount", "discountmode", "discountin", "छूट का प्रकार"},
	TaxIncluded: slices.Concat([]string{
		"taxincluded", "taxinclusive", "istaxincluded", "istaxinclusive", "inclusiveoftax", "inclusivetax", "includingtax", "taxincl", "taxinc", "incltax", "taxinprice", "taxincludedinprice",
		"taxincludedinsalesprice", "gstincluded", "gstinclusive", "inclusiveofgst", "gstincl", "pricesincludetax", "priceincludestax", "withtax", "कर सहित", "टैक्स शामिल",
	}, taxExcludedNames, taxTypeNames),
	Unit: {
		"unit", "packsize", "unitsize", "pack", "packaging", "packing", "uom", "unitofmeasure", "units",
		"wtunit", "weightunit", "netweightunit", "sizeunit", "measurementunit", "usageunit", "baseunit", "baseunits", perUnitName,
		"इकाई", "पैक", "पैक साइज़", "पैकिंग", "यूनिट", "एकक",
		"ikai", "ikaai",
	},
	amount: {
		"quantity", "size", "netquantity", "netweight", "netqty", "weight", "volume", "netcontent", "netcontents", "netwt", "wt", "netvolume",
		"unitweight", "itemweight", "productweight", "packweight", "packetweight", "weightperpack", "weightperpacket", "content", "contents", "capacity", "grammage", "gramage",
		"मात्रा", "वजन", "वज़न", "साइज", "नाप", "माप", "प्रमाण", "शुद्ध वजन", "निव्वळ वजन",
		"vazan", "vajan", "wazan", "wajan", "matra", "maatra", "naap",
	},
	Grams: {"weightingms", "weightingrams", "weightgrams", "weightgms", "weightgm", "weightg", "grams", "gms"},
	Stock: {
		"availablequantity", "availableqty", "qtyavailable", "availablestock", "stock", "stockquantity", "stockqty", "quantityinstock", "qtyinstock",
		"instock", "inventory", "onhand", "closingbalancequantity", "closingstockquantity", "closingquantity", "closingqty", "balanceqty", "balqty", "stockbalance", "stockleft", "qty", "pcs", "pieces", "noofpieces", "nos", "available", "closingstock", "closingbalance", "balance",
		"currentstock", "currentstockquantity", "currentqty", "stockinhand", "qtyinhand", "remainingstock", "openingstock", "openingstockquantity", "openingquantity",
		"opstock", "variantinventoryquantity", "variantinventoryqty", "openingqty", "opqty", "stk", "stockonhand", "qtyonhand", "quantityonhand", "qtyleft", "totalstock", "totalstockqty", "clstk", "clstock", "closingstk", "clqty", "curstk", "currstock", "balstk",
		"स्टॉक", "स्टाक", "भंडार", "उपलब्ध", "बचा माल", "शेष", "नग", "नग संख्या", "संख्या", "गिनती", "ginti", "अदद", "साठा", "शिल्लक",
		"बचा स्टॉक", "शिल्लक साठा", "उपलब्ध साठा", "bacha maal", "bacha hua maal", "bacha stock", "bhandar", "uplabdh", "shesh", "nag",
	},
	Availability: {
		"instock", "isinstock", "availability", "stockavailability", "available", "isavailable", "stockstatus", "instockstatus", "outofstock", "soldout",
		"उपलब्धता", "उपलब्ध", "स्टॉक में", "स्टॉक में है",
	},
	Description: {
		"description", "discription", "productdescription", "longdescription", "details", "about",
		"विवरण", "वर्णन", "जानकारी", "माहिती",
		"vivaran", "varnan",
	},
	Type: {"type", "producttype", "प्रकार", "prakar", "prakaar"},
	Variant: {
		"variant", "variantname", "varianttitle", "variation", "variationname", "flavour", "flavor", "flavourname", "flavorname", "colour", "color", "colourname", "colorname",
		"shade", "fragrance", "scent", "variety", "attribute", "attributevalue", "option", "optionvalue", "option1value", "variantoption1value", "स्वाद", "फ्लेवर", "रंग", "सुगंध",
	},
	SKU: {
		"sku", "skuid", "skucode", "itemcode", "itemno", "productcode", "articlecode", "articleno", "partno", "alias", "variantsku", "itemsku", "sellersku", "sellerskuid",
		"कोड", "वस्तु कोड",
	},
	Barcode:       {"barcode", "ean", "ean13", "eancode", "gtin", "upc", "variantbarcode", "externalproductid", "बारकोड", "बार कोड"},
	OtherBarcodes: {"otherbarcodes"},
	ItemCode:      {"tilecode", "plu", "plucode", "pluno", "plunumber", "scalecode"},
	SoldBy:        {"soldby"},
	// Lists of other programs use "pack size" for the unit and "cost" for the price.
	Supplier: {"usualsupplier", "हमेशा का सप्लायर"},
	PackSize: {"piecesinapack", "पैक में पीस"},
	MinStock: {"minimumstock", "minimumstockquantity", "minstock", "minimumqty", "minqty", "reorderlevel", "reorderpoint", "कम से कम स्टॉक"},
	Cost:     {"costofapiece", "एक पीस की लागत"},
	"maker": {
		"maker", "manufacturedby", "manufacturername", "manufacturernameandaddress", "nameandaddressofmanufacturer", "packedby", "packer",
		"marketedby", "importedby", "importer",
		"निर्माता", "बनाने वाला",
		"nirmata",
	},
	"origin": {"countryoforigin", "origin", "origincountry", "country", "किस देश का"},
	BestBefore: {
		"bestbefore", "bestbeforedate", "shelflife", "shelflifedays", "shelflifeindays", "shelflifemonths", "shelflifeinmonths", "expirydate", "expiry", "useby", "usebydate", "usebefore", "bestby", "bb", "bbd",
		"exp", "expdate", "expdt", "expirydt", "expires", "expireson",
		"इससे पहले इस्तेमाल करें", "समाप्ति", "समाप्ति तिथि", "उपयोग की अवधि", "एक्सपायरी", "एक्सपायरी डेट", "मुदत",
		"वापरण्याची मुदत",
	},
	ID:              {"idinthisshop", "kiranaid"},
	"consumer_care": {"consumercare", "customercare", "customercaredetails", "कस्टमर केयर"},
	Diet: slices.Concat([]string{
		"vegnonveg", "vegornonveg", "vegmark", "vegnonvegmark", "vegetariannonvegetarian", "diet", "diettype", "dietary", "dietarytype", "dietarypreference", "dietmark",
		"foodtype", "foodpreference", "foodmark", "foodsymbol",
	}, vegNames, []string{"वेज का निशान", "वेज नॉनवेज", "वेज/नॉन-वेज", "शाकाहारी मांसाहारी"}),
	// Headings of taxes and codes in shop programs.
	// Vyapar's item export: "Item code", "HSN", "Tax Rate", "Inclusive Of Tax" (as in testdata of this package).
	// Marg ERP 9+: "HSN/SAC", "HSN Code", "GST Tax%", "Tax%" (care.margcompusoft.com/margerp/ease-of-gst-adoption/30116,
	// a vendor's page).
	// Tally: "HSN/SAC", "HSN Code", "IGST", "CGST", "SGST", "GST Rate" (tallyschool.com/?p=2451,
	// help.tallysolutions.com/tally/managing_hsn_code_sac_and_tax_rates).
	// Busy: "Alias", "Tax Category", "HSN Code"
	// (accountingsolutions786.blogspot.com/2019/05/how-to-create-items-in-busy.html, not the vendor's page).
	HSN: {
		"hsn", "hsncode", "hsnsac", "hsnsaccode", "hsncodesac", "hsnorsac", "sachsn", "hsnno", "hsnnumber", "itemhsn", "producthsn", "hsncodes",
		"एचएसएन", "एचएसएन कोड", "HSN कोड",
	},
	TaxCondition: {"taxcondition"},
	GSTRate: {
		"gst", "gstrate", "gstpercent", "gstpercentage", "gstper", "gstpct", "rateofgst", "gstslab", "gsttax", "gsttaxrate", "gsttaxpercent",
		"igst", "igstrate", "igstpercent", "igstpercentage", "igsttax", "integratedtax", "integratedtaxrate",
		"itemtax", "itemtaxrate", "itemtaxpercent", "taxrate", "taxratepercent", "taxpercent", "taxpercentage", "taxper", "tax", "taxslab", "taxcategory", "salestaxrate",
		"जीएसटी", "जीएसटी दर", "GST दर", "टैक्स", "टैक्स दर", "कर", "कर दर",
	},
	CGST: {"cgst", "cgstrate", "cgstpercent", "cgstpercentage", "cgsttax", "centraltax", "centraltaxrate"},
	SGST: {"sgst", "sgstrate", "sgstpercent", "sgstpercentage", "sgsttax", "sgstutgst", "statetax", "statetaxrate"},
	Image: {
		"imageurl", "imageurls", "imagelink", "imagesrc", "image", "images", "imagesmall", "imgurl", "img", "pictureurl", "picture",
		"pictures", "photo", "photourl",
		"चित्र", "फोटो", "फ़ोटो",
		"tasveer", "tasvir", "chitra", "foto",
	},
	Published: slices.Concat([]string{
		"status", "productstatus", "itemstatus", "listingstatus", "visibility", "websitevisibility", "state", "online", "isonline", "onwebsite", "forsale",
	}, statusNames([]string{"published", "publish", "visible", "active", "activated", "enabled", "live", "listed", "show", "shown", "display", "displayed", "sellable"}), hidingNames,
		[]string{"दुकान में दिखाएँ", "दिखाएँ", "स्थिति", "सक्रिय", "चालू", "सुरू"}),
	SaleFrom: append(saleDateNames([]string{"from", "start", "begin", "date", "dates", "period"}, []string{
		"fromdate", "startdate", "starts", "startson", "startsfrom", "starting", "begins", "beginson", "validfrom", "effectivefrom", "effectivedate",
		"datesalepricestarts", "salepricedatesfrom",
	}), "ऑफर से", "ऑफर शुरू", "ऑफर कब से", "ऑफर प्रारंभ", "ऑफर आरंभ", "ऑफर सुरू", "शुरू की तारीख", "आरंभ तिथि", "प्रारंभ तिथि", "सुरू तारीख", "सुरुवात"),
	SaleTo: append(saleDateNames([]string{"to", "till", "until", "upto", "end", "validity", "expiry", "expires"}, []string{
		"todate", "tilldate", "enddate", "lastdate", "lastday", "ends", "endson", "ending", "validto", "validtill", "validuntil", "validupto",
		"datesalepriceends", "salepricedatesto",
	}), "ऑफर तक", "ऑफर समाप्त", "ऑफर कब तक", "ऑफर संपेल", "आखिरी तारीख", "अंतिम तिथि", "शेवटची तारीख"),
})

// perUnitName is the heading of what a rate is for, as in Tally's lists.
const perUnitName = "per"

// stockUnitNames are headings of what a stock is counted in.
var stockUnitNames = []string{"stockunit", "stockuom", "unitofstock", "qtyunit", "qtyuom", "quantityunit", "quantityuom"}

// taxTypeNames are headings that say whether tax is in the price only if the words below them do.
var taxTypeNames = []string{"taxtype", "pricetype", "salepricetype", "typeofprice"}

// taxedPriceNames are headings of a price with its tax, which stands beside one without: "Rate incl. GST".
func taxedPriceNames() (names []string) {
	for _, price := range []string{"rate", "price"} {
		for _, with := range []string{"incl", "inc", "including", "inclusive", "inclusiveof", "with"} {
			for _, tax := range []string{"gst", "tax", "taxes", "alltaxes"} {
				names = append(names, price+with+tax)
			}
		}
	}
	return names
}

// quantityNames are headings of a column that is the stock if it holds only numbers, and the unit if it holds sizes.
var quantityNames = []string{"quantity", plainName("मात्रा")}

// saleDateNames combines each word for a sale with each word and day name, and adds the day names alone.
func saleDateNames(words, days []string) []string {
	names := slices.Clone(days)
	for _, sale := range []string{"sale", "saleprice", "special", "specialprice", "offer", "offerprice", "discount", "discountprice", "deal", "promo", "promotion", "scheme", "price"} {
		for _, word := range slices.Concat(words, days) {
			names = append(names, sale+word)
		}
	}
	return names
}

// plainNames normalizes each name by plainName, in place.
func plainNames(names map[Field][]string) map[Field][]string {
	for _, list := range names {
		for i, name := range list {
			list[i] = plainName(name)
		}
	}
	return names
}
