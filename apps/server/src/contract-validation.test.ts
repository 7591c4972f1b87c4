import { newOperator } from '#testing/upload-advisories.ts'
import { mediaTypeOf } from '@assay/contract/endpoint.ts'
import { wrongValuesOf, type WrongValue } from '@assay/contract/testing/wrong-values.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '#testing/for-tests.ts'
import { z } from 'zod'
import { enableFeatures } from '#testing/integrations.ts'
import { openSessionFor } from '#testing/sessions.ts'
import { call, endpoints, type NamedEndpoint, sendAll } from '#testing/contract-calls.ts'
import { bodies, queries } from '#testing/contract-inputs.ts'
import { nothing } from '#testing/contract-ids.ts'

// Sends every endpoint each field of its path, query and body missing, of a wrong type, too long and out of range: the
// response names the field and what is expected, without the validator's wording.

let authorization: string

const server = testServer({ withWorker: false })
beforeAll(async () => {
  const own = await newOperator(server)
  await enableFeatures(server, own)
  authorization = await openSessionFor(server, own)
})

interface Rejection {
  status: number
  message: string
  details: { path: string; message: string }[]
}

const pathOf = (path: string, params: Record<string, string> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? nothing[name]!))

async function send({ id, endpoint }: NamedEndpoint, wrong: WrongValue): Promise<Rejection> {
  const query = new URLSearchParams(queries[id])
  const {
    part,
    path: [name = ''],
    value,
  } = wrong
  if (part === 'query') query.delete(name)
  if (part === 'query' && (typeof value === 'string' || typeof value === 'number'))
    query.set(name, String(value))
  const body = bodyOf({ id, endpoint }, wrong)
  return rejectionOf(`${pathOf(endpoint.path)}?${query}`, {
    method: endpoint.method,
    ...(body !== undefined && { body }),
    ...(typeof body === 'string' && { headers: { 'content-type': mediaTypeOf(endpoint.body!) } }),
  })
}

/** SCIM errors have a single text. */
async function rejectionOf(path: string, init: RequestInit): Promise<Rejection> {
  const headers = { authorization, ...(init.headers as Record<string, string> | undefined) }
  const response = await fetch(server.url + path, { ...init, headers, redirect: 'manual' })
  const text = await response.text()
  const problem = (text.startsWith('{') ? JSON.parse(text) : {}) as Partial<Rejection> & { detail?: string }
  const { detail = '', message = detail, details = [] } = problem
  return { status: response.status, message, details }
}

function bodyOf({ id, endpoint }: NamedEndpoint, { part, path, value }: WrongValue) {
  const type = endpoint.body && mediaTypeOf(endpoint.body)
  if (type === 'application/octet-stream') return 'x'
  if (type === undefined || part === 'query') return undefined
  if (!type.endsWith('json')) return formOf(type, path[0]!, value)
  return JSON.stringify(withValue(isOfOther({ id, endpoint }, path) ? {} : bodies[id], path, value))
}

/** Whether a field belongs to another member of a union than the valid body. */
const isOfOther = ({ id, endpoint }: NamedEndpoint, [name = '']: string[]) =>
  endpoint.body instanceof z.ZodUnion && !(name in (bodies[id] as object))

function withValue(target: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  if (name === '') return value
  if (name === '0') return [withValue({}, rest, value)]
  const fields = (target ?? {}) as Record<string, unknown>
  return { ...fields, [name]: withValue(fields[name], rest, value) }
}

function formOf(type: string, name: string, value: unknown): FormData | URLSearchParams {
  const valid = { branch: 'main', url: 'https://example.org/sample', file: new Blob(['{}']) }
  const fields = Object.entries({ ...valid, [name]: value }).filter(([, each]) => each !== undefined)
  if (type === 'application/x-www-form-urlencoded') {
    return new URLSearchParams(fields.filter(([, each]) => typeof each === 'string') as [string, string][])
  }
  const body = new FormData()
  for (const [key, each] of fields) body.set(key, each as string)
  return body
}

const isForm = ({ endpoint }: NamedEndpoint) =>
  endpoint.body !== undefined && !mediaTypeOf(endpoint.body).endsWith('json')

/** A login link's account: a malformed UUID gets the same response as an unknown one. */
const isLenient = (id: string, { path: [name] }: WrongValue) =>
  ['oidc.start', 'saml.start', 'publicConfig.get'].includes(id) && name === 'account'

/** Every field of a form is text or a file; a member of a union lacks the fields of the others. */
const canBeSent = (each: NamedEndpoint, { part, path, why, value }: WrongValue) => {
  if (part === 'query') return true
  if (isForm(each)) return path.length === 1 && typeof value !== 'object'
  return why !== 'missing' || path.length > 1 || !isOfOther(each, path)
}

const rejected = endpoints.flatMap((each) =>
  wrongValuesOf(each.endpoint)
    .filter((wrong) => !isLenient(each.id, wrong) && canBeSent(each, wrong))
    .map((wrong) => ({ each, wrong })),
)

/** The validator's own wording. */
const validatorProse =
  /\b(?:expected|received|undefined|NaN|Infinity|nullish)\b|\b[Ii]nvalid (?:input|option|string|number|key|value)|Too (?:big|small)|Unrecognized|[<>]=|of another type|9007199254740991/

/** What is wrong with the rejection; null if it names the field and what is expected. */
function flawOf({ each, wrong }: (typeof rejected)[number], { status, message, details }: Rejection) {
  const field = wrong.path.join('.')
  const text = each.endpoint.errorSchema
    ? message
    : details.find(({ path }) => path === `${wrong.part}.${field}`)?.message
  if (status !== 400) return `answered with ${status}`
  if (text === undefined || text === '' || (each.endpoint.errorSchema && !text.includes(field)))
    return 'the field is not named'
  return [message, text].some((wording) => validatorProse.test(wording)) ? 'wording of the validator' : null
}

