import type { Language } from '@assay/contract/languages.ts'

export const language: Language = 'de'
