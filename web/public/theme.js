// Runs before the first paint, so that a shopper who chose the dark shop never sees it flash light.
// The choice lives in a cookie because logging out empties local storage.
{
  const chosen = /(?:^|; )theme=(dark|light)/.exec(document.cookie)?.[1]
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
}
