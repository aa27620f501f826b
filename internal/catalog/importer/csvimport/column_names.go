package csvimport

import "slices"

// usualNames lists the common names of each field's column, the surest first, as
// letters and digits only.
var usualNames = withHindi(map[Field][]string{
	Name: {
		"productname", "itemname", "name", "producttitle", "title", "product", "item", "itemdescription",
		"nameofproduct", "nameofitem", "particulars", "article", "articlename", "goods", "descriptionofgoods", "skuname",
		"items", "itemnames", "products", "productnames",
	},
	Brand:       {"brand", "brandname", "company", "manufacturer", "make"},
	Category:    {"category", "categoryname", "maincategory", "productcategory", "department", "group"},
	SubCategory: {"subcategory", "subcategoryname", "subcat", "subgroup", "section"},
	Price: {
		"mrp", "mrpprice", "pricemrp", "maximumretailprice", "marketprice", "listprice", "originalprice",
		"regularprice", "actualprice", "fullprice", "retailprice",
	},
	SalePrice: {
		"saleprice", "salesprice", "sellingprice", "discountedsellingprice", "discountprice", "discountedprice",
		"offerprice", "specialprice", "ourprice", "shopprice", "finalprice", "dealprice", "promoprice", "promotionprice", "promotionalprice", "currentprice", "sp",
		"sellingrate", "salerate", "netrate", "ourrate",
	},
	plainPrice:      {"price", "priceinr", "pricers", "closingbalancerate", "closingrate", "rate", "rates", "prices", "unitprice", "cost"},
	Discount:        {"discount", "discountamount", "disc", "rupeesoff", "off"},
	DiscountPercent: {"discountpercent", "discountpercentage", "discountpct", "percentoff", "offpercent"},
	Unit:            {"unit", "packsize", "unitsize", "pack", "packaging", "packing", "uom", "unitofmeasure", "units"},
	amount: {
		"quantity", "size", "netquantity", "netweight", "netqty", "weight", "volume", "netcontent", "netcontents", "netwt", "wt", "netvolume",
		"unitweight", "itemweight", "productweight", "packweight", "packetweight", "weightperpack", "weightperpacket", "content", "contents", "capacity",
	},
	Grams: {"weightingms", "weightingrams", "weightgrams", "weightgms", "weightgm", "weightg", "grams", "gms"},
	Stock: {
		"stock", "availablequantity", "availableqty", "stockquantity", "stockqty", "quantityinstock", "qtyinstock",
		"instock", "inventory", "onhand", "closingbalancequantity", "closingstockquantity", "closingquantity", "qty", "available", "closingstock", "closingbalance", "balance",
	},
	Availability: {
		"instock", "isinstock", "availability", "stockavailability", "available", "isavailable", "stockstatus", "instockstatus", "outofstock", "soldout",
	},
	Description:   {"description", "discription", "productdescription", "longdescription", "details", "about"},
	Type:          {"type", "producttype"},
	SKU:           {"sku", "skuid", "skucode", "itemcode", "itemno", "productcode", "articlecode", "articleno", "partno", "alias"},
	Barcode:       {"barcode", "ean", "ean13", "eancode", "gtin", "upc"},
	OtherBarcodes: {"otherbarcodes"},
	ItemCode:      {"tilecode", "plu", "plucode", "pluno", "plunumber", "scalecode"},
	SoldBy:        {"soldby"},
	// "pack size" is the unit, and "cost" the price, in the lists of others.
	Supplier: {"usualsupplier"},
	PackSize: {"piecesinapack"},
	MinStock: {"minimumstock"},
	Cost:     {"costofapiece"},
	Maker: {
		"maker", "manufacturedby", "manufacturername", "manufacturernameandaddress", "nameandaddressofmanufacturer", "packedby", "packer",
		"marketedby", "importedby", "importer",
	},
	Origin: {"countryoforigin", "origin", "origincountry", "country"},
	BestBefore: {
		"bestbefore", "bestbeforedate", "shelflife", "expirydate", "expiry", "useby", "usebydate", "usebefore", "bestby", "bb", "bbd",
		"exp", "expdate", "expdt", "expirydt", "expires", "expireson",
	},
	ID:           {"idinthisshop", "kiranaid"},
	ConsumerCare: {"consumercare", "customercare", "customercaredetails"},
	Diet: slices.Concat([]string{
		"vegnonveg", "vegornonveg", "vegmark", "vegnonvegmark", "vegetariannonvegetarian", "diet", "diettype", "dietary", "dietarytype", "dietarypreference", "dietmark",
		"foodtype", "foodpreference", "foodmark", "foodsymbol",
	}, vegNames),
	// Headings of the tax and of codes in shop programs. Vyapar's item export: "Item code", "HSN", "Tax Rate", "Inclusive Of Tax"
	// (as in testdata of this package). Marg ERP 9+: "HSN/SAC", "HSN Code", "GST Tax%", "Tax%"
	// (care.margcompusoft.com/margerp/ease-of-gst-adoption/30116, a vendor's page). Tally: "HSN/SAC", "HSN Code", "IGST", "CGST", "SGST",
	// "GST Rate" (tallyschool.com/?p=2451, help.tallysolutions.com/tally/managing_hsn_code_sac_and_tax_rates). Busy: "Alias",
	// "Tax Category", "HSN Code" (accountingsolutions786.blogspot.com/2019/05/how-to-create-items-in-busy.html, no vendor's page).
	HSN: {
		"hsn", "hsncode", "hsnsac", "hsnsaccode", "hsncodesac", "hsnorsac", "sachsn", "hsnno", "hsnnumber", "itemhsn", "producthsn", "hsncodes",
	},
	TaxCondition: {"taxcondition"},
	GSTRate: {
		"gst", "gstrate", "gstpercent", "gstpercentage", "gstper", "gstpct", "rateofgst", "gstslab", "gsttax", "gsttaxrate", "gsttaxpercent",
		"igst", "igstrate", "igstpercent", "igstpercentage", "igsttax", "integratedtax", "integratedtaxrate",
		"taxrate", "taxratepercent", "taxpercent", "taxpercentage", "taxper", "tax", "taxslab", "taxcategory", "salestaxrate",
	},
	CGST: {"cgst", "cgstrate", "cgstpercent", "cgstpercentage", "cgsttax", "centraltax", "centraltaxrate"},
	SGST: {"sgst", "sgstrate", "sgstpercent", "sgstpercentage", "sgsttax", "sgstutgst", "statetax", "statetaxrate"},
	Image: {
		"imageurl", "imageurls", "imagelink", "imagesrc", "image", "images", "imagesmall", "imgurl", "img", "pictureurl", "picture",
		"pictures", "photo", "photourl",
	},
	Published: slices.Concat([]string{
		"status", "productstatus", "itemstatus", "listingstatus", "visibility", "websitevisibility", "state", "online", "isonline", "onwebsite", "forsale",
	}, statusNames([]string{"published", "publish", "visible", "active", "activated", "enabled", "live", "listed", "show", "shown", "display", "displayed", "sellable"}), hidingNames),
	SaleFrom: saleDateNames([]string{"from", "start", "begin", "date", "dates", "period"}, []string{
		"fromdate", "startdate", "starts", "startson", "startsfrom", "starting", "begins", "beginson", "validfrom", "effectivefrom", "effectivedate",
		"datesalepricestarts", "salepricedatesfrom",
	}),
	SaleTo: saleDateNames([]string{"to", "till", "until", "upto", "end", "validity", "expiry", "expires"}, []string{
		"todate", "tilldate", "enddate", "lastdate", "lastday", "ends", "endson", "ending", "validto", "validtill", "validuntil", "validupto",
		"datesalepriceends", "salepricedatesto",
	}),
})

// saleDateNames joins each word for a sale with each of the words; days are names by themselves, too.
func saleDateNames(words, days []string) []string {
	names := slices.Clone(days)
	for _, sale := range []string{"sale", "saleprice", "special", "specialprice", "offer", "offerprice", "discount", "discountprice", "deal", "promo", "promotion", "scheme", "price"} {
		for _, word := range slices.Concat(words, days) {
			names = append(names, sale+word)
		}
	}
	return names
}
