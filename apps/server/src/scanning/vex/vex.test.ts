import { makeSigstore, releaseWorkflow } from '@assay/engine/signatures/testing/make-sigstore.ts'
import { describe, expect, it } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'
import { openvex, vexPart } from '#testing/vex-documents.ts'

const server = testServer()

const cve = 'CVE-2019-10744'
const paramsOf = ({ accountUuid }: TestMember) => ({ params: { accountUuid } })

async function scan({ api }: TestMember, name = 'vex', packages = ['lodash@4.17.4']) {
  const file = filePart(npmInventory(packages))
  const build = await api.uploads.intoNew({
    body: { file, url: `https://example.org/${name}`, branch: 'main' },
  })
  return build.uuid
}

const findingOf = async ({ api }: TestMember, projectUuid: string) =>
  (await api.scans.findings({ params: { projectUuid } })).find((finding) => finding.cve === cve)

const add = ({ api, accountUuid }: TestMember, document: object, projectUuid?: string) =>
  api.vex.add({
    params: { accountUuid },
    body: { file: vexPart(document), ...(projectUuid && { projectUuid }) },
  })

const vexOf = async (member: TestMember, projectUuid: string) =>
  (await findingOf(member, projectUuid))?.versions[0]?.vex

/** Waits for the rescan triggered by the statement. */
const expectStatus = (member: TestMember, projectUuid: string, status: string | undefined) =>
  expect.poll(async () => (await vexOf(member, projectUuid))?.status, { timeout: 60_000 }).toBe(status)

describe('an account document', () => {
  it('suppresses a finding, with author and time, until it is withdrawn', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member)
    const other = await scan(member, 'other', ['minimist@0.0.8'])
    const before = await member.api.scans.overview({ params: { projectUuid } })
    const added = await add(member, openvex())
    expect(added).toMatchObject({
      format: 'openvex',
      author: 'Example Supplier',
      statementCount: 1,
      issues: [],
    })

    await expectStatus(member, projectUuid, 'not_affected')
    const finding = await findingOf(member, projectUuid)
    expect(finding).toMatchObject({
      exclusion: {
        uuid: added.uuid,
        reason: 'VEX: not affected',
        description: 'vulnerable code not in execute path: Never called.',
      },
      lifetime: null,
    })
    const at = Date.parse('2024-01-01T00:00:00Z')
    expect(finding!.versions[0]!.vex).toEqual({
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
      detail: 'Never called.',
      source: { documentUuid: added.uuid, author: 'Example Supplier', at },
    })
    const after = await member.api.scans.overview({ params: { projectUuid } })
    expect(after.scan.vulnerabilityCount).toBe(before.scan.vulnerabilityCount - 1)
    expect(after.scan.security).toBeGreaterThan(before.scan.security)
    // Branches without its vulnerabilities were not rescanned.
    const builds = server.db.selectFrom('build').select('source').where('project_uuid', '=', other)
    expect(await builds.execute()).toEqual([{ source: 'upload' }])

    await member.api.vex.remove({ params: { ...paramsOf(member).params, vexUuid: added.uuid } })
    await expectStatus(member, projectUuid, undefined)
    expect((await findingOf(member, projectUuid))?.lifetime).toMatchObject({ endedAt: null })
    expect(await member.api.vex.list(paramsOf(member))).toEqual([])
    const rows = () =>
      server.db.selectFrom('vex_statement').select('ids').where('account_uuid', '=', member.accountUuid)
    await expect.poll(() => rows().execute()).toEqual([])
  })

  it('is listed, read and downloaded unchanged', async () => {
    const member = await server.newAccount()
    const document = openvex({
      products: ['pkg:npm/lodash@4.17.4', { '@id': 'urn:x', subcomponents: [{ '@id': 'pkg:npm/a' }] }],
    })
    const { uuid, issues: _issues, signature: _signature, ...rest } = await add(member, document)
    const [listed] = await member.api.vex.list(paramsOf(member))
    expect(listed).toEqual({ uuid, ...rest })
    const params = { ...paramsOf(member).params, vexUuid: uuid }
    const statements = await member.api.vex.statements({ params })
    expect(statements.map(({ product, subcomponent }) => [product.id, subcomponent?.id])).toEqual([
      ['pkg:npm/lodash@4.17.4', undefined],
      ['urn:x', 'pkg:npm/a'],
    ])
    const bytes = await member.api.vex.document({ params })
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(document)
  })
})

