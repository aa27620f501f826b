package money_test

import (
	"encoding/json"
	"testing"

	"kirana/internal/money"
)

func TestAdjustment_mayBeBelowZeroInJSON(t *testing.T) {
	t.Parallel()
	for adjustment, want := range map[money.Adjustment]string{40: "0.4", -30: "-0.3", 0: "0", -10005: "-100.05"} {
		text, err := json.Marshal(adjustment)
		var read money.Adjustment
		if err != nil || string(text) != want || json.Unmarshal(text, &read) != nil || read != adjustment {
			t.Errorf("%d is encoded as %s, read as %d, %v, want %s and back", adjustment, text, read, err, want)
		}
	}
	if json.Unmarshal([]byte(`"--1"`), new(money.Adjustment)) == nil {
		t.Error("--1 is taken")
	}
}
