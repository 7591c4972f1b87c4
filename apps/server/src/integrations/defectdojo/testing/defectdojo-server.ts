import { type ServiceServer, startServiceServer } from '#testing/outside-server.ts'

export interface DojoServer extends ServiceServer {
  token: string
  /** The last accepted report of each product and engagement, with its fields. */
  imported: Map<string, { fields: Record<string, string>; findings: Record<string, unknown>[] }>
}

/** Imitates DefectDojo's calls for importing generic findings. */
export async function startDojoServer(token = 'dojo-0123456789abcdef'): Promise<DojoServer> {
  const imported: DojoServer['imported'] = new Map()
  const server = await startServiceServer(async ({ method, url, headers, body }) => {
    if (headers.authorization !== `Token ${token}`) return { status: 401, body: { detail: 'Invalid token.' } }
    const call = `${method} ${url.pathname}`
    if (call === 'GET /api/v2/products/') return { status: 200, body: { count: 0, results: [] } }
    if (call !== 'POST /api/v2/reimport-scan/') return { status: 404, body: { detail: 'Not found.' } }
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData()
    const entries = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    const fields = Object.fromEntries(entries) as Record<string, string>
    const report = JSON.parse(await (form.get('file') as File).text()) as {
      findings: Record<string, unknown>[]
    }
    if (report.findings.some((each) => !each['title'] || !each['severity'] || !each['description']))
      return { status: 400, body: { message: 'Required fields are missing' } }
    imported.set(`${fields['product_name']} ${fields['engagement_name']}`, {
      fields,
      findings: report.findings,
    })
    return { status: 201, body: { test: 1, test_id: 1, engagement_id: 1, product_id: 1 } }
  })
  return { ...server, token, imported }
}
