package bill

import "time"

// For tests.
var (
	FinancialYear = financialYear
	FormatNumber  = formatNumber
)

// TaxDeadline is taxDeadline.
func TaxDeadline(at time.Time) time.Time { return taxDeadline(at) }
