import { languages } from '@assay/contract/languages.ts'
import { describe, expect, test } from 'vitest'
import type { ItemGroup } from './compose-message.ts'
import { textsIn } from './notification-texts.ts'
import { type Phrase, phrase } from './phrases.ts'
import { wordMessage } from './word-message.ts'

const at = Date.parse('2026-11-23T08:00:00Z')
const vulnerability = { id: 'CVE-2021-23337', packageName: 'lodash' }
const scores = { security: 40, stability: 99, licensing: 100 }

/** Each phrase, with its text in English and German. */
const phrases: [Phrase, string, string][] = [
  [phrase('verbatim', { text: 'timeout' }), 'timeout', 'timeout'],
  [phrase('findingOpened', vulnerability), 'CVE-2021-23337 in lodash', 'CVE-2021-23337 in lodash'],
  [
    phrase('malwareFound', vulnerability),
    'Malware: CVE-2021-23337 in lodash',
    'Schadsoftware: CVE-2021-23337 in lodash',
  ],
  [
    phrase('advisoryPublished', vulnerability),
    'New advisory: CVE-2021-23337 in lodash',
    'Neues Advisory: CVE-2021-23337 in lodash',
  ],
  [
    phrase('nowExploited', vulnerability),
    'Now known exploited: CVE-2021-23337 in lodash',
    'Jetzt bekanntermaßen ausgenutzt: CVE-2021-23337 in lodash',
  ],
  [
    phrase('targetOverdue', vulnerability),
    'Overdue: CVE-2021-23337 in lodash',
    'Überfällig: CVE-2021-23337 in lodash',
  ],
  [
    phrase('findingFixed', vulnerability),
    'Fixed: CVE-2021-23337 in lodash',
    'Behoben: CVE-2021-23337 in lodash',
  ],
  [phrase('exploited', {}), 'known exploited', 'bekanntermaßen ausgenutzt'],
  [
    phrase('findingOpened', { ...vulnerability, others: 2 }),
    'CVE-2021-23337 and 2 more in lodash',
    'CVE-2021-23337 und 2 weitere in lodash',
  ],
  [
    phrase('verdict', { projects: 108, belowPolicy: 12, knownExploited: 15, overdue: 40, change: -63 }),
    '12 of 108 projects below policy, 15 known exploited, 40 overdue; 63 fewer than a week ago in the same projects',
    '12 von 108 Projekten unter den Vorgaben, 15 bekanntermaßen ausgenutzt, 40 überfällig; 63 weniger als vor einer Woche in denselben Projekten',
  ],
  [
    phrase('verdict', { projects: 108, belowPolicy: 12, knownExploited: null, overdue: 40, change: -63 }),
    '12 of 108 projects below policy, exploited: not known, 40 overdue; 63 fewer than a week ago in the same projects',
    '12 von 108 Projekten unter den Vorgaben, ausgenutzt: nicht bekannt, 40 überfällig; 63 weniger als vor einer Woche in denselben Projekten',
  ],
  [
    phrase('reopened', { cause: 'exclusion-ended' }),
    'open again: the exclusion ended',
    'wieder offen: die Ausnahme ist beendet',
  ],
  [
    phrase('reopened', { cause: 'vex-withdrawn' }),
    'open again: the VEX statement was withdrawn',
    'wieder offen: die VEX-Aussage wurde zurückgezogen',
  ],
  [
    phrase('reopened', { cause: 'coverage-restored' }),
    'open again: its file is read again',
    'wieder offen: die Datei wird wieder gelesen',
  ],
  [phrase('fixAvailable', {}), 'fix available', 'Fix verfügbar'],
  [
    phrase('fixedBy', { release: 'lodash 4.17.21', days: 0 }),
    'lodash 4.17.21 within a day',
    'lodash 4.17.21 innerhalb eines Tages',
  ],
  [phrase('fixedBy', { release: '', days: 1 }), 'after 1 day', 'nach 1 Tag'],
  [
    phrase('fixedBy', { release: 'lodash 4.17.21', days: 1200 }),
    'lodash 4.17.21 after 1,200 days',
    'lodash 4.17.21 nach 1.200 Tagen',
  ],
  [phrase('fixedBy', { release: '', days: null }), '', ''],
  [phrase('target', { days: 30 }), 'target 30 days', 'Behebungsziel 30 Tage'],
  [phrase('target', { days: 1 }), 'target 1 day', 'Behebungsziel 1 Tag'],
  [phrase('branch', { name: 'main' }), 'branch main', 'Branch main'],
  [phrase('coverage', { listed: 46, checked: 41 }), '41 of 46 packages checked', '41 von 46 Paketen geprüft'],
  [phrase('minimumMissed', {}), 'Below minimum score', 'Mindestwert verfehlt'],
  [phrase('minimumMet', {}), 'Meets minimum scores again', 'Mindestwerte wieder erreicht'],
  [
    phrase('scores', { scores, minimums: { security: 90, stability: 99, licensing: 0 } }),
    'security 40 (minimum 90), stability 99, licensing 100',
    'Sicherheit 40 (Mindestwert 90), Stabilität 99, Lizenzen 100',
  ],
  [
    phrase('ruleHit', { rule: 'Lodash', count: 2 }),
    '2 new hits of rule Lodash',
    '2 neue Treffer der Regel Lodash',
  ],
  [
    phrase('ruleHit', { rule: 'Lodash', count: 1 }),
    '1 new hit of rule Lodash',
    '1 neuer Treffer der Regel Lodash',
  ],
  [phrase('moreHits', { count: 3 }), 'and 3 more', 'und 3 weitere'],
  [
    phrase('policyViolated', { policies: 'No GPL' }),
    'License policy violated: No GPL',
    'Verstoß gegen Lizenzrichtlinie: No GPL',
  ],
  [phrase('componentCount', { count: 1 }), '1 component', '1 Komponente'],
  [phrase('componentCount', { count: 2 }), '2 components', '2 Komponenten'],
  [phrase('scanFailed', {}), 'Scan failed', 'Scan fehlgeschlagen'],
  [
    phrase('sourceFailing', { source: 'kev' }),
    'The CISA KEV catalog cannot be read',
    'Der KEV-Katalog der CISA kann nicht gelesen werden',
  ],
  [
    phrase('sourceFailing', { source: 'npm' }),
    'The advisory feed for npm cannot be read',
    'Der Advisory-Feed für npm kann nicht gelesen werden',
  ],
  [
    phrase('syncFailed', {}),
    'Advisories could not be synced',
    'Advisories konnten nicht synchronisiert werden',
  ],
  [phrase('advisoryDataOld', {}), 'Advisory data is out of date', 'Advisory-Daten sind veraltet'],
  [
    phrase('tokenEnding', { name: 'ci', expiresAt: at }),
    'API token ci expires on 2026-11-23',
    'API-Token ci läuft am 23.11.2026 ab',
  ],
  [
    phrase('exclusionEnding', { subject: 'lodash 4', expiresAt: at }),
    'The exclusion of lodash 4 expires on 2026-11-23',
    'Die Ausnahme für lodash 4 läuft am 23.11.2026 ab',
  ],
  [
    phrase('exclusionEnding', { subject: '', expiresAt: at }),
    'The exclusion expires on 2026-11-23',
    'Die Ausnahme läuft am 23.11.2026 ab',
  ],
  [
    phrase('caseOpened', { id: 'CVE-2021-23337', dueAt: at }),
    'Case opened: CVE-2021-23337 is known exploited, first deadline 2026-11-23 08:00 UTC',
    'Fall eröffnet: CVE-2021-23337 wird bekanntermaßen ausgenutzt, erste Frist 2026-11-23 08:00 UTC',
  ],
  [
    phrase('caseOpened', { id: 'CVE-2021-23337', dueAt: null }),
    'Case opened: CVE-2021-23337 is known exploited',
    'Fall eröffnet: CVE-2021-23337 wird bekanntermaßen ausgenutzt',
  ],
  [
    phrase('caseOverdue', { id: 'CVE-2021-23337', deadline: 'cra/early-warning', dueAt: at }),
    'Deadline missed: CRA early warning of CVE-2021-23337 was due 2026-11-23 08:00 UTC',
    'Frist versäumt: CRA-Frühwarnung für CVE-2021-23337 war fällig am 2026-11-23 08:00 UTC',
  ],
  [
    phrase('caseDueSoon', { id: 'CVE-2021-23337', deadline: 'cra/early-warning', dueAt: at }),
    'Deadline soon: CRA early warning of CVE-2021-23337 is due 2026-11-23 08:00 UTC',
    'Frist endet bald: CRA-Frühwarnung für CVE-2021-23337 ist fällig am 2026-11-23 08:00 UTC',
  ],
  [
    phrase('caseAssigned', { id: 'CVE-2021-23337', by: 'Ann' }),
    'Ann made you the owner of the case CVE-2021-23337',
    'Ann hat Ihnen den Fall CVE-2021-23337 zugewiesen',
  ],
  [
    phrase('assignedToYou', { by: 'Ann', count: 1, id: 'CVE-2021-23337', packageName: 'lodash' }),
    'Ann assigned you CVE-2021-23337 in lodash',
    'Ann hat Ihnen CVE-2021-23337 in lodash zugewiesen',
  ],
  [
    phrase('assignedToYou', { by: 'Ann', count: 3, id: 'CVE-2021-23337', packageName: 'lodash' }),
    'Ann assigned you 3 findings',
    'Ann hat Ihnen 3 Befunde zugewiesen',
  ],
  [
    phrase('mentionedYou', { by: 'Ann', id: 'CVE-2021-23337', packageName: 'lodash' }),
    'Ann mentioned you: CVE-2021-23337 in lodash',
    'Ann hat Sie erwähnt: CVE-2021-23337 in lodash',
  ],
  [
    phrase('approvalWanted', { by: 'Ann', count: 2, id: 'CVE-2021-23337', packageName: 'lodash' }),
    'Ann asks for approval: 2 findings',
    'Ann bittet um Genehmigung: 2 Befunde',
  ],
  [
    phrase('memberInvited', { email: 'a@example.org' }),
    'a@example.org was invited',
    'a@example.org wurde eingeladen',
  ],
  [
    phrase('roleChanged', {
      email: 'a@example.org',
      isOfTeam: true,
      before: 'Team viewer',
      after: 'Team administrator',
    }),
    'The team role of a@example.org was changed from Team viewer to Team administrator',
    'Die Teamrolle von a@example.org wurde von Team viewer in Team administrator geändert',
  ],
  [
    phrase('roleChanged', {
      email: 'a@example.org',
      isOfTeam: false,
      before: 'Viewer',
      after: 'Administrator',
    }),
    'The role of a@example.org was changed from Viewer to Administrator',
    'Die Rolle von a@example.org wurde von Viewer in Administrator geändert',
  ],
  [
    phrase('memberRemoved', { email: 'a@example.org' }),
    'a@example.org was removed',
    'a@example.org wurde entfernt',
  ],
  [phrase('changedBy', { email: 'b@example.org' }), 'by b@example.org', 'durch b@example.org'],
  [phrase('channelTested', {}), 'Test message from Assay', 'Testnachricht von Assay'],
  [phrase('channelWorks', {}), 'This channel works', 'Dieser Kanal funktioniert'],
  [phrase('channelShown', {}), 'Notifications will look like this', 'So sehen Benachrichtigungen aus'],
]

