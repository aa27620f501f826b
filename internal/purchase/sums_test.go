package purchase

import (
	"testing"

	"pgregory.net/rapid"

	"kirana/internal/money"
	"kirana/internal/tax"
)

func TestComputeSums_linesAddUpToTheBill(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := taxTerms{taxed: rapid.Bool().Draw(t, "taxed"), interState: rapid.Bool().Draw(t, "inter"), credit: rapid.Bool().Draw(t, "credit")}
		p := Purchase{Discount: money.Paise(rapid.Int64Range(0, 5000).Draw(t, "discount"))}
		var sum money.Paise
		for range rapid.IntRange(1, 6).Draw(t, "lines") {
			cost := money.Paise(rapid.Int64Range(0, 200_000).Draw(t, "cost"))
			rate := tax.Percent(rapid.SampledFrom([]int64{0, 500, 1800, 4000}).Draw(t, "rate"))
			l := Line{Pieces: rapid.IntRange(0, 50).Draw(t, "pieces"), Free: rapid.IntRange(1, 3).Draw(t, "free"), Cost: &cost, Rate: &rate, WithTax: rapid.Bool().Draw(t, "with")}
			sum += cost * money.Paise(l.Pieces)
			p.Lines = append(p.Lines, l)
		}
		p.computeSums(s)
		var split tax.Split
		for i := range p.Lines {
			l := &p.Lines[i]
			if !s.taxed && l.Tax() != 0 {
				t.Fatalf("the tax of a supplier who bills none is %+v", l.Split)
			}
			split = split.Plus(l.Split)
			var back tax.Split
			for l.Returned < l.Pieces+l.Free { // the returned pieces add up to the line
				part, _ := l.part(1)
				back, l.Returned = back.Plus(part), l.Returned+1
			}
			if back != l.Split {
				t.Fatalf("the split returned is %+v, want %+v", back, l.Split)
			}
		}
		if split != p.Split || p.Total != split.Total() {
			t.Fatalf("the sum of the lines is %+v, the bill %+v, want equal sums", split, p)
		}
		if !s.taxed && p.Total != sum-min(p.Discount, sum) {
			t.Fatalf("the total of %d less %d is %d", sum, p.Discount, p.Total)
		}
	})
}
