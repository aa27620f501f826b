package pictures

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
	"kirana/internal/egress"
	"kirana/internal/fault"
	"kirana/internal/id"
	"kirana/internal/language"
	"kirana/internal/media"
)

const (
	// FetchTimeout bounds the download of one picture, including redirects.
	FetchTimeout = 20 * time.Second
	// fetchConcurrency limits the concurrent downloads of a node.
	fetchConcurrency = 4
	// decodeMargin is the time for a downloaded picture to wait for a decoder and be decoded.
	decodeMargin = 40 * time.Second
	// lease is how long a claimed URL belongs to its worker. After that, the worker counts as dead.
	lease = FetchTimeout + decodeMargin + time.Minute
	// maxAttempts, with the waits of backoff, makes about an hour of retries.
	maxAttempts  = 6
	minBackoff   = 10 * time.Second
	pollInterval = 2 * time.Second
)

// backoff returns the wait after the nth failed attempt.
func backoff(attempts int) time.Duration { return minBackoff << (2 * (attempts - 1)) }

// Run fetches due URLs until ctx ends, four at a time, and then waits for those in progress. Several nodes may run it: a
// claimed row has one worker.
func (s *Service) Run(ctx context.Context) {
	wake := s.DB.Subscribe(topic)
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	slots := make(chan struct{}, fetchConcurrency)
	var busy sync.WaitGroup
	defer busy.Wait()
	for {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		claimed, found, err := s.claim(ctx)
		if found {
			busy.Go(func() {
				defer func() { <-slots }()
				s.work(ctx, claimed)
			})
			continue
		}
		<-slots
		if err != nil && ctx.Err() == nil {
			s.Log.Error("look for pictures to fetch", "error", err.Error())
		}
		select {
		case <-wake:
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// FetchNext fetches one due URL and reports whether there was one.
func (s *Service) FetchNext(ctx context.Context) (bool, error) {
	claimed, found, err := s.claim(ctx)
	if found {
		s.work(ctx, claimed)
	}
	return found, err
}

// work fetches one URL and records the result, even if ctx ends meanwhile. If recording fails, the URL is fetched again
// when the lease ends.
func (s *Service) work(ctx context.Context, l link) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), FetchTimeout+decodeMargin)
	defer cancel()
	err := s.fetch(ctx, l)
	if err == nil {
		return
	}
	cause := failure{language.NewPhrase("%s", err)}
	errors.As(err, &cause)
	result := attemptResult{failure: cause.Phrase}
	var temporary temporaryError
	switch {
	case !errors.As(err, &temporary):
	case l.Attempts < maxAttempts:
		result.again = backoff(l.Attempts)
	default:
		result.failure = language.NewPhrase("%s It was tried %d times.", result.failure, l.Attempts)
	}
	err = s.DB.Tx(context.WithoutCancel(ctx), func(tx *db.Tx) error { return l.end(ctx, tx, s.Clock.Now(), result) })
	if err != nil {
		s.Log.Error("record a fetched picture", "error", err.Error())
	}
}

// failure is an error with a message for people, in their language.
type failure struct{ language.Phrase }

func (f failure) Error() string { return f.String() }

// newFailure returns a failure with a translatable message, formatted as by language.NewPhrase.
func newFailure(format string, args ...any) error {
	return failure{language.NewPhrase(format, args...)}
}

// temporaryError wraps a failure after which the fetch is retried.
type temporaryError struct{ error }

func (e temporaryError) Unwrap() error { return e.error }

// fetch downloads a picture and adds it to its product. Its errors wrap a failure.
func (s *Service) fetch(ctx context.Context, l link) error {
	picture, err := s.download(ctx, l.URL)
	if err != nil {
		return err
	}
	duplicateOf, err := s.prepare(ctx, l.ProductID, picture.Fingerprint)
	if err == nil && duplicateOf != "" {
		return s.proposeDuplicate(ctx, l, picture, duplicateOf)
	}
	if err == nil {
		err = s.attach(ctx, l, picture)
	}
	if err == nil {
		return nil
	}
	s.drop(ctx, picture.URL)
	switch {
	case errors.Is(err, catalog.ErrNoProduct):
		return newFailure("The product was deleted.")
	case fault.Of(err) != nil && fault.Of(err).Kind == fault.Conflict:
		return failure{fault.Of(err).Phrase()}
	}
	return s.notSaved(err)
}

