package importer

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"kirana/internal/catalog/importer/csvimport"
)

// countTo yields 0 to n-1, then calls end.
func countTo(n int, end func()) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		end()
	}
}

func TestReadAhead_yieldsAllInOrder(t *testing.T) {
	t.Parallel()
	ended := false
	var got []int
	for value, err := range readAhead(countTo(100, func() { ended = true }), 2) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, value)
	}
	want := make([]int, 100)
	for i := range want {
		want[i] = i
	}
	if !slices.Equal(got, want) || !ended {
		t.Errorf("yields %v, ended %t, want %v and ended true", got, ended, want)
	}
}

func TestReadAhead_stopsWhenTheLoopBreaks(t *testing.T) {
	t.Parallel()
	read := 0
	endless := func(yield func(int, error) bool) {
		for yield(read, nil) {
			read++
		}
	}
	for value := range readAhead(endless, 2) {
		if value == 10 {
			break
		}
	}
	// The goroutine has ended. It passed on the values up to 10, and at most 2 more to the buffer.
	if read < 10 || read > 13 {
		t.Errorf("read %d values for a reader of 11, want at least 10 and at most 13", read)
	}
}

func TestReadAhead_passesErrorsAndPanicsOn(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	failing := func(yield func(int, error) bool) { yield(0, broken) }
	for _, err := range readAhead(failing, 2) {
		if !errors.Is(err, broken) {
			t.Errorf("yields the error %v", err)
		}
	}
	defer func() {
		if text, ok := recover().(string); !ok || !strings.Contains(text, "no such row") || !strings.Contains(text, "read_ahead_test.go") {
			t.Errorf("panics with %q, want the panic with its place", text)
		}
	}()
	for range readAhead(countTo(3, func() { panic("no such row") }), 2) {
	}
	t.Error("a panic of the sequence was lost")
}

func TestBatches_reportRowsThatTheFirstPassDidNotFind(t *testing.T) {
	t.Parallel()
	list := "Name,Price\nToor Dal,90\nChana Dal,80\n"
	reader, err := csvimport.New(strings.NewReader(list), int64(len(list)), csvimport.Options{})
	if err != nil {
		t.Fatal(err)
	}
	scanned := scannedList{lines: map[keyHash]int{}}
	for parsed, err := range scanned.batches(reader, Options{}) {
		if err != nil || len(parsed.rows) != 0 || len(parsed.changed) != 2 || parsed.changed[1].Reason != reasonFileChanged {
			t.Errorf("yields %+v, %v, want no rows, 2 changed and reason %v", parsed, err, reasonFileChanged)
		}
	}
}
