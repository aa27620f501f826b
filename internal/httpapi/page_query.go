package httpapi

import (
	"strconv"

	"kirana/internal/fault"
)

const (
	maxPageNumber = 1_000_000
	maxPageLimit  = 100
)

// PageQuery has the query parameters of a list's page. They are strings, so that an empty one counts as absent.
type PageQuery struct {
	Page  string `query:"page" doc:"Page number, from 1."`
	Limit string `query:"limit" doc:"Page size, 1 to 100."`
}

// IsSet reports whether page or limit was sent.
func (p PageQuery) IsSet() bool { return p.Page != "" || p.Limit != "" }

// Parse returns the page, counted from 1, and the rows per page, by default defaultLimit. An invalid number is a
// fault.Invalid with its field.
func (p PageQuery) Parse(defaultLimit int) (page, limit int, err error) {
	page, limit = 1, defaultLimit
	var wrong []fault.Field
	for _, number := range []struct {
		name, text string
		limit      int
		into       *int
	}{{"page", p.Page, maxPageNumber, &page}, {"limit", p.Limit, maxPageLimit, &limit}} {
		if number.text == "" {
			continue
		}
		n, err := strconv.Atoi(number.text)
		if err != nil || n < 1 || n > number.limit {
			wrong = append(wrong, fault.InvalidField(number.name, "The value of %s must be a whole number from 1 to %d.", number.name, number.limit))
			continue
		}
		*number.into = n
	}
	return page, limit, fault.Form(wrong)
}
