import type { Language } from '@assay/contract/languages.ts'

/** The language of these texts; each language has its own build. */
export const language: Language = 'en'