describe('with several statements', () => {
  it("the newest takes precedence, and the project's over the account's", async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member)
    await add(member, openvex({ status: 'affected', at: '2024-03-01T00:00:00Z' }))
    await expectStatus(member, projectUuid, 'affected')
    await add(member, openvex({ status: 'not_affected', at: '2024-02-01T00:00:00Z' }))
    await add(member, openvex({ status: 'under_investigation', at: '2024-04-01T00:00:00Z' }))
    await expectStatus(member, projectUuid, 'under_investigation')
    const own = await add(member, openvex({ status: 'fixed', at: '2020-01-01T00:00:00Z' }), projectUuid)
    await expectStatus(member, projectUuid, 'fixed')
    await member.api.vex.remove({ params: { ...paramsOf(member).params, vexUuid: own.uuid } })
    await expectStatus(member, projectUuid, 'under_investigation')
  })

  it('a newer version of a document replaces the older one, but not the reverse', async () => {
    const member = await server.newAccount()
    const id = 'https://example.org/vex/1'
    const at = (day: number) => `2024-01-0${day}T00:00:00Z`
    const ids = async () => (await member.api.vex.list(paramsOf(member))).map(({ uuid }) => uuid).toSorted()
    const first = await add(member, openvex({ id, at: at(2) }))
    const second = await add(member, openvex({ id, at: at(3) }))
    expect(await ids()).toEqual([second.uuid])
    const older = await add(member, openvex({ id, at: at(1) }))
    expect(await ids()).toEqual([second.uuid, older.uuid].toSorted())
    expect(first.uuid).not.toBe(second.uuid)
  })
})

it('an account policy shows statements without suppressing findings', async () => {
  const member = await server.newAccount()
  const body = { vexEffect: 'show' as const }
  expect((await member.api.accounts.configuration({ ...paramsOf(member) })).vexEffect).toBe('exclude')
  expect(await member.api.accounts.configure({ ...paramsOf(member), body })).toMatchObject(body)
  const projectUuid = await scan(member)
  const before = await member.api.scans.overview({ params: { projectUuid } })
  await add(member, openvex())
  await expectStatus(member, projectUuid, 'not_affected')
  expect(await findingOf(member, projectUuid)).toMatchObject({
    exclusion: null,
    lifetime: { endedAt: null },
    versions: [{ vex: { isInformational: true } }],
  })
  const after = await member.api.scans.overview({ params: { projectUuid } })
  expect(after.scan.vulnerabilityCount).toBe(before.scan.vulnerabilityCount)
})

describe('rejects', () => {
  it.each<[string, object | string, string]>([
    ['a document that is not VEX', { a: 1 }, 'The document is not OpenVEX, CSAF or CycloneDX as JSON.'],
    ['a file that is not JSON', '{', 'The file is not valid JSON'],
    [
      'a document without statements',
      { ...openvex(), statements: [] },
      'The document has no statement that can be used.',
    ],
    [
      'a status without justification',
      openvex({ more: { justification: '', impact_statement: '' } }),
      'The document has no statement that can be used.',
    ],
  ])('%s', async (_title, document, message) => {
    const member = await server.newAccount()
    const bytes = new TextEncoder().encode(typeof document === 'string' ? document : JSON.stringify(document))
    const added = member.api.vex.add({ ...paramsOf(member), body: { file: { filename: 'a.json', bytes } } })
    await expect(added).rejects.toMatchObject({ status: 400, errorType: 'unreadableDocument' })
    await expect(added).rejects.toThrow(message)
    expect(await member.api.vex.list(paramsOf(member))).toEqual([])
  })
})

