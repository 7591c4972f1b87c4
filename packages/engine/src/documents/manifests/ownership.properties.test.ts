import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockingGaps, computeCoverage, whyIncomplete } from '../../coverage.ts'
import { manifestReaders } from '../manifest-readers.ts'
import { dependencyFiles } from '../dependency-files.ts'
import { readDocuments } from '../read.ts'
import { claimedReader } from '../readers.ts'
import { lockfileReaders } from '../lockfile-readers.ts'
import { fixtureFiles } from '../testing/fixture-files.ts'

const manifests = manifestReaders.flatMap(({ id, matchesPath }) =>
  fixtureFiles(id)
    .filter(({ path }) => matchesPath(path.split('/').at(-1)!))
    .map(({ path, bytes }) => ({ name: path.split('/').at(-1)!, bytes })),
)

/** Fixtures of lockfiles, under names that a folder is searched for. */
const locks = lockfileReaders
  .filter(({ isManifest }) => isManifest !== true)
  .flatMap(({ id }) => fixtureFiles(id))
  .filter(({ path }) => claimedReader(path) !== null)
  .map(({ path, bytes }) => ({ name: path.split('/').at(-1)!, bytes }))

const read = (files: readonly { path: string; bytes: Uint8Array }[]) => {
  const { inventory, issues } = readDocuments(files)
  const coverage = computeCoverage({
    inventory,
    issues: [...issues, ...inventory.issues],
    hasAdvisories: () => true,
    freshnessOf: () => 'current',
    acceptedGaps: [],
    now: 0,
  })
  return { inventory, coverage }
}

const standsFor = (lock: string, manifest: string) =>
  dependencyFiles.find(({ names }) => names.test(manifest))?.standIns.test(lock) === true

const anyManifest = fc.constantFrom(...manifests)
const anyLock = fc.constantFrom(...locks)

test('what a lockfile stands for is listed once, as if the manifest had only completed it', () => {
  const pairs = fc
    .tuple(anyManifest, anyLock)
    .filter(([manifest, lock]) => standsFor(lock.name, manifest.name))
    // Its lockfile lists modules alone, and what extensions fetch is read beside it.
    .filter(([manifest]) => manifest.name !== 'MODULE.bazel')
  fc.assert(
    fc.property(pairs, ([manifest, lock]) => {
      const together = read([
        { path: `a/${lock.name}`, bytes: lock.bytes },
        { path: `a/${manifest.name}`, bytes: manifest.bytes },
      ])
      const alone = read([{ path: `a/${lock.name}`, bytes: lock.bytes }])
      const named = ({ inventory }: typeof alone) =>
        inventory.components.map(({ name, version }) => [name, version])
      expect(named(together)).toEqual(named(alone))
      expect(together.inventory.components.some(({ sureness }) => sureness === 'declared')).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('a manifest without a lockfile never lets a scan pass that asks for packages', () => {
  fc.assert(
    fc.property(anyManifest, anyLock, ({ name, bytes }, lock) => {
      const { inventory, coverage } = read([
        { path: `other/${lock.name}`, bytes: lock.bytes },
        { path: `a/${name}`, bytes },
      ])
      const declared = inventory.components.filter(({ sureness }) => sureness === 'declared')
      expect(declared.length).toBeGreaterThan(0)
      expect(blockingGaps(coverage, 'any').some(({ where }) => where.startsWith(`a/${name}`))).toBe(true)
      expect(whyIncomplete(coverage, 'any')).not.toBeNull()
    }),
    { numRuns: 100 },
  )
})
