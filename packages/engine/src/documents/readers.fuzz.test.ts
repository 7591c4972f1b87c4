import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DocumentReader, ReadResult, SourceDocument } from '../inventory.ts'
import { maxIssues, maxTextLength } from './parsers/limits.ts'
import { readDocument } from './read.ts'
import { readers } from './readers.ts'
import { fixtureFiles, fixtureFolders, treeOf } from './testing/fixture-files.ts'
import { growing, type Growth } from './testing/growth.ts'
import { mutated, noise } from './testing/mutations.ts'

// npm test runs 300 inputs per reader, npm run fuzz 20,000.
const isLong = process.env['MODE'] === 'fuzz'
const runs = isLong ? 20_000 : 300
const growths = isLong ? 60 : 6
const timeout = isLong ? 3_600_000 : 60_000

/** Checks that input is read or rejected, that output is valid and that it is not much larger than the input. */
function check(result: ReadResult, size: number): void {
  if (result.inventory === null) {
    expect(result.issues?.length).toBeGreaterThan(0)
    for (const { code, message, where } of result.issues) expect(code && message && where).not.toBe('')
    return
  }
  const { components, issues, vex = [] } = result.inventory
  for (const [index, component] of components.entries()) {
    const { name, version, requiredBy, locations } = component
    if (name === '' || name.length > maxTextLength || version.length > maxTextLength) {
      expect.fail(`a name or version out of bounds: ${JSON.stringify(component)}`)
    }
    const isSound = requiredBy.every((by) => by !== index && components[by] !== undefined)
    if (!isSound || new Set(requiredBy).size < requiredBy.length || locations.length === 0) {
      expect.fail(`an unsound component: ${JSON.stringify(component)}`)
    }
  }
  for (const { components: targets } of vex) expect(targets.every((index) => components[index])).toBe(true)
  expect(issues.length).toBeLessThanOrEqual(maxIssues + 1)
  for (const { code, message, where } of issues) {
    if (code === '' || message === '' || where === '') expect.fail(`an issue that says nothing: ${code}`)
  }
  const written = JSON.stringify(result.inventory)
  expect(written.length).toBeLessThan(100 * size + 1_000_000)
  // In JSON, a lone surrogate is an escape sequence. An escaped one has another backslash.
  const unstorable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/.exec(written)
  if (unstorable)
    expect.fail(
      `text that cannot be stored: ${written.slice(unstorable.index - 100, unstorable.index + 100)}`,
    )
}

const namesOfPrototypes = () =>
  [Object.prototype, Array.prototype, Map.prototype, Function.prototype].map((each) =>
    Object.getOwnPropertyNames(each).join(),
  )
const known = namesOfPrototypes()

/** Reads the document; if it is not an inventory, reads those next to it that may use it. */
function readChecked(reader: DocumentReader, bytes: Uint8Array, at: SourceDocument): ReadResult {
  const document = { path: at.path, bytes }
  const files = fixtures.get(reader.id)!.map((file) => (file.path === at.path ? document : file))
  const read = (file: SourceDocument) => {
    const result = reader.read({ ...file }, treeOf(files))
    check(result, files.length * 1_000 + bytes.length + file.bytes.length)
    return result
  }
  const result = read(document)
  if (result.inventory === null) for (const file of files) if (isBeside(file, at)) read(file)
  return result
}

const isBeside = (file: SourceDocument, { path }: SourceDocument) =>
  file.path !== path && file.path.split('/').slice(0, -1).join('/') === path.split('/').slice(0, -1).join('/')

const fixtures = new Map(readers.map(({ id }) => [id, fixtureFiles(id)]))

test('every reader has fixtures to mutate, and every fixture folder has a reader', () => {
  expect(fixtureFolders().toSorted()).toEqual(readers.map(({ id }) => id).toSorted())
  for (const [id, files] of fixtures) expect(files.length, id).toBeGreaterThan(0)
})

describe.each(readers.map((reader) => [reader.id, reader] as const))('%s', (id, reader) => {
  const files = fixtures.get(id)!
  const file = fc.constantFrom(...files)

  test('reads its own fixtures', () => {
    const results = files.map((each) => readChecked(reader, each.bytes, each))
    const sizes = results.map(({ inventory }) =>
      Math.max(inventory?.components.length ?? 0, inventory?.infrastructure?.results.length ?? 0),
    )
    expect(Math.max(...sizes)).toBeGreaterThan(0)
  })

  test('reads or rejects mutated documents', { timeout }, () => {
    const input = file.chain((each) => fc.tuple(fc.constant(each), mutated(each.bytes)))
    const isSound = ([at, bytes]: [SourceDocument, Uint8Array]) => {
      readChecked(reader, bytes, at)
      check(readDocument({ path: at.path, bytes }), bytes.length)
    }
    fc.assert(fc.property(input, isSound), { numRuns: runs })
    expect(namesOfPrototypes()).toEqual(known)
  })

  test('reads or rejects noise', { timeout }, () => {
    fc.assert(
      fc.property(file, noise, (at, bytes) => void readChecked(reader, bytes, at)),
      { numRuns: Math.ceil(runs / 4) },
    )
    expect(namesOfPrototypes()).toEqual(known)
  })

  test('takes linear time in the size of the document', { timeout }, () => {
    const input = file.chain((each) => fc.tuple(fc.constant(each), growing(each.bytes)))
    fc.assert(
      fc.property(input, ([at, grow]) => {
        for (const step of steps) expectLinear(reader, at, { ...step, grow })
      }),
      { numRuns: growths, endOnFailure: true },
    )
  })
})

/** From small to large, so that a slow reader fails before it takes hours. */
const steps = [
  { shortBytes: 4_096, growth: 8 },
  isLong ? { shortBytes: 65_536, growth: 32 } : { shortBytes: 32_768, growth: 8 },
]
/** One long document may take this many times as long as many short ones; a quadratic reader takes growth times. */
const maxTimes = 4
/** Below this, measured times are noise. */
const noiseMs = 40

interface Step {
  grow: Growth
  shortBytes: number
  growth: number
}

/** Measures up to three times, so that a busy machine does not fail the test. */
function expectLinear(reader: DocumentReader, at: SourceDocument, { grow, shortBytes, growth }: Step): void {
  const [short, long] = [grow(shortBytes), grow(shortBytes * growth)]
  const readShort = () => {
    for (let count = 0; count < growth; count++) readChecked(reader, short, at)
  }
  let [shortMs, longMs] = [0, Infinity]
  for (let attempt = 0; attempt < 3; attempt++) {
    shortMs = Math.max(shortMs, cpuMs(readShort))
    longMs = Math.min(
      longMs,
      cpuMs(() => void readChecked(reader, long, at)),
    )
    if (longMs <= maxTimes * shortMs + noiseMs) return
  }
  const start = JSON.stringify(new TextDecoder().decode(short.subarray(0, 2_000)))
  expect.fail(`${reader.id}: ${longMs} ms in one piece, ${shortMs} ms in ${growth}: ${at.path} ${start}`)
}

/** CPU time of this thread, regardless of other load on the machine. */
function cpuMs(act: () => void): number {
  const before = process.threadCpuUsage()
  act()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
