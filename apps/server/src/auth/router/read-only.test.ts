import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'
import { logIn, setPassword } from '#testing/sessions.ts'

const settings = { ASSAY_READ_ONLY: 'true', ASSAY_BANNER: 'Maintenance until noon.' }
const server = testServer({ withWorker: false, settings })

test('members read and log in while every change is refused', async () => {
  const member = await server.newAccount()
  const { api } = member
  expect(await api.teams.list({ params: member })).toHaveLength(1)
  await setPassword(server, member)
  await logIn(server, member)
  const refused = { status: 409, errorType: 'readOnly' }
  await expect(api.tags.create({ body: { name: 'a' } })).rejects.toMatchObject(refused)
  const body = {
    file: filePart(npmInventory(['lodash@4.17.4'])),
    url: 'https://example.org/a',
    branch: 'main',
  }
  await expect(api.uploads.intoNew({ body })).rejects.toMatchObject(refused)
  expect(await api.tags.list({})).toEqual([])
})

test('everyone is told', async () => {
  const site = await server.anonymous.publicConfig.get({})
  expect(site).toMatchObject({ isReadOnly: true, banner: 'Maintenance until noon.' })
})
