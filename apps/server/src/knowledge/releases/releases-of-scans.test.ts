import { dayMs } from '@assay/engine/time.ts'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, jsonBytes, npmInventory } from '#testing/inventories.ts'
import { json, startRegistry } from '#testing/registry-server.ts'
import { uploadAdvisories } from '#testing/upload-advisories.ts'
import { fetchReleasesJob } from './fetch-releases-job.ts'
import { recordAllUseJob } from './record-use-job.ts'
import { readReleases } from './store.ts'

const registry = forAllTests(startRegistry)
const server = testServer(() => ({
  settings: {
    ASSAY_RELEASES: 'true',
    ASSAY_DEPS_DEV_URL: registry.url,
    ASSAY_DEPS_DEV_BATCHES: 'true',
    ASSAY_ALLOW_PRIVATE_NETWORKS: 'true',
  },
}))

const packagePath = (name: string) => `/v3/systems/NPM/packages/${encodeURIComponent(name)}`

function publish(name: string, versions: string[], licenses: string[] = []): void {
  registry.handlers.set(
    `GET ${packagePath(name)}`,
    json({
      versions: versions.map((version) => ({ versionKey: { version }, publishedAt: '2024-01-01T00:00:00Z' })),
    }),
  )
  for (const version of versions)
    registry.handlers.set(`GET ${packagePath(name)}/versions/${version}`, json({ licenses }))
}

let urls = 0
async function scan(packages: string[]) {
  const member = await server.newAccount()
  const body = {
    file: filePart(npmInventory(packages)),
    url: `https://example.org/releases-${urls++}`,
    branch: 'main',
  }
  await member.api.uploads.intoNew({ body })
  return member
}

async function until<T>(read: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const value = await read()
    if (value) return value
    await sleep(50)
  }
}

const releasesOf = async (name: string) =>
  (await readReleases(server.db, '00000000-0000-0000-0000-000000000000', [{ ecosystem: 'npm', name }]))(
    'npm',
    name,
  )

/** Number of rescans that have started: one that waits would stand for the next request, too. */
const rescans = async (accountUuid: string) =>
  (
    await sql<{ count: number }>`
      select count(*)::int from build where account_uuid = ${accountUuid} and source = 'rescan'
          and state <> 'queued'`.execute(server.db)
  ).rows[0]!.count

/** Fetches what is due, and the package in any case: a worker that was fetching it puts off its next check. */
async function runFetch(name: string) {
  await sql`update package_releases set next_check_at = now(), etag = null where package_name = ${name}`.execute(
    server.db,
  )
  await fetchReleasesJob.run(server.context, {}, { priority: 'refresh' })
}

test('releases and licenses of versions found by a scan are read, and the branch is rescanned', async () => {
  publish('@odd/First.One', ['1.0.0', '1.1.0'], ['MIT', 'non-standard'])
  const member = await scan(['@odd/First.One@1.0.0', 'unknown-one@1.0.0'])
  const { releases } = await until(() => releasesOf('@odd/First.One'))
  expect(releases).toMatchObject([{ version: '1.0.0', licenses: ['MIT'] }, { version: '1.1.0' }])
  expect(releases[1]).not.toHaveProperty('licenses')
  await until(() => rescans(member.accountUuid))
  expect(registry.requests).toContain('POST /v3alpha/versionbatch')
})

test('licenses of many versions are read in one batch if possible', async () => {
  publish('batched', ['1.0.0', '2.0.0'])
  registry.handlers.set('POST /v3alpha/versionbatch', (request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const { requests, pageToken } = JSON.parse(text) as { requests: object[]; pageToken: string }
      const version = { licenses: ['Apache-2.0'] }
      const payload =
        pageToken === ''
          ? { responses: [], nextPageToken: 'more' }
          : { responses: requests.map((each) => ({ request: each, version })), nextPageToken: '' }
      json(payload)(request, response)
    })
  })
  await scan(['batched@2.0.0'])
  const { releases } = await until(() => releasesOf('batched'))
  expect(releases).toMatchObject([{ version: '1.0.0' }, { version: '2.0.0', licenses: ['Apache-2.0'] }])
  expect(registry.requests).not.toContain(`GET ${packagePath('batched')}/versions/2.0.0`)
  registry.handlers.delete('POST /v3alpha/versionbatch')
})

test('a newer release causes one rescan a day; a change to a version in use causes one at once', async () => {
  publish('busy', ['1.0.0'])
  const member = await scan(['busy@1.0.0'])
  await until(() => releasesOf('busy'))
  await until(() => rescans(member.accountUuid))
  const rescanAt = async () =>
    (
      await sql<{ rescanAt: Date | null }>`
        select rescan_at as "rescanAt" from package_releases where package_name = 'busy'`.execute(server.db)
    ).rows[0]!.rescanAt
  await until(async () => (await rescanAt()) === null)
  for (const version of ['1.1.0', '1.2.0']) {
    publish('busy', ['1.0.0', '1.1.0', version])
    await until(async () => {
      await runFetch('busy')
      return (await releasesOf('busy'))?.releases.some((release) => release.version === version)
    })
    expect((await rescanAt())!.getTime()).toBeGreaterThan(Date.now())
  }
  registry.handlers.set(
    `GET ${packagePath('busy')}`,
    json({
      versions: [{ versionKey: { version: '1.0.0' }, isDeprecated: true, deprecatedReason: 'Broken' }],
    }),
  )
  const before = await rescans(member.accountUuid)
  await until(async () => {
    await runFetch('busy')
    return (await rescans(member.accountUuid)) > before
  })
  await until(async () => (await rescanAt()) === null)
})

