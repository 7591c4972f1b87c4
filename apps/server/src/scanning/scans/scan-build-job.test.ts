import { expect, onTestFinished, test } from 'vitest'
import { jsonBytes } from '#testing/inventories.ts'
import { startTestServer } from '#testing/test-server.ts'
import { heartbeatSeconds } from '#platform/queue/create-queues.ts'
import { superviseSeconds } from '#platform/queue/queue.ts'
import { wakeSeconds } from '#platform/queue/wake-workers.ts'
import { polling } from '#platform/queue/consume-jobs.ts'
import { inDocumentMemory, mediumDocumentBytes } from '#platform/worker-threads/memory.ts'
import { scanBuildJob } from './scan-build-job.ts'

/** A document large enough to be scanned in a process, which waits for memory. */
function largeDocument(): Uint8Array {
  const description = 'Parses what it is given. '.repeat(Math.ceil(mediumDocumentBytes / 60_000 / 25))
  const components = Array.from({ length: 60_000 }, (_, each) => {
    const purl = `pkg:npm/package-${each}@1.0.0`
    return { type: 'library', 'bom-ref': purl, name: `package-${each}`, version: '1.0.0', purl, description }
  })
  return jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6', components })
}

test('a scan of a killed process is resumed early enough to end within 30 s', () => {
  // Two checks are up to twice the interval apart, and the backoff of the first retry at most doubles its delay.
  const longestWaitSeconds =
    heartbeatSeconds + 2 * superviseSeconds + 2 * scanBuildJob.retry.delaySeconds + wakeSeconds
  expect(longestWaitSeconds).toBeLessThanOrEqual(20)
  expect(polling.heartbeatRefreshSeconds * 3).toBeLessThan(heartbeatSeconds)
})

test(
  'large builds waiting for memory do not block others and finish once memory is available',
  { timeout: 900_000 },
  async () => {
    const server = await startTestServer()
    onTestFinished(() => server.stop())
    const { api } = await server.newAccount()
    const upload = async (bytes: Uint8Array, url: string) => {
      const file = { filename: 'bom.json', bytes }
      const { id } = await api.uploads.intoNew({ body: { file, url, branch: 'main', wait: 'false' } })
      return id
    }
    const stateOf = async (id: string) => (await api.builds.get({ params: { id } })).status

    const memory = Promise.withResolvers<void>()
    const bytes = largeDocument()
    // Read before memory is taken; uploads of the same document to other projects use the cached reading.
    const first = await upload(bytes, 'https://example.org/large-0')
    await expect.poll(() => stateOf(first), { timeout: 400_000 }).toBe('success')
    const blocked = inDocumentMemory(Infinity, () => memory.promise)
    const large = []
    const workers = scanBuildJob.concurrency + scanBuildJob.reserved!
    for (let number = 1; number <= workers; number++)
      large.push(await upload(bytes, `https://example.org/large-${number}`))
    const small = await upload(
      jsonBytes({ bomFormat: 'CycloneDX', specVersion: '1.6' }),
      'https://example.org/small',
    )
    await expect.poll(() => stateOf(small)).toBe('success')
    for (const id of large) expect(['queued', 'scanning']).toContain(await stateOf(id))

    memory.resolve()
    await blocked
    for (const id of large) await expect.poll(() => stateOf(id), { timeout: 400_000 }).toBe('success')
  },
)
