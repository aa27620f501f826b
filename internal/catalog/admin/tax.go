package admin

import (
	"regexp"
	"slices"
	"strings"

	"kirana/internal/catalog"
	"kirana/internal/catalog/view"
	"kirana/internal/fault"
	"kirana/internal/language"
	"kirana/internal/tax"
	"kirana/internal/unicodetext"
)

// TaxForm is a patch of the tax fields of a product or sub-category; nil fields are unchanged.
type TaxForm struct {
	HSN, Condition *string
	Rate           *string // own rate in per cent, as typed; "" removes it
}

func (f TaxForm) fill(t *catalog.TaxFacts) {
	if f.HSN != nil {
		t.HSN = strings.ReplaceAll(unicodetext.Digits(*f.HSN), " ", "")
	}
	if f.Condition != nil {
		t.TaxCondition = strings.ToUpper(*f.Condition)
	}
	if f.Rate != nil {
		t.GSTRate = nil
		if rate, err := f.rate(); err == nil && *f.Rate != "" {
			t.GSTRate = &rate
		}
	}
}

func (f TaxForm) rate() (tax.Percent, error) { return tax.ParsePercent(unicodetext.Digits(*f.Rate)) }

// check returns the faults of the sent fields: invalid texts, or a condition that the HSN's current rates do not have.
// If t has no HSN, the sub-category's applies.
func (f TaxForm) check(s *view.Snapshot, t catalog.TaxFacts, subCategoryID string) []fault.Field {
	wrong := f.checkTexts()
	isHSN := t.HSN == "" || tax.ValidHSN(t.HSN)
	if (f.HSN != nil || f.Condition != nil) && isHSN && t.TaxCondition != "" {
		wrong = append(wrong, checkCondition(s.TaxGoods(t, subCategoryID).HSN, t.TaxCondition, s)...)
	}
	return wrong
}

// checkTexts returns the faults of the sent texts alone: an invalid HSN or percentage.
func (f TaxForm) checkTexts() (wrong []fault.Field) {
	var sent catalog.TaxFacts
	f.fill(&sent)
	if sent.HSN != "" && !tax.ValidHSN(sent.HSN) {
		field := fault.InvalidField("hsn", "An HSN has 4, 6 or 8 digits.")
		if chapter := sent.HSN[:min(2, len(sent.HSN))]; isNumber.MatchString(chapter) && tax.ValidHSN("01"+strings.TrimPrefix(sent.HSN, chapter)) {
			field = fault.InvalidField("hsn", "No HSN begins with %s.", chapter)
		}
		wrong = append(wrong, field)
	}
	if f.Rate != nil && *f.Rate != "" && sent.GSTRate == nil {
		wrong = append(wrong, fault.Field{Field: "gstRate", Message: "A GST rate is a number of per cent from 0 to 100, such as 5 or 18."})
	}
	return wrong
}

var isNumber = regexp.MustCompile(`^[0-9]+$`)

// title returns the description of the changes for people.
func (f TaxForm) title() language.Phrase {
	var t catalog.TaxFacts
	f.fill(&t)
	var texts []language.Phrase
	add := func(sent *string, name language.Phrase, value string) {
		if sent != nil {
			after := language.Word("taken off")
			if value != "" {
				after = language.Stored(value).Phrase()
			}
			texts = append(texts, language.NewPhrase("%s %s", name, after))
		}
	}
	add(f.HSN, language.Word("HSN"), t.HSN)
	add(f.Condition, language.Word("tax condition"), t.TaxCondition)
	add(f.Rate, language.Word("GST rate"), rateText(t.GSTRate))
	return language.Join(", ", texts...)
}

// checkCondition returns a fault for a condition that no rate of an HSN has today. Without an HSN, any condition is
// valid.
func checkCondition(hsn, condition string, s *view.Snapshot) []fault.Field {
	if hsn == "" {
		return nil
	}
	known := slices.DeleteFunc(s.Conditions(hsn), func(name string) bool { return name == "" })
	switch {
	case slices.Contains(known, condition):
		return nil
	case len(known) == 0:
		return []fault.Field{fault.InvalidField("taxCondition", "The rate of HSN %s has no condition. Leave it empty.", hsn)}
	}
	return []fault.Field{fault.InvalidField("taxCondition", "For HSN %s the condition is %s.", hsn, strings.Join(known, " or "))}
}
