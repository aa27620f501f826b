package app

import (
	"context"
	"fmt"

	"kirana/internal/account"
	"kirana/internal/audit"
	"kirana/internal/demo"
	"kirana/internal/job"
	"kirana/internal/setup"
)

// openSetup creates the setup link of a shop without an owner, which Run prints, and registers the job that adds the
// demo's goods.
func (a *App) openSetup(ctx context.Context) error {
	token, err := a.features.accounts.OpenSetup(ctx)
	if err != nil {
		return err
	}
	if token != "" {
		a.setupURL = a.publicURL + account.SetupPath + token
	}
	job.Handle(a.features.jobs, setup.DemoGoodsJob, a.features.addDemoGoods)
	return nil
}

// addDemoGoods handles setup.DemoGoodsJob. It is idempotent: it adds missing goods.
func (f *features) addDemoGoods(ctx context.Context, _ job.Job, _ struct{}) error {
	if err := f.view.Refresh(ctx); err != nil {
		return err
	}
	if err := addDemoProducts(audit.WithActor(ctx, audit.Actor{Name: "Setup"}), f); err != nil {
		return fmt.Errorf("add the demo's goods: %w", err)
	}
	return nil
}

// setupChoices returns the choices for a new shop. Without a readable demo, it omits the number of demo goods.
func setupChoices(online bool, publicURL string) setup.Choices {
	choices := setup.Choices{Online: online, PublicURL: publicURL}
	goods, err := demo.Load()
	if err != nil {
		return choices
	}
	choices.DemoCategories = len(goods.Categories)
	for _, category := range goods.Categories {
		choices.DemoProducts += len(category.InOrder())
	}
	return choices
}
