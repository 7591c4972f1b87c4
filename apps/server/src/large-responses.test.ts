import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import type { Report } from '@assay/contract/report.ts'
import type { Comparison, ComponentItem } from '@assay/contract/scans.ts'
import type { Bom } from '@assay/contract/inventory-documents.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from '#testing/for-tests.ts'
import { startChildServer } from '#testing/child-server.ts'
import { type FilledBranch, fillBranch } from '#testing/fill-branch.ts'
import { freshDatabase } from '#testing/fresh-database.ts'

// The server's heap is too small for several of these responses at once.
const heapMb = 128
const components = 20_000
const findings = 3_000
const excluded = 600

const folder = temporaryFolder()
const database = forAllTests(freshDatabase)
const server = forAllTests(() => {
  const { connection } = database
  return startChildServer({ connection, folder, heapMb, settings: { ASSAY_ROLES: 'web' } })
})
let branch: FilledBranch
beforeAll(async () => {
  const { uuid: accountUuid } = await server.api.accounts.me()
  branch = await fillBranch(database.db, { accountUuid, components, findings, excluded })
})

const pathTo = (kind: string, query = '') => `/api/v1/projects/${branch.projectUuid}/${kind}${query}`

/** Responses with every component or finding, each with a check. */
const responses: [name: string, path: () => string, check: (body: never) => void][] = [
  [
    'components',
    () => pathTo('components'),
    (body: ComponentItem[]) => expect(new Set(body.map(({ name }) => name)).size).toBe(components),
  ],
  [
    'findings',
    () => pathTo('findings'),
    (body: Finding[]) => {
      expect(body.length).toBe(findings + excluded)
      const [deep] = body.filter((each) => each.package === 'package-58')
      // 58 is required by 19, which is required by 6, which is required by 2.
      const path = ['package-2:1.0.0', 'package-6:1.0.0', 'package-19:1.0.0', 'package-58:1.0.0']
      expect(deep!.versions[0]!.paths).toEqual([path])
    },
  ],
  [
    'full report',
    () => `/api/v1/reports/${branch.projectUuid}/full`,
    ({ security, stability, licensing }: Report) => {
      const entries = security.assessments.flatMap(({ reports }) => reports)
      expect(entries.flatMap(({ advices }) => advices).length).toBe(findings + excluded)
      expect(stability.assessments[0]!.versions.length).toBe(components / 4)
      expect(licensing.assessments[0]!.results.length).toBe(components)
    },
  ],
  [
    'inventory',
    () => `/api/v1/reports/${branch.projectUuid}/sbom-cdx.json`,
    (body: Bom) => {
      expect(body.components.length).toBe(components)
      expect(body.dependencies.flatMap(({ dependsOn }) => dependsOn).length).toBe(components)
    },
  ],
  [
    'comparison',
    () => pathTo('comparison', `?from=${branch.reportUuids[0]}&to=${branch.reportUuids[1]}`),
    ({ introduced, fixed, dropped, unchanged }: Comparison) => {
      const counts = [introduced, fixed, dropped, unchanged].map((list) => list.length)
      expect(counts).toEqual([findings / 2, findings / 4, findings / 4, findings / 2])
    },
  ],
]

/** Retries after a 503, respecting Retry-After. */
async function ask(path: string, encoding = 'identity'): Promise<Response> {
  for (;;) {
    const headers = { authorization: server.authorization, 'accept-encoding': encoding }
    const response = await fetch(server.url + path, { headers })
    if (response.status !== 503) return response
    const body = (await response.json()) as { errorType: string }
    expect(body.errorType).toBe('busy')
    await sleep(Number(response.headers.get('retry-after')) * 200)
  }
}

/** Pauses between chunks. */
async function readSlowly(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  const hash = createHash('sha256')
  for await (const chunk of response.body!) {
    hash.update(chunk)
    await sleep(1)
  }
  return hash.digest('hex')
}

describe('responses larger than the heap of the server', () => {
  test(
    'are complete for many slow concurrent clients, while others disconnect',
    { timeout: 600_000 },
    async () => {
      const leaving = responses.map(async ([, path]) => {
        const response = await fetch(server.url + path(), {
          headers: { authorization: server.authorization },
        })
        await response.body!.cancel()
      })
      const reading = responses.map(async ([, path, check]) => {
        const slow = ask(path()).then(readSlowly)
        const text = await (await ask(path(), 'gzip')).text()
        expect(await slow).toBe(createHash('sha256').update(text).digest('hex'))
        check(JSON.parse(text) as never)
      })
      await Promise.all([...reading, ...leaving])
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    },
  )

  test('leave no file behind and use bounded memory', async () => {
    await expect.poll(() => filesIn(join(folder, 'spool'))).toBe(0)
    if (process.platform === 'linux') expect(peakBytesOf(server.pid)).toBeLessThan(600 * 1024 * 1024)
  })
})

const filesIn = async (path: string): Promise<number> =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

/** Bytes since the start of the test. */
const peakBytesOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
