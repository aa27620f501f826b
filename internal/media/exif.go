package media

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// upright is the EXIF orientation of a picture that needs no turning.
const upright = 1

// orientationIn reads the orientation (1–8) from EXIF data. Absent or invalid data means upright.
func orientationIn(exif []byte) int {
	if len(exif) < 8 {
		return upright
	}
	var order binary.ByteOrder
	switch string(exif[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return upright
	}
	start := uint64(order.Uint32(exif[4:]))
	if start+2 > uint64(len(exif)) {
		return upright
	}
	directory := exif[start:]
	const (
		entrySize       = 12
		tagOrientation  = 0x0112
		typeUnsigned16b = 3
	)
	for i := range int(order.Uint16(directory)) {
		at := 2 + i*entrySize
		if at+entrySize > len(directory) {
			return upright
		}
		entry := directory[at : at+entrySize]
		if order.Uint16(entry) != tagOrientation || order.Uint16(entry[2:]) != typeUnsigned16b {
			continue
		}
		if value := int(order.Uint16(entry[8:])); value >= 1 && value <= 8 {
			return value
		}
		return upright
	}
	return upright
}

// jpegExif finds the EXIF segment before the pixels of a JPEG file.
func jpegExif(data []byte) []byte {
	const exifSegment, startOfScan = 0xe1, 0xda
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker := data[at+1]
		if marker == 0xff { // a fill byte
			at++
			continue
		}
		end := at + 2 + int(binary.BigEndian.Uint16(data[at+2:]))
		if marker == startOfScan || end < at+4 || end > len(data) {
			return nil
		}
		if exif, found := bytes.CutPrefix(data[at+4:end], []byte("Exif\x00\x00")); marker == exifSegment && found {
			return exif
		}
		at = end
	}
	return nil
}

// pngExif finds the eXIf chunk, which may be before or after the pixels.
func pngExif(data []byte) []byte {
	const signature, head, checksum = 8, 8, 4
	for at := signature; at+head <= len(data); {
		size := int(binary.BigEndian.Uint32(data[at:]))
		rest := data[at+head:]
		if size < 0 || size > len(rest)-checksum {
			return nil
		}
		if string(data[at+4:at+head]) == "eXIf" {
			return rest[:size]
		}
		at += head + size + checksum
	}
	return nil
}

func webpExif(data []byte) []byte {
	for name, chunk := range webpChunks(data) {
		if name == "EXIF" {
			// Some encoders write JPEG's prefix before the data.
			return bytes.TrimPrefix(chunk, []byte("Exif\x00\x00"))
		}
	}
	return nil
}

func webpAnimated(data []byte) bool {
	for name := range webpChunks(data) {
		if name == "ANIM" || name == "ANMF" {
			return true
		}
	}
	return false
}

// webpChunks iterates over the complete chunks of a WebP file, each padded to an even size.
func webpChunks(data []byte) iter.Seq2[string, []byte] {
	const fileHead, head = 12, 8
	return func(yield func(string, []byte) bool) {
		for at := fileHead; at+head <= len(data); {
			size := int(binary.LittleEndian.Uint32(data[at+4:]))
			rest := data[at+head:]
			if size < 0 || size > len(rest) || !yield(string(data[at:at+4]), rest[:size]) {
				return
			}
			at += head + size + size%2
		}
	}
}
