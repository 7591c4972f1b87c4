import { isoDay } from '@assay/engine/time.ts'
import { Language, languages } from '@assay/contract/languages.ts'
import type { NotificationSeverity } from '@assay/contract/notification-messages.ts'
import { germanSeverityNames, severityNames } from '@assay/engine/severity-names.ts'
import { type Domain, domains } from '@assay/engine/vocabulary.ts'
import { deadlineName } from '#triage/cases/deadline-names.ts'
import type { PhraseValues } from './phrases.ts'

/** The texts of messages in one language. */
export interface NotificationTexts {
  language: Language
  phrases: { [Id in keyof PhraseValues]: (values: PhraseValues[Id]) => string }
  severities: Record<NotificationSeverity, string>
  noEvents: string
  /** Around the title of a message's first line. */
  inProject: (title: string, project: string) => string
  inProjects: (title: string, count: number) => string
  andMore: (title: string, count: number) => string
  digest: (title: string, digest: { cadence: 'daily' | 'weekly'; period: string }) => string
  /** Locale of the period of a digest. */
  dates: string
  otherProjects: (count: number) => string
  moreLines: (count: number) => string
  open: string
  settings: string
  unsubscribe: string
}

const formatter = (language: Language) => {
  const numbers = new Intl.NumberFormat(language)
  return (count: number) => numbers.format(count)
}

const scoresText = (
  { scores, minimums, measured }: PhraseValues['scores'],
  { names, minimum }: { names: Record<Domain, string>; minimum: string },
): string =>
  domains
    .map((domain) => {
      if (measured?.[domain] === false) return `${names[domain]} –`
      const isBelow = minimums !== null && scores[domain] < minimums[domain]
      return `${names[domain]} ${scores[domain]}${isBelow ? ` (${minimum} ${minimums[domain]})` : ''}`
    })
    .join(', ')
const isoMinute = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const english = formatter('en')

const countEnglish = (count: number, noun: string) => `${english(count)} ${noun}${count === 1 ? '' : 's'}`

const englishFeeds = new Map([
  ['kev', 'The CISA KEV catalog'],
  ['eu-kev', 'The EU KEV list'],
  ['epss', 'The EPSS feed'],
  ['end-of-life', 'The endoflife.date feed'],
])

const reopenedEnglish = {
  'exclusion-ended': 'open again: the exclusion ended',
  'vex-withdrawn': 'open again: the VEX statement was withdrawn',
  'coverage-restored': 'open again: its file is read again',
}

const foundEnglish = ({ id, packageName, others = 0 }: PhraseValues['findingOpened']) =>
  others === 0 ? `${id} in ${packageName}` : `${id} and ${english(others)} more in ${packageName}`

