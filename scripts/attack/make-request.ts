import { mediaTypeOf } from '@assay/contract/endpoint.ts'
import type { NamedEndpoint } from '@assay/server/testing/contract-calls.ts'
import { bodies, queries } from '@assay/server/testing/contract-inputs.ts'
import { nothing } from '@assay/server/testing/contract-ids.ts'
import { bodyWith, fieldsOf } from '@assay/server/testing/contract-fields.ts'
import { hostileDocument } from './documents.ts'
import { breakForm, type FormField, writeForm } from './form.ts'
import { contentTypes, hostileBodies } from './hostile/bodies.ts'
import { headers as hostileHeaders } from './hostile/headers.ts'
import { rawParts, rawQueries } from './hostile/request-line.ts'
import { hostileText } from './hostile/text.ts'
import { hostileValue } from './hostile/value.ts'
import type { Random } from '../random.ts'
import type { Caller } from './seed.ts'

export interface AttackRequest {
  number: number
  endpoint: string
  /** Calls an external service, whose failure it may report as 502 or 504. */
  callsSource: boolean
  caller: Caller
  /** Description of the attack. */
  how: string
  method: string
  target: string
  headers: [string, string][]
  body: Buffer
  /** Sends fewer bytes than announced. */
  isCut: boolean
}

interface Draft extends AttackRequest {
  operation: NamedEndpoint
  params: Map<string, string>
  query: [string, string][]
  /** null if the body is not a form. */
  form: FormField[] | null
}

type Attack = (draft: Draft, random: Random) => void

/** Attacks with their weights. */
const attacks: readonly (readonly [string, number, Attack])[] = [
  ['as it should be', 3, () => undefined],
  ['value in a field', 12, fieldAttack],
  ['value in a query', 4, queryAttack],
  ['value in a path', 3, pathAttack],
  ['ids of another account or team', 5, unreachedAttack],
  ['body', 3, bodyAttack],
  ['content type', 2, contentTypeAttack],
  ['form', 5, formAttack],
  ['header', 4, headerAttack],
  ['path as bytes', 2, rawPathAttack],
  ['query as bytes', 2, rawQueryAttack],
  ['method', 1, methodAttack],
]
const drawn = attacks.flatMap((attack) => Array<typeof attack>(attack[1]).fill(attack))

/** Generates a request to the endpoint that is valid except for one attack, sometimes two. */
export function makeRequest(
  operation: NamedEndpoint,
  { number, caller, random }: { number: number; caller: Caller; random: Random },
): AttackRequest {
  const draft = validRequest(operation, { number, caller, random })
  const chosen = random.happens(0.2) ? [random.pick(drawn), random.pick(drawn)] : [random.pick(drawn)]
  for (const [, , attack] of chosen) attack(draft, random)
  if (draft.form && draft.body.length === 0) draft.body = writeForm(draft.form)
  if (draft.target === '') draft.target = targetOf(draft)
  draft.how = chosen.map(([name]) => name).join(' and ')
  return draft
}

function validRequest(
  operation: NamedEndpoint,
  { number, caller, random }: { number: number; caller: Caller; random: Random },
): Draft {
  const { id, endpoint } = operation
  // Otherwise, removals would soon leave nothing to attack.
  const ids = endpoint.method === 'DELETE' && random.happens(0.8) ? nothing : random.pick(caller.reached)
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const type = endpoint.body && endpoint.method !== 'GET' ? mediaTypeOf(endpoint.body) : null
  const isForm = type === 'multipart/form-data'
  return {
    number,
    endpoint: id,
    callsSource: endpoint.errors?.includes('sourceFailed') ?? false,
    caller,
    how: '',
    method: endpoint.method,
    target: '',
    isCut: false,
    headers: [
      ...(caller.authorization === null
        ? []
        : ([['authorization', caller.authorization]] as [string, string][])),
      ...(type === null
        ? []
        : ([['content-type', isForm ? 'multipart/form-data; boundary=x' : type]] as [string, string][])),
    ],
    body: Buffer.from(type === null || isForm ? '' : JSON.stringify(bodies[id] ?? {})),
    operation,
    params: new Map(names.map((name) => [name, ids[name] ?? 'x'])),
    query: [...new URLSearchParams(queries[id])],
    form: isForm ? formOf(random) : null,
  }
}

