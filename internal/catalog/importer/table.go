package importer

import (
	"errors"
	"fmt"
	"os"

	"kirana/internal/catalog/importer/csvimport"
)

// ReadTable reads the rows of a CSV file, or of the sheet of a workbook that an import would choose, as text.
func ReadTable(path string, maxRows int) (table csvimport.Table, err error) {
	list, err := openSource(path, Options{})
	if err != nil {
		return table, nothingSaved(err)
	}
	defer func() { err = errors.Join(err, list.Close()) }()
	file, err := os.Open(list.path)
	if err != nil {
		return table, fmt.Errorf("open list: %w", err)
	}
	table, err = csvimport.ReadTable(file, list.options, maxRows)
	if err := errors.Join(err, file.Close()); err != nil {
		return table, nothingSaved(err)
	}
	return table, nil
}
