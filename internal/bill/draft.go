package bill

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"kirana/internal/clock"
	"kirana/internal/money"
	"kirana/internal/settings"
	"kirana/internal/tax"
)

// drafting holds the data needed to make a sale's documents.
type drafting struct {
	shop  settings.Settings
	table *tax.Table
	goods map[string]tax.Goods // by product
	sale  Sale
	at    time.Time
}

// draft is a document without a number.
type draft struct {
	kind          Kind
	creditFor     Bill // of a credit note
	placeOfSupply string
	document      Document
}

// maxUnnamed is the taxable value, in paise, from which a bill needs the buyer's name, address and state: CGST rule
// 46(e). Exempt goods do not count.
const maxUnnamed = 50_000_00

// drafts returns the documents of a sale, or why they cannot be made yet. Taxable and exempt goods for a registered
// buyer make two documents, since rule 46A applies to other buyers only.
func (d drafting) drafts() ([]draft, *Waits) {
	seller := SellerOf(d.shop)
	if seller.Standing != settings.GSTUnregistered && seller.GSTIN == "" {
		return nil, waiting("Enter the shop’s GSTIN in Settings, then the bill is made.")
	}
	document := Document{Seller: seller, Buyer: d.sale.Buyer, Order: d.sale.Order}
	place, waits := d.placeOfSupply(seller)
	if waits != nil {
		return nil, waits
	}
	document.Buyer.State = place
	document.InterState = seller.State != "" && place != seller.State
	lines, waits := d.lines(seller.Standing, document.InterState)
	if waits != nil {
		return nil, waits
	}
	if waits := checkBuyerNamed(seller, document.Buyer, lines); waits != nil {
		return nil, waits
	}
	baskets := [][]Line{lines}
	if kindOf(seller.Standing, lines) == InvoiceBill && d.sale.Buyer.GSTIN != "" {
		isExempt := func(l Line) bool { return l.Treatment == tax.Exempt }
		exempt := slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return !isExempt(l) })
		baskets = [][]Line{slices.DeleteFunc(slices.Clone(lines), isExempt), exempt}
	}
	var drafts []draft
	for _, basket := range baskets {
		document.Lines = basket
		drafts = append(drafts, draft{kind: kindOf(seller.Standing, basket), placeOfSupply: place, document: document})
	}
	return drafts, nil
}

func checkBuyerNamed(seller Seller, buyer Buyer, lines []Line) *Waits {
	var taxable money.Paise
	for _, line := range lines {
		if line.Treatment == tax.Taxable {
			taxable += line.Split.Taxable
		}
	}
	if seller.Standing == settings.GSTRegistered && taxable >= maxUnnamed && (buyer.Name == "" || buyer.Address == "" || buyer.State == "") {
		return waiting("A bill of ₹50,000 or more needs the buyer’s name, address and state.")
	}
	return nil
}

// placeOfSupply returns the code of the state of delivery, or of the shop's state if there is no address (IGST Act,
// section 10(1)). If the state of an address is unknown, an unregistered shop uses its own state; the bills of other
// shops wait.
func (d drafting) placeOfSupply(seller Seller) (string, *Waits) {
	if d.sale.Pincode == "" && d.sale.Buyer.State == "" {
		return seller.State, nil
	}
	place := tax.PlaceOfSupply(d.sale.Pincode, d.sale.Buyer.State)
	switch {
	case place != "":
	case seller.Standing == settings.GSTUnregistered:
		return seller.State, nil
	default:
		return "", waiting("The state of the delivery address is not known. Correct it, then the bill is made.")
	}
	return place, nil
}

// lines returns the bill lines of the goods at the rates of the day.
func (d drafting) lines(standing string, interState bool) ([]Line, *Waits) {
	var lines []Line
	var lacks []LackOfAProduct
	day := tax.Day(d.at)
	for _, good := range d.sale.Goods {
		goods := d.goods[good.ProductID]
		line := Line{LineID: good.LineID, ProductID: good.ProductID, Name: good.Name, Names: good.Names, Unit: good.Unit, Gross: good.Gross, Valued: good.Gross}
		line.Quantity, line.UQC = good.quantity()
		rate, lack := d.table.Find(goods, day)
		if interState && standing != settings.GSTRegistered && (lack != "" || rate.Treatment == tax.Taxable) {
			return nil, otherState(standing)
		}
		switch standing {
		case settings.GSTUnregistered:
		case settings.GSTComposition:
			if line.HSN, line.Treatment = goods.HSN, tax.Taxable; lack == "" {
				line.Treatment = rate.Treatment
			}
		default:
			if lack != "" {
				lacks = append(lacks, d.lackOf(good, goods, lack))
				continue
			}
			if rate.Base == tax.ByMRP {
				line.Base, line.Valued = tax.ByMRP, max(good.MRP, good.Gross)
			}
			line.HSN, line.Treatment, line.Rate, line.CessRate = goods.HSN, rate.Treatment, &rate.Rate, *rate.Cess
			line.Split = tax.SplitGross(line.Valued, rate.Rate, line.CessRate, interState)
		}
		lines = append(lines, line)
	}
	if len(lacks) > 0 {
		return nil, waitFor(lacks)
	}
	return lines, nil
}

// lackOf returns a product's missing tax data, with the conditions to choose from and their rates.
func (d drafting) lackOf(good Good, goods tax.Goods, lack tax.Lack) LackOfAProduct {
	day := tax.Day(d.at)
	found := LackOfAProduct{good.ProductID, good.Name, lack, goods.HSN, d.table.Conditions(goods.HSN, day), []Choice{}}
	for _, condition := range found.Conditions {
		goods.Condition = condition
		if rate, missing := d.table.Find(goods, day); missing == "" {
			found.Choices = append(found.Choices, Choice{condition, rate.Rate, rate.Treatment})
		}
	}
	return found
}

