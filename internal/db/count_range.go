package db

// MaxCounted limits how many rows of a list are counted. Counting all would read the whole table
// for each page.
const MaxCounted = 10_000

// CountRange returns the LIMIT and OFFSET of the rows to count for a page of a list; the first page
// is 1. It counts the first MaxCounted rows or, for a deeper page, this page and the next. If the
// page has a row, every position before the offset has one, too.
func CountRange(page, limit int) (length, offset int) {
	if (page+1)*limit <= MaxCounted {
		return MaxCounted, 0
	}
	return 2 * limit, (page - 1) * limit
}