describe('teams', () => {
  it("a team administrator's document applies only to the team's projects, and other members see only theirs", async () => {
    const admin = await server.newAccount()
    const teamUuid = await server.addTeam(admin, 'A')
    const leader = await server.addMember(admin, 'Team administrator', teamUuid)
    const file = filePart(npmInventory(['lodash@4.17.4']))
    const build = { file, branch: 'main' }
    const ofTeam = await leader.api.uploads.intoNew({
      body: { ...build, url: 'https://example.org/a', teamUuid },
    })
    const ofNone = await scan(admin, 'b')
    const ofAccount = await add(admin, openvex({ status: 'under_investigation' }))
    await expectStatus(admin, ofNone, 'under_investigation')
    const own = await add(leader, openvex({ status: 'fixed', at: '2024-05-01T00:00:00Z' }))
    expect(own.teamUuids).toEqual([teamUuid])
    await expectStatus(admin, ofTeam.uuid, 'fixed')
    expect((await vexOf(admin, ofNone))?.status).toBe('under_investigation')

    const listed = async (member: TestMember) =>
      (await member.api.vex.list(paramsOf(member))).map(({ uuid }) => uuid).toSorted()
    expect(await listed(leader)).toEqual([ofAccount.uuid, own.uuid].toSorted())
    const otherTeam = await server.addTeam(admin, 'B')
    const other = await server.addMember(admin, 'Team administrator', otherTeam)
    expect(await listed(other)).toEqual([ofAccount.uuid])
    const remove = (member: TestMember, vexUuid: string) =>
      member.api.vex.remove({ params: { ...paramsOf(member).params, vexUuid } })
    await expect(remove(leader, ofAccount.uuid)).rejects.toMatchObject({ status: 404 })
    await expect(remove(other, own.uuid)).rejects.toMatchObject({ status: 404 })
    await expect(add(other, openvex(), ofTeam.uuid)).rejects.toMatchObject({ status: 404 })
    await remove(leader, own.uuid)
  })
})

describe('a signed document', () => {
  const sigstore = makeSigstore()
  const bundleOf = (document: object) =>
    sigstore.signEnvelope(
      JSON.stringify({
        _type: 'https://in-toto.io/Statement/v1',
        predicateType: 'https://openvex.dev/ns/v0.2.0',
        subject: [],
        predicate: document,
      }),
    )

  it('is used like the document within, and says who signed it as far as they are trusted', async () => {
    const member = await server.newAccount()
    const projectUuid = await scan(member)
    const added = await add(member, bundleOf(openvex()))
    expect(added).toMatchObject({
      format: 'openvex',
      author: 'Example Supplier',
      issues: [],
      signature: { state: 'unverified', problem: { reason: 'no-root' } },
    })
    await expectStatus(member, projectUuid, 'not_affected')
    const root = { name: 'Sigstore', root: sigstore.trustedRoot, identities: [releaseWorkflow] }
    await member.api.trustedRoots.add({ ...paramsOf(member), body: root })
    const params = { accountUuid: member.accountUuid, vexUuid: added.uuid }
    expect(await member.api.vex.signature({ params })).toMatchObject({
      state: 'verified',
      signers: [{ ...releaseWorkflow, root: 'Sigstore' }],
    })
  })

  it('is refused if it was changed since', async () => {
    const member = await server.newAccount()
    const bundle = bundleOf(openvex())
    const { dsseEnvelope } = bundleOf(openvex({ vulnerability: 'CVE-2020-0001' }))
    const { payload } = dsseEnvelope
    const changed = { ...bundle, dsseEnvelope: { ...bundle.dsseEnvelope, payload } }
    await expect(add(member, changed)).rejects.toMatchObject({
      status: 400,
      message: 'The document was changed since it was signed',
    })
    expect(await member.api.vex.list(paramsOf(member))).toEqual([])
  })

  it('has no signature if it is not', async () => {
    const member = await server.newAccount()
    const { signature } = await add(member, openvex())
    expect(signature).toEqual({ state: 'unsigned', keys: [], signers: [], problem: null })
  })
})
