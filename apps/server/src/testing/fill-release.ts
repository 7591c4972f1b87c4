import { dayMs } from '@assay/engine/time.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { useDestinations } from '#accounts/audit/outgoing-store.ts'
import { appCodes } from '#identity/mfa/check-code.ts'
import { accountScope } from '#auth/scope.ts'
import { addChangedPackages } from '#knowledge/advisories/clusters/package-store.ts'
import { hasUnfinishedSync } from '#knowledge/advisories/sync/sync-store.ts'
import { addChunk, openUpload } from '#knowledge/advisories/uploads/upload-store.ts'
import { remindJob } from '#notifications/rules/remind-job.ts'
import { sendDueRule } from '#notifications/rules/send-due.ts'
import { noteProcess } from '#operations/status/process-store.ts'
import { recordSize } from '#operations/status/size-store.ts'
import { beginRun, endRun } from '#platform/backup/store.ts'
import { insertDeadLetter } from '#platform/queue/dead-letter-store.ts'
import { version } from '#platform/system/version.ts'
import { insertFirstSeen } from '#scanning/scans/first-seen-store.ts'
import { createAuthenticator } from './authenticator.ts'
import { dependencyTrackClient } from './dependency-track-client.ts'
import { fillIntegrations, releaseSettings, until } from './fill-integrations.ts'
import { enableFeatures } from './integrations.ts'
import { filePart, jsonBytes, npmInventory } from './inventories.ts'
import { logIn, openSessionFor, sessionOf, setPassword, signedIn, testPassword } from './sessions.ts'
import { startTestServer, type TestMember, type TestServer } from './test-server.ts'

// What stays empty after one object of each kind was created and each call was made once: rows for the rest.

/**
 * Through calls, those of other tools' clients and external services that speak their wire; `fillByStores` has the rest.
 * Not filled: `tag_threshold`. Nothing writes it any more, and the trigger for older processes would store its policy twice
 * when the file is loaded.
 */
export async function fillRelease(server: TestServer): Promise<void> {
  const member = await server.newAccount()
  await server.db.updateTable('account').set({ is_operator: true }).execute()
  await enableFeatures(server, member)
  await fillLists(server, member)
  const projectUuid = await fillScans(member)
  await fillPeople(server, member, projectUuid)
  await fillLogins(server)
  await fillIntake(server)
  await fillIntegrations(server, member)
  await fillByStores(server)
}

/** So old that they are outdated at once, and stay so. Of a vulnerability that nothing else has. */
async function fillLists({ db }: TestServer, { api }: TestMember): Promise<void> {
  const cve = 'CVE-2099-10001'
  const products = [
    {
      label: 'Filled',
      identifiers: [{ type: 'purl', id: 'pkg:npm/filled' }],
      releases: [{ name: '1', eolFrom: '2020-01-01' }],
    },
  ]
  for (const content of [
    JSON.stringify({ catalogVersion: '1', vulnerabilities: [{ cveID: cve }] }),
    `cve,epss,percentile\n${cve},0.9,0.99\n`,
    JSON.stringify({ result: products }),
  ]) {
    await until('the sync before', async () => !(await hasUnfinishedSync(db)))
    await api.advisoryDatabases.upload({
      params: { id: 'osv' },
      query: { name: 'list', modifiedAt: Date.now() - 400 * dayMs },
      body: new Uint8Array(Buffer.from(content)),
    })
  }
  await until('the last sync', async () => !(await hasUnfinishedSync(db)))
}

