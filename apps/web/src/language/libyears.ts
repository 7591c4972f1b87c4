import { locale } from './format.ts'

/** '1,204.5': rounded to one decimal. */
export const formatLibyears = (years: number): string =>
  years.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
