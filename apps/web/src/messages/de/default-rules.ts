import type { ruleName as english } from '../default-rules.ts'

const names = new Map([
  ['Urgent findings', 'Dringende Befunde'],
  ['Minimum scores and failures', 'Mindestwerte und Fehler'],
  ['Weekly summary', 'Wöchentliche Zusammenfassung'],
])

export const ruleName: typeof english = (name) => names.get(name) ?? name
