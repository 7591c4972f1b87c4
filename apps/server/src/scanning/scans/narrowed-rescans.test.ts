import { npm } from '@assay/engine/ecosystems/npm/index.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { accountScope, type Scope } from '#auth/scope.ts'
import { type ProcessAdvisories, openAdvisories } from '#knowledge/advisories/indexes/advisories.ts'
import { affectedBranchesKind, sendAffectedBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import { ingest } from '#knowledge/advisories/ingestion/ingest.ts'
import { saveReleases } from '#knowledge/releases/store.ts'
import type { Queue } from '#platform/queue/queue.ts'
import { rescanBranch } from '#scanning/builds/uploads/submit-build.ts'
import { filePart, jsonBytes } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { scanBuild } from './scan-build.ts'

let advisories: ProcessAdvisories
let member: TestMember
let scope: Scope
const server = testServer({ withWorker: false })
beforeAll(async () => {
  advisories = openAdvisories({ db: server.db, folder: server.config.dataFolder })
  member = await server.newAccount()
  scope = accountScope(member.accountUuid)
})

let urls = 0
async function add(filename: string, document: object): Promise<void> {
  const body = {
    file: filePart(jsonBytes(document), filename),
    url: `https://example.org/narrowed-${urls++}`,
    branch: 'main',
    wait: 'false',
  } as const
  const { id } = await member.api.uploads.intoNew({ body })
  await scanBuild({ db: server.db, advisories }, scope, { buildUuid: id })
}

/** Takes documents in, and returns the branches for which rescans are queued. */
async function learn(...documents: object[]): Promise<string[]> {
  const texts = documents.map((each, index) => ({ text: JSON.stringify(each), where: `test:${index}` }))
  await ingest(server.db, 'test', texts)
  await compileStale(server.db)
  const sent: string[] = []
  const queue: Pick<Queue, 'sendAll'> = {
    sendAll(_, { name }, { payloads }) {
      expect(name).toBe(affectedBranchesKind.name)
      for (const { branches } of payloads as unknown as { branches: { branchUuid: string }[] }[])
        sent.push(...branches.map(({ branchUuid }) => branchUuid))
      return Promise.resolve()
    },
  }
  await sendAffectedBranches({ db: server.db, queue: { ...server.context.queue, ...queue } })
  return sent.toSorted()
}

async function rescan(branches: readonly string[]): Promise<void> {
  for (const branchUuid of branches) {
    const buildUuid = await server.db
      .transaction()
      .execute((tx) => rescanBranch({ ...server.context, tx }, scope, { branchUuid, createdBy: null }))
    await scanBuild({ db: server.db, advisories }, scope, { buildUuid: buildUuid! })
  }
}

const branches = async (): Promise<string[]> =>
  (
    await server.db
      .selectFrom('branch')
      .select('uuid')
      .where('account_uuid', '=', scope.accountUuid)
      .execute()
  )
    .map(({ uuid }) => uuid)
    .toSorted()

/** All that a scan writes, except what says when and with which indexes it was confirmed. */
async function rows(): Promise<unknown> {
  const of = (table: string, without: string) =>
    sql<{ row: unknown }>`
      select to_jsonb(stored) - ${sql.raw(`array[${without}]`)} as row from ${sql.table(table)} stored
      where account_uuid = ${scope.accountUuid} order by 1`
      .execute(server.db)
      .then((found) => found.rows.map(({ row }) => row))
  return {
    scans: await of('scan', "'index_versions', 'advisory_data'"),
    findings: await of('finding', "''"),
    components: await of('component', "''"),
    upgrades: await of('branch_upgrade', "''"),
    ages: await of('finding_age', "''"),
    licenses: await of('branch_license', "''"),
    series: await of('branch_series', "''"),
    statements: await of('vex_statement', "''"),
  }
}

const versions = ['1.0.0', '1.5.0', '2.0.0', '3.0.0']
const names = ['alpha', 'beta', 'gamma', 'delta']
const purlOf = (name: string, version: string) => `pkg:npm/${name}@${version}`
const library = (name: string, version: string, more: object = {}) => ({
  type: 'library',
  'bom-ref': purlOf(name, version),
  name,
  version,
  purl: purlOf(name, version),
  ...more,
})
const bom = (components: object[], more: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components,
  ...more,
})

const nameOf = fc.constantFrom(...names)
const versionOf = fc.constantFrom(...versions)
const cveOf = fc.constantFrom('CVE-2020-1', 'CVE-2020-2', 'CVE-2020-3')

