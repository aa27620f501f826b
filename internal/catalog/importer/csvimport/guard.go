package csvimport

import "regexp"

// dangerous matches the beginning of a text that a spreadsheet would run as a formula. It includes leading apostrophes,
// so that guarding is reversible, and the full-width signs that Japanese and Chinese spreadsheets accept:
// https://owasp.org/www-community/attacks/CSV_Injection
var dangerous = regexp.MustCompile("^'*[=+\\-@\t\r\n＝＋－＠]")

// GuardCell prefixes an apostrophe to a CSV cell that a spreadsheet would run as a formula. UnguardCell removes it.
func GuardCell(text string) string {
	if dangerous.MatchString(text) {
		return "'" + text
	}
	return text
}

// UnguardCell undoes GuardCell.
func UnguardCell(cell string) string {
	if len(cell) > 1 && cell[0] == '\'' && dangerous.MatchString(cell[1:]) {
		return cell[1:]
	}
	return cell
}
