import { ecosystemById } from '../ecosystems.ts'
import type { EcosystemId } from '../ecosystems/ecosystem.ts'
import type { ComponentChangeKind } from '../vocabulary.ts'

/** A version of a package that only one of two scans has, or has with these licenses. */
export interface ComparedVersion {
  ecosystem: EcosystemId | null
  /** The name by which advisories list the package. */
  packageName: string
  name: string
  version: string
  licenses: string[]
  /** Years behind the newest stable release; null if unknown. */
  libyears: number | null
  isBefore: boolean
}

type VersionThen = Pick<ComparedVersion, 'version' | 'licenses' | 'libyears'>

/** What two scans say of a package that differs: the versions that only one of them has. */
export interface ComponentChange extends Pick<ComparedVersion, 'ecosystem' | 'packageName' | 'name'> {
  kind: ComponentChangeKind
  before: VersionThen[]
  after: VersionThen[]
}

/** The packages that differ, in the order of their first version. */
export function compareComponents(versions: readonly ComparedVersion[]): ComponentChange[] {
  const packages = Map.groupBy(versions, ({ ecosystem, name }) => `${ecosystem ?? ''}\n${name}`)
  return [...packages.values()].map((listed) => {
    const { ecosystem, packageName, name } = listed[0]!
    const then = (isBefore: boolean): VersionThen[] =>
      listed
        .filter((each) => each.isBefore === isBefore)
        .map(({ version, licenses, libyears }) => ({ version, licenses, libyears }))
    const [before, after] = [then(true), then(false)]
    return { ecosystem, packageName, name, kind: kindOf(ecosystem, before, after), before, after }
  })
}

function kindOf(
  ecosystem: EcosystemId | null,
  before: readonly VersionThen[],
  after: readonly VersionThen[],
): ComponentChangeKind {
  if (before.length === 0) return 'added'
  if (after.length === 0) return 'removed'
  const had = new Set(before.map(({ version }) => version))
  if (
    had.size === new Set(after.map(({ version }) => version)).size &&
    after.every((each) => had.has(each.version))
  )
    return 'relicensed'
  const compare = ecosystem === null ? () => null : ecosystemById(ecosystem).compareVersions
  const order = orderOf(highest(before, compare), highest(after, compare), compare)
  return order === null || order === 0 ? 'replaced' : order < 0 ? 'upgraded' : 'downgraded'
}

type Compare = (a: string, b: string) => number | null

/** null if the order of two of the versions is unknown. */
const highest = (versions: readonly VersionThen[], compare: Compare): string | null =>
  versions.slice(1).reduce<string | null>((most, { version }) => {
    const order = most === null ? null : compare(most, version)
    return order === null ? null : order < 0 ? version : most
  }, versions[0]!.version)

const orderOf = (a: string | null, b: string | null, compare: Compare): number | null =>
  a === null || b === null ? null : compare(a, b)
