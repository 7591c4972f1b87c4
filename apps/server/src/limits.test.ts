import { type Limited, limits } from '@assay/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { accountScope } from '#auth/scope.ts'
import { ensureBranch } from '#projects/project-store.ts'
import { insertVersion } from '#projects/versions/store.ts'
import { publicKeyPem } from '#testing/public-key.ts'
import { sampleRoot } from '#testing/sample-root.ts'
import { ownAdvisory } from '#testing/own-advisory.ts'
import { signedIn } from '#testing/sessions.ts'
import { openvex, vexPart } from '#testing/vex-documents.ts'

let projectUuid: string
const server = testServer({ withWorker: false })
const admin = forAllTests(() => server.newAccount())
/** The same with a session. */
const session = forAllTests(() => signedIn(server, admin))
beforeAll(async () => {
  projectUuid = (await admin.api.projects.create({ body: { url: 'https://example.org/limits' } })).uuid
})

interface Case {
  /** Condition of the rows that count. */
  rows: () => RawBuilder<unknown>
  /** Inserts the given number of rows. */
  fill: (count: number) => RawBuilder<unknown>
  create: (name: string) => Promise<unknown>
}

const account = () => sql`${admin.accountUuid}::uuid`
const params = () => ({ accountUuid: admin.accountUuid })
const numbers = (count: number) => sql`generate_series(1, ${count}::int) number`
const ofAccount = (table: string) => () => sql`${sql.table(table)} where account_uuid = ${account()}`

