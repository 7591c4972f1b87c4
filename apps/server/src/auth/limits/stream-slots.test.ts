import { describe, expect, test } from 'vitest'
import { defaultLimits } from '#reporting/live/routes.ts'
import { streamLimits } from '#scanning/builds/uploads/routes.ts'
import { type Caller, callerScope } from '#auth/scope.ts'
import { StreamSlots } from './stream-slots.ts'

const limits = { ofMember: 2, ofAccount: 3, ofServer: 5 }
const caller = (accountUuid: string, memberUuid: string) =>
  ({ scope: callerScope(accountUuid, { teams: 'all' }), memberUuid }) as Caller
const refused = expect.objectContaining({ status: 429, errorType: 'tooManyStreams', retryAfterSeconds: 30 })

/** Opens one stream for each caller. */
function open(slots: StreamSlots, callers: readonly Caller[]): AbortController[] {
  return callers.map((each) => {
    const controller = new AbortController()
    slots.take(each, controller.signal)
    return controller
  })
}

describe('open streams are limited', () => {
  test('per member', () => {
    const slots = new StreamSlots(limits)
    open(slots, [caller('a', 'one'), caller('a', 'one')])
    expect(() => open(slots, [caller('a', 'one')])).toThrow(refused)
    open(slots, [caller('a', 'two')])
  })

  test('per account', () => {
    const slots = new StreamSlots(limits)
    open(slots, [caller('a', 'one'), caller('a', 'one'), caller('a', 'two')])
    expect(() => open(slots, [caller('a', 'three')])).toThrow(refused)
    open(slots, [caller('b', 'one')])
  })

  test('per process, until one of them ends', () => {
    const slots = new StreamSlots(limits)
    const [first] = open(
      slots,
      ['a', 'b', 'c', 'd', 'e'].map((account) => caller(account, 'one')),
    )
    expect(() => open(slots, [caller('f', 'one')])).toThrow(refused)
    first!.abort()
    open(slots, [caller('f', 'one')])
    expect(() => open(slots, [caller('g', 'one')])).toThrow(refused)
  })
})

test('the limits are those of docs/evidence/security.md', () => {
  expect(defaultLimits).toEqual({ ofMember: 10, ofAccount: 200, ofServer: 400 })
  expect(streamLimits).toEqual({ ofMember: 20, ofAccount: 100, ofServer: 200 })
})
