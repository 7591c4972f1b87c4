import { contract } from '@assay/contract/contract.ts'
import { ScimPatch } from '@assay/contract/scim.ts'
import { expect, test } from 'vitest'
import { applyPatch } from '#identity/scim/apply-patch.ts'
import { groupAttributes } from '#identity/scim/attributes.ts'
import { hostileInput } from '#testing/hostile-input.ts'

const size = 10_000

/** Processor time of this thread in ms, the minimum of several tries. */
function costOf(run: () => unknown): number {
  const costs = Array.from({ length: 4 }, () => {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}

// Quadratic growth would be 64; very short times are not compared.
test.each(Object.entries(hostileInput))('%s takes linear time', (_, make) => {
  const small = costOf(make(size))
  expect(costOf(make(size * 8)) / Math.max(small, 5)).toBeLessThan(30)
})

const group = {
  displayName: 'x',
  members: Array.from({ length: 10_000 }, (_, at) => ({ value: `m${at}`, display: 'd'.repeat(200) })),
}
const patched = (count: number, operation: object) =>
  applyPatch(group, ScimPatch.parse({ Operations: Array(count).fill(operation) }), groupAttributes)

test.each([
  [
    'each member with many texts',
    { op: 'remove', path: `members[${Array(50).fill('value co "z"').join(' or ')}]` },
  ],
  ['each member with a long text', { op: 'remove', path: `members[display co "${'d'.repeat(900)}x"]` }],
  ['each member for what it has', { op: 'remove', path: 'members[not (value pr)]' }],
])('a thousand SCIM operations that compare %s are rejected', (_, operation) => {
  expect(() => patched(1000, operation)).toThrow('compare too many values')
})

test('a few operations may compare all members of a large group, and a thousand may name one each', () => {
  const left = patched(5, { op: 'remove', path: 'members[value sw "m1" or value sw "m2"]' })['members']
  expect(left).toHaveLength(10_000 - 2 * 1111)
  const one = { op: 'replace', path: 'members[value eq "m7"].display', value: 'x' }
  expect(patched(1000, one)['members']).toHaveLength(10_000)
})

test('overlong text is rejected before it is compared', () => {
  const value = [{ value: 'x'.repeat(1001) }]
  expect(() => patched(1, { op: 'add', path: 'members', value })).toThrow('longer than 1000 characters')
})

test.each(['branches', 'tags'])('a list of more than a hundred %s is rejected', (name) => {
  const ask = (count: number) =>
    contract.metrics.rows.query.safeParse({
      [name]: Array.from({ length: count }, (_, at) => `n${at}*`).join(),
    })
  expect(ask(100).success).toBe(true)
  expect(ask(101).success).toBe(false)
})
