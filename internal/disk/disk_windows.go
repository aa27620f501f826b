package disk

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// HasModes reports whether file modes control who may read a file.
const HasModes = false

// lockOffsetHigh is the upper half of the offset of the locked byte. It is beyond any content, because on Windows others
// cannot read a locked range.
const lockOffsetHigh = 0x7fff_fffe

// Lock locks a file until it is closed, exclusively or shared. It does not wait: a file locked elsewhere is ErrLocked.
func Lock(file *os.File, exclusive bool) error {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: lockOffsetHigh})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrLocked
	}
	return err
}

// SyncFolder does nothing: NTFS journals the names, and folders cannot be flushed.
func SyncFolder(*os.File) error { return nil }

// MakePrivateFolder creates a folder that only this user, administrators, and services of SYSTEM and LocalService can
// open. Below ProgramData every user could read it otherwise. An existing folder stays as it is.
func MakePrivateFolder(folder string) error {
	if _, err := os.Stat(folder); err == nil {
		return nil
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return err
	}
	user, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		return err
	}
	access := "D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;LS)(A;OICI;FA;;;" + user.User.Sid.String() + ")"
	descriptor, err := windows.SecurityDescriptorFromString(access)
	if err != nil {
		return err
	}
	list, _, err := descriptor.DACL()
	if err != nil {
		return err
	}
	return windows.SetNamedSecurityInfo(folder, windows.SE_FILE_OBJECT,
		windows.DACL_SECURITY_INFORMATION|windows.PROTECTED_DACL_SECURITY_INFORMATION, nil, nil, list, nil)
}

// Owner reports no user: Windows files have access lists.
func Owner(fs.FileInfo) (uid int, known bool) { return 0, false }

// Free returns the number of bytes that the user may still write to a folder's disk.
func Free(folder string) (uint64, error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	return free, err
}
