import { temporaryFolder } from '@assay/engine/testing/temporary-folder.ts'
import { runImport } from '#testing/run-assay.ts'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { startFakeGithub, startFakeGitlab } from '#testing/forge-server.ts'
import { type TestMember } from '#testing/test-server.ts'

// `assay import github` and `gitlab`, from servers that speak their wire to the real server.

const folder = temporaryFolder()
const server = testServer()

const token = 'a-secret-token'

const run = (member: TestMember, args: string[], given = token) =>
  runImport({ server, member, folder, args, environment: { GITHUB_TOKEN: given, GITLAB_TOKEN: given } })

/** Of those that are decided. */
async function statesOf({ api, accountUuid }: TestMember, projectUuid: string) {
  const params = { accountUuid }
  const state = 'in-triage,fix-planned,accepted,false-positive,not-affected'
  const { findings } = await api.triage.list({ params, query: { projectUuid, state } })
  return Object.fromEntries(findings.map((each) => [each.cve, each.state]))
}

const dismissed = {
  state: 'dismissed',
  dismissed_at: '2026-02-01T10:00:00Z',
  dismissed_by: { login: 'jane' },
  dismissed_comment: 'Behind a proxy.',
}
const alert = (number: number, cve: string, more: object) => ({
  number,
  dependency: { package: { ecosystem: 'npm', name: 'lodash' }, manifest_path: 'package-lock.json' },
  security_advisory: { ghsa_id: `GHSA-xxxx-xxxx-${1000 + number}`, cve_id: cve },
  ...dismissed,
  ...more,
})

describe('from GitHub', () => {
  const repositories = {
    shop: {
      packages: ['lodash@4.17.4', 'left-pad@1.3.0'],
      alerts: [
        alert(1, 'CVE-2019-10744', { dismissed_reason: 'tolerable_risk' }),
        alert(2, 'CVE-2020-8203', { dismissed_reason: 'fix_started', dismissed_comment: null }),
        alert(3, 'CVE-2021-23337', { dismissed_reason: 'not_used' }),
        alert(4, 'CVE-2021-23337', { state: 'auto_dismissed', dismissed_reason: null }),
        alert(5, 'CVE-1999-0001', { dismissed_reason: 'inaccurate' }),
      ],
    },
    docs: { packages: ['lodash@4.17.21'] },
    old: { packages: ['left-pad@1.3.0'], archived: true },
  }

  test('dependencies and decisions are imported once, and the storage gets no token', async () => {
    const from = await startFakeGithub('example', repositories, { token })
    const member = await server.newAccount()
    const params = { accountUuid: member.accountUuid }
    const args = ['github', '--url', from.url, '--organization', 'example']
    const plan = await run(member, [...args, '--dry-run'])
    expect(plan.imported).toEqual({ Repositories: 2, 'Decisions about alerts': 3 })
    expect(await member.api.projects.list({ params })).toEqual([])

    // A limit of requests is waited for.
    from.failures.push({ status: 403, headers: { 'retry-after': '1' } })
    const report = await run(member, args)
    expect(report.imported).toEqual(plan.imported)
    expect(new Map(report.leftOut.map(({ name, why }) => [name, why]))).toEqual(
      new Map([
        ['example/docs', 'Dependabot alerts are off, or the token may not read them'],
        [
          'example/shop: alert 4, lodash (CVE-2021-23337)',
          'dismissed by a rule there: a policy rule with the effect Decide does that here',
        ],
        [
          'example/shop: alert 5, lodash (CVE-1999-0001)',
          'GHSA-xxxx-xxxx-1005, CVE-1999-0001 is not known here',
        ],
      ]),
    )
    expect(from.downloads).toEqual([undefined, undefined])

    const projects = await member.api.projects.list({ params })
    expect(new Map(projects.map(({ name, branches }) => [name, branches]))).toEqual(
      new Map([
        ['example/docs', ['trunk']],
        ['example/shop', ['trunk']],
      ]),
    )
    const shop = projects.find(({ name }) => name === 'example/shop')!
    expect(shop.url).toBe('https://github.example.org/example/shop')
    expect(await statesOf(member, shop.uuid)).toEqual({
      'CVE-2019-10744': 'accepted',
      'CVE-2020-8203': 'fix-planned',
      'CVE-2021-23337': 'not-affected',
    })
    const { decisions } = await member.api.decisions.list({ params })
    expect(decisions.find(({ state }) => state === 'not-affected')).toMatchObject({
      justification: 'vulnerable_code_not_in_execute_path',
      reason: 'From GitHub, 2026-02-01 jane: not used. Behind a proxy.',
    })

    // What a member reopened stays open.
    const { findings } = await member.api.triage.list({ params, query: { state: 'accepted' } })
    const { projectUuid, ecosystem, package: name, advisoryUuid } = findings[0]!
    await member.api.triage.decide({
      params,
      body: { findings: [{ projectUuid, ecosystem, package: name, advisoryUuid }], state: 'open' },
    })
    const again = await run(member, args)
    expect(again.imported).toEqual({})
    expect(again.there).toEqual({ Repositories: 2, 'Decisions about alerts': 3 })
    expect(await statesOf(member, shop.uuid)).not.toHaveProperty('CVE-2019-10744')
    await from.stop()
  })

  test('an Enterprise Server that gives the SBOM at once is read, too', async () => {
    const from = await startFakeGithub('example', repositories, { token, isAsynchronous: false })
    const member = await server.newAccount()
    const report = await run(member, ['github', '--url', from.url, '--repository', 'example/shop'])
    expect(report.imported).toEqual({ Repositories: 1, 'Decisions about alerts': 3 })
    await from.stop()
  })

  test('a token that is refused, an unknown repository and missing names are named', async () => {
    const from = await startFakeGithub('example', repositories, { token })
    const member = await server.newAccount()
    const args = ['github', '--url', from.url]
    const failing = async (more: string[], given?: string) =>
      ((await run(member, [...args, ...more], given).catch((error: unknown) => error)) as { stderr: string })
        .stderr
    expect(await failing(['--repository', 'example/shop'], 'wrong')).toContain('does not accept the token')
    expect(await failing(['--repository', 'example/none'])).toContain('example/none is not on')
    expect(await failing([])).toContain('Name one of --repository or --organization')
    await from.stop()
  })
})

