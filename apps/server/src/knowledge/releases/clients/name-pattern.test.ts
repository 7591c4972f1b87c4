import type { EcosystemId } from '@assay/engine/ecosystems/ecosystem.ts'
import { expect, test } from 'vitest'
import { clientOf, registryClients } from './clients.ts'
import { matchesPrefix, prefixesOf } from './name-pattern.ts'

const cases: [EcosystemId, string, { matching: string[]; others: string[] }][] = [
  ['npm', '@acme', { matching: ['@acme/ui'], others: ['@acme-labs/ui', 'acme', '@other/acme'] }],
  ['npm', '@acme/', { matching: ['@acme/ui'], others: ['@acmex/ui'] }],
  ['npm', '@acme/ui', { matching: ['@acme/ui'], others: ['@acme/ui-kit'] }],
  ['npm', 'acme-*', { matching: ['acme-ui', 'acme-'], others: ['acme', 'acmeui'] }],
  ['npm', '*', { matching: ['lodash', '@acme/ui'], others: [] }],
  [
    'maven',
    'com.acme',
    { matching: ['com.acme:ui', 'com.acme.web:ui'], others: ['com.acmelabs:ui', 'org.acme:ui'] },
  ],
  ['maven', 'com.acme:ui', { matching: ['com.acme:ui'], others: ['com.acme:ui-kit', 'com.acme.ui:ui'] }],
  [
    'go',
    'git.acme.example/',
    { matching: ['git.acme.example/x', 'git.acme.example'], others: ['git.acme.example.org/x'] },
  ],
  [
    'go',
    'git.acme.example/Team',
    { matching: ['git.acme.example/Team/x', 'git.acme.example/Team'], others: ['git.acme.example/Teams'] },
  ],
  ['packagist', 'Acme', { matching: ['acme/ui'], others: ['acme-labs/ui'] }],
  ['packagist', 'acme/ui', { matching: ['acme/ui'], others: ['acme/ui-kit'] }],
  ['pypi', 'Acme_Core', { matching: ['acme-core'], others: ['acme-core-x'] }],
  ['pypi', 'acme_*', { matching: ['acme-core'], others: ['acme'] }],
  ['nuget', 'Acme.*', { matching: ['acme.core'], others: ['acme', 'acmecorp'] }],
]

test.each(cases)('%s: %s matches these names: %j', (ecosystem, pattern, { matching, others }) => {
  const prefixes = prefixesOf(clientOf(ecosystem)!, pattern)!
  expect(matching.filter((name) => !matchesPrefix(prefixes, name))).toEqual([])
  expect(others.filter((name) => matchesPrefix(prefixes, name))).toEqual([])
})

test.each(['', ' ', '*acme', 'a*b', 'two words', '**', '/', '.', ':', 'a\nb'])(
  '%j is not a pattern',
  (pattern) => {
    for (const client of registryClients) expect(prefixesOf(client, pattern)).toBeNull()
  },
)

test("each client's example is a pattern", () => {
  for (const client of registryClients) expect(prefixesOf(client, client.example)).not.toBeNull()
})
