import { textsOf } from '#platform/texts/text.ts'
import { german } from './texts.de.ts'
import { english } from './texts.en.ts'

export const text = textsOf({ en: english.deliveries, de: german.deliveries })
