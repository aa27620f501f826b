package purchase

import "strings"

// Keys of the units with rules of their own. The key of pieces is "".
const (
	keyPiece = ""
	keyDozen = "dozen"
	keyGross = "gross"
)

// packSizes maps the keys of units that are always the same number of pieces to it.
var packSizes = map[string]int{keyDozen: 12, keyGross: 144}

// unitKeys maps the words of a unit to its key. All keys except those of pieces, dozens and gross are of
// packs.
var unitKeys = func() map[string]string {
	keys := map[string]string{}
	for key, words := range map[string]string{
		keyPiece: "pc pcs pce piece pieces no nos each ea unit units u नग पीस अदद",
		keyDozen: "dz dzn doz dozen dozens दर्जन डझन",
		keyGross: "gross grs ग्रोस",
		"case":   "cs case cases",
		"cb":     "cb",
		"carton": "ctn ctns carton cartons",
		"box":    "bx box boxes",
		"bag":    "bag bags",
		"peti":   "peti पेटी",
	} {
		for word := range strings.FieldsSeq(words) {
			keys[word] = key
		}
	}
	return keys
}()

// unitKey returns the key by which the pack of a unit is remembered: the same for all words of a known unit.
func unitKey(unit string) string {
	if key, isKnown := unitKeys[unit]; isKnown {
		return key
	}
	return unit
}

// isPiece reports whether a unit counts pieces.
func isPiece(unit string) bool { return unitKey(unit) == keyPiece }

// isPack reports whether a unit is a supplier's pack.
func isPack(unit string) bool {
	key, isKnown := unitKeys[unit]
	return isKnown && key != keyPiece && packSizes[key] == 0
}
