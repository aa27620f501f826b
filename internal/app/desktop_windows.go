package app

import (
	"os"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/windows"
)

var getConsoleProcessList = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetConsoleProcessList")

// hasOwnConsole reports whether the program is alone in its console window, which means that it was double-clicked.
func hasOwnConsole() bool {
	var processes [2]uint32
	n, _, _ := getConsoleProcessList.Call(uintptr(unsafe.Pointer(&processes[0])), uintptr(len(processes)))
	return n == 1
}

func browserCommand() []string { return []string{"rundll32", "url.dll,FileProtocolHandler"} }

// defaultDataDir returns a machine-wide folder, shared by a double-clicked program and the service.
func defaultDataDir() string { return filepath.Join(os.Getenv("ProgramData"), "Kirana") }
