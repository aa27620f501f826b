package bill

import "time"

// TaxDeadline is taxDeadline.
func TaxDeadline(at time.Time) time.Time { return taxDeadline(at) }
