// Package ucp lets shopping agents find products and fill carts by the Universal Commerce Protocol
// (https://ucp.dev/2026-04-08/specification/overview). It takes neither orders nor payments: the continue_url of a cart
// opens the shop, where the shopper orders.
package ucp

import (
	"kirana/internal/catalog/view"
	"kirana/internal/clock"
	"kirana/internal/db"
	"kirana/internal/limit"
)

// Version is the version of the protocol.
const Version = "2026-04-08"

const currency = "INR"

// Service serves the catalog and carts in the protocol's format.
type Service struct {
	db                 *db.DB
	clock              clock.Clock
	view               *view.View
	creations, changes *limit.NetworkLimiter
	public             string
}

// New returns the service of a shop. publicURL has no trailing slash; a nil limits means no limits.
func New(d *db.DB, c clock.Clock, v *view.View, limits *limit.Store, publicURL string) *Service {
	return &Service{d, c, v, limits.NetworkLimiter(cartRule), limits.NetworkLimiter(changeRule), publicURL}
}
