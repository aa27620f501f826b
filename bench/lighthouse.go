package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	// lighthouse is the package that npx runs; it is fetched when it is first used.
	lighthouse = "lighthouse@12.8.2"
	// lighthouseBound is the least score of a public page in each category, of 100.
	lighthouseBound = 95
)

var lighthouseCategories = []string{"performance", "accessibility", "best-practices", "seo"}

// lighthouseReport is the part of Lighthouse's JSON that is printed.
type lighthouseReport struct {
	Categories map[string]struct {
		Score float64 `json:"score"` // 0 to 1
	} `json:"categories"`
	Audits map[string]struct {
		DisplayValue string `json:"displayValue"`
	} `json:"audits"`
}

// benchLighthouse prints the scores of home, a listing and a product on Lighthouse's mobile: each the median of its rounds.
func benchLighthouse(ctx context.Context) error {
	browserPath, err := exec.CommandContext(ctx, "scripts/chromium.sh", "whole").Output()
	if err != nil {
		return errors.New("no Chromium is installed; CHROMIUM names one")
	}
	dir, err := os.MkdirTemp("", "kirana-lighthouse-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	s, err := openPageShop(ctx, binary, "this build")
	if err != nil {
		return err
	}
	defer s.close()
	fmt.Printf("%-10s", "of 100")
	for _, category := range lighthouseCategories {
		fmt.Printf(" %15s", category)
	}
	fmt.Println("   blocking time")
	for i, page := range pageNames {
		if page == "search" { // no search is to be found by a search engine
			continue
		}
		scores, blocking := map[string][]float64{}, []string{}
		for range rounds {
			report, err := runLighthouse(ctx, strings.TrimSpace(string(browserPath)), s.url+s.paths[i], filepath.Join(dir, "report.json"))
			if err != nil {
				return fmt.Errorf("%s: %w", page, err)
			}
			for _, category := range lighthouseCategories {
				scores[category] = append(scores[category], 100*report.Categories[category].Score)
			}
			blocking = append(blocking, report.Audits["total-blocking-time"].DisplayValue)
		}
		fmt.Printf("%-10s", page)
		for _, category := range lighthouseCategories {
			score, mark := median(scores[category]), ""
			if score < lighthouseBound {
				mark = " LOW"
			}
			fmt.Printf(" %15s", fmt.Sprintf("%.0f ±%.0f%s", score, spread(scores[category]), mark))
		}
		fmt.Println("  ", strings.Join(blocking, ", "))
	}
	return nil
}

func runLighthouse(ctx context.Context, browserPath, url, report string) (lighthouseReport, error) {
	flags := strings.Join([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
	}, " ")
	command := exec.CommandContext(ctx, "npx", "--yes", lighthouse, url, "--quiet", "--output=json", "--output-path="+report, "--chrome-flags="+flags)
	command.Env = append(os.Environ(), "CHROME_PATH="+browserPath)
	var found lighthouseReport
	if out, err := command.CombinedOutput(); err != nil {
		return found, fmt.Errorf("lighthouse: %w: %s", err, out)
	}
	text, err := os.ReadFile(report)
	if err != nil {
		return found, err
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return found, err
	}
	for _, category := range lighthouseCategories {
		if _, known := found.Categories[category]; !known {
			return found, fmt.Errorf("lighthouse says nothing of %s", category)
		}
	}
	return found, nil
}
