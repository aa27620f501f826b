package importer_test

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"kirana/internal/catalog/importer"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

// It compares the processor time, which does not depend on other programs, of four times as many rows.
func TestImport_takesTimeInProportionToTheRowsOfItsList(t *testing.T) { //nolint:paralleltest // measures the processor time of the process
	if !shoptest.Long() {
		t.Skip("40,000 rows are checked in make test-all")
	}
	s := newShop(t, shoptest.SQLite(t))
	spent := func(rows int) time.Duration {
		lines := []string{"Name,Category,Unit,MRP,SKU,Stock"}
		for i := range rows {
			lines = append(lines, fmt.Sprintf("Dal number %d,Pulses %d,1 kg,%d,S%d,5", i, i%200, 20+i%500, i))
		}
		path := catalogtest.PriceList(t, lines...)
		var before, after syscall.Rusage
		startErr := syscall.Getrusage(syscall.RUSAGE_SELF, &before)
		if report := s.Import(t, path, importer.Options{DryRun: true}); report.Imported != rows {
			t.Fatalf("%d rows: %s, want all imported", rows, counts(report))
		}
		if endErr := syscall.Getrusage(syscall.RUSAGE_SELF, &after); startErr != nil || endErr != nil {
			t.Fatal("read the processor time:", startErr, endErr)
		}
		return time.Duration(after.Utime.Nano() + after.Stime.Nano() - before.Utime.Nano() - before.Stime.Nano())
	}
	few, many := spent(10_000), spent(40_000)
	if t.Logf("10,000 rows take %v, 40,000 take %v", few, many); many > 8*few {
		t.Errorf("40,000 rows take %v and 10,000 take %v, want at most 8 times as much", many, few)
	}
}
