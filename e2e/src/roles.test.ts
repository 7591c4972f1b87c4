import { type Role, roles } from '@assay/contract/permissions.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeWithBrowser } from './describe-with-browser.ts'
import { violations, loaded } from './browser-user.ts'
import { openvexFile } from './openvex.ts'

const forbidden = 'You do not have permission to view this'
const password = 'plums in the icebox'
const emailOf = (role: Role) => `${role.toLowerCase().replace(' ', '-')}@example.org`

/** The actions of a settings section, by name; '*' stands for any email address. */
interface Acts {
  offered: string[]
  refused: string[]
}
const all = (...offered: string[]): Acts => ({ offered, refused: [] })
const none = (...refused: string[]): Acts => ({ offered: [], refused })

const ofAccount = [
  'Another member has to approve',
  'Members who may create policies decide alone',
  'Any',
  'None',
  'Production only',
  'By CVSS',
  'By severity',
  'Graded',
  'Exclude the finding',
  'Only show the statement',
  'Choose an image',
  'Choose Open source',
  'Choose Professional',
  'Close account',
  'Delete account',
  'Create support token',
  'Require two-factor authentication',
  'Save',
  'Datadog',
  'Jira',
  'Provenance ledger',
  'Provisioning',
  'Single sign-on',
  'Teams',
]
/** Not listed for members who may not open them. */
const hiddenSections = ['audit', 'registries']
/** Disabled without a mail server. */
const emailMembers = 'Email members'
const ofMembers = [
  'Invite member',
  'Role of *',
  'Primary team of *',
  'Reset the password of *',
  'Security settings of *',
  'Disable *',
  'Export the personal data of *',
  'Remove *',
  'Erase *',
]
const builtIn = ['Rename Everyone', 'Delete Everyone']
const ofTags = ['New tag', 'Projects of internal', 'Rename internal', 'Delete internal']
const ofPolicy = ['Turn off No AGPL', 'Edit No AGPL', 'Delete No AGPL']
const ofMinimums = ['Minimum scores of a tag', 'Edit Minimum scores', 'Only stricter', 'May loosen']
const ofExclusion = [
  'Remove exclusion of CVE-2021-23337',
  'Remove acceptance of left-pad',
  'Withdraw urn:vex',
]
const newExclusions = ['New exclusion', 'Add document']
const newOverrides = ['New license override', 'New copyright override']
const ofOverride = ['Remove license override of lodash 4.17.4', 'Remove copyright override of lodash']
const ofRegistry = [
  'Check the registry of @acme',
  'Edit the registry of @acme',
  'Remove the registry of @acme',
]
const readVex = ['Download urn:vex', 'Signature of urn:vex', '2 apply to nothing yet']

const reader = {
  account: none(...ofAccount, 'Members'),
  members: { offered: ['Actions for *'], refused: [...ofMembers, emailMembers] },
  tags: none(...ofTags),
  policies: none('New license policy', 'New rule', ...ofPolicy, ...ofMinimums),
  exclusions: { offered: readVex, refused: [...newExclusions, ...ofExclusion] },
  overrides: none(...newOverrides, ...ofOverride),
  registries: none('New registry'),
  audit: none('Download CSV'),
}
const ofTeam = { teams: none('New team', 'Rename Payments', 'Delete Payments') }
const ofAll = { teams: none(...builtIn, ...ofTeam.teams.refused) }

