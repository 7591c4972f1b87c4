import { isoDay } from '@assay/engine/time.ts'
import { componentChangeKinds } from '@assay/engine/vocabulary.ts'
import type { ComparedFinding } from '@assay/contract/findings.ts'
import type { Language } from '@assay/contract/languages.ts'
import type { ComponentChange } from '@assay/contract/scans.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import { readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import type { ItemStream } from '#platform/http/item-stream.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import {
  type Figure,
  formatCount,
  type ReportDocument,
  type Row,
  rowsOf,
  type Table,
} from '@assay/text/documents/document.ts'
import { tableIn, vulnerabilityPart } from '#reporting/documents/document.ts'
import { documentTextsIn } from '#reporting/documents/texts/document-texts-in.ts'
import type { DocumentTexts } from '#reporting/documents/texts/document-texts.ts'
import { coveredThen } from '#reporting/reports/stored/covered-then.ts'
import { changedComponents, comparedLists, positionOf } from './compare-scans.ts'
import { countChanged } from './compared-pages-store.ts'
import { type ComparisonChoice, findCompared } from './find-compared.ts'

type Compared = Awaited<ReturnType<typeof findCompared>>

/** What changed between two scans, for a pull request or a release note. */
export async function comparisonDocument(
  context: Pick<AppContext, 'db' | 'config'>,
  scope: Scope,
  { language, ...choice }: ComparisonChoice & { language: Language },
): Promise<ReportDocument> {
  const { db, config } = context
  const texts = documentTextsIn(language)
  const words = texts.comparison
  const compared = await findCompared(db, scope, choice)
  const { from, to } = compared
  const positions = { from: positionOf(from.scan), to: positionOf(to.scan) }
  const [components, counts, lists, scores] = await Promise.all([
    changedComponents(db, scope, positions),
    countChanged(db, scope, positions),
    comparedLists(db, scope, positions),
    scoresOf(context, compared),
  ])
  const sum = (key: 'introduced' | 'fixed') => counts.reduce((all, each) => all + each[key], 0)
  const [introduced, fixed] = [sum('introduced'), sum('fixed')]
  const isSame = components.length + introduced + fixed === 0
  const [before, after] = [from, to].map(({ scan, branch }) =>
    words.scan(branch, scan.number, isoDay(scan.scanned_at)),
  )
  return {
    language,
    title: words.title(to.project.name),
    subject: (isSame ? words.same : words.subject)(before!, after!),
    createdAt: new Date(),
    link: { title: words.link, url: pageOf(publicAddress(config), compared) },
    logo: null,
    sections: [
      {
        kind: 'figures',
        figures: [
          { label: words.security, value: words.change(...scores) },
          { label: words.introduced, value: formatCount(introduced, texts) },
          { label: words.fixed, value: formatCount(fixed, texts) },
          ...kindFigures(components, texts),
        ],
      },
      componentsTable(components, texts),
      findingsTable('introduced', lists.introduced, texts),
      findingsTable('fixed', lists.fixed, texts),
    ],
  }
}

const pageOf = (origin: string, { from, to }: Compared): string =>
  `${origin}/projects?pid=${to.project.uuid}&branch=${encodeURIComponent(to.branch)}` +
  `&reportUuid=${to.scan.uuid}&compare=${from.scan.uuid}&tab=compare`

async function scoresOf(
  context: Pick<AppContext, 'db' | 'config'>,
  { from, to }: Compared,
): Promise<[before: string, after: string]> {
  const knowledge = await readKnowledge(context)
  const scoreOf = ({ scan }: Compared['from']) =>
    coveredThen(scan, knowledge).measured.security ? String(scan.security_score) : '–'
  return [scoreOf(from), scoreOf(to)]
}

const kindFigures = (components: readonly ComponentChange[], texts: DocumentTexts): Figure[] =>
  componentChangeKinds.flatMap((kind) => {
    const count = components.filter((each) => each.kind === kind).length
    return count === 0 ? [] : [{ label: texts.comparison.kinds[kind], value: formatCount(count, texts) }]
  })

function componentsTable(components: readonly ComponentChange[], texts: DocumentTexts): Table {
  const { kinds, change } = texts.comparison
  const licensesOf = (versions: ComponentChange['before']) =>
    [...new Set(versions.flatMap(({ licenses }) => licenses))].join(', ') || texts.noLicense
  const behindOf = (versions: ComponentChange['before']) => {
    const known = versions.map(({ libyears }) => libyears).filter((years) => years !== null)
    return known.length === 0
      ? '–'
      : Math.max(...known).toLocaleString(texts.locale, { maximumFractionDigits: 1 })
  }
  const both = ({ before, after }: ComponentChange, of: (versions: ComponentChange['before']) => string) =>
    before.length === 0 ? of(after) : after.length === 0 ? of(before) : change(of(before), of(after))
  const versions = (list: ComponentChange['before']) => list.map(({ version }) => version).join(', ')
  return tableIn(texts, texts.comparison.tables, {
    key: 'components',
    columns: [
      ['change', 2],
      ['package', 4],
      ['before', 2.4],
      ['after', 2.4],
      ['newFindings', 1.5],
      ['fixedFindings', 1.5],
      ['licenses', 3.4],
      ['behind', 1.8],
    ],
    rows: rowsOf(
      components.map((each) => [
        kinds[each.kind],
        each.package,
        versions(each.before),
        versions(each.after),
        each.introduced,
        each.fixed,
        both(each, licensesOf),
        both(each, behindOf),
      ]),
    ),
  })
}

const findingsTable = (
  key: 'introduced' | 'fixed',
  { batches }: ItemStream<ComparedFinding>,
  texts: DocumentTexts,
): Table =>
  tableIn(texts, texts.comparison.tables, {
    key,
    columns: [
      ['severity', 2],
      ['vulnerability', 3.5],
      ['package', 4],
      ['before', 2.4],
      ['after', 2.4],
    ],
    async *rows() {
      for await (const page of batches)
        yield page.map(({ severity, displayId, package: name, before, after }): Row => [
          texts.severities[severity],
          [vulnerabilityPart(displayId)],
          name,
          before.join(', '),
          after.join(', '),
        ])
    },
  })
