package bill

import "time"

// FormatNumber is formatNumber.
var FormatNumber = formatNumber

// TaxDeadline is taxDeadline.
func TaxDeadline(at time.Time) time.Time { return taxDeadline(at) }
