package db

// MaxCounted is how far the rows of a list are counted: to count every one would read the whole table for each page.
const MaxCounted = 10_000

// CountRange returns the LIMIT and OFFSET within which the rows of a list are counted for one of its pages, from 1: the first
// MaxCounted, or this page and the next one of whoever pages further. If the page has a row, all rows before the offset are
// there as well.
func CountRange(page, limit int) (length, offset int) {
	if (page+1)*limit <= MaxCounted {
		return MaxCounted, 0
	}
	return 2 * limit, (page - 1) * limit
}
