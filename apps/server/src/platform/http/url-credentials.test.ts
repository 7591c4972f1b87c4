import { newOperator } from '#testing/upload-advisories.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { readConfig } from '#config.ts'
import { openSessionFor } from '#testing/sessions.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

// Passwords in URLs never end up in the database, responses or logs.

const server = testServer({ settings: { ASSAY_ALLOW_PRIVATE_NETWORKS: 'true' } })
const admin = forAllTests(() => newOperator(server))

const secret = 'glpat-very-secret'
const dirty = (path: string) => `https://ci:${secret}@host.example/${path}`
const file = () => filePart(npmInventory(['lodash@4.17.4']))

/** Tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.db)
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await sql`select from ${sql.table(name)} t where t::text like ${`%${text}%`} limit 1`.execute(
      server.db,
    )
    if (hit.rows.length > 0) found.push(name)
  }
  return found
}

describe('a project url is stored without user name and password', () => {
  const calls: Record<string, (url: string) => Promise<unknown>> = {
    'projects.create': (url) => admin.api.projects.create({ body: { url } }),
    'builds.create': (url) => admin.api.builds.create({ body: { url, branch: 'main' } }),
    'uploads.intoNew': (url) => admin.api.uploads.intoNew({ body: { url, branch: 'main', file: file() } }),
    'uploads.folderIntoNew': (url) =>
      admin.api.uploads.folderIntoNew({ body: { url, branch: 'main', file: file() } }),
  }
  test.each(Object.entries(calls))('%s', async (name, send) => {
    await send(dirty(name))
    await send(`https://host.example/${name}`)
    const projects = await admin.api.projects.list({ params: { accountUuid: admin.accountUuid } })
    expect(projects.filter(({ url }) => url.includes(name)).map(({ url }) => url)).toEqual([
      `https://host.example/${name}`,
    ])
    expect(JSON.stringify(projects)).not.toContain(secret)
  })

  test('no trace of them is left', async () => {
    expect(await tablesWith(secret)).toEqual([])
    expect(server.logged()).not.toContain(secret)
  })
})

test('an advisory source with credentials is rejected without repeating them', async () => {
  const response = await fetch(`${server.url}/api/v1/databases/osv/sync`, {
    method: 'POST',
    headers: { authorization: admin.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ from: dirty('osv') }),
  })
  const text = await response.text()
  expect(response.status).toBe(400)
  expect(text).toContain('must not contain a user name or password')
  expect(text).not.toContain(secret)
  expect(await tablesWith(secret)).toEqual([])
})

test.each(['issuer', 'url'])(
  'an identity provider address with credentials is rejected: %s',
  async (field) => {
    const isOidc = field === 'issuer'
    const body = isOidc
      ? { name: 'x', clientId: 'x', issuer: dirty('') }
      : { name: 'x', issuer: 'x', certificate: 'x', url: dirty('') }
    const path = `/api/v1/accounts/${admin.accountUuid}/sso/${isOidc ? 'oidc' : 'saml'}`
    const authorization = await openSessionFor(server, admin)
    const response = await fetch(server.url + path, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('must not contain a user name or password'),
    ])
  },
)

test.each(['ASSAY_PUBLIC_URL', 'ASSAY_OIDC_ISSUER', 'ASSAY_SAML_URL', 'ASSAY_DOCS_URL', 'ASSAY_BLOG_URL'])(
  'the setting %s is rejected without repeating them',
  (name) => {
    const read = () => readConfig({ [name]: dirty('') })
    expect(read).toThrow(`The setting ${name} must not contain a user name or password.`)
    expect(read).not.toThrow(secret)
  },
)

test('the address of a notification channel with credentials is rejected without repeating them', async () => {
  const response = await fetch(`${server.url}/api/v1/notifications/channels`, {
    method: 'POST',
    headers: { authorization: admin.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'webhook', name: 'Hook', address: dirty('hook') }),
  })
  const text = await response.text()
  expect(response.status).toBe(400)
  expect(text).toContain('The address must not contain a user name or password')
  expect(text).not.toContain(secret)
})
