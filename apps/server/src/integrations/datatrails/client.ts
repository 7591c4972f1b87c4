import type { RkvstSettings } from './settings.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  callService,
  rejectsCredentials,
  type ServiceResponse,
  ServiceRejection,
  UnexpectedResponse,
} from '#integrations/core/call-service.ts'
import { quoted } from '#platform/secrets/quoted.ts'
import type { EgressConfig } from '#platform/egress/egress.ts'

// https://docs.datatrails.ai/developers/api-reference

export type Connection = Pick<RkvstSettings, 'url' | 'clientId' | 'clientSecret'> & { config: EgressConfig }

export const baseOf = ({ url }: Pick<RkvstSettings, 'url'>): string => `${url.replace(/\/+$/, '')}/archivist`

const Token = z.object({ access_token: z.string().min(1) })

/** A short-lived bearer token; null if the credentials are rejected. */
export async function fetchToken({ config, ...connection }: Connection): Promise<string | null> {
  const { clientId, clientSecret } = connection
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  const { status, json } = await callService(config, {
    method: 'POST',
    url: `${baseOf(connection)}/iam/v1/appidp/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
  if (rejectsCredentials('DataTrails', status)) return null
  const { data } = Token.safeParse(json)
  if (!data) throw new UnexpectedResponse('DataTrails')
  return data.access_token
}

/** Requests with one token. */
export interface Session extends Connection {
  token: string
}

export async function openSession(connection: Connection): Promise<Session> {
  const token = await fetchToken(connection)
  if (token === null) throw new ServiceRejection('The service does not accept the credentials')
  return { ...connection, token }
}

interface ServiceRequest {
  method: 'GET' | 'POST'
  /** Path below /archivist. */
  path: string
  json?: unknown
  file?: FilePart
}

interface FilePart {
  name: string
  fileName: string
  type: string
  content: string
}

const call = (session: Session, { method, path, json, file }: ServiceRequest): Promise<ServiceResponse> => {
  const form = file && formOf(file)
  return callService(session.config, {
    method,
    url: baseOf(session) + path,
    headers: { authorization: `Bearer ${session.token}`, ...form?.headers },
    ...(json !== undefined && { json }),
    ...(form && { body: form.body }),
  })
}

/** The response parsed by its schema. Throws ServiceRejection for an error, whose body is arbitrary text. */
async function ask<S extends z.ZodType>(
  session: Session,
  request: ServiceRequest,
  schema: S,
): Promise<z.output<S>> {
  return parsed(session, await call(session, request), schema)
}

function parsed<S extends z.ZodType>(session: Session, response: ServiceResponse, schema: S): z.output<S> {
  if (response.status >= 300) throw rejectionOf(session, response)
  const { success, data } = schema.safeParse(response.json)
  if (!success) throw new UnexpectedResponse('DataTrails')
  return data
}

function rejectionOf({ token, clientSecret }: Session, { status, text }: ServiceResponse): ServiceRejection {
  if (status === 402) return new ServiceRejection('The quota of the service is used up (402)')
  return new ServiceRejection(`The service answered ${status}: ${quoted(text, [token, clientSecret])}`)
}

function formOf({ name, fileName, type, content }: FilePart) {
  const boundary = `assay-${randomUUID()}`
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${head}${content}\r\n--${boundary}--\r\n`,
  }
}

const Blob = z.object({ identity: z.string(), hash: z.object({ alg: z.string(), value: z.string() }) })
export type StoredBlob = z.output<typeof Blob>

export const uploadBlob = (session: Session, content: string): Promise<StoredBlob> =>
  ask(session, { method: 'POST', path: '/v1/blobs', file: { ...sbomFile(content), name: 'file' } }, Blob)

const sbomFile = (content: string) => ({ fileName: 'sbom.cdx.json', type: 'application/json', content })

type Attributes = Readonly<Record<string, unknown>>
const attributes = z.record(z.string(), z.unknown()).default({})
const Asset = z.object({ identity: z.string(), attributes })

/** By one attribute; null if there is none. Lists may return 206 for one of several pages. */
export async function findAsset(session: Session, name: string, value: string): Promise<string | null> {
  const search = new URLSearchParams({ [`attributes.${name}`]: value, page_size: '10' })
  const Assets = z.object({ assets: z.array(Asset).default([]) })
  const { assets } = await ask(session, { method: 'GET', path: `/v2/assets?${search}` }, Assets)
  return (
    assets.find((asset) => new Map(Object.entries(asset.attributes)).get(name) === value)?.identity ?? null
  )
}

export async function createAsset(
  session: Session,
  { isPublic, attributes }: { isPublic: boolean; attributes: Attributes },
) {
  const json = { behaviours: ['RecordEvidence'], public: isPublic, attributes }
  return (await ask(session, { method: 'POST', path: '/v2/assets', json }, Asset)).identity
}

const Event = z.object({
  identity: z.string(),
  event_attributes: attributes,
  timestamp_accepted: z.string().default(''),
  confirmation_status: z.string().default('STORED'),
})
export type AssetEvent = z.output<typeof Event>

const isFailed = ({ confirmation_status: status }: AssetEvent) => status === 'FAILED'
export const attributeOf = ({ event_attributes }: AssetEvent, name: string) =>
  new Map(Object.entries(event_attributes)).get(name)

/** Accepted events of an asset with this attribute, oldest first; at most 100. */
export async function listEvents(session: Session, asset: string, [name, value]: [string, string]) {
  const search = new URLSearchParams({ [`event_attributes.${name}`]: value, page_size: '100' })
  const Events = z.object({ events: z.array(Event).default([]) })
  const { events } = await ask(session, { method: 'GET', path: `/v2/${asset}/events?${search}` }, Events)
  return events
    .filter((event) => attributeOf(event, name) === value && !isFailed(event))
    .toSorted((a, b) => a.timestamp_accepted.localeCompare(b.timestamp_accepted))
}

export async function recordEvent(
  session: Session,
  asset: string,
  changes: { event: Attributes; asset?: Attributes },
) {
  const json = {
    operation: 'Record',
    behaviour: 'RecordEvidence',
    event_attributes: changes.event,
    ...(changes.asset && { asset_attributes: changes.asset }),
  }
  const event = await ask(session, { method: 'POST', path: `/v2/${asset}/events`, json }, Event)
  if (isFailed(event)) throw new ServiceRejection('The service did not confirm the event')
  return event.identity
}

const Sbom = z.object({
  /** 'sboms/<uuid>' */
  identity: z.string(),
  unique_id: z.string().default(''),
  published_date: z.string().default(''),
  withdrawn_date: z.string().default(''),
  /** 'ACTIVE', 'WITHDRAWN'; '' if the service names none. */
  lifecycle_status: z.string().default(''),
})
export type HubSbom = z.output<typeof Sbom>

export const uploadSbom = (session: Session, { content, privacy }: { content: string; privacy: string }) => {
  const query = new URLSearchParams({ privacy, sbomType: 'cyclonedx-json' })
  return ask(
    session,
    { method: 'POST', path: `/v1/sboms?${query}`, file: { ...sbomFile(content), name: 'sbom' } },
    Sbom,
  )
}

/** null: unknown to the hub, possibly not yet indexed. */
export async function readSbom(session: Session, identity: string): Promise<HubSbom | null> {
  const response = await call(session, { method: 'GET', path: `/v1/${identity}/metadata` })
  if (response.status === 404) return null
  return parsed(session, response, Sbom)
}

export const changeSbom = (
  session: Session,
  identity: string,
  act: 'publish' | 'withdraw',
): Promise<HubSbom> => ask(session, { method: 'POST', path: `/v1/${identity}:${act}` }, Sbom)

const maxPages = 20

/** By serial number of its document, among the first thousand uploaded since then; null if there is none. */
export async function findSbom(
  session: Session,
  { uniqueId, since }: { uniqueId: string; since: Date },
): Promise<HubSbom | null> {
  const Page = z.object({ sboms: z.array(Sbom).default([]), next_page_token: z.string().default('') })
  let token = ''
  for (let page = 0; page < maxPages; page++) {
    const search = new URLSearchParams({
      page_size: '50',
      tenant_only: 'true',
      uploaded_since: since.toISOString(),
      ...(token && { page_token: token }),
    })
    const response = await ask(session, { method: 'GET', path: `/v1/sboms/-/metadata?${search}` }, Page)
    const found = response.sboms.find(({ unique_id }) => unique_id === uniqueId)
    if (found) return found
    token = response.next_page_token
    if (token === '') break
  }
  return null
}
