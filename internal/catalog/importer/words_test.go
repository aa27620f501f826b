package importer_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog/importer"
	"kirana/internal/db"
	"kirana/internal/shoptest"
	"kirana/internal/shoptest/catalogtest"
)

var wordsList = []string{
	"Name,Category,Sub Category,MRP",
	"Bhindi,VEG,Fresh,40",
	"Palak,VEG,Leafy,20",
	"Dahi,DAIRY,,35",
}

var wordsTexts = []string{"veg = Vegetables", "VEG > Leafy=Vegetables > Greens", "DAIRY=Dairy & Eggs", ""}

var wordsCategories = []string{"Vegetables > Fresh", "Vegetables > Greens", "Dairy & Eggs > Dairy & Eggs"}

func TestImport_mapsCategoryWordsOfTheListToCategoriesOfTheShop(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		words, err := importer.ParseCategoryWords(wordsTexts)
		if err != nil {
			t.Fatal(err)
		}
		options := importer.Options{Stock: 3, Categories: words}
		report := s.Import(t, catalogtest.PriceList(t, wordsList...), options)
		if report.Imported != 3 || !slices.Equal(report.Categories, wordsCategories) {
			t.Fatalf("%s, made %q, want %q", counts(report), report.Categories, wordsCategories)
		}
		if palak := s.ProductNamed(t, "Palak"); palak.Category.Name != "Vegetables" || palak.SubCategory.Name != "Greens" {
			t.Errorf("Palak is in %s > %s, want Vegetables and Greens", palak.Category.Name, palak.SubCategory.Name)
		}
		before := s.everything(t)
		again := s.Import(t, catalogtest.PriceList(t, wordsList...), options)
		if again.Unchanged != 3 || s.everything(t) != before {
			t.Errorf("the same list with the same words changed the shop: %s", counts(again))
		}
	})
}

func TestImport_acceptsCategoryWordsByTheAPI(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		content := []byte(strings.Join(wordsList, "\n"))
		query := "?dryRun=true&categories=" + url.QueryEscape(strings.Join(wordsTexts, "\n"))
		var report importer.ImportReport
		s.upload(t, s.Admin, "list.csv", content, query).Expect(t, http.StatusOK, "The list is read.").Decode(t, &report)
		if !slices.Equal(report.Categories, wordsCategories) {
			t.Errorf("would make %q, want %q", report.Categories, wordsCategories)
		}
		s.upload(t, s.Admin, "list.csv", content, "?categories=VEG").Expect(t, http.StatusBadRequest, "")
	})
}

func TestParseCategoryWords_refusesIncompleteMappings(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"VEG", "=Vegetables", "VEG=", "VEG= > Greens", "VEG=" + strings.Repeat("x", 101)} {
		if words, err := importer.ParseCategoryWords([]string{text}); err == nil {
			t.Errorf("%q was taken for %v", text, words)
		}
	}
}
