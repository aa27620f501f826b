package db

import "sync"

// news is who in this process wants to know at once of what was committed.
type news struct {
	mu        sync.Mutex
	listeners map[string][]chan struct{}
}

// Announce tells this process's listeners of a topic once the transaction is
// committed. Other processes learn of it by looking.
func (t *Tx) Announce(topic string) {
	t.AfterCommit(func() { t.news.announce(topic) })
}

// Listen answers a channel that holds a value after a transaction announced the
// topic; several announcements may become one value. It listens as long as the
// database is open.
func (d *DB) Listen(topic string) <-chan struct{} {
	heard := make(chan struct{}, 1)
	d.news.mu.Lock()
	defer d.news.mu.Unlock()
	if d.news.listeners == nil {
		d.news.listeners = map[string][]chan struct{}{}
	}
	d.news.listeners[topic] = append(d.news.listeners[topic], heard)
	return heard
}

func (n *news) announce(topic string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, heard := range n.listeners[topic] {
		select {
		case heard <- struct{}{}:
		default: // it has not looked yet, and will see this too
		}
	}
}
