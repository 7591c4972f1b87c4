import { randomUUID } from 'node:crypto'
import {
  type ServiceResponse,
  type ServiceRequest,
  type ServiceServer,
  startServiceServer,
} from '#testing/outside-server.ts'

interface StoredEvent {
  identity: string
  timestamp_accepted: string
  event_attributes: Record<string, unknown>
}
interface StoredAsset {
  identity: string
  public: boolean
  attributes: Record<string, unknown>
  events: StoredEvent[]
}
interface HubRecord {
  identity: string
  unique_id: string
  published_date: string
  withdrawn_date: string
  /** undefined: the service names none. */
  lifecycle_status?: 'ACTIVE' | 'WITHDRAWN'
  document: Record<string, unknown>
}

export interface DatatrailsServer extends ServiceServer {
  secret: string
  blobs: string[]
  assets: StoredAsset[]
  sboms: HubRecord[]
  /** Reads until the hub's records show a change, and lists of assets until they show a new one. */
  lag: { reads: number; assetLists: number }
  /** Whether the hub's records name their state. */
  hub: { hasLifecycle: boolean }
}

interface AssetCall {
  call: string
  url: URL
  json: unknown
}

/** By all filters of the query, such as attributes.name=value. */
const isWanted = ({ attributes }: Pick<StoredAsset, 'attributes'>, { searchParams }: URL): boolean =>
  [...searchParams].every(
    ([name, value]) =>
      !name.startsWith('attributes.') || attributes[name.slice('attributes.'.length)] === value,
  )

/** Imitates tokens, blobs, assets and events of DataTrails, and the closed SBOM hub. */
// oxlint-disable-next-line max-lines-per-function -- a table of calls over one state
export async function startDatatrailsServer(
  secret = 'ledger-canary-0123456789abcdef',
): Promise<DatatrailsServer> {
  const token = 'token-canary-0123456789abcdef'
  const blobs: string[] = []
  const assets: DatatrailsServer['assets'] = []
  const sboms: HubRecord[] = []
  const lag = { reads: 0, assetLists: 0 }
  const hub = { hasLifecycle: true }
  let eventCount = 0
  let changes = 0
  const notFound = { status: 404, body: 'not found' }

  const respond = ({ method, url, headers, body, json }: ServiceRequest): ServiceResponse => {
    const path = url.pathname.replace(/^\/archivist/, '')
    const call = `${method} ${path}`
    if (call === 'POST /iam/v1/appidp/token') {
      const form = new URLSearchParams(body.toString())
      return form.get('client_secret') === secret && form.get('grant_type') === 'client_credentials'
        ? { status: 200, body: { access_token: token, expires_in: 3600, token_type: 'Bearer' } }
        : { status: 401, body: 'invalid_client' }
    }
    if (headers.authorization !== `Bearer ${token}`) return { status: 401, body: 'unauthorized' }
    if (call === 'POST /v1/blobs') {
      blobs.push(partOf(body, 'file'))
      return {
        status: 200,
        body: { identity: `blobs/${blobs.length}`, hash: { alg: 'SHA256', value: 'ab' }, size: 1 },
      }
    }
    if (path.startsWith('/v1/sboms')) return respondAsHub({ call, url, body })
    return respondAsLedger({ call, url, json })
  }

  const respondAsLedger = ({ call, url, json }: AssetCall): ServiceResponse => {
    if (call === 'GET /v2/assets') {
      const isLate = assets.length > 0 && lag.assetLists > 0
      if (isLate) lag.assetLists--
      const listed = (isLate ? assets.slice(0, -1) : assets).filter((asset) => isWanted(asset, url))
      return { status: 206, body: { assets: listed, next_page_token: '' } }
    }
    if (call === 'POST /v2/assets') {
      const posted = json as { public: boolean; attributes: Record<string, unknown> }
      const asset = {
        identity: `assets/${randomUUID()}`,
        public: posted.public,
        attributes: posted.attributes,
        events: [],
      }
      assets.push(asset)
      return { status: 200, body: asset }
    }
    const [, method, identity, rest] = /^(\w+) \/v2\/(assets\/[^/]+)\/(events)$/.exec(call) ?? []
    const asset = assets.find((each) => each.identity === identity)
    if (!asset || rest === undefined) return notFound
    if (method === 'GET') return { status: 200, body: { events: asset.events.toReversed() } }
    const event = {
      identity: `${asset.identity}/events/${randomUUID()}`,
      timestamp_accepted: new Date(eventCount++).toISOString(),
      event_attributes: (json as StoredEvent).event_attributes,
    }
    asset.events.push(event)
    return { status: 200, body: { ...event, confirmation_status: 'STORED', new_field: 1 } }
  }

  const respondAsHub = ({ call, url, body }: { call: string; url: URL; body: Buffer }): ServiceResponse => {
    if (call === 'GET /v1/sboms/-/metadata') return { status: 200, body: { sboms, next_page_token: '' } }
    if (call === 'POST /v1/sboms') {
      const document = JSON.parse(partOf(body, 'sbom')) as Record<string, unknown>
      if (!['1.3', '1.4'].includes(document['specVersion'] as string) || !url.searchParams.has('sbomType'))
        return { status: 400, body: 'unsupported version' }
      const unique_id = document['serialNumber'] as string
      const record = {
        identity: `sboms/${randomUUID()}`,
        unique_id,
        published_date: '',
        withdrawn_date: '',
        ...(hub.hasLifecycle && { lifecycle_status: 'ACTIVE' as const }),
        document,
      }
      sboms.push(record)
      return { status: 200, body: record }
    }
    const [, identity, act] = /^\w+ \/v1\/(sboms\/[\da-f-]+)[/:](\w+)$/.exec(call) ?? []
    const record = sboms.find((each) => each.identity === identity)
    if (!record) return notFound
    if (act === 'metadata' && lag.reads > 0) {
      lag.reads--
      return notFound
    }
    if (act === 'publish') record.published_date = new Date(Date.UTC(2026, 0, 1) + changes++).toISOString()
    if (act === 'withdraw') record.withdrawn_date = new Date(Date.UTC(2026, 0, 1) + changes++).toISOString()
    if (act !== 'metadata' && hub.hasLifecycle)
      record.lifecycle_status = act === 'withdraw' ? 'WITHDRAWN' : 'ACTIVE'
    return { status: 200, body: record }
  }

  const server = await startServiceServer(respond)
  return { ...server, secret, blobs, assets, sboms, lag, hub }
}

/** The content of a form with one part. */
function partOf(body: Buffer, name: string): string {
  const [, content = ''] = /^--\S+\r\n(?:.+\r\n)+\r\n([\s\S]*)\r\n--\S+--\r\n$/.exec(body.toString()) ?? []
  if (!body.toString().includes(`name="${name}"`)) throw new Error(`The part ${name} is missing`)
  return content
}
