package certs

import "time"

// CheckingEach sets the interval of renewal checks.
func (c Config) CheckingEach(interval time.Duration) Config {
	c.renewCheck = interval
	return c
}
