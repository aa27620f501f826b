package media

import (
	"encoding/binary"
	"iter"
)

// jpegSegments yields the marker and the content of each segment before the pixels of a JPEG file.
func jpegSegments(data []byte) iter.Seq2[byte, []byte] {
	const startOfScan = 0xda
	return func(yield func(byte, []byte) bool) {
		for at := 2; at+4 <= len(data) && data[at] == 0xff; {
			marker := data[at+1]
			if marker == 0xff { // a fill byte
				at++
				continue
			}
			end := at + 2 + int(binary.BigEndian.Uint16(data[at+2:]))
			if marker == startOfScan || end < at+4 || end > len(data) || !yield(marker, data[at+4:end]) {
				return
			}
			at = end
		}
	}
}

// pngChunks yields the name and the data of each chunk of a PNG file that is not cut off.
func pngChunks(data []byte) iter.Seq2[string, []byte] {
	const signature, head, checksum = 8, 8, 4
	return func(yield func(string, []byte) bool) {
		for at := signature; at+head <= len(data); {
			size := int(binary.BigEndian.Uint32(data[at:]))
			rest := data[at+head:]
			if size < 0 || size > len(rest)-checksum || !yield(string(data[at+4:at+head]), rest[:size]) {
				return
			}
			at += head + size + checksum
		}
	}
}

// webpChunks yields the name and the data of each chunk of a WebP file that is not cut off. Chunks are padded to an even size.
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
