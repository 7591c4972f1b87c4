import { listOf, quote, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import { lockfileReader, parseJsonObject } from '../lockfile-reader.ts'
import type { PackageList } from '../package-list.ts'

/** Package.resolved, versions 1 to 3: https://github.com/swiftlang/swift-package-manager/blob/main/Sources/PackageGraph/ResolvedPackagesStore.swift */
export const packageResolved = lockfileReader({
  id: 'package-resolved',
  title: 'Package.resolved: it has no pins',
  kind: { purlType: 'swift', separator: '/' },
  matchesPath: (fileName) => fileName === 'Package.resolved',
  recognizes: (json) => pinsOf(recordOf(json)) !== null,
  parse: parseJsonObject,
  accepts: (lock) => pinsOf(lock) !== null,
  read(lock, list) {
    const { pins, pointer } = pinsOf(lock)!
    for (const [at, pin] of pins.entries()) addPin(recordOf(pin), list, `${list.path}#${pointer}/${at}`)
    const { version } = lock
    return { format: `Package.resolved ${typeof version === 'number' ? version : ''}`.trim() }
  },
})

/** Version 1 nests the pins in an object. */
function pinsOf({
  version,
  pins,
  object,
}: Record<string, unknown>): { pins: readonly unknown[]; pointer: string } | null {
  if (typeof version !== 'number') return null
  const old = recordOf(object)['pins']
  if (Array.isArray(old)) return { pins: listOf(old), pointer: '/object/pins' }
  return Array.isArray(pins) ? { pins: listOf(pins), pointer: '/pins' } : null
}

function addPin(pin: Record<string, unknown>, list: PackageList, where: string): void {
  // A local package.
  if (pin['kind'] === 'localSourceControl' || pin['kind'] === 'fileSystem') return
  const location = textOf(pin['location']) || textOf(pin['repositoryURL'])
  const { version, branch, revision } = recordOf(pin['state'])
  if (location === '') {
    const message = `${quote(textOf(pin['identity']))} is from a registry: advisories name packages by their address, so none can be matched.`
    list.log.add('source-unmatched', message, where)
  }
  list.add({
    name: location === '' ? textOf(pin['identity']) || textOf(pin['package']) : repositoryName(location),
    version: textOf(version),
    isDirect: null,
    where,
    // The address of its repository is the name of a public package, under which advisories list it.
    ...(location === '' && { origin: { kind: 'private-registry' } }),
    gap: textOf(branch)
      ? `is pinned to the branch ${quote(textOf(branch))}`
      : `is pinned to the commit ${quote(shortTextOf(revision))}`,
  })
}

/** 'https://github.com/apple/swift-nio.git' and 'git@github.com:apple/swift-nio' are 'github.com/apple/swift-nio'. */
export function repositoryName(location: string): string {
  const path = location.replace(/^[a-z+]+:\/\//i, '').replace(/^[^/@]*@/, '')
  return path
    .replace(/^([^/:]+):(?:\d+\/)?\/?/, '$1/')
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
}