const plain = fc
  .uniqueArray(fc.tuple(nameOf, versionOf), { minLength: 1, maxLength: 4, selector: String })
  .map((list) => ['bom.json', bom(list.map(([name, version]) => library(name, version)))] as const)
const stated = fc.tuple(nameOf, versionOf, fc.constantFrom('CVE-2020-1', 'GHSA-test-0', 'GHSA-test-1')).map(
  ([name, version, id]) =>
    [
      'bom.json',
      bom([library(name, version)], {
        vulnerabilities: [
          { id, analysis: { state: 'not_affected' }, affects: [{ ref: purlOf(name, version) }] },
        ],
      }),
    ] as const,
)
const forked = fc
  .tuple(nameOf, versionOf)
  .map(
    ([name, version]) =>
      [
        'bom.json',
        bom([library('fork', '1.0.0', { pedigree: { ancestors: [library(name, version)] } })]),
      ] as const,
  )
const debian = fc.tuple(nameOf, versionOf, fc.constantFrom('11', '12')).map(([name, version, release]) => {
  const purl = `pkg:deb/debian/lib${name}@${version}?distro=debian-${release}&upstream=${name}`
  return ['bom.json', bom([{ type: 'library', 'bom-ref': purl, name: `lib${name}`, version, purl }])] as const
})
const locked = fc.tuple(nameOf, versionOf, nameOf, versionOf, fc.boolean()).map(
  ([first, version, second, older, isPrivate]) =>
    [
      'package-lock.json',
      {
        name: 'app',
        lockfileVersion: 3,
        packages: {
          '': { name: 'app', dependencies: { [first]: version } },
          [`node_modules/${first}`]: {
            version,
            resolved: `https://${isPrivate ? 'npm.internal.example' : npm.registryHosts?.[0]}/${first}/-/${first}-${version}.tgz`,
            ...(first !== second && { dependencies: { [second]: `^${older}` } }),
          },
          ...(first !== second && { [`node_modules/${second}`]: { version: older } }),
        },
      },
    ] as const,
)
const documents = fc.oneof(plain, plain, stated, forked, debian, locked)

let modified = Date.UTC(2026, 0, 1)
const affectedOf = fc.record({
  package: fc.oneof(
    nameOf.map((name) => ({ ecosystem: 'npm', name })),
    nameOf.map((name) => ({ ecosystem: 'Debian:12', name })),
  ),
  ranges: fc
    .tuple(fc.constantFrom('0', ...versions), fc.option(fc.constantFrom('1.2.0', '2.0.0', '2.5.0', '9.0.0')))
    .map(([introduced, fixed]) => [
      { type: 'ECOSYSTEM', events: [{ introduced }, ...(fixed === null ? [] : [{ fixed }])] },
    ]),
})
const records = fc.record({
  id: fc.constantFrom('GHSA-test-0', 'GHSA-test-1', 'GHSA-test-2', 'PYSEC-test-3', 'MAL-test-4'),
  aliases: fc.uniqueArray(cveOf, { maxLength: 1 }),
  severity: fc.constantFrom('HIGH', 'LOW').map((severity) => severity),
  affected: fc.array(affectedOf, { minLength: 1, maxLength: 2 }),
  isWithdrawn: fc.nat({ max: 5 }).map((number) => number === 0),
})
const changes = fc.array(records, { minLength: 1, maxLength: 2 }).map((list) =>
  list.map(({ severity, isWithdrawn, ...record }) => ({
    ...record,
    database_specific: { severity },
    ...(isWithdrawn && { withdrawn: '2026-01-01T00:00:00Z' }),
  })),
)

const withTime = <T extends object>(record: T) => {
  modified += 60_000
  return { ...record, modified: new Date(modified).toISOString() }
}

const lock = (name: string, version: string, host: string) => ({
  name: 'app',
  lockfileVersion: 3,
  packages: {
    '': { name: 'app', dependencies: { [name]: version } },
    [`node_modules/${name}`]: { version, resolved: `https://${host}/${name}/-/${name}-${version}.tgz` },
  },
})
/** An advisory on the versions of a package from one on, up to another. */
const advisory = (name: string, [introduced, fixed]: [string, string], more: object = {}) =>
  withTime({
    id: `GHSA-of-${name}`,
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced }, { fixed }] }],
      },
    ],
    ...more,
  })