describe('from GitLab', () => {
  const found = (cve: string, more: object) => ({
    title: `Problem ${cve}`,
    state: 'DISMISSED',
    identifiers: [
      { externalId: cve, name: cve },
      { externalId: '1321', name: 'CWE-1321' },
    ],
    location: { dependency: { package: { name: 'lodash' } } },
    ...more,
  })
  const transition = (dismissalReason: string | null, createdAt: string) => ({
    createdAt,
    dismissalReason,
    comment: `Since ${createdAt.slice(0, 4)}.`,
    author: { username: 'joe' },
  })
  const projects = {
    shop: {
      packages: ['lodash@4.17.4'],
      vulnerabilities: [
        found('CVE-2019-10744', {
          dismissalReason: null,
          stateTransitions: {
            nodes: [
              transition('ACCEPTABLE_RISK', '2025-02-01T10:00:00Z'),
              transition('MITIGATING_CONTROL', '2026-02-01T10:00:00Z'),
            ],
          },
        }),
        found('CVE-2020-8203', { dismissalReason: 'FALSE_POSITIVE', stateComment: 'Not ours.' }),
        found('CVE-2021-23337', { state: 'CONFIRMED' }),
      ],
    },
    old: { packages: ['lodash@4.17.21'], isOld: true },
  }

  test('dependency lists and decisions are imported once', async () => {
    const from = await startFakeGitlab('example', projects, token)
    const member = await server.newAccount()
    const params = { accountUuid: member.accountUuid }
    const args = ['gitlab', '--url', from.url, '--group', 'example']
    const report = await run(member, args)
    expect(report.imported).toEqual({ Repositories: 2, 'Decisions about alerts': 3 })
    expect(report.leftOut.map(({ name, why }) => [name, why])).toEqual([
      ['example/old', 'its vulnerabilities need GitLab Ultimate and a token that may read them'],
    ])
    const all = await member.api.projects.list({ params })
    const shop = all.find(({ name }) => name === 'example/shop')!
    expect(await statesOf(member, shop.uuid)).toEqual({
      'CVE-2019-10744': 'not-affected',
      'CVE-2020-8203': 'false-positive',
      'CVE-2021-23337': 'in-triage',
    })
    const { decisions } = await member.api.decisions.list({ params })
    expect(decisions.find(({ state }) => state === 'not-affected')).toMatchObject({
      justification: 'inline_mitigations_already_exist',
      reason: 'From GitLab, 2026-02-01 joe: mitigating control. Since 2026.',
    })
    const again = await run(member, args)
    expect(again.imported).toEqual({})
    expect(again.there).toEqual({ Repositories: 2, 'Decisions about alerts': 3 })
    await from.stop()
  })

  test('a project by its path', async () => {
    const from = await startFakeGitlab('example', projects, token)
    const member = await server.newAccount()
    const report = await run(member, ['gitlab', '--url', from.url, '--project', 'example/old'])
    expect(report.imported).toEqual({ Repositories: 1 })
    const [project] = await member.api.projects.list({ params: { accountUuid: member.accountUuid } })
    // Without a decision to tell, an import does not wait for the scan.
    const params = { projectUuid: project!.uuid }
    const names = async () => (await member.api.scans.components({ params })).map(({ name }) => name)
    await expect.poll(names).toEqual(['lodash'])
    expect(project!.name).toBe('example/old')
    await from.stop()
  })
})
