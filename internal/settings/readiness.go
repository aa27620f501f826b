package settings

import (
	"kirana/internal/language"
	"kirana/internal/tax"
)

// Readiness is one legal requirement of an Indian online grocer, and whether the shop meets it: rules 4 and 6 of the
// Consumer Protection (E-Commerce) Rules 2020, and the FSSAI's licensing conditions. It is not legal advice.
type Readiness struct {
	Key  string `json:"key"`
	OK   bool   `json:"ok"`
	Text string `json:"text" doc:"Sentence that states what is missing, or what is present."`
	Seen string `json:"seen" doc:"Place where shoppers see it."`
}

// seenIn lists where shoppers see each item.
var seenIn = map[string]string{
	"name": "every page, bill and mail", "legalName": "the foot of every page and every bill", "legalAddress": "the foot of every page and every bill",
	"contact": "the contact page, the foot of every page, bills and mails", "grievance": "the contact page, the foot of every page and every bill", "fssai": "the foot of every page and every bill", "gst": "every bill",
	"returns": "a page that every page links to", "delivery": "a page that every page links to",
	"privacy": "a page that every page links to", "terms": "a page that every page links to", "products": "the pages of the products",
	"gstin": "every tax invoice and bill of supply", "state": "every bill", "taxes": "every tax invoice",
}

// Counts are numbers of products with missing data.
type Counts struct {
	Unlabeled int // published, without a manufacturer or a country of origin
	Untaxed   int // without an HSN or a rate, in a shop that charges GST
}

// Readiness returns the list in the order of filling it in. Items for GST bills are included if the shop issues them.
func (s Settings) Readiness(lang string, counts Counts) []Readiness {
	item := itemIn(lang)
	list := []Readiness{
		item("name", s.Name != DefaultName, "The shop has its own name.", "Give the shop its own name."),
		item("legalName", s.Legal.Name != "", "The legal name is shown.", "Enter the legal name of the seller."),
		item("legalAddress", s.Legal.Address != "", "The seller's address is shown.", "Enter the seller's address."),
		item("contact", s.Phone != "" && s.Email != "", "Phone and email are shown.", "Enter a phone number and an email for customers."),
		item("grievance", s.Legal.Grievance != "", "The grievance officer is named.",
			"Name the grievance officer: complaints must be acknowledged within 48 hours and settled within a month."),
		item("fssai", s.Legal.FSSAI != "", "The FSSAI number is on every bill.", "Enter the 14 digits of the FSSAI license."),
		item("gst", s.Legal.isGSTComplete(), "The GSTIN, or that there is none, and the state are on every bill.",
			"Say whether you are registered for GST, and in which state."),
	}
	list = append(list, s.billReadiness(item, counts.Untaxed)...)
	return append(list,
		item("returns", s.Pages["returns"] != "", "Returns and refunds are explained.", "Write the page on returns, refunds and cancellation."),
		item("delivery", s.Pages["delivery"] != "", "Delivery is explained.", "Write the page on delivery."),
		item("privacy", s.Pages["privacy"] != "", "The privacy notice is there.", "Write the privacy notice."),
		item("terms", s.Pages["terms"] != "", "The terms are there.", "Write the terms."),
		item("products", counts.Unlabeled == 0, "Every product names its maker or packer and its country of origin.",
			"Name the maker or packer and the country of origin of %s.", products(counts.Unlabeled)),
	)
}

const missingGSTIN = "Enter the GSTIN: no bill can be made without it."

// billReadiness returns the items for bills of a shop with a GSTIN.
func (s Settings) billReadiness(item newItem, untaxed int) []Readiness {
	if !s.Legal.needsGSTIN() {
		return nil
	}
	wrong := tax.CheckSellerGSTIN(s.Legal.GSTIN, s.Legal.State)
	if s.Legal.GSTIN == "" {
		wrong = language.Word(missingGSTIN)
	}
	list := []Readiness{
		item("gstin", wrong.Format == "", "The GSTIN is right and fits the state.", wrong.Format, wrong.Args...),
		item("state", tax.StateCode(s.Legal.State) != "", "The state of the shop is known: it decides between CGST with SGST and IGST.",
			"Enter the state of the shop: it decides between CGST with SGST and IGST."),
	}
	if s.Legal.GST == GSTRegistered {
		list = append(list, item("taxes", untaxed == 0, "Every product has an HSN and a rate.",
			"Give an HSN, condition or rate to %s: bills with them wait.", products(untaxed)))
	}
	return list
}

// newItem makes a readiness item: its text is present if ok, otherwise missing with args.
type newItem func(key string, ok bool, present, missing string, args ...any) Readiness

// itemIn returns a newItem for a language.
func itemIn(lang string) newItem {
	return func(key string, ok bool, present, missing string, args ...any) Readiness {
		text := language.Phrase{Format: missing, Args: args}
		if ok {
			text = language.Word(present)
		}
		return Readiness{Key: key, OK: ok, Text: text.In(lang), Seen: language.Text(lang, seenIn[key])}
	}
}

func products(n int) language.Phrase {
	if n == 1 {
		return language.Word("1 product")
	}
	return language.Phrase{Format: "%d products", Args: []any{n}}
}