function formOf(random: Random): FormField[] {
  const { name, bytes } = hostileDocument(random)
  return [
    { name: 'branch', value: 'main' },
    { name: 'url', value: 'https://example.org/attack' },
    { name: 'file', fileName: name, value: bytes },
  ]
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed())

const targetOf = ({ operation, params, query }: Draft): string => {
  const path = operation.endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encode(params.get(name) ?? ''),
  )
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  return search === '' ? path : `${path}?${search}`
}

function fieldAttack(draft: Draft, random: Random): void {
  const { operation, form } = draft
  if (form) return void form.push(...formFieldOf(draft, random))
  const fields = fieldsOf(operation.endpoint.body)
  if (fields.length === 0) return queryAttack(draft, random)
  draft.body = Buffer.from(bodyWith(operation, random.pick(fields), hostileValue(random)))
}

function formFieldOf({ operation }: Draft, random: Random): FormField[] {
  const fields = fieldsOf(operation.endpoint.body).map(([name]) => name!)
  return [{ name: random.pick([...fields, '__proto__', '', 'x']), value: hostileText(random) }]
}

function queryAttack(draft: Draft, random: Random): void {
  const names = Object.keys(draft.operation.endpoint.query?.shape ?? {})
  const name = names.length > 0 && random.happens(0.9) ? random.pick(names) : hostileText(random)
  draft.query = [...draft.query.filter(([known]) => known !== name), [name, hostileText(random)]]
}

function pathAttack(draft: Draft, random: Random): void {
  const names = [...draft.params.keys()]
  if (names.length === 0) return queryAttack(draft, random)
  draft.params.set(random.pick(names), hostileText(random))
}

/** Uses ids that are out of the caller's scope, in one parameter or in all. */
function unreachedAttack(draft: Draft, random: Random): void {
  const unreached = random.pick(draft.caller.unreached)
  const isAll = random.happens(0.5)
  for (const name of draft.params.keys())
    if (isAll || random.happens(0.5)) draft.params.set(name, unreached[name] ?? 'x')
  const uuids = Object.values(unreached)
  const names = Object.keys(draft.operation.endpoint.query?.shape ?? {}).filter((name) =>
    /uuid|^id$|from|to/i.test(name),
  )
  if (names.length > 0) draft.query.push([random.pick(names), random.pick(uuids)])
  const fields = fieldsOf(draft.operation.endpoint.body).filter((path) =>
    /uuid|^\d$|value/i.test(path.at(-1)!),
  )
  if (fields.length > 0 && !draft.form && random.happens(0.7))
    draft.body = Buffer.from(bodyWith(draft.operation, random.pick(fields), random.pick(uuids)))
}

function bodyAttack(draft: Draft, random: Random): void {
  draft.body = Buffer.from(random.pick(hostileBodies))
  if (random.happens(0.1)) draft.body = Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0x7b])
  if (!draft.headers.some(([name]) => name === 'content-type'))
    draft.headers.push(['content-type', 'application/json'])
}

function contentTypeAttack(draft: Draft, random: Random): void {
  draft.headers = draft.headers.filter(([name]) => name !== 'content-type')
  draft.headers.push(['content-type', random.pick(contentTypes)])
  if (draft.body.length === 0 && random.happens(0.5)) draft.body = Buffer.from(random.pick(hostileBodies))
}

function formAttack(draft: Draft, random: Random): void {
  if (!draft.form) return fieldAttack(draft, random)
  const { body, isCut } = breakForm(draft.form, random)
  draft.body = body
  draft.isCut = isCut
}

function headerAttack({ headers }: Draft, random: Random): void {
  const [name, value] = random.pick(hostileHeaders)
  if (random.happens(0.7)) headers.push([name, value])
  else headers.splice(0, headers.length, ...headers.filter(([known]) => known !== name), [name, value])
}

function rawPathAttack(draft: Draft, random: Random): void {
  const part = random.pick(rawParts)
  const segments = targetOf(draft).split('/')
  const at = 1 + random.below(segments.length - 1)
  segments[at] = random.happens(0.5) ? part : `${segments[at]}${part}`
  draft.target = segments.join('/')
}

function rawQueryAttack(draft: Draft, random: Random): void {
  const target = targetOf(draft)
  draft.target = `${target}${target.includes('?') ? '&' : '?'}${random.pick(rawQueries)}`
}

function methodAttack(draft: Draft, random: Random): void {
  draft.method = random.pick(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'TRACE', 'PROPFIND'])
}
