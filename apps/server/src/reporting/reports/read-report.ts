import { listSignals, worstSignal } from '#knowledge/advisories/clusters/signal-store.ts'
import { readAccountTexts } from '#knowledge/own-advisories/texts.ts'
import { readKnowledge } from '#knowledge/advisories/databases/freshness.ts'
import type { AppContext } from '#context.ts'
import type { Scope } from '#auth/scope.ts'
import type { PackedKeys } from '#platform/database/packed-keys.ts'
import { listRuleResults } from '#scanning/rules/result-store.ts'
import { describeExclusions } from '#scanning/exclusions/store.ts'
import { largeResponse } from '#auth/router/large-response.ts'
import { componentKeysByEcosystem, componentPages } from './components/component-pages-store.ts'
import { graphBytesPerComponent } from './components/dependency-graph.ts'
import { pathsAt } from './components/paths-at.ts'
import { findPageFixes, type FixesOf } from './findings/find-page-fixes.ts'
import { type AffectedAt, affectedKeysAt, affectedPages } from './findings/finding-pages-store.ts'
import { type AdvisedVersion, fullReport } from './full-report.ts'
import { cvesOf } from './findings/list-findings.ts'
import { makeAdvice } from './findings/make-advice.ts'
import { languageOf } from './components/other-assessments.ts'
import { findPullRequests } from './pull-request-store.ts'
import type { ScanRow } from './stored/store.ts'
import { whyExcluded } from './findings/why-excluded.ts'
import type { ByLanguage } from './components/by-language.ts'

type Context = Pick<AppContext, 'db' | 'config' | 'advisories'>

interface ReportOf {
  project: { uuid: string; url: string }
  branch: string
  scan: ScanRow
  hasExpandedLicenses?: boolean
}

/** Assembles the wire's full report from a stored scan. */
export const readReport = (context: Context, scope: Scope, of: ReportOf) =>
  largeResponse(of.scan.component_count * graphBytesPerComponent, () => makeReport(context, scope, of))

async function makeReport(context: Context, scope: Scope, of: ReportOf) {
  const { db } = context
  const { scan } = of
  const { branch_uuid: branchUuid, number } = scan
  const at = { branchUuid, number }
  const [affected, components, unstable] = await Promise.all([
    affectedKeysAt(db, scope, { ...at, uuid: scan.uuid }),
    componentKeysByEcosystem(db, scope, at),
    componentKeysByEcosystem(db, scope, { ...at, isUnstable: true }),
  ])
  const pagesOf = (keys: PackedKeys) => componentPages(db, scope, { branchUuid, keys })
  return fullReport({
    ...of,
    knowledge: await readKnowledge(context),
    affected: byLanguage(affected, (keys) => advisedPages(context, scope, { scan, keys })),
    components: byLanguage(components, pagesOf),
    unstable: byLanguage(unstable, pagesOf),
    ruleResults: (await listRuleResults(db, scope, [scan.uuid])).get(scan.uuid) ?? [],
    pullRequests: await findPullRequests(db, scope, at),
    hasExpandedLicenses: of.hasExpandedLicenses ?? false,
    pathsTo: await pathsAt(db, scope, at),
  })
}

/** By name; a language can have several ecosystems. */
const byLanguage = <Row>(
  keys: ReadonlyMap<string | null, PackedKeys>,
  pagesOf: (keys: PackedKeys) => AsyncIterable<Row[]>,
): ByLanguage<Row> =>
  [...Map.groupBy(keys, ([ecosystem]) => languageOf(ecosystem))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, list]) => [language, inTurn(list.map(([, keys]) => pagesOf(keys)))] as const)

async function* inTurn<Row>(sources: AsyncIterable<Row[]>[]): AsyncGenerator<Row[]> {
  for (const source of sources) yield* source
}

async function* advisedPages(
  context: Context,
  scope: Scope,
  { scan, keys }: { scan: ScanRow; keys: PackedKeys },
): AsyncGenerator<AdvisedVersion[]> {
  const { db } = context
  for await (const rows of affectedPages(db, scope, { keys, scanUuid: scan.uuid })) {
    const exclusionUuids = rows.map(({ excluded }) => excluded?.exclusionUuid ?? null)
    const [texts, signals, exclusions, fixesOf] = await Promise.all([
      readAccountTexts(
        db,
        scope,
        new Set(rows.flatMap(({ advisoryUuid, span }) => [advisoryUuid, ...(span.updates ?? [])])),
      ),
      listSignals(db, rows.flatMap(cvesOf)),
      describeExclusions(
        db,
        scope,
        exclusionUuids.filter((uuid) => uuid !== null),
      ),
      findPageFixes(
        context,
        scope,
        rows.map(({ ecosystem, name, span }) => ({ ...span, ecosystem, name })),
      ),
    ])
    yield rows.map((row) => advised(row, { texts, signals, exclusions, fixesOf, scan }))
  }
}

interface ReportContext {
  texts: Awaited<ReturnType<typeof readAccountTexts>>
  signals: Awaited<ReturnType<typeof listSignals>>
  exclusions: Awaited<ReturnType<typeof describeExclusions>>
  fixesOf: FixesOf
  scan: ScanRow
}

function advised(
  row: AffectedAt,
  { texts, signals, exclusions, fixesOf, scan }: ReportContext,
): AdvisedVersion {
  const { ecosystem, name, span, advisoryUuid, excluded } = row
  const { version, locations } = span
  const fixes = fixesOf({ ...span, ecosystem, name })
  const advice = makeAdvice({
    advisoryUuid,
    ecosystem,
    name,
    span,
    usage: row.usage,
    facts: { ...row, fixed: row.fixedVersions },
    introducedAt: row.introducedAt ?? scan.scanned_at.getTime(),
    fixesThis: fixes.fixOf(advisoryUuid),
    text: texts.get(advisoryUuid),
    updates: (span.updates ?? []).map((uuid) => texts.get(uuid)),
    signal: worstSignal(signals, cvesOf(row)),
    exclusion: excluded && whyExcluded(excluded, exclusions, scan),
  })
  return { ecosystem, name, version, locations, advice, fixes }
}
