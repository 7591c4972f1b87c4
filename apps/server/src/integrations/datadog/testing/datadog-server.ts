import {
  type ServiceResponse,
  type ServiceRequest,
  type ServiceServer,
  startServiceServer,
} from '#testing/outside-server.ts'

export interface DatadogServer extends ServiceServer {
  apiKey: string
  /** Every accepted point, by metric, tags and time. Repeated points overwrite, as in Datadog. */
  points: Map<string, { metric: string; tags: string[]; at: number; value: number; type: number }>
  /** Every accepted distribution, including repeated ones. */
  distributions: { metric: string; tags: string[]; values: number[] }[]
}

interface SeriesBody {
  series: { metric: string; type: number; tags: string[]; points: { timestamp: number; value: number }[] }[]
}
interface DistributionBody {
  series: { metric: string; tags: string[]; points: [number, number[]][] }[]
}

/** Per path: encodings known to clients, and bytes as sent and decoded. https://docs.datadoghq.com/api/latest/metrics */
const limits = new Map([
  ['/api/v2/series', { encodings: ['gzip', 'deflate', 'zstd1'], sent: 512_000, decoded: 5_242_880 }],
  ['/api/v1/distribution_points', { encodings: ['deflate'], sent: 3_200_000, decoded: 62_914_560 }],
])
/** Datadog drops points outside of this range, without an error. */
const maxAgeSeconds = 3600
const maxAheadSeconds = 600

function isInTime(at: number): boolean {
  const now = Date.now() / 1000
  return at > now - maxAgeSeconds && at < now + maxAheadSeconds
}

function rejectionOf({ url, headers, body }: ServiceRequest): ServiceResponse | null {
  const limit = limits.get(url.pathname)
  const encoding = headers['content-encoding']
  if (!limit) return null
  if (encoding !== undefined && !limit.encodings.includes(encoding))
    return { status: 400, body: { errors: [`Unsupported content encoding ${encoding}`] } }
  return Number(headers['content-length']) > limit.sent || body.length > limit.decoded
    ? { status: 413, body: { errors: ['Payload too large'] } }
    : null
}

/** Imitates the part of Datadog's API for metrics: validate, v2 series, v1 distribution points. */
export async function startDatadogServer(apiKey = 'dd-canary-0123456789abcdef'): Promise<DatadogServer> {
  const points: DatadogServer['points'] = new Map()
  const distributions: DatadogServer['distributions'] = []
  const server = await startServiceServer((request) => {
    const { method, url, headers, json } = request
    if (headers['dd-api-key'] !== apiKey) return { status: 403, body: { errors: ['Forbidden'] } }
    const rejection = rejectionOf(request)
    if (rejection) return rejection
    const call = `${method} ${url.pathname}`
    if (call === 'GET /api/v1/validate') return { status: 200, body: { valid: true } }
    if (call === 'POST /api/v2/series') {
      for (const { metric, type, tags, points: sent } of (json as SeriesBody).series)
        for (const { timestamp: at, value } of sent.filter(({ timestamp }) => isInTime(timestamp)))
          points.set([metric, ...tags.toSorted(), at].join(' '), { metric, tags, at, value, type })
      return { status: 202, body: { errors: [] } }
    }
    if (call === 'POST /api/v1/distribution_points') {
      for (const { metric, tags, points: sent } of (json as DistributionBody).series)
        for (const [, values] of sent.filter(([at]) => isInTime(at)))
          distributions.push({ metric, tags, values })
      return { status: 202, body: { status: 'ok' } }
    }
    return { status: 404, body: { errors: ['Not found'] } }
  })
  return { ...server, apiKey, points, distributions }
}
