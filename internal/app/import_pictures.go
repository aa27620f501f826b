package app

import (
	"context"
	"errors"
	"fmt"

	"kirana/internal/audit"
	"kirana/internal/catalog/pictures"
	"kirana/internal/config"
)

type importPicturesCommand struct {
	config.Storage
	From  string `arg:"" optional:"" type:"path" help:"Folder, zip or picture; each file is called after its product: by SKU, barcode or name."`
	Links bool   `help:"Fetch the pictures whose addresses price lists have named, and once more those that failed."`
}

// Run adds the pictures that match exactly one product. It prints which files were left out, and how many wait for a
// decision. With --links, it only schedules downloads, which the serving shop performs.
func (i importPicturesCommand) Run(ctx context.Context, c *console) error {
	if (i.From == "") == !i.Links {
		return errors.New("name a folder, a zip or a picture, or give --links")
	}
	f, err := openFeatures(ctx, config.Config{Storage: i.Storage}, discard())
	if err != nil {
		return err
	}
	defer f.close()
	if err := f.view.Refresh(ctx); err != nil {
		return err
	}
	ctx = audit.WithActor(ctx, audit.Actor{Name: commandLine})
	if i.Links {
		links, err := f.bulkPictures.ScheduleFetch(ctx)
		if err == nil {
			_, err = fmt.Fprintf(c.out, "%d pictures are being fetched by the shop while it serves; %d are there, %d failed.\n", links.Open, links.Fetched, links.Failed)
		}
		return err
	}
	counts := map[string]int{}
	err = f.bulkPictures.TakeFiles(ctx, i.From, func(o pictures.FileOutcome) {
		if counts[o.Outcome]++; o.Refusal != "" {
			fmt.Fprintf(c.out, "  %s left out: %s\n", o.File, o.Refusal)
		}
	})
	fmt.Fprintf(c.out, "%d added, %d there already, %d wait for your word on the page Import, %d left out\n",
		counts[pictures.OutcomeAdded], counts[pictures.OutcomeDuplicate], counts[pictures.OutcomeWaits], counts[""])
	if err != nil {
		return fmt.Errorf("%s; what was added so far is saved, so run it again to go on", sentence(err))
	}
	return nil
}
