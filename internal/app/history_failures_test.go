package app

import (
	"math/rand/v2"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// singleNode is a shop of one process on SQLite.
type singleNode struct {
	dir  string
	args []string

	mu    sync.Mutex
	shop  *served
	where string // its address, the same after each start
}

func newSingleNode(t *testing.T) *singleNode {
	t.Helper()
	s := &singleNode{dir: t.TempDir(), where: freeAddress(t)}
	copyDemo(t, s.dir)
	s.args = []string{"--data-dir", s.dir, "--addr", s.where, "--demo", "--rate-limits", "off", "--cors-origins", otherOrigin}
	s.shop = serve(t, s.args...)
	return s
}

func (s *singleNode) bases() []string { return []string{"http://" + s.where} }

func (s *singleNode) database(t *testing.T) *db.DB {
	t.Helper()
	return opened(t, "", s.dir)
}

// fail kills the process and starts it again, or stops it for a while.
func (s *singleNode) fail(t *testing.T, random *rand.Rand) error {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if random.IntN(3) > 0 {
		return stopFor(s.shop, random)
	}
	if err := s.shop.cmd.Process.Kill(); err != nil {
		return err
	}
	_ = s.shop.cmd.Wait()
	s.shop = serve(t, s.args...)
	return nil
}

// stopFor stops a process and lets it go on.
func stopFor(shop *served, random *rand.Rand) error {
	if err := shop.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	time.Sleep(time.Duration(20+random.IntN(400)) * time.Millisecond)
	return shop.cmd.Process.Signal(syscall.SIGCONT)
}

// failingCluster is three nodes at one PostgreSQL with a synchronous standby, reached through a proxy.
type failingCluster struct {
	*cluster

	pair  *shoptest.Pair
	proxy *shoptest.Proxy

	mu sync.Mutex // over nodes
}

func newFailingCluster(t *testing.T) *failingCluster {
	t.Helper()
	pair := shoptest.NewPair(t)
	proxy, through := shoptest.NewProxy(t, pair.PrimaryURL())
	return &failingCluster{cluster: newClusterAt(t, 3, through), pair: pair, proxy: proxy}
}

func (c *failingCluster) bases() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	bases := make([]string, len(c.nodes))
	for i, node := range c.nodes {
		bases[i] = node.base
	}
	return bases
}

func (c *failingCluster) database(t *testing.T) *db.DB {
	t.Helper()
	return opened(t, c.pair.PrimaryURL(), "")
}

// fail breaks a node, the connections to PostgreSQL, PostgreSQL or its standby, for a while.
func (c *failingCluster) fail(t *testing.T, random *rand.Rand) error {
	t.Helper()
	i, moment := random.IntN(len(c.nodes)), time.Duration(50+random.IntN(500))*time.Millisecond
	switch random.IntN(6) {
	case 0:
		return c.kill(t, i)
	case 1:
		c.proxy.Cut()
		time.Sleep(moment)
		c.proxy.Restore()
	case 2:
		c.proxy.Freeze()
		time.Sleep(moment)
		c.proxy.Restore()
	case 3:
		c.pair.FreezeStandby()
		time.Sleep(moment)
		c.pair.ThawStandby()
	case 4:
		c.pair.RestartPrimary()
	default:
		return stopFor(c.nodes[i], random)
	}
	return nil
}

// kill ends a node at once and starts another in its place.
func (c *failingCluster) kill(t *testing.T, i int) error {
	t.Helper()
	if err := c.nodes[i].cmd.Process.Kill(); err != nil {
		return err
	}
	_ = c.nodes[i].cmd.Wait()
	node := serve(t, slices.Concat([]string{"--data-dir", c.dirs[i]}, c.args)...)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes[i] = node
	return nil
}
