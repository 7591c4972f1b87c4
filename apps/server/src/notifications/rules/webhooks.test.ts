import { type WebhookEvent as Event, WebhookEvent, webhookTypes } from '@assay/contract/webhook-events.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { compileStale } from '#knowledge/advisories/indexes/compile-stale.ts'
import { ingest } from '#knowledge/advisories/ingestion/ingest.ts'
import { type ChannelServer, startChannelServer } from '#testing/channel-server.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { sendDueRule } from './send-due.ts'

const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })

const kinds = ['findingOpened', 'findingFixed', 'minimumMissed', 'minimumMet'] as const

/** An account whose only rule sends to a webhook and to Slack. */
async function subscribed(channels: ChannelServer): Promise<TestMember> {
  const admin = await server.newAccount()
  for (const { uuid } of await admin.api.notificationRules.list())
    await admin.api.notificationRules.remove({ params: { ruleUuid: uuid } })
  const channelUuids: string[] = []
  for (const kind of ['webhook', 'slack'] as const) {
    const body = { kind, name: kind, address: `${channels.url}/${kind}` }
    channelUuids.push((await admin.api.notificationChannels.create({ body })).channel.uuid)
  }
  const body = { name: 'All', kinds: [...kinds], minimumSeverity: 'LOW' as const, channelUuids }
  await admin.api.notificationRules.create({ body })
  return admin
}

const upload = (
  { api }: TestMember,
  packages: string[],
  { name = 'shop', branch = 'main' }: { name?: string; branch?: string } = {},
) =>
  api.uploads.intoNew({
    body: { file: filePart(npmInventory(packages)), branch, url: `https://example.org/${name}` },
  })

async function send(): Promise<void> {
  await server.mailed()
  while (await sendDueRule(server.context, new Date(Date.now() + 3_600_000)));
  await server.mailed()
}

/** The events since the last call. */
function eventsOf({ received }: ChannelServer): Event[] {
  const posts = received.splice(0).filter(({ path }) => path === '/webhook')
  expect(posts.every(({ body }) => Buffer.byteLength(body) <= 20_000)).toBe(true)
  return posts.map(({ body }) => WebhookEvent.strict().parse(JSON.parse(body)))
}

