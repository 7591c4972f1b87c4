import { dayMs } from '@assay/engine/time.ts'
import { expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { uploadAdvisories } from '#testing/upload-advisories.ts'

const server = testServer()

const catalog = JSON.stringify({ catalogVersion: '1', vulnerabilities: [{ cveID: 'CVE-2021-44228' }] })
const epss = 'cve,epss,percentile\nCVE-2021-44228,0.9,0.99\n'

test('lists are missing until they are loaded, and as old as their file', async () => {
  const member = await server.newAccount()
  const read = async () =>
    Object.fromEntries((await member.api.advisoryDatabases.lists({})).map(({ id, ...rest }) => [id, rest]))
  expect(await read()).toEqual({
    kev: { name: 'CISA KEV', completeAt: null, state: 'missing' },
    'eu-kev': { name: 'EU KEV', completeAt: null, state: 'missing' },
    epss: { name: 'EPSS', completeAt: null, state: 'missing' },
    'end-of-life': { name: 'endoflife.date', completeAt: null, state: 'missing' },
  })
  const old = Date.now() - 20 * dayMs
  await uploadAdvisories(server, catalog, { modifiedAt: old })
  await uploadAdvisories(server, epss)
  expect(await read()).toMatchObject({
    kev: { completeAt: old, state: 'outdated' },
    epss: { state: 'current' },
    'end-of-life': { state: 'missing' },
  })
  // An older file does not make a list older.
  await uploadAdvisories(server, catalog, { modifiedAt: old + dayMs })
  await uploadAdvisories(server, catalog, { modifiedAt: old - dayMs })
  expect((await read())['kev']).toMatchObject({ completeAt: old + dayMs })
})
