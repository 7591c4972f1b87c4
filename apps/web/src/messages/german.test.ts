import { expect, test } from 'vitest'
import { exclude } from './de/exclude.ts'
import { fixes } from './de/fixes.ts'
import { problemText } from './de/problems.ts'
import { report } from './de/report.ts'
import { trends } from './de/trends.ts'

test.each([
  [0, '0 Befunde ausgeschlossen. Erneuter Scan läuft …'],
  [1, '1 Befund ausgeschlossen. Erneuter Scan läuft …'],
  [2, '2 Befunde ausgeschlossen. Erneuter Scan läuft …'],
])('%i in its form', (count, text) => {
  expect(exclude.done(count)).toBe(text)
})

test('verbs agree with their number', () => {
  expect(fixes.overview(3, 1)).toBe('1 Upgrade schließt 3 Befunde')
  expect(fixes.overview(1, 2)).toBe('2 Upgrades schließen 1 Befund')
})

test('nouns take the case of their preposition', () => {
  expect(trends.age.older(2, 90)).toBe('2 seit 90 Tagen oder länger offen')
  expect(trends.overdue.by(2, 'kritisch', 7)).toBe('2 kritisch, älter als 7 Tage')
  expect(report.security.daysToFix(1)).toBe('nach 1 Tag')
})

test('list counts are in German', () => {
  expect(report.shown(1, 3, 'finding')).toBe('1 von 3 Befunden')
  expect(report.shown(2, 2, 'component')).toBe('2 Komponenten')
})

test('errors with a fixed text are translated to German', () => {
  expect(problemText('The email address or the password is wrong', 'wrongCredentials')).toBe(
    'Die E-Mail-Adresse oder das Passwort ist falsch',
  )
  expect(problemText('name must have at most 200 characters')).toBe('Höchstens 200 Zeichen')
  expect(problemText('The service said no', 'integrationFailed')).toBe('The service said no')
})
