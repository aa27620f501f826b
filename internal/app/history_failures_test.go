package app

import (
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"kirana/internal/db"
	"kirana/internal/shoptest"
)

// singleNode is a shop of one process on SQLite.
type singleNode struct {
	dir   string
	args  []string
	clock movedClock
	disk  *smallDisk // of the data folder; nil if none can be mounted

	mu    sync.Mutex
	shop  *served
	where string // its address, the same after each start
}

func newSingleNode(t *testing.T) *singleNode {
	t.Helper()
	s := &singleNode{where: freeAddress(t), clock: newMovedClock(t), disk: newSmallDisk(t, "128m")}
	if s.disk != nil {
		s.dir = s.disk.dir
	} else {
		s.dir = t.TempDir()
	}
	copyDemo(t, s.dir)
	s.args = []string{"--data-dir", s.dir, "--addr", s.where, "--demo", "--rate-limits", "off", "--cors-origins", otherOrigin}
	s.shop = serveMoved(t, s.clock, s.args...)
	return s
}

func (s *singleNode) bases() []string { return []string{"http://" + s.where} }

func (s *singleNode) database(t *testing.T) *db.DB {
	t.Helper()
	return databaseOf(t, "", s.dir)
}

// fail kills the process and starts it again, fills its disk, moves its clock, or stops it for a while.
func (s *singleNode) fail(t *testing.T, random *rand.Rand) (string, error) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch n := random.IntN(6); {
	case n < 2:
		return "killed", s.kill(t)
	case n == 2 && s.disk != nil:
		return s.fillDisk(random)
	case n == 3:
		return "clock moved", s.clock.move(random)
	}
	return "stopped", stopFor(s.shop, random)
}

func (s *singleNode) kill(t *testing.T) error {
	t.Helper()
	if err := s.shop.cmd.Process.Kill(); err != nil {
		return err
	}
	_ = s.shop.cmd.Wait()
	s.shop = serveMoved(t, s.clock, s.args...)
	return nil
}

// fillDisk fills the disk and waits until the shop reports that it is full, at most 10 seconds: the write-ahead log may
// still have room.
func (s *singleNode) fillDisk(random *rand.Rand) (string, error) {
	if err := s.disk.fill(); err != nil {
		return "", err
	}
	what := "disk full unnoticed"
	for began := time.Now(); time.Since(began) < 10*time.Second && what != "disk full"; time.Sleep(10 * time.Millisecond) {
		if full, err := s.reportsFull(); err != nil {
			return "", err
		} else if full {
			what = "disk full"
		}
	}
	time.Sleep(time.Duration(20+random.IntN(400)) * time.Millisecond)
	return what, s.disk.free()
}

// reportsFull reports whether the response of /readyz says that the disk is full.
func (s *singleNode) reportsFull() (bool, error) {
	response, err := http.Get(s.bases()[0] + "/readyz")
	if err != nil {
		return false, err
	}
	text, err := io.ReadAll(response.Body)
	return strings.Contains(string(text), string(db.Full)), errors.Join(err, response.Body.Close())
}

// stopFor pauses a process for a short random time.
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
	return databaseOf(t, c.pair.PrimaryURL(), "")
}

// fail breaks a node, the connections to PostgreSQL, PostgreSQL or its standby for a while, or moves a node's clock.
func (c *failingCluster) fail(t *testing.T, random *rand.Rand) (string, error) {
	t.Helper()
	i, moment := random.IntN(len(c.nodes)), time.Duration(50+random.IntN(500))*time.Millisecond
	switch random.IntN(7) {
	case 0:
		return "killed", c.kill(t, i)
	case 1:
		c.proxy.Cut()
		time.Sleep(moment)
		c.proxy.Restore()
		return "connections cut", nil
	case 2:
		c.proxy.Freeze()
		time.Sleep(moment)
		c.proxy.Restore()
		return "connections held back", nil
	case 3:
		c.pair.FreezeStandby()
		time.Sleep(moment)
		c.pair.ThawStandby()
		return "standby frozen", nil
	case 4:
		c.pair.RestartPrimary()
		return "PostgreSQL restarted", nil
	case 5:
		return "clock moved", c.clocks[i].move(random)
	}
	return "stopped", stopFor(c.nodes[i], random)
}

// kill kills a node and starts another in its place.
func (c *failingCluster) kill(t *testing.T, i int) error {
	t.Helper()
	if err := c.nodes[i].cmd.Process.Kill(); err != nil {
		return err
	}
	_ = c.nodes[i].cmd.Wait()
	node := serveMoved(t, c.clocks[i], slices.Concat([]string{"--data-dir", c.dirs[i]}, c.args)...)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes[i] = node
	return nil
}
