import { describe, expect, it } from 'vitest'
import { readDocument, readDocuments } from '../read.ts'
import { fixtureFiles } from '../testing/fixture-files.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { maxResults } from './sarif.ts'

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

function fixture(name: string): Infrastructure {
  const document = fixtureFiles('sarif').find(({ path }) => path === name)!
  return readDocument(document).inventory!.infrastructure!
}

const documentOf = (...runs: object[]) => ({
  path: 'results.sarif',
  bytes: encode({ version: '2.1.0', runs }),
})
const run = (results: object[], more: object = {}) => ({
  tool: { driver: { name: 'Checkov' } },
  results,
  ...more,
})
const result = (more: object = {}) => ({
  ruleId: 'CKV_1',
  message: { text: 'wrong' },
  locations: [{ physicalLocation: { artifactLocation: { uri: 'a.tf' }, region: { startLine: 7 } } }],
  ...more,
})
const read = (...results: object[]) =>
  readDocument(documentOf(run(results))).inventory!.infrastructure!.results

describe('SARIF files', () => {
  it.each([
    ['checkov.sarif', 'Checkov', ['CKV_AWS_20 high terraform/s3.tf:1', 'CKV_AWS_18 high terraform/s3.tf:1']],
    [
      'trivy-config.sarif',
      'Trivy',
      [
        'AWS-0107 critical modules/network/main.tf:12',
        'DS-0026 low Dockerfile:1',
        'CUSTOM-1 unknown modules/network/main.tf:4',
      ],
    ],
    [
      'kics.sarif',
      'KICS',
      [
        '38c5ee0d-7f22-4260-ab72-5073048df100 high path/terraform/s3.tf:14',
        'e38a8e0a-b88b-4902-b3fe-b0fcb17d5c10 low path/terraform/s3.tf:12',
        'e38a8e0a-b88b-4902-b3fe-b0fcb17d5c10 low path/terraform/s3.tf:30',
      ],
    ],
    ['tfsec.sarif', 'tfsec', ['aws-s3-enable-bucket-encryption high main.tf:3']],
    [
      'hadolint.sarif',
      'Hadolint',
      [
        'DL3008 medium Dockerfile:3',
        'DL3059 low Dockerfile:4',
        'DL3059 low Dockerfile:5',
        'SC2086 low Dockerfile:5',
        'DL1000 high worker/Dockerfile:2',
      ],
    ],
    [
      'zizmor.sarif',
      'zizmor',
      [
        'zizmor/template-injection high .github/workflows/ci.yml:17',
        'zizmor/anonymous-definition low .github/workflows/ci.yml:9',
      ],
    ],
  ])('reads results and rules of %s', (name, tool, expected) => {
    const { results, rules } = fixture(name)
    expect(results.map(({ sysid, severity, path, line }) => `${sysid} ${severity} ${path}:${line}`)).toEqual(
      expected,
    )
    expect(new Set(rules.map((rule) => rule.sysid))).toEqual(new Set(results.map(({ sysid }) => sysid)))
    expect([...rules, ...results].every((each) => each.tool === tool)).toBe(true)
  })

  it('reads the suppressions of Checkov', () => {
    expect(fixture('checkov.sarif').results.map(({ suppression }) => suppression)).toEqual([
      null,
      'Logs are kept elsewhere',
    ])
  })

  it('reads the messages of Trivy, and leaves its vulnerabilities out with an issue', () => {
    const document = fixtureFiles('sarif').find(({ path }) => path === 'trivy-config.sarif')!
    const { infrastructure, issues } = readDocument(document).inventory!
    expect(infrastructure!.results.map(({ message }) => message)).toEqual([
      'Security group rule allows unrestricted ingress from any IP address.',
      'Add HEALTHCHECK instruction in your Dockerfile',
      'No owner tag',
    ])
    expect(infrastructure!.rules).toMatchObject([
      {
        title: expect.stringMatching(/^Security groups should not allow/),
        helpUrl: expect.stringContaining('avd'),
      },
      { title: 'No HEALTHCHECK defined', description: expect.stringContaining('health check') },
      { title: 'Owner is not set', helpUrl: null },
    ])
    expect(issues).toMatchObject([{ code: 'results-other' }])
  })

  it('records Dockerfiles that Hadolint could not parse, so that nothing in them counts as fixed', () => {
    expect(fixture('hadolint.sarif').runs).toMatchObject([{ unread: ['worker/Dockerfile'] }])
  })

  it('gives results of zizmor in different places different fingerprints', () => {
    const [injection, name] = fixture('zizmor.sarif').results
    expect(injection!.message).toBe(
      'code injection via template expansion: may expand into attacker-controllable code',
    )
    expect(injection!.fingerprint).not.toBe(name!.fingerprint)
  })
})

