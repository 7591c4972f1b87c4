import { beforeAll, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

let projectUuid: string
const tooLarge = 'The report is too large for a PDF: filter it to fewer projects or rows, or choose CSV'

const server = testServer({ maxPdfBytes: 20_000 })
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  const file = filePart(npmInventory(['lodash@4.17.4', 'left-pad@1.3.0', 'minimist@0.0.8']))
  const body = { file, branch: 'main', url: 'https://example.org/large-pdf' }
  projectUuid = (await member.api.uploads.intoNew({ body })).uuid
})

test('a report that is too large for a PDF gets 413', async () => {
  const response = await fetch(`${server.url}/api/v1/reports/${projectUuid}/pdf`, {
    headers: { authorization: member.authorization },
  })
  expect([response.status, await response.json()]).toEqual([
    413,
    { errorType: 'pdfTooLarge', message: tooLarge },
  ])
  expect(response.headers.get('content-disposition')).toBeNull()
})

const failuresOf = (eraUuid: string) =>
  server.db
    .selectFrom('report_export')
    .select(['state', 'reason', 'attempt'])
    .where('uuid', '=', eraUuid)
    .execute()

test('a prepared report that is too large for a PDF fails at once, with the reason', async () => {
  const eraUuid = await member.api.eras.create({ body: { formats: ['csv', 'pdf'] } })
  const progress = () =>
    member.api.eras.progress({ params: { eraUuid } }).catch(({ status, errorType, message }) => {
      return status === 404 ? null : { status, errorType, message }
    })
  await expect
    .poll(progress, { timeout: 60_000 })
    .toEqual({ status: 409, errorType: 'exportFailed', message: tooLarge })
  expect(await failuresOf(eraUuid)).toEqual([{ state: 'failed', reason: tooLarge, attempt: 1 }])
  const ended = server.db.selectFrom('dead_letter').select('job').where('job', '=', 'write-export')
  expect(await ended.execute()).toEqual([])
  expect(server.logged()).not.toContain('A job failed')
})

test('formats other than PDF are still prepared', async () => {
  const eraUuid = await member.api.eras.create({ body: { formats: ['csv'] } })
  const progress = () => member.api.eras.progress({ params: { eraUuid } })
  await expect.poll(progress, { timeout: 60_000 }).toBe(100)
})
