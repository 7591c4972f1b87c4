import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// A DefectDojo with generated products, as an import reads it.

interface DojoLists {
  products: { id: number; name: string; tags: string[] }[]
  engagements: object[]
  tests: object[]
  findings: ({ id: number; test: number } & Record<string, unknown>)[]
}

export interface FakeDefectDojo {
  url: string
  /** Called with the number of each request. */
  onRequest?: (count: number) => void
  stop(): Promise<void>
}

const note = {
  entry: 'Reviewed with the team.',
  date: '2026-02-01T10:00:00Z',
  private: false,
  author: { username: 'jane' },
}
const hidden = { entry: 'Only for us.', date: '2026-02-02T10:00:00Z', private: true }
const flags = {
  active: true,
  verified: true,
  false_p: false,
  duplicate: false,
  out_of_scope: false,
  risk_accepted: false,
  is_mitigated: false,
}

/** Each product has one engagement with these findings of lodash, besides some that are about something else. */
const findings: readonly Record<string, unknown>[] = [
  { cve: 'CVE-2019-10744', false_p: true, active: false, notes: [note, hidden] },
  {
    vulnerability_ids: [{ vulnerability_id: 'CVE-2020-8203' }],
    risk_accepted: true,
    accepted_risks: [
      {
        name: 'Accept until the rewrite',
        decision_details: 'Behind a proxy.',
        accepted_by: 'Joe',
        expiration_date: '2099-01-01T00:00:00Z',
      },
    ],
  },
  { cve: 'CVE-2021-23337', under_review: true, notes: [note] },
  { cve: 'CVE-2021-23337', duplicate: true },
  {
    component_name: 'minimist',
    component_version: '0.0.8',
    cve: 'CVE-2021-44906',
    is_mitigated: true,
    active: false,
    date: '2025-12-01',
    mitigated: '2025-12-11T10:00:00Z',
  },
  { cve: 'CVE-2020-8203', is_mitigated: true, active: false },
  { cve: 'CVE-1999-0001' },
  { component_name: null, component_version: null, cwe: 79 },
]

/** The test of a product was updated a day after that of the one before. */
export function generateProducts(count: number): DojoLists {
  const ids = Array.from({ length: count }, (_, at) => at + 1)
  return {
    products: ids.map((id) => ({ id, name: `product-${id}`, tags: [`team-${id % 2}`] })),
    engagements: ids.map((id) => ({
      id: 100 + id,
      name: `CI of ${id}`,
      product: id,
      branch_tag: id % 2 === 0 ? 'main' : '',
    })),
    tests: ids.map((id) => ({
      id: 200 + id,
      engagement: 100 + id,
      test_type_name: 'Snyk Scan',
      updated: new Date(Date.UTC(2026, 0, id)).toISOString(),
    })),
    findings: ids.flatMap((id) =>
      findings.map((finding, at) => ({
        id: 1000 * id + at,
        title: `Finding ${at}`,
        test: 200 + id,
        component_name: 'lodash',
        component_version: '4.17.4',
        ...flags,
        ...finding,
      })),
    ),
  }
}

export async function startFakeDefectDojo(lists: DojoLists, token: string): Promise<FakeDefectDojo> {
  const fake: FakeDefectDojo = { url: '', stop: async () => undefined }
  let received = 0
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
    fake.onRequest?.(++received)
    const items = lists[/^\/api\/v2\/(\w+)\/$/.exec(pathname)?.[1] as keyof DojoLists]
    response.setHeader('content-type', 'application/json')
    if (request.headers.authorization !== `Token ${token}`)
      response.writeHead(401).end('{"detail":"Invalid token."}')
    else if (!items) response.writeHead(404).end('{"detail":"Not found."}')
    else {
      const [limit, offset] = [Number(searchParams.get('limit')), Number(searchParams.get('offset'))]
      const results = items.slice(offset, offset + limit)
      const next = offset + limit < items.length ? `${fake.url}${pathname}?offset=${offset + limit}` : null
      response.end(JSON.stringify({ count: items.length, next, previous: null, results }))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fake.stop = () => new Promise((done) => server.close(() => done()))
  return fake
}
