package app

import (
	"kirana/internal/catalog"
	"kirana/internal/settings"
	"kirana/internal/slug"
)

// linkedHome describes the web site and its search to search engines, and the shop once its owner has saved settings.
// https://schema.org/WebSite
func (p page) linkedHome() []any {
	linked := []any{map[string]any{
		"@type": "WebSite", "name": p.shop.Name, "url": p.public + "/",
		"potentialAction": map[string]any{
			"@type": "SearchAction", "target": p.public + "/search?q={search_term_string}", "query-input": "required name=search_term_string",
		},
	}}
	if p.version > 0 {
		linked = append(linked, linkedShop(p.shop, p.public))
	}
	return linked
}

// crumb is one step of a breadcrumb.
type crumb struct{ name, path string }

// categoryCrumb links to the page of all products of a category.
func categoryCrumb(category catalog.Reference) crumb {
	return crumb{category.Name, "/" + slug.Of(category.Name, category.ID) + "/All-" + category.ID}
}

// breadcrumb returns the path from home to a page: https://schema.org/BreadcrumbList
func (p page) breadcrumb(crumbs ...crumb) map[string]any {
	items := make([]map[string]any, len(crumbs))
	for i, step := range crumbs {
		items[i] = map[string]any{"@type": "ListItem", "position": i + 1, "name": step.name, "item": p.public + escapedPath(step.path)}
	}
	return map[string]any{"@type": "BreadcrumbList", "itemListElement": items}
}

// linkedProduct describes a product to search engines: https://schema.org/Product with one Offer.
func linkedProduct(product catalog.Product, canonical string, images []string) map[string]any {
	availability := "https://schema.org/InStock"
	if product.Stock == 0 {
		availability = "https://schema.org/OutOfStock"
	}
	return map[string]any{
		"@type": "Product", "name": product.Name, "description": product.Description,
		"sku": product.ID, "category": product.Category.Name, "image": images,
		"offers": map[string]any{
			"@type": "Offer", "url": canonical, "priceCurrency": "INR", "price": product.Payable(), "availability": availability,
		},
	}
}

// linkedShop describes the shop to search engines: https://schema.org/GroceryStore
func linkedShop(s settings.Settings, publicURL string) map[string]any {
	shop := map[string]any{"@type": "GroceryStore", "name": s.Name, "url": publicURL + "/"}
	for name, value := range map[string]string{
		"telephone": s.Phone, "email": s.Email, "address": s.Address, "legalName": s.Legal.Name, "slogan": s.Tagline, "taxID": s.Legal.GSTIN,
	} {
		if value != "" {
			shop[name] = value
		}
	}
	if s.Legal.FSSAI != "" {
		shop["identifier"] = map[string]any{"@type": "PropertyValue", "propertyID": "FSSAI", "value": s.Legal.FSSAI}
	}
	if s.Legal.Grievance != "" {
		shop["contactPoint"] = map[string]any{"@type": "ContactPoint", "contactType": "grievance officer", "name": s.Legal.Grievance}
	}
	if s.Logo != "" {
		shop["logo"], shop["image"] = publicURL+s.Logo, publicURL+s.Logo
	}
	if len(s.Pincodes) > 0 {
		shop["areaServed"] = s.Pincodes
	}
	week := [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
	var hours []map[string]any
	for i, day := range s.Hours {
		if len(day) == 2 && day[0] != "" && i < len(week) {
			hours = append(hours, map[string]any{
				"@type": "OpeningHoursSpecification", "dayOfWeek": "https://schema.org/" + week[i], "opens": day[0], "closes": day[1],
			})
		}
	}
	if hours != nil {
		shop["openingHoursSpecification"] = hours
	}
	return shop
}