test('a release that passes the cool-down causes a rescan without new data from its source', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
  const response = json({
    versions: [
      { versionKey: { version: '1.0.0' }, publishedAt: daysAgo(300) },
      { versionKey: { version: '1.0.1' }, publishedAt: daysAgo(3.2) },
    ],
  })
  publish('young', ['1.0.0'])
  registry.handlers.set(`GET ${packagePath('young')}`, response)
  await scan(['young@1.0.0'])
  await until(() => releasesOf('young'))
  const rescanAfter = async (checkedDaysAgo: number) => {
    await sql`update package_releases set rescan_at = null, checked_at = ${daysAgo(checkedDaysAgo)}
      where package_name = 'young'`.execute(server.db)
    const row = () =>
      server.db
        .selectFrom('package_releases')
        .select(['rescan_at', sql<boolean>`checked_at > now() - interval '1 minute'`.as('isChecked')])
        .where('package_name', '=', 'young')
        .executeTakeFirstOrThrow()
    await until(async () => {
      await runFetch('young')
      return (await row()).isChecked
    })
    return (await row()).rescan_at
  }
  expect(await rescanAfter(0.1)).toBeNull()
  expect((await rescanAfter(1))!.getTime()).toBeGreaterThan(Date.now())
})

test('what releases require is read where a plan depends on it, and the plan names the dependent to upgrade', async () => {
  publish('ranged-victim', ['1.0.0', '2.0.0'])
  publish('ranged-parent', ['1.0.0', '1.1.0', '1.2.0'])
  for (const [version, requirement] of [
    ['1.1.0', '^1.0.0'],
    ['1.2.0', '^2.0.0'],
  ] as const)
    registry.handlers.set(
      `GET ${packagePath('ranged-parent')}/versions/${version}:dependencies`,
      json({
        nodes: [{ versionKey: { name: 'ranged-parent' } }, { versionKey: { name: 'ranged-victim' } }],
        edges: [{ toNode: 1, requirement }],
      }),
    )
  await uploadAdvisories(
    server,
    JSON.stringify({
      id: 'OSV-RANGED-1',
      modified: '2024-01-01T00:00:00Z',
      affected: [
        {
          package: { ecosystem: 'npm', name: 'ranged-victim' },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
        },
      ],
    }),
  )
  const member = await server.newAccount()
  const lockfile = {
    lockfileVersion: 3,
    packages: {
      '': { name: 'a', dependencies: { 'ranged-parent': '^1.0.0' } },
      'node_modules/ranged-parent': { version: '1.0.0', dependencies: { 'ranged-victim': '^1.0.0' } },
      'node_modules/ranged-victim': { version: '1.0.0' },
    },
  }
  const file = filePart(jsonBytes(lockfile), 'package-lock.json')
  await member.api.uploads.intoNew({ body: { file, url: 'https://example.org/ranged', branch: 'main' } })
  await until(async () => {
    await fetchReleasesJob.run(server.context, {}, { priority: 'refresh' })
    const { upgrades } = await member.api.fixes.list({ query: {} })
    return upgrades[0]?.command === 'npm install ranged-parent@1.2.0' && upgrades[0]
  })
  expect((await member.api.fixes.list({ query: {} })).upgrades).toMatchObject([
    { name: 'ranged-victim', to: '2.0.0', instructions: [{ parents: ['ranged-parent 1.2.0'] }] },
  ])
  expect((await releasesOf('ranged-victim'))!.releases[1]).not.toHaveProperty('requires')
})

test('packages in use are renewed daily, and unused ones deleted', async () => {
  await scan(['old-hand@1.0.0'])
  await until(async () => {
    const { rows } =
      await sql`select from package_releases where package_name = 'old-hand' and state = 'absent'`.execute(
        server.db,
      )
    return rows.length > 0
  })
  await sql`delete from package_releases where package_name = 'old-hand'`.execute(server.db)
  await sql`insert into package_releases (ecosystem, package_name, used_at)
    values ('npm', 'out-of-use', now() - interval '200 days')`.execute(server.db)
  await recordAllUseJob.run(server.context, {}, { priority: 'refresh' })
  const { rows } = await sql<{ name: string }>`
    select package_name as name from package_releases where package_name in ('old-hand', 'out-of-use')`.execute(
    server.db,
  )
  expect(rows).toEqual([{ name: 'old-hand' }])
})
