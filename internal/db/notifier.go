package db

import "sync"

// notifier holds the channels of this process that wait for a topic.
type notifier struct {
	mu          sync.Mutex
	subscribers map[string][]chan struct{}
}

// Notify wakes this process's subscribers of a topic once the transaction is
// committed. Other processes are not reached: they poll.
func (t *Tx) Notify(topic string) {
	t.AfterCommit(func() { t.db.notifier.notify(topic) })
}

// Subscribe returns a channel that holds a value after a committed transaction
// called Notify with the topic; several notifications may become one value. The
// subscription lasts as long as the database is open.
func (d *DB) Subscribe(topic string) <-chan struct{} {
	channel := make(chan struct{}, 1)
	d.notifier.mu.Lock()
	defer d.notifier.mu.Unlock()
	if d.notifier.subscribers == nil {
		d.notifier.subscribers = map[string][]chan struct{}{}
	}
	d.notifier.subscribers[topic] = append(d.notifier.subscribers[topic], channel)
	return channel
}

func (n *notifier) notify(topic string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, channel := range n.subscribers[topic] {
		select {
		case channel <- struct{}{}:
		default: // an unread value is waiting; its reader will see this change too
		}
	}
}
