import { mediaTypeOf } from '@assay/contract/endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { enableFeatures } from '#testing/integrations.ts'
import { watchPrototypes } from '#testing/prototypes.ts'
import { openSessionFor } from '#testing/sessions.ts'
import { bodyWith, fieldsOf } from '#testing/contract-fields.ts'
import { endpoints, type NamedEndpoint, sendAll } from '#testing/contract-calls.ts'
import { queries } from '#testing/contract-inputs.ts'
import { nothing } from '#testing/contract-ids.ts'
import { reservedNames, unstorableTexts } from '#testing/hostile-texts.ts'

// Sends names that pollute prototypes, and text that PostgreSQL cannot store, to every field of every endpoint.

const changed = watchPrototypes()
let authorization: string

const server = testServer({ withWorker: false })
const own = forAllTests(() => server.newAccount())
beforeAll(async () => {
  await enableFeatures(server, own)
  authorization = await openSessionFor(server, own)
})

interface Sent {
  path?: Record<string, string>
  query?: [string, string]
  body?: string | FormData | URLSearchParams
}

async function send({ id, endpoint }: NamedEndpoint, { path, query, body }: Sent) {
  const url = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path?.[name] ?? nothing[name]!),
  )
  const search = new URLSearchParams(queries[id])
  if (query) search.set(...query)
  const type = endpoint.body ? mediaTypeOf(endpoint.body) : 'application/json'
  const response = await fetch(`${server.url}${url}?${search}`, {
    method: endpoint.method,
    headers: { authorization, ...(typeof body === 'string' && { 'content-type': type }) },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  const isStream = response.headers.get('content-type')?.includes('event-stream') === true
  if (isStream) await response.body?.cancel()
  const text = isStream ? '' : await response.text()
  return `${id} ${JSON.stringify({ path, query, body })}: ${response.status} ${text.slice(0, 500)}`
}

const takesJson = ({ endpoint }: NamedEndpoint) =>
  endpoint.method !== 'GET' && (!endpoint.body || mediaTypeOf(endpoint.body).endsWith('json'))
const isForm = (type: string) => (each: NamedEndpoint) =>
  each.endpoint.body !== undefined && mediaTypeOf(each.endpoint.body) === type

function form(name: string, value: string): FormData {
  const body = new FormData()
  body.set(name, value)
  return body
}

/** One request per text field. */
function requestsPerField(each: NamedEndpoint, value: string): Sent[] {
  const { path, query, body } = each.endpoint
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const queried = Object.keys(query?.shape ?? {})
  // URLs cannot contain lone surrogates, which have no UTF-8 encoding.
  const inUrl = value.isWellFormed()
    ? [
        ...names.map((name) => ({ path: { [name]: value } })),
        ...queried.map((name) => ({ query: [name, value] })),
      ]
    : []
  const inBody = takesJson(each) ? fieldsOf(body).map((at) => ({ body: bodyWith(each, at, value) })) : []
  return [...inUrl, ...inBody] as Sent[]
}

const sendEach = (all: [NamedEndpoint, Sent][]) => sendAll(all, ([each, sent]) => send(each, sent))
const everyEndpoint = (requestsOf: (each: NamedEndpoint) => Sent[]) =>
  endpoints.flatMap((each) => requestsOf(each).map((sent): [NamedEndpoint, Sent] => [each, sent]))
/** Rejected by this rule, and not for another reason. */
const isRejected = (response: string) => /: 400 .*(?:is not allowed|cannot contain NUL)/.test(response)

describe.each(reservedNames)('%s', (name) => {
  const holding = { [name]: { polluted: true } }

  test('are rejected as names anywhere in queries and JSON', async () => {
    const requests = everyEndpoint((each) => {
      const all: Sent[] = [{ query: [name, 'x'] }, { query: [`filter[${name}]`, 'x'] }]
      if (takesJson(each)) {
        all.push({ body: bodyWith(each, [name], { polluted: true }) })
        all.push({ body: bodyWith(each, [`name.${name}.polluted`], true) })
        for (const at of [...fieldsOf(each.endpoint.body), ['deep', 'below', '0']])
          all.push({ body: bodyWith(each, at, holding) })
      }
      return all
    })
    expect((await sendEach(requests)).filter((response) => !isRejected(response))).toEqual([])
    expect(changed()).toEqual([])
  })

  test('are rejected as field names of forms', async () => {
    const forms = endpoints.filter(isForm('multipart/form-data'))
    const posted = endpoints.filter(isForm('application/x-www-form-urlencoded'))
    expect([forms.length, posted.length].every((count) => count > 0)).toBe(true)
    const responses = [
      ...(await Promise.all(forms.map((each) => send(each, { body: form(name, 'x') })))),
      ...(await Promise.all(
        posted.map((each) => send(each, { body: new URLSearchParams({ [name]: 'x' }) })),
      )),
    ]
    expect(responses.filter((response) => !isRejected(response))).toEqual([])
  })

  test('are rejected in paths, except as names of packages or tags', async () => {
    const params = endpoints.flatMap((each) =>
      [...each.endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => ({ each, param: param! })),
    )
    const isFreeText = ({ each, param }: (typeof params)[number]) =>
      each.endpoint.path.includes('{language}') || param === 'tagName'
    const responses = await sendEach(params.map(({ each, param }) => [each, { path: { [param]: name } }]))
    const allowed = new Set(responses.filter((_, at) => isFreeText(params[at]!)))
    expect(responses.filter((response) => !isRejected(response) && !allowed.has(response))).toEqual([])
    expect(responses.filter((response) => /: 5\d\d /.test(response))).toEqual([])
  })

  test('are harmless as values', async () => {
    for (const each of endpoints) {
      const responses = await sendEach(requestsPerField(each, name).map((sent) => [each, sent]))
      expect(responses.filter((response) => /: 5\d\d /.test(response))).toEqual([])
    }
    expect(changed()).toEqual([])
  })
})

test.each(unstorableTexts)('%j is rejected in every text', async (text) => {
  const responses = await sendEach(everyEndpoint((each) => requestsPerField(each, text)))
  expect(responses.filter((response) => !isRejected(response))).toEqual([])
})

// Forms are UTF-8, which has no lone surrogates.
test('NUL is rejected in every field, name and file name of a form', async () => {
  for (const each of endpoints.filter(isForm('multipart/form-data'))) {
    const named = new FormData()
    named.set('file', new Blob(['{}']), 'a\0b.json')
    const sent = [form('branch', 'a\0b'), form('a\0b', 'x'), named].map((body) => ({ body }))
    expect(
      (await sendEach(sent.map((one) => [each, one]))).filter((response) => !isRejected(response)),
    ).toEqual([])
  }
})

test('JSON within strings is validated as well', async () => {
  const { accountUuid, api } = own
  const params = { accountUuid, name: 'checked' }
  for (const body of [
    '{"__proto__":{"polluted":1}}',
    String.raw`{"a":"\u0000"}`,
    String.raw`{"a":["\ud800"]}`,
  ])
    await expect(api.properties.setOfAccount({ params, body })).rejects.toThrow()
  for (const value of [String.raw`"\u0000"`, String.raw`"\ud800"`]) {
    const filter = `userName eq ${value}`
    await expect(api.scim.listUsers({ query: { filter } })).rejects.toMatchObject({ status: 400 })
  }
  expect(changed()).toEqual([])
})

test('JSON nested deeper than 100 levels is rejected, wherever it is', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const withJson = endpoints.filter((each) => takesJson(each) && each.endpoint.body)
  const sending = (...bodies: string[]) =>
    sendEach(withJson.flatMap((each) => bodies.map((body): [NamedEndpoint, Sent] => [each, { body }])))
  for (const response of await sending(nested(101), `{"unknown":${nested(100)}}`, nested(100_000)))
    expect(response).toMatch(/: 400 .*Nested deeper than 100 levels/)
  for (const response of await sending(nested(100))) expect(response).not.toMatch(/Nested|: 5\d\d /)
})