const expected: Record<Role, Readonly<Record<string, Acts>>> = {
  Administrator: {
    account: { offered: ofAccount, refused: ['Members'] },
    members: { offered: ['Actions for *', ...ofMembers], refused: [emailMembers] },
    teams: { offered: ofTeam.teams.refused, refused: builtIn },
    tags: all(...ofTags),
    policies: all('New license policy', 'New rule', ...ofPolicy, ...ofMinimums),
    exclusions: all(...newExclusions, ...ofExclusion, ...readVex),
    overrides: all(...newOverrides, ...ofOverride),
    registries: all('New registry', ...ofRegistry),
    audit: all('Download CSV'),
  },
  Collaborator: { ...reader, ...ofAll },
  Viewer: { ...reader, ...ofAll },
  // Account-wide rules cannot be changed by a team.
  'Team administrator': {
    ...reader,
    members: { offered: ['Actions for *', ...ofMembers], refused: [emailMembers] },
    teams: { offered: ['Rename Payments'], refused: ['New team', 'Delete Payments'] },
    policies: {
      offered: ['New license policy', 'New rule'],
      refused: [...ofPolicy, ...ofMinimums],
    },
    exclusions: { offered: [...newExclusions, ...readVex], refused: ofExclusion },
  },
  'Team collaborator': { ...reader, ...ofTeam },
  'Team viewer': { ...reader, ...ofTeam },
}

describeWithBrowser('actions in the settings', (stage) => {
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
    const gap = { package: { ecosystem: 'npm', name: 'left-pad' }, reason: 'Replaced soon' }
    await api.gaps.accept({ params, body: gap })
    const lodash = { language: 'nodejs', name: 'lodash' }
    await api.overrides.setLicense({ params: { ...lodash, version: '4.17.4' }, body: { license: 'MIT' } })
    await api.overrides.setCopyright({ params: { ...lodash, version: '*' }, body: { text: 'Somebody' } })
    const registry = { ecosystem: 'npm', pattern: '@acme', url: 'https://npm.example.org' }
    await api.registries.create({ params, body: registry })
    await api.vex.add({ params, body: { file: openvexFile('urn:vex', 'CVE-1999-0001') } })
  })

  test.each(roles)('are enabled for a %s as its permissions allow', async (role) => {
    const { page, context, failures } = await stage.visit()
    const data = { email: emailOf(role), password }
    const login = await context.request.post(`${stage.product.url}/api/v1/credentials/login`, { data })
    expect(login.status()).toBe(200)
    const isRejected = expected[role].audit!.refused.length > 0
    await page.goto(`${stage.product.url}/settings/security`)
    for (const [section, acts] of Object.entries(expected[role])) {
      const link = page
        .getByRole('navigation', { name: 'Settings' })
        .locator(`a[href="/settings/${section}"]`)
      const isHidden = isRejected && hiddenSections.includes(section)
      await expect.poll(async () => [section, await link.count()]).toEqual([section, isHidden ? 0 : 1])
      if (isHidden) await page.goto(`${stage.product.url}/settings/${section}`)
      else await link.click()
      await page.waitForURL(`**/settings/${section}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await loaded(page)
      const sorted = { offered: acts.offered.toSorted(), refused: acts.refused.toSorted() }
      await expect.poll(async () => [section, await actsOf(page)]).toEqual([section, sorted])
      await expect.poll(async () => [section, await violations(page)]).toEqual([section, []])
      if (hiddenSections.includes(section))
        await expect.poll(() => page.getByText(forbidden).count()).toBe(isRejected ? 1 : 0)
    }
    // The audit log and the registries are rejected with 403.
    expect(failures.filter((failure) => !(isRejected && failure.includes('403')))).toEqual([])
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
        const isRejected = element.getAttribute('aria-disabled') === 'true' || element.disabled
        const name = element.getAttribute('aria-label') ?? (label ?? element).textContent
        // Disabled controls must give a reason.
        const notes = element.getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''
        const reason = element.title || document.getElementById(notes)?.textContent
        return { name, isRejected, hasReason: Boolean(reason) }
      }),
    controls,
  )
  expect(found.filter(({ isRejected, hasReason }) => isRejected && !hasReason)).toEqual([])
  const names = (isRejected: boolean) => [
    ...new Set(
      found
        .filter((each) => each.isRejected === isRejected)
        .map(({ name }) => name.replace(/[\w-]+@example\.org/, '*')),
    ),
  ]
  return { offered: names(false).toSorted(), refused: names(true).toSorted() }
}
