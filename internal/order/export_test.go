package order

import "time"

// UseNumbers replaces where order numbers come from.
func (s *Service) UseNumbers(next func() string) { s.number = next }

// FailAt has fn called at every point at which the program may die. It must not
// be changed while the service works.
func (s *Service) FailAt(fn func(point string)) { s.failpoint = fn }

// WaitFor is how long a request waits for another one with the same key.
func (s *Service) WaitFor(d time.Duration) { s.wait = d }
