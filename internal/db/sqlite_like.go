package db

import (
	"database/sql/driver"
	"fmt"
	"strings"

	"modernc.org/sqlite"
)

// SQLite's LOWER and LIKE fold the case of ASCII letters only. This LIKE ... ESCAPE folds all letters, so that a search
// finds the same as on PostgreSQL. LOWER is not replaced, because indexes contain its results.
func init() {
	sqlite.MustRegisterFunction("like", &sqlite.FunctionImpl{NArgs: 3, Deterministic: true, VolatileArgs: true, Scalar: likeOfSQLite})
}

// likeOfSQLite evaluates text LIKE pattern ESCAPE escape, whose arguments are pattern, text and escape.
func likeOfSQLite(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
	var texts [3]string
	for i, arg := range args {
		switch arg := arg.(type) {
		case nil:
			return nil, nil //nolint:nilnil // NULL
		case string:
			texts[i] = arg
		default:
			texts[i] = fmt.Sprint(arg)
		}
	}
	if isLike(strings.ToLower(texts[1]), strings.ToLower(texts[0]), texts[2]) {
		return int64(1), nil
	}
	return int64(0), nil
}

// isLike reports whether a text matches a pattern of LIKE, both in lower case.
func isLike(text, pattern, escape string) bool {
	if part, ok := strings.CutPrefix(pattern, "%"); ok {
		if part, ok = strings.CutSuffix(part, "%"); ok && !strings.ContainsAny(part, "%_"+escape) {
			return strings.Contains(text, part)
		}
	}
	return matches([]rune(text), likeTokens(pattern, escape))
}

// likeToken is a character of a pattern, or a wildcard.
type likeToken struct {
	char rune
	many bool // %
	one  bool // _
}

func likeTokens(pattern, escape string) (tokens []likeToken) {
	escaped := false
	for _, r := range pattern {
		switch {
		case escaped:
			tokens, escaped = append(tokens, likeToken{char: r}), false
		case string(r) == escape:
			escaped = true
		default:
			tokens = append(tokens, likeToken{char: r, many: r == '%', one: r == '_'})
		}
	}
	return tokens
}

// matches compares the text with the tokens. It returns to the last % after a mismatch.
func matches(text []rune, tokens []likeToken) bool {
	t, p, lastMany, resume := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(tokens) && tokens[p].many:
			lastMany, resume = p, t
			p++
		case p < len(tokens) && (tokens[p].one || tokens[p].char == text[t]):
			t, p = t+1, p+1
		case lastMany >= 0:
			resume++
			t, p = resume, lastMany+1
		default:
			return false
		}
	}
	for p < len(tokens) && tokens[p].many {
		p++
	}
	return p == len(tokens)
}
