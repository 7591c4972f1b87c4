import { ecosystemById } from '../ecosystems.ts'
import type { Ecosystem, EcosystemId } from '../ecosystems/ecosystem.ts'
import type { ProjectRuntime } from '../inventory.ts'
import type { PackageReleases, ReleasesOf } from './release.ts'

type Runtime = Pick<ProjectRuntime, 'range' | 'isWhole'>

/** Releases of packages for the runtime of the files that list them: the others are marked as unsupported. */
export interface SupportedReleases {
  /** For the given files; of all files of the ecosystem without them. */
  of(ecosystem: EcosystemId, name: string, files?: readonly string[]): PackageReleases | null
  /** 'Python >=3.9'; null if no file says it. */
  describe(ecosystem: EcosystemId, files: readonly string[]): string | null
}

export function supportedReleases(
  runtimes: readonly ProjectRuntime[] = [],
  releasesOf: ReleasesOf,
): SupportedReleases {
  const known = new Map<string, PackageReleases | null>()
  const runtimesIn = (id: EcosystemId, files?: readonly string[]) =>
    runtimes.filter(({ ecosystem, file }) => ecosystem === id && (files?.includes(file) ?? true))
  return {
    of(id, name, files) {
      const own = runtimesIn(id, files)
      const releases = releasesOf(id, name)
      if (own.length === 0 || releases === null) return releases
      const key = JSON.stringify([id, name, own.map(({ file }) => file)])
      const marked = known.get(key) ?? markUnsupported(releases, own)
      known.set(key, marked)
      return marked
    },
    describe(id, files) {
      const { runtime } = ecosystemById(id)
      const [first] = runtimesIn(id, files)
      return runtime === undefined || first === undefined ? null : `${runtime} ${first.range}`
    },
  }
}

function markUnsupported(releases: PackageReleases, runtimes: readonly Runtime[]): PackageReleases {
  const ecosystem = ecosystemById(releases.ecosystem)
  const supports = new Map<string, boolean>()
  const isSupported = (range: string): boolean => {
    const is = supports.get(range) ?? runtimes.every((each) => supportsRuntime(ecosystem, range, each))
    supports.set(range, is)
    return is
  }
  return {
    ...releases,
    releases: releases.releases.map((release) =>
      release.runtime === undefined || isSupported(release.runtime)
        ? release
        : { ...release, isUnsupported: true as const },
    ),
  }
}

/** Whether a release for some versions of a runtime can be used with all that a project is for. */
export function supportsRuntime(ecosystem: Ecosystem, release: string, { range, isWhole }: Runtime): boolean {
  const [wanted, offered] = [plain(range), plain(release)]
  const versions = samplesOf(`${wanted} ${offered}`)
    .filter((version) => ecosystem.isInRange?.(wanted, version) === true)
    .sort((a, b) => ecosystem.compareVersions(a, b) ?? 0)
  const decisive = isWhole ? versions : versions.slice(0, 1)
  return decisive.every((version) => ecosystem.isInRange?.(offered, version) !== false)
}

/** '>=3.6.*' is none of the notation, but frequent. */
const plain = (range: string): string => range.replaceAll(/([<>]=?\s*\d+(?:\.\d+)*)\.\*/g, '$1')

/** With three numbers, as SemVer requires. */
const padded = (version: string): string =>
  [...version.split('.'), '0', '0'].slice(0, Math.max(3, version.split('.').length)).join('.')

/** The versions that ranges name, and those next to them. */
const samplesOf = (ranges: string): string[] => [
  ...new Set(
    [...ranges.matchAll(/\d+(?:\.\d+)*/g)].flatMap(([version]) => {
      const parts = version.split('.')
      const next = [...parts.slice(0, -1), String(BigInt(parts.at(-1)!) + 1n)].join('.')
      return [version, next, `${version}.1`].flatMap((each) => [each, padded(each)])
    }),
  ),
]
