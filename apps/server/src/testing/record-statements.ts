import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect } from 'vitest'

/** The statements each test file has run on the database, by which scripts/database-tests.ts selects files. */
const folder = join(import.meta.dirname, '../../../../node_modules/.cache/statements')

const begin = performance.now()
/** Source location that first sent it, by shape; null for tests and the queue itself. */
const senders = new Map<string, string | null>()
const { query } = pg.Client.prototype
pg.Client.prototype.query = function recordQuery(this: pg.Client, ...input: unknown[]) {
  const [statement] = input
  const text = statement instanceof Object && 'text' in statement ? statement.text : statement
  if (typeof text === 'string') record(shapeOf(text))
  return Reflect.apply(query, this, input)
} as typeof query

afterAll(() => {
  pg.Client.prototype.query = query
  const path = expect.getState().testPath!
  mkdirSync(folder, { recursive: true })
  const statements = [...senders].flatMap(([shape, sender]) =>
    sender === null ? [] : [{ place: sender, shape: hashOf(shape) }],
  )
  const record = { path, ms: Math.round(performance.now() - begin), statements }
  writeFileSync(join(folder, `${hashOf(path)}.json`), JSON.stringify(record))
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

function record(shape: string): void {
  if (!senders.has(shape)) senders.set(shape, senderNow())
}

/** File and line of the innermost function of the server that is not the database's own. Test files have a query. */
function senderNow(): string | null {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  const { stack = '' } = new Error('where it was sent')
  Error.stackTraceLimit = stackTraceLimit
  const frames = stack.split('\n').filter((line) => !line.includes(import.meta.filename))
  const sender = frames.map((line) => /\/apps\/server\/src\/(\S+?:\d+):\d+/.exec(line)?.[1]).find(isSender)
  return sender === undefined || /\.test\.ts[?:]|^testing\//.test(sender) ? null : sender
}

const isSender = (sender: string | undefined) =>
  sender !== undefined && !/^platform\/database\/(?:guard-pool|database)\.ts:/.test(sender)

/** Statements that differ only in the number of values or rows, or in names invented by tests, have the same shape. */
function shapeOf(text: string): string {
  return text
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/assay_test_\w+/g, 'name')
    .replaceAll(/\?(, \?)+/g, '?')
    .replaceAll(/\(\?\)(, \(\?\))+/g, '(?)')
}
