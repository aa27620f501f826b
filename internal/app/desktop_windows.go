package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/windows"
)

var getConsoleProcessList = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetConsoleProcessList")

// hasOwnConsole reports whether the program has a console window that nothing else uses: it was
// double-clicked.
func hasOwnConsole() bool {
	var processes [2]uint32
	n, _, _ := getConsoleProcessList.Call(uintptr(unsafe.Pointer(&processes[0])), uintptr(len(processes)))
	return n == 1
}

// openBrowser opens an address in the user's browser. Its failure keeps the shop from nothing: the
// address is printed, too.
func openBrowser(address string) {
	_ = exec.Command("rundll32", "url.dll,FileProtocolHandler", address).Start() //nolint:gosec,noctx // G204: the shop's own address; the browser outlives the shop
}

// defaultDataDir is the same for a double click and for the service, whoever installs it.
func defaultDataDir() string { return filepath.Join(os.Getenv("ProgramData"), "Kirana") }