// notSaved logs an error of the shop itself and returns a temporary failure.
func (s *Service) notSaved(err error) error {
	s.Log.Error("save a fetched picture", "error", err.Error())
	return temporaryError{newFailure("The shop could not save the picture.")}
}

// proposeDuplicate asks staff whether a picture that another product has is also this product's. Price lists often have one
// placeholder picture for many products.
func (s *Service) proposeDuplicate(ctx context.Context, l link, picture media.AcceptedPicture, duplicateOf string) error {
	p := Proposal{
		ID: id.New(), File: l.URL, Image: picture.URL, Fingerprint: picture.Fingerprint.String(),
		ProductID: l.ProductID, Reason: ReasonSame, Other: duplicateOf, CreatedAt: s.Clock.Now(),
	}
	added := false
	err := s.DB.Tx(ctx, func(tx *db.Tx) (err error) {
		added, err = s.propose(ctx, tx, p, picture.Fingerprint)
		return err
	})
	if err != nil || !added {
		s.drop(ctx, picture.URL)
	}
	if err != nil {
		return s.notSaved(err)
	}
	if added {
		return newFailure("%s has the same picture. It waits among those to look at.", duplicateOf)
	}
	return newFailure("%s has the same picture.", duplicateOf)
}

// download gets the picture at a URL and checks it like an upload.
func (s *Service) download(ctx context.Context, rawURL string) (media.AcceptedPicture, error) {
	u, err := url.Parse(rawURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil {
		return media.AcceptedPicture{}, newFailure("This is not the address of a picture.")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, rawURL, http.NoBody)
	if err != nil {
		return media.AcceptedPicture{}, newFailure("This is not the address of a picture.")
	}
	request.Header.Set("User-Agent", "Kirana")
	request.Header.Set("Accept", "image/jpeg, image/png, image/webp, image/gif")
	response, err := s.Client.Do(request)
	if err != nil {
		return media.AcceptedPicture{}, connectionFailure(err)
	}
	defer func() { _ = response.Body.Close() }()
	if err := statusFailure(response.StatusCode); err != nil {
		return media.AcceptedPicture{}, err
	}
	picture, err := s.Media.AcceptToCompare(ctx, response.Body)
	if err != nil {
		return media.AcceptedPicture{}, pictureFailure(err)
	}
	return picture, nil
}

func connectionFailure(err error) error {
	var dns *net.DNSError
	switch {
	case errors.Is(err, egress.ErrNotPublic):
		return newFailure("This address, or one that it leads to, is not on the public internet.")
	case errors.Is(err, egress.ErrRedirects):
		return newFailure("The address leads on to others too often.")
	case errors.As(err, &dns) && dns.IsNotFound:
		return temporaryError{newFailure("There is no server with this name.")}
	}
	return temporaryError{noResponse(err)}
}

// noResponse returns the failure of a server that does not respond.
func noResponse(err error) error {
	var netErr net.Error
	if errors.As(err, &netErr) && netErr.Timeout() {
		return newFailure("The picture did not arrive within %d seconds.", int(FetchTimeout.Seconds()))
	}
	return newFailure("The server cannot be reached.")
}

func statusFailure(status int) error {
	switch {
	case status == http.StatusOK:
		return nil
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status >= http.StatusInternalServerError:
		return temporaryError{newFailure("The server has no time for it (%d).", status)}
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return newFailure("The server shows it to nobody (%d).", status)
	}
	return newFailure("The server has no such picture (%d).", status)
}

func pictureFailure(err error) error {
	refusal := fault.Of(err)
	if refusal == nil || refusal.Kind == fault.Unavailable {
		return temporaryError{newFailure("The shop could not save the picture.")}
	}
	if refusal.Code == "upload_incomplete" {
		return temporaryError{noResponse(err)}
	}
	return failure{refusal.Phrase()}
}
