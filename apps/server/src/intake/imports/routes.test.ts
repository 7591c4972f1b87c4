import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

// The calls of `assay import`.

const server = testServer()

const file = { filename: 'bom.json', bytes: npmInventory(['lodash@4.17.4']) }

describe('a version', () => {
  test('is scanned as of its time, and its findings begin there', async () => {
    const { api } = await server.newAccount()
    const at = Date.parse('2025-03-01T12:00:00Z')
    const { projectUuid } = await api.imports.addVersion({
      body: { file, url: 'past', branch: '1.0', at: String(at), isLatest: 'true' },
    })
    const overview = () => api.scans.overview({ params: { projectUuid } }).catch(() => null)
    await expect.poll(overview).toMatchObject({ scan: { timestamp: at, number: 1 }, branch: '1.0' })
    const [finding] = await api.scans.findings({ params: { projectUuid } })
    expect(finding!.lifetime).toMatchObject({ introducedAt: at, introducedBy: 'first-scan' })
  })

  test('follows the scan of the time that it names, and no other', async () => {
    const { api } = await server.newAccount()
    const times = ['2025-03-01', '2025-04-01', '2025-05-01'].map((day) => Date.parse(day))
    const [first, second, third] = times as [number, number, number]
    const add = (at: number, follows?: number) =>
      api.imports.addVersion({
        body: {
          file,
          url: 'history',
          branch: 'main',
          at: String(at),
          ...(follows !== undefined && { follows: String(follows) }),
        },
      })
    const refused = { status: 409, errorType: 'alreadyExists' }
    await expect(add(second, first)).rejects.toMatchObject(refused)
    const { projectUuid } = await add(first)
    const numbers = () =>
      api.scans.overview({ params: { projectUuid } }).then(
        ({ scan }) => [scan.number, scan.timestamp],
        () => null,
      )
    await expect.poll(numbers).toEqual([1, first])
    await expect(add(third, second)).rejects.toMatchObject(refused)
    await expect(add(first, first)).rejects.toMatchObject(refused)
    await add(second, first)
    await expect.poll(numbers).toEqual([2, second])
    await expect(add(third, first)).rejects.toMatchObject(refused)
  })

  test('of a branch with scans, of the future or without administration is refused', async () => {
    const member = await server.newAccount()
    const { api } = member
    await api.uploads.intoNew({ body: { file, url: 'there', branch: 'main' } })
    const body = { file, url: 'there', branch: 'main' }
    await expect(api.imports.addVersion({ body })).rejects.toMatchObject({
      status: 409,
      errorType: 'alreadyExists',
    })
    const viewer = await server.addMember(member, 'Collaborator')
    await expect(viewer.api.imports.addVersion({ body: { ...body, url: 'new' } })).rejects.toMatchObject({
      status: 403,
    })
    await expect(api.imports.addVersion({ body: { ...body, tags: 'no JSON' } })).rejects.toMatchObject({
      errorType: 'invalidInput',
    })
  })
})

describe('what is known of findings', () => {
  const at = Date.parse('2024-01-01T10:00:00Z')
  const comment = { text: 'Reviewed.', author: 'jane (there)', at }
  const reason = 'From there.'

  /** An imported project; its findings are those of lodash 4.17.4. */
  async function addProject({ api }: TestMember) {
    const { id, projectUuid } = await api.imports.addVersion({ body: { file, url: 'app', branch: 'main' } })
    const scanned = () => api.builds.get({ params: { id } }).then(({ status }) => status)
    await expect.poll(scanned).toBe('success')
    const { uuid: advisoryUuid } = await api.vulnerabilities.get({ params: { id: 'CVE-2019-10744' } })
    return { params: { projectUuid }, ref: { ecosystem: 'npm', package: 'lodash', advisoryUuid } }
  }

  test('is taken over once, with dates and authors, and what a member has set stays', async () => {
    const member = await server.newAccount()
    const { api } = member
    const { params, ref } = await addProject(member)
    const nothing = { ...ref, package: 'left-pad' }
    const comments = [comment, { ...comment, at: at + 1 }]
    const told = { ...ref, state: 'accepted' as const, reason, comments }
    const body = { findings: [told, { ...nothing, state: 'in-triage' as const }] }
    expect(await api.imports.decide({ params, body })).toEqual({
      findings: [
        { outcome: 'set', comments: { added: 2, there: 0 } },
        { outcome: 'not-found', comments: { added: 0, there: 0 } },
      ],
    })
    // Another id of the same advisory is told, too.
    const later = { ...told, state: 'in-triage' as const, comments: [comment, { ...comment, at: at + 2 }] }
    expect(await api.imports.decide({ params, body: { findings: [later, later] } })).toEqual({
      findings: [
        { outcome: 'there', comments: { added: 1, there: 1 } },
        { outcome: 'there', comments: { added: 0, there: 2 } },
      ],
    })
    const { accountUuid } = member
    const query = { ...params, ...ref }
    expect(await api.triage.read({ params: { accountUuid }, query })).toMatchObject({
      state: 'accepted',
      decision: { reason },
      comments: [
        { text: 'Reviewed.', author: null, authorName: 'jane (there)', createdAt: at },
        { createdAt: at + 1 },
        { createdAt: at + 2 },
      ],
    })
  })

  test('rescans a branch once, whatever is decided', async () => {
    const member = await server.newAccount()
    const { api, accountUuid } = member
    const { params, ref } = await addProject(member)
    const other = await api.vulnerabilities.get({ params: { id: 'CVE-2020-8203' } })
    await api.imports.decide({
      params,
      body: {
        findings: [
          { ...ref, state: 'accepted', reason },
          { ...ref, advisoryUuid: other.uuid, state: 'false-positive', reason },
        ],
      },
    })
    const excluded = async () =>
      (await api.scans.overview({ params: { projectUuid: params.projectUuid } })).scan.number
    await expect.poll(excluded).toBe(2)
    const { rescans } = await server.db
      .selectFrom('build')
      .select(({ fn }) => fn.countAll().as('rescans'))
      .where('account_uuid', '=', accountUuid)
      .where('source', '=', 'rescan')
      .executeTakeFirstOrThrow()
    expect(Number(rescans)).toBe(1)
  })

  test('waits for the scan, and for an end in the future', async () => {
    const member = await server.newAccount()
    const { params, ref } = await addProject(member)
    const decide = (more: object) =>
      member.api.imports.decide({
        params,
        body: { findings: [{ ...ref, state: 'accepted', reason, ...more }] },
      })
    await expect(decide({ expiresAt: 1 })).rejects.toMatchObject({ errorType: 'invalidInput' })
    await server.db
      .updateTable('build')
      .set({ state: 'scanning' })
      .where('account_uuid', '=', member.accountUuid)
      .execute()
    await expect(decide({})).rejects.toMatchObject({ status: 409, errorType: 'conflict' })
  })
})