describe.each(['missing', 'of a wrong type', 'too long', 'out of range'])('a field that is %s', (why) => {
  const ofKind = rejected.filter(({ wrong }) => wrong.why === why)

  test('is named with what is expected, by every endpoint', async () => {
    const flaws: string[] = []
    await sendAll(ofKind, async ({ each, wrong }) => {
      const rejection = await send(each, wrong)
      const flaw = flawOf({ each, wrong }, rejection)
      const sent = `${wrong.part} ${wrong.path.join('.')} = ${JSON.stringify(wrong.value)?.slice(0, 50)}`
      if (flaw !== null) flaws.push(`${each.id} ${sent}: ${flaw}: ${JSON.stringify(rejection).slice(0, 300)}`)
    })
    expect(flaws).toEqual([])
    expect(ofKind.length).toBeGreaterThan(50)
  })
})

test("a path parameter that is empty, malformed or too long is rejected without the validator's wording", async () => {
  const flaws: string[] = []
  const values = ['', ' ', 'no such value', 'x'.repeat(5000), '-1', '1e999']
  const params = endpoints.flatMap((each) =>
    [...each.endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ ...each, name: name! })),
  )
  const inputs = params.flatMap((each) => values.map((value) => ({ ...each, value })))
  await sendAll(inputs, async ({ id, endpoint, name, value }) => {
    const path = pathOf(endpoint.path, { [name]: value })
    const { status, message } = await rejectionOf(path, { method: endpoint.method })
    if (status >= 500 || validatorProse.test(message)) flaws.push(`${id} ${path}: ${status} ${message}`)
  })
  expect(flaws).toEqual([])
})

describe('a filter that the call does not know', () => {
  const isTolerant = ({ id }: NamedEndpoint) => /^(?:oidc|saml|scim)\./.test(id)

  test('is refused with its name, by every endpoint of our own', async () => {
    const flaws = await sendAll(
      endpoints.filter((each) => !isTolerant(each)),
      async (each) => {
        const response = await call(server, each, { authorization, ids: nothing, query: { colour: 'red' } })
        const text = await response.text()
        return response.status === 400 && text.includes('colour')
          ? []
          : [`${each.id}: ${response.status} ${text}`]
      },
    )
    expect(flaws.flat()).toEqual([])
  })

  test('is refused within filters, too', async () => {
    const takesFilters = endpoints.filter(
      ({ endpoint }) => endpoint.query && 'filters' in endpoint.query.shape,
    )
    expect(takesFilters.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['insights.dependencies', 'vulnerabilities.list', 'components.advices']),
    )
    for (const each of takesFilters) {
      for (const filters of ['colour=red', '{"colour":"red"}', '{"filters":"{}"}', '{']) {
        const response = await call(server, each, { authorization, ids: nothing, query: { filters } })
        expect([each.id, filters, response.status]).toEqual([each.id, filters, 400])
      }
    }
  })

  test('is ignored where identity providers add their own', async () => {
    for (const each of endpoints.filter((one) => one.id.startsWith('scim.'))) {
      const response = await call(server, each, { authorization, ids: nothing, query: { colour: 'red' } })
      expect(await response.text()).not.toContain('colour')
    }
  })
})

describe('a method that the path does not have', () => {
  const paths = Map.groupBy(endpoints, ({ endpoint }) => endpoint.path)

  test('is refused with those that it has, on every path', async () => {
    const flaws = await sendAll([...paths], async ([path, others]) => {
      const methods = others.map(({ endpoint }) => endpoint.method as string)
      const [wrong] = ['PATCH', 'DELETE', 'PUT', 'POST', 'GET'].filter((each) => !methods.includes(each))
      const response = await fetch(server.url + pathOf(path), { method: wrong! })
      const allowed = response.headers.get('allow')?.split(', ') ?? []
      const isNamed = methods.every((each) => allowed.includes(each)) && !allowed.includes(wrong!)
      return response.status === 405 && isNamed
        ? []
        : [`${wrong} ${path}: ${response.status} ${allowed.join()}`]
    })
    expect(flaws.flat()).toEqual([])
  })

  test('is refused for pages, too; unknown paths do not exist', async () => {
    const ask = async (method: string, path: string) => (await fetch(server.url + path, { method })).status
    expect(await ask('POST', '/api/reference')).toBe(405)
    expect(await ask('DELETE', '/dashboard')).toBe(405)
    expect(await ask('POST', '/api/v1/no-such-path')).toBe(404)
    for (const path of ['/latest-client-canary', '/downloads/client-cli.jar'])
      expect([path, await ask('GET', path)]).toEqual([path, 404])
  })
})

describe("the specification's sentences", () => {
  const missing = 'Some parameters necessary for the request are missing.'
  const required = 'Required information not provided.'
  const sentences: [string, string, string][] = [
    ['credentials.login', 'email', missing],
    ['credentials.login', 'password', missing],
    ['accounts.create', 'name', required],
    ['accounts.create', 'email', required],
    ['members.add', 'email', missing],
    ['members.setPrimaryTeam', 'teamuuid', missing],
  ]
  test.each(sentences)('%s without %s: %s', async (id, name, sentence) => {
    const without = rejected.filter(
      ({ each, wrong }) => each.id === id && wrong.path.join('.') === name && wrong.why === 'missing',
    )
    expect(without.length).toBeGreaterThan(0)
    for (const { each, wrong } of without) {
      const { details } = await send(each, wrong)
      expect(details).toContainEqual({ path: `${wrong.part}.${name}`, message: sentence })
    }
  })
})
