import { newOperator } from '#testing/upload-advisories.ts'
import { describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { type TestMember } from '#testing/test-server.ts'

const server = testServer({ withWorker: false })

const upload = (member: TestMember, url: string, teamUuid?: string) =>
  member.api.uploads.intoNew({
    body: { file: filePart(npmInventory(['lodash@4.17.4'])), url, branch: 'main', wait: 'false', teamUuid },
  })

describe('GET /queue', () => {
  test("counts queued work in the caller's scope, with the time of the oldest", async () => {
    const member = await server.newAccount()
    const [mine, other] = [await server.addTeam(member, 'mine'), await server.addTeam(member, 'other')]
    const before = Date.now()
    await upload(member, 'https://example.org/mine', mine)
    await upload(member, 'https://example.org/other', other)
    await upload(member, 'https://example.org/free')
    await upload(await server.newAccount(), 'https://example.org/strange')
    const queuedFor = async (viewer: TestMember) => {
      const { isWholeInstallation, work } = await viewer.api.system.queue({})
      expect(isWholeInstallation).toBe(false)
      return work.map(({ kind, priority, queued }) => [kind, priority, queued])
    }
    expect(await queuedFor(member)).toEqual([['scan-build', 'interactive', 3]])
    const teammate = await server.addMember(member, 'Team viewer', mine)
    expect(await queuedFor(teammate)).toEqual([['scan-build', 'interactive', 1]])
    const [work] = (await member.api.system.queue({})).work
    expect(work).toMatchObject({ running: 0, failed: 0 })
    expect(Math.abs(work!.oldestQueuedAt! - before)).toBeLessThan(60_000)
  })

  test('shows the whole installation to the operator and requires a login', async () => {
    const operator = await newOperator(server)
    await upload(await server.newAccount(), 'https://example.org/elsewhere')
    const { isWholeInstallation, work } = await operator.api.system.queue({})
    expect(isWholeInstallation).toBe(true)
    expect(work.reduce((sum, { queued }) => sum + queued, 0)).toBeGreaterThan(0)
    await expect(server.anonymous.system.queue({})).rejects.toMatchObject({ status: 401 })
  })
})
