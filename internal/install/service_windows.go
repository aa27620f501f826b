package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
	"golang.org/x/sys/windows/svc"
	"golang.org/x/sys/windows/svc/mgr"

	"kirana/internal/disk"
)

const (
	// serviceAccount has few rights, and none on the network.
	serviceAccount = `NT AUTHORITY\LocalService`
	environmentKey = `SYSTEM\CurrentControlSet\Services\` + ServiceName
	stopTimeout    = time.Minute
	restartDelay   = 2 * time.Second
)

// RunService serves the shop in a process that Windows started as a service.
func RunService(serve Serve) error {
	h := &handler{serve: serve}
	if err := svc.Run(ServiceName, h); err != nil {
		return fmt.Errorf("run as a service: %w", err)
	}
	return h.err
}

// handler implements svc.Handler.
type handler struct {
	serve Serve
	err   error // returned by serve
}

// Execute serves until Windows stops the service or shuts down.
func (h *handler) Execute(_ []string, requests <-chan svc.ChangeRequest, status chan<- svc.Status) (specific bool, exitCode uint32) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- h.serve(ctx) }()
	running := svc.Status{State: svc.Running, Accepts: svc.AcceptStop | svc.AcceptShutdown}
	status <- running
	for {
		select {
		case h.err = <-ended:
			if h.err != nil {
				return true, 1
			}
			return false, 0
		case request := <-requests:
			switch request.Cmd {
			case svc.Interrogate:
				status <- running
			case svc.Stop, svc.Shutdown:
				status <- svc.Status{State: svc.StopPending, WaitHint: uint32(stopTimeout.Milliseconds())}
				stop()
			}
		}
	}
}

// InstallService installs this program as a Windows service that starts with the machine and serves the data directory
// with the settings of the current environment. It replaces another installed version.
func InstallService(ctx context.Context, dataDir, listen string) error {
	if !windows.GetCurrentProcessToken().IsElevated() {
		return errors.New("Windows lets only administrators install a service: open the command prompt with \"Run as administrator\"") //nolint:staticcheck // ST1005: a name
	}
	manager, err := mgr.Connect()
	if err != nil {
		return fmt.Errorf("reach Windows' service manager: %w", err)
	}
	defer func() { _ = manager.Disconnect() }()
	if err := disk.MakePrivateFolder(dataDir); err != nil {
		return err
	}
	service, err := manager.OpenService(ServiceName)
	if err == nil {
		defer func() { _ = service.Close() }()
		if err := stopService(ctx, service); err != nil {
			return err
		}
	}
	program, err := copyProgram()
	if err != nil {
		return err
	}
	config := mgr.Config{
		ServiceType: windows.SERVICE_WIN32_OWN_PROCESS, StartType: mgr.StartAutomatic, ErrorControl: mgr.ErrorNormal,
		DisplayName: "Kirana shop", Description: "Serves the shop.", ServiceStartName: serviceAccount,
		BinaryPathName: windows.ComposeCommandLine([]string{program, "service", "run", "--data-dir", dataDir}),
	}
	if service == nil {
		if service, err = manager.CreateService(ServiceName, program, config, "service", "run", "--data-dir", dataDir); err != nil {
			return fmt.Errorf("make the service: %w", err)
		}
		defer func() { _ = service.Close() }()
	} else if err := service.UpdateConfig(config); err != nil {
		return fmt.Errorf("change the service: %w", err)
	}
	restart := []mgr.RecoveryAction{{Type: mgr.ServiceRestart, Delay: restartDelay}}
	if err := errors.Join(service.SetRecoveryActions(restart, 0), saveEnvironment()); err != nil {
		return err
	}
	if err := service.Start(); err != nil {
		return fmt.Errorf("start the service: %w", err)
	}
	return waitReady(ctx, listen, ReadyTimeout, func(context.Context) int { return 0 })
}

// copyProgram copies this program to a folder that the service's account may read.
func copyProgram() (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(os.Getenv("ProgramFiles"), "Kirana")
	target := filepath.Join(folder, "kirana.exe")
	content, err := os.ReadFile(own)
	if err != nil {
		return "", err
	}
	if installed, err := os.ReadFile(target); err == nil && bytes.Equal(installed, content) {
		return target, nil
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return "", err
	}
	return target, Machine{}.write(target, content, 0o755)
}

// saveEnvironment stores the settings of this process for the service.
func saveEnvironment() error {
	key, err := registry.OpenKey(registry.LOCAL_MACHINE, environmentKey, registry.QUERY_VALUE|registry.SET_VALUE)
	if err != nil {
		return fmt.Errorf("set the service's settings: %w", err)
	}
	defer func() { _ = key.Close() }()
	have, _, err := key.GetStringsValue("Environment")
	if err != nil && !errors.Is(err, registry.ErrNotExist) {
		return fmt.Errorf("read the service's settings: %w", err)
	}
	return key.SetStringsValue("Environment", mergeEnvironment(have, os.Environ()))
}

func stopService(ctx context.Context, service *mgr.Service) error {
	ctx, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	status, err := service.Control(svc.Stop)
	if errors.Is(err, windows.ERROR_SERVICE_NOT_ACTIVE) {
		return nil
	}
	for err == nil && status.State != svc.Stopped {
		select {
		case <-ctx.Done():
			return errors.New("the service does not stop")
		case <-time.After(readyPoll):
		}
		status, err = service.Query()
	}
	return err
}

// UninstallService removes the Windows service and keeps the data.
func UninstallService(ctx context.Context) error {
	manager, err := mgr.Connect()
	if err != nil {
		return fmt.Errorf("reach Windows' service manager: %w", err)
	}
	defer func() { _ = manager.Disconnect() }()
	service, err := manager.OpenService(ServiceName)
	if errors.Is(err, windows.ERROR_SERVICE_DOES_NOT_EXIST) {
		return errors.New("no service is installed here")
	}
	if err != nil {
		return err
	}
	defer func() { _ = service.Close() }()
	if err := errors.Join(stopService(ctx, service), service.Delete()); err != nil {
		return err
	}
	err = os.Remove(filepath.Join(os.Getenv("ProgramFiles"), "Kirana", "kirana.exe"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