describe('a webhook gets', () => {
  test('one event per kind, with the facts of its findings and branches', async () => {
    const channels = await startChannelServer()
    const admin = await subscribed(channels)
    const { uuid } = await upload(admin, ['lodash@4.17.4', 'left-pad@1.3.0'])
    await send()
    expect(channels.received.filter(({ path }) => path === '/slack')).toHaveLength(1)
    const events = eventsOf(channels)
    expect(events.map(({ type }) => type).toSorted()).toEqual(['finding.opened', 'scores.minimum-missed'])
    const opened = events.find(({ type }) => type === 'finding.opened')!.data
    expect(opened.lines.every(({ kind }) => kind === 'findingOpened')).toBe(true)
    const project = { uuid, name: 'example.org/shop', url: 'https://example.org/shop' }
    const listed = await admin.api.scans.findings({ params: { projectUuid: uuid } })
    expect(opened.findings.map(({ displayId }) => displayId).toSorted()).toEqual(
      listed.map(({ displayId }) => displayId).toSorted(),
    )
    expect(opened.findings.find(({ cve }) => cve === 'CVE-2019-10744')).toMatchObject({
      project,
      branch: 'main',
      displayId: 'CVE-2019-10744',
      cves: ['CVE-2019-10744'],
      aliases: expect.arrayContaining([expect.stringMatching(/^GHSA-/)]),
      ecosystem: 'npm',
      package: 'lodash',
      versions: [{ version: '4.17.4', purl: 'pkg:npm/lodash@4.17.4', fix: '4.17.12' }],
      severity: 'CRITICAL',
      state: 'open',
      isKnownExploited: false,
      endedAt: null,
      coverage: { listed: 2, checked: 2 },
    })
    const missed = events.find(({ type }) => type === 'scores.minimum-missed')!.data
    expect(missed).toMatchObject({
      findings: [],
      branches: [{ project, branch: 'main', outcome: 'FAIL', coverage: { listed: 2, checked: 2 } }],
    })
    expect(missed.branches[0]!.vulnerabilityCount).toBe(listed.length)
  })

  test('the name that people know of a vulnerability without a CVE, as the message of people has it', async () => {
    const affected = [
      {
        package: { ecosystem: 'npm', name: 'acme-unnamed' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
      },
    ]
    const text = JSON.stringify({ id: 'GHSA-q2q2-q3q3-q4q4', summary: 'Unnamed', affected })
    await ingest(server.db, 'test', [{ where: 'test', text }])
    await compileStale(server.db)
    const channels = await startChannelServer()
    const admin = await subscribed(channels)
    await upload(admin, ['acme-unnamed@1.0.0'])
    await send()
    const message = channels.received.find(({ path }) => path === '/slack')!.body
    expect(message).toContain('GHSA-q2q2-q3q3-q4q4')
    expect(message).not.toMatch(/MET-[\da-f]/)
    const opened = eventsOf(channels).find(({ type }) => type === 'finding.opened')!.data
    expect(opened.findings).toMatchObject([{ displayId: 'GHSA-q2q2-q3q3-q4q4', cve: null }])
    expect(opened.lines.map(({ title }) => title).join()).toContain('GHSA-q2q2-q3q3-q4q4')
  })

  test('fixed findings with what fixed them', async () => {
    const channels = await startChannelServer()
    const admin = await subscribed(channels)
    await upload(admin, ['lodash@4.17.4'])
    await send()
    eventsOf(channels)
    await upload(admin, ['lodash@4.17.21'])
    await send()
    const fixed = eventsOf(channels).find(({ type }) => type === 'finding.fixed')!.data.findings
    expect(fixed.length).toBeGreaterThan(1)
    for (const { state, fixedBy, endedAt } of fixed)
      expect([state, fixedBy, endedAt === null]).toEqual(['fixed', 'lodash 4.17.21', false])
  })

  test('every finding, in parts', async () => {
    const channels = await startChannelServer()
    const admin = await subscribed(channels)
    const names = Array.from({ length: 12 }, (_, index) => `shop-${index}`)
    for (const name of names) await upload(admin, ['lodash@4.17.4', 'minimist@0.0.8'], { name })
    await send()
    const opened = eventsOf(channels).filter(({ type }) => type === 'finding.opened')
    const parts = opened.toSorted((a, b) => a.data.part.number - b.data.part.number)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.map(({ data }) => data.part)).toEqual(
      parts.map((_, index) => ({ number: index + 1, of: parts.length })),
    )
    expect(parts.slice(1).every(({ data }) => data.lines.length === 0 && data.title !== '')).toBe(true)
    const findings = parts.flatMap(({ data }) => data.findings)
    expect(new Set(findings.map(({ uuid }) => uuid)).size).toBe(findings.length)
    expect(new Set(findings.map(({ project }) => project.name)).size).toBe(12)
    const { uuid } = findings[0]!.project
    const each = (await admin.api.scans.findings({ params: { projectUuid: uuid } })).length
    expect(findings).toHaveLength(12 * each)
  })

  test('only what is still true, and only of the branch', async () => {
    const channels = await startChannelServer()
    const admin = await subscribed(channels)
    await upload(admin, ['lodash@4.17.4'])
    await send()
    eventsOf(channels)
    await upload(admin, ['lodash@4.17.4', 'minimist@0.0.8'], { branch: 'dev' })
    await upload(admin, ['lodash@4.17.4'], { branch: 'dev' })
    await send()
    const opened = eventsOf(channels).filter(({ type }) => type === 'finding.opened')
    const findings = opened.flatMap(({ data }) => data.findings)
    expect(new Set(findings.map((finding) => `${finding.branch} ${finding.package}`))).toEqual(
      new Set(['dev lodash']),
    )
  })
})

test('the documentation lists every type, and its example is one', () => {
  const text = readFileSync(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, example = ''] = /```json\n([\s\S]+?)\n```/.exec(text) ?? []
  expect(WebhookEvent.strict().parse(JSON.parse(example))).toEqual(JSON.parse(example))
  const listed = [...text.matchAll(/^\| `([\w.-]+)` \|/gm)].map(([, type]) => type)
  expect(listed).toEqual([...Object.values(webhookTypes), 'notification.created'])
})
