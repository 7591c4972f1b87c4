import { steps } from '@assay/engine/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import type { Table } from '@assay/text/documents/document.ts'
import { tableIn } from '#reporting/documents/document.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'
import type { Numbers } from '#reporting/numbers/numbers.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import { closedBy } from '#reporting/exports/report-tables.ts'
import { day, type EraAspect } from './era-tables.ts'
import { fixedUpgrades } from './summary-store.ts'

interface OpenUpgrades {
  numbers: Numbers
  where: ProjectSelection
  texts: DocumentTexts
  /** The most urgent ones. */
  limit: number
}

/** Open findings by the upgrade that closes them, the most urgent first. */
export const openUpgradesTable = (
  scope: Scope,
  kind: 'risks' | 'upgrades',
  { numbers, where, texts, limit }: OpenUpgrades,
): Table =>
  tableIn(texts, texts.purposes.tables, {
    key: kind,
    maxRows: limit,
    columns: [
      ['package', 5],
      ['from', 3.5],
      ['to', 2.5],
      ['step', 1.3],
      ['projects', 2],
      ['closes', 4.5],
    ],
    async *rows() {
      const { page } = await numbers.upgrades(scope, {
        where: { kind: 'filtered', selection: where },
        severities: [],
        isSnoozed: false,
        now: new Date(),
        after: null,
        // One more, so that the table says that it is cut.
        limit: kind === 'risks' ? limit : limit + 1,
      })
      yield page.map((each) => [
        each.displayName,
        shortList(each.from),
        each.to || texts.report.noFix,
        each.step === null ? null : texts.steps[steps[each.step]!],
        each.projects,
        closedBy({ ...each, shared: 0 }, texts),
      ])
    },
  })

const maxVersions = 3

const shortList = (versions: readonly string[]): string =>
  versions.length <= maxVersions
    ? versions.join(', ')
    : `${versions.slice(0, maxVersions).join(', ')} +${versions.length - maxVersions}`

/** Findings fixed in the window by what fixed them, the most severe first. */
export const fixedUpgradesTable = (
  db: Database,
  scope: Scope,
  { selection, texts, limit, isTop = false }: EraAspect & { limit: number; isTop?: boolean },
): Table =>
  tableIn(texts, texts.purposes.tables, {
    key: 'fixedUpgrades',
    maxRows: limit,
    columns: [
      ['package', 4],
      ['fixedBy', 4],
      ['projects', 2],
      ['closes', 4],
      ['fixedAt', 2.2],
    ],
    async *rows() {
      const fixed = await fixedUpgrades(db, scope, { selection, limit: isTop ? limit : limit + 1 })
      yield fixed.map((each) => [
        each.package,
        each.fixedBy,
        each.projects,
        [
          ...(each.critical > 0 ? [`${each.critical} ${texts.counted.CRITICAL}`] : []),
          ...(each.high > 0 ? [`${each.high} ${texts.counted.HIGH}`] : []),
          ...(each.findings > each.critical + each.high
            ? [`${each.findings - each.critical - each.high} ${texts.purposes.others}`]
            : []),
        ].join(', '),
        day(each.lastAt),
      ])
    },
  })
