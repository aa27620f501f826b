package certs

import "time"

// CheckingEach looks so often whether certificates are to be renewed.
func (c Config) CheckingEach(interval time.Duration) Config {
	c.renewCheck = interval
	return c
}
