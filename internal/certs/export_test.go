package certs

import "time"

// WithRenewal sets the interval of renewal checks and the share of its validity that is left when a certificate is renewed.
func (c Config) WithRenewal(interval time.Duration, ratio float64) Config {
	c.renewCheck, c.renewRatio = interval, ratio
	return c
}
