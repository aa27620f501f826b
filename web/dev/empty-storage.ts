// Unit tests of several files share a browser environment: each file begins with empty storage.
localStorage.clear()
sessionStorage.clear()
