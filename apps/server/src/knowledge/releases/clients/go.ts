import { recordOf } from '@assay/engine/documents/parsers/json-value.ts'
import { go } from '@assay/engine/ecosystems/go/index.ts'
import type { Release } from '@assay/engine/releases/release.ts'
import type { Get, RegistryClient, PackageToRead } from './client.ts'
import { orderByNeed } from './date-order.ts'
import { nameEnd } from './name-pattern.ts'
import { jsonOf, sentenceOf, textOfResponse, timeOf } from './read-response.ts'
import { readGoMod } from './go-mod.ts'
import { isComplete, factsOfTexts, fetchFiles, inNoFolder, withFiles } from './package-files.ts'

// https://go.dev/ref/mod#goproxy-protocol

/** One request each. Times of the others are read at later checks. */
const timesAtOnce = 30

export const goClient: RegistryClient = {
  ecosystem: 'go',
  example: 'git.acme.example',
  // A module with those below it.
  startsOf(pattern) {
    const path = pattern.replace(/\/+$/, '')
    return [`${path}/`, path + nameEnd]
  },
  async read(get, pkg) {
    const base = `/${escapePath(pkg.name)}`
    const response = await get(`${base}/@v/list`, {
      isConditional: isComplete(pkg) && areTimesRead(pkg),
    })
    if (response.kind !== 'found') return response.kind
    const listed = textOfResponse(response)
      .split('\n')
      .flatMap((line) => sentenceOf(line.split(' ', 1)[0]) ?? [])
    const versions = [...new Set(listed)].toSorted((a, b) => compare(b, a))
    const times = await readTimes(get, base, { pkg, versions })
    // A module without tags still has its newest commit, which the list does not contain.
    const newest = versions.find((version) => go.isStable(version)) ?? versions[0] ?? newestOf(times)
    const mod = newest === undefined ? null : await get(`${base}/@v/${escapePath(newest)}.mod`)
    const { deprecated, isRetracted } = readGoMod(mod?.kind === 'found' ? textOfResponse(mod) : '', compare)
    const releases = [...new Set([...versions, ...times.keys()])].map((version): Release => ({
      version,
      publishedAt: times.get(version) ?? null,
      ...(isRetracted(version) && { isYanked: true }),
    }))
    if (releases.length === 0) return 'absent'
    const readModule = async (version: string) => {
      const folder = `${pkg.name}@${version}/`
      const files = await fetchFiles(get, `${base}/@v/${escapePath(version)}.zip`, {
        inPackage: (path) =>
          path.toLowerCase().startsWith(folder.toLowerCase()) ? inNoFolder(path.slice(folder.length)) : null,
      })
      return files && factsOfTexts(files)
    }
    return {
      releases: await withFiles(releases, pkg, readModule),
      ...(deprecated !== null && { deprecated }),
    }
  },
}

/** Commits in use are not in the list, so the list does not change when a new one is used. */
const areTimesRead = ({ versions, known }: PackageToRead): boolean =>
  versions.every((version) => known.some((release) => release.version === version))

const compare = (a: string, b: string): number => go.compareVersions(a, b) ?? 0
const newestOf = (times: ReadonlyMap<string, number>) =>
  [...times.keys()].toSorted((a, b) => compare(b, a))[0]

/** Module path escaping: capitals become '!' and the lower-case letter. */
export const escapePath = (path: string): string =>
  path
    .replaceAll(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`)
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%21', '!').replaceAll('%2B', '+'))
    .join('/')

const fields = { Version: true, Time: true } as const

interface Timed {
  pkg: PackageToRead
  /** Newest first. */
  versions: readonly string[]
}

async function readTimes(get: Get, base: string, { pkg, versions }: Timed): Promise<Map<string, number>> {
  const times = new Map(
    pkg.known.flatMap(({ version, publishedAt }) =>
      publishedAt === null ? [] : [[version, publishedAt] as const],
    ),
  )
  // Pseudo-versions in use are not in the list.
  const requested = orderByNeed(pkg, versions).filter((version) => !times.has(version))
  for (const version of requested.slice(0, timesAtOnce)) {
    if (!/^v\d/.test(version)) continue
    const response = await get(`${base}/@v/${escapePath(version)}.info`)
    const time = response.kind === 'found' ? timeOf(recordOf(await jsonOf(response, fields))['Time']) : null
    if (time !== null) times.set(version, time)
  }
  if (versions.length === 0 && times.size === 0) {
    const response = await get(`${base}/@latest`)
    const { Version, Time } = response.kind === 'found' ? recordOf(await jsonOf(response, fields)) : {}
    const version = sentenceOf(Version)
    const time = timeOf(Time)
    if (version !== undefined && time !== null) times.set(version, time)
  }
  return times
}
