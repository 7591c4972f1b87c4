import { expect, test } from 'vitest'
import { addChecked } from './add-checked.ts'
import { describeUsage } from './describe-usage.ts'
import { usageFinder } from './find-usage.ts'
import { readGovulncheck } from './govulncheck.ts'
import { readUsage, writeUsage } from './usage-document.ts'

const net = { module: 'golang.org/x/net', version: 'v0.1.0' }
const html = { ...net, package: 'golang.org/x/net/html' }
const main = { module: 'example.org/app', package: 'example.org/app' }
const at = (filename: string, line: number) => ({ position: { filename, offset: 1, line, column: 2 } })
const parse = { ...html, function: 'Parse', ...at('html/parse.go', 2400) }
const next = { ...html, receiver: '*Tokenizer', function: 'Next' }

const outputOf = (...findings: object[]) =>
  [
    { config: { protocol_version: 'v1.0.0' } },
    { osv: { id: 'GO-1' } },
    ...findings.map((finding) => ({ finding })),
  ]
    .map((each) => JSON.stringify(each, null, 2))
    .join('\n')

const statesOf = (text: string) =>
  readGovulncheck(text, 'v.json').modules.map(
    ({ module, id, usage }) => `${module} ${id} ${describeUsage(usage)}`,
  )

test.each<[string, object[], string[]]>([
  [
    'required',
    [{ osv: 'GO-1', trace: [net] }],
    ['golang.org/x/net GO-1 Not seen: govulncheck found no call of a vulnerable function.'],
  ],
  [
    'imported',
    [{ osv: 'GO-1', trace: [html] }],
    ['golang.org/x/net GO-1 Not seen: govulncheck found no call of a vulnerable function.'],
  ],
  [
    'called, whatever else is said of it',
    [
      { osv: 'GO-1', trace: [net] },
      { osv: 'GO-1', trace: [parse, { ...main, function: 'main', ...at('cmd/main.go', 12) }] },
      { osv: 'GO-1', trace: [html] },
    ],
    ['golang.org/x/net GO-1 Used: cmd/main.go:12 calls golang.org/x/net/html.Parse.'],
  ],
  [
    'called as a method',
    [{ osv: 'GO-1', trace: [next, { ...main, ...at('a.go', 1) }] }],
    ['golang.org/x/net GO-1 Used: a.go:1 calls golang.org/x/net/html.Tokenizer.Next.'],
  ],
  [
    'called without a place, as in programs',
    [{ osv: 'GO-1', trace: [next] }],
    ['golang.org/x/net GO-1 Unknown whether it is used.'],
  ],
  [
    'of several advisories',
    [
      { osv: 'GO-1', trace: [net] },
      { osv: 'GO-2', trace: [{ module: 'stdlib' }] },
    ],
    [
      'golang.org/x/net GO-1 Not seen: govulncheck found no call of a vulnerable function.',
      'stdlib GO-2 Not seen: govulncheck found no call of a vulnerable function.',
    ],
  ],
  ['without sense', [{ osv: 1, trace: [net] }, { osv: 'GO-1' }, { osv: 'GO-1', trace: ['x'] }], []],
])('a vulnerability that is %s', (_, findings, expected) => {
  expect(statesOf(outputOf(...findings))).toEqual(expected)
})

test.each(['', '{}', 'x', '{"finding":{}}', '{"config":{}}\n{'])('other texts are an issue: %s', (text) => {
  expect(readGovulncheck(text, 'v.json').issues.map(({ code }) => code)).toEqual(['govulncheck-unreadable'])
})

test('an advisory has what the tool says of it, others of the package have what its sources say', () => {
  const { modules } = readGovulncheck(outputOf({ osv: 'GO-1', trace: [net] }), 'v.json')
  const place = { file: 'a.go', line: 3 }
  const known = {
    ecosystem: 'go',
    packageName: net.module,
    state: 'used',
    place,
    module: html.package,
  } as const
  const components = [
    { ecosystem: 'go', name: net.module },
    { ecosystem: 'npm', name: 'golang.org/x/net' },
  ] as const
  const added = addChecked({ packages: [known], searched: [] }, modules, components)
  const { usage } = readUsage({ path: 'assay-usage.json', bytes: writeUsage(added) })
  expect(usage).toEqual(added)
  const usageOf = usageFinder({ usage: usage! })
  expect(usageOf('go', net.module, { records: ['GO-1'] })).toEqual({
    state: 'not-seen',
    checkedBy: 'govulncheck',
  })
  expect(usageOf('go', net.module, { records: ['GO-2'] })).toEqual({
    state: 'used',
    place,
    module: html.package,
  })
})
