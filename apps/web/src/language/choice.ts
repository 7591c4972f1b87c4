import type { Language } from '@assay/contract/languages.ts'

const yearS = 31_536_000

const chosen = (): string | null => /\bassay\.language=(\w+)/.exec(document.cookie)?.[1] ?? null

/** Goes on in this language; null: in the browser's. The server reads the cookie, as the page is another one then. */
export function followLanguage(language: Language | null): void {
  if (chosen() === language) return
  document.cookie = `assay.language=${language ?? ''}; path=/; max-age=${language ? yearS : 0}; samesite=lax`
  // A browser that keeps no cookies stays as it is.
  if (chosen() === language) location.reload()
}