describe('a result', () => {
  it.each([
    [{ properties: { 'security-severity': '9.0' } }, 'critical'],
    [{ properties: { 'security-severity': 4 }, level: 'error' }, 'medium'],
    [{ properties: { severity: 'LOW' }, level: 'error' }, 'low'],
    [{ rank: 71.5 }, 'high'],
    [{ rank: -1, level: 'note' }, 'low'],
    [{ level: 'error' }, 'high'],
    [{ level: '__proto__' }, 'unknown'],
    [{}, 'medium'],
  ])('with %j is rated %s', (more, severity) => {
    expect(read(result(more)).map((each) => each.severity)).toEqual([severity])
  })

  it('has a fingerprint that survives moved lines, but not changed code or another resource', () => {
    const at = (startLine: number, snippet: string) =>
      read(
        result({
          message: { text: `wrong in line ${startLine}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'a.tf' },
                region: { startLine, snippet: { text: snippet } },
              },
            },
          ],
        }),
      )[0]!.fingerprint
    expect(at(7, 'acl = "public"')).toBe(at(90, 'acl  =  "public"'))
    expect(at(7, 'acl = "public"')).not.toBe(at(7, 'acl = "private"'))
    const [first, second] = read(
      result({ partialFingerprints: { SIMILARITY_ID: 'a' } }),
      result({ partialFingerprints: { SIMILARITY_ID: 'b' } }),
    )
    expect(first!.fingerprint).not.toBe(second!.fingerprint)
  })

  it('is stored twice if it is listed twice', () => {
    expect(new Set(read(result(), result()).map(({ fingerprint }) => fingerprint)).size).toBe(2)
  })

  it('is omitted if it passed, does not apply or is absent from the baseline', () => {
    expect(
      read(result({ kind: 'pass' }), result({ baselineState: 'absent' }), result({ kind: 'notApplicable' })),
    ).toEqual([])
  })

  it('can name its rule by index, also in an extension', () => {
    const rules = {
      tool: { driver: { name: 'KICS', rules: [{ id: 'A' }] }, extensions: [{ rules: [{ id: 'B' }] }] },
    }
    const { inventory } = readDocument(
      documentOf(
        run(
          [
            result({ ruleId: undefined, ruleIndex: 0 }),
            result({ ruleId: undefined, rule: { index: 0, toolComponent: { index: 0 } } }),
            result({ ruleId: undefined }),
          ],
          rules,
        ),
      ),
    )
    expect(inventory!.infrastructure!.results.map(({ sysid }) => sysid)).toEqual(['A', 'B'])
    expect(inventory!.issues).toMatchObject([
      { code: 'rule-missing', where: 'results.sarif#/runs/0/results/2' },
    ])
  })

  it.each([
    ['file:///src/infra/a%20b.tf', 'a b.tf'],
    ['.\\modules\\a.tf', 'modules/a.tf'],
    ['../../../etc/passwd', 'etc/passwd'],
    ['a%zz.tf', 'a%zz.tf'],
    ['', ''],
  ])('with the URI %s has the path %j', (uri, expected) => {
    const locations = [{ physicalLocation: { artifactLocation: { uri } } }]
    const bases = { originalUriBaseIds: { ROOT: { uri: 'file:///src/infra/' } } }
    const { inventory } = readDocument(documentOf(run([result({ locations })], bases)))
    expect(inventory!.infrastructure!.results[0]).toMatchObject({ path: expected, line: null })
  })
})

describe('a document', () => {
  it.each([
    ['another version', { version: '2.0.0', runs: [] }, /only 2\.1\.0/],
    ['no run', { version: '2.1.0', runs: [] }, /no run/],
    [
      'our own reports',
      { version: '2.1.0', runs: [{ tool: { driver: { name: 'Assay' } } }] },
      /'Assay' is not/,
    ],
    ['nonsense', { version: '2.1.0', runs: [null, 7, { tool: [] }] }, /is not a scanner/],
  ])('is rejected: %s', (_, json, message) => {
    const read = readDocument({ path: 'a.sarif', bytes: encode(json) })
    expect(read.inventory).toBeNull()
    expect(read.issues?.[0]?.message).toMatch(message)
  })

  it('is truncated at the maximum number of results, and then is not complete', () => {
    const { inventory } = readDocument(
      documentOf(run(Array.from({ length: maxResults + 1 }, () => result()))),
    )
    expect(inventory!.infrastructure!.results).toHaveLength(maxResults)
    expect(inventory!.infrastructure!.runs).toMatchObject([{ isComplete: false }])
    expect(inventory!.issues).toMatchObject([{ code: 'results-too-many' }])
  })

  it('reports which files were analyzed and which could not be read', () => {
    const more = {
      artifacts: [{ location: { uri: 'a.tf' }, roles: ['analysisTarget'] }, { location: { uri: 'b.tf' } }],
      invocations: [
        {
          executionSuccessful: false,
          toolExecutionNotifications: [
            { level: 'error', locations: [{ physicalLocation: { artifactLocation: { uri: 'c.tf' } } }] },
          ],
        },
      ],
    }
    const { inventory } = readDocument(documentOf(run([], more)))
    expect(inventory!.infrastructure!.runs).toEqual([
      { tool: 'Checkov', document: 'results.sarif', isComplete: false, analyzed: ['a.tf'], unread: ['c.tf'] },
    ])
  })

  it('can be read together with inventories', () => {
    const requirements = { path: 'requirements.txt', bytes: new TextEncoder().encode('requests==2.31.0\n') }
    const { inventory } = readDocuments([requirements, ...fixtureFiles('sarif')])
    expect(inventory.components).toHaveLength(1)
    expect(inventory.infrastructure!.results).toHaveLength(16)
    expect(inventory.infrastructure!.runs).toHaveLength(6)
  })
})