const line: ItemGroup = {
  kind: 'findingOpened',
  severity: null,
  title: phrase('scanFailed', {}),
  details: [],
  count: 1,
  projectCount: 0,
  projects: [],
  path: '/',
}
const message = { title: null, digest: null, at, lines: [line], more: 0, total: 1 }
const titlesOf = (stored: Parameters<typeof wordMessage>[0]) =>
  languages.map((language) => wordMessage(stored, textsIn(language)).title)

describe('a phrase has a text in each language', () => {
  test.each(phrases)('%j', (title, ...words) => {
    expect(titlesOf({ ...message, title })).toEqual(words)
  })

  test('and all of them are tested here', () => {
    const tried = phrases.map(([title]) => title.phrase)
    for (const language of languages)
      expect(new Set(tried)).toEqual(new Set(Object.keys(textsIn(language).phrases)))
  })
})

describe('the title of a message', () => {
  const inProjects = (projectCount: number) => ({ ...line, projectCount, projects: ['shop'] })

  test('names the project, or counts projects and further lines', () => {
    expect(titlesOf({ ...message, lines: [inProjects(1)] })).toEqual([
      'Scan failed in shop',
      'Scan fehlgeschlagen in shop',
    ])
    expect(titlesOf({ ...message, lines: [inProjects(1200), line], more: 1 })).toEqual([
      'Scan failed in 1,200 projects, and 2 more',
      'Scan fehlgeschlagen in 1.200 Projekten und 2 weitere',
    ])
    expect(titlesOf({ ...message, lines: [line, line] })).toEqual([
      'Scan failed, and 1 more',
      'Scan fehlgeschlagen und 1 weiteres',
    ])
  })

  test('begins with the digest and its period', () => {
    const digest = { cadence: 'weekly', timeZone: 'UTC' } as const
    expect(titlesOf({ ...message, digest })).toEqual([
      'Weekly digest, 16 – 22 November: Scan failed',
      'Wöchentliche Zusammenfassung, 16.–22. November: Scan fehlgeschlagen',
    ])
  })
})

test('a phrase that this version does not know is omitted', () => {
  const unknown = { phrase: 'constructor', values: {} } as unknown as Phrase
  const [worded] = wordMessage({ ...message, lines: [{ ...line, details: [unknown] }] }, textsIn('en')).lines
  expect(worded!.detail).toBe('')
})
