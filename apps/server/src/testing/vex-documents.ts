import type { FilePart } from '@assay/contract/endpoint.ts'
import { randomUUID } from 'node:crypto'

interface Stated {
  id?: string
  products?: unknown[]
  vulnerability?: string
  status?: string
  at?: string
  more?: object
}

/** An OpenVEX document with one statement, by default on lodash and CVE-2019-10744. */
export function openvex({
  id = `urn:uuid:${randomUUID()}`,
  at = '2024-01-01T00:00:00Z',
  ...stated
}: Stated = {}) {
  const { status = 'not_affected', vulnerability = 'CVE-2019-10744', products = ['pkg:npm/lodash'] } = stated
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': id,
    author: 'Example Supplier',
    timestamp: at,
    version: 1,
    statements: [
      {
        vulnerability: { name: vulnerability },
        products: products.map((product) => (typeof product === 'string' ? { '@id': product } : product)),
        status,
        ...(status === 'not_affected' && {
          justification: 'vulnerable_code_not_in_execute_path',
          impact_statement: 'Never called.',
        }),
        ...(status === 'affected' && { action_statement: 'Upgrade.' }),
        ...stated.more,
      },
    ],
  }
}

export const vexPart = (document: object): FilePart => ({
  filename: 'vex.json',
  bytes: new TextEncoder().encode(JSON.stringify(document)),
})
