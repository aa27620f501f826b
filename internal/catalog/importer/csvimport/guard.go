package csvimport

import "regexp"

// dangerous matches the beginning of a text that a spreadsheet would take for a formula, also
// with apostrophes in front, so that a guarded text is never taken for one that was not. A
// spreadsheet for Japanese or Chinese takes the wide signs for the narrow ones:
// https://owasp.org/www-community/attacks/CSV_Injection
var dangerous = regexp.MustCompile("^'*[=+\\-@\t\r\n＝＋－＠]")

// GuardCell returns a text as a cell of CSV that no spreadsheet takes for a formula: with an
// apostrophe in front, where it needs one. UnguardCell takes it off.
func GuardCell(text string) string {
	if dangerous.MatchString(text) {
		return "'" + text
	}
	return text
}

// UnguardCell returns the text of a cell that GuardCell wrote.
func UnguardCell(cell string) string {
	if len(cell) > 1 && cell[0] == '\'' && dangerous.MatchString(cell[1:]) {
		return cell[1:]
	}
	return cell
}
