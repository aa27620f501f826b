package ucp

import (
	"encoding/json"
	"net/http"
)

const (
	specification = "https://ucp.dev/" + Version + "/specification/"
	schemas       = "https://ucp.dev/" + Version + "/schemas/shopping/"

	searchCapability = "dev.ucp.shopping.catalog.search"
	lookupCapability = "dev.ucp.shopping.catalog.lookup"
	cartCapability   = "dev.ucp.shopping.cart"
	linkCapability   = "dev.ucp.shopping.permalink"
)

// capability declares a part of the protocol that the shop supports.
type capability struct {
	Version string            `json:"version"`
	Spec    string            `json:"spec,omitempty"`
	Schema  string            `json:"schema,omitempty"`
	Config  map[string]string `json:"config,omitempty"`
}

type service struct {
	capability

	Transport string `json:"transport"`
	Endpoint  string `json:"endpoint"`
}

type profile struct {
	Version         string                  `json:"version"`
	Services        map[string][]service    `json:"services"`
	Capabilities    map[string][]capability `json:"capabilities"`
	PaymentHandlers map[string]any          `json:"payment_handlers"` // none: shoppers pay on the shop's own pages
}

// profileOf returns the UCP profile of the shop at an address.
func profileOf(publicURL string) profile {
	declared := func(page, schema string, config map[string]string) []capability {
		return []capability{{Version, specification + page, schemas + schema, config}}
	}
	return profile{
		Version: Version,
		Services: map[string][]service{"dev.ucp.shopping": {{
			capability{Version: Version, Spec: specification + "overview", Schema: "https://ucp.dev/" + Version + "/services/shopping/rest.openapi.json"},
			"rest", publicURL + "/api/ucp",
		}}},
		Capabilities: map[string][]capability{
			searchCapability: declared("catalog/search", "catalog_search.json", nil),
			lookupCapability: declared("catalog/lookup", "catalog_lookup.json", nil),
			cartCapability:   declared("cart", "cart.json", nil),
			linkCapability:   declared("permalink", "permalink.json", map[string]string{"endpoint": publicURL + linkPath}),
		},
		PaymentHandlers: map[string]any{},
	}
}

// Pages serves the profile and cart links in front of the storefront's pages.
func Pages(publicURL string, site http.Handler) http.Handler {
	document, err := json.Marshal(map[string]profile{"ucp": profileOf(publicURL)})
	if err != nil {
		panic(err) // not reached: the profile is encodable
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/ucp", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "public, max-age=3600")
		_, _ = w.Write(document)
	})
	mux.HandleFunc("GET "+linkPath, openLink)
	mux.HandleFunc("GET "+linkPath+"/{items...}", openLink)
	mux.Handle("/", site)
	return mux
}
