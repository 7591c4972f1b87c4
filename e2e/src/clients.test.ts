import { startDatadogServer } from '@assay/server/integrations/datadog/testing/datadog-server.ts'
import { startDatatrailsServer } from '@assay/server/integrations/datatrails/testing/datatrails-server.ts'
import { startJiraServer } from '@assay/server/integrations/jira/testing/jira-server.ts'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { graphInventory } from './inventory.ts'
import { admin, type Product } from './product.ts'

// Runs the clients of e2e/clients, which use the API without any of our code, each in its own process.

const folder = join(import.meta.dirname, '../clients')
const names = readdirSync(folder)
  .map((name) => name.replace('.ts', ''))
  .filter((name) => name !== 'client')

interface Run {
  code: number
  output: string
}

const run = (name: string, args: string[], env: Record<string, string>): Promise<Run> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, encoding: 'utf8' as const }
    execFile(process.execPath, [join(folder, `${name}.ts`), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    )
  })

const components = ['lodash@4.17.4', 'minimist@1.2.0', '@babel/core@7.0.0']
const services = () => Promise.all([startDatadogServer(), startJiraServer(), startDatatrailsServer()])

describeWithBrowser(
  'existing clients',
  (stage) => {
    let servers: Awaited<ReturnType<typeof services>>
    let env: Record<string, string>
    let args: Record<string, string[]>

    beforeAll(async () => {
      servers = await services()
      const { api, url } = stage.product
      const params = { accountUuid: (await api.users.me()).account.uuid }
      await api.accounts.setFeatures({ params, query: { names: 'teams,datadog,jira,rkvst' } })
      // With only the starter set, no version counts as free of advisories.
      await importAdvisory(api, 'Maven')
      const upload = async (name: string, packages: string[]) => {
        const file = { filename: 'bom.json', bytes: graphInventory({ '*': packages }) }
        const body = { file, url: `https://github.com/org/${name}`, branch: 'main' }
        return (await api.uploads.intoNew({ body })).uuid
      }
      const pids: [string, string] = [
        await upload('clients', components),
        // A single vulnerability, whose exclusion raises the score.
        await upload('single', ['minimist@1.2.5']),
      ]
      const { token } = await api.tokens.create({ params, body: { name: 'clients', access: 'admin' } })
      env = { ASSAY_URL: url, ASSAY_TOKEN: token }
      args = argumentsOf(params.accountUuid, pids, servers)
    })
    afterAll(async () => {
      await Promise.all((servers ?? []).map((server) => server.stop()))
    })

    test('all have arguments', () => expect(Object.keys(args).toSorted()).toEqual(names.toSorted()))

    test.each(names)('%s succeeds', async (name) => {
      const { code, output } = await run(name, args[name]!, env)
      expect(output).toMatch(/^OK: /m)
      expect(code).toBe(0)
    })

    // The file for updates is public.
    test.each(names)('%s fails without a valid token', async (name) => {
      const { code, output } = await run(name, args[name]!, { ...env, ASSAY_TOKEN: 'asyt_none' })
      expect(output).toMatch(/^FALSE: /m)
      expect(code).toBe(1)
    })

    const lies = ['[]', '{}', '100', '']
    test.each(names)('%s fails on a server that answers everything with 200', async (name) => {
      const runs = lies.map(async (lie) => {
        const liar = createServer((_request, response) => response.end(lie)).listen(0, '127.0.0.1')
        await once(liar, 'listening')
        const { port } = liar.address() as AddressInfo
        const { code, output } = await run(name, args[name]!, {
          ...env,
          ASSAY_URL: `http://127.0.0.1:${port}`,
        })
        liar.close()
        expect(output).not.toMatch(/^OK: /m)
        expect(code).toBe(1)
      })
      await Promise.all(runs)
    })
  },
  { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true', ASSAY_SMTP_URL: 'console://' },
)

/** Uploading any record of the ecosystem makes its advisory data current. */
async function importAdvisory(api: Product['api'], ecosystem: string): Promise<void> {
  const record = {
    id: 'CLIENTS-1',
    modified: new Date().toISOString(),
    affected: [{ package: { ecosystem, name: 'org.example:unused' }, versions: ['1.0'] }],
  }
  const params = { id: 'osv' }
  const body = new TextEncoder().encode(JSON.stringify(record))
  await api.advisoryDatabases.upload({ params, query: { name: 'record.json' }, body })
  const isRead = async () => expect((await api.advisoryDatabases.progress({ params })).state).toBe('done')
  await vi.waitFor(isRead, { timeout: 120_000, interval: 100 })
}

function argumentsOf(
  account: string,
  [pid, one]: [string, string],
  [datadog, jira, ledger]: Awaited<ReturnType<typeof services>>,
): Record<string, string[]> {
  return {
    badges: [pid],
    builds: [account],
    'cli-download': [],
    datadog: [account, datadog.url, datadog.apiKey],
    eras: [pid],
    exclusions: [one, 'CVE-2021-44906'],
    jira: [account, pid, jira.url, jira.apiToken],
    'license-inventory': [pid, components.join(',')],
    'license-library': ['nodejs', '@babel/core', '7.0.0', 'MIT'],
    log4shell: [],
    'metrics-exporter': [pid],
    notifications: [admin.email],
    rkvst: [account, pid, ledger.url, ledger.secret],
  }
}
