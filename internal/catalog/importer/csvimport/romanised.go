package csvimport

// romanisedNames are the names of columns in a list in Hindi that is written in
// Latin letters, in the spellings that are usual.
var romanisedNames = map[Field][]string{
	Name: {
		"maal ka naam", "mal ka naam", "saman ka naam", "samaan ka naam", "vastu ka naam", "item ka naam",
		"maal", "mal", "saman", "samaan", "saamaan", "vastu", "cheez", "chiz", "naam",
	},
	Brand:       {"kampani"},
	Category:    {"vibhag", "vibhaag", "shreni", "varg"},
	SubCategory: {"up shreni", "up vibhag", "up varg"},
	Price:       {"chhapa mulya", "ankit mulya", "adhiktam khudra mulya"},
	SalePrice:   {"bikri mulya", "bikri dar", "bikri bhav", "vikray mulya", "hamara bhav"},
	plainPrice:  {"bhav", "bhaav", "daam", "dam", "kimat", "keemat", "kimmat", "mulya", "moolya", "dar"},
	Discount:    {"chhoot", "chhut", "chut"},
	Unit:        {"ikai", "ikaai"},
	amount:      {"vazan", "vajan", "wazan", "wajan", "matra", "maatra", "naap"},
	Stock:       {"bacha maal", "bacha hua maal", "bhandar", "uplabdh", "shesh", "nag"},
	Description: {"vivaran", "varnan"},
	Type:        {"prakar", "prakaar"},
	Maker:       {"nirmata"},
	Image:       {"tasveer", "tasvir", "chitra", "foto"},
}
