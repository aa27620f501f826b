package db_test

import (
	"testing"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

func TestLike_ignoresTheCaseOfEveryLetter(t *testing.T) {
	t.Parallel()
	shoptest.EachDB(t, func(t *testing.T, d *db.DB) {
		for _, c := range []struct {
			text, pattern string
			want          bool
		}{
			{"ÉMILIE D’Souza", "%émilie%", true},
			{"Άννα Παππά", "%άννα%", true},
			{"Émilie", "%emilie%", false},
			{"आशा देशमुख", "%देश%", true},
			{"Asha", "asha", true},
			{"Asha", "ash", false},
			{"Asha", "a_h%", true},
			{"Asha", "%h_%a", false},
			{"Asha Deshmukh", "%sh%sh%kh", true},
			{"100% Peth", `%100\%%`, true},
			{"100 Peth", `%100\%%`, false},
			{"neha_k", `%a\_k`, true},
			{"nehaxk", `%a\_k`, false},
			{"", "%", true},
			{"", "%%", true},
			{"", "_", false},
		} {
			got, err := db.Get[bool](t.Context(), d, `SELECT LOWER(CAST($1 AS TEXT)) LIKE $2 ESCAPE '\'`, c.text, c.pattern)
			if err != nil || got != c.want {
				t.Errorf("%q LIKE %q is %t, %v, want %t", c.text, c.pattern, got, err, c.want)
			}
		}
		none, err := db.Get[*bool](t.Context(), d, `SELECT CAST(NULL AS TEXT) LIKE '%' ESCAPE '\'`)
		if err != nil || none != nil {
			t.Errorf("NULL LIKE a pattern is %v, %v, want NULL", none, err)
		}
	})
}
