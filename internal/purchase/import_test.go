package purchase_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// upload sends a supplier's file as a multipart form.
func (s shop) upload(path, file string) shoptest.Response {
	s.t.Helper()
	body := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"bill.csv\"\r\n\r\n" + file + "\r\n--b--\r\n"
	return s.owner.Request(s.t, "POST", path, body, "Content-Type", "multipart/form-data; boundary=b")
}

func TestImport_acceptsCertainMatchesAndRemembersChoices(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier, oil, atta := s.supplier("Mahalaxmi", maharashtra), s.add("Mustard Oil", 19500, 0), s.add("Chakki Atta", 28900, 0)
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			return db.Exec(t.Context(), tx, `UPDATE products SET barcode = '8904004400012', updated_at = $1 WHERE id = $2`, s.Clock.Now().Add(time.Second), atta)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.View.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		file := "Mahalaxmi Traders\nItem,EAN,Qty,Free,Rate,GST%,MRP,Expiry\nCHAKKI ATTA WW,8904004400012,20 PC,,205,5,289,Feb 2027\nMUST OIL KG 1L,,2 CS,2,1776,5,195,30-Sep-2027\nNOBODY KNOWS,,6,,78,,,\nTotal,,,,,,,\n"
		type imported struct {
			Purchase bought `json:"purchase"`
			Lines    []struct {
				Words, Match, BestBefore string
				Count, Pack, Free        int
				Sure                     bool
			} `json:"lines"`
		}
		send := func(file, more string) (result imported) {
			s.upload("/purchases/import?supplier="+supplier+more, file).Expect(t, http.StatusCreated, "").Decode(t, &result)
			return result
		}
		result := send(file, "")
		if len(result.Lines) != 3 || len(result.Purchase.Lines) != 1 || result.Purchase.Total != 4305 {
			t.Fatalf("the import gives %+v, want 3 lines, 1 of them in the purchase, and total 4305", result)
		}
		if l := result.Lines[0]; !l.Sure || l.Match != "BARCODE" || l.Count != 20 || l.BestBefore != "2027-02-28" {
			t.Errorf("the recognized line is %+v, want a sure one, match BARCODE, count 20 and best before 2027-02-28", l)
		}
		if l := result.Lines[1]; l.Sure || l.Count != 2 || l.Free != 2 || l.Pack != 0 {
			t.Errorf("the case is %+v, want an unsure one, count 2, free 2 and pack 0", l)
		}
		if l := result.Lines[2]; l.Sure || l.Match != "UNKNOWN" {
			t.Errorf("the unknown line is %+v, want an unsure one, match UNKNOWN", l)
		}
		// A product that staff has confirmed for the supplier's words is matched without confirmation the next time.
		s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%q,"pieces":24,"free":2,"cost":148,"words":"MUST OIL KG 1L","unit":"CS","pack":12}]}`, supplier, oil))
		result = send(file, "")
		if l := result.Lines[1]; !l.Sure || l.Match != "LAST_TIME" || l.Pack != 12 || len(result.Purchase.Lines) != 2 {
			t.Errorf("the line is %+v in the second import, want a sure one, match \"LAST_TIME\", pack 12 and 2 lines in the purchase", l)
		}
		odd := "Goods,Number,What it cost\nMUST OIL KG 1L,3,148\n"
		s.upload("/purchases/import?supplier="+supplier, odd).Expect(t, http.StatusBadRequest, "No column says how many pieces came. Please say which one it is.")
		send(odd, "&map=pieces%3DNumber,cost%3D%233")
		if result = send(odd, ""); result.Purchase.Pieces != 3 || result.Purchase.Taxable != 444 {
			t.Errorf("the purchase read by the columns of the first import is %+v, want 3 pieces and taxable 444", result.Purchase)
		}
	})
}

func TestImport_remembersThePackOfEachUnit(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier, oil, ghee, rice := s.supplier("Mahalaxmi", maharashtra), s.add("Mustard Oil", 19500, 0), s.add("Ghee", 60000, 0), s.add("Rice", 1125, 0)
		s.sellByWeight(rice)
		confirm := func(product, words, unit string, pack int) {
			s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%q,"pieces":12,"words":%q,"unit":%q,"pack":%d}]}`, supplier, product, words, unit, pack))
		}
		read := func(line string) string {
			var read readBill
			s.upload("/purchases/import?supplier="+supplier, "Item,Qty\n"+line+"\n").Expect(t, http.StatusCreated, "").Decode(t, &read)
			return read.String()
		}
		expect := func(line, want string) {
			t.Helper()
			if got := read(line); got != want {
				t.Errorf("%s is read as %s, want %s", line, got, want)
			}
		}
		confirm(oil, "OIL", "CS", 12)
		expect("OIL,2 CS", "2 cs of 12")
		expect("OIL,2 PC", "2")
		expect("OIL,2 PKT", "2 pkt of 12 asked")
		confirm(oil, "OIL", "pkt", 1)
		expect("OIL,2 PKT", "2 pkt")
		expect("OIL,2 cs.", "2 cs of 12")
		// Another product of the same words has other packs.
		confirm(ghee, "OIL", "BOX", 6)
		expect("OIL,2 BOX", "2 box of 6")
		expect("OIL,2 CS", "2 cs of 6 asked")
		// A number of bags says nothing about a bare number.
		confirm(rice, "RICE", "BAG", 50)
		expect("RICE,2 BAG", "2 bag of 50")
		expect("RICE,2", "2 asked")
		// Earlier packs are those of an unknown unit.
		s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%q,"pieces":12,"words":"OLD","pack":24}]}`, supplier, oil))
		expect("OLD,2 CS", "2 cs of 24 asked")
		expect("OLD,2", "2")
	})
}

func TestImport_remembersThePackOfAUnitUnderAllItsWords(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		supplier, oil := s.supplier("Mahalaxmi", maharashtra), s.add("Mustard Oil", 19500, 0)
		for _, words := range []string{"CS CASE Cases", "Ctn. carton CTNS", "bx BOX boxes", "peti पेटी"} {
			confirmed, others, _ := strings.Cut(words, " ")
			s.draft(fmt.Sprintf(`{"supplier":%q,"lines":[{"productId":%q,"pieces":24,"words":"OIL","unit":%q,"pack":24}]}`, supplier, oil, confirmed))
			for other := range strings.FieldsSeq(others) {
				var read readBill
				s.upload("/purchases/import?supplier="+supplier, "Item,Qty\nOIL,2 "+other+"\n").Expect(t, http.StatusCreated, "").Decode(t, &read)
				if got, want := read.String(), "2 "+strings.ToLower(other)+" of 24"; got != want {
					t.Errorf("after a pack of %s, %s is read as %s, want %s", confirmed, other, got, want)
				}
			}
		}
		// Rows of earlier versions have the word of the file; of several words of a unit the latest counts.
		err := d.Tx(t.Context(), func(tx *db.Tx) error {
			now := s.Clock.Now()
			return db.Exec(t.Context(), tx, `
				INSERT INTO supplier_packs (supplier_id, words, unit, pack, updated_at)
				VALUES ($1, 'oil', 'cases', 12, $2), ($1, 'oil', 'cs', 6, $3), ($1, 'oil', 'ctns', 10, $2)`, supplier, now.Add(2*time.Second), now.Add(time.Second))
		})
		if err != nil {
			t.Fatal(err)
		}
		for line, want := range map[string]string{"2 CASE": "2 case of 12", "2 carton": "2 carton of 10", "2 doz": "2 doz of 12", "2 piece": "2"} {
			var read readBill
			s.upload("/purchases/import?supplier="+supplier, "Item,Qty\nOIL,"+line+"\n").Expect(t, http.StatusCreated, "").Decode(t, &read)
			if got := read.String(); got != want {
				t.Errorf("%s is read as %s, want %s", line, got, want)
			}
		}
	})
}

func TestImport_readsAFileWithoutAHeaderOnceItsColumnsAreSaid(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		s := newShop(t, d)
		path, file := "/purchases/import?supplier="+s.supplier("Mahalaxmi", maharashtra), "OIL,10,148\nGHEE,2,560\n"
		s.upload(path, file).Expect(t, http.StatusBadRequest, "No column says what came. Please say which one it is.")
		var read readBill
		s.upload(path+"&map=name%3D%231,pieces%3D%232,cost%3D%233", file).Expect(t, http.StatusCreated, "").Decode(t, &read)
		if got, want := read.String(), "10 ₹148 asked 2 ₹560 asked"; got != want {
			t.Errorf("the file is read as %s, want %s", got, want)
		}
	})
}
