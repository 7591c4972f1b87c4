import { formatNumber } from './format.ts'
import { language } from './language.ts'

const rules = new Intl.PluralRules(language)

/** '1 scan', '1,000 scans': in the form that CLDR has for the number in this language. */
export const plural = (count: number, one: string, other = `${one}s`): string =>
  `${formatNumber(count)} ${rules.select(count) === 'one' ? one : other}`
