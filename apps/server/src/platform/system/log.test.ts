import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('URLs are logged without user name and password, wherever they occur', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const url = 'postgres://user:hidden@db.example/assay'
  log.error({ err: new Error(`cannot reach ${url}`), settings: { url }, list: [url] }, `At ${url}`)
  expect(lines[0]).not.toContain('hidden')
  expect(JSON.parse(lines[0]!)).toMatchObject({ msg: 'At postgres://db.example/assay' })
})

test('an error is logged with stack and code, but without the database client attached to it', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const error = Object.assign(new Error('terminated'), { code: '57P01', client: { secretKey: 'hidden' } })
  log.error({ err: error }, 'A database connection failed')
  expect(JSON.parse(lines[0]!)).toMatchObject({ err: { message: 'terminated', code: '57P01' } })
  expect(lines[0]).toContain('log.test.ts')
  expect(lines[0]).not.toMatch(/client|hidden/)
})