describe('a change of advisories', () => {
  const concerns = (name: string) => ({
    'a version in use': {
      document: bom([library(name, '1.0.0')]),
      change: () => [advisory(name, ['0', '2.0.0'])],
      isQueued: true,
    },
    'other versions': {
      document: bom([library(name, '3.0.0')]),
      change: () => [advisory(name, ['0', '2.0.0'])],
      isQueued: false,
    },
    'a text': {
      document: bom([library(name, '1.0.0')]),
      before: () => [advisory(name, ['0', '2.0.0'])],
      change: () => [advisory(name, ['0', '2.0.0'], { summary: 'Said otherwise' })],
      isQueued: false,
    },
    'the severity of a match': {
      document: bom([library(name, '1.0.0')]),
      before: () => [advisory(name, ['0', '2.0.0'])],
      change: () => [advisory(name, ['0', '2.0.0'], { database_specific: { severity: 'LOW' } })],
      isQueued: true,
    },
    'a version that fixes another advisory': {
      document: bom([library(name, '1.0.0')]),
      before: () => [advisory(name, ['0', '2.0.0'])],
      change: () => [advisory(name, ['2.0.0', '3.0.0'], { id: `GHSA-on-${name}` })],
      isQueued: true,
    },
    'a match, by withdrawal': {
      document: bom([library(name, '1.0.0')]),
      before: () => [advisory(name, ['0', '2.0.0'])],
      change: () => [advisory(name, ['0', '2.0.0'], { withdrawn: '2026-01-02T00:00:00Z' })],
      isQueued: true,
    },
    'an ancestor of a component': {
      document: bom([library('fork', '1.0.0', { pedigree: { ancestors: [library(name, '1.0.0')] } })]),
      change: () => [advisory(name, ['0', '2.0.0'])],
      isQueued: true,
    },
    'a name in a private registry': {
      filename: 'package-lock.json',
      document: lock(name, '3.0.0', 'npm.internal.example'),
      change: () => [advisory(name, ['0', '2.0.0'])],
      isQueued: true,
    },
    'an alias that was not known': {
      document: bom([library(name, '1.0.0')]),
      before: () => [advisory(name, ['0', '2.0.0'])],
      change: () => [advisory(name, ['0', '2.0.0'], { aliases: [`PYSEC-of-${name}`] })],
      isQueued: true,
    },
    'the end of life': {
      document: bom([library(name, '3.0.0')]),
      change: () => [
        {
          title: name,
          identifiers: [{ purl: `pkg:npm/${name}` }],
          releases: [{ releaseCycle: '3', eol: '2020-01-01' }],
        },
      ],
      isQueued: true,
    },
  })
  const cases = Object.keys(concerns('')) as (keyof ReturnType<typeof concerns>)[]
  test.each(cases)('on %s is rescanned where it changes results', async (key) => {
    const name = `package-${cases.indexOf(key)}`
    const {
      filename = 'bom.json',
      document,
      before,
      change,
      isQueued,
    } = concerns(name)[key] as {
      filename?: string
      document: object
      before?: () => object[]
      change: () => object[]
      isQueued: boolean
    }
    // Each ecosystem has an index before.
    await learn(advisory('unused', ['0', '1.0.0']), ...(before?.() ?? []))
    const others = await branches()
    await add(filename, document)
    const added = (await branches()).filter((uuid) => !others.includes(uuid))
    const concerned = await learn(...change())
    expect(concerned).toEqual(isQueued ? added : [])
    await rescan(concerned)
    const narrowed = await rows()
    await rescan(added)
    expect(await rows()).toEqual(narrowed)
  })
})

describe('rescans after a change of advisories', () => {
  test('are queued for the branches that it concerns, and change what a rescan of all would', async () => {
    const checkedAt = Date.now()
    for (const name of names.slice(0, 3))
      await saveReleases(server.db, null, {
        ecosystem: 'npm',
        name,
        source: 'test',
        checkedAt,
        releases: [...versions, '2.5.0', '9.0.0'].map((version) => ({ version, publishedAt: checkedAt })),
      })
    let queued = 0
    let all = 0
    for (const [filename, document] of fc.sample(documents, { numRuns: 14, seed: 39 }))
      await add(filename, document)
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const concerned = await learn(...list.map(withTime))
        queued += concerned.length
        await rescan(concerned)
        const narrowed = await rows()
        const everything = await branches()
        all += everything.length
        await rescan(everything)
        expect(await rows()).toEqual(narrowed)
      }),
      { numRuns: 15, seed: 39, endOnFailure: true },
    )
    expect(queued).toBeGreaterThan(10)
    expect(queued).toBeLessThan(all / 2)
  })
})
