import { randomUUID } from 'node:crypto'
import { publicKeyPem } from './public-key.ts'
import { sampleRoot } from './sample-root.ts'
import { enableFeatures } from './integrations.ts'
import { filePart, npmInventory } from './inventories.ts'
import { logIn, setPassword } from './sessions.ts'
import type { TestMember, TestServer } from './test-server.ts'
import { ownAdvisory } from './own-advisory.ts'
import { openvex, vexPart } from './vex-documents.ts'
import {
  addArchive,
  addCase,
  addDelivery,
  addSettings,
  addOwnResources,
  addReports,
  addSbom,
  addTriage,
  makeNotifications,
} from './contract-rows.ts'

// Creates the objects that the tests over all endpoints use.

/** IDs of one object of each kind, by path parameter. */
export type Ids = Record<string, string>

/** IDs that do not exist. */
export const nothing: Ids = new Proxy(
  { type: 'oidc', domain: 'example.org', name: 'sample' },
  { get: (ids: Ids, name: string) => ids[name] ?? '00000000-0000-4000-8000-000000000000' },
)

/** Parameters that are valid in every account. */
const named = {
  subject: 'nodejs:sample@1.0.0',
  database: 'all',
  position: '0',
  type: 'oidc',
  domain: 'example.org',
  integration: 'datadog',
  key: 'ABC',
  branch: 'main',
}

/** Creates one object of each kind, in the team if given. */
export async function createResources(server: TestServer, member: TestMember, team?: string): Promise<Ids> {
  const { accountUuid, api } = member
  const params = { accountUuid }
  await enableFeatures(server, member)
  const teamUuid = team ?? (await api.teams.create({ body: { name: `Walkers ${randomUUID()}` } })).uuid
  const url = `https://example.org/${teamUuid}`
  const build = await api.uploads.intoNew({
    body: {
      file: filePart(npmInventory(['lodash@4.17.4'])),
      branch: 'main',
      url,
      ...(team !== undefined && { teamUuid }),
    },
  })
  const policy = await api.policies.create({
    params,
    body: { name: 'p', mode: 'DENY', licenses: ['AGPL-3.0-only'] },
  })
  const rule = await api.rules.create({
    params,
    body: { name: 'r', condition: 'finding.kev', effect: 'warn' },
  })
  const tag = await api.tags.create({ body: { name: `sample-${teamUuid}` } })
  const group = await api.groups.create({ body: { name: `sample-${teamUuid}` } })
  const version = await api.versions.create({ params: { projectUuid: build.uuid }, body: { name: '1.0' } })
  const component = { language: 'nodejs', name: 'sample', version: '1.0.0' }
  await api.overrides.setLicense({ params: component, body: { license: 'MIT' } })
  await api.overrides.setCopyright({ params: component, body: { text: 'Copyright Sample' } })
  const added = await server.addMember(member, 'Team viewer', teamUuid)
  const { uuid: tokenUuid } = (await api.tokens.list({ params })).find(
    ({ memberUuid }) => memberUuid === added.uuid,
  )!
  await setPassword(server, added)
  await logIn(server, added)
  const { uuid: sessionUuid } = await server.db
    .selectFrom('session')
    .select('uuid')
    .where('member_uuid', '=', added.uuid)
    .executeTakeFirstOrThrow()
  const [branch] = await api.projects.branches({ params: { projectUuid: build.uuid } })
  return {
    accountUuid,
    projectUuid: build.uuid,
    branchUuid: branch!.uuid,
    ...(await addReports(server, member, build.uuid)),
    reportUuid: build.reportUuid!,
    id: build.id,
    teamUuid,
    memberUuid: added.uuid,
    tokenUuid,
    sessionUuid,
    policyUuid: policy.uuid,
    policyRuleUuid: rule.uuid,
    tagUuid: tag.uuid,
    tagName: tag.name,
    groupUuid: group.uuid,
    versionUuid: version.uuid,
    ...(await addRules(member, build.uuid)),
    ...(await addDiscussion(member)),
    ownerUuid: build.uuid,
    ...(await makeNotifications(server, member, team ?? null)),
    ...(await addOwnResources(server, added)),
    ...(await addSettings(server, member, build.uuid)),
    ...component,
    ...named,
    sbomUuid: await addSbom(server, accountUuid, build.uuid),
    deliveryUuid: await addDelivery(server, member),
    digest: await addArchive(server),
  }
}

async function addDiscussion(member: TestMember): Promise<Ids> {
  const { advisoryUuid: _, ...ids } = await addTriage(member)
  return { ...ids, caseUuid: await addCase(member) }
}

/** An advisory of the account; an exclusion, an accepted gap and a VEX document of the project. */
async function addRules({ api, accountUuid }: TestMember, projectUuid: string): Promise<Ids> {
  const params = { accountUuid }
  const exclusion = await api.exclusions.create({
    params,
    query: { domain: 'security' },
    body: { cve: 'CVE-2020-0001', projectUuid },
  })
  const gap = await api.gaps.accept({
    params,
    body: { file: 'sample.lock', reason: 'sample', projectUuid },
  })
  const advisory = await api.ownAdvisories.create({ params, body: ownAdvisory(`SAMPLE-${projectUuid}`) })
  const vex = await api.vex.add({
    params,
    body: { file: vexPart(openvex({ vulnerability: 'CVE-2020-0001' })), projectUuid },
  })
  const key = await api.trustedKeys.add({ params, body: { name: 'sample', pem: publicKeyPem } })
  const root = await api.trustedRoots.add({ params, body: sampleRoot })
  const trusted = { trustedKeyUuid: key.uuid, trustedRootUuid: root.uuid }
  const own = { ownAdvisoryUuid: advisory.uuid, ...trusted }
  return { exclusionUuid: exclusion.id, gapUuid: gap.uuid, vexUuid: vex.uuid, ...own }
}
