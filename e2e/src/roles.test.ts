import { type Role, roles } from '@assay/contract/permissions.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { stories } from './stories.ts'
import { violations } from './visitor.ts'

const forbidden = 'Your role does not allow you to see this.'
const password = 'plums in the icebox'
const emailOf = (role: Role) => `${role.toLowerCase().replace(' ', '-')}@example.org`

/** What stands in a part of the settings: acts by name, '*' for anybody's address. */
interface Acts {
  offered: string[]
  refused: string[]
}
const all = (...offered: string[]): Acts => ({ offered, refused: [] })
const none = (...refused: string[]): Acts => ({ offered: [], refused })

const ofAccount = [
  ...['Add a tag', 'By CVSS', 'By severity', 'Choose the plan Open source', 'Choose the plan Professional'],
  ...[
    'Close the account',
    'Remove the account',
    'Make a support token',
    'A second factor for everybody',
    'Save',
  ],
  ...['Datadog', 'Jira', 'Provenance ledger', 'Provisioning', 'Single sign-on', 'Teams', 'Vulnerabilities'],
]
const ofMembers = [
  ...[
    'Invite a member',
    'Role of *',
    'Primary team of *',
    'Reset the password of *',
    'Security of *',
    'Disable *',
    'Remove *',
  ],
]
const builtIn = ['Rename Everyone', 'Remove Everyone']
const ofTags = ['New tag', 'Projects of internal', 'Rename internal', 'Remove internal']
const ofPolicy = ['Switch No AGPL off', 'Change No AGPL', 'Remove No AGPL']
const ofExclusion = ['Remove the exclusion of CVE-2021-23337']

const reader = {
  account: none(...ofAccount, 'Members'),
  members: none(...ofMembers),
  tags: none(...ofTags),
  policies: none('New policy', ...ofPolicy),
  exclusions: none('New exclusion', ...ofExclusion),
  audit: none('Download as CSV'),
}
const ofTeam = { teams: none('New team', 'Rename Payments', 'Remove Payments') }
const ofAll = { teams: none(...builtIn, ...ofTeam.teams.refused) }

const expected: Record<Role, Readonly<Record<string, Acts>>> = {
  Administrator: {
    account: { offered: ofAccount, refused: ['Members'] },
    members: all(...ofMembers),
    teams: { offered: ofTeam.teams.refused, refused: builtIn },
    tags: all(...ofTags),
    policies: all('New policy', ...ofPolicy),
    exclusions: all('New exclusion', ...ofExclusion),
    audit: all('Download as CSV'),
  },
  Collaborator: { ...reader, ...ofAll },
  Viewer: { ...reader, ...ofAll },
  // What holds for the whole account is not a team's to change.
  'Team administrator': {
    ...reader,
    members: all(...ofMembers),
    teams: { offered: ['Rename Payments'], refused: ['New team', 'Remove Payments'] },
    policies: { offered: ['New policy'], refused: ofPolicy },
    exclusions: { offered: ['New exclusion'], refused: ofExclusion },
  },
  'Team collaborator': { ...reader, ...ofTeam },
  'Team viewer': { ...reader, ...ofTeam },
}

stories('what may be done in the settings', (stage) => {
  beforeAll(async () => {
    const { api } = stage.product
    const { account } = await api.users.me()
    const params = { accountUuid: account.uuid }
    const { uuid: teamUuid } = await api.teams.create({ body: { name: 'Payments' } })
    for (const role of roles) {
      const { uuid, invitationUrl } = await api.members.add({ params, body: { email: emailOf(role), role } })
      await api.credentials.reset({ body: { token: new URL(invitationUrl!).hash.slice(1), password } })
      if (role.startsWith('Team ')) await api.teams.addMember({ params: { teamUuid }, body: { uuid, role } })
    }
    await api.tags.create({ body: { name: 'internal' } })
    await api.policies.create({
      params,
      body: { name: 'No AGPL', mode: 'DENY', licenses: ['AGPL-3.0-only'] },
    })
    await api.exclusions.create({ params, query: { domain: 'security' }, body: { cve: 'CVE-2021-23337' } })
  })

  test.each(roles)('by a %s', async (role) => {
    const { page, context, failures } = await stage.visit()
    const data = { email: emailOf(role), password }
    const login = await context.request.post(`${stage.product.url}/api/v1/credentials/login`, { data })
    expect(login.status()).toBe(200)
    const isRefused = expected[role].audit!.refused.length > 0
    for (const [section, acts] of Object.entries(expected[role])) {
      await page.goto(`${stage.product.url}/settings/${section}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      const sorted = { offered: acts.offered.toSorted(), refused: acts.refused.toSorted() }
      await expect.poll(async () => [section, await actsOf(page)]).toEqual([section, sorted])
      expect([section, await violations(page)]).toEqual([section, []])
      if (section === 'audit') expect(await page.getByText(forbidden).count()).toBe(isRefused ? 1 : 0)
    }
    // The log itself is refused to them, with 403.
    expect(failures.filter((failure) => !(isRefused && failure.includes('403')))).toEqual([])
    await context.close()
  })
})

const controls = 'button:not([aria-expanded], [aria-pressed]), input[type=radio], select[aria-label]'

async function actsOf(page: Page): Promise<Acts> {
  const found = await page.getByRole('main').evaluate(
    (main, selector) =>
      [...main.querySelectorAll<HTMLButtonElement | HTMLSelectElement>(selector)].map((element) => {
        const label =
          document.getElementById(element.getAttribute('aria-labelledby') ?? '') ?? element.labels[0]
        const isRefused = element.getAttribute('aria-disabled') === 'true' || element.disabled
        const name = element.getAttribute('aria-label') ?? (label ?? element).textContent
        // A refusal says why.
        const notes = element.getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''
        const reason = element.title || document.getElementById(notes)?.textContent
        return { name, isRefused, hasReason: Boolean(reason) }
      }),
    controls,
  )
  expect(found.filter(({ isRefused, hasReason }) => isRefused && !hasReason)).toEqual([])
  const names = (isRefused: boolean) => [
    ...new Set(
      found
        .filter((each) => each.isRefused === isRefused)
        .map(({ name }) => name.replace(/[\w-]+@example\.org/, '*')),
    ),
  ]
  return { offered: names(false).toSorted(), refused: names(true).toSorted() }
}
