import { mediaTypeOf } from '@assay/contract/endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { openSessionFor } from '#testing/sessions.ts'
import { guarded } from '#testing/contract-calls.ts'
import { type Ids, createResources } from '#testing/contract-ids.ts'

let ids: Ids
let authorization: string
const server = testServer()
const member = forAllTests(() => server.newAccount())
beforeAll(async () => {
  authorization = await openSessionFor(server, member)
  ids = { ...(await createResources(server, member)), id: 'osv' }
})

const boundary = 'x'
const multipart = `multipart/form-data; boundary=${boundary}`
const part = (head: string, content: string) => `--${boundary}\r\n${head}\r\n\r\n${content}`
const field = part('Content-Disposition: form-data; name="branch"', 'main\r\n')
const file = part('Content-Disposition: form-data; name="file"; filename="a.json"', '{"a":')

/** A content type and a body. */
const bodies: Record<string, [string | undefined, string | undefined]> = {
  nothing: [undefined, undefined],
  'an empty object': ['application/json', '{}'],
  null: ['application/json', 'null'],
  'a list': ['application/json', '[]'],
  'cut JSON': ['application/json', '{"name":'],
  'no JSON': ['application/json', ''],
  'a form without a boundary': ['multipart/form-data', field],
  'an empty form': [multipart, ''],
  'a form without parts': [multipart, `--${boundary}--\r\n`],
  'a form truncated within a file': [multipart, field + file],
  'a form truncated within a part header': [multipart, `${field}--${boundary}\r\nContent-Disp`],
  'a form without its end': [multipart, `${field}${file}\r\n`],
  'a form with a malformed part header': [multipart, part('nonsense', 'x\r\n') + `--${boundary}--\r\n`],
  'arbitrary bytes': ['application/octet-stream', ''],
}

const withBody = guarded.filter(({ endpoint }) => endpoint.body)
const isForm = ({ endpoint }: (typeof withBody)[number]) =>
  mediaTypeOf(endpoint.body!) === 'multipart/form-data'

async function send({ endpoint }: (typeof withBody)[number], [type, body]: (typeof bodies)[string]) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'missing')
  const { method } = endpoint
  const headers = { authorization, ...(type !== undefined && { 'content-type': type }) }
  return fetch(`${server.url}${path}`, { method, headers, ...(body !== undefined && { body }) })
}

describe('a malformed body is rejected and never causes a server error:', () => {
  test.each(withBody)('$id', async (operation) => {
    const statuses = new Map<string, number>()
    for (const [name, body] of Object.entries(bodies))
      statuses.set(name, (await send(operation, body)).status)
    expect([...statuses].filter(([, status]) => status >= 500)).toEqual([])
  })

  test.each(withBody.filter(isForm))('$id with a form', async (operation) => {
    for (const [name, body] of Object.entries(bodies).filter(([, [type]]) => type?.startsWith('multipart')))
      expect([name, (await send(operation, body)).status]).toEqual([name, 400])
    const without = await send(operation, bodies['nothing']!)
    expect([without.status, await without.json()]).toMatchObject([400, { errorType: 'invalidInput' }])
  })

  test.each(withBody.filter(({ id }) => /\.(?:update|configure)$/.test(id)))(
    '$id with an empty body',
    async (operation) => {
      const response = await send(operation, bodies['an empty object']!)
      expect([response.status, await response.json()]).toMatchObject([400, { errorType: 'invalidInput' }])
    },
  )
})