const cases: Record<Limited, Case> = {
  // Before projects, as each image gets one.
  images: {
    rows: ofAccount('watched_image'),
    fill: (count) => sql`
      insert into watched_image (account_uuid, uuid, project_uuid, host, repository, tag, every_hours, next_check_at)
      select ${account()}, gen_random_uuid(), ${projectUuid}::uuid,
        'registry.example.org', 'app', number::text, 6, now() + interval '1 year' from ${numbers(count)}`,
    create: (name) =>
      admin.api.images.add({
        params: { accountUuid: admin.accountUuid },
        body: { reference: `127.0.0.1:1/app:${name}` },
      }),
  },
  projects: {
    rows: ofAccount('project'),
    fill: (count) => sql`insert into project (account_uuid, uuid, url, name, tags)
      select ${account()}, gen_random_uuid(), 'https://example.org/' || number, number, '{}' from ${numbers(count)}`,
    create: (name) => admin.api.projects.create({ body: { url: `https://example.org/new-${name}` } }),
  },
  branches: {
    rows: () => sql`branch where account_uuid = ${account()} and project_uuid = ${projectUuid}`,
    fill: (count) => sql`insert into branch (account_uuid, uuid, project_uuid, name)
      select ${account()}, gen_random_uuid(), ${projectUuid}, number from ${numbers(count)}`,
    create: (name) =>
      server.db
        .transaction()
        .execute((tx) => ensureBranch(tx, accountScope(admin.accountUuid), { projectUuid, name })),
  },
  members: {
    rows: ofAccount('member'),
    fill: (count) => sql`insert into member (account_uuid, uuid, name, email, role)
      select ${account()}, gen_random_uuid(), number, number || '@limits.example.org', 'Viewer'
      from ${numbers(count)}`,
    create: (name) =>
      admin.api.members.add({
        params: params(),
        body: { email: `${name}-${randomUUID()}@example.org`, name, role: 'Viewer' },
      }),
  },
  teams: {
    rows: ofAccount('team'),
    fill: (count) => sql`insert into team (account_uuid, uuid, name, description)
      select ${account()}, gen_random_uuid(), number, '' from ${numbers(count)}`,
    create: (name) => admin.api.teams.create({ body: { name, description: '', active: true } }),
  },
  tokens: {
    rows: ofAccount('api_token'),
    fill: (count) => sql`insert into api_token (account_uuid, uuid, member_uuid, name, hash)
      select ${account()}, gen_random_uuid(), ${admin.uuid}, number, number::text::bytea from ${numbers(count)}`,
    create: (name) => admin.api.tokens.create({ params: params(), body: { name, access: 'read' } }),
  },
  tags: {
    rows: ofAccount('tag'),
    fill: (count) => sql`insert into tag (account_uuid, uuid, name)
      select ${account()}, gen_random_uuid(), number from ${numbers(count)}`,
    create: (name) => admin.api.tags.create({ body: { name } }),
  },
  groups: {
    rows: ofAccount('project_group'),
    fill: (count) => sql`insert into project_group (account_uuid, uuid, kind, name, path)
      select ${account()}, uuid, 'product', number, array[uuid]
      from ${numbers(count)} cross join lateral (select gen_random_uuid() as uuid where number > 0) made`,
    create: (name) => admin.api.groups.create({ body: { name } }),
  },
  versions: {
    rows: () =>
      sql`project_version where account_uuid = ${account()} and project_uuid = ${projectUuid}::uuid`,
    fill: (count) => sql`
      with made as (
        insert into branch (account_uuid, uuid, project_uuid, name)
        values (${account()}, gen_random_uuid(), ${projectUuid}::uuid, 'versions') returning uuid)
      insert into project_version (account_uuid, uuid, project_uuid, branch_uuid, scan_uuid, name, released_at)
      select ${account()}, gen_random_uuid(), ${projectUuid}::uuid, made.uuid, gen_random_uuid(), number, now()
      from made cross join ${numbers(count)}`,
    create: (name) =>
      server.db.transaction().execute(async (tx) => {
        const scope = accountScope(admin.accountUuid)
        const branchUuid = await ensureBranch(tx, scope, { projectUuid, name: 'versions' })
        const dates = { releasedAt: '2026-01-01', supportedUntil: null }
        const made = { uuid: randomUUID(), projectUuid, branchUuid, scanUuid: randomUUID(), name, tag: '' }
        await insertVersion(tx, scope, { ...made, ...dates })
      }),
  },
  exclusions: {
    rows: () => sql`exclusion where account_uuid = ${account()} and removed_at is null`,
    fill: (count) => sql`
      insert into exclusion (account_uuid, uuid, domain, target, reason, description, created_by)
      select ${account()}, gen_random_uuid(), 'security', '{"kind": "cve", "cve": "CVE-2020-1234"}', 'mitigated',
        '', ${admin.uuid}
      from ${numbers(count)}`,
    create: (name) =>
      admin.api.exclusions.create({
        params: params(),
        query: { domain: 'security' },
        body: { library: { language: 'nodejs', name }, version: '*', description: 'not reachable' },
      }),
  },
  acceptedGaps: {
    rows: () => sql`accepted_gap where account_uuid = ${account()} and removed_at is null`,
    fill: (count) => sql`
      insert into accepted_gap (account_uuid, uuid, subject, reason, created_by)
      select ${account()}, gen_random_uuid(), jsonb_build_object('file', number), 'checked by hand', ${admin.uuid}
      from ${numbers(count)}`,
    create: (file) => admin.api.gaps.accept({ params: params(), body: { file, reason: 'checked by hand' } }),
  },
  vexDocuments: {
    rows: () => sql`vex_document where account_uuid = ${account()} and removed_at is null`,
    fill: (count) => sql`
      insert into vex_document (account_uuid, uuid, format, document_id, title, author, issued_at, statement_count,
        content, created_by)
      select ${account()}, gen_random_uuid(), 'openvex', number, '', '', now(), 0, '', ${admin.uuid}
      from ${numbers(count)}`,
    create: () => admin.api.vex.add({ params: params(), body: { file: vexPart(openvex()) } }),
  },
  vexStatements: {
    rows: ofAccount('vex_statement'),
    fill: (count) => sql`
      -- Settings of the other limit leave room for documents.
      with emptied as (delete from vex_document where account_uuid = ${account()} and statement_count = 0),
      made as (
        insert into vex_document (account_uuid, uuid, format, document_id, title, author, issued_at, statement_count,
          content, created_by, removed_at)
        values (${account()}, gen_random_uuid(), 'openvex', '', '', '', now(), 0, '', ${admin.uuid}, now())
        returning account_uuid, uuid)
      insert into vex_statement (account_uuid, document_uuid, position, ids, status, detail, product, package, stated_at)
      select account_uuid, uuid, number, '{CVE-2020-1234}', 'fixed', '', '{}', number, now()
      from made cross join ${numbers(count)}`,
    create: () => admin.api.vex.add({ params: params(), body: { file: vexPart(openvex()) } }),
  },
  policies: {
    rows: ofAccount('license_policy'),
    fill: (
      count,
    ) => sql`insert into license_policy (account_uuid, uuid, name, mode, licenses, tags, is_active)
      select ${account()}, gen_random_uuid(), number, 'DENY', '{MIT}', '{}', true from ${numbers(count)}`,
    create: (name) =>
      admin.api.policies.create({ params: params(), body: { name, mode: 'DENY', licenses: ['MIT'] } }),
  },
  rules: {
    rows: ofAccount('policy_rule'),
    fill: (count) => sql`
      insert into policy_rule (account_uuid, uuid, name, condition, effect, mode, when_unknown)
      select ${account()}, gen_random_uuid(), number, 'true', 'warn', 'on', 'pass' from ${numbers(count)}`,
    create: (name) =>
      admin.api.rules.create({ params: params(), body: { name, condition: 'finding.kev', effect: 'warn' } }),
  },
  overrides: {
    rows: ofAccount('component_override'),
    fill: (count) => sql`
      insert into component_override (account_uuid, kind, ecosystem, package_name, version, name, content, created_by)
      select ${account()}, 'license', 'npm', number, '*', number, 'MIT', ${admin.uuid} from ${numbers(count)}`,
    create: (name) =>
      admin.api.overrides.setLicense({
        params: { language: 'nodejs', name, version: '*' },
        body: { license: 'MIT' },
      }),
  },
  ownAdvisories: {
    rows: ofAccount('own_advisory'),
    fill: (count) => sql`
      insert into own_advisory (account_uuid, uuid, id, version, document)
      select ${account()}, gen_random_uuid(), 'SAMPLE-' || number, 1,
        '{"id": "SAMPLE-' || number || '", "affected": []}' from ${numbers(count)}`,
    create: (name) => admin.api.ownAdvisories.create({ params: params(), body: ownAdvisory(name) }),
  },
  trustedKeys: {
    rows: ofAccount('trusted_key'),
    fill: (count) => sql`
      insert into trusted_key (account_uuid, uuid, name, pem)
      select ${account()}, gen_random_uuid(), number, '' from ${numbers(count)}`,
    create: (name) => admin.api.trustedKeys.add({ params: params(), body: { name, pem: publicKeyPem } }),
  },
  trustedRoots: {
    rows: ofAccount('trusted_root'),
    fill: (count) => sql`
      insert into trusted_root (account_uuid, uuid, name, root, identities)
      select ${account()}, gen_random_uuid(), number, '', '[]' from ${numbers(count)}`,
    create: (name) => admin.api.trustedRoots.add({ params: params(), body: { ...sampleRoot, name } }),
  },
  registries: {
    rows: ofAccount('package_registry'),
    fill: (count) => sql`
      insert into package_registry (account_uuid, uuid, ecosystem, pattern, prefixes, url, credential_kind)
      select ${account()}, gen_random_uuid(), 'npm', '@' || number, array['@' || number || '/'],
        'https://npm.example.org', 'none' from ${numbers(count)}`,
    create: (name) =>
      admin.api.registries.create({
        params: { accountUuid: admin.accountUuid },
        body: { ecosystem: 'npm', pattern: `@${name}`, url: 'https://npm.example.org' },
      }),
  },
  registryLogins: {
    rows: ofAccount('registry_login'),
    fill: (count) => sql`
      insert into registry_login (account_uuid, uuid, host, user_name, password)
      select ${account()}, gen_random_uuid(), 'r' || number || '.example.org', 'me', '' from ${numbers(count)}`,
    create: (name) =>
      admin.api.images.saveLogin({
        params: { accountUuid: admin.accountUuid },
        body: { host: `${name}.example.org`, user: 'me', password: 'secret' },
      }),
  },
  notificationChannels: {
    rows: ofAccount('notification_channel'),
    fill: (count) => sql`insert into notification_channel (account_uuid, uuid, kind, name)
      select ${account()}, gen_random_uuid(), 'email', number from ${numbers(count)}`,
    create: (name) =>
      admin.api.notificationChannels.create({
        body: { kind: 'email', name, recipients: ['someone@example.org'] },
      }),
  },
  notificationRules: {
    rows: ofAccount('notification_rule'),
    fill: (count) => sql`insert into notification_rule (account_uuid, uuid, kinds, settings)
      select ${account()}, gen_random_uuid(), '{malware}', '{}' from ${numbers(count)}`,
    create: (name) => admin.api.notificationRules.create({ body: { name, kinds: ['malware'] } }),
  },
  savedViews: {
    rows: ofAccount('saved_view'),
    fill: (count) => sql`insert into saved_view (account_uuid, uuid, list, name, criteria)
      select ${account()}, gen_random_uuid(), 'fixes', number, '{}' from ${numbers(count)}`,
    create: (name) => session.api.savedViews.create({ body: { list: 'fixes', name, criteria: {} } }),
  },
  reportSchedules: {
    rows: ofAccount('report_schedule'),
    fill: (count) => sql`
      insert into report_schedule (account_uuid, uuid, member_uuid, created_by, every, request, formats, next_at)
      select ${account()}, gen_random_uuid(), ${admin.uuid}, '', 'week', '{}', '{}', now() + interval '1 day'
      from ${numbers(count)}`,
    create: () => admin.api.eras.createSchedule({ body: { every: 'week' } }),
  },
  unfinishedExports: {
    rows: () => sql`report_export where account_uuid = ${account()} and state = 'waiting'`,
    fill: (count) => sql`
      insert into report_export (account_uuid, uuid, kind, request, formats, created_by, expires_at)
      select ${account()}, gen_random_uuid(), 'era', '{}', '{}', '', now() + interval '1 day' from ${numbers(count)}`,
    create: () => admin.api.eras.create({ body: { formats: ['json'] } }),
  },
  properties: {
    rows: ofAccount('property'),
    fill: (count) => sql`insert into property (account_uuid, owner_uuid, name, value)
      select ${account()}, gen_random_uuid(), number, '{}' from ${numbers(count)}`,
    create: (name) =>
      admin.api.properties.setOfAccount({ params: { ...params(), name: `limit-${name}` }, body: { a: 1 } }),
  },
}

const count = async ({ rows }: Case): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from ${rows()}`.execute(server.db)).rows[0]!.count

test.each(Object.entries(cases))('concurrent requests do not exceed the limit of %s', async (kind, each) => {
  const limit = limits[kind as Limited]
  const room = 3
  await each.fill(limit - (await count(each)) - room).execute(server.db)
  const results = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => each.create(`name-${at}`)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(8 - room)
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ status: 409, errorType: 'limitReached' })
    expect(String(reason)).toMatch(/^\w+: (?:An account|A project) can have [\d,]+ .+ at most/)
  }
  expect(await count(each)).toBe(limit)
})
