package csvimport_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"kirana/internal/catalog/importer/csvimport"
)

func TestGuardCell_preventsFormulasAndIsReversible(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.StringMatching(`'{0,3}[=+@\t\r\n＝＋－＠ -]?[a-z0-9'=+-]{0,6}`).Draw(r, "text")
		cell := csvimport.GuardCell(text)
		if first, _ := utf8.DecodeRuneInString(cell); strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) {
			r.Errorf("%q is written as %q", text, cell)
		}
		if again := csvimport.UnguardCell(cell); again != text {
			r.Errorf("%q is written as %q and read as %q", text, cell, again)
		}
	})
}
