package catalog

import (
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"kirana/internal/clock"
	"kirana/internal/httpapi"
)

const (
	// answersMemory bounds what the prepared answers take, in bytes.
	answersMemory = 96 << 20
	// stockAge is how old a number of pieces may be in a prepared answer.
	stockAge = time.Second
)

// answers keeps what readers ask for again and again, encoded. An answer counts
// until the shelf changes; when they outgrow the memory all are forgotten.
type answers struct {
	shelf *shelf
	clock clock.Clock

	making singleflight.Group

	mu    sync.Mutex
	size  int
	shown uint64 // the state of the shelf that everything kept shows
	kept  map[string]answer
}

type answer struct {
	prepared       *httpapi.Prepared
	shown, counted uint64
	at             time.Time
}

func newAnswers(s *Service) *answers {
	return &answers{shelf: s.shelf, clock: s.clock, kept: map[string]answer{}}
}

// get answers what is kept under the key, or makes it; of many who miss at once
// one makes it and the others wait.
func (a *answers) get(key string, body func() any) (*httpapi.Prepared, error) {
	// Read before the answer is made: a change in between makes it stale, not hidden.
	shown, counted, now := a.shelf.shown.Load(), a.shelf.counted.Load(), a.clock.Now()
	a.mu.Lock()
	kept, found := a.kept[key]
	a.mu.Unlock()
	if found && kept.shown == shown && (kept.counted == counted || now.Sub(kept.at) < stockAge) {
		return kept.prepared, nil
	}
	// Nobody joins a maker who began before a change that must show at once.
	made, err, _ := a.making.Do(fmt.Sprint(shown, " ", key), func() (any, error) {
		prepared, err := httpapi.Prepare(body())
		if err == nil {
			a.keep(key, answer{prepared: prepared, shown: shown, counted: counted, at: now})
		}
		return prepared, err
	})
	if err != nil {
		return nil, err
	}
	return made.(*httpapi.Prepared), nil
}

// answerCost is about what an answer takes beside its bytes and its key.
const answerCost = 700

func (a *answers) keep(key string, fresh answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if fresh.shown != a.shown {
		// All that is kept is older than a change that must show: nobody will get it.
		a.kept, a.size, a.shown = map[string]answer{}, 0, fresh.shown
	}
	cost := func(prepared *httpapi.Prepared) int { return prepared.Size() + len(key) + answerCost }
	if before, again := a.kept[key]; again {
		a.size -= cost(before.prepared)
	}
	if a.size += cost(fresh.prepared); a.size > answersMemory {
		a.kept, a.size = map[string]answer{}, cost(fresh.prepared)
	}
	a.kept[key] = fresh
}
