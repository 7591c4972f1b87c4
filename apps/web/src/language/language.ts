import type { Language } from '@assay/contract/languages.ts'

/** Of these texts; each language has a build of its own. */
export const language: Language = 'en'
