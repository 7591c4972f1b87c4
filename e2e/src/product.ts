import { type Config, readConfig } from '@assay/server/config.ts'
import { type RunningServer, startServer } from '@assay/server/server.ts'
import { createAssayClient } from '@assay/sdk/client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { offlineSettings } from '@assay/server/testing/offline-settings.ts'
import { testPassword } from '@assay/server/testing/sessions.ts'

export const admin = { email: 'admin@example.org', password: testPassword }

export interface Product {
  url: string
  api: ReturnType<typeof createAssayClient>
  /** Scans npm packages, such as ['lodash@4.17.4'], as a branch of a project. */
  scan(url: string, packages: string[], branch?: string): Promise<string>
  stop(): Promise<void>
}

export const productSettings = {
  ASSAY_PORT: '0',
  ASSAY_LOG_LEVEL: 'warn',
  ...offlineSettings,
  // Uploads that prepare a test need their result, however busy the machine is.
  ASSAY_SCAN_WAIT_SECONDS: '60',
  ASSAY_ADMIN_EMAIL: admin.email,
  ASSAY_ADMIN_PASSWORD: admin.password,
}

/** Polling for unannounced events every two seconds takes much of the processor time of an idle server. */
const pollSeconds = 10

/** Tokens expire after 15 minutes, which the tests of a file exceed on a busy machine. */
const renewalMs = 10 * 60_000

/** Starts the whole product as `npm start` does, on an empty data folder. */
export async function startProduct(
  settings: NodeJS.ProcessEnv = {},
  overrides: Partial<Pick<Config, 'webFolder' | 'demoDays'>> = {},
): Promise<Product> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'assay-e2e-'))
  const config = readConfig({ ...productSettings, ASSAY_DATA: dataFolder, ...settings })
  const server: RunningServer = await startServer({ ...config, pollSeconds, ...overrides })
  const url = server.address!
  const logIn = async () =>
    tokenOf(await createAssayClient({ baseUrl: url }).credentials.login({ body: admin }))
  let token = await logIn()
  const renewal = setInterval(() => {
    // Fails while a test has changed the password; the old token is kept.
    logIn().then(
      (renewed) => (token = renewed),
      () => undefined,
    )
  }, renewalMs)
  const api = createAssayClient({ baseUrl: url, authorization: () => `Bearer ${token}` })
  return {
    url,
    api,
    async scan(projectUrl, packages, branch = 'main') {
      const file = { filename: 'bom.json', bytes: inventoryOf(packages) }
      const build = await api.uploads.intoNew({ body: { file, url: projectUrl, branch } })
      return build.uuid
    },
    async stop() {
      clearInterval(renewal)
      await server.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

function inventoryOf(packages: string[]): Uint8Array {
  const components = packages.map((each) => {
    const at = each.lastIndexOf('@')
    return { type: 'library', name: each.slice(0, at), version: each.slice(at + 1), purl: `pkg:npm/${each}` }
  })
  return new TextEncoder().encode(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components }))
}
