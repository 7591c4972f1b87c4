import { componentChangeKinds } from '@assay/engine/vocabulary.ts'
import { comparisonLists } from '@assay/contract/scans.ts'
import type { Comparison, ComparisonList, ComponentChange, Overview } from '@assay/contract/scans.ts'
import type { ComparedFinding } from '@assay/contract/findings.ts'
import type { ProjectVersion } from '@assay/contract/versions.ts'
import { compareSeverity } from '../../../widgets/findings/severity-model.ts'

export interface ComparedRow {
  key: string
  id: string
  finding: ComparedFinding
}

/** Most severe first, then by package. */
export const comparedRows = (comparison: Comparison, list: ComparisonList): ComparedRow[] =>
  comparison[list]
    .map((finding) => ({
      key: `${finding.advisoryUuid}.${finding.ecosystem}.${finding.package}`,
      id: finding.displayId,
      finding,
    }))
    .sort(
      (a, b) =>
        compareSeverity(a.finding, b.finding) ||
        a.finding.package.localeCompare(b.finding.package) ||
        a.id.localeCompare(b.id, undefined, { numeric: true }),
    )

export interface Choice {
  uuid: string
  branch: string
  /** null for another branch's last scan. */
  number: number | null
  timestamp: number
  /** Name of the published version that has this scan. */
  version?: string
}

/** The kinds of changes: of components, then lists of findings. */
export const changeKinds = [...componentChangeKinds, ...comparisonLists] as const
export type ChangeKind = (typeof changeKinds)[number]

export const isComponentKind = (kind: ChangeKind): kind is ComponentChange['kind'] =>
  (componentChangeKinds as readonly string[]).includes(kind)

export interface Changes {
  /** How many there are of each kind. */
  counts: Record<ChangeKind, number>
  /** Whether the scans list the same components and count the same findings. */
  isSame: boolean
}

export function countChanges({ components, ...lists }: Comparison): Changes {
  const counts = Object.fromEntries(
    changeKinds.map((kind) => [
      kind,
      isComponentKind(kind) ? components.filter((each) => each.kind === kind).length : lists[kind].length,
    ]),
  ) as Changes['counts']
  const isSame = changeKinds.every((kind) => kind === 'unchanged' || counts[kind] === 0)
  return { counts, isSame }
}

/** The kinds that a search parameter names; all if it names none. */
export function shownKinds(parameter: string | undefined): readonly ChangeKind[] {
  const named = changeKinds.filter((kind) => parameter?.split(',').includes(kind))
  return named.length === 0 ? changeKinds : named
}

type Versions = ComponentChange['before']

export const licensesOf = (versions: Versions): string[] => [
  ...new Set(versions.flatMap(({ licenses }) => licenses)),
]

/** The most that one of the versions is behind, in years; null if unknown. */
export function yearsBehind(versions: Versions): number | null {
  const known = versions.map(({ libyears }) => libyears).filter((years) => years !== null)
  return known.length === 0 ? null : Math.max(...known)
}

type Base = Pick<Overview, 'branch' | 'scans'>

/**
 * Scans to compare: those of published versions, the shown branch's own, those of the base's branch, then the last one of
 * each other branch.
 */
export function comparable(
  overview: Overview,
  base?: Base,
  versions: readonly ProjectVersion[] = [],
): Choice[] {
  const published = versions.map(({ reportUuid, branch, name, scannedAt }) => {
    return { uuid: reportUuid, branch, number: null, timestamp: scannedAt, version: name }
  })
  const isPublished = new Set(published.map(({ uuid }) => uuid))
  return [...published, ...scansToCompare(overview, base).filter(({ uuid }) => !isPublished.has(uuid))]
}

function scansToCompare({ branch, branches, scan, scans }: Overview, base: Base | undefined): Choice[] {
  const listed = scans.some(({ uuid }) => uuid === scan.uuid) ? scans : [...scans, scan]
  const others = base === undefined || base.branch === branch ? [] : [base]
  return [
    ...listed.map((each) => ({ ...each, branch })),
    ...others.flatMap((of) => of.scans.map((each) => ({ ...each, branch: of.branch }))),
    ...branches
      .filter(({ name }) => name !== branch && !others.some((of) => of.branch === name))
      .map(({ name, reportUuid, timestamp }) => ({
        uuid: reportUuid,
        branch: name,
        number: null,
        timestamp,
      })),
  ]
}
