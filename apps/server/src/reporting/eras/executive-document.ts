import { dayMs, isoDay } from '@assay/engine/time.ts'
import { readConfiguration } from '#accounts/account/configuration.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import {
  type Chart,
  formatCount,
  type ReportDocument,
  rowsOf,
  type Table,
} from '@assay/text/documents/document.ts'
import { tableIn } from '#reporting/documents/document.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'
import type { Numbers } from '#reporting/numbers/numbers.ts'
import type { ProjectSelection } from '#reporting/numbers/selection.ts'
import { windowOf } from '#reporting/numbers/window.ts'
import { readPosture } from '#reporting/trends/read-posture.ts'
import { toWireSeverity } from '@assay/engine/vocabulary.ts'
import type { EraAspect } from './era-tables.ts'
import { countFixes, type EraSelection } from './store.ts'
import { countTargets, openOverTime, type TargetFigures } from './summary-store.ts'
import { fixedUpgradesTable, openUpgradesTable } from './upgrade-tables.ts'

export interface PurposeSources extends EraAspect {
  db: Database
  numbers: Numbers
  where: ProjectSelection
}

type Contents = Pick<ReportDocument, 'subject' | 'sections'>

const topRows = 5

/** One page: the verdict, the trend, the top risks, whether targets were met, and what was done. */
export async function executiveContents(
  scope: Scope,
  { db, numbers, where, selection, texts }: PurposeSources,
): Promise<Contents> {
  const { fixTargets } = await readConfiguration(db, scope)
  const instants = instantsOf(selection)
  const [posture, targets, fixes, open] = await Promise.all([
    readPosture({ db, numbers }, scope, { selection: where, window: windowOf(selection), now: new Date() }),
    countTargets(db, scope, { selection, targets: fixTargets, lastDay: lastDayOf(selection) }),
    countFixes(db, scope, selection),
    openOverTime(db, scope, { selection, instants }),
  ])
  const overdue = targets.reduce((sum, each) => sum + each.overdue, 0)
  const all = fixes.find(({ severity }) => severity === '')
  const count = (value: number) => formatCount(value, texts)
  const { figures } = texts.purposes
  const median = all?.medianDays
  const exploited = posture.knownExploited === null ? texts.period.unknown : count(posture.knownExploited)
  return {
    subject: texts.purposes.verdict({
      ...posture,
      overdue,
      change: posture.comparable.change,
    }),
    sections: [
      {
        kind: 'figures',
        figures: [
          { label: figures.belowPolicy, value: texts.purposes.ofAll(posture.belowPolicy, posture.projects) },
          { label: texts.period.figures.open, value: count(posture.open) },
          { label: figures.knownExploited, value: exploited },
          { label: figures.overdue, value: count(overdue) },
          { label: texts.period.figures.fixed, value: count(all?.count ?? 0) },
          {
            label: texts.period.figures.median,
            value: median === null || median === undefined ? texts.period.unknown : count(Math.round(median)),
          },
        ],
      },
      trendChart(texts.purposes.trend, instants, open),
      openUpgradesTable(scope, 'risks', { numbers, where, texts, limit: topRows }),
      targetsTable(targets, texts),
      fixedUpgradesTable(db, scope, { selection, texts, limit: topRows, isTop: true }),
    ],
  }
}

/** Of the window, and today at the latest. */
const lastDayOf = ({ before }: EraSelection) => isoDay(Math.min(before.getTime() - 1, Date.now()))

/** Few enough to be compared, and for the page. */
const maxBars = 7

/** Instants from the start of the window to its end. */
function instantsOf({ from, before }: EraSelection): Date[] {
  const length = before.getTime() - from.getTime()
  const bars = Math.max(2, Math.min(maxBars, Math.floor(length / dayMs) + 1))
  return Array.from({ length: bars }, (_, at) => new Date(from.getTime() + (length * at) / (bars - 1)))
}

const trendChart = (title: string, instants: readonly Date[], open: readonly number[]): Chart => ({
  kind: 'chart',
  title,
  bars: instants.map((at, index) => ({
    label: isoDay(at),
    value: open[index] ?? 0,
    color: '#3b6ea5',
  })),
})

/** How many findings were fixed within their target, and how many are open beyond it. */
const targetsTable = (targets: readonly TargetFigures[], texts: DocumentTexts): Table =>
  tableIn(texts, texts.purposes.tables, {
    key: 'targets',
    columns: [
      ['severity', 3],
      ['target', 3],
      ['inTime', 3],
      ['overdue', 3],
    ],
    rows: rowsOf(
      targets.map((each) => [
        texts.severities[toWireSeverity[each.severity]],
        each.targetDays === null ? texts.purposes.unused : texts.purposes.days(each.targetDays),
        each.fixed === 0 ? texts.purposes.unused : texts.purposes.ofAll(each.fixedInTime, each.fixed),
        each.overdue,
      ]),
    ),
  })
