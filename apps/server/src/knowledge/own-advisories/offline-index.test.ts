import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { runAssay } from '#testing/run-assay.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { npmInventory } from '#testing/inventories.ts'
import { ownAdvisory } from '#testing/own-advisory.ts'

// `assay advisories sync --offline --own`, with the advisories of the real server.

const folder = temporaryFolder()
const server = testServer({ withWorker: false })

test('own advisories are matched offline, unless they are withdrawn, and make no data current', async () => {
  const { api, accountUuid, authorization } = await server.newAccount()
  const params = { accountUuid }
  await api.ownAdvisories.create({
    params,
    body: ownAdvisory('ACME-1', { package: 'acme-auth', fixed: '2.0.0' }),
  })
  const old = await api.ownAdvisories.create({
    params,
    body: ownAdvisory('ACME-2', { package: 'acme-auth' }),
  })
  await api.ownAdvisories.setWithdrawn({
    params: { ...params, ownAdvisoryUuid: old.uuid },
    body: { isWithdrawn: true },
  })
  const source = join(folder, 'osv')
  mkdirSync(source)
  writeFileSync(
    join(source, 'other.json'),
    JSON.stringify({ id: 'OTHER-1', modified: '2026-01-01T00:00:00Z' }),
  )
  const inventory = join(folder, 'bom.json')
  writeFileSync(inventory, npmInventory(['acme-auth@1.0.0']))

  // A finding makes the exit code another one than 0.
  const run = (...args: string[]) =>
    runAssay({ server, member: { authorization }, folder, args }).catch(
      (error: unknown) => error as { stdout: string },
    )
  const scan = async () =>
    JSON.parse((await run('scan', '--offline', inventory, '--format', 'json')).stdout) as {
      findings: { id: string }[]
      outcome: string
    }
  await run('advisories', 'sync', '--offline', '--from', source, '--own')
  expect((await scan()).findings.map(({ id }) => id)).toEqual(['ACME-1'])
  const { stdout } = await run('advisories', 'status', '--offline')
  expect(stdout).toMatch(/^npm +\d+ {2,}the starter set/m)
  await run('advisories', 'sync', '--offline', '--from', source)
  expect(await scan()).toMatchObject({ findings: [], outcome: 'UNDECLARED' })
})
