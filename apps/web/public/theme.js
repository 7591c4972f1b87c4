// Before the first paint, so that a dark page never flashes white. The policy allows no inline script.
try {
  const chosen = localStorage.getItem('assay.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage can be forbidden; the system's theme is a good answer.
}
