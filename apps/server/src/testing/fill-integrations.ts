import type { TestImage } from '@assay/engine/inventory/testing/make-image.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatadogServer } from '#integrations/datadog/testing/datadog-server.ts'
import { startDatatrailsServer } from '#integrations/datatrails/testing/datatrails-server.ts'
import { startJiraServer } from '#integrations/jira/testing/jira-server.ts'
import { fetchReleasesJob } from '#knowledge/releases/fetch-releases-job.ts'
import { recordAllUseJob } from '#knowledge/releases/record-use-job.ts'
import { startDirectory } from './directory-server.ts'
import { startImageRegistry } from './image-registry.ts'
import { runSchedules } from './integrations.ts'
import { filePart, npmInventory } from './inventories.ts'
import { startNameServer } from './name-server.ts'
import { json, startRegistry } from './registry-server.ts'
import { signedIn } from './sessions.ts'
import { startTestServer, type TestMember, type TestServer } from './test-server.ts'
import { tlsCertificate } from './tls-certificate.ts'

/** What others than the server have to answer for. Their addresses are private: see `releaseSettings`. */
export async function fillIntegrations(server: TestServer, member: TestMember): Promise<void> {
  await fillTickets(server, member)
  await fillDatadog(server, member)
  await fillLedger(server, member)
  await fillImages(server, member)
  await fillReleases(server)
  await fillDirectory(server)
}

/** Services of tests are at private addresses; whoever reads the file decrypts its secrets with this key. */
export const releaseSettings = { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true', ASSAY_SECRET_KEY: 'k'.repeat(40) }

export async function until<T>(what: string, read: () => Promise<T | null | undefined | false>): Promise<T> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(50)) {
    const value = await read()
    if (value) return value
  }
  throw new Error(`Waited in vain for ${what}`)
}

const upload = async ({ api, accountUuid }: TestMember, name: string, packages: string[]) => {
  const body = { file: filePart(npmInventory(packages)), branch: 'main', url: `https://example.org/${name}` }
  return { accountUuid, projectUuid: (await api.uploads.intoNew({ body })).uuid, branch: 'main' }
}

async function fillTickets(server: TestServer, member: TestMember): Promise<void> {
  const { api, accountUuid } = member
  const jira = await startJiraServer()
  try {
    const body = { url: jira.url, email: 'bot@example.org', apiToken: jira.apiToken, jiraProject: 'ABC' }
    await api.jira.saveConfig({ params: { accountUuid }, body })
    const params = await upload(member, 'tickets', ['lodash@4.17.4'])
    await api.jira.saveProjectConfig({ params, body: { jiraProject: 'ABC' } })
    await api.jira.createIssue({ params, body: { ecosystem: 'npm', packageName: 'lodash' } })
    await whenDelivered(server, accountUuid)
    await pause(member, 'jira')
  } finally {
    await jira.stop()
  }
}

const whenDelivered = async ({ db }: TestServer, accountUuid: string) =>
  until('deliveries', async () => {
    const { rows } = await sql`
      select from integration_delivery where account_uuid = ${accountUuid} and finished_at is null`.execute(
      db,
    )
    return rows.length === 0
  })

/** Its service ends, and nothing is to wait for it. */
const pause = ({ api, accountUuid }: TestMember, integration: 'datadog' | 'jira' | 'rkvst') =>
  api.integrations.activate({ params: { accountUuid, integration }, query: { active: 'false' } })

async function fillDatadog(server: TestServer, member: TestMember): Promise<void> {
  const { api, accountUuid } = member
  const datadog = await startDatadogServer()
  try {
    await api.datadog.saveSetup({
      params: { accountUuid },
      body: { address: datadog.url, apiKey: datadog.apiKey },
    })
    await upload(member, 'datadog', ['lodash@4.17.4'])
    await server.mailed()
    await runSchedules(server)
    await whenDelivered(server, accountUuid)
    await pause(member, 'datadog')
  } finally {
    await datadog.stop()
  }
}

async function fillLedger(server: TestServer, member: TestMember): Promise<void> {
  const { api, accountUuid } = member
  const ledger = await startDatatrailsServer()
  try {
    await api.rkvst.saveCredentials({
      params: { accountUuid },
      body: {
        url: ledger.url,
        clientId: 'client',
        clientSecret: ledger.secret,
        protocol: 'events',
        supplier: 'Acme',
      },
    })
    const params = await upload(member, 'ledger', ['lodash@4.17.4'])
    await server.mailed()
    await api.rkvst.link({ params })
    await upload(member, 'ledger', ['lodash@4.17.21'])
    await server.mailed()
    await whenDelivered(server, accountUuid)
    await pause(member, 'rkvst')
  } finally {
    await ledger.stop()
  }
}

