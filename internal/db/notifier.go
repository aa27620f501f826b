package db

import (
	"context"
	"errors"
	"sync"
	"time"
)

// notifier holds this process's channels by topic.
type notifier struct {
	mu          sync.Mutex
	subscribers map[string][]chan struct{}
}

// Notify wakes this process's subscribers of a topic after the commit. It does not reach other
// processes: they poll.
func (t *Tx) Notify(topic string) {
	t.AfterCommit(func() { t.db.notifier.notify(topic) })
}

// NotifyNodes wakes the subscribers of a topic on every listening node after the commit. Do not use
// it in a shopper's request: PostgreSQL serializes the commits of notifying transactions.
func (t *Tx) NotifyNodes(ctx context.Context, topic string) error {
	t.Notify(topic)
	if t.db.dialect.notifyNodes == "" {
		return nil
	}
	return Exec(ctx, t, t.db.dialect.notifyNodes, topic)
}

// relistenPause is the wait before a lost listening connection is replaced.
const relistenPause = time.Second

// Listen wakes this process's subscribers when another node calls NotifyNodes, until the context
// ends. Each time it starts to listen, it wakes the subscribers of every topic, because they may
// have missed notifications. Nodes that cannot listen, for example behind a pooler, poll. On SQLite
// it returns immediately.
//
// Every later transaction returns ErrMoving, even after the move, if a move of the shop began while
// the connections were lost: the shop is then served elsewhere.
func (d *DB) Listen(ctx context.Context) {
	if d.dialect.listen == nil {
		return
	}
	for ctx.Err() == nil {
		// After any other error, subscribers poll meanwhile.
		if err := d.dialect.listen(ctx, d.read, d.notifier.notifyAll, d.notifier.notify); errors.Is(err, ErrMoving) {
			d.moving.Store(true)
		}
		select {
		case <-ctx.Done():
		case <-time.After(relistenPause):
		}
	}
}

// Subscribe returns a channel that receives a value after a committed Notify of one of the topics,
// or NotifyNodes on any node while Listen runs. Several notifications may become one value. The
// subscription lasts as long as the database is open.
func (d *DB) Subscribe(topics ...string) <-chan struct{} {
	channel := make(chan struct{}, 1)
	d.notifier.mu.Lock()
	defer d.notifier.mu.Unlock()
	if d.notifier.subscribers == nil {
		d.notifier.subscribers = map[string][]chan struct{}{}
	}
	for _, topic := range topics {
		d.notifier.subscribers[topic] = append(d.notifier.subscribers[topic], channel)
	}
	return channel
}

// notify wakes the subscribers of a topic.
func (n *notifier) notify(topic string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	wake(n.subscribers[topic])
}

// notifyAll wakes the subscribers of every topic.
func (n *notifier) notifyAll() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, channels := range n.subscribers {
		wake(channels)
	}
}

func wake(channels []chan struct{}) {
	for _, channel := range channels {
		select {
		case channel <- struct{}{}:
		default: // an unread value is waiting; its reader will see this change, too
		}
	}
}
