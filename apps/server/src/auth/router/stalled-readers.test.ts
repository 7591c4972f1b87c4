import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { fillLongResponses, minLongResponseBytes } from '#testing/long-responses.ts'

const server = testServer({ withWorker: false, maxStallMs: 200 })
const admin = forAllTests(() => server.newAccount())
beforeAll(() => fillLongResponses(server, admin))

/** Bytes received by a client that stops reading after the first ones. */
async function readAfterPause(path: string, pauseMs: number): Promise<number> {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${admin.authorization}\r\nconnection: close\r\n\r\n`,
  )
  await new Promise((resolve) => socket.once('readable', resolve))
  await sleep(pauseMs)
  let bytes = 0
  socket.on('data', (chunk) => void (bytes += chunk.length))
  await closed
  return bytes
}

test.each([
  ['a list', () => '/api/v1/teams'],
  ['an export', () => `/api/v1/accounts/${admin.accountUuid}/audit.csv`],
])('a client that stops reading %s is disconnected', { timeout: 300_000 }, async (_, path) => {
  // On a busy machine, more than one attempt may be needed.
  for (let pauseMs = 2_000; ; pauseMs *= 2) {
    const bytes = await readAfterPause(path(), pauseMs)
    if (bytes < minLongResponseBytes) return
    expect(pauseMs, 'The answer came whole, however long nobody read it').toBeLessThan(60_000)
  }
})