// otherState refuses taxable goods for another state: CGST Act, section 10(2)(c) for a composition taxable person,
// section 24(i) for an unregistered shop.
func otherState(standing string) *Waits {
	if standing == settings.GSTComposition {
		return waiting("A composition shop may not send goods to another state.")
	}
	return waiting("A shop without GSTIN may not send goods to another state.")
}

// SellerOf returns the shop as printed on its bills.
func SellerOf(shop settings.Settings) Seller {
	seller := Seller{
		Standing: shop.Legal.GST, Name: shop.Legal.Name, Address: shop.Legal.Address, GSTIN: shop.Legal.GSTIN,
		State: tax.StateCode(shop.Legal.State), FSSAI: shop.Legal.FSSAI, Phone: shop.Phone,
	}
	if seller.Name == "" {
		seller.Name = shop.Name
	}
	if seller.Address == "" {
		seller.Address = shop.Address
	}
	if seller.State == "" && len(seller.GSTIN) > 2 {
		seller.State = seller.GSTIN[:2]
	}
	if seller.Standing == settings.GSTComposition {
		seller.Sentence = compositionSentence
	}
	return seller
}

// reduce returns the credit note for goods of a bill that came back. earlier are the bill's credit notes; stays are the
// goods that the buyer keeps, by order line. Each line of the note is the bill's line, less its earlier credits, less
// the kept goods at the bill's rates. If nothing came back, the note has no lines. reduce takes the goods that the bill
// covers out of stays: the next bill of the same order line covers the rest.
func reduce(b Bill, earlier []Bill, stays map[string]Good, at time.Time) draft {
	document := b.Document
	document.CreditFor, document.CreditDay = b.Number, b.IssuedAt.In(clock.India).Format(time.DateOnly)
	document.MoneyOnly = b.Document.Seller.Standing == settings.GSTRegistered && !at.Before(taxDeadline(b.IssuedAt))
	document.Lines = nil
	for _, line := range b.Document.Lines {
		left := line.withoutCredited(earlier)
		good := stays[line.LineID]
		kept := line.keptPart(good, left)
		stays[line.LineID] = good.without(kept)
		credited := left
		credited.Quantity, credited.Gross, credited.Valued = left.Quantity-kept.Quantity, left.Gross-kept.Gross, left.Valued-kept.Valued
		credited.Split = left.Split.Minus(kept.Split)
		if document.MoneyOnly {
			credited.Split = tax.Split{}
		}
		if credited.Gross > 0 {
			document.Lines = append(document.Lines, credited)
		}
	}
	return draft{kind: CreditNote, creditFor: b, placeOfSupply: b.PlaceOfSupply, document: document}
}

// withoutCredited returns a line of a bill without the parts that notes take back.
func (l Line) withoutCredited(notes []Bill) Line {
	for _, note := range notes {
		for _, credited := range note.Document.Lines {
			if credited.LineID == l.LineID {
				l.Quantity, l.Gross, l.Valued, l.Split = l.Quantity-credited.Quantity, l.Gross-credited.Gross, l.Valued-credited.Valued, l.Split.Minus(credited.Split)
			}
		}
	}
	return l
}

// keptPart returns the part of the line that the buyer keeps: good, but at most left, the part that is not credited
// yet.
func (l Line) keptPart(good Good, left Line) Line {
	if good.Gross >= left.Gross {
		return left
	}
	kept := l
	kept.Quantity, _ = good.quantity()
	kept.Gross, kept.Valued = good.Gross, good.Gross
	if l.Base == tax.ByMRP {
		kept.Valued = max(good.MRP, good.Gross)
	}
	kept.Split = tax.Split{}
	if l.Rate != nil && good.Gross > 0 {
		kept.Split = tax.SplitGross(kept.Valued, *l.Rate, l.CessRate, l.IGST > 0)
	}
	return kept
}

// surplus returns the goods that the buyer keeps and that no bill contains.
func surplus(goods []Good, bills []Bill, notesOf func(billID string) []Bill) []Good {
	var more []Good
	for _, good := range goods {
		for _, b := range bills {
			for _, line := range b.Document.Lines {
				if line.LineID != good.LineID {
					continue
				}
				good = good.without(line.withoutCredited(notesOf(b.ID)))
			}
		}
		if good.Gross > 0 {
			more = append(more, good)
		}
	}
	return more
}

// without returns the good without the amount and the pieces or grams of a line, at least 0.
func (g Good) without(line Line) Good {
	gross := max(0, g.Gross-line.Gross)
	g.MRP, g.Gross = g.MRP*gross/max(1, g.Gross), gross
	if g.Grams != nil {
		grams := max(0, *g.Grams-int(line.Quantity))
		g.Grams = &grams
		return g
	}
	g.Pieces = max(0, g.Pieces-int(line.Quantity/1000))
	return g
}

// ratesOf returns the HSN, rate and gross of lines as a text for comparison, sorted by order line.
func ratesOf(lines []Line) string {
	var texts []string
	for _, l := range lines {
		rate := "-"
		if l.Rate != nil {
			rate = l.Rate.String()
		}
		texts = append(texts, fmt.Sprintf("%s %s %s %s %s %d", l.LineID, l.HSN, l.Treatment, rate, l.CessRate, l.Gross))
	}
	slices.Sort(texts)
	return strings.Join(texts, "\n")
}

func sum(lines []Line) money.Paise {
	gross, _ := Document{Lines: lines}.sums()
	return gross
}