/** A folder with rules of its own, and a report on its infrastructure. */
async function fillScans({ api, accountUuid }: TestMember): Promise<string> {
  const lockfile = {
    lockfileVersion: 3,
    packages: {
      '': { name: 'shop', dependencies: { lodash: '4' } },
      'node_modules/lodash': { version: '4.17.4' },
    },
  }
  const cves = [{ cve: 'CVE-2019-10744', reason: 'unapplicable', description: 'not called' }]
  const files = { 'package-lock.json': lockfile, '.meterian': { exclusions: { security: { cves } } } }
  const { uuid } = await api.uploads.folderIntoNew({
    body: {
      file: Object.entries(files).map(([name, content]) => filePart(jsonBytes(content), name)),
      url: 'https://example.org/filled',
      branch: 'main',
    },
  })
  const sarif = {
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Checkov', rules: [{ id: 'CKV_1', shortDescription: { text: 'Rule' } }] } },
        results: [
          {
            ruleId: 'CKV_1',
            message: { text: 'fails' },
            locations: [
              { physicalLocation: { artifactLocation: { uri: 'main.tf' }, region: { startLine: 1 } } },
            ],
          },
        ],
      },
    ],
  }
  await api.uploads.intoNew({
    body: {
      file: filePart(jsonBytes(sarif), 'results.sarif'),
      path: 'results.sarif',
      url: 'https://example.org/filled',
      branch: 'infrastructure',
    },
  })
  await api.quotas.save({ params: { accountUuid }, body: { projects: 1000 } })
  return uuid
}

/** A group with people, a decision on an upgrade, an inbox, and a reminder of a token that ends soon. */
async function fillPeople(server: TestServer, member: TestMember, projectUuid: string): Promise<void> {
  const { api, uuid } = member
  const { uuid: groupUuid } = await api.groups.create({ body: { name: 'Filled', ownerUuids: [uuid] } })
  const teamUuid = await server.addTeam(member, 'Filled')
  await api.groups.setTeams({ params: { groupUuid }, body: { teamUuids: [teamUuid] } })
  await api.groups.changeProjects({ params: { groupUuid }, body: { add: [projectUuid] } })
  await api.fixes.decide({
    body: { ecosystem: 'npm', packageName: 'lodash', to: '4.17.21', projectUuid, assigneeUuid: uuid },
  })
  await api.notificationRules.create({
    body: { name: 'inbox', kinds: ['findingOpened'], minimumSeverity: 'LOW', toInbox: true },
  })
  await api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['minimist@1.2.0'])),
      url: 'https://example.org/inbox',
      branch: 'main',
    },
  })
  const session = await signedIn(server, member)
  await session.api.tokens.create({
    params: { accountUuid: member.accountUuid },
    body: { name: 'ends soon', expiresAt: Date.now() + 2 * dayMs },
  })
  await remindJob.run(server.context, {}, { priority: 'refresh' })
  await server.mailed()
  while (await sendDueRule(server.context, new Date(Date.now() + 3_600_000)));
}