const en: NotificationTexts = {
  language: 'en',
  phrases: {
    verbatim: ({ text }) => text,
    findingOpened: foundEnglish,
    malwareFound: (found) => `Malware: ${foundEnglish(found)}`,
    advisoryPublished: (found) => `New advisory: ${foundEnglish(found)}`,
    nowExploited: (found) => `Now known exploited: ${foundEnglish(found)}`,
    targetOverdue: (found) => `Overdue: ${foundEnglish(found)}`,
    findingFixed: (found) => `Fixed: ${foundEnglish(found)}`,
    exploited: () => 'known exploited',
    verdict: ({ projects, belowPolicy, knownExploited, overdue, change }) =>
      `${english(belowPolicy)} of ${countEnglish(projects, 'project')} below policy, ` +
      `${knownExploited === null ? 'exploited: not known' : `${english(knownExploited)} known exploited`}, ${english(overdue)} overdue; ` +
      (change === 0
        ? 'as many open findings as a week ago in the same projects'
        : `${english(Math.abs(change))} ${change < 0 ? 'fewer' : 'more'} than a week ago in the same projects`),
    reopened: ({ cause }) => reopenedEnglish[cause],
    fixAvailable: () => 'fix available',
    fixedBy({ release, days }) {
      const time = days === 0 ? 'within a day' : days === null ? '' : `after ${countEnglish(days, 'day')}`
      return [release, time].filter(Boolean).join(' ')
    },
    target: ({ days }) => `target ${countEnglish(days, 'day')}`,
    branch: ({ name }) => `branch ${name}`,
    minimumMissed: () => 'Below minimum score',
    minimumMet: () => 'Meets minimum scores again',
    scores: (values) =>
      scoresText(values, {
        names: { security: 'security', stability: 'stability', licensing: 'licensing' },
        minimum: 'minimum',
      }),
    coverage: ({ listed, checked }) => `${checked} of ${countEnglish(listed, 'package')} checked`,
    ruleHit: ({ rule, count }) => `${countEnglish(count, 'new hit')} of rule ${rule}`,
    moreHits: ({ count }) => `and ${english(count)} more`,
    policyViolated: ({ policies }) => `License policy violated: ${policies}`,
    componentCount: ({ count }) => countEnglish(count, 'component'),
    scanFailed: () => 'Scan failed',
    sourceFailing: ({ source }) =>
      `${englishFeeds.get(source) ?? `The advisory feed for ${source}`} cannot be read`,
    syncFailed: () => 'Advisories could not be synced',
    advisoryDataOld: () => 'Advisory data is out of date',
    tokenEnding: ({ name, expiresAt }) => `API token ${name} expires on ${isoDay(expiresAt)}`,
    exclusionEnding: ({ subject, expiresAt }) =>
      `The exclusion ${subject && `of ${subject} `}expires on ${isoDay(expiresAt)}`,
    assignedToYou: ({ by, count, id, packageName }) =>
      `${by} assigned you ${count === 1 ? `${id} in ${packageName}` : countEnglish(count, 'finding')}`,
    mentionedYou: ({ by, id, packageName }) => `${by} mentioned you: ${id} in ${packageName}`,
    approvalWanted: ({ by, count, id, packageName }) =>
      `${by} asks for approval: ${count === 1 ? `${id} in ${packageName}` : countEnglish(count, 'finding')}`,
    caseOpened: ({ id, dueAt }) =>
      `Case opened: ${id} is known exploited${dueAt === null ? '' : `, first deadline ${isoMinute(dueAt)}`}`,
    caseOverdue: ({ id, deadline, dueAt }) =>
      `Deadline missed: ${deadlineName('en', deadline)} of ${id} was due ${isoMinute(dueAt)}`,
    caseDueSoon: ({ id, deadline, dueAt }) =>
      `Deadline soon: ${deadlineName('en', deadline)} of ${id} is due ${isoMinute(dueAt)}`,
    caseAssigned: ({ by, id }) => `${by} made you the owner of the case ${id}`,
    memberInvited: ({ email }) => `${email} was invited`,
    roleChanged: ({ email, isOfTeam, before, after }) =>
      `The ${isOfTeam ? 'team ' : ''}role of ${email} was changed from ${before} to ${after}`,
    memberRemoved: ({ email }) => `${email} was removed`,
    changedBy: ({ email }) => `by ${email}`,
    channelTested: () => 'Test message from Assay',
    channelWorks: () => 'This channel works',
    channelShown: () => 'Notifications will look like this',
  },
  severities: severityNames,
  noEvents: 'No events',
  inProject: (title, project) => `${title} in ${project}`,
  inProjects: (title, count) => `${title} in ${english(count)} projects`,
  andMore: (title, count) => `${title}, and ${english(count)} more`,
  digest: (title, { cadence, period }) =>
    `${cadence === 'daily' ? 'Daily' : 'Weekly'} digest, ${period}: ${title}`,
  dates: 'en-GB',
  otherProjects: (count) => `and ${english(count)} more`,
  moreLines: (count) => `And ${english(count)} more.`,
  open: 'Open',
  settings: 'Notification settings',
  unsubscribe: 'Unsubscribe',
}

const reopenedGerman = {
  'exclusion-ended': 'wieder offen: die Ausnahme ist beendet',
  'vex-withdrawn': 'wieder offen: die VEX-Aussage wurde zurückgezogen',
  'coverage-restored': 'wieder offen: die Datei wird wieder gelesen',
}

const german = formatter('de')

const germanDate = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeZone: 'UTC' })

const germanFeeds = new Map([
  ['kev', 'Der KEV-Katalog der CISA'],
  ['eu-kev', 'Die EU-KEV-Liste'],
  ['epss', 'Der EPSS-Feed'],
  ['end-of-life', 'Der Feed von endoflife.date'],
])

const foundGerman = ({ id, packageName, others = 0 }: PhraseValues['findingOpened']) =>
  others === 0 ? `${id} in ${packageName}` : `${id} und ${german(others)} weitere in ${packageName}`

