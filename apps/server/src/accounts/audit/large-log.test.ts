import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { boundChange, maxValueBytes } from './bound-change.ts'
import { csvPages } from './csv-pages.ts'
import { maxPageBytes } from './store.ts'

const [events, eventBytes] = [60, 1_000_000]

const server = testServer({ withWorker: false })
const admin = forAllTests(() => server.newAccount())
beforeAll(async () => {
  // Events as stored before their size was limited.
  await sql`insert into audit_event (account_uuid, member_email, credential, address, action, target, after)
    select ${admin.accountUuid}, 'a@example.org', 'token', '::1', 'tags.update', '{}',
      jsonb_build_object('name', repeat('x', ${eventBytes}::int), 'number', number)
    from generate_series(1, ${events}::int) as number`.execute(server.db)
})

describe('a log of many megabytes', () => {
  test('is listed in pages of a few events, each once', async () => {
    const params = { accountUuid: admin.accountUuid }
    const numbers: unknown[] = []
    let pages = 0
    for (let cursor: string | null | undefined; cursor !== null; pages++) {
      const query = { limit: 500, ...(cursor !== undefined && { cursor }) }
      const response = await admin.api.audit.list({ params, query })
      expect(JSON.stringify(response).length).toBeLessThan(maxPageBytes + eventBytes)
      numbers.push(...response.events.map(({ after }) => (after as { number: number }).number))
      cursor = response.nextCursor
    }
    expect(numbers).toEqual(Array.from({ length: events }, (_, index) => events - index))
    expect(pages).toBeGreaterThanOrEqual((events * eventBytes) / maxPageBytes)
  })

  test('is exported in pieces, read on demand', async () => {
    const filter = {
      text: '',
      memberUuid: undefined,
      actions: undefined,
      from: undefined,
      before: undefined,
    }
    const sizes: number[] = []
    for await (const piece of csvPages(server.db, accountScope(admin.accountUuid), filter))
      sizes.push(piece.length)
    expect(Math.max(...sizes)).toBeLessThan(maxPageBytes + eventBytes)
    expect(sizes.length).toBeGreaterThanOrEqual((events * eventBytes) / maxPageBytes)
    const csv = await admin.api.audit.csv({ params: { accountUuid: admin.accountUuid }, query: {} })
    expect(csv.length).toBe(sizes.reduce((sum, size) => sum + size, 0))
  })
})

describe('an event', () => {
  test.each<[string, unknown]>([
    ['a long text', { text: 'x'.repeat(8_000_000) }],
    ['a long list', Array.from({ length: 500_000 }, (_, index) => index)],
    [
      'many fields',
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`field ${index}`, 'value'])),
    ],
    ['deep lists', { a: [[[[[['x'.repeat(1_000_000)]]]]]] }],
    [
      'characters of several bytes',
      { text: '\u{1F600}'.repeat(1_000_000), more: Array(1000).fill('\u0001'.repeat(1000)) },
    ],
  ])('stores a bounded part of %s', (_name, value) => {
    const { before, after } = boundChange({ before: null, after: value })
    expect(before).toBeNull()
    expect(Buffer.byteLength(JSON.stringify(after))).toBeLessThanOrEqual(maxValueBytes)
    expect(JSON.stringify(after)).toContain('…')
  })

  test('keeps the fields changed by a large change', () => {
    const same = Array.from({ length: 50_000 }, (_, index) => index)
    const change = { before: { name: 'one', projects: same }, after: { name: 'two', projects: same } }
    expect(boundChange(change)).toEqual({ before: { name: 'one' }, after: { name: 'two' } })
  })

  test('keeps small values unchanged', () => {
    const change = { before: undefined, after: { name: 'two', list: [1, { a: null }] } }
    expect(boundChange(change)).toEqual(change)
  })
})
