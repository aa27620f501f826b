package changes

import "kirana/internal/httpapi"

// Body returns the response with the records of a page. Records missing in found, which is keyed by id,
// are reported as deleted.
func Body[T any](page Page, found map[string]T) httpapi.Changes[T] {
	records := make([]httpapi.Changed[T], len(page.IDs)) // [] in JSON
	for i, recordID := range page.IDs {
		if record, known := found[recordID]; known {
			records[i].Record = &record
			continue
		}
		records[i].Deleted = httpapi.Deleted{ID: recordID, DeletedAt: page.at[recordID]}
	}
	return httpapi.Changes[T]{Envelope: httpapi.OK("", records), Next: page.Next}
}

// ByID returns records by their ids.
func ByID[T any](records []T, idOf func(T) string) map[string]T {
	byID := make(map[string]T, len(records))
	for _, record := range records {
		byID[idOf(record)] = record
	}
	return byID
}
