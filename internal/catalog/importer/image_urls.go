package importer

import (
	"context"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
)

// imageURL is a row of the table product_image_urls: where a picture of a product can be
// fetched. Nothing is fetched here.
type imageURL struct {
	ProductID string    `db:"product_id"`
	Position  int       `db:"position"`
	URL       string    `db:"url"`
	CreatedAt time.Time `db:"created_at"`
}

// addImageURLs notes where the pictures of a product are, if it has none yet.
func (w *writes) addImageURLs(row Row, p catalog.Product) {
	if len(p.Images) > 0 {
		return
	}
	for i, url := range row.ImageURLs {
		w.imageURLs = append(w.imageURLs, imageURL{p.ID, i, url, w.now})
	}
}

func saveImageURLs(ctx context.Context, tx *db.Tx, urls []imageURL) error {
	return db.Insert(ctx, tx, `
		INSERT INTO product_image_urls (product_id, position, url, created_at)
		VALUES (:product_id, :position, :url, :created_at)
		ON CONFLICT (product_id, url) DO NOTHING`, urls...)
}
