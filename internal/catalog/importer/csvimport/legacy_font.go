package csvimport

import (
	"slices"
	"strings"
)

// legacyWords are common words of grocery lists as the font Kruti Dev stores them: ASCII that shows Devanagari in this font
// only ("pkoy" is चावल). Words that could be English or an abbreviation are left out.
var legacyWords = func() map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.Fields(`
		pkoy vkVk phuh 'kDdj gYnh fepZ fephZ /kfu;k thjk jkbZ elkyk elkys lkcqu cslu eSnk lwth iksgk xqM+ rqvj mM+n elwj jktek ljlksa
		nky rsy ued puk puus rqoj ewax ew¡x ewaxQyh eqaxQyh eqjeqjk xsgw¡ xsgwa Tokj cktjk eDdk jokk nfy;k ukfj;y ?kh pk; iRrh vxjcRrh csdjh rkanwG rkanqG MkG lk[kj gGn frG iksgs
		cknke dktw fd'kfe'k ekfpl fcLdqV fdyks xzke ikiM+ vpkj byk;ph ykSax NksVk cM+k iSdsV vkyw I;kt VekVj vnjd yglqu nw/k`) {
		words[word] = true
	}
	return words
}()

// IsLegacyFont reports whether a text has a word of Kruti Dev.
func IsLegacyFont(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool { return legacyWords[word] })
}