test('a truncated form is rejected', async () => {
  const whole = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n{}\r\n--x--\r\n'
  const headers = { authorization, 'content-type': 'multipart/form-data; boundary=x' }
  for (const length of [0, 10, 50, whole.length - 8]) {
    const url = `${server.url}/api/v1/uploads/new/folder`
    const response = await fetch(url, { method: 'POST', headers, body: whole.slice(0, length) })
    expect(response.status).toBe(400)
  }
})

test('binary bodies are not JSON, and an update needs at least one field', async () => {
  const isUpdate = ({ id }: NamedEndpoint) => /^(?:accounts|members|teams|tags|policies)\.update$/.test(id)
  const updates = endpoints.filter(isUpdate)
  expect(updates).toHaveLength(5)
  for (const each of updates)
    expect(await send(each, { body: '{}' })).toMatch(/: 400 .*At least one field is required/)
  for (const { endpoint } of endpoints.filter(takesJson).filter((each) => each.endpoint.body)) {
    const url = server.url + endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => nothing[name]!)
    const headers = { authorization, 'content-type': 'application/octet-stream' }
    expect((await fetch(url, { method: endpoint.method, headers, body: '{}' })).status).toBe(415)
  }
})

test('the session used for all requests is still active', async () => {
  const response = await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization } })
  expect(response.status).toBe(200)
})
