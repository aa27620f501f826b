package importer

import (
	"context"
	"time"

	"kirana/internal/catalog"
	"kirana/internal/db"
)

// imageURL is a row of the table product_image_urls: a URL of a product's picture, to be fetched later.
type imageURL struct {
	ProductID string    `db:"product_id"`
	Position  int       `db:"position"`
	URL       string    `db:"url"`
	CreatedAt time.Time `db:"created_at"`
}

// addImageURLs adds the picture URLs of a product that has no pictures.
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
