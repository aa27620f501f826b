package csvimport_test

import (
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
)

func TestNext_notesNamesOfALegacyFontAndNoEnglishOnes(t *testing.T) {
	t.Parallel()
	for name, noted := range map[string]bool{
		"pkoy clerh": true, "gYnh ikmMj": true, "vkVk 5 fdyks": true, "/kfu;k": true,
		"Rice": false, "Kurkure": false, "KitKat": false, "Krackjack 50 g": false, "eWax": false, "OKKY Pkt": false, "चावल": false, "PKOY": false, "Dal tuk": false,
	} {
		row := one(t, "name,price\n"+name+",40\n", csvimport.Options{})
		if got := slices.Contains(row.Notes, csvimport.NoteLegacyFont); got != noted {
			t.Errorf("%q: noted %v, want %v", name, got, noted)
		}
	}
}

func TestNext_notesAnUnknownWordOfSaleAndPicturesThatAreLeftOut(t *testing.T) {
	t.Parallel()
	six := "https://a.in/1.jpg https://a.in/2.jpg https://a.in/3.jpg https://a.in/4.jpg https://a.in/5.jpg https://a.in/6.jpg"
	for list, want := range map[string]string{
		"Sold by\nWEIGHT": "",
		"Sold by\npiece":  "",
		"Sold by\n-":      "",
		"Sold by\nloose":  "loose: " + string(csvimport.NoteSoldByInvalid),
		"Image\nhttps://a.in/1.jpg|https://a.in/2.jpg":         "",
		"Image\n" + strings.TrimSuffix(six, "6.jpg") + "5.jpg": "",
		"Image\n" + six:                      "https://a.in/6.jpg: " + string(csvimport.NoteImagesMore),
		"Image\natta.jpg":                    "atta.jpg: " + string(csvimport.NoteImageInvalid),
		"Image\natta.jpg https://a.in/1.jpg": "atta.jpg https://a.in/1.jpg: " + string(csvimport.NoteImageInvalid),
		"Image\nhttps://a.in/at ta.jpg":      "https://a.in/at ta.jpg: " + string(csvimport.NoteImageInvalid),
		"Image\nnull":                        "",
	} {
		heading, cell, _ := strings.Cut(list, "\n")
		row := one(t, "name,price,"+heading+"\nSalt,40,"+cell+"\n", csvimport.Options{})
		var remarks []string
		for _, remark := range row.Remarks {
			remarks = append(remarks, remark.Value+": "+string(remark.Note))
		}
		if got := strings.Join(remarks, "; "); got != want {
			t.Errorf("%q: %q, want %q", list, got, want)
		}
	}
}
