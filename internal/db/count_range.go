package db

// MaxCounted bounds how many rows of a list are counted: counting all would read the whole table
// for each page.
const MaxCounted = 10_000

// CountRange returns the LIMIT and OFFSET of the rows to count for a page of a list (the first page
// is 1): the first MaxCounted, or for deeper pages this page and the next. If the page has a row,
// so has every position before the offset.
func CountRange(page, limit int) (length, offset int) {
	if (page+1)*limit <= MaxCounted {
		return MaxCounted, 0
	}
	return 2 * limit, (page - 1) * limit
}
