package bill

import "time"

// TaxDeadline exports taxDeadline to the tests.
func TaxDeadline(at time.Time) time.Time { return taxDeadline(at) }