/** A second factor with recovery codes, a login that waits for it, a refreshed session. */
async function fillLogins(server: TestServer): Promise<void> {
  const member = await server.newAccount()
  await setPassword(server, member)
  const { headers } = await fetch(`${server.url}/api/v1/credentials/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: member.email, password: testPassword }),
  })
  const [cookie = ''] = headers.get('set-cookie')?.split(';') ?? []
  await fetch(`${server.url}/api/v1/credentials/refresh`, { method: 'POST', headers: { cookie } })
  const { api } = await signedIn(server, member)
  const { secret } = await api.mfa.initializeApp({})
  await api.mfa.validate({
    params: { method: 'app' },
    query: { isSetup: 'true' },
    body: { totp: appCodes(secret).generate() },
  })
  await api.mfa.makeScratchCodes({})
  await logIn(server, member)
  await fillRegistered(server)
}

/** At an address of its own, and where anybody may register. */
async function fillRegistered(server: TestServer): Promise<void> {
  const origin = 'https://assay.example.org'
  const settings = {
    ...releaseSettings,
    ASSAY_PUBLIC_URL: origin,
    ASSAY_REGISTRATION: 'true',
    ASSAY_SMTP_URL: 'smtp://127.0.0.1:1',
  }
  const beside = await startTestServer({ beside: server, withWorker: false, settings })
  try {
    const member = await beside.newAccount()
    await setPassword(beside, member)
    const api = sessionOf(beside, tokenOf(await logIn(beside, member)))
    const authenticator = createAuthenticator(origin)
    const credential = authenticator.create(await api.passkeys.registrationOptions())
    await api.passkeys.register({ body: { name: 'Filled', credential } })
    const options = await beside.anonymous.passkeys.loginOptions()
    await beside.anonymous.passkeys.login({ body: { credential: authenticator.get(options) } })
    await beside.anonymous.credentials.register({
      body: { email: `${randomUUID()}@example.org`, password: 'a password of some length' },
    })
  } finally {
    await beside.stop()
  }
}

/** A version that Dependency-Track's clients sent, and a finding that it told of. */
async function fillIntake(server: TestServer): Promise<void> {
  const member = await server.newAccount()
  const client = dependencyTrackClient(server, member)
  await member.api.moving.set({
    params: { accountUuid: member.accountUuid },
    body: { publishesVersions: true },
  })
  await client.upload(['filled', '1.0'], npmInventory(['lodash@4.17.4']), { isLatest: true })
  await client.send('POST', '/api/v1/dependency-track/notifications', {
    notification: {
      level: 'INFORMATIONAL',
      scope: 'PORTFOLIO',
      group: 'NEW_VULNERABLE_DEPENDENCY',
      subject: {
        project: { name: 'filled', version: '1.0' },
        component: { name: 'lodash', version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4' },
        vulnerabilities: [{ vulnId: 'CVE-2019-10744', source: 'NVD', severity: 'HIGH' }],
      },
    },
  })
}

/** With the stores that write them, what takes hours, another machine or a setting of the whole process otherwise. */
async function fillByStores(server: TestServer): Promise<void> {
  const { db } = server
  // A job fails for good after hours of attempts.
  const letter = { job: 'remove-old-events', payload: {}, reason: 'Broken', attempts: 4 }
  await insertDeadLetter(db, { uuid: randomUUID(), ...letter, queuedAt: new Date() })
  // A backup copies the whole cluster, and removes nothing of the database but this line.
  const run = await beginRun(db, '/var/backups/assay')
  await endRun(db, run, { name: 'assay-filled', bytes: 1 })
  // Only the program has a heart that beats; a server of tests has none.
  await noteProcess(db, { uuid: randomUUID(), host: 'filled', version, roles: ['web', 'worker'] })
  await recordSize(db)
  // A piece of an upload is only there while the rest is on its way.
  await addChunk(db, { uploadUuid: (await openUpload(db))!, number: 0, content: new Uint8Array(1) })
  // Destinations are settings; what is written there does not wait.
  await useDestinations(db, ['file'])
  const operator = await server.newAccount()
  await openSessionFor(server, operator)
  await operator.api.teams.create({ body: { name: 'Told' } })
  await useService(db)
  await keepKnowledge(db)
  // The first scan of an imported version takes it over.
  const branch = await db.selectFrom('branch').select(['uuid', 'account_uuid']).executeTakeFirstOrThrow()
  const seen = { ecosystem: 'npm', packageName: 'filled', vulnerability: 'CVE-2099-10001', at: new Date() }
  await db
    .transaction()
    .execute((tx) =>
      insertFirstSeen(tx, accountScope(branch.account_uuid), { branchUuid: branch.uuid, seen: [seen] }),
    )
}

/** The service is asked for its models before it is saved. */
const useService = (db: TestServer['db']) =>
  sql`
    insert into assistant_service (is_active, url, model, daily_tokens, context_tokens)
    values (false, 'https://127.0.0.1:1', 'sample', 1000000, 16000)`.execute(db)

/** The syncs of lists removed what the starter set had of these. */
async function keepKnowledge(db: TestServer['db']): Promise<void> {
  const changed = [{ ecosystem: 'npm' as const, name: 'filled' }]
  await db.transaction().execute((tx) => addChangedPackages(tx, changed, { byAdvisories: true }))
  await sql`
    insert into advisory_facts (advisory_uuid, ecosystem, severity, cvss, category)
    select advisory_uuid, ecosystem, severity, cvss, category from finding limit 1
    on conflict do nothing`.execute(db)
}
