package settings

import (
	"net/url"
	"strconv"
	"strings"

	"kirana/internal/money"
)

// UPI is a payment request to the shop's own UPI address, without a payment provider.
type UPI struct {
	ID     string      `json:"id" doc:"UPI address (VPA) of the shop."`
	Name   string      `json:"name" doc:"Name of the account holder, or of the shop if none is set."`
	Amount money.Paise `json:"amount" doc:"Amount in rupees."`
	Note   string      `json:"note" doc:"Purpose of the payment: order number, bill number or khata."`
	Link   string      `json:"link" doc:"UPI link (upi://pay?…), opened by a UPI app or encoded as a QR code."`
}

// PayByUPI returns the payment request for an order, with its bill number once issued; nil if the shop does not offer UPI
// or nothing is due. The link follows NPCI's "UPI Linking Specifications" 1.6: pa, pn, am, cu, tr, tn.
func (s Settings) PayByUPI(number int64, bill string, amount money.Paise) *UPI {
	if !s.OffersUPI() || amount <= 0 {
		return nil
	}
	reference := strconv.FormatInt(number, 10)
	note, subject := "Order #"+reference, "Order "+reference
	if bill != "" {
		note, subject = "Bill "+bill, "Bill "+bill
	}
	return s.payByUPI(amount, note, "&tr="+reference+"&tn="+escape(subject))
}

// PayKhataByUPI returns the payment request for a customer's balance, like PayByUPI.
func (s Settings) PayKhataByUPI(amount money.Paise) *UPI {
	if !s.OffersUPI() || amount <= 0 {
		return nil
	}
	return s.payByUPI(amount, "Khata", "&tn=Khata")
}

func (s Settings) payByUPI(amount money.Paise, note, subject string) *UPI {
	name := s.UPIName
	if name == "" {
		name = s.Name
	}
	// NPCI prescribes the order of parameters; url.Values would sort them.
	link := "upi://pay?pa=" + s.UPIID + "&pn=" + escape(name) + "&am=" + decimal(amount) + "&cu=INR" + subject
	return &UPI{ID: s.UPIID, Name: name, Amount: amount, Note: note, Link: link}
}

// escape encodes a blank as %20: some apps show a "+" literally.
func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// decimal formats rupees with two decimals, as UPI apps require: "443.50".
func decimal(amount money.Paise) string {
	paise := int64(amount)
	fraction := strconv.FormatInt(paise%100, 10)
	if len(fraction) < 2 {
		fraction = "0" + fraction
	}
	return strconv.FormatInt(paise/100, 10) + "." + fraction
}
