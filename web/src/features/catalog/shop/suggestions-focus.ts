/** The id of the suggestions below the search field. */
export const SUGGESTIONS_ID = 'search-suggestions'

/** Moves the focus from the search field to the first suggestion, if there is one. */
export function focusFirstSuggestion() {
  document.querySelector<HTMLElement>(`#${SUGGESTIONS_ID} a`)?.focus()
}
