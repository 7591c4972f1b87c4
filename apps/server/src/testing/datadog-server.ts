import { type ServiceServer, startServiceServer } from './outside-server.ts'

export interface DatadogServer extends ServiceServer {
  apiKey: string
  /** Every accepted point, by metric, tags and time. As in Datadog, repeated ones overwrite. */
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

/** Imitates the part of Datadog's API for metrics: validate, v2 series, v1 distribution points. */
export async function startDatadogServer(apiKey = 'dd-canary-0123456789abcdef'): Promise<DatadogServer> {
  const points: DatadogServer['points'] = new Map()
  const distributions: DatadogServer['distributions'] = []
  const server = await startServiceServer(({ method, url, headers, json }) => {
    if (headers['dd-api-key'] !== apiKey) return { status: 403, body: { errors: ['Forbidden'] } }
    const call = `${method} ${url.pathname}`
    if (call === 'GET /api/v1/validate') return { status: 200, body: { valid: true } }
    if (call === 'POST /api/v2/series') {
      for (const { metric, type, tags, points: given } of (json as SeriesBody).series) {
        const { timestamp: at, value } = given[0]!
        points.set([metric, ...tags.toSorted(), at].join(' '), { metric, tags, at, value, type })
      }
      return { status: 202, body: { errors: [] } }
    }
    if (call === 'POST /api/v1/distribution_points') {
      for (const { metric, tags, points: given } of (json as DistributionBody).series)
        distributions.push({ metric, tags, values: given[0]![1] })
      return { status: 202, body: { status: 'ok' } }
    }
    return { status: 404, body: { errors: ['Not found'] } }
  })
  return { ...server, apiKey, points, distributions }
}
