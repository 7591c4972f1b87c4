import { contract } from '@assay/contract/contract.ts'
import type { Endpoint } from '@assay/contract/endpoint.ts'
import { messagesFor } from '@assay/contract/input-messages.ts'
import { wrongValuesOf, type WrongValue } from '@assay/contract/testing/wrong-values.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { account } from './de/account.ts'
import { ruleName } from './de/default-rules.ts'
import { exclude } from './de/exclude.ts'
import { fixes } from './de/fixes.ts'
import { problemText } from './de/on-demand/problem-texts.ts'
import { report } from './de/report.ts'
import { trends } from './de/trends.ts'
import { fixes as english } from './fixes.ts'

test.each([
  [0, '0 Befunde ausgeschlossen. Erneuter Scan läuft …'],
  [1, '1 Befund ausgeschlossen. Erneuter Scan läuft …'],
  [2, '2 Befunde ausgeschlossen. Erneuter Scan läuft …'],
])('%i takes the right plural form', (count, text) => {
  expect(exclude.done(count)).toBe(text)
})

test('verbs agree with their number', () => {
  expect(fixes.overview(3, 1)).toBe('1 Upgrade schließt 3 Befunde')
  expect(fixes.overview(1, 2)).toBe('2 Upgrades schließen 1 Befund')
  expect(`${fixes.all(1)} ${fixes.closesInAll(3, 1)}`).toBe('Das Upgrade schließt 3 Befunde')
  expect(`${english.all(1)} ${english.closesInAll(1, 1)}`).toBe('The upgrade closes 1 finding')
  expect(`${english.all(2)} ${english.closesInAll(1, 2)}`).toBe('All 2 upgrades close 1 finding')
})

test('nouns take the case of their preposition', () => {
  expect(trends.age.older(2, 90)).toBe('2 seit 90 Tagen oder länger offen')
  expect(trends.overdue.by(2, 'kritisch', 7)).toBe('2 kritisch, über 7 Tage')
  expect(report.security.daysToFix(1)).toBe('nach 1 Tag')
})

test('the remaining scan quota is in German', () => {
  expect(account.usage.left('unlimited')).toBe('unbegrenzt')
  expect(account.usage.left('250')).toBe('250')
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
  expect(problemText("Your role does not include the permission 'members.edit'", 'forbidden')).toBe(
    'Dafür fehlt die Berechtigung „members.edit“',
  )
  expect(problemText('The service said no', 'integrationFailed')).toBe('The service said no')
})

test.each([
  ['No such project', 'notFound', 'Das gibt es nicht, oder Sie haben keinen Zugriff darauf'],
  ['The file is larger than 64 MB', 'tooLarge', 'Die Datei ist größer als 64 MB'],
  ['Too many registry checks', 'tooManyAttempts', 'Zu viele Anfragen. Bitte später erneut versuchen'],
  ['Too many emails were requested', 'tooManyEmails', 'Zu viele Anfragen. Bitte später erneut versuchen'],
  [
    '$& is neither an SPDX id nor a LicenseRef',
    'licenseUnknown',
    '$& ist weder eine SPDX-ID noch eine LicenseRef',
  ],
] as const)('%s (%s) is in German', (message, errorType, text) => {
  expect(problemText(message, errorType)).toBe(text)
})

/** In place of any text: each breaks the rules of some fields. */
const wrongTexts = ['::', 'no, such, value', 'https://name:word@example.org', 'ftp://example.org', '\0', '1x']

const inputWith = ([name, ...rest]: string[], value: unknown): unknown => {
  if (name === undefined) return value
  return name === '0' ? [inputWith(rest, value)] : { [name]: inputWith(rest, value) }
}

/** Messages about the fields, when only the wrong value is sent. */
function messagesOf(endpoint: Endpoint): string[] {
  const issuesOf = ({ part, path, value }: WrongValue) =>
    endpoint[part]!.safeParse(inputWith(path, value), { error: messagesFor(part) }).error?.issues ?? []
  const wrong = wrongValuesOf(endpoint)
  const texts = wrong.flatMap((each) => wrongTexts.map((value) => ({ ...each, value })))
  return [...wrong, ...texts].flatMap(issuesOf).map(({ message }) => message)
}

test('field errors of every kind are translated to German', () => {
  const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group))
  const messages = new Set(endpoints.flatMap(messagesOf))
  expect(messages.size).toBeGreaterThan(300)
  expect([...messages].filter((message) => problemText(message) === message)).toEqual([])
})

test('why a service could not be checked is translated by its type', () => {
  const refused = 'wiki.example is a private address; ASSAY_ALLOW_PRIVATE_NETWORKS would allow it'
  expect(problemText('API key is missing', 'secretMissing')).toMatch(/^Ein Geheimnis fehlt/)
  expect(problemText(refused, 'addressRefused')).toMatch(/^wiki\.example ist eine private Adresse/)
})

/** The files of the baseline come first. */
const numberOf = (file: string): string => (file.startsWith('baseline') ? '001' : file)

/** The rules every account starts with, as created by the database. */
function firstRules(): string[] {
  const folder = new URL('../../../server/src/platform/database/migrations/', import.meta.url)
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .toSorted((a, b) => numberOf(a).localeCompare(numberOf(b)))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .findLast((text) => text.includes('function add_first_notification_rules'))!
  return [...made.matchAll(/^\s*(?:from \(values)?\s*\('([A-Z][a-z ]+)', /gm)].map(([, name]) => name!)
}

test('default rules have a German name; other rules keep theirs', () => {
  const names = firstRules()
  expect(names).toHaveLength(3)
  expect(names.filter((name) => ruleName(name) === name)).toEqual([])
  expect(ruleName('Ours')).toBe('Ours')
})
