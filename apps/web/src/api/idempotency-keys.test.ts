import { expect, test } from 'vitest'
import { withIdempotencyKeys } from './idempotency-keys.ts'

let made = 0

function start() {
  const keys: (string | null)[] = []
  const answers: (() => void)[] = []
  const call = withIdempotencyKeys(
    (_input, init) =>
      new Promise((resolve, reject) => {
        keys.push(new Headers(init?.headers).get('idempotency-key'))
        answers.push(() => resolve(Response.json({})))
        failures.push((status) =>
          status === null ? reject(new TypeError('Failed to fetch')) : resolve(Response.json({}, { status })),
        )
      }),
  )
  const failures: ((status: number | null) => void)[] = []
  const post = (body: BodyInit, url = '/api/v1/teams') =>
    call(url, { method: 'POST', body, headers: { 'idempotency-key': `key ${++made}` } })
  return { keys, answers, failures, call, post }
}

test('concurrent identical calls share a key; a different body or URL gets its own', async () => {
  const { keys, answers, post } = start()
  const calls = [post('a'), post('a'), post('b'), post('a', '/api/v1/tags')]
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
  for (const respond of answers) respond()
  await Promise.all(calls)
})

test('a call repeated after a response gets a new key', async () => {
  const { keys, answers, post } = start()
  const first = post('c')
  answers[0]!()
  await first
  const second = post('c')
  answers[1]!()
  await second
  expect(keys[1]).not.toBe(keys[0])
})

test.each([null, 503])('a call repeated after a failure keeps its key: %s', async (status) => {
  const { keys, answers, failures, post } = start()
  const first = post(`d ${status}`)
  failures[0]!(status)
  await first.catch(() => undefined)
  const second = post(`d ${status}`)
  answers[1]!()
  await second
  expect(keys[1]).toBe(keys[0])
})

test('forms with files and calls without a key are unchanged', async () => {
  const { keys, answers, call, post } = start()
  const calls = [post(new FormData()), post(new FormData()), call('/api/v1/teams')]
  expect([keys[0] === keys[1], keys[2]]).toEqual([false, null])
  for (const respond of answers) respond()
  await Promise.all(calls)
})
