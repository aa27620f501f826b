package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"kirana/internal/audit"
	"kirana/internal/catalog/view"
	"kirana/internal/config"
	"kirana/internal/export"
	"kirana/internal/export/sheet"
)

type exportCommand struct {
	config.Storage
	What string `arg:"" enum:"products,orders,order-lines,customers,stock" help:"products, orders, order-lines, customers or stock (the ledger)."`
	File string `arg:"" help:"New file, .csv or .xlsx."`
}

// Run writes a table into a new file. It does not overwrite files.
func (e exportCommand) Run(ctx context.Context, c *console) error {
	format, err := sheet.ParseFormat(strings.TrimPrefix(filepath.Ext(e.File), "."))
	if err != nil || filepath.Ext(e.File) == "" {
		return errors.New("the file's name must end in .csv or .xlsx")
	}
	f, err := openFeatures(ctx, config.Config{Storage: e.Storage}, discard())
	if err != nil {
		return err
	}
	defer f.close()
	if err := f.view.Refresh(ctx); err != nil {
		return err
	}
	// Restrict the file to its owner: it may have customers' addresses.
	file, err := os.OpenFile(e.File, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("make the file: %w", err)
	}
	ctx = audit.WithActor(ctx, audit.Actor{Name: commandLine})
	rows, err := f.exports().Write(ctx, file, export.Request{
		Kind: export.Kind(e.What), Format: format,
		Filter: export.Filter{Products: view.Query{Unpublished: true, Sort: view.ByName}, Costs: true},
	})
	if err := errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(e.File)
		return err
	}
	_, err = fmt.Fprintf(c.out, "%s: %d rows\n", e.File, rows)
	return err
}
