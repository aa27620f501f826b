package media

import (
	"bytes"
	"encoding/binary"
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

func jpegExif(data []byte) []byte {
	const exifSegment = 0xe1
	for marker, segment := range jpegSegments(data) {
		if exif, found := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); marker == exifSegment && found {
			return exif
		}
	}
	return nil
}

// pngExif finds the eXIf chunk, which may be before or after the pixels.
func pngExif(data []byte) []byte {
	for name, chunk := range pngChunks(data) {
		if name == "eXIf" {
			return chunk
		}
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
