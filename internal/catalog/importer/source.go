package importer

import (
	"errors"
	"fmt"
	"os"

	"kirana/internal/catalog/importer/csvimport"
)

// source is a price list that can be read more than once. A sheet of a workbook is kept as CSV
// in a temporary file, so that neither is held in memory.
type source struct {
	path    string
	options csvimport.Options
	temp    bool     // path is to be removed
	sheets  []string // of a workbook
}

// openSource finds out how a list is to be read. The errors are those of csvimport.Open.
func openSource(path string, o Options) (*source, error) {
	s := &source{path: path, options: o.Options}
	if !isZIP(path) {
		return s, nil
	}
	file, err := os.CreateTemp("", "price-list-*.csv")
	if err != nil {
		return nil, fmt.Errorf("keep sheet: %w", err)
	}
	s.path, s.temp = file.Name(), true
	s.sheets, err = writeSheet(file, path, o.Sheet)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// open reads the list from its beginning.
func (s *source) open() (*csvimport.Reader, error) { return csvimport.Open(s.path, s.options) }

// Close removes what was kept of the list.
func (s *source) Close() error {
	if !s.temp {
		return nil
	}
	return os.Remove(s.path)
}
