import { ecosystemOfPurl } from '../../../ecosystems.ts'
import { pathFrom } from '../sibling-file.ts'
import { shortTextOf } from '../../parsers/json-value.ts'
import { lockfileReader, type LockfileLocation, parseLines } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'
import { parseGoMod } from './go-mod-lines.ts'
import { readWorkspace } from './go-work.ts'
import { vendoredModules } from './vendor-modules.ts'

const kind = { purlType: 'golang', separator: '/' } as const

/**
 * go.sum: https://go.dev/ref/mod#go-sum-files. It also lists versions that were considered but not built, so only the
 * highest version of each module whose content was downloaded counts. A complete go.mod (Go 1.17 or later) or a
 * vendor/modules.txt in the same folder takes precedence.
 */
export const goSum = lockfileReader({
  id: 'go-sum',
  title: 'go.sum',
  kind,
  matchesPath: (fileName) => fileName === 'go.sum',
  parse: parseLines,
  empty: [],
  read(lines, list, location) {
    const { fetched, seen } = readSums(lines, list)
    const built = builtVersions(location)
    let left = 0
    for (const [name, versions] of seen) {
      const candidates = fetched.get(name) ?? new Map<string, Sum>()
      const chosen = built ? built.get(name) : highest([...candidates.keys()])
      const sum = chosen === undefined ? undefined : candidates.get(chosen)
      left += versions.size - (sum ? 1 : 0)
      if (!sum || chosen === undefined) continue
      const hashes = [{ algorithm: 'h1', value: sum.hash }]
      list.add({ name, version: chosen, where: sum.where, hashes })
    }
    if (left > 0) {
      const message = `Not in the build, only looked at to choose versions: ${left} of the listed versions.`
      list.log.add('versions-not-built', message, location.path)
    }
    return { format: 'go.sum' }
  },
})

interface Sum {
  hash: string
  where: string
}

interface Sums {
  /** Versions with a content hash, by module. */
  fetched: Map<string, Map<string, Sum>>
  /** All versions, by module. */
  seen: Map<string, Set<string>>
}

function readSums(lines: readonly string[], { path, log }: PackageList): Sums {
  const sums: Sums = { fetched: new Map(), seen: new Map() }
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue
    const where = `${path}:${at + 1}`
    const [name = '', written = '', hash = '', ...rest] = line.trim().split(/\s+/)
    if (!written.startsWith('v') || !hash.startsWith('h1:') || rest.length > 0) {
      log.add('line-unusable', 'This line is not a module, a version and a hash and was left out.', where)
      continue
    }
    const isContent = !written.endsWith('/go.mod')
    const version = shortTextOf(isContent ? written : written.slice(0, -'/go.mod'.length))
    memberOf(sums.seen, name, () => new Set<string>()).add(version)
    if (isContent)
      memberOf(sums.fetched, name, () => new Map<string, Sum>()).set(version, { hash: hash.slice(3), where })
  }
  return sums
}

function memberOf<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known) return known
  const created = make()
  map.set(key, created)
  return created
}

/** Versions by module, from a complete go.mod or the list of what is vendored beside it; null if there is neither. */
function builtVersions(location: LockfileLocation): Map<string, string> | null {
  const vendored = pathFrom(location.path, 'vendor/modules.txt')
  const list = vendored === null ? null : location.tree?.find(vendored)
  const modules = list ? vendoredModules(parseLines(list).content ?? []) : []
  const vendoredVersions =
    modules.length > 0 ? new Map(modules.map(({ name, version }) => [name, version])) : null
  return requiredVersions(location) ?? vendoredVersions
}

function requiredVersions({ path, tree }: LockfileLocation): Map<string, string> | null {
  const manifestPath = pathFrom(path, 'go.mod')
  const document = manifestPath === null ? null : tree?.find(manifestPath)
  const lines = document ? parseLines(document).content : null
  if (!lines) return null
  const { modules, isComplete } = parseGoMod(lines, readWorkspace({ path: manifestPath ?? path, tree }))
  return isComplete ? new Map(modules.map(({ name, version }) => [name, version])) : null
}

function highest(versions: readonly string[]): string | undefined {
  const order = ecosystemOfPurl({ type: kind.purlType, namespace: null })
  const isAbove = (a: string, b: string) => (order?.compareVersions(a, b) ?? 0) > 0
  return versions.reduce<string | undefined>(
    (best, each) => (best === undefined || isAbove(each, best) ? each : best),
    undefined,
  )
}
