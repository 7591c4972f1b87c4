import { Language } from '@assay/contract/languages.ts'

const yearS = 31_536_000

const chosen = (): string | null => /\bassay\.language=(\w+)/.exec(document.cookie)?.[1] ?? null

/** Switches to this language, or with null to the browser's. The server reads the cookie, since each language has its own page. */
export function followLanguage(language: Language | null): void {
  if (chosen() === language) return
  const path = document.documentElement.dataset['base'] ?? '/'
  document.cookie = `assay.language=${language ?? ''}; path=${path}; max-age=${language ? yearS : 0}; samesite=lax`
  // Without cookies, the browser's language is kept.
  if (chosen() === language) location.reload()
}

const key = 'assay.language'

/** Chosen in this browser before a login, for members who have chosen none; null is the browser's. */
export const pageLanguage = {
  get: (): Language | null => Language.safeParse(localStorage.getItem(key)).data ?? null,
  choose(language: Language): void {
    localStorage.setItem(key, language)
    followLanguage(language)
  },
  clear: (): void => localStorage.removeItem(key),
}
