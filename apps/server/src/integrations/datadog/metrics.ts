import type { DatadogSettings } from './settings.ts'
import { domains, ratedSeverities } from '@assay/engine/vocabulary.ts'
import type { z } from 'zod'
import type { Distribution, Series } from './client.ts'
import type { BranchNumbers, Fixes, OpenFindings } from './store.ts'

type Settings = z.output<typeof DatadogSettings>

/** One series per severity, including zeros: a gauge that is not sent keeps its last value. */
const severities = ratedSeverities

export interface Snapshot {
  /** Epoch seconds. */
  at: number
  branches: readonly BranchNumbers[]
  open: readonly OpenFindings[]
  fixes: readonly Fixes[]
  /** Epoch ms by branch. */
  fixesSince: ReadonlyMap<string, number>
}

/** https://docs.datadoghq.com/getting_started/tagging/: 200 characters including the name. */
const maxTagLength = 200
const tag = (name: string, value: string) =>
  `${name}:${value.replaceAll(/\s+/g, '_')}`.slice(0, maxTagLength).toWellFormed()

const tagsOf = ({ project, branch }: BranchNumbers): string[] => [
  tag('project', project.replace(/^https?:\/\//, '')),
  tag('branch', branch),
]

export function seriesOf({ prefix }: Pick<Settings, 'prefix'>, snapshot: Snapshot): Series[] {
  const { at, branches } = snapshot
  return branches.flatMap((branch) => {
    const tags = tagsOf(branch)
    const gauge = (metric: string, value: number, more: string[] = []): Series => ({
      metric: `${prefix}.projects.${metric}`,
      type: 'gauge',
      at,
      value,
      tags: [...tags, ...more],
    })
    return [
      ...domains
        .filter((domain) => branch.measured[domain])
        .map((domain) => gauge(`scores.${domain}`, branch[domain])),
      gauge('coverage.listed', branch.listed),
      gauge('coverage.checked', branch.checked),
      ...severities.map((severity) =>
        gauge('vulns', countOf(snapshot.open, branch, severity), [tag('severity', severity)]),
      ),
      ...fixesOf(prefix, snapshot, { branch, tags }),
    ]
  })
}

function fixesOf(
  prefix: string,
  { at, fixes, fixesSince }: Snapshot,
  { branch, tags }: { branch: BranchNumbers; tags: string[] },
): Series[] {
  const since = fixesSince.get(branch.branchUuid)
  if (since === undefined) return []
  return severities.flatMap((severity) => {
    const value = countOf(fixes, branch, severity)
    const series: Series = {
      metric: `${prefix}.projects.fixes`,
      type: 'count',
      at,
      value,
      tags: [...tags, tag('severity', severity)],
      intervalSeconds: Math.max(1, Math.round(at - since / 1000)),
    }
    return value === 0 ? [] : [series]
  })
}

export const distributionsOf = (
  { prefix }: Pick<Settings, 'prefix'>,
  { at, branches, open }: Snapshot,
): Distribution[] =>
  branches.flatMap((branch) =>
    open
      .filter(({ branchUuid }) => branchUuid === branch.branchUuid)
      .map(({ severity, ages }) => ({
        metric: `${prefix}.vulns.age.distribution`,
        at,
        values: ages,
        tags: [...tagsOf(branch), tag('severity', severity)],
      })),
  )

const countOf = (
  rows: readonly { branchUuid: string; severity: string; count: number }[],
  { branchUuid }: BranchNumbers,
  severity: string,
): number => rows.find((row) => row.branchUuid === branchUuid && row.severity === severity)?.count ?? 0
