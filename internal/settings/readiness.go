package settings

import "fmt"

// Readiness is one thing that an Indian online grocer must show, and whether the
// shop shows it. It follows the Consumer Protection (E-Commerce) Rules 2020, rules
// 4 and 6, and the FSSAI's licensing conditions; it is not legal advice.
type Readiness struct {
	Key  string `json:"key"`
	OK   bool   `json:"ok"`
	Text string `json:"text" doc:"what is missing, or what is there"`
	Seen string `json:"seen" doc:"where shoppers see it"`
}

// seenIn says where shoppers see each thing.
var seenIn = map[string]string{
	"name": "every page, bill and mail", "legalName": "the foot of every page and every bill", "legalAddress": "the foot of every page and every bill",
	"contact": "the contact page, the foot of every page, bills and mails", "grievance": "the contact page, the foot of every page and every bill", "fssai": "the foot of every page and every bill", "gst": "every bill",
	"returns": "a page that every page links to", "delivery": "a page that every page links to",
	"privacy": "a page that every page links to", "terms": "a page that every page links to", "products": "the pages of the products",
}

// Readiness returns the list, in the order in which a shopkeeper would fill it in. Of the
// published products so many do not say who made them, or where they come from.
func (s Settings) Readiness(unlabeled int) []Readiness {
	item := func(key string, ok bool, present, missing string) Readiness {
		if ok {
			return Readiness{Key: key, OK: true, Text: present, Seen: seenIn[key]}
		}
		return Readiness{Key: key, Text: missing, Seen: seenIn[key]}
	}
	return []Readiness{
		item("name", s.Name != DefaultName, "The shop has its own name.", "Give the shop its own name."),
		item("legalName", s.Legal.Name != "", "The legal name is shown.", "Enter the legal name of the seller."),
		item("legalAddress", s.Legal.Address != "", "The seller's address is shown.", "Enter the seller's address."),
		item("contact", s.Phone != "" && s.Email != "", "Phone and email are shown.", "Enter a phone number and an email for customers."),
		item("grievance", s.Legal.Grievance != "", "The grievance officer is named.",
			"Name the grievance officer: complaints must be acknowledged within 48 hours and settled within a month."),
		item("fssai", s.Legal.FSSAI != "", "The FSSAI number is on every bill.", "Enter the 14 digits of the FSSAI license."),
		item("gst", s.Legal.saysGST(), "The GSTIN, or that there is none, and the state are on every bill.",
			"Say whether you are registered for GST, and in which state."),
		item("returns", s.Pages["returns"] != "", "Returns and refunds are explained.", "Write the page on returns, refunds and cancellation."),
		item("delivery", s.Pages["delivery"] != "", "Delivery is explained.", "Write the page on delivery."),
		item("privacy", s.Pages["privacy"] != "", "The privacy notice is there.", "Write the privacy notice."),
		item("terms", s.Pages["terms"] != "", "The terms are there.", "Write the terms."),
		item("products", unlabeled == 0, "Every product names its maker or packer and its country of origin.",
			fmt.Sprintf("Name the maker or packer and the country of origin of %s.", products(unlabeled))),
	}
}

func products(n int) string {
	if n == 1 {
		return "1 product"
	}
	return fmt.Sprintf("%d products", n)
}
