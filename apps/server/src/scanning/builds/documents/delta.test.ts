import * as fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { applyDelta, deltaOf } from './delta.ts'

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

/** Parts that documents share, in any order, with bytes of their own between. */
const parts = Array.from({ length: 12 }, (_, at) => randomBytes(20 + at * 17))
const documents = fc.array(
  fc.oneof(
    fc.nat(parts.length - 1).map((at) => parts[at]!),
    fc.uint8Array({ maxLength: 40 }),
  ),
  { maxLength: 30 },
)

test('gives back exactly what it was made of, whatever the base', async () => {
  await fc.assert(
    fc.asyncProperty(documents, documents, async (one, other) => {
      const [base, target] = [Buffer.concat(one), Buffer.concat(other)]
      const delta = await deltaOf(base, target)
      expect(Buffer.from(applyDelta(base, delta, target.length)).equals(target)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

const components = Array.from({ length: 5000 }, (_, at) => ({
  name: `package-${at}`,
  hash: randomBytes(32).toString('hex'),
}))

test.each<[string, object, number]>([
  ['another serial number', { serial: 2, components }, 60],
  ['one component more', { serial: 1, components: [...components, { name: 'new', hash: 'x' }] }, 120],
  ['another order', { serial: 1, components: components.toReversed() }, 120_000],
  ['nothing the same', { serial: 1, components: components.map(({ name }) => name) }, 100_000],
])('is as small as what changed: %s', async (_, changed, maxBytes) => {
  const [base, target] = [bytesOf({ serial: 1, components }), bytesOf(changed)]
  const delta = await deltaOf(base, target)
  expect(delta.length).toBeLessThan(maxBytes)
  expect(Buffer.from(applyDelta(base, delta, target.length)).equals(target)).toBe(true)
})
