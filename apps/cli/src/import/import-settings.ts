import { ApiError } from '@assay/sdk/api-error.ts'
import { listAll } from './dependency-track-client.ts'
import type { TheirLicenseGroup, TheirPolicy, TheirRule, TheirTeam } from './dependency-track-objects.ts'
import type { ImportContext } from './import-versions.ts'
import { mapPolicy } from './map-policy.ts'
import { type MappedRule, mapRule } from './map-rule.ts'
import { count } from './tally.ts'

/** Creates something unless there is one of that name; a refusal is named in the report. */
async function createOnce(
  { tally, isDryRun }: Pick<ImportContext, 'tally' | 'isDryRun'>,
  { what, name, isThere }: { what: string; name: string; isThere: boolean },
  create: () => Promise<unknown>,
): Promise<void> {
  if (isThere) return count(tally.there, what)
  try {
    if (!isDryRun) await create()
    count(tally.imported, what)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error
    tally.leftOut.push({ what, name, why: error.message })
  }
}

/** Policies about licenses; license groups are written out. */
export async function importPolicies(context: ImportContext): Promise<void> {
  const { from, api, accountUuid, tally } = context
  const groups = await listAll<TheirLicenseGroup>(from, '/api/v1/licenseGroup')
  const present = new Set((await api.policies.list({ params: { accountUuid } })).map(({ name }) => name))
  for (const theirs of await listAll<TheirPolicy>(from, '/api/v1/policy')) {
    const mapped = mapPolicy(theirs, groups)
    const what = 'Policies'
    if ('why' in mapped) tally.leftOut.push({ what, name: theirs.name, why: mapped.why })
    else
      await createOnce(context, { what, name: theirs.name, isThere: present.has(theirs.name) }, () =>
        api.policies.create({ params: { accountUuid }, body: mapped.policy }),
      )
  }
}

export async function importRules(context: ImportContext): Promise<void> {
  const { from, api, tally } = context
  const what = 'Notification rules'
  const present = new Set((await api.notificationRules.list()).map(({ name }) => name))
  const channels = new Map((await api.notificationChannels.list()).map(({ name, uuid }) => [name, uuid]))
  for (const theirs of await listAll<TheirRule>(from, '/api/v1/notification/rule')) {
    const { name } = theirs
    const mapped = mapRule(theirs)
    if ('why' in mapped) {
      tally.leftOut.push({ what, name, why: mapped.why })
      continue
    }
    const { channel, without, ...rule } = mapped
    await createOnce(context, { what, name, isThere: present.has(name) }, async () => {
      const channelUuid = channels.get(name) ?? (await createChannel(context, { name, ...channel }))
      await api.notificationRules.create({ body: { ...rule, channelUuids: [channelUuid] } })
    })
    if (without.length > 0)
      tally.leftOut.push({ what: 'Events of notification rules', name, why: without.join(', ') })
  }
}

async function createChannel(
  { api }: ImportContext,
  channel: MappedRule['channel'] & { name: string },
): Promise<string> {
  const created = await api.notificationChannels.create({ body: channel })
  return created.channel.uuid
}

const membersOf = ({ managedUsers = [], ldapUsers = [], oidcUsers = [] }: TheirTeam) => [
  ...managedUsers,
  ...ldapUsers,
  ...oidcUsers,
]

/** Teams with the projects that only they may see. Members need an address, and keys are stored as hashes. */
export async function importTeams(context: ImportContext): Promise<void> {
  const { from, api, tally } = context
  const teams = await listAll<TheirTeam>(from, '/api/v1/team')
  const present = new Set(
    teams.length === 0 ? [] : (await api.teams.list()).map(({ name }) => name.toLowerCase()),
  )
  for (const team of teams) {
    const { name, apiKeys = [] } = team
    await createOnce(context, { what: 'Teams', name, isThere: present.has(name.toLowerCase()) }, () =>
      api.teams.create({ body: { name } }),
    )
    for (const { username } of membersOf(team))
      tally.leftOut.push({
        what: 'Members',
        name: username,
        why: `invite them to the team ${name}, or let single sign-on add them`,
      })
    if (apiKeys.length > 0)
      tally.leftOut.push({
        what: 'API keys',
        name,
        why: `${apiKeys.length} cannot be read: create API tokens and give them to the pipelines`,
      })
  }
}

/** What has no counterpart is named, so that nothing is lost without a word. */
export async function nameTheRest({ from, tally }: ImportContext): Promise<void> {
  const path = '/api/v1/vulnerability?source=INTERNAL'
  for await (const page of from.list<{ vulnId: string; source: string }>(path))
    for (const { vulnId, source } of page)
      if (source === 'INTERNAL')
        tally.leftOut.push({
          what: 'Private vulnerabilities',
          name: vulnId,
          why: 'advisories of your own are not supported',
        })
}