/** One that is built on another, of which there is a newer one. */
async function fillImages({ db }: TestServer, { api, accountUuid }: TestMember): Promise<void> {
  const registry = await startImageRegistry()
  const baseOf = (version: string): TestImage => ({
    layers: [
      [
        ['etc/os-release', 'ID=debian\nVERSION_ID=12\n'],
        ['opt/lodash/node_modules/lodash/package.json', JSON.stringify({ name: 'lodash', version })],
      ],
    ],
  })
  try {
    const used = baseOf('4.17.4')
    const digest = registry.push('team/base:1.2.0', used)
    registry.push('team/base:1.3.0', baseOf('4.17.20'))
    registry.push('team/app:1.0', {
      layers: [...used.layers, [['srv/node_modules/a/package.json', '{"name":"a","version":"1.0.0"}']]],
      labels: {
        'org.opencontainers.image.base.name': `${registry.host}/team/base:1.2.0`,
        'org.opencontainers.image.base.digest': digest,
      },
    })
    await api.images.add({ params: { accountUuid }, body: { reference: `${registry.host}/team/app:1.0` } })
    await until('the newer base', async () => {
      const { rows } = await sql`select from base_image where account_uuid = ${accountUuid}`.execute(db)
      return rows.length > 0
    })
  } finally {
    await registry.stop()
  }
}

/** Of a package that no other account uses. */
async function fillReleases(server: TestServer): Promise<void> {
  const registry = await startRegistry()
  const path = '/v3/systems/NPM/packages/filled'
  const versions = ['1.0.0', '1.1.0'].map((version) => ({
    versionKey: { version },
    publishedAt: '2024-01-01T00:00:00Z',
  }))
  registry.handlers.set(`GET ${path}`, json({ versions }))
  for (const version of ['1.0.0', '1.1.0'])
    registry.handlers.set(`GET ${path}/versions/${version}`, json({ licenses: ['MIT'] }))
  const settings = {
    ...releaseSettings,
    ASSAY_RELEASES: 'true',
    ASSAY_DEPS_DEV_URL: registry.url,
    ASSAY_DEPS_DEV_BATCHES: 'false',
  }
  const beside = await startTestServer({ beside: server, withWorker: false, settings })
  try {
    await upload(await server.newAccount(), 'releases', ['filled@1.0.0'])
    await recordAllUseJob.run(beside.context, {}, { priority: 'refresh' })
    await sql`delete from package_releases where package_name <> 'filled'`.execute(server.db)
    await fetchReleasesJob.run(beside.context, {}, { priority: 'refresh' })
  } finally {
    await beside.stop()
    await registry.stop()
  }
}

/** A directory with a person who logged in, and a domain whose owner proved it. */
async function fillDirectory(server: TestServer): Promise<void> {
  const names = await startNameServer()
  const directory = await startDirectory()
  const settings = { ...releaseSettings, ASSAY_DNS_SERVER: names.address }
  const beside = await startTestServer({ beside: server, withWorker: false, settings })
  try {
    const member = await signedIn(beside, await beside.newAccount())
    const params = { accountUuid: member.accountUuid }
    const domain = 'filled.example'
    const { domains } = await member.api.sso.setDomains({
      params,
      body: { domains: [domain], role: 'Viewer' },
    })
    names.records.set(domains[0]!.record.name, domains[0]!.record.value)
    await member.api.sso.verifyDomain({ params: { ...params, domain } })
    const base = 'dc=example,dc=org'
    const service = { dn: `cn=assay,${base}`, password: 'of the service', attributes: {} }
    const attributes = {
      objectClass: ['person'],
      uid: ['ada'],
      cn: ['Ada'],
      mail: [member.email],
      entryUUID: [randomUUID()],
    }
    directory.entries.push(service, { dn: `uid=ada,${base}`, password: 'of Ada', attributes })
    await member.api.sso.putLdap({
      params,
      body: {
        name: 'Ours',
        urls: [directory.url],
        certificate: tlsCertificate.cert,
        bindDn: service.dn,
        bindPassword: service.password,
        baseDn: base,
        trustsAddresses: true,
      },
    })
    await member.api.sso.activate({ params: { ...params, type: 'ldap' }, query: { active: 'true' } })
    await beside.anonymous.credentials.login({
      body: { email: 'ada', password: 'of Ada', account: params.accountUuid },
    })
  } finally {
    await beside.stop()
    await Promise.all([names.stop(), directory.stop()])
  }
}
