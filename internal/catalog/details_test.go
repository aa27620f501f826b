package catalog_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kirana/internal/catalog"
)

func TestDetails_readingStopsAboveTheLimit(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	for i := range 95_000 {
		fmt.Fprintf(&body, `"f%d":"x",`, i)
	}
	var details catalog.Details
	if err := json.Unmarshal([]byte(`{`+strings.TrimSuffix(body.String(), ",")+`}`), &details); err != nil {
		t.Fatal(err)
	}
	if len(details) != catalog.MaxDetails+1 {
		t.Errorf("read %d details, want %d", len(details), catalog.MaxDetails+1)
	}
}

func TestDetails_keepTheLastTextOfAName(t *testing.T) {
	t.Parallel()
	var details catalog.Details
	body := `{"Origin":"Goa","Life":"6 months",` + strings.Repeat(`"Origin":"x",`, 1000) + `"Ori\u200bgin":"Kerala"}`
	if err := json.Unmarshal([]byte(body), &details); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(details) != "[{Origin Kerala} {Life 6 months}]" {
		t.Errorf("read %v, want Origin Kerala and Life 6 months", details)
	}
}
