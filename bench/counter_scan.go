package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
)

// scanProducts is the number of products on the scanning device.
const scanProducts = 30_000

// benchScans measures the time from a scan to the painted line on a device with many products, compared with a bare page
// that looks up the code and adds a line.
func benchScans(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "kirana-scans-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := stockShop(ctx, dir, scanProducts); err != nil {
		return err
	}
	s, _, err := startToRead(ctx, dir)
	if err != nil {
		return err
	}
	defer s.close()
	device, err := openPhoneBrowser(ctx)
	if err != nil {
		return err
	}
	defer device.close()
	m := pageMeasurement{Measure: "scan", URL: s.url}
	login := map[string]string{"email": growAdmin, "password": growPassword}
	if err := call(ctx, endpoint{http.MethodPost, s.url + "/api/user/login", ""}, login, &m.Tokens); err != nil {
		return err
	}
	for _, cpu := range []int{desktop.CPU, phone.CPU} {
		m.Line = line{CPU: cpu, BitsPerSecond: desktop.BitsPerSecond}
		found := map[string][]float64{}
		for range pageRounds {
			round, err := device.measure(m)
			if err != nil {
				return err
			}
			for name, value := range round {
				found[name] = append(found[name], value)
			}
		}
		fmt.Printf("counter/scan to line, %d products, CPU ×%d slower: median %.1f ms, p99 %.1f ms (a bare page: %.1f ms, %.1f ms), load %s\n",
			scanProducts, cpu, median(found["median"]), median(found["p99"]), median(found["bareMedian"]), median(found["bareP99"]), loadAverage())
	}
	return nil
}
