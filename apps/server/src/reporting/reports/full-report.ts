import type { PullRequests } from '@assay/contract/pull-requests.ts'
import type { Advice, Report } from '@assay/contract/report.ts'
import type { PackageFixes } from '@assay/engine/advisories/find-fixes.ts'
import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import type { AffectedVersion } from '@assay/engine/lifetimes/finding.ts'
import type { RuleResult } from '@assay/engine/policies/rule.ts'
import { wireResult } from '#scanning/rules/wire-result.ts'
import type { z } from 'zod'
import {
  type AdvisoryKnowledge,
  dataOfScan,
  outcomesOfScan,
} from '#knowledge/advisories/databases/freshness.ts'
import { ItemStream, streamItems } from '#platform/http/item-stream.ts'
import { streamJson } from '#platform/http/json-stream.ts'
import type { StoredComponent } from './components/component-pages-store.ts'
import { coveredThen } from './stored/covered-then.ts'
import { groupAdjacent } from './group-adjacent.ts'
import { licensingOf, stabilityOf } from './components/other-assessments.ts'
import type { ScanRow } from './stored/store.ts'
import type { ByLanguage } from './components/by-language.ts'

/** A package version with one advice. */
export interface AdvisedVersion extends Pick<AffectedVersion, 'version' | 'locations'> {
  ecosystem: EcosystemId
  name: string
  advice: z.input<typeof Advice>
  fixes: PackageFixes
}

export interface ReportInput {
  project: { uuid: string; url: string }
  branch: string
  scan: ScanRow
  knowledge: AdvisoryKnowledge
  /** Advices of one version are adjacent. */
  affected: ByLanguage<AdvisedVersion>
  components: ByLanguage<StoredComponent>
  unstable: ByLanguage<StoredComponent>
  pathsTo: (key: string, limit: number) => string[][]
  /** null if none were recorded. */
  pullRequests: PullRequests | null
  ruleResults: readonly RuleResult[]
  /** Whether licenses include links to their texts. */
  hasExpandedLicenses: boolean
}

/** The full report as of one scan; only advisory texts are current. */
export function fullReport(input: ReportInput) {
  const { project, branch, scan, knowledge } = input
  const security = input.affected.map(([language, pages]) => ({ language, reports: reportsOf(input, pages) }))
  return streamJson({
    uuid: scan.uuid,
    ...outcomesOfScan(scan, knowledge),
    tool: toolOf(project.url),
    timestamp: wireTimestamp(scan.scanned_at),
    downloadKey: scan.uuid,
    project: { uuid: project.uuid, url: project.url, branch },
    security: { score: scan.security_score, assessments: inTurn(security) },
    stability: {
      score: scan.stability_score,
      libyears: scan.libyears,
      unknownReleases: scan.unknown_releases,
      assessments: inTurn(stabilityOf(input.unstable)),
    },
    licensing: {
      score: scan.licensing_score,
      assessments: inTurn(
        licensingOf(input.components, {
          scannedAt: scan.scanned_at,
          isExpanded: input.hasExpandedLicenses,
        }),
      ),
    },
    ...coveredThen(scan, knowledge),
    // Scores below their minimums and violated license policies have their own members.
    rules: input.ruleResults.filter(({ kind }) => kind === 'condition').map(wireResult),
    issues: scan.issues as Report['issues'],
    advisoryData: dataOfScan(scan, knowledge),
    ...(input.pullRequests && { pullRequests: input.pullRequests }),
  })
}

/** A container image is not a code base. */
const toolOf = (url: string) => (url.startsWith('docker:') ? 'BOSSC' : 'BOSS')

const wireTimestamp = (at: Date) => ({
  year: at.getUTCFullYear(),
  monthValue: at.getUTCMonth() + 1,
  dayOfMonth: at.getUTCDate(),
  hour: at.getUTCHours(),
  minute: at.getUTCMinutes(),
  second: at.getUTCSeconds(),
})

/** A short list whose items contain streams. */
const inTurn = <Item>(items: readonly Item[]): ItemStream<Item> =>
  new ItemStream(
    (async function* () {
      yield items
    })(),
  )

/** One entry per package version, with its counted advices before the excluded ones. */
const reportsOf = ({ pathsTo }: ReportInput, pages: AsyncIterable<AdvisedVersion[]>) =>
  new ItemStream(entriesOf(pathsTo, pages))

async function* entriesOf(pathsTo: ReportInput['pathsTo'], pages: AsyncIterable<AdvisedVersion[]>) {
  for await (const group of groupAdjacent(pages, keyOf)) {
    const { name, version, locations, fixes } = group.first
    const [path] = pathsTo(`${name}@${version}`, 1)
    yield [
      {
        dependency: { name, version },
        advices: streamItems(group.pages, ({ advice }) => advice),
        locations,
        safeVersions: fixes.safeVersions,
        recommended: fixes.recommended,
        hierarchy: path ?? [`${name}:${version}`],
        isDirect: path ? path.length === 1 : null,
      },
    ]
  }
}

const keyOf = ({ ecosystem, name, version }: AdvisedVersion) => `${ecosystem}:${name}@${version}`
