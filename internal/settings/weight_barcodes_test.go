package settings_test

import (
	"fmt"
	"testing"

	"kirana/internal/fault"
	"kirana/internal/settings"
)

func TestApply_checksTheBarcodesOfScaleLabels(t *testing.T) {
	t.Parallel()
	const good = `{"prefix":"21","kind":"WEIGHT","item":[3,7],"value":[8,12],"decimals":3}`
	for label, ok := range map[string]bool{
		good: true,
		good + "," + `{"prefix":"2","kind":"PRICE","item":[8,12],"value":[2,7],"decimals":2}`: true,
		good + "," + good: false, // the same prefix twice
		`{"prefix":"30","kind":"WEIGHT","item":[3,7],"value":[8,12],"decimals":3}`: false,
		`{"prefix":"21","kind":"VOLUME","item":[3,7],"value":[8,12],"decimals":3}`: false,
		`{"prefix":"21","kind":"PRICE","item":[3,7],"value":[8,12],"decimals":3}`:  false, // no thousandth of a rupee
		`{"prefix":"21","kind":"WEIGHT","item":[2,7],"value":[8,12],"decimals":3}`: false, // in the prefix
		`{"prefix":"21","kind":"WEIGHT","item":[3,8],"value":[8,12],"decimals":3}`: false, // a digit in common
		`{"prefix":"21","kind":"WEIGHT","item":[3,7],"value":[8,13],"decimals":3}`: false, // the check digit
		`{"prefix":"21","kind":"WEIGHT","item":[7,3],"value":[8,12],"decimals":3}`: false,
		`{"prefix":"21","kind":"WEIGHT","item":[3],"value":[8,12],"decimals":3}`:   false,
		`{"prefix":"21","kind":"WEIGHT","item":[3,5],"value":[6,12],"decimals":3}`: false, // seven digits of kilograms
	} {
		s := settings.Defaults()
		next, err := s.Apply(fmt.Appendf(nil, `{"weightBarcodes":[%s]}`, label))
		if f := fault.Of(err); (err == nil) != ok || err != nil && (f == nil || f.Fields[0].Field != "weightBarcodes") {
			t.Errorf("apply %s: %v, want it accepted: %t, or weightBarcodes refused", label, err, ok)
		}
		if ok && len(next.WeightBarcodes) == 0 || len(s.WeightBarcodes) != 0 {
			t.Errorf("%s leaves the labels %v, the defaults %v, want it added there and none here",
				label, next.WeightBarcodes, s.WeightBarcodes)
		}
	}
}
