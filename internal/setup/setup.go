// Package setup sets up a new shop in the browser by a link that the first start prints: the owner's account, the
// settings and the first products.
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

// Path is the path of the setup page, and of its calls below the API's prefix.
const Path = "/setup"

// Languages returns the languages of the setup page. Marathi is missing: it has texts for shoppers and riders only.
func Languages(context.Context) []string { return []string{language.English, "hi"} }

// Goods selects the first products of a new shop.
type Goods string

// Choices of first products.
const (
	NoGoods   Goods = "empty"
	DemoGoods Goods = "demo"
)

// DemoGoodsJob adds the demo's products to a new shop.
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
	Shop  []byte // settings to change, a JSON object; empty for none
	Goods Goods
	// Language is the language of the setup page. It becomes the shop's default unless Shop sets another.
	Language string
}

// SetUp creates the owner, the settings and the products of a new shop, all or nothing; demo products are added shortly
// after. It returns the tokens of the owner's first login. An invalid or used token fails with fault.NotFound; an invalid setting
// fails with fault.Invalid with a field such as "shop.phone".
func (s *Service) SetUp(ctx context.Context, r Request) (account.LoginTokens, error) {
	tokens, err := s.accounts.SetUp(ctx, r.Owner, func(ctx context.Context, tx *db.Tx) error {
		if r.Language != language.English {
			if err := s.settings.UpdateIn(ctx, tx, languagesPatch(r.Language)); err != nil {
				return err
			}
		}
		if len(r.Shop) > 0 {
			if err := s.settings.UpdateIn(ctx, tx, r.Shop); err != nil {
				return prefixShopFields(err)
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

// Check returns the error of SetUp for one step's values, and stores nothing. Without a password it does not check the
// owner.
func (s *Service) Check(ctx context.Context, r Request) error {
	check := s.accounts.CheckOwner
	if r.Owner.Password == "" {
		check = func(ctx context.Context, o account.FirstOwner) error { return s.accounts.CheckSetup(ctx, o.Token) }
	}
	if err := check(ctx, r.Owner); err != nil || len(r.Shop) == 0 {
		return err
	}
	current, err := s.settings.Get(ctx)
	if err != nil {
		return err
	}
	_, err = current.Apply(r.Shop)
	return prefixShopFields(err)
}

// languagesPatch returns a settings patch that makes a language the default, in addition to English.
func languagesPatch(lang string) []byte {
	return fmt.Appendf(nil, `{"languages":[%q,%q]}`, lang, language.English)
}

// prefixShopFields prefixes the fields of refused settings with "shop.", to separate them from those of the owner's account.
func prefixShopFields(err error) error {
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
