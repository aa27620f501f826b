// Package setup lets the owner of a new shop set it up in the browser, by the link that
// the first start prints: the owner's account, the shop's settings and its goods.
package setup

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kirana/internal/account"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/fault"
	"kirana/internal/job"
	"kirana/internal/language"
	"kirana/internal/settings"
)

// Path is the page of the setup, and its calls below the API's prefix.
const Path = "/setup"

// Languages returns the languages that the setup speaks, whatever the shop will offer. Marathi has texts for shoppers and
// riders only.
func Languages(context.Context) []string { return []string{language.English, "hi"} }

// Goods selects the first products of a new shop.
type Goods string

// The goods to begin with.
const (
	NoGoods   Goods = "empty"
	DemoGoods Goods = "demo"
)

// DemoGoodsJob puts the demo's goods on the shelves of a new shop.
const DemoGoodsJob job.Kind[struct{}] = "setup.demo-goods"

// Service sets up a shop.
type Service struct {
	accounts *account.Service
	settings *settings.Service
	clock    clock.Clock
}

// New makes the service.
func New(a *account.Service, s *settings.Service, c clock.Clock) *Service {
	return &Service{accounts: a, settings: s, clock: c}
}

// Request holds the choices made in setup.
type Request struct {
	Owner account.FirstOwner
	Shop  []byte // the settings to change, a JSON object; empty: none
	Goods Goods
	// Language is the one in which the owner has read the setup: the shop's first, unless Shop says another.
	Language string
}

// SetUp makes the owner, the settings and the goods of a new shop, all or nothing; the
// goods come a moment later. It returns the tokens of the owner's first login. A token
// that is not valid (any more) is fault.NotFound; a setting that cannot be used is
// fault.Invalid in a field such as "shop.phone".
func (s *Service) SetUp(ctx context.Context, r Request) (account.LoginTokens, error) {
	tokens, err := s.accounts.SetUp(ctx, r.Owner, func(ctx context.Context, tx *db.Tx) error {
		if r.Language != language.English {
			if err := s.settings.UpdateIn(ctx, tx, languagesPatch(r.Language)); err != nil {
				return err
			}
		}
		if len(r.Shop) > 0 {
			if err := s.settings.UpdateIn(ctx, tx, r.Shop); err != nil {
				return inShop(err)
			}
		}
		if r.Goods == DemoGoods {
			return job.Add(ctx, tx, s.clock.Now(), DemoGoodsJob, struct{}{})
		}
		return nil
	})
	if err == nil {
		s.settings.Forget()
	}
	return tokens, err
}

// languagesPatch is a patch of the settings that makes a language the shop's first, beside English.
func languagesPatch(lang string) []byte {
	return fmt.Appendf(nil, `{"languages":[%q,%q]}`, lang, language.English)
}

// inShop names the fields of refused settings apart from those of the owner's account.
func inShop(err error) error {
	var refusal *fault.Error
	if !errors.As(err, &refusal) {
		return err
	}
	renamed := *refusal
	renamed.Fields = slices.Clone(refusal.Fields)
	for i := range renamed.Fields {
		renamed.Fields[i].Field = "shop." + renamed.Fields[i].Field
	}
	return &renamed
}