const de: NotificationTexts = {
  language: 'de',
  phrases: {
    verbatim: ({ text }) => text,
    findingOpened: foundGerman,
    malwareFound: (found) => `Schadsoftware: ${foundGerman(found)}`,
    advisoryPublished: (found) => `Neues Advisory: ${foundGerman(found)}`,
    nowExploited: (found) => `Jetzt bekanntermaßen ausgenutzt: ${foundGerman(found)}`,
    targetOverdue: (found) => `Überfällig: ${foundGerman(found)}`,
    findingFixed: (found) => `Behoben: ${foundGerman(found)}`,
    exploited: () => 'bekanntermaßen ausgenutzt',
    verdict: ({ projects, belowPolicy, knownExploited, overdue, change }) =>
      `${german(belowPolicy)} von ${german(projects)} ${projects === 1 ? 'Projekt' : 'Projekten'} unter den Vorgaben, ` +
      `${knownExploited === null ? 'ausgenutzt: nicht bekannt' : `${german(knownExploited)} bekanntermaßen ausgenutzt`}, ` +
      `${german(overdue)} überfällig; ` +
      (change === 0
        ? 'so viele offene Befunde wie vor einer Woche in denselben Projekten'
        : `${german(Math.abs(change))} ${change < 0 ? 'weniger' : 'mehr'} als vor einer Woche in denselben Projekten`),
    reopened: ({ cause }) => reopenedGerman[cause],
    fixAvailable: () => 'Fix verfügbar',
    fixedBy({ release, days }) {
      const time =
        days === 0
          ? 'innerhalb eines Tages'
          : days === null
            ? ''
            : `nach ${german(days)} ${days === 1 ? 'Tag' : 'Tagen'}`
      return [release, time].filter(Boolean).join(' ')
    },
    target: ({ days }) => `Behebungsziel ${german(days)} ${days === 1 ? 'Tag' : 'Tage'}`,
    branch: ({ name }) => `Branch ${name}`,
    minimumMissed: () => 'Mindestwert verfehlt',
    minimumMet: () => 'Mindestwerte wieder erreicht',
    scores: (values) =>
      scoresText(values, {
        names: { security: 'Sicherheit', stability: 'Stabilität', licensing: 'Lizenzen' },
        minimum: 'Mindestwert',
      }),
    coverage: ({ listed, checked }) =>
      `${german(checked)} von ${german(listed)} ${listed === 1 ? 'Paket' : 'Paketen'} geprüft`,
    ruleHit: ({ rule, count }) =>
      `${german(count)} ${count === 1 ? 'neuer' : 'neue'} Treffer der Regel ${rule}`,
    moreHits: ({ count }) => `und ${german(count)} weitere`,
    policyViolated: ({ policies }) => `Verstoß gegen Lizenzrichtlinie: ${policies}`,
    componentCount: ({ count }) => `${german(count)} ${count === 1 ? 'Komponente' : 'Komponenten'}`,
    scanFailed: () => 'Scan fehlgeschlagen',
    sourceFailing: ({ source }) =>
      `${germanFeeds.get(source) ?? `Der Advisory-Feed für ${source}`} kann nicht gelesen werden`,
    syncFailed: () => 'Advisories konnten nicht synchronisiert werden',
    advisoryDataOld: () => 'Advisory-Daten sind veraltet',
    tokenEnding: ({ name, expiresAt }) => `API-Token ${name} läuft am ${germanDate.format(expiresAt)} ab`,
    exclusionEnding: ({ subject, expiresAt }) =>
      `Die Ausnahme ${subject && `für ${subject} `}läuft am ${germanDate.format(expiresAt)} ab`,
    assignedToYou: ({ by, count, id, packageName }) =>
      `${by} hat Ihnen ${count === 1 ? `${id} in ${packageName}` : `${german(count)} Befunde`} zugewiesen`,
    mentionedYou: ({ by, id, packageName }) => `${by} hat Sie erwähnt: ${id} in ${packageName}`,
    approvalWanted: ({ by, count, id, packageName }) =>
      `${by} bittet um Genehmigung: ${count === 1 ? `${id} in ${packageName}` : `${german(count)} Befunde`}`,
    caseOpened: ({ id, dueAt }) =>
      `Fall eröffnet: ${id} wird bekanntermaßen ausgenutzt${dueAt === null ? '' : `, erste Frist ${isoMinute(dueAt)}`}`,
    caseOverdue: ({ id, deadline, dueAt }) =>
      `Frist versäumt: ${deadlineName('de', deadline)} für ${id} war fällig am ${isoMinute(dueAt)}`,
    caseDueSoon: ({ id, deadline, dueAt }) =>
      `Frist endet bald: ${deadlineName('de', deadline)} für ${id} ist fällig am ${isoMinute(dueAt)}`,
    caseAssigned: ({ by, id }) => `${by} hat Ihnen den Fall ${id} zugewiesen`,
    memberInvited: ({ email }) => `${email} wurde eingeladen`,
    roleChanged: ({ email, isOfTeam, before, after }) =>
      `Die ${isOfTeam ? 'Teamrolle' : 'Rolle'} von ${email} wurde von ${before} in ${after} geändert`,
    memberRemoved: ({ email }) => `${email} wurde entfernt`,
    changedBy: ({ email }) => `durch ${email}`,
    channelTested: () => 'Testnachricht von Assay',
    channelWorks: () => 'Dieser Kanal funktioniert',
    channelShown: () => 'So sehen Benachrichtigungen aus',
  },
  severities: germanSeverityNames,
  noEvents: 'Keine Ereignisse',
  inProject: (title, project) => `${title} in ${project}`,
  inProjects: (title, count) => `${title} in ${german(count)} Projekten`,
  andMore: (title, count) => `${title} und ${german(count)} ${count === 1 ? 'weiteres' : 'weitere'}`,
  digest: (title, { cadence, period }) =>
    `${cadence === 'daily' ? 'Tägliche' : 'Wöchentliche'} Zusammenfassung, ${period}: ${title}`,
  dates: 'de',
  otherProjects: (count) => `und ${german(count)} ${count === 1 ? 'weiteres' : 'weitere'}`,
  moreLines: (count) => `Und ${german(count)} ${count === 1 ? 'weiteres' : 'weitere'}.`,
  open: 'Öffnen',
  settings: 'Benachrichtigungseinstellungen',
  unsubscribe: 'Abbestellen',
}

const notificationTexts = { en, de }

/** In the default language if it is unknown. */
export const textsIn = (language: string | null | undefined): NotificationTexts =>
  notificationTexts[Language.catch(languages[0]).parse(language)]
