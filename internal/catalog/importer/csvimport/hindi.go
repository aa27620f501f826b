package csvimport

// hindiNames are the names of columns in a list in Hindi or Marathi.
var hindiNames = map[Field][]string{
	Name:         {"उत्पाद का नाम", "वस्तु का नाम", "सामान का नाम", "नाम", "उत्पाद", "वस्तु", "सामान", "आइटम", "माल", "वस्तूचे नाव", "मालाचे नाव", "उत्पादनाचे नाव"},
	Brand:        {"ब्रांड", "ब्रैंड", "ब्राण्ड", "कंपनी", "कम्पनी"},
	Category:     {"श्रेणी", "वर्ग", "विभाग", "कैटेगरी", "कॅटेगरी"},
	SubCategory:  {"उपश्रेणी", "उप-श्रेणी", "उपवर्ग", "सब-कैटेगरी", "उप-कॅटेगरी"},
	Price:        {"एमआरपी", "एम.आर.पी.", "अधिकतम खुदरा मूल्य", "अंकित मूल्य", "छपा मूल्य", "छापील किंमत", "एम आर पी"},
	SalePrice:    {"विक्रय मूल्य", "बिक्री मूल्य", "बिक्री दर", "हमारा मूल्य", "छूट मूल्य", "ऑफर मूल्य", "विक्री किंमत", "विक्री दर", "विक्रय दर", "बेचने का दाम", "विक्री किंमत"},
	plainPrice:   {"मूल्य", "कीमत", "क़ीमत", "दाम", "भाव", "दर", "रेट", "किंमत"},
	Discount:     {"छूट"},
	Unit:         {"इकाई", "पैक", "पैक साइज़", "पैकिंग", "यूनिट", "एकक"},
	amount:       {"मात्रा", "वजन", "वज़न", "साइज", "नाप"},
	Stock:        {"स्टॉक", "स्टाक", "भंडार", "उपलब्ध", "बचा माल", "शेष", "नग", "नग संख्या", "संख्या", "अदद", "साठा", "शिल्लक"},
	Description:  {"विवरण", "वर्णन", "जानकारी", "माहिती"},
	Type:         {"प्रकार"},
	SKU:          {"कोड", "वस्तु कोड"},
	Barcode:      {"बारकोड", "बार कोड"},
	Maker:        {"निर्माता", "बनाने वाला"},
	Origin:       {"किस देश का"},
	ConsumerCare: {"कस्टमर केयर"},
	BestBefore:   {"इससे पहले इस्तेमाल करें", "समाप्ति", "उपयोग की अवधि"},
	Image:        {"चित्र", "फोटो", "फ़ोटो"},
	Published:    {"दुकान में दिखाएँ", "स्थिति", "सक्रिय", "चालू"},
	Supplier:     {"हमेशा का सप्लायर"},
	PackSize:     {"पैक में पीस"},
	MinStock:     {"कम से कम स्टॉक"},
	Cost:         {"एक पीस की लागत"},
	SaleFrom:     {"ऑफर से", "ऑफर शुरू"},
	SaleTo:       {"ऑफर तक", "ऑफर समाप्त"},
}

// hindiQuantity is the plain name of a column that counts pieces where it holds numbers alone.
var hindiQuantity = plainName("मात्रा")

func withHindi(names map[Field][]string) map[Field][]string {
	for _, more := range []map[Field][]string{hindiNames, romanisedNames} {
		for field, hindi := range more {
			for _, name := range hindi {
				names[field] = append(names[field], plainName(name))
			}
		}
	}
	return names
}
